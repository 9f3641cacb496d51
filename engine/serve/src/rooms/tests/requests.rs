//! Invalid requests and messages.

use serde_json::{Value, json};

use super::super::request::{Action, RoomRequest};
use super::super::room::Room;
use super::super::socket::parse;
use super::Party;

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
        json!({"line": takt, "clock": "1ms"}),
        json!({"line": takt, "clock": "25h"}),
        json!({"line": takt, "clock": "5m+2h"}),
        json!({"line": takt, "clock": format!("{}5m", "0".repeat(10_000))}),
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
    for order in [json!({"dice": "loaded"}), json!({"seats": [{"level": 11}]}), json!({"x": 1})] {
        assert!(serde_json::from_value::<RoomRequest>(order.clone()).is_err(), "{order}");
    }
}

/// A hundred thousand malformed messages, the same in every run: each gets an answer, and no message causes a panic.
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
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if let Ok(act) = parse::<Action>(&text) {
            n_acts += 1;
            party.room.handle_action(1, &act, party.now);
            party.settle();
            party.received.clear();
        }
    }
    assert!(n_acts > 20, "{n_acts}");
}

#[test]
fn invalid_actions_get_readable_errors() {
    let act = "an object that says what is done, such as {\"do\": \"roll\"}";
    for (text, expected) in [
        ("1", act),
        ("null", act),
        ("{\"do\": 5}", "a word"),
        ("[]", "do is missing"),
        ("{}", "do is missing"),
    ] {
        let shown = parse::<Action>(text).expect_err(text).to_json();
        let message = shown["error"]["message"].as_str().expect("a text");
        assert!(message.contains(expected), "{text}: {shown}");
        for word in ["enum", "Act", "tagged", "variant"] {
            assert!(!shown.to_string().contains(word), "{text}: {shown}");
        }
    }
}
