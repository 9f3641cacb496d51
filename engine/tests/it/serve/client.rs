//! A server under test, and a minimal HTTP client that sends exactly the bytes that a test gives it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::command;

/// Generous, because the machine may be busy: the tests only require that an answer comes.
const PATIENCE: Duration = Duration::from_mins(3);

/// A server for one test.
pub(super) struct Server {
    pub(super) child: Child,
    pub(super) port: u16,
    pub(super) link: String,
}

impl Server {
    pub(super) fn start() -> Self {
        Self::start_with(&[])
    }

    pub(super) fn start_with(more: &[&str]) -> Self {
        Self::start_by(more, &[])
    }

    pub(super) fn start_in(variables: &[(&str, &str)]) -> Self {
        Self::start_by(&[], variables)
    }

    fn start_by(more: &[&str], variables: &[(&str, &str)]) -> Self {
        let arguments = [&["serve", "--port", "0"], more].concat();
        let mut child = command(&arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        // A larger buffer would swallow further lines.
        let mut out = BufReader::with_capacity(1, child.stdout.as_mut().expect("piped"));
        out.read_line(&mut line).expect("a line");
        let link = line.trim_end().strip_prefix("listening on ").expect(&line);
        let link = link.to_owned();
        let (_, port) = link.rsplit_once(':').expect(&link);
        let port = port.split('/').next().expect("a port").parse().expect(port);
        Self { child, port, link }
    }

    pub(super) fn connect(&self) -> Client {
        Client::new(self.port)
    }

    /// The answer to a request, which must succeed.
    pub(super) fn ask(&self, path: &str, question: &Value) -> Value {
        let answer = self.connect().post(path, &question.to_string());
        assert_eq!(answer.status, 200, "{path} {question}: {answer:?}");
        answer.json()
    }

    /// The error of a request, with its status.
    pub(super) fn refusal(&self, path: &str, question: &Value) -> (u16, Value) {
        let answer = self.connect().post(path, &question.to_string());
        (answer.status, answer.json())
    }

    /// The events of a stream, to its end.
    pub(super) fn events(&self, path: &str, question: &Value) -> Vec<(String, Value)> {
        let mut client = self.connect();
        client.send("POST", path, &[JSON], &question.to_string());
        let head = client.head();
        assert_eq!(head.status, 200, "{path} {question}: {head:?}");
        assert_eq!(head.header("content-type"), Some("text/event-stream"));
        std::iter::from_fn(|| client.event()).collect()
    }

    /// The number of running searches.
    #[cfg(target_os = "linux")]
    pub(super) fn n_searches(&self) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let names = tasks.expect("it runs").filter_map(|task| {
            let path = task.ok()?.path().join("comm");
            std::fs::read_to_string(path).ok()
        });
        names.filter(|name| name.trim() == "search").count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a condition holds, and fails if that takes too long.
pub(super) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(super) const JSON: (&str, &str) = ("Content-Type", "application/json");

/// One connection.
pub(super) struct Client {
    pub(super) stream: BufReader<TcpStream>,
    pub(super) port: u16,
}

/// The answer of a server.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let header = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Client {
    pub(super) fn new(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        Self { stream: BufReader::new(stream), port }
    }

    /// Sends bytes unchanged.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        // The server may have closed the connection already; its answer can still be read.
        let _ = self.stream.get_mut().write_all(bytes);
    }

    /// Sends a request. Its host name is that of the server, unless a header sets another.
    pub(super) fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) {
        let mut lines = vec![format!("{method} {path} HTTP/1.1")];
        if !headers.iter().any(|(name, _)| *name == "Host") {
            lines.push(format!("Host: 127.0.0.1:{}", self.port));
        }
        lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        if method != "GET" && method != "HEAD" {
            lines.push(format!("Content-Length: {}", body.len()));
        }
        let head = lines.join("\r\n");
        self.raw(format!("{head}\r\n\r\n{body}").as_bytes());
    }

    pub(super) fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, "");
        self.answer()
    }

    pub(super) fn post(&mut self, path: &str, body: &str) -> Answer {
        self.send("POST", path, &[JSON], body);
        self.answer()
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    /// The head of an answer.
    pub(super) fn head(&mut self) -> Answer {
        let first = self.line();
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no answer: {first:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else {
                break;
            };
            headers.push((name.to_owned(), value.to_owned()));
        }
        Answer { status, headers, body: Vec::new() }
    }

    /// A whole answer of known length.
    pub(super) fn answer(&mut self) -> Answer {
        let mut answer = self.head();
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                answer.body.extend(chunk);
            }
            return answer;
        }
        let length =
            answer.header("content-length").map_or(0, |text| text.parse().expect("a number"));
        answer.body = vec![0; length];
        self.stream.read_exact(&mut answer.body).expect("a body");
        answer
    }

    /// The next chunk of a body; `None` at its end.
    fn chunk(&mut self) -> Option<Vec<u8>> {
        let length = usize::from_str_radix(&self.line(), 16).expect("the length of a chunk");
        let mut chunk = vec![0; length + 2];
        self.stream.read_exact(&mut chunk).expect("a chunk");
        chunk.truncate(length);
        (length > 0).then_some(chunk)
    }

    /// The next event of a stream; `None` at its end.
    pub(super) fn event(&mut self) -> Option<(String, Value)> {
        loop {
            let text = String::from_utf8(self.chunk()?).expect("text");
            let Some(rest) = text.strip_prefix("event: ") else {
                // A comment that keeps the connection alive.
                assert!(text.starts_with(':'), "{text}");
                continue;
            };
            let (name, data) = rest.split_once("\ndata: ").expect(&text);
            let data = serde_json::from_str(data.trim_end()).expect("JSON");
            return Some((name.to_owned(), data));
        }
    }
}

/// A line of a game.
pub(super) fn line(game: &str, steps: &str) -> Value {
    let steps: Vec<&str> = steps.split_whitespace().collect();
    json!({"game": game, "steps": steps})
}
