//! What an operator sees: health, metrics and the log.

use std::io::{BufRead as _, Read as _};
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, JSON, Server, line, wait_until};

/// The value of a metric with these labels, as the text format writes them, which must be a whole number.
fn metric(text: &str, name: &str) -> u64 {
    let mut lines = text.lines();
    let line = lines.find(|line| line.rsplit_once(' ').is_some_and(|(known, _)| known == name));
    let line = line.unwrap_or_else(|| panic!("{name} is not in\n{text}"));
    line.rsplit_once(' ').and_then(|(_, value)| value.parse().ok()).expect(line)
}

#[test]
fn health_is_one_word() {
    let server = Server::start();
    let answer = server.connect().get("/health", &[]);
    assert_eq!((answer.status, answer.text().as_str()), (200, "ok"));
    let host = ("Host", "evil.example");
    assert_eq!(server.connect().get("/health", &[host]).status, 421);
}

#[test]
fn metrics_count_what_happens() {
    let server = Server::start();
    for _ in 0..3 {
        server.ask("/api/view", &json!({"line": line("takt", "a1")}));
    }
    assert_eq!(server.refusal("/api/view", &json!({"line": line("takt", "z9")})).0, 400);
    assert_eq!(server.connect().get("/no/such/file", &[]).status, 404);
    let room = json!({"game": "takt", "seats": [{"kind": "person"}, {"kind": "person"}]});
    let (status, _) = server.refusal("/api/rooms", &room);
    let answer = server.connect().get("/metrics", &[]);
    assert_eq!(answer.status, 200);
    assert!(
        answer
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/plain; version=0.0.4"))
    );
    let text = answer.text();
    let requests = |method: &str, route: &str, status: u16| {
        metric(
            &text,
            &format!(
                "ludex_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}"
            ),
        )
    };
    assert_eq!(requests("POST", "/api/view", 200), 3);
    assert_eq!(requests("POST", "/api/view", 400), 1);
    assert_eq!(requests("GET", "/*", 404), 1);
    assert_eq!(requests("POST", "/api/rooms", status), 1);
    let views = "ludex_http_request_duration_seconds_count{route=\"/api/view\"}";
    assert_eq!(metric(&text, views), 4);
    assert!(metric(&text, "ludex_connections_open") >= 1);
    assert_eq!(metric(&text, "ludex_searches{kind=\"analysis\",state=\"running\"}"), 0);
    assert_eq!(metric(&text, "ludex_rooms{state=\"awake\"}"), 0);
    if cfg!(target_os = "linux") {
        assert!(metric(&text, "ludex_resident_memory_bytes") > 1_000_000);
    }
}

#[test]
fn streams_searches_and_messages_are_counted_while_they_are_open() {
    let server = Server::start();
    let text = || server.connect().get("/metrics", &[]).text();
    let mut client = server.connect();
    let question = json!({"line": line("takt", "a1")});
    client.send("POST", "/api/analyse", &[JSON], &question.to_string());
    assert_eq!(client.head().status, 200);
    client.event();
    let open = "ludex_streams_open{kind=\"events\"}";
    let running = "ludex_searches{kind=\"analysis\",state=\"running\"}";
    let shown = text();
    assert_eq!([metric(&shown, open), metric(&shown, running)], [1, 1]);
    drop(client);
    wait_until("the stream ends", || metric(&text(), open) == 0);
}

#[test]
fn metrics_need_the_token_or_have_their_own_address() {
    let token = "correct-horse-battery";
    let server = Server::start_with(&["--token", token]);
    assert_eq!(server.connect().get("/metrics", &[]).status, 403);
    assert_eq!(server.connect().get("/health", &[]).status, 200);
    let bearer = format!("Bearer {token}");
    let answer = server.connect().get("/metrics", &[("Authorization", &bearer)]);
    assert_eq!(answer.status, 200);
    assert!(!answer.text().contains(token));

    let mut server = Server::start_with(&["--token", token, "--metrics-listen", "127.0.0.1:0"]);
    let mut second = String::new();
    let mut out = std::io::BufReader::new(server.child.stdout.as_mut().expect("piped"));
    out.read_line(&mut second).expect("a line");
    let link = second.trim_end().strip_prefix("metrics on http://127.0.0.1:").expect(&second);
    let port = link.strip_suffix("/metrics").and_then(|port| port.parse().ok()).expect(&second);
    assert_eq!(Client::new(port).get("/metrics", &[]).status, 200);
    assert_eq!(Client::new(port).get("/health", &[]).status, 200);
    let host = ("Host", "evil.example");
    assert_eq!(Client::new(port).get("/metrics", &[host]).status, 421);
    assert_eq!(Client::new(port).get("/api/games", &[]).status, 404);
    let with_token = server.connect().get("/metrics", &[("Authorization", &bearer)]);
    assert_eq!(with_token.status, 404, "the page's address has no metrics");
}

/// The lines on standard error of a server with these options, after one request to each of these paths.
fn logged(more: &[&str], paths: &[&str]) -> Vec<String> {
    let mut server = Server::start_with(more);
    for path in paths {
        server.connect().get(path, &[]);
    }
    let mut kill = Command::new("kill");
    let sent = kill.args(["-TERM", &server.child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
    wait_until("the program ends", || server.child.try_wait().expect("it can be asked").is_some());
    let mut text = String::new();
    server.child.stderr.as_mut().expect("piped").read_to_string(&mut text).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn each_request_is_a_line_of_the_log_without_secrets() {
    let secret = "0123456789abcdef0123456789abcdef";
    let paths = ["/", &format!("/api/rooms/{secret}"), &format!("/?token={secret}")];
    let lines = logged(&["--log", "info", "--log-format", "json"], &paths);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains(secret)), "{lines:?}");
    let objects: Vec<Value> =
        lines.iter().map(|line| serde_json::from_str(line).expect(line)).collect();
    let request = &objects[1];
    assert_eq!(request["message"], "request");
    assert_eq!(request["level"], "INFO");
    assert_eq!([&request["method"], &request["route"]], ["GET", "/api/rooms/{id}"]);
    assert_eq!(request["status"], 200);
    assert!(request["ms"].is_number() && request["timestamp"].is_string(), "{request}");
    assert_eq!(objects[3]["message"], "server stopped");
    let text = logged(&["--log", "info"], &["/"]);
    assert!(text[0].contains(" INFO request method=\"GET\" route=\"/*\" status=200"), "{text:?}");
    assert_eq!(logged(&[], &["/"]), ["server stopped"], "requests are not logged by default");
}

#[test]
fn a_limit_says_when_to_try_again() {
    let server = Server::start();
    let question = json!({"line": line("takt", "a1"), "threads": 1, "hash": 1}).to_string();
    let mut clients = Vec::new();
    let refused = loop {
        let mut client = server.connect();
        client.send("POST", "/api/analyse", &[JSON], &question);
        let head = client.head();
        if head.status != 200 {
            break head;
        }
        clients.push(client);
        assert!(clients.len() < 100, "no limit");
    };
    assert_eq!(refused.status, 429);
    assert_eq!(refused.header("retry-after"), Some("5"));
    let shown = clients[0].event().expect("an event").1;
    assert!(shown["sharing"].as_u64().is_some(), "{shown}");
    let text = server.connect().get("/metrics", &[]).text();
    assert_eq!(metric(&text, "ludex_refused_total{limit=\"searches\"}"), 1);
}
