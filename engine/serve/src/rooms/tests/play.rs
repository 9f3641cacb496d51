//! Actions of seated players.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::room::{GuestId, MOST_AT_A_SEAT, MOST_WATCHERS};
use super::{Party, ROAD};

#[test]
fn a_whole_game_of_two_persons() {
    let mut party = Party::of_two("takt", "size=3", &json!({"seats": [{"name": "Ann"}]}));
    assert_eq!(party.state(1)["you"], 1);
    assert_eq!(party.state(2)["you"], 2);
    assert_eq!(party.state(2)["seats"][0]["name"], "Ann");
    let wrong = party.does(2, &json!({"do": "move", "move": "a1"}));
    assert!(wrong.expect("an error: it is not player 2's turn").contains("player 1 is to move"));
    party.moves(ROAD);
    let over = &party.state(2)["over"];
    assert_eq!((&over["result"], &over["how"]), (&json!("p1win"), &json!("board")));
    let wrong = party.does(2, &json!({"do": "move", "move": "c1"}));
    assert!(wrong.expect("an error: the game is over").contains("over"));
    assert!(!party.room.secrets().to_string().contains("null"));
}

#[test]
fn spectators_see_the_game_but_cannot_act() {
    let mut party = Party::of_two("takt", "size=3", &Value::Null);
    party.join(3);
    assert_eq!(party.state(3)["you"], Value::Null);
    assert_eq!(party.state(1)["watching"], 1);
    for act in [json!({"do": "move", "move": "a1"}), json!({"do": "resign"})] {
        assert!(
            party.does(3, &act).expect("an error: a spectator has no seat").contains("spectators")
        );
    }
    let wrong = party.room.join(9, "0123456789abcdef0123456789abcdef", None, party.now);
    assert!(wrong.is_err());
    party.room.leave(2);
    party.settle();
    assert_eq!(party.state(1)["seats"][1]["here"], false);
}

#[test]
fn a_clock_falls_by_itself() {
    let mut party =
        Party::new(json!({"line": {"game": "takt", "variant": "size=5"}, "clock": "60s+2s"}));
    party.join(1);
    // No clock runs before all players are present.
    party.wait(Duration::from_secs(100));
    assert_eq!(party.state(1)["clocks_ms"], json!([60_000, 60_000]));
    party.join(2);
    // The first move takes no time and earns no increment.
    party.wait(Duration::from_secs(100));
    assert_eq!(party.state(1)["running"], Value::Null);
    assert_eq!(party.room.deadline(), None);
    party.moves(&[(1, "a1")]);
    assert_eq!(party.state(1)["clocks_ms"], json!([60_000, 60_000]));
    assert_eq!(party.state(1)["running"], 2);
    party.wait(Duration::from_secs(10));
    party.moves(&[(2, "e5")]);
    party.wait(Duration::from_secs(10));
    party.moves(&[(1, "b1")]);
    assert_eq!(party.state(1)["clocks_ms"], json!([52_000, 52_000]));
    // Messages and illegal actions do not stop the clock.
    party.wait(Duration::from_secs(22));
    party.do_all(&[(2, json!({"do": "name", "name": "Bob"}))]);
    assert!(party.does(1, &json!({"do": "move", "move": "b2"})).is_some());
    assert_eq!(party.state(1)["clocks_ms"], json!([52_000, 30_000]));
    let deadline = party.room.deadline().expect("a clock runs");
    assert!(deadline > party.now + Duration::from_secs(29));
    party.wait(deadline - party.now);
    let over = &party.state(1)["over"];
    assert_eq!(
        (&over["result"], &over["how"], &over["player"]),
        (&json!("p1win"), &json!("time"), &json!(2))
    );
    assert_eq!(party.room.deadline(), None);
    assert_eq!(party.state(1)["clocks_ms"][1], 0);
}

#[test]
fn phrases_reach_everyone_and_are_limited() {
    let mut party = Party::of_two("takt", "size=3", &Value::Null);
    party.join(3);
    let say = json!({"do": "say", "phrase": "good_luck"});
    party.do_all(&[(2, say.clone())]);
    let heard = json!({"said": {"phrase": {"player": 2, "phrase": "good_luck"}}});
    let guests: Vec<_> = party.received.iter().filter(|(_, said)| *said == heard).collect();
    assert_eq!(guests.iter().map(|(guest, _)| *guest).collect::<Vec<_>>(), [1, 2, 3]);
    for _ in 0..3 {
        assert_eq!(party.does(2, &say), None);
    }
    assert!(party.does(2, &say).expect("an error: too many phrases").contains("wait a moment"));
    assert_eq!(party.does(1, &say), None, "the other player is not affected");
    party.wait(Duration::from_secs(20));
    assert_eq!(party.does(2, &say), None);
    assert!(party.does(3, &say).expect("an error: a spectator").contains("spectators"));
}

#[test]
fn draws_are_offered_declined_and_agreed_on() {
    let mut party = Party::of_two("takt", "size=5", &Value::Null);
    party.moves(&[(1, "a1")]);
    party.do_all(&[(1, json!({"do": "offer_draw"}))]);
    assert_eq!(party.state(2)["offers"]["draw"], 1);
    party.do_all(&[(2, json!({"do": "decline_draw"}))]);
    assert_eq!(party.state(2)["offers"]["draw"], Value::Null);
    assert!(party.does(2, &json!({"do": "accept_draw"})).is_some());
    // An offer ends when the position changes.
    party.do_all(&[(2, json!({"do": "offer_draw"})), (2, json!({"do": "move", "move": "e5"}))]);
    assert_eq!(party.state(2)["offers"]["draw"], Value::Null);
    party.do_all(&[(2, json!({"do": "offer_draw"})), (1, json!({"do": "accept_draw"}))]);
    let over = &party.state(1)["over"];
    assert_eq!((&over["result"], &over["how"]), (&json!("draw"), &json!("agreement")));
    let mut dice = Party::of_two("tryktrak", "", &Value::Null);
    assert!(dice.does(1, &json!({"do": "offer_draw"})).is_some());
}

#[test]
fn moves_are_taken_back_if_the_other_agrees() {
    let mut party = Party::of_two("takt", "size=5", &Value::Null);
    assert!(party.does(1, &json!({"do": "takeback"})).is_some());
    party.moves(&[(1, "a1"), (2, "e5"), (1, "b1")]);
    party.do_all(&[(1, json!({"do": "takeback"}))]);
    assert_eq!((party.steps(), &party.state(2)["offers"]["takeback"]), (3, &json!(1)));
    party.do_all(&[(2, json!({"do": "accept_takeback"}))]);
    assert_eq!((party.steps(), &party.state(2)["status"]["to_move"]), (2, &json!(1)));
    // A player who is to move takes back the opponent's move as well.
    party.do_all(&[(1, json!({"do": "takeback"})), (2, json!({"do": "accept_takeback"}))]);
    assert_eq!((party.steps(), &party.state(2)["status"]["to_move"]), (0, &json!(1)));
    let mut strict = Party::of_two("takt", "size=5", &json!({"takebacks": false}));
    strict.moves(&[(1, "a1")]);
    assert!(strict.does(1, &json!({"do": "takeback"})).is_some());
}

#[test]
fn the_engine_moves_advises_and_gives_moves_back() {
    let seats = json!({"seats": [{"who": "person"}, {"who": "engine", "level": 3}]});
    let mut order = json!({"line": {"game": "takt", "variant": "size=5"}});
    order["seats"] = seats["seats"].clone();
    let mut party = Party::new(order);
    party.join(1);
    assert_eq!(party.state(1)["seats"][1]["level"], 3);
    party.moves(&[(1, "a1")]);
    assert_eq!(party.steps(), 2);
    party.do_all(&[(1, json!({"do": "hint"}))]);
    let hint = party.received.iter().find(|(_, message)| !message["said"]["hint"].is_null());
    let hint = &hint.expect("the player gets a message").1["said"]["hint"]["move"];
    let hint = hint.as_str().expect("a move").to_owned();
    party.moves(&[(1, &hint)]);
    assert_eq!(party.steps(), 4);
    party.do_all(&[(1, json!({"do": "takeback"}))]);
    assert_eq!(party.steps(), 2);
    party.do_all(&[(1, json!({"do": "resign"}))]);
    assert_eq!(party.state(1)["over"]["result"], "p2win");
    // The engine starts another game at once, with swapped seats.
    party.do_all(&[(1, json!({"do": "rematch"}))]);
    assert_eq!((&party.state(1)["you"], &party.state(1)["over"]), (&json!(2), &Value::Null));
    assert_eq!(party.steps(), 1);
    // There are no hints against a person.
    let mut two = Party::of_two("takt", "size=5", &Value::Null);
    assert!(two.does(1, &json!({"do": "hint"})).is_some());
}

#[test]
fn the_engine_does_not_search_without_guests() {
    let seats = json!([{"who": "engine", "level": 1}, {"who": "engine", "level": 1}]);
    let mut party =
        Party::new(json!({"line": {"game": "takt", "variant": "size=3"}, "seats": seats}));
    assert!(party.room.effects(party.now).jobs.is_empty());
    party.join(3);
    assert!(!party.state(3)["over"].is_null());
}

#[test]
fn a_match_continues_after_a_resignation() {
    let mut party = Party::of_two("tryktrak", "length=3", &Value::Null);
    assert_eq!(party.state(1)["missing"], Value::Null, "the server throws");
    let first = party.state(1)["status"]["to_move"].as_u64().expect("it is a player's turn");
    party.do_all(&[(first as usize, json!({"do": "resign", "stake": "single"}))]);
    assert_eq!(party.state(1)["over"], Value::Null);
    assert_eq!(party.state(1)["match"].as_array().map(Vec::len), Some(1));
    assert!(party.does(1, &json!({"do": "resign", "stake": "double"})).is_some());
    party.do_all(&[(first as usize, json!({"do": "resign", "stake": "gammon"}))]);
    let over = party.state(1)["over"].clone();
    assert_eq!(over["how"], "resignation");
    assert_eq!(over["player"], json!(first));
    // A rematch starts only when both players want it.
    party.do_all(&[(1, json!({"do": "rematch"}))]);
    assert_eq!(party.state(2)["offers"]["rematch"], 1);
    party.do_all(&[(2, json!({"do": "decline_rematch"}))]);
    assert_eq!(party.state(1)["offers"]["rematch"], Value::Null);
    assert_eq!(party.state(1)["over"], over);
    assert!(party.does(2, &json!({"do": "decline_rematch"})).is_some());
    party.do_all(&[(1, json!({"do": "rematch"})), (2, json!({"do": "rematch"}))]);
    assert_eq!(party.state(1)["over"], Value::Null);
    assert_eq!(party.state(1)["you"], 2);
}

#[test]
fn dice_may_be_entered() {
    let mut party = Party::of_two("tryktrak", "", &json!({"dice": "entered"}));
    assert!(party.state(1)["missing"].is_string());
    assert!(party.does(1, &json!({"do": "move", "move": "13/10"})).is_some());
    assert!(party.does(1, &json!({"do": "event", "event": "dice:77"})).is_some());
    party.do_all(&[(1, json!({"do": "event", "event": "dice:31"}))]);
    assert_eq!(party.state(1)["missing"], Value::Null);
    assert!(party.does(1, &json!({"do": "event", "event": "dice:31"})).is_some());
}

#[test]
fn four_sit_at_a_table() {
    let mut party = Party::of_two("quoridor", "players=4", &Value::Null);
    for seat in 3..=4 {
        party.join(seat);
    }
    assert_eq!(party.state(4)["you"], 4);
    for _ in 0..2 {
        for guest in 1..=4 {
            party.first_legal_move(guest);
        }
    }
    party.do_all(&[(2, json!({"do": "takeback"})), (1, json!({"do": "accept_takeback"}))]);
    assert_eq!(party.steps(), 8);
    party.do_all(&[(3, json!({"do": "accept_takeback"})), (4, json!({"do": "accept_takeback"}))]);
    assert_eq!(party.steps(), 5);
    assert!(party.does(1, &json!({"do": "offer_draw"})).is_some());
}

#[test]
fn spectators_do_not_use_up_the_places_of_players() {
    let mut party = Party::of_two("takt", "size=5", &json!({}));
    let watch = party.keys.last().expect("the key of the spectators").clone();
    let mut come =
        |guest: GuestId, key: &str| party.room.join(guest, key, None, Instant::now()).is_ok();
    let watchers = (100..400).take_while(|&guest| come(guest, &watch)).count();
    assert_eq!(watchers, MOST_WATCHERS);
    let key = party.keys[1].clone();
    let mut come =
        |guest: GuestId, key: &str| party.room.join(guest, key, None, Instant::now()).is_ok();
    // One tab has already joined.
    let tabs = (1000..1400).take_while(|&guest| come(guest, &key)).count();
    assert_eq!(tabs, MOST_AT_A_SEAT - 1);
    party.room.leave(1000);
    let back = party.room.join(2000, &party.keys[1], None, Instant::now());
    back.expect("a tab can join after another has left");
}
