//! Clients that send malformed data, too much data, or nothing.

use std::io::Read as _;

use ludex_search::testing::effort;
use rand::RngExt as _;
use rand_pcg::Pcg64;
use serde_json::json;

use super::client::{Client, Server, line};

/// Requests sent before an answer is read.
const AT_ONCE: usize = 250;
const REQUESTS: usize = 100_000;

#[test]
fn a_hundred_thousand_malformed_requests_do_no_harm() {
    let server = Server::start();
    let mut rng = Pcg64::new(17, 0);
    let mut client = server.connect();
    for _ in 0..REQUESTS * effort() as usize / AT_ONCE {
        let mut batch = Vec::new();
        for _ in 0..AT_ONCE {
            batch.extend(malformed(&mut rng, server.port));
        }
        client.raw(&batch);
        for _ in 0..AT_ONCE {
            let answer = client.answer();
            assert!((400..500).contains(&answer.status), "{answer:?}");
        }
    }
    server.ask("/api/view", &json!({"line": line("takt", "a1")}));
}

/// A request with correct framing, so that the next one can follow, but otherwise malformed.
fn malformed(rng: &mut Pcg64, port: u16) -> Vec<u8> {
    const PATHS: [&str; 6] =
        ["/api/view", "/api/analyse", "/api/import", "/api/judge", "/api/nothing", "/%ff/.."];
    const GOOD: &str = r#"{"line":{"game":"takt","steps":["a1"]},"lines":3}"#;
    let mut body = GOOD.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..body.len());
        match rng.random_range(0..4) {
            0 => body.truncate(at.max(1)),
            1 => body[at] = rng.random_range(0..=255),
            2 => drop(body.splice(at..at, [b'{'; 40])),
            _ => drop(body.splice(at..at, *b"\xff\xfe")),
        }
    }
    // Makes the body invalid in any case.
    body.push(0xff);
    let path = PATHS[rng.random_range(0..PATHS.len())];
    let kind = ["application/json", "text/plain", "\u{e9}"][rng.random_range(0..3)];
    let host = ["127.0.0.1", "localhost", "evil.example"][rng.random_range(0..3)];
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}

#[test]
fn malformed_requests_close_the_connection() {
    let server = Server::start();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    ] {
        let mut client = server.connect();
        client.raw(bytes);
        let mut rest = Vec::new();
        // When a connection is closed with unread bytes, it may be reset.
        let _ = client.stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 4"), "{bytes:?}: {rest:?}");
    }
    let mut client = server.connect();
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    client.raw(long.as_bytes());
    let mut rest = Vec::new();
    let _ = client.stream.read_to_end(&mut rest);
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 431"), "{rest:?}");
    assert_eq!(server.connect().get("/", &[]).status, 200);
}

#[test]
fn slow_clients_are_disconnected() {
    let server = Server::start();
    let half = |text: String| {
        let mut client = server.connect();
        client.raw(text.as_bytes());
        client
    };
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let no_end = half(format!("GET / HTTP/1.1\r\n{host}"));
    let nothing = half(String::new());
    let body = half(format!(
        "POST /api/view HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    ));
    let end = |mut client: Client| {
        let mut rest = Vec::new();
        let _ = client.stream.read_to_end(&mut rest);
        String::from_utf8_lossy(&rest).into_owned()
    };
    // Other clients are answered meanwhile.
    assert_eq!(server.connect().get("/", &[]).status, 200);
    assert!(end(body).starts_with("HTTP/1.1 408"));
    for client in [no_end, nothing] {
        let said = end(client);
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 408"), "{said}");
    }
}

#[test]
fn incomplete_requests_do_not_keep_others_out() {
    let server = Server::start();
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let kind = "Content-Type: application/json\r\nContent-Length: 100\r\n";
    let halves = [
        format!("GET / HTTP/1.1\r\n{host}"),
        format!("POST /api/view HTTP/1.1\r\n{host}{kind}\r\n{{"),
    ];
    let slow = (0..450).map(|number: usize| {
        let mut client = server.connect();
        client.raw(halves[number % 2].as_bytes());
        client
    });
    let slow: Vec<Client> = slow.collect();
    server.ask("/api/view", &json!({"line": line("takt", "a1")}));
    drop(slow);
}

#[test]
fn an_error_does_not_repeat_what_was_sent() {
    let server = Server::start();
    let long = "x".repeat(200_000);
    for question in [
        json!({"line": line("takt", &long)}),
        json!({"line": {"game": long}}),
        json!({"line": {"game": "takt", "variant": long}}),
        json!({"line": {"game": "takt", "start": long}}),
        json!({long.as_str(): 1}),
    ] {
        let answer = server.connect().post("/api/view", &question.to_string());
        assert_eq!(answer.status, 400);
        assert!(answer.body.len() < 5_000, "{}", answer.body.len());
    }
}
