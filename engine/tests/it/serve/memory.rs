//! Memory of the server, in bytes.
#![cfg(target_os = "linux")]

use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{JSON, Server, line, wait_until};
use super::socket::of_page;
use crate::program::Folder;

const MIB: usize = 1 << 20;
/// The memory that the server may use in addition to that at its start. It is much more than the server needs, but much less than a list of
/// all positions would take.
const ROOM: usize = 120 * MIB;

/// A row of tiles of the maximum length, in a variant in which only loops win: the largest possible board.
fn long_line() -> Value {
    let row = (2..=2_000).map(|row| format!("A{row}+"));
    let steps: Vec<String> = std::iter::once("@0+".to_owned()).chain(row).collect();
    json!({"game": "trax", "variant": "loop=yes", "steps": steps})
}

/// A line of the process status, in bytes.
fn memory(server: &Server, key: &str) -> usize {
    let path = format!("/proc/{}/status", server.child.id());
    let status = std::fs::read_to_string(path).expect("it runs");
    let line = status.lines().find(|line| line.starts_with(key));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    kib.expect("a number").parse::<usize>().expect("a number") << 10
}

fn now(server: &Server) -> usize {
    memory(server, "VmRSS:")
}

fn peak(server: &Server) -> usize {
    memory(server, "VmHWM:")
}

#[test]
fn long_games_take_little_memory() {
    let folder = Folder::new("memory");
    for more in [&[][..], &["--state", folder.name()]] {
        let server = Server::start_with(more);
        let order = json!({"line": long_line()});
        server.ask("/api/rooms", &order);
        let before = now(&server);
        for _ in 0..8 {
            server.ask("/api/rooms", &order);
        }
        assert!(now(&server) < before + ROOM / 2, "{before}: {}", now(&server));
        assert!(peak(&server) < before + ROOM, "{before}: {}", peak(&server));
    }
    // However many rooms are saved, the start takes the memory of only one.
    let server = Server::start_with(&["--state", folder.name()]);
    assert!(peak(&server) < ROOM, "{}", peak(&server));
}

#[test]
fn long_ids_take_no_memory() {
    let server = Server::start();
    let before = now(&server);
    let id = json!(vec![json!({"": 0}); 70_000]);
    let question = json!({"id": id, "line": line("takt", "z9")}).to_string();
    let sockets: Vec<_> = (0..8)
        .map(|_| {
            let mut socket = of_page(&server);
            socket.send(Message::text(&*question)).expect("it is open");
            socket.read().expect("an answer");
            socket
        })
        .collect();
    assert!(now(&server) < before + ROOM, "{before}: {}", now(&server));
    drop(sockets);
}

/// Two flats move to and fro, for the maximum length of a line.
fn long_walk() -> Value {
    let walk = ["h8-", "a1+", "h7+", "a2-"].into_iter().cycle();
    let steps: Vec<&str> = ["a1", "h8"].into_iter().chain(walk).take(1_998).collect();
    json!({"game": "takt", "variant": "size=8", "steps": steps})
}

#[test]
fn a_judgement_of_a_long_game_takes_little_memory() {
    let server = Server::start();
    server.ask("/api/view", &json!({"line": {"game": "trax"}}));
    let before = now(&server);
    let mut line = long_line();
    line["steps"].as_array_mut().expect("a list").truncate(1_000);
    let question = json!({"line": line, "nodes": 1, "lines": 50, "threads": 1});
    let events = server.events("/api/judge", &question);
    assert_eq!(events.last().map(|(name, _)| &**name), Some("done"));
    assert!(peak(&server) < before + 5 * ROOM, "{before}: {}", peak(&server));
}

#[test]
fn large_judgements_are_few_at_once() {
    let server = Server::start();
    let begin = |question: &Value| {
        let mut client = server.connect();
        client.send("POST", "/api/judge", &[JSON], &question.to_string());
        let status = client.head().status;
        (status, client)
    };
    let large = json!({"line": long_walk(), "time_ms": 3_600_000, "lines": 50, "threads": 1});
    let small = json!({"line": line("takt", "a1 e5"), "nodes": 1});
    let (status, first) = begin(&large);
    assert_eq!(status, 200);
    assert_eq!(begin(&large).0, 429);
    let events = server.events("/api/judge", &small);
    assert_eq!(events.last().map(|(name, _)| &**name), Some("done"));
    drop(first);
    wait_until("the first has ended", || begin(&large).0 == 200);
}

#[test]
fn a_question_about_a_long_game_takes_little_memory() {
    let server = Server::start();
    server.ask("/api/view", &json!({"line": {"game": "trax"}}));
    let before = now(&server);
    let question = json!({"line": long_line(), "last": true});
    let view = server.ask("/api/view", &question);
    assert_eq!(view["sequence"].as_array().map(Vec::len), Some(2_000));
    let limit = before + ROOM;
    assert!(peak(&server) < limit, "view, {before}: {}", peak(&server));
    let question = json!({"line": long_line(), "nodes": 10, "hash": 1});
    let events = server.events("/api/analyse", &question);
    assert!(events.iter().any(|(name, _)| name == "done"), "{events:?}");
    assert!(peak(&server) < limit, "analyse, {before}: {}", peak(&server));
}
