//! Rooms without a network: the test says what time it is, and reads what would be sent.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::order::Act;
use super::room::{GuestId, KeptRoom, Room};
use super::shelf::Shelf;
use super::socket::parse;

/// A room with its guests, at a time of its own.
struct Party {
    room: Room,
    keys: Vec<String>,
    now: Instant,
    /// The last messages to each guest, by the word that they begin with.
    heard: Vec<(GuestId, Value)>,
    kept: Option<String>,
}

impl Party {
    fn new(order: Value) -> Self {
        let order = serde_json::from_value(order).expect("an order");
        let room = Room::new(&order).expect("a room can be made of it");
        Self::of(room)
    }

    fn of(room: Room) -> Self {
        let secrets = room.secrets();
        let keys = secrets["keys"].as_array().expect("a list of keys");
        let key = |key: &Value| key.as_str().unwrap_or_default().to_owned();
        let mut keys: Vec<String> = keys.iter().map(key).collect();
        keys.push(key(&secrets["watch"]));
        let mut party = Self {
            room,
            keys,
            now: Instant::now(),
            heard: Vec::new(),
            kept: None,
        };
        party.settle();
        party
    }

    /// Two persons at a game.
    fn of_two(game: &str, variant: &str, more: &Value) -> Self {
        let mut order = json!({"line": {"game": game, "variant": variant}});
        for (key, value) in more.as_object().into_iter().flatten() {
            order[key] = value.clone();
        }
        let mut party = Self::new(order);
        party.join(1);
        party.join(2);
        party
    }

    /// The guest of a seat comes; his number is that of the seat where he sat down first.
    fn join(&mut self, seat: usize) {
        let key = self.keys[seat - 1].clone();
        let joined = self.room.join(seat as GuestId, &key, None, self.now);
        joined.expect("there is room for him");
        self.settle();
    }

    /// What has happened is told, kept and thought about.
    fn settle(&mut self) {
        loop {
            let effects = self.room.effects(self.now);
            self.kept = effects.keep.or(self.kept.take());
            for (guest, text) in effects.messages {
                let message = serde_json::from_str(&text).expect("messages are JSON");
                self.heard.push((guest, message));
            }
            if effects.jobs.is_empty() {
                return;
            }
            for mut job in effects.jobs {
                job.limits.nodes = Some(200);
                let found = job.think(&ludex_search::StopFlag::default());
                self.room.answer(&job, found, self.now);
            }
        }
    }

    /// A guest does something; what he is told of it if it is wrong.
    fn does(&mut self, guest: usize, act: &Value) -> Option<String> {
        let act: Act = serde_json::from_value(act.clone()).expect("an act");
        let answer = self.room.obey(guest as GuestId, &act, self.now);
        self.settle();
        answer.map(|answer| answer["text"].as_str().unwrap_or_default().to_owned())
    }

    fn do_all(&mut self, acts: &[(usize, Value)]) {
        for (guest, act) in acts {
            assert_eq!(self.does(*guest, act), None, "{act}");
        }
    }

    fn moves(&mut self, moves: &[(usize, &str)]) {
        for (guest, text) in moves {
            assert_eq!(
                self.does(*guest, &json!({"do": "move", "move": text})),
                None
            );
        }
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
        self.room.tick(self.now);
        self.settle();
    }

    /// The room as a guest was told last.
    fn state(&self, guest: usize) -> &Value {
        let mut told = self.heard.iter().rev();
        let told = told.find(|(to, message)| *to == guest as GuestId && !message["room"].is_null());
        &told.expect("he was told").1["room"]
    }

    fn steps(&self) -> usize {
        let steps = self.state(1)["line"]["steps"].as_array();
        steps.map(Vec::len).expect("a line has steps")
    }
}

/// White has a road with the last of them.
const ROAD: &[(usize, &str)] = &[(1, "a1"), (2, "c3"), (1, "b3"), (2, "b1"), (1, "a3")];

#[test]
fn a_whole_game_of_two_persons() {
    let mut party = Party::of_two("takt", "size=3", &json!({"seats": [{"name": "Ann"}]}));
    assert_eq!(party.state(1)["you"], 1);
    assert_eq!(party.state(2)["you"], 2);
    assert_eq!(party.state(2)["seats"][0]["name"], "Ann");
    let wrong = party.does(2, &json!({"do": "move", "move": "a1"}));
    assert!(
        wrong
            .expect("it is not his turn")
            .contains("player 1 is to move")
    );
    party.moves(ROAD);
    let over = &party.state(2)["over"];
    assert_eq!(
        (&over["result"], &over["how"]),
        (&json!("p1win"), &json!("board"))
    );
    let wrong = party.does(2, &json!({"do": "move", "move": "c1"}));
    assert!(wrong.expect("the game is over").contains("over"));
    assert!(!party.room.secrets().to_string().contains("null"));
}

#[test]
fn who_looks_on_sees_and_does_nothing() {
    let mut party = Party::of_two("takt", "size=3", &Value::Null);
    party.join(3);
    assert_eq!(party.state(3)["you"], Value::Null);
    assert_eq!(party.state(1)["watching"], 1);
    for act in [json!({"do": "move", "move": "a1"}), json!({"do": "resign"})] {
        assert!(
            party
                .does(3, &act)
                .expect("he has no seat")
                .contains("seat")
        );
    }
    let wrong = party
        .room
        .join(9, "0123456789abcdef0123456789abcdef", None, party.now);
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
    // Nobody's clock runs before all are there.
    party.wait(Duration::from_secs(100));
    assert_eq!(party.state(1)["clocks_ms"], json!([60_000, 60_000]));
    party.join(2);
    assert_eq!(party.state(1)["running"], 1);
    party.wait(Duration::from_secs(10));
    party.moves(&[(1, "a1")]);
    assert_eq!(party.state(1)["clocks_ms"], json!([52_000, 60_000]));
    assert_eq!(party.state(1)["running"], 2);
    // Who talks does not stop it, and what he may not do neither.
    party.wait(Duration::from_secs(30));
    party.do_all(&[(2, json!({"do": "name", "name": "Bob"}))]);
    assert!(
        party
            .does(1, &json!({"do": "move", "move": "b2"}))
            .is_some()
    );
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
fn draws_are_offered_declined_and_agreed_on() {
    let mut party = Party::of_two("takt", "size=5", &Value::Null);
    party.moves(&[(1, "a1")]);
    party.do_all(&[(1, json!({"do": "offer_draw"}))]);
    assert_eq!(party.state(2)["offers"]["draw"], 1);
    party.do_all(&[(2, json!({"do": "decline_draw"}))]);
    assert_eq!(party.state(2)["offers"]["draw"], Value::Null);
    assert!(party.does(2, &json!({"do": "accept_draw"})).is_some());
    // An offer is for the position at which it was made.
    party.do_all(&[
        (2, json!({"do": "offer_draw"})),
        (2, json!({"do": "move", "move": "e5"})),
    ]);
    assert_eq!(party.state(2)["offers"]["draw"], Value::Null);
    party.do_all(&[
        (2, json!({"do": "offer_draw"})),
        (1, json!({"do": "accept_draw"})),
    ]);
    let over = &party.state(1)["over"];
    assert_eq!(
        (&over["result"], &over["how"]),
        (&json!("draw"), &json!("agreement"))
    );
    let mut dice = Party::of_two("tryktrak", "", &Value::Null);
    assert!(dice.does(1, &json!({"do": "offer_draw"})).is_some());
}

#[test]
fn moves_are_taken_back_if_the_other_agrees() {
    let mut party = Party::of_two("takt", "size=5", &Value::Null);
    assert!(party.does(1, &json!({"do": "takeback"})).is_some());
    party.moves(&[(1, "a1"), (2, "e5"), (1, "b1")]);
    party.do_all(&[(1, json!({"do": "takeback"}))]);
    assert_eq!(
        (party.steps(), &party.state(2)["offers"]["takeback"]),
        (3, &json!(1))
    );
    party.do_all(&[(2, json!({"do": "accept_takeback"}))]);
    assert_eq!(
        (party.steps(), &party.state(2)["status"]["to_move"]),
        (2, &json!(1))
    );
    // Whose turn it is takes back the other's move too.
    party.do_all(&[
        (1, json!({"do": "takeback"})),
        (2, json!({"do": "accept_takeback"})),
    ]);
    assert_eq!(
        (party.steps(), &party.state(2)["status"]["to_move"]),
        (0, &json!(1))
    );
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
    let hint = party
        .heard
        .iter()
        .find(|(_, message)| !message["said"]["hint"].is_null());
    let hint = &hint.expect("he is told").1["said"]["hint"]["move"];
    let hint = hint.as_str().expect("a move").to_owned();
    party.moves(&[(1, &hint)]);
    assert_eq!(party.steps(), 4);
    party.do_all(&[(1, json!({"do": "takeback"}))]);
    assert_eq!(party.steps(), 2);
    party.do_all(&[(1, json!({"do": "resign"}))]);
    assert_eq!(party.state(1)["over"]["result"], "p2win");
    // The engine plays again at once, with the seats swapped.
    party.do_all(&[(1, json!({"do": "rematch"}))]);
    assert_eq!(
        (&party.state(1)["you"], &party.state(1)["over"]),
        (&json!(2), &Value::Null)
    );
    assert_eq!(party.steps(), 1);
    // Against a person nobody gets a hint.
    let mut two = Party::of_two("takt", "size=5", &Value::Null);
    assert!(two.does(1, &json!({"do": "hint"})).is_some());
}

#[test]
fn the_engine_does_not_think_for_nobody() {
    let seats = json!([{"who": "engine", "level": 1}, {"who": "engine", "level": 1}]);
    let mut party =
        Party::new(json!({"line": {"game": "takt", "variant": "size=3"}, "seats": seats}));
    assert!(party.room.effects(party.now).jobs.is_empty());
    party.join(3);
    assert!(!party.state(3)["over"].is_null());
}

#[test]
fn a_match_goes_on_after_a_game_was_given_up() {
    let mut party = Party::of_two("tryktrak", "length=3", &Value::Null);
    assert_eq!(party.state(1)["missing"], Value::Null, "the server throws");
    let first = party.state(1)["status"]["to_move"]
        .as_u64()
        .expect("somebody is to move");
    party.do_all(&[(first as usize, json!({"do": "resign", "stake": "single"}))]);
    assert_eq!(party.state(1)["over"], Value::Null);
    assert_eq!(party.state(1)["match"].as_array().map(Vec::len), Some(1));
    assert!(
        party
            .does(1, &json!({"do": "resign", "stake": "double"}))
            .is_some()
    );
    party.do_all(&[(first as usize, json!({"do": "resign", "stake": "gammon"}))]);
    let over = party.state(1)["over"].clone();
    assert_eq!(over["how"], "resignation");
    assert_eq!(over["player"], json!(first));
    party.do_all(&[(1, json!({"do": "rematch"})), (2, json!({"do": "rematch"}))]);
    assert_eq!(party.state(1)["over"], Value::Null);
    assert_eq!(party.state(1)["you"], 2);
}

#[test]
fn dice_may_be_entered() {
    let mut party = Party::of_two("tryktrak", "", &json!({"dice": "entered"}));
    assert!(party.state(1)["missing"].is_string());
    assert!(
        party
            .does(1, &json!({"do": "move", "move": "13/10"}))
            .is_some()
    );
    assert!(
        party
            .does(1, &json!({"do": "event", "event": "dice:77"}))
            .is_some()
    );
    party.do_all(&[(1, json!({"do": "event", "event": "dice:31"}))]);
    assert_eq!(party.state(1)["missing"], Value::Null);
    assert!(
        party
            .does(1, &json!({"do": "event", "event": "dice:31"}))
            .is_some()
    );
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
            let line = party.state(1)["line"].clone();
            let line: crate::serve::line::Line = serde_json::from_value(line).expect("a line");
            let first = line
                .open()
                .expect("it is legal")
                .legal_moves()
                .swap_remove(0);
            party.moves(&[(guest, &first)]);
        }
    }
    party.do_all(&[
        (2, json!({"do": "takeback"})),
        (1, json!({"do": "accept_takeback"})),
    ]);
    assert_eq!(party.steps(), 8);
    party.do_all(&[
        (3, json!({"do": "accept_takeback"})),
        (4, json!({"do": "accept_takeback"})),
    ]);
    assert_eq!(party.steps(), 5);
    assert!(party.does(1, &json!({"do": "offer_draw"})).is_some());
}

/// A room as it comes back from its file.
fn again(party: &Party) -> Party {
    let kept = party.kept.as_ref().expect("it is kept");
    let kept: KeptRoom = serde_json::from_str(kept).expect("as it was written");
    Party::of(Room::from_kept(kept).expect("it can be read"))
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let mut party = Party::of_two("tryktrak", "length=5", &json!({"clock": "5m+3s"}));
    let first = party.state(1)["status"]["to_move"]
        .as_u64()
        .expect("somebody is to move");
    party.do_all(&[(first as usize, json!({"do": "resign"}))]);
    party.wait(Duration::from_secs(20));
    party.do_all(&[(2, json!({"do": "name", "name": "Bob"}))]);
    let mut back = again(&party);
    assert_eq!(back.keys, party.keys);
    // The clocks stood while the server was down.
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
fn people_play_in_real_time() {
    let variant = "mode=gobble,players=4";
    let mut party =
        Party::new(json!({"real_time": {"game": "tantrix", "variant": variant, "bots": 2}}));
    party.join(1);
    let turn = json!({"do": "act", "line": "turn"});
    assert!(
        party
            .does(1, &turn)
            .expect("it has not begun")
            .contains("begun")
    );
    party.join(2);
    assert_eq!(party.state(1)["begun"], true);
    for second in 0..20 {
        party.wait(Duration::from_secs(1));
        for guest in [1, 2] {
            let line = ["turn", "discard"][second % 2];
            let _ = party.does(guest, &json!({"do": "act", "line": line}));
        }
    }
    let seen = party
        .heard
        .iter()
        .rev()
        .find(|(_, message)| !message["real_time"].is_null());
    let seen = &seen.expect("they are told").1["real_time"];
    assert!(
        seen["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    assert!(seen["position"].is_null(), "it tells what lies face down");
    let stories = party
        .heard
        .iter()
        .flat_map(|(_, message)| message["real_time"]["story"].as_array());
    assert!(
        stories.flatten().any(|said| said["player"] == 3),
        "bots play too"
    );
    // All of it comes back from the file, at the same point.
    let mut back = again(&party);
    back.join(1);
    back.join(2);
    back.join(5);
    let facts = |party: &Party| {
        let mut told = party.heard.iter().rev();
        let told = told.find(|(to, message)| *to == 2 && !message["real_time"].is_null());
        told.map(|(_, message)| message["real_time"]["facts"].clone())
    };
    assert!(facts(&back).is_some());
    assert_eq!(facts(&back), facts(&party));
    back.do_all(&[(1, json!({"do": "resign"})), (2, json!({"do": "resign"}))]);
    for _ in 0..3_000 {
        back.wait(Duration::from_secs(1));
    }
    assert_eq!(back.state(5)["over"]["over"], true);
}

#[test]
fn files_of_rooms_are_read_back_and_damaged_ones_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Shelf::open(folder.path()).expect("it can be used");
    let mut party = Party::of_two("takt", "size=3", &Value::Null);
    party.moves(&ROAD[..3]);
    let kept = party.kept.clone().expect("it is kept");
    shelf
        .write(&party.room.id, &kept)
        .expect("it can be written");
    let damaged = [
        ("room-1.json", "{"),
        ("room-2.json", ""),
        ("room-3.json", &kept),
        ("room-4.json", &kept[..kept.len() / 2]),
        ("room-5.json", &kept.replace("\"b3\"", "\"z9\"")),
        ("room-6.json", &kept.replace("size=3", "size=4")),
    ];
    for (name, text) in damaged {
        std::fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let (rooms, errors) = shelf.rooms(100).expect("the folder can be read");
    assert_eq!((rooms.len(), errors.len()), (1, damaged.len()));
    assert_eq!(rooms[0].id, party.room.id);
    for (name, text) in damaged {
        let left = std::fs::read_to_string(folder.path().join(name));
        assert_eq!(left.expect("it is still there"), text);
        assert!(
            errors.iter().any(|error| error.place.contains(name)),
            "{name}: {errors:?}"
        );
    }
}

#[test]
fn orders_that_make_no_sense_are_refused() {
    let takt = json!({"game": "takt"});
    let gobble = json!({"game": "tantrix", "variant": "mode=gobble,players=3", "bots": 4});
    for order in [
        json!({}),
        json!({"line": {"game": "chess"}}),
        json!({"line": {"game": "takt", "steps": ["z9"]}}),
        json!({"line": takt, "seats": [{}, {}, {}]}),
        json!({"line": takt, "clock": "soon"}),
        json!({"line": takt, "seats": [{"who": "person", "level": 3}]}),
        json!({"line": takt, "real_time": gobble}),
        json!({"real_time": gobble}),
        json!({"real_time": {"game": "tantrix"}}),
        json!({"real_time": {"game": "takt"}}),
        json!({"line": {"game": "tantrix", "variant": "mode=gobble"}}),
    ] {
        let read = serde_json::from_value(order.clone());
        assert!(Room::new(&read.expect("an order")).is_err(), "{order}");
    }
    for order in [
        json!({"dice": "loaded"}),
        json!({"seats": [{"level": 11}]}),
        json!({"x": 1}),
    ] {
        assert!(
            serde_json::from_value::<super::order::Order>(order.clone()).is_err(),
            "{order}"
        );
    }
}

/// A hundred thousand messages of every kind of nonsense, the same in every run: each is an answer, and none is a panic.
#[test]
fn nonsense_is_answered() {
    let mut party = Party::of_two("quoridor", "", &Value::Null);
    let words = [
        "{",
        "}",
        "\"do\"",
        ":",
        "\"move\"",
        ",",
        "\"a1\"",
        "null",
        "[",
        "]",
        "\"resign\"",
        "1e999",
        "\"stake\"",
        "\"name\"",
        "\"\\u0000\"",
        "\"act\"",
        "\"line\"",
        "\"turn\"",
        " ",
        "\u{1F600}",
        "{\"do\":\"move\",\"move\":\"",
        "{\"do\":\"event\",\"event\":\"",
        "\"}",
        "e2",
        "\\ud800",
    ];
    let mut state = 1_u64;
    let mut n_acts = 0;
    for _ in 0..100_000 {
        let mut text = String::new();
        for _ in 0..(state >> 60) {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(words[(state >> 33) as usize % words.len()]);
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        if let Ok(act) = parse::<Act>(&text) {
            n_acts += 1;
            party.room.obey(1, &act, party.now);
            party.settle();
            party.heard.clear();
        }
    }
    assert!(n_acts > 20, "{n_acts}");
}
