//! Analysis over a WebSocket.

use std::net::TcpStream;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::client::{Server, line};

type Socket = WebSocket<TcpStream>;

fn open(server: &Server, origin: &str) -> Result<Socket, String> {
    let stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    let link = format!("ws://127.0.0.1:{}/api/analyse/socket", server.port);
    let mut request = link.into_client_request().expect("a link");
    let headers = request.headers_mut();
    headers.insert("Origin", origin.parse().expect("a header"));
    let opened = tungstenite::client(request, stream);
    opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

pub(super) fn of_page(server: &Server) -> Socket {
    open(server, &format!("http://127.0.0.1:{}", server.port)).expect("it is opened")
}

fn ask(socket: &mut Socket, question: &Value) {
    let text = question.to_string();
    socket.send(Message::text(text)).expect("it is open");
}

/// The next event for this request; events for earlier ones are skipped.
fn receive(socket: &mut Socket, id: &str) -> Value {
    loop {
        let message = socket.read().expect("it is open");
        let Message::Text(text) = message else {
            continue;
        };
        let told: Value = serde_json::from_str(&text).expect("JSON");
        if told["id"] == id {
            return told;
        }
    }
}

#[test]
fn one_position_takes_the_place_of_another() {
    let server = Server::start();
    let mut socket = of_page(&server);
    for (id, steps) in [("one", "a1"), ("two", "a1 e5"), ("three", "a1 e5 c3")] {
        ask(&mut socket, &json!({"id": id, "line": line("takt", steps), "hash": 1}));
        let told = receive(&mut socket, id);
        assert_eq!(told["event"], "findings", "{told}");
    }
    ask(&mut socket, &json!({"id": "wrong", "line": line("takt", "z9")}));
    let told = receive(&mut socket, "wrong");
    assert_eq!(
        (&told["event"], &told["data"]["error"]["place"]),
        (&json!("error"), &json!("step 1"))
    );
    ask(&mut socket, &json!({"stop": true}));
    ask(&mut socket, &json!({"id": "last", "line": line("takt", ""), "depth": 1, "hash": 1}));
    loop {
        if receive(&mut socket, "last")["event"] == "done" {
            break;
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_socket_ends_its_search() {
    let server = Server::start();
    let mut socket = of_page(&server);
    ask(&mut socket, &json!({"id": "x", "line": line("takt", ""), "hash": 1}));
    receive(&mut socket, "x");
    assert_eq!(server.n_searches(), 1);
    drop(socket);
    super::client::wait_until("the search ends", || server.n_searches() == 0);
}

#[test]
fn an_id_is_short() {
    let server = Server::start();
    let mut socket = of_page(&server);
    ask(&mut socket, &json!({"id": "short", "stop": true}));
    for long in
        [json!("x".repeat(300)), json!(vec![json!({"": 0}); 70_000]), json!({"x": vec![0; 300]})]
    {
        ask(&mut socket, &json!({"id": long, "line": line("takt", "z9")}));
        let message = socket.read().expect("it is open");
        let told: Value = serde_json::from_str(message.to_text().expect("text")).expect("JSON");
        assert_eq!(told["data"]["error"]["place"], "id", "{told}");
        assert!(told.to_string().len() < 1_000);
    }
    ask(&mut socket, &json!({"id": {"short": 1}, "line": line("takt", ""), "nodes": 1, "hash": 1}));
    let message = socket.read().expect("it is open");
    let told: Value = serde_json::from_str(message.to_text().expect("text")).expect("JSON");
    assert_eq!(told["id"], json!({"short": 1}), "{told}");
}

/// A WebSocket whose client never reads. The handshake is sent without a WebSocket library.
fn deaf(server: &Server) -> super::client::Client {
    let mut client = server.connect();
    let headers = [
        ("Upgrade", "websocket"),
        ("Connection", "Upgrade"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    client.send("GET", "/api/analyse/socket", &headers, "");
    assert_eq!(client.head().status, 101);
    client
}

/// Sockets that never send a request are closed soon, even if they answer pings. After a request, a socket stays open while it answers
/// pings, as a browser does for a suspended tab.
#[test]
fn silent_sockets_are_closed() {
    let server = Server::start();
    let mut silent = of_page(&server);
    let mut asleep = of_page(&server);
    ask(&mut asleep, &json!({"id": "x", "stop": true}));
    let mut deaf = deaf(&server);
    // A client frame with `{}`, masked with zeros.
    deaf.raw(&[0x81, 0x82, 0, 0, 0, 0, b'{', b'}']);
    let sleeper = std::thread::spawn(move || {
        let mut n_pings = 0;
        while n_pings < 2 {
            let message = asleep.read().expect("it is open");
            n_pings += usize::from(matches!(message, Message::Ping(_)));
        }
        asleep
    });
    while silent.read().is_ok() {}
    let mut rest = Vec::new();
    let _ = std::io::Read::read_to_end(&mut deaf.stream, &mut rest);
    // The server has sent it an error and pings, which it did not answer.
    assert!(rest.len() > 10);
    let mut asleep = sleeper.join().expect("it stays");
    ask(&mut asleep, &json!({"id": "y", "line": line("takt", "z9")}));
    assert_eq!(receive(&mut asleep, "y")["event"], "error");
}

#[test]
fn pings_without_the_token_do_not_keep_a_socket_open() {
    let server = Server::start_with(&["--token", "a-token-that-nobody-knows"]);
    let mut socket = of_page(&server);
    let pause = std::time::Duration::from_secs(1);
    super::client::wait_until("it is closed", || {
        std::thread::sleep(pause);
        socket.send(Message::Ping(Vec::new().into())).is_err()
    });
}

#[test]
fn a_socket_of_a_stranger_is_refused() {
    let server = Server::start();
    let refused = open(&server, "http://evil.example").expect_err("a stranger");
    assert!(refused.contains("403"), "{refused}");
}

#[test]
fn the_first_message_brings_the_token() {
    let server = Server::start_with(&["--token", "a-token-that-nobody-knows"]);
    let mut socket = of_page(&server);
    ask(&mut socket, &json!({"id": "x", "line": line("takt", "")}));
    let told = receive(&mut socket, "x");
    assert_eq!(told["data"]["error"]["place"], "token", "{told}");
    assert!(socket.read().is_err(), "it is closed");
    let mut socket = of_page(&server);
    let token = "a-token-that-nobody-knows";
    ask(&mut socket, &json!({"id": "y", "token": token, "line": line("takt", ""), "hash": 1}));
    assert_eq!(receive(&mut socket, "y")["event"], "findings");
}
