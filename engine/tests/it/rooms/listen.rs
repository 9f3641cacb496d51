//! Engines over WebSockets.

use std::time::{Duration, Instant};

use super::{PATIENCE, Server, Socket};
use crate::program::ludex;

impl Socket {
    /// The lines up to one that starts with `start`.
    fn lines_until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.receive().expect("it is open");
            assert!(!line.contains('\n'), "{line:?}");
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }
}

fn tei() -> Server {
    Server::start(&["tei", "--listen", "127.0.0.1:0", "--hash", "1"])
}

#[test]
fn a_board_in_a_browser_talks_to_an_engine_of_its_own() {
    let server = tei();
    let page = [("Origin", "https://ptn.ninja")];
    let mut one = server.open("/", &page).expect("a socket of the page");
    one.text("tei");
    let lines = one.lines_until("teiok");
    assert!(lines[0].starts_with("id name Ludex"), "{lines:?}");
    // Several lines in a message, and a second connection with another game.
    one.text("teinewgame 5\nposition startpos moves a1\nisready");
    one.lines_until("readyok");
    let mut two = server.open("/anything", &[]).expect("a socket without an origin");
    two.text("teinewgame 6\nposition startpos\ngo depth 1");
    two.lines_until("bestmove");
    one.text("go depth 1");
    one.lines_until("bestmove");
    one.text("no such word");
    one.lines_until("info string error: ");
    one.text("quit");
    assert_eq!(one.receive(), None);
    two.text("isready");
    two.lines_until("readyok");
}

#[test]
fn messages_after_a_stop_are_handled_in_order() {
    let server = tei();
    let mut socket = server.open("/", &[]).expect("a socket without an origin");
    socket.text("position startpos moves a1 e5");
    socket.text("go infinite");
    socket.lines_until("info depth");
    for message in ["stop", "teinewgame size 6 halfkomi 4", "position startpos", "go nodes 300"] {
        socket.text(message);
    }
    socket.text("position startpos moves a1 a1\ngo nodes 300");
    for _ in 0..2 {
        let lines = socket.lines_until("bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:?}");
    }
    let lines = socket.lines_until("bestmove");
    assert_eq!((lines.len(), &*lines[2]), (3, "bestmove none"), "{lines:?}");
}

#[test]
fn every_game_is_spoken_to_by_ugi() {
    let server = Server::start(&["ugi", "quoridor", "--listen", "localhost:0", "--hash", "1"]);
    let mut socket = server.open("/", &[]).expect("a socket without an origin");
    socket.text("ugi");
    socket.lines_until("ugiok");
}

#[test]
fn other_pages_and_other_names_are_refused() {
    let server = tei();
    let status = |headers: &[(&'static str, &str)]| server.open("/", headers).err().unwrap_or(101);
    assert_eq!(status(&[("Origin", "https://evil.example")]), 403);
    assert_eq!(status(&[("Origin", "null")]), 403);
    assert_eq!(status(&[("Host", "evil.example")]), 421);
    let mine = ["tei", "--listen", "127.0.0.1:0", "--allow-origin", "http://localhost:8080"];
    let server = Server::start(&mine);
    let status = |origin: &str| server.open("/", &[("Origin", origin)]).err().unwrap_or(101);
    assert_eq!([status("http://localhost:8080"), status("https://ptn.ninja")], [101, 403]);
    for (arguments, place) in [
        (&["--listen", "0.0.0.0:0"][..], "--listen"),
        (&["--listen", "7731"], "--listen"),
        (&["--allow-origin", "https://a.example"], "--listen"),
        (&["--listen", "127.0.0.1:0", "--allow-origin", "*"], "--allow-origin"),
    ] {
        let ran = ludex(&[&["tei"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains(place), "{ran:?}");
    }
    let taken = format!("127.0.0.1:{}", server.port);
    assert_eq!(ludex(&["tei", "--listen", &taken]).code, 2);
}

#[test]
fn clients_cannot_open_files_or_exceed_the_limits_of_the_command() {
    let server = Server::start(&["tei", "--listen", "127.0.0.1:0", "--hash", "3"]);
    let mut socket = server.open("/", &[]).expect("there is room");
    socket.text("tei");
    let options = socket.lines_until("teiok").join("\n");
    for range in ["Hash type spin default 3 min 1 max 3", "Threads type spin default 1 min 1 max 1"]
    {
        assert!(options.contains(range), "{options}");
    }
    // The answer does not reveal whether the file exists.
    for name in ["/etc/passwd", "/no/such/file", "Cargo.toml"] {
        for (option, expected) in
            [("Evaluator", "use one of network, handmade"), ("Book", "expected default or none")]
        {
            socket.text(&format!("setoption name {option} value {name}"));
            let told = socket.lines_until("info string error: ").concat();
            let place = format!("\"{name}\"");
            assert!(told.contains(&place) && told.contains(expected), "{told}");
        }
    }
    for (option, value) in [("Hash", 4), ("Threads", 2)] {
        socket.text(&format!("setoption name {option} value {value}"));
        socket.lines_until(&format!("info string error: setoption {option}"));
    }
    for good in ["Hash value 2", "Book value none", "Evaluator value handmade"] {
        socket.text(&format!("setoption name {good}"));
    }
    socket.text("isready");
    assert_eq!(socket.lines_until("readyok"), ["readyok"]);
}

#[test]
fn there_is_room_for_a_number_of_engines() {
    let server = tei();
    let open = || server.open("/", &[]);
    let mut engines: Vec<Socket> = (0..8).map(|_| open().expect("there is room")).collect();
    assert_eq!(open().err(), Some(429));
    engines.pop();
    let started = Instant::now();
    while open().is_err() {
        assert!(started.elapsed() < PATIENCE, "the place is free again");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The number of the program's search threads.
#[cfg(target_os = "linux")]
fn n_searches(server: &Server) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", server.program.id()));
    let names = tasks.expect("it runs").filter_map(|task| {
        let path = task.ok()?.path().join("comm");
        std::fs::read_to_string(path).ok()
    });
    names.filter(|name| name.trim() == "search").count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_ends_when_its_client_disconnects() {
    let server = tei();
    for line in ["go infinite", "go movetime 600000"] {
        let mut socket = server.open("/", &[]).expect("there is room");
        socket.text("teinewgame 6");
        socket.text("position startpos moves a1 f6");
        socket.text(line);
        socket.lines_until("info ");
        assert_eq!(n_searches(&server), 1);
        drop(socket);
        let started = Instant::now();
        while n_searches(&server) > 0 {
            assert!(started.elapsed() < PATIENCE, "the search ends");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn nonsense_is_answered_in_lines() {
    let server = tei();
    let mut socket = server.open("/", &[]).expect("there is room");
    let words =
        ["position", "tps", "go", "setoption", "name", "\u{0}", "x,x", "moves", "-1", "\u{1F600}"];
    let mut state = 7_u64;
    for _ in 0..2_000 {
        let mut line = String::from("x");
        for _ in 0..(state >> 61) {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            line.push(' ');
            line.push_str(words[(state >> 33) as usize % words.len()]);
        }
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        socket.text(&line);
        socket.lines_until("info string error: ");
    }
    socket.text("isready");
    socket.lines_until("readyok");
}

#[test]
fn ctrl_c_ends_it_in_order() {
    let mut server = tei();
    let mut socket = server.open("/", &[]).expect("there is room");
    socket.text("tei\nisready");
    socket.lines_until("readyok");
    server.program.interrupt();
    assert_eq!(server.program.end(), 130);
}
