//! Importing games from text, and exporting them to files.

use serde_json::{Value, json};

use super::client::{JSON, Server, line};
use crate::program::{TempFile, ludex};

fn import(server: &Server, text: &str) -> Value {
    server.ask("/api/import", &json!({"text": text}))
}

#[test]
fn what_is_pasted_is_found_out() {
    let server = Server::start();
    for (text, kind, game, n_steps) in [
        ("a1 e5 c3", "record", "takt", 3),
        ("1. a1 e5 2. c3", "record", "takt", 3),
        ("x5/x5/x2,12S,x2/x5/x5 1 5", "position", "takt", 0),
        ("  e2 e8 e3h\n", "record", "quoridor", 3),
        ("1. d1 e8 2. d2 e7 3. d4h g6v", "record", "quoridor", 6),
        ("1) D1 E8; 2) HD4 VG6; black resigns", "record", "quoridor", 4),
        ("1. e2 e8 2. e3 e7 1-0", "record", "quoridor", 4),
        ("1. e2 b5 e8 h5 2. e3 player 3 wins", "record", "quoridor", 5),
        ("A game\n1. @0/ B1\\\n2. A0+\nRESIGN", "record", "trax", 3),
        ("1. @0/ B1\\ 2. A2+", "record", "trax", 3),
        ("1. a1 e5 2. c3 c4 white resigns", "moves", "takt", 4),
        ("@0/ B1\\ A2+", "record", "trax", 3),
        ("4HPwATDgc/ABMA", "position", "tryktrak", 0),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6", "position", "tryktrak", 0),
        ("dice:31 8/5,6/5", "moves", "tryktrak", 2),
    ] {
        let found = import(&server, text);
        let line = &found["games"][0]["line"];
        assert_eq!(
            (&found["kind"], &line["game"]),
            (&json!(kind), &json!(game)),
            "{text}: {found}"
        );
        assert_eq!(line["steps"].as_array().map(Vec::len), Some(n_steps), "{text}: {found}");
        server.ask("/api/view", &json!({"line": line}));
    }
    for text in ["", "hello world", "\u{0}\u{1}"] {
        let (status, told) = server.refusal("/api/import", &json!({"text": text}));
        assert_eq!(status, 400, "{text}: {told}");
        let hint = told["error"]["hint"].as_str().expect("a hint");
        assert!(hint.contains("tried"), "{told}");
    }
    let (status, told) = server.refusal("/api/import", &json!({"text": "e8 e2", "game": "takt"}));
    assert_eq!(status, 400, "{told}");
}

#[test]
fn what_a_record_says_comes_in_and_goes_out_again() {
    let server = Server::start();
    let text = "[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Size \"5\"]\n\n{before} 1. a1 e5 {good} 2. c3! c4?? {ugh} R-0\n";
    let found = import(&server, text);
    let game = &found["games"][0];
    assert_eq!(game["names"], json!(["Ann", "Bob"]));
    assert_eq!(game["comments"], json!({"0": "before", "2": "good", "4": "ugh"}), "{game}");
    assert_eq!(game["marks"], json!({"3": "!", "4": "??"}));
    assert_eq!((&game["result"], &game["damage"]), (&json!("R-0"), &Value::Null));
    let mut client = server.connect();
    let asked = json!({
        "line": game["line"], "format": game["format"], "names": game["names"],
        "result": game["result"], "comments": game["comments"], "marks": game["marks"],
    });
    client.send("POST", "/api/export", &[JSON], &asked.to_string());
    let file = client.answer();
    let disposition = file.header("content-disposition");
    assert_eq!((file.status, disposition), (200, Some("attachment; filename=\"takt.ptn\"")));
    let again = import(&server, &file.text());
    for key in ["line", "names", "comments", "marks"] {
        assert_eq!(again["games"][0][key], game[key], "{key}");
    }
}

/// With more than two players, a record states the result of each player.
#[test]
fn the_outcome_of_several_players_comes_from_their_returns() {
    let server = Server::start();
    let outcome = |returns: &str| {
        let text = format!("players: 3\n{returns}e2 b5 e8\n");
        let found = import(&server, &text);
        let game = &found["games"][0];
        assert_eq!(game["damage"], Value::Null, "{game}");
        (game["outcome"]["kind"].clone(), game["outcome"]["winner"].clone())
    };
    let (win, draw, ended) = (json!("win"), json!("draw"), json!("ended"));
    assert_eq!(outcome("Returns: -1 1 -1\n"), (win, json!(2)));
    assert_eq!(outcome("Returns: -0.5 -0.5 -0.5\n"), (draw, Value::Null));
    assert_eq!(outcome("Returns: -1 0 0\n"), (ended, Value::Null));
    assert_eq!(outcome(""), (Value::Null, Value::Null));
}

#[test]
fn a_damaged_record_is_taken_as_far_as_it_goes() {
    let server = Server::start();
    let found = import(&server, "[Size \"5\"]\n\n1. a1 e5 2. c3 c3 3. d4");
    let game = &found["games"][0];
    assert_eq!(game["line"]["steps"], json!(["a1", "e5", "c3"]));
    let place = &game["damage"]["place"];
    assert_eq!(place, "line 3, move 2", "{game}");
    // An invalid word does not discard the moves before it.
    for word in ["banana", "z9", "9x9"] {
        let text = format!("[Size \"5\"]\n\n1. a1 e5 2. c3 {word} 3. d4");
        let found = import(&server, &text);
        let game = &found["games"][0];
        assert_eq!(game["line"]["steps"], json!(["a1", "e5", "c3"]), "{game}");
        assert_eq!(game["damage"]["found"], word, "{game}");
    }
    for text in ["[Size \"5\"]\n\n1. a1 e5\n2. zz c3\n", "1. a1 e5 2. zz"] {
        let game = &import(&server, text)["games"][0];
        assert_eq!(game["line"]["steps"], json!(["a1", "e5"]), "{game}");
        assert_eq!(game["damage"]["found"], "zz", "{game}");
    }
    let nothing = json!({"text": "[Size \"5\"]\n\n1. z9 a1"});
    let (status, told) = server.refusal("/api/import", &nothing);
    assert_eq!((status, &told["error"]["found"]), (400, &json!("z9")), "{told}");
}

#[test]
fn a_game_is_exported_in_every_format() {
    let server = Server::start();
    let export = |format: &str| {
        let mut client = server.connect();
        let asked = json!({"line": line("takt", "a1 e5 c3"), "format": format, "size": 100});
        client.send("POST", "/api/export", &[JSON], &asked.to_string());
        client.answer()
    };
    assert!(export("ptn").text().contains("1. a1 e5\n2. c3"));
    for position in ["position", "tps"] {
        assert_eq!(export(position).text(), "x4,1/x5/x2,1,x2/x5/2,x4 2 2\n");
    }
    assert_eq!(export("moves").text(), "a1 e5 c3\n");
    let svg = export("svg");
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().starts_with("<svg ") && !svg.text().contains("var("));
    assert!(export("png").body.starts_with(b"\x89PNG"));
    let unknown = export("ptm");
    assert_eq!(unknown.status, 400);
    assert!(unknown.text().contains("did you mean ptn?"), "{unknown:?}");
}

#[test]
fn a_result_decided_by_the_board_is_in_the_games_notation() {
    let server = Server::start();
    let steps = "a3 a1 b1 b3 c1";
    for result in [json!(null), json!("1-0"), json!("R-0")] {
        let mut line = line("takt", steps);
        line["variant"] = json!("size=3");
        let asked = json!({"line": line, "format": "ptn", "result": result});
        let mut client = server.connect();
        client.send("POST", "/api/export", &[JSON], &asked.to_string());
        let text = client.answer().text();
        assert!(text.contains("[Result \"R-0\"]"), "{result}: {text}");
    }
}

#[test]
fn an_invalid_result_is_reported() {
    let server = Server::start();
    let asked = json!({"line": line("takt", "a1"), "format": "ptn", "result": "banana"});
    let (status, told) = server.refusal("/api/export", &asked);
    let error = &told["error"];
    assert_eq!((status, &error["place"]), (400, &json!("result")), "{told}");
    assert_eq!(error["found"], "banana");
}

/// A study is exported with its variations, and imported as the same tree.
#[test]
fn variations_go_out_and_come_in_again() {
    let server = Server::start();
    let asides = json!([
        {"in": 1, "step": "a5", "mark": "?!", "comment": "Near ] it."},
        {"in": 0, "step": "e1", "mark": "", "comment": null},
        {"in": 4, "step": "c3", "mark": "!!", "comment": "a\\b\nc"},
    ]);
    let asked = |format: &str, asides: &Value| {
        json!({
            "line": line("takt", "a1 e5 c3"), "format": format, "asides": asides, "names": ["Ann", "Bob"],
            "comments": {"0": "Before.", "2": "Far."}, "marks": {"3": "!?"},
        })
    };
    let mut client = server.connect();
    let question = asked("sgf", &asides).to_string();
    client.send("POST", "/api/export", &[JSON], &question);
    let text = client.answer().text();
    assert!(text.contains("(;B[e5]C[Far.]\n;W[c3]IT[]\n)"), "{text}");
    let found = import(&server, &text);
    let game = &found["games"][0];
    assert_eq!(game["format"], "sgf", "{found}");
    assert_eq!(game["line"]["steps"], json!(["a1", "e5", "c3"]));
    assert_eq!(game["comments"], json!({"0": "Before.", "2": "Far."}));
    assert_eq!(game["marks"], json!({"3": "!?"}));
    assert_eq!(game["names"], json!(["Ann", "Bob"]));
    assert_eq!(game["damage"], Value::Null);
    let told = |of: &Value| {
        let plain = |aside: &Value| {
            let key = |key: &str| aside[key].clone();
            json!([key("in"), key("step"), key("mark"), key("comment")]).to_string()
        };
        let mut told: Vec<String> = of.as_array().expect("a list").iter().map(plain).collect();
        told.sort();
        told
    };
    // Their order depends on how the tree is traversed.
    assert_eq!(game["asides"].as_array().map(Vec::len), Some(3), "{game}");
    let moves = |of: &Value| {
        told(of)
            .iter()
            .map(|one| one.split_once(',').expect("a list").1.to_owned())
            .collect::<Vec<_>>()
    };
    let (mut meant, mut come) = (moves(&asides), moves(&game["asides"]));
    meant.sort();
    come.sort();
    assert_eq!(meant, come);
    for (format, asides, place) in [
        ("ptn", &json!([{"in": 4, "step": "c3"}]), "asides, 1"),
        ("sgf", &json!([{"in": 4, "step": "c3"}]), "asides, 1"),
        ("sgf", &json!([{"in": 1, "step": "a1"}]), "asides, 1"),
        ("sgf", &json!(vec![json!({"in": 0, "step": "b1"}); 20_001]), "asides"),
    ] {
        let (status, told) = server.refusal("/api/export", &asked(format, asides));
        let found = told["error"]["place"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{told}");
        assert!(found.starts_with(place), "{told}");
    }
}

/// Variations in parentheses, as Tak game files have them, are imported as variations.
#[test]
fn variations_of_a_game_file_come_in() {
    let server = Server::start();
    let found = import(&server, "[Size \"5\"]\n\n1. a1 e5 2. c3 (2. d4! {so so} d3) c4\n");
    let game = &found["games"][0];
    assert_eq!(game["line"]["steps"], json!(["a1", "e5", "c3", "c4"]), "{game}");
    let asides = game["asides"].as_array().expect("a list");
    let plain: Vec<_> = asides
        .iter()
        .map(|aside| (&aside["in"], &aside["step"], &aside["player"], &aside["mark"]))
        .collect();
    assert_eq!(
        plain,
        [
            (&json!(2), &json!("d4"), &json!(1), &json!("!")),
            (&json!(5), &json!("d3"), &json!(2), &json!("")),
        ]
    );
}

/// A malformed tree is refused at its first error, quickly even if it is deep.
#[test]
fn a_hostile_tree_is_refused_with_its_place() {
    let server = Server::start();
    for (text, found) in [
        ("(;GAME[quoridor]\n;W[e2]".to_owned() + &"(;B[e8]".repeat(100_000), "e8"),
        (
            "(;GAME[quoridor]\n".to_owned() + &"(;".repeat(100_000),
            "variations are nested more than",
        ),
        (
            "(;GAME[quoridor]\n;W[e2]C[".to_owned() + &"\\".repeat(400_000),
            "the file ends inside a value",
        ),
        ("(;GAME[quoridor]\n".to_owned() + &";W[e9]".repeat(100_000) + ")", "e9"),
    ] {
        let mut client = server.connect();
        let question = json!({"text": text, "game": "quoridor"}).to_string();
        client.send("POST", "/api/import", &[JSON], &question);
        let told = client.answer().json();
        // A game that starts well is imported as far as possible.
        let error = match &told["games"][0]["damage"] {
            Value::Null => &told["error"],
            damage => damage,
        };
        let message = error["message"].as_str().expect("a text");
        assert!(error["place"] == "line 2" && message.contains(found), "{error}");
        assert!(error["expected"].is_string(), "{error}");
    }
}

/// A file and its remarks as JSON; null if nothing is left out.
fn export(server: &Server, question: &Value) -> (String, Value) {
    let mut client = server.connect();
    client.send("POST", "/api/export", &[JSON], &question.to_string());
    let file = client.answer();
    assert_eq!(file.status, 200, "{question}: {file:?}");
    let remarks = file.header("ludex-remarks").unwrap_or("null");
    assert!(remarks.is_ascii(), "{remarks}");
    let remarks = serde_json::from_str(remarks).expect("JSON");
    (file.text(), remarks)
}

/// Exports an imported game as the page does.
fn again(game: &Value, format: &str) -> Value {
    let mut question = json!({"format": format});
    for key in ["line", "names", "tags", "result", "comments", "marks", "foreign", "asides"] {
        question[key] = game[key].clone();
    }
    question
}

/// Import and export keep everything of a record that `convert` keeps.
#[test]
fn nothing_is_lost_between_import_and_export() {
    let ptn = "[Event \"Cup\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Rating1 \"1200\"]\n[Size \"5\"]\n\n\
        1. a1 e5\n2. c3 c4\n1-0\n\n{the other way}\n2. d4! {so so} d3\n0-1\n";
    let quoridor = "Event: Cup\nPlayer1: Ann\nresult: 1-0\n# Before.\ne2 e8 # ! good\n";
    let trax = "@0/ B1\\ A0+\nRESIGN\n";
    let sgf =
        "(;FF[4]GM[6]CA[UTF-8]PW[Ann]PB[Bob]DT[2026-11-01]KO[]\n;W[31hefe]A[E ver 3 2C]LU[x])\n";
    for (game, format, text) in [
        ("takt", "ptn", ptn),
        ("quoridor", "qdr", quoridor),
        ("trax", "trx", trax),
        ("tryktrak", "sgf", sgf),
    ] {
        let server = Server::start();
        let found = server.ask("/api/import", &json!({"text": text, "game": game}));
        let (written, remarks) = export(&server, &again(&found["games"][0], format));
        let file = TempFile::new(&format!("kept.{format}"), text);
        let convert = ["convert", game, "--file", file.name(), "--to", format];
        let ran = ludex(&convert);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
        assert_eq!((written.as_str(), &remarks), (ran.out.as_str(), &Value::Null), "{found}");
    }
}

#[test]
fn what_a_format_leaves_out_is_reported_with_the_file() {
    let server = Server::start();
    let question = json!({
        "line": line("quoridor", "e2 e8"), "format": "qtp", "tags": [["Site", "Zürich 𝄞"]], "result": "1-0",
        "comments": {"0": "Before.", "2": "good"}, "marks": {"2": "!"}, "asides": [{"in": 0, "step": "d1"}],
    });
    let found = |question: &Value| -> Vec<String> {
        let (_, remarks) = export(&server, question);
        let remarks = remarks.as_array().cloned().unwrap_or_default();
        let found =
            remarks.iter().map(|remark| remark["found"].as_str().expect("a text").to_owned());
        found.collect()
    };
    let all = found(&question);
    for what in ["the tag Site", "the result 1-0", "1 variation", "2 comments", "1 mark"] {
        assert!(all.iter().any(|found| found == what), "{what}: {all:?}");
    }
    let mut moves = question.clone();
    moves["format"] = json!("moves");
    let left_out = ["the tag Site", "the result 1-0", "1 variation", "2 comments", "1 mark"];
    assert_eq!(found(&moves), left_out);
    // A changed name takes precedence over the tag, and a bracket in a value does not end the tag.
    let question = json!({
        "line": line("takt", "a1"), "format": "ptn", "names": ["Eve", null],
        "tags": [["Player1", "Ann"], ["Player2", "Bob"], ["Event", "x\"]\n1. b1"]],
    });
    let (text, _) = export(&server, &question);
    assert!(text.contains("[Player1 \"Eve\"]") && !text.contains("Bob"), "{text}");
    let game = &import(&server, &text)["games"][0];
    assert_eq!(game["line"]["steps"], json!(["a1"]), "{text}");
    for foreign in ["])", ";W[52]", "(;W[52])", "X", "X[a"] {
        let question = json!({"line": line("tryktrak", "dice:31"), "format": "sgf", "foreign": {"0": foreign}});
        let (status, told) = server.refusal("/api/export", &question);
        assert_eq!((status, &told["error"]["place"]), (400, &json!("foreign")), "{told}");
    }
}
