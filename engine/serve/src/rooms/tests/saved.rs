//! Tests of saved rooms and of real-time games.

use std::time::Duration;

use ludex_kit::InputError;
use serde_json::{Value, json};

use super::super::room::{Room, SavedRoom};
use super::super::store::RoomStore;
use super::{Party, ROAD};

/// A room restored from its file.
fn again(party: &Party) -> Party {
    let kept = party.kept.as_ref().expect("the room was saved");
    let kept: SavedRoom = serde_json::from_str(kept).expect("the room in its file format");
    Party::with_room(Room::from_saved(kept).expect("the room can be restored"))
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let mut party = Party::of_two("tryktrak", "length=5", &json!({"clock": "5m+3s"}));
    let first = party.state(1)["status"]["to_move"].as_u64().expect("it is a player's turn");
    // The first move starts the clocks.
    party.first_legal_move(first as usize);
    party.do_all(&[(first as usize, json!({"do": "resign"}))]);
    party.wait(Duration::from_secs(20));
    party.do_all(&[(2, json!({"do": "name", "name": "Bob"}))]);
    let mut back = again(&party);
    assert_eq!(back.keys, party.keys);
    // The clocks were stopped while the server was down.
    back.now += Duration::from_secs(1000);
    back.join(1);
    back.join(2);
    for part in ["line", "status", "clocks_ms", "match", "seats", "over"] {
        assert_eq!(back.state(2)[part], party.state(2)[part], "{part}");
    }
    back.wait(Duration::from_secs(400));
    assert_eq!(back.state(1)["over"]["how"], "time");
    let mut over = again(&back);
    over.join(1);
    assert_eq!(over.state(1)["over"], back.state(1)["over"]);
}

#[test]
fn clocks_still_wait_for_the_first_move_after_a_restart() {
    let party = Party::of_two("takt", "size=3", &json!({"clock": "60s+2s"}));
    let mut back = again(&party);
    back.join(1);
    back.join(2);
    back.wait(Duration::from_secs(100));
    assert_eq!(back.state(1)["running"], Value::Null);
    back.moves(&ROAD[..1]);
    assert_eq!(back.state(1)["running"], 2);
    // In a room that an earlier version saved, the clocks run when the players are back.
    let kept = party.kept.as_ref().expect("the room was saved");
    assert!(kept.contains("\"clocks_wait\":true"), "{kept}");
    let kept = SavedRoom::read(kept.replace("\"clocks_wait\":true,", "").as_bytes());
    let mut old = Party::with_room(Room::from_saved(kept.expect("a room")).expect("a room"));
    old.join(1);
    old.join(2);
    assert_eq!(old.state(1)["running"], 1);
}

#[test]
fn offers_wait_until_the_other_player_is_back() {
    let mut party = Party::of_two("takt", "size=3", &json!({}));
    party.moves(&ROAD[..2]);
    party.do_all(&[(1, json!({"do": "offer_draw"}))]);
    let mut back = again(&party);
    back.join(2);
    assert_eq!(back.state(2)["offers"]["draw"], 1);
    back.do_all(&[(2, json!({"do": "accept_draw"}))]);
    assert_eq!(back.state(2)["over"]["how"], "agreement");
    back.do_all(&[(2, json!({"do": "rematch"}))]);
    let mut back = again(&back);
    back.join(1);
    assert_eq!(back.state(1)["offers"]["rematch"], 2);
    back.do_all(&[(1, json!({"do": "rematch"}))]);
    assert_eq!(back.state(1)["over"], Value::Null);
    // A draw offer to an engine does not survive a restart.
    let seats = json!([{"who": "person"}, {"who": "engine", "level": 3}]);
    let mut party = Party::new(json!({"line": {"game": "takt"}, "seats": seats}));
    party.join(1);
    party.moves(&[(1, "a1")]);
    let mut kept: Value =
        serde_json::from_str(party.kept.as_ref().expect("the room was saved")).expect("JSON");
    for (player, is_read) in [(1, true), (3, false), (0, false)] {
        kept["table"]["offers"] = json!([{"by": player, "agreed": [player]}, null, null]);
        let room = SavedRoom::read(kept.to_string().as_bytes()).and_then(Room::from_saved);
        assert_eq!(room.is_ok(), is_read, "{player}");
        if let Ok(room) = room {
            let mut back = Party::with_room(room);
            back.join(1);
            assert_eq!(back.state(1)["offers"]["draw"], Value::Null);
        }
    }
}

#[test]
fn people_play_in_real_time() {
    let variant = "mode=gobble,players=4";
    let mut party =
        Party::new(json!({"real_time": {"game": "tantrix", "variant": variant, "bots": 2}}));
    party.join(1);
    let turn = json!({"do": "act", "line": "turn"});
    assert!(
        party
            .does(1, &turn)
            .expect("an error: the game has not begun")
            .contains("the game begins when")
    );
    party.join(2);
    assert_eq!(party.state(1)["begun"], true);
    let early = party.does(1, &turn).expect("an error: the countdown is running");
    assert!(early.contains("countdown"), "{early}");
    party.wait(Duration::from_secs(3));
    for second in 0..20 {
        party.wait(Duration::from_secs(1));
        for guest in [1, 2] {
            let line = ["turn", "discard"][second % 2];
            let _ = party.does(guest, &json!({"do": "act", "line": line}));
        }
    }
    let seen = party.received.iter().rev().find(|(_, message)| !message["real_time"].is_null());
    let seen = &seen.expect("the players receive a message").1["real_time"];
    assert!(seen["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    assert!(seen["position"].is_null(), "players must not receive the face-down tiles");
    let stories =
        party.received.iter().filter_map(|(_, message)| message["real_time"]["story"].as_array());
    assert!(stories.flatten().any(|said| said["player"] == 3), "simulated players act as well");
    // The file restores the game exactly as it was, and the players are informed about the restart.
    let mut back = again(&party);
    back.join(1);
    back.join(2);
    for guest in [1, 2] {
        let mut messages = back.received.iter().filter(|(to, _)| *to == guest);
        let is_informed = messages.any(|(_, message)| {
            let mut story = message["real_time"]["story"].as_array().into_iter().flatten();
            story.any(|said| said["player"].is_null() && said["text"].is_string())
        });
        assert!(is_informed, "player {guest}");
    }
    back.join(5);
    let facts = |party: &Party| {
        let mut messages = party.received.iter().rev();
        let messages = messages.find(|(to, message)| *to == 2 && !message["real_time"].is_null());
        messages.map(|(_, message)| message["real_time"]["facts"].clone())
    };
    assert!(facts(&back).is_some());
    assert_eq!(facts(&back), facts(&party));
    back.wait(Duration::from_secs(3));
    back.do_all(&[(1, json!({"do": "resign"})), (2, json!({"do": "resign"}))]);
    for _ in 0..3_000 {
        back.wait(Duration::from_secs(1));
    }
    assert_eq!(back.state(5)["over"]["over"], true);
    // The whole game can be replayed, also by a spectator.
    let mut messages = back.received.iter().rev();
    let last = messages.find(|(to, message)| *to == 5 && message["real_time"].is_object());
    let history = &last.expect("a spectator receives the end").1["real_time"]["history"];
    let history = history.as_array().expect("a list of events");
    let n_laid = history.iter().filter(|event| event["event"] == "lays").count();
    assert!(n_laid > 20, "{n_laid} of {}", history.len());
    // Another game begins when all people want it.
    back.do_all(&[(1, json!({"do": "rematch"}))]);
    assert_eq!(back.state(2)["again"], json!([1]));
    assert_eq!(back.state(2)["over"]["over"], true);
    back.do_all(&[(2, json!({"do": "rematch"}))]);
    assert_eq!((&back.state(2)["over"], &back.state(2)["again"]), (&Value::Null, &json!([])));
    back.wait(Duration::from_secs(3));
    assert_eq!(back.does(1, &turn).as_deref(), Some(""));
}

/// Needless spaces are not stored, and an action that is too long is refused.
#[test]
fn actions_and_requests_are_saved_in_few_bytes() {
    let blanks = " ".repeat(10_000);
    let variant = format!("mode=gobble,{blanks}players=2");
    let order = json!({"real_time": {"game": "tantrix", "variant": variant}});
    let mut party = Party::new(order);
    party.join(1);
    party.join(2);
    party.wait(Duration::from_secs(3));
    let turn = json!({"do": "act", "line": format!("{blanks}turn{blanks}1{blanks}")});
    for guest in [1, 2] {
        // The player sees the tile that they turned up.
        assert_eq!(party.does(guest, &turn).as_deref(), Some(""));
    }
    let kept = party.kept.as_ref().expect("the room was saved");
    assert!(kept.contains("\"turn 1\"") && kept.len() < 2_000, "{kept}");
    let _ = again(&party);
    let long = json!({"do": "act", "line": format!("turn {}1", "0".repeat(10_000))});
    let refused = party.does(1, &long).expect("an error: the action is too long");
    assert!(refused.len() < 500, "{refused}");
}

#[test]
fn files_of_rooms_are_read_back_and_damaged_ones_are_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = RoomStore::open(folder.path()).expect("the folder can be opened");
    let mut party = Party::of_two("takt", "size=3", &Value::Null);
    party.moves(&ROAD[..3]);
    let kept = party.kept.clone().expect("the room was saved");
    store.write(&party.room.id, &kept).expect("the file can be written");
    let damaged = [
        ("room-1.json", "{"),
        ("room-2.json", ""),
        ("room-3.json", &kept),
        ("room-4.json", &kept[..kept.len() / 2]),
        ("room-5.json", &kept.replace("\"b3\"", "\"z9\"")),
        ("room-6.json", &kept.replace("size=3", "size=4")),
        // When the server starts, it does not replay the games in the files.
        ("room-7.json", "{\"id\""),
    ];
    for (name, text) in damaged {
        std::fs::write(folder.path().join(name), text).expect("the file can be written");
    }
    assert!(store.room("7").is_none());
    let aside = |name: &str| folder.path().join(format!("{name}.damaged"));
    assert!(aside("room-7.json").exists(), "the damage is found when the room is opened");
    let (rooms, errors) = store.rooms().expect("the folder can be read");
    assert_eq!((rooms.len(), errors.len()), (1, damaged.len() - 1));
    assert_eq!(rooms[0].id, party.room.id);
    // A single room can still be loaded later.
    assert!(store.room(&party.room.id).is_some());
    for id in ["1", "3", "0123", "../room-1", ""] {
        assert!(store.room(id).is_none(), "{id}");
    }
    for (name, text) in damaged {
        let left = std::fs::read_to_string(aside(name));
        assert_eq!(left.expect("the file still exists"), text);
        assert!(!folder.path().join(name).exists(), "{name}");
        let is_informed = |error: &InputError| {
            let hint = error.hint.as_deref().unwrap_or_default();
            error.place.contains(name) && hint.contains("renamed to")
        };
        assert!(name == "room-7.json" || errors.iter().any(is_informed), "{name}: {errors:?}");
    }
    // The damaged files have been renamed, so the second time nothing is reported.
    let (rooms, errors) = store.rooms().expect("the folder can be read");
    assert_eq!((rooms.len(), errors.len()), (1, 0));
}
