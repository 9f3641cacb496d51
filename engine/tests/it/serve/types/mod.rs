//! The types of the page match the server: `engine/web/types.d.ts` is compared with a running server in both directions. For requests and
//! answers, a field that is missing in one of the two is an error, and so is a field with different types.

mod answers;
mod reader;
mod requests;
mod rooms;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::{Server, line};
use answers::AnswerChecker;
use reader::{Shape, Type, Types};

fn types() -> Types {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/web/types.d.ts");
    Types::read(&std::fs::read_to_string(path).expect("the types"))
}

/// The shape of a field that is an object.
fn within<'a>(shape: &'a Shape, name: &str) -> &'a Shape {
    match shape.member(name).map(|member| &member.of) {
        Some(Type::Object(shape)) => shape,
        other => panic!("{name}: {other:?}"),
    }
}

/// The name of a field's type.
fn name_of<'a>(shape: &'a Shape, name: &str) -> &'a str {
    match shape.member(name).map(|member| &member.of) {
        Some(Type::Named(name)) => name,
        other => panic!("{name}: {other:?}"),
    }
}

/// Fails with a list of all differences.
fn check(wrong: &BTreeSet<String>) {
    let all: Vec<&str> = wrong.iter().map(String::as_str).collect();
    assert!(all.is_empty(), "engine/web/types.d.ts and the server differ:\n{}", all.join("\n"));
}

#[test]
fn the_server_reads_what_the_types_of_the_page_say() {
    let (types, server) = (types(), Server::start());
    let mut wrong = BTreeSet::new();
    for group in ["Questions", "Streams", "Files"] {
        for member in &types.shape(group).members {
            let asks = name_of(within(types.shape(group), &member.name), "asks");
            let mut ask = |question: &Value| {
                let (status, told) = server.refusal(&member.name, question);
                let part = |name: &str| told["error"][name].as_str().unwrap_or_default().to_owned();
                (status != 200).then(|| ["place", "found", "expected"].map(part))
            };
            wrong.extend(requests::differences(&types, asks, &mut ask));
        }
    }
    wrong.extend(rooms::differences(&types, &server));
    check(&wrong);
}

#[test]
fn the_server_sends_what_the_types_of_the_page_say() {
    let (types, server) = (types(), Server::start());
    let mut asker = Asker { server: &server, types: &types, checker: AnswerChecker::new(&types) };
    asker.ask("/api/games", &json!({}));
    asker.ask("/api/qr", &json!({"text": "http://127.0.0.1:7730/room/1"}));
    asker.views();
    asker.set_ups();
    asker.searches();
    asker.judgements();
    asker.proofs_and_rollouts();
    asker.records();
    asker.puzzles();
    asker.choices();
    rooms::check_rooms(&mut asker.checker, &server);
    let (status, refusal) = server.refusal("/api/view", &json!({"line": line("takt", "z9")}));
    assert_eq!(status, 400);
    asker.checker.check(&refusal, "Refusal");
    let (_, refusal) = server.refusal("/api/view", &json!({"line": {"game": "tact"}}));
    asker.checker.check(&refusal, "Refusal");
    check(&asker.checker.wrong);
    let mut roots = vec!["Refusal", "AnalyseWord", "RoomThere", "RoomMessage"];
    for member in &types.shape("Questions").members {
        roots.push(name_of(within(types.shape("Questions"), &member.name), "gives"));
    }
    for member in &types.shape("Streams").members {
        let tells = within(within(types.shape("Streams"), &member.name), "sends");
        roots.extend(tells.members.iter().map(|member| name_of(tells, &member.name)));
    }
    let unseen = asker.checker.unseen(&roots);
    let unseen = unseen.into_iter().filter(|what| !RARE.contains(&&**what));
    check(&unseen.map(|what| format!("{what}: types.d.ts has it, no answer showed it")).collect());
}

/// Parts that no answer of this test contains, because they need luck or games too long for a test.
const RARE: &[&str] = &[
    // Only additional games from other crates can have such events.
    "ChanceKind: \"other\"",
    // Answers in other languages than English only.
    "ErrorDetail.place_words",
    "SetupField.label",
    "SetupField.labels",
    "SetupField.labels[]",
    "SetupPiece.label",
    // A real-time game takes minutes to end.
    "LiveRoom.over: an object",
    "LiveRoom.again[]",
    "RealTime.position: a text",
    "RealTime.history: a list",
    "RealTime.history[]",
    // Need a tile that fits, or one that was discarded or given to another player.
    "LiveFacts.playable[].places[]",
    "LivePlace",
    "LivePlace.at",
    "LivePlace.turns",
    "LivePlace.turns[]",
    "LiveFacts.players[].penalty[]",
    "LiveEvent.move: a text",
    "LiveEvent.to: a number",
    // Needs a player who continues the turn after drawing a tile.
    "Turn.answers[].move: a text",
    "Turn.answers[].win: a number",
    // Needs a proof that continues after its first winning move was found.
    "SolveProgress.moves[]",
    // Needs two loops of different values that can both be closed.
    "Tried.better: a text",
    // Never sent: a client that stops a rollout has disconnected.
    "RolledOut.ended: \"stopped\"",
];

/// Sends requests to a server, and compares the answers.
struct Asker<'a> {
    server: &'a Server,
    types: &'a Types,
    checker: AnswerChecker<'a>,
}

impl Asker<'_> {
    /// Sends a request that has a single answer.
    fn ask(&mut self, path: &str, question: &Value) -> Value {
        let answer = self.server.ask(path, question);
        let gives = name_of(within(self.types.shape("Questions"), path), "gives");
        self.checker.check(&answer, gives);
        answer
    }

    /// Sends a request that is answered by a stream, and reads the stream to its end. The number of progress events depends on the machine,
    /// so some requests are repeated with more work.
    fn stream(&mut self, path: &str, question: &Value) {
        let tells = within(within(self.types.shape("Streams"), path), "sends");
        let events = self.server.events(path, question);
        assert!(events.iter().any(|(name, _)| name == "done"), "{path} {question}: {events:?}");
        for (name, data) in &events {
            self.checker.check(data, name_of(tells, name));
        }
    }

    fn views(&mut self) {
        for info in ludex_games::CATALOGUE.games() {
            self.ask("/api/view", &json!({"line": line(info.name, ""), "bare": true}));
        }
        let close = json!({"game": "tryktrak", "start": NEARLY_OFF, "steps": ["1/off"]});
        // A checker on the bar enters before another one moves.
        let barred = "XGID=-b----E-C---eE---c-e----AA:0:0:1:31:0:0:0:0:10";
        for line in [
            line("takt", "e5 a1 b1 e4 c1 e3 d1 d3 e1"),
            json!({"game": "takt", "start": "2,1,2/1,x,1/2,1,2 1 5", "steps": ["Sb2"]}),
            json!({"game": "quoridor", "variant": "players=3", "steps": ["e2"]}),
            json!({"game": "trax", "variant": "luck=yes"}),
            line("tantrix", HANDS),
            line("tryktrak", "dice:31 8/5,6/5 double take"),
            close,
            json!({"game": "tryktrak", "start": barred}),
            json!({"game": "quoridor", "start": "//e8 a2/10 10/1", "steps": ["e9"]}),
            json!({"game": "quoridor", "variant": "players=3", "start": "//e8 b5 e5/7 7 7/1", "steps": ["e9"]}),
        ] {
            self.ask("/api/view", &json!({"line": line}));
        }
        self.ask("/api/view", &json!({"line": line("takt", "a1"), "preview": "b1"}));
        self.ask("/api/chance", &json!({"line": line("tryktrak", "")}));
    }

    fn set_ups(&mut self) {
        for info in ludex_games::CATALOGUE.games() {
            self.ask("/api/setup", &json!({"line": line(info.name, "")}));
        }
    }

    fn searches(&mut self) {
        let cube = json!({"game": "tryktrak", "start": "4HPwATDgc/ABMA"});
        for (line, limit) in [
            (line("takt", "a1 e5"), json!({"depth": 2})),
            (cube, json!({"depth": 0})),
            (line("tryktrak", "dice:31"), json!({"depth": 1})),
            (json!({"game": "quoridor", "variant": "players=3"}), json!({"nodes": 500})),
            (line("trax", ""), json!({"depth": 1})),
            (line("tantrix", HANDS), json!({"nodes": 500})),
            (won(), json!({"depth": 4})),
            (drawn(), json!({"depth": 6})),
            (lost(), json!({"depth": 6})),
        ] {
            let question = json!({"line": line, "lines": 2, "hash": 1});
            self.stream("/api/analyse", &with(question, &limit));
        }
        rooms::check_analysis(&mut self.checker, self.server);
    }

    fn judgements(&mut self) {
        let blunder = line("takt", "e5 a1 b1 e4 c1 e3 d1 d3 a5 d4");
        for nodes in [500, 5_000, 50_000] {
            if !self.checker.has_seen("JudgeProgress") {
                self.stream("/api/judge", &json!({"line": blunder, "nodes": nodes, "page": true}));
            }
        }
        let moved = line("tryktrak", "dice:31 24/23,13/10 dice:21");
        self.stream("/api/judge", &json!({"line": moved, "page": false}));
    }

    fn proofs_and_rollouts(&mut self) {
        let takt = |line: Value| json!({"line": line, "solver": "whole"});
        self.stream("/api/solve", &takt(won()));
        self.stream("/api/solve", &takt(drawn()));
        self.stream("/api/solve", &json!({"line": lost()}));
        self.stream("/api/solve", &json!({"line": line("takt", "a1 e5"), "time_ms": 50}));
        for time_ms in [100, 1_000, 10_000] {
            if !self.checker.has_seen("SolveProgress.moves") {
                self.stream("/api/solve", &json!({"line": line("trax", ""), "time_ms": time_ms}));
            }
        }
        let luck = json!({"game": "trax", "variant": "luck=yes", "steps": ["?+ns"]});
        for (line, options) in [
            (line("tryktrak", "dice:31"), json!({"trials": 2})),
            (line("tryktrak", "dice:31"), json!({"trials": 80, "error": 10, "truncate": 1})),
            (
                line("tryktrak", "dice:31"),
                json!({"trials": 400, "jsd": 0.5, "min_trials": 2, "truncate": 2}),
            ),
            (luck, json!({"trials": 2})),
        ] {
            self.stream("/api/rollout", &with(json!({"line": line, "threads": 1}), &options));
        }
    }

    fn records(&mut self) {
        let record = "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Size \"5\"]\n\n{before} 1. a1 e5 {good} 2. c3! c4?? R-0\n";
        let two = "[Size \"5\"]\n\n1. a1 e5\n\n[Size \"5\"]\n\n1. z9 a1\n";
        for text in [record, two, "a1 e5 c3", "4HPwATDgc/ABMA", "1. a1 e5 2. c3 c4 white resigns"] {
            self.ask("/api/import", &json!({"text": text}));
        }
        self.ask("/api/import", &json!({"text": "[Size \"5\"]\n\n1. a1 e5 2. c3 c3"}));
        self.ask("/api/import", &json!({"text": "[Size \"5\"]\n\n1. a1 e5 2. c3 c4 0-0\n"}));
        let latin = "[Size \"5\"]\n\n1. a1 e5 {gr\u{fc}\u{df}} *\n";
        self.ask("/api/import", &json!({"text": latin, "bytes": true}));
        let asides = json!([
            {"in": 1, "step": "a5", "mark": "?!", "comment": "Near.", "name": "the other way", "ending": "1-0"},
            {"in": 0, "step": "e1", "mark": "", "comment": null, "foreign": "KO[]"},
        ]);
        let asked = json!({"line": line("takt", "a1 e5 c3"), "format": "sgf", "asides": asides});
        let file = self.server.connect().post("/api/export", &asked.to_string());
        self.ask("/api/import", &json!({"text": file.text()}));
    }

    fn choices(&mut self) {
        let start = "x5/2,2,2,2,x/x2,1,x2/x,1,x,1,x/x2,1,x2 1 5";
        let threat = json!({"game": "takt", "start": start, "steps": ["Se4"]});
        for line in [line("trax", "@0+ B1+ A2\\"), threat, line("takt", "")] {
            self.ask("/api/choice", &json!({"line": line}));
        }
    }

    fn puzzles(&mut self) {
        self.ask("/api/puzzles/daily", &json!({"date": "2026-11-28"}));
        for game in ["takt", "tantrix", "quoridor"] {
            self.ask("/api/puzzles", &json!({"game": game}));
            let told = self.ask("/api/puzzles", &json!({"game": game, "number": 1}));
            let id = &told["puzzle"]["id"];
            let shown = self.ask("/api/puzzles/try", &json!({"id": id, "reveal": true}));
            let first = &shown["solution"][0];
            self.ask("/api/puzzles/try", &json!({"id": id, "steps": [first]}));
            let view = self.ask("/api/view", &json!({"line": told["puzzle"]["line"]}));
            for other in view["moves"].as_array().into_iter().flatten().take(3) {
                self.ask("/api/puzzles/try", &json!({"id": id, "steps": [other["move"]]}));
            }
        }
    }
}

/// The request with additional fields.
fn with(mut question: Value, more: &Value) -> Value {
    let more = more.as_object().cloned().unwrap_or_default();
    question.as_object_mut().expect("an object").extend(more);
    question
}

/// Player 2 completes a road.
fn won() -> Value {
    json!({"game": "takt", "variant": "size=3", "steps": ["a1", "c3", "c1", "a3", "b3"]})
}

/// If the player does not place a stone on the last square, the opponent wins by a road. If the player does, both have equal flats after
/// komi.
fn drawn() -> Value {
    json!({"game": "takt", "variant": "komi=1", "start": "1,2,1/2,x,2/1,2,1 1 5"})
}

/// Player 2 is one step from the goal, and there are no walls.
fn lost() -> Value {
    json!({"game": "quoridor", "start": "//e2 a2/0 0/1"})
}

/// Both players have one checker left, and bear it off with any roll.
const NEARLY_OFF: &str = "XGID=-A----------------------a-:0:0:1:11:0:0:0:3:10";
/// The hands of two players, dealt.
const HANDS: &str = ">51 >26 >19 >20 >44 >1 >32 >45 >43 >47 >16 >38";
