//! The limits of rooms: no client can hold up the others.

use serde_json::{Value, json};
use tungstenite::Message;

use super::{Server, Socket};
use crate::program::Folder;

#[test]
fn pages_of_strangers_come_into_no_room() {
    let server = Server::board(&[]);
    let room = server.order(&json!({"line": {"game": "takt"}}));
    let own = format!("http://127.0.0.1:{}", server.port);
    let check = |headers: &[(&'static str, &str)], status: u16| {
        let opened = server.open(&room.path(), headers);
        assert_eq!(opened.err().unwrap_or(101), status, "{headers:?}");
    };
    check(&[], 101);
    check(&[("Origin", &own)], 101);
    check(&[("Origin", "http://evil.example")], 403);
    check(&[("Origin", "null")], 403);
    check(&[("Sec-Fetch-Site", "cross-site")], 403);
    check(&[("Host", "evil.example")], 421);
    assert_eq!(server.open("/api/rooms/0000/socket", &[]).err(), Some(404));
}

#[test]
fn orders_are_read_strictly() {
    let server = Server::board(&[]);
    for (order, place) in [
        (json!({}), "room"),
        (json!({"line": {"game": "chess"}}), "game"),
        (json!({"line": {"game": "takt"}, "clock": "now"}), "clock"),
        (json!({"line": {"game": "takt", "steps": ["z9"]}}), "step 1"),
        (json!({"real_time": {"game": "takt"}}), "variant"),
    ] {
        let (status, told) = server.post("/api/rooms", &order);
        assert_eq!((status, &told["error"]["place"]), (400, &json!(place)), "{told}");
    }
}

fn receive_error(socket: &mut Socket) -> Value {
    socket.next_message("error")
}

#[test]
fn nonsense_is_answered_and_the_game_goes_on() {
    let server = Server::board(&[]);
    let room = server.order(&json!({"line": {"game": "takt", "variant": "size=3"}}));
    let wrong_joins =
        ["", "{}", "null", "{\"join\":{}}", "{\"join\":{\"key\":\"x\"}}", "{\"do\":\"resign\"}"];
    for text in wrong_joins {
        let mut socket = server.open(&room.path(), &[]).expect("it is opened");
        socket.text(text);
        receive_error(&mut socket);
        assert_eq!(socket.receive(), None, "{text}");
    }
    let mut one = server.join(&room, &room.keys[0]);
    let mut other = server.join(&room, &room.keys[1]);
    let nonsense = [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "\"do\"",
        "{\"do\":1}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"move\"}",
        "{\"do\":\"move\",\"move\":7}",
        "{\"join\":{\"key\":\"x\"}}",
        "\u{0}",
        "{\"do\":\"name\",\"name\":null}",
    ];
    for round in 0..200 {
        for text in nonsense {
            one.text(text);
            receive_error(&mut one);
        }
        if round == 100 {
            one.say(&json!({"do": "move", "move": "a1"}));
            other.wait_for_steps(1);
        }
    }
    other.say(&json!({"do": "move", "move": "c3"}));
    one.wait_for_steps(2);
}

#[test]
fn long_messages_and_bytes_end_the_connection_alone() {
    let server = Server::board(&[]);
    let room = server.order(&json!({"line": {"game": "takt", "variant": "size=3"}}));
    let mut other = server.join(&room, &room.keys[1]);
    for message in [Message::text("x".repeat(100_000)), Message::binary(vec![0; 10])] {
        let mut one = server.join(&room, &room.keys[0]);
        one.next_message("room");
        let _ = one.0.send(message);
        while one.receive().is_some() {}
        other.wait_for(|room| room["seats"][0]["here"] == false);
    }
}

/// One client sends more than the server reads, and never reads the answers. The other clients continue to play.
#[test]
fn a_flood_does_not_delay_others() {
    let server = Server::board(&[]);
    let room = server.order(&json!({"line": {"game": "takt", "variant": "size=3"}}));
    let mut one = server.join(&room, &room.keys[0]);
    let mut other = server.join(&room, &room.keys[1]);
    let mut flood = server.join(&room, &room.watch);
    flood.next_message("room");
    let stream = flood.0.get_ref().try_clone().expect("a socket");
    stream.set_nonblocking(true).expect("a socket");
    for _ in 0..20_000 {
        if flood.0.send(Message::text("{\"do\":\"resign\"}")).is_err() {
            break;
        }
    }
    for (number, text) in ["a1", "c3", "b3", "b1", "a3"].into_iter().enumerate() {
        let mover = if number % 2 == 0 { &mut one } else { &mut other };
        mover.say(&json!({"do": "move", "move": text}));
        one.wait_for_steps(number + 1);
        other.wait_for_steps(number + 1);
    }
}

#[test]
fn a_server_with_a_token_wants_it_in_the_first_message() {
    let token = "correct-horse-battery";
    let server = Server::board(&["--token", token]);
    let order = json!({"line": {"game": "takt"}});
    let (status, _) = server.post("/api/rooms", &order);
    assert_eq!(status, 403);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let (status, told) = server.post_with("/api/rooms", &order, &bearer);
    assert_eq!(status, 200, "{told}");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let (id, key) = (text(&told["room"]), text(&told["keys"][0]));
    let path = format!("/api/rooms/{id}/socket");
    for (token, is_let_in) in
        [(json!(null), false), (json!("another"), false), (json!(token), true)]
    {
        let mut socket = server.open(&path, &[]).expect("it is opened");
        socket.say(&json!({"join": {"key": key, "token": token}}));
        if is_let_in {
            assert_eq!(socket.next_message("room")["you"], 1);
        } else {
            assert_eq!(receive_error(&mut socket)["place"], "token");
            assert_eq!(socket.receive(), None);
        }
    }
}

/// A client that creates one room after another loses rooms that no guest has joined, but no game is lost.
#[test]
fn rooms_have_a_limit_and_games_under_way_stay() {
    let folder = Folder::new("limit");
    let server = Server::board(&["--state", folder.name()]);
    let order = json!({"line": {"game": "takt", "variant": "size=3"}});
    let room = server.order(&order);
    let mut guest = server.join(&room, &room.keys[0]);
    guest.say(&json!({"do": "move", "move": "a1"}));
    guest.wait_for_steps(1);
    drop(guest);
    for _ in 0..199 {
        server.order(&order);
    }
    for _ in 0..10 {
        let (status, told) = server.post("/api/rooms", &order);
        assert_eq!(status, 200, "{told}");
    }
    let mut guest = server.join(&room, &room.keys[0]);
    guest.wait_for_steps(1);
    let file = folder.path(&format!("room-{}.json", room.id));
    assert!(std::fs::metadata(file).is_ok());
}
