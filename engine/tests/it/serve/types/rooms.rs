//! Compares the messages of WebSockets with the types of the page: games in rooms, and the analysis.

use std::collections::BTreeSet;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::super::client::{Server, line};
use super::super::socket::of_page;
use super::answers::AnswerChecker;
use super::reader::Types;
use super::requests::{self, Refused};

/// Generous, because the machine may be busy: the tests only require that a message comes.
const PATIENCE: Duration = Duration::from_secs(40);

type Socket = WebSocket<TcpStream>;

fn say(socket: &mut Socket, message: &Value) {
    socket.send(Message::text(message.to_string())).expect("it is open");
}

fn next(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.read().expect("it is open") {
            return serde_json::from_str(&text).expect("JSON");
        }
    }
}

/// Checks the events of an analysis: findings, the end, and an error.
pub(super) fn check_analysis(checker: &mut AnswerChecker<'_>, server: &Server) {
    let mut socket = of_page(server);
    let depth = json!(1);
    for (id, steps, depth, end) in [
        (1, "a1 e5", Value::Null, "findings"),
        (2, "a1 e5", depth.clone(), "done"),
        (3, "z9", depth, "error"),
    ] {
        let question = json!({"id": id, "line": line("takt", steps), "depth": depth, "hash": 1});
        say(&mut socket, &question);
        loop {
            let word = next(&mut socket);
            checker.check(&word, "AnalyseWord");
            if word["id"] == id && word["event"] == end {
                break;
            }
        }
    }
}

/// A guest of a room.
struct Guest {
    socket: Socket,
}

impl Guest {
    /// A guest who has connected but not joined.
    fn open(server: &Server, room: &Value) -> Self {
        let id = room["room"].as_str().expect("a room");
        let stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let link = format!("ws://127.0.0.1:{}/api/rooms/{id}/socket", server.port);
        let (socket, _) = tungstenite::client(link, stream).expect("it is opened");
        Self { socket }
    }

    fn new(server: &Server, room: &Value, key: &Value) -> Self {
        let mut guest = Self::open(server, room);
        guest.say(&json!({"join": {"key": key}}));
        guest
    }

    /// Sends a message that must be refused, and returns the refusal.
    fn refusal(&mut self, message: &Value) -> Refused {
        self.say(message);
        loop {
            let told = next(&mut self.socket);
            if is_error(&told) {
                let part = |name: &str| told["error"][name].as_str().unwrap_or_default().to_owned();
                return Some(["place", "found", "expected"].map(part));
            }
        }
    }

    /// Compares incoming messages until a condition holds.
    fn check_until(&mut self, checker: &mut AnswerChecker<'_>, is_so: impl Fn(&Value) -> bool) {
        loop {
            let message = next(&mut self.socket);
            checker.check(&message, "RoomMessage");
            if is_so(&message) {
                return;
            }
        }
    }

    fn say(&mut self, act: &Value) {
        say(&mut self.socket, act);
    }
}

fn is_over(message: &Value) -> bool {
    message["room"]["over"].is_object()
}

fn is_error(message: &Value) -> bool {
    message["error"].is_object()
}

/// Plays in rooms, and compares the messages.
pub(super) fn check_rooms(checker: &mut AnswerChecker<'_>, server: &Server) {
    on_the_board(checker, server);
    with_an_engine(checker, server);
    late(checker, server);
    a_match(checker, server);
    in_real_time(checker, server);
    phrases(checker, server);
}

/// Every phrase. A player may say four of them within a few seconds.
fn phrases(checker: &mut AnswerChecker<'_>, server: &Server) {
    let all = [
        "hello",
        "good_luck",
        "well_played",
        "nice_move",
        "good_game",
        "thanks",
        "sorry",
        "oops",
        "one_moment",
        "bye",
    ];
    for some in all.chunks(4) {
        let room = order(checker, server, &json!({"line": {"game": "takt"}}));
        let mut both = [0, 1].map(|seat| Guest::new(server, &room, &room["keys"][seat]));
        // A phrase reaches only those who are in the room.
        both[0].check_until(checker, |message| message["room"]["seats"][1]["here"] == true);
        for phrase in some {
            both[0].say(&json!({"do": "say", "phrase": phrase}));
            both[1].check_until(checker, |message| message["said"]["phrase"]["phrase"] == *phrase);
        }
    }
}

fn order(checker: &mut AnswerChecker<'_>, server: &Server, order: &Value) -> Value {
    let room = server.ask("/api/rooms", order);
    checker.check(&room, "NewRoom");
    let id = room["room"].as_str().expect("a room");
    checker.check(&server.connect().get(&format!("/api/rooms/{id}"), &[]).json(), "RoomThere");
    room
}

/// Two people play a game, with offers.
fn on_the_board(checker: &mut AnswerChecker<'_>, server: &Server) {
    let line = json!({"game": "takt", "variant": "size=3", "start": "x3/x3/x3 1 1"});
    let room = order(checker, server, &json!({"line": line, "clock": "5m+3s"}));
    let mut both = [0, 1].map(|seat| Guest::new(server, &room, &room["keys"][seat]));
    let mut watcher = Guest::new(server, &room, &room["watch"]);
    both[0].say(&json!({"do": "say", "phrase": "hello"}));
    both[1].check_until(checker, |message| message["said"]["phrase"]["player"] == 1);
    both[0].say(&json!({"do": "offer_draw"}));
    both[1].check_until(checker, |message| message["room"]["offers"]["draw"] == 1);
    for (number, text) in ["a1", "c3", "b3", "b1", "a3"].into_iter().enumerate() {
        both[number % 2].say(&json!({"do": "move", "move": text}));
        let steps = number + 1;
        let is_made = |message: &Value| {
            message["room"]["line"]["steps"].as_array().map(Vec::len) == Some(steps)
        };
        both[1 - number % 2].check_until(checker, is_made);
        if number == 1 {
            both[0].say(&json!({"do": "takeback"}));
            both[0].check_until(checker, |message| {
                is_error(message) || !message["room"]["offers"]["takeback"].is_null()
            });
        }
    }
    watcher.check_until(checker, is_over);
    both[0].say(&json!({"do": "rematch"}));
    both[1].check_until(checker, |message| message["room"]["offers"]["rematch"] == 1);
    watcher.say(&json!({"do": "hint"}));
    watcher.check_until(checker, is_error);
}

/// A lost game against an engine, which gives a hint and declines a draw; then the player resigns.
fn with_an_engine(checker: &mut AnswerChecker<'_>, server: &Server) {
    let seats = json!([{"who": "person"}, {"who": "engine", "level": 10}]);
    let line = json!({"game": "takt", "start": "2,2,2,2,x/2,2,2,2,x/x5/x5/1,x4 1 9"});
    let room = order(checker, server, &json!({"line": line, "seats": seats}));
    let mut person = Guest::new(server, &room, &room["keys"][0]);
    person.say(&json!({"do": "hint"}));
    person.check_until(checker, |message| message["said"]["hint"].is_object());
    person.say(&json!({"do": "offer_draw"}));
    person.check_until(checker, |message| message["said"]["declined"] == "draw");
    person.say(&json!({"do": "resign"}));
    person.check_until(checker, is_over);
}

/// A game that ends on time, and one by agreement.
fn late(checker: &mut AnswerChecker<'_>, server: &Server) {
    let room = order(checker, server, &json!({"line": {"game": "quoridor"}, "clock": "1s+0s"}));
    let mut both = [0, 1].map(|seat| Guest::new(server, &room, &room["keys"][seat]));
    for (seat, text) in [(0, "e2"), (1, "e8")] {
        both[seat].say(&json!({"do": "move", "move": text}));
        both[1 - seat]
            .check_until(checker, |message| message["room"]["line"]["steps"][seat] == text);
    }
    both[0].check_until(checker, is_over);
    let room = order(checker, server, &json!({"line": {"game": "takt"}}));
    both = [0, 1].map(|seat| Guest::new(server, &room, &room["keys"][seat]));
    both[0].say(&json!({"do": "offer_draw"}));
    both[1].check_until(checker, |message| message["room"]["offers"]["draw"] == 1);
    both[1].say(&json!({"do": "accept_draw"}));
    both[1].check_until(checker, is_over);
}

/// A match whose first game is resigned, with dice entered by the players.
fn a_match(checker: &mut AnswerChecker<'_>, server: &Server) {
    let line = json!({"game": "tryktrak", "variant": "length=5"});
    let room = order(checker, server, &json!({"line": line, "dice": "entered"}));
    let mut both = [0, 1].map(|seat| Guest::new(server, &room, &room["keys"][seat]));
    both[1].say(&json!({"do": "event", "event": "dice:31"}));
    both[0].check_until(checker, |message| message["room"]["status"]["to_move"] == 1);
    for number in 0..3 {
        both[0].say(&json!({"do": "resign", "stake": "gammon"}));
        both[0].check_until(checker, |message| {
            is_over(message) || message["room"]["match"][number].is_object()
        });
    }
}

/// A real-time game, with a question.
fn in_real_time(checker: &mut AnswerChecker<'_>, server: &Server) {
    let real_time = json!({"game": "tantrix", "variant": "mode=gobble,players=2"});
    let room = order(checker, server, &json!({"real_time": real_time}));
    let mut both = [0, 1].map(|seat| Guest::new(server, &room, &room["keys"][seat]));
    both[0].check_until(checker, |message| message["room"]["begun"] == true);
    // The countdown takes three seconds.
    std::thread::sleep(Duration::from_millis(3_200));
    both[0].say(&json!({"do": "act", "line": "turn"}));
    both[0].check_until(checker, |message| message["real_time"]["story"][0].is_object());
    both[0].say(&json!({"do": "act", "line": "places"}));
    both[0].check_until(checker, |message| message["said"]["answer"].is_string());
    both[0].say(&json!({"do": "resign"}));
    both[1].check_until(checker, |message| message["real_time"]["story"][0].is_object());
}

/// The differences between the types of messages and what a room accepts.
pub(super) fn differences(types: &Types, server: &Server) -> BTreeSet<String> {
    let room = server.ask("/api/rooms", &json!({"line": {"game": "takt"}}));
    let mut join = |question: &Value| Guest::open(server, &room).refusal(question);
    let mut wrong = requests::differences(types, "Joining", &mut join);
    // Spectators may not act, so a message of the right form is refused too, but for another reason.
    let mut act = |question: &Value| {
        let mut watcher = Guest::new(server, &room, &room["watch"]);
        watcher.refusal(question)
    };
    wrong.extend(requests::differences(types, "Act", &mut act));
    wrong
}
