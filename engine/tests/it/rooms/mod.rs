//! Rooms and engines over real WebSockets.

mod games;
mod gobble;
mod limits;
mod listen;
mod restart;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{HandshakeError, Message, WebSocket};

use super::program::Engine;

/// Generous, because the machine may be busy; the tests measure no times.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server under test.
struct Server {
    program: Engine,
    port: u16,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut program = Engine::start(arguments);
        let line = program.read_line();
        let (_, port) = line.rsplit_once(':').expect(&line);
        let port = port.split('/').next().expect("a port").parse();
        Self { program, port: port.expect(&line) }
    }

    /// The web board, with these options.
    fn board(more: &[&str]) -> Self {
        Self::start(&[&["serve", "--port", "0"], more].concat())
    }

    /// The answer to a request, with its status.
    fn post(&self, path: &str, question: &Value) -> (u16, Value) {
        self.post_with(path, question, "")
    }

    /// Like [`post`](Self::post), with one more header line. `header` must contain its line end.
    fn post_with(&self, path: &str, question: &Value, header: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let (port, body) = (self.port, question.to_string());
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\n{header}Content-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + &body).as_bytes()).expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        let (_, body) = answer.split_once("\r\n\r\n").expect(&answer);
        let told = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"));
        (status.expect("a status"), told)
    }

    /// Creates a room.
    fn order(&self, order: &Value) -> Ordered {
        let (status, told) = self.post("/api/rooms", order);
        assert_eq!(status, 200, "{told}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let keys = told["keys"].as_array().expect("a list");
        Ordered {
            id: text(&told["room"]),
            keys: keys.iter().map(text).collect(),
            watch: text(&told["watch"]),
        }
    }

    /// Opens a WebSocket on a path, as a page of this origin; otherwise the status of the refusal.
    fn open(&self, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        let link = format!("ws://127.0.0.1:{}{path}", self.port);
        let mut request = link.into_client_request().expect("a link");
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(*name, value);
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Joins a room.
    fn join(&self, room: &Ordered, key: &str) -> Socket {
        let mut socket = self.open(&room.path(), &[]).expect("a socket without an origin");
        socket.say(&json!({"join": {"key": key}}));
        socket
    }
}

/// A new room with its secret keys.
struct Ordered {
    id: String,
    keys: Vec<String>,
    watch: String,
}

impl Ordered {
    fn path(&self) -> String {
        format!("/api/rooms/{}/socket", self.id)
    }
}

/// The client end of a WebSocket.
struct Socket(WebSocket<TcpStream>);

impl Socket {
    fn say(&mut self, message: &Value) {
        self.text(&message.to_string());
    }

    fn text(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("it is open");
    }

    /// The next text; `None` once the socket is closed.
    fn receive(&mut self) -> Option<String> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind: `room`, `real_time`, `said`, `error`.
    fn next_message(&mut self, kind: &str) -> Value {
        loop {
            let text = self.receive().expect("it is open");
            let mut message: Value = serde_json::from_str(&text).expect("JSON");
            if !message[kind].is_null() {
                return message[kind].take();
            }
        }
    }

    /// Waits for a state of the room that satisfies a condition.
    fn wait_for(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let room = self.next_message("room");
            if is_so(&room) {
                return room;
            }
            assert!(started.elapsed() < PATIENCE, "{room}");
        }
    }

    fn wait_for_steps(&mut self, n_steps: usize) -> Value {
        self.wait_for(|room| room["line"]["steps"].as_array().map(Vec::len) == Some(n_steps))
    }
}
