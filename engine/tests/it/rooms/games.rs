//! Turn-based games in rooms.

use serde_json::json;

use super::Server;

#[test]
fn two_people_play_a_whole_game() {
    let server = Server::board(&[]);
    let line = json!({"game": "takt", "variant": "size=3"});
    let room = server.order(&json!({"line": line, "seats": [{"name": "Ann"}, {"name": "Bob"}]}));
    assert_eq!(room.keys.len(), 2);
    let mut ann = server.join(&room, &room.keys[0]);
    let mut bob = server.join(&room, &room.keys[1]);
    let mut watcher = server.join(&room, &room.watch);
    assert_eq!(ann.next_message("room")["you"], 1);
    let told = bob.next_message("room");
    assert_eq!((&told["you"], &told["seats"][0]["name"]), (&json!(2), &json!("Ann")));
    bob.say(&json!({"do": "move", "move": "a1"}));
    assert!(
        bob.next_message("error")["expected"]
            .as_str()
            .is_some_and(|text| text.contains("player 1"))
    );
    for (number, text) in ["a1", "c3", "b3", "b1", "a3"].into_iter().enumerate() {
        let mover = if number % 2 == 0 { &mut ann } else { &mut bob };
        mover.say(&json!({"do": "move", "move": text}));
        for socket in [&mut ann, &mut bob, &mut watcher] {
            socket.wait_for_steps(number + 1);
        }
        // Bob disconnects for a while, and finds everything unchanged.
        if number == 2 {
            drop(std::mem::replace(&mut bob, server.join(&room, &room.keys[1])));
            assert_eq!(bob.next_message("room")["line"]["steps"], json!(["a1", "c3", "b3"]));
        }
    }
    ann.say(&json!({"do": "rematch"}));
    bob.wait_for(|room| room["offers"]["rematch"] == 1);
    bob.say(&json!({"do": "rematch"}));
    let again = ann.wait_for(|room| room["over"].is_null());
    assert_eq!((&again["you"], &again["seats"][1]["name"]), (&json!(2), &json!("Ann")));
}

#[test]
fn the_engine_moves_and_a_flag_falls_without_messages() {
    let server = Server::board(&[]);
    let seats = json!([{"who": "person"}, {"who": "engine", "level": 2}]);
    let line = json!({"game": "quoridor"});
    let room = server.order(&json!({"line": line, "seats": seats, "clock": "2s+0s"}));
    assert_eq!(room.keys[1], "", "an engine has no key");
    let mut person = server.join(&room, &room.keys[0]);
    person.say(&json!({"do": "move", "move": "e2"}));
    person.wait_for_steps(2);
    let over = person.wait_for(|room| !room["over"].is_null());
    assert_eq!((&over["over"]["how"], &over["over"]["player"]), (&json!("time"), &json!(1)));
}

#[test]
fn the_server_throws_the_dice_of_a_match() {
    let server = Server::board(&[]);
    let line = json!({"game": "tryktrak", "variant": "length=3"});
    let room = server.order(&json!({"line": line}));
    let mut both = [&room.keys[0], &room.keys[1]].map(|key| server.join(&room, key));
    let told = both[0].next_message("room");
    let first = told["status"]["to_move"].as_u64().expect("the opening is thrown");
    both[first as usize - 1].say(&json!({"do": "resign", "stake": "gammon"}));
    let told =
        both[0].wait_for(|room| room["match"].as_array().is_some_and(|games| games.len() == 1));
    assert!(told["over"].is_null());
    both[1].say(&json!({"do": "resign", "stake": "backgammon"}));
    let told = both[0].wait_for(|room| {
        !room["over"].is_null() || room["match"].as_array().map(Vec::len) == Some(2)
    });
    assert!(told["line"]["game"] == "tryktrak");
}

#[test]
fn the_partner_of_a_player_who_resigns_loses_too() {
    let server = Server::board(&[]);
    let line = json!({"game": "tantrix", "variant": "players=4,teams=yes,colours=RY"});
    let room = server.order(&json!({"line": line}));
    let mut players: Vec<_> = room.keys.iter().map(|key| server.join(&room, key)).collect();
    players[1].say(&json!({"do": "resign"}));
    let told = players[0].wait_for(|room| !room["over"].is_null());
    assert_eq!(told["over"]["returns"], json!([1.0, -1.0, 1.0, -1.0]), "{told}");
}

/// Under the Jacoby rule a gammon counts once while the cube is in the middle.
#[test]
fn a_resigned_gammon_costs_one_point_by_the_jacoby_rule() {
    let server = Server::board(&[]);
    let line = json!({"game": "tryktrak", "variant": "jacoby=yes", "steps": ["dice:31"]});
    let room = server.order(&json!({"line": line}));
    let mut both = [&room.keys[0], &room.keys[1]].map(|key| server.join(&room, key));
    both[0].say(&json!({"do": "resign", "stake": "gammon"}));
    let told = both[1].wait_for(|room| !room["over"].is_null());
    assert_eq!(told["over"]["returns"], json!([-1.0, 1.0]), "{told}");
    assert_eq!(told["over"]["told"], "p2win 1");
}
