//! Streams of analyses, proofs, rollouts and judged games, and what ends them.

use serde_json::{Value, json};

use super::client::{JSON, Server, line};

/// The last event of a stream, which must be its end.
fn done(server: &Server, path: &str, question: &Value) -> Value {
    let mut events = server.events(path, question);
    let (name, data) = events.pop().expect("an event");
    assert_eq!(name, "done", "{data}");
    data
}

/// A connection with an unlimited stream that has already sent an event.
fn endless(server: &Server) -> super::client::Client {
    let mut client = server.connect();
    let question = json!({"line": line("takt", "a1 e5"), "hash": 1});
    client.send("POST", "/api/analyse", &[JSON], &question.to_string());
    assert_eq!(client.head().status, 200);
    let (name, data) = client.event().expect("findings");
    assert_eq!(name, "findings", "{data}");
    assert!(data["bestmove"].is_string(), "{data}");
    client
}

#[test]
fn an_analysis_sends_what_analyse_prints() {
    let server = Server::start();
    let question = json!({"line": line("takt", "a1 e5"), "depth": 3, "lines": 2, "hash": 1});
    let found = done(&server, "/api/analyse", &question);
    let arguments = [
        "analyse",
        "takt",
        "--moves",
        "a1 e5",
        "--depth",
        "3",
        "--multipv",
        "2",
        "--hash",
        "1",
        "--json",
    ];
    let printed = crate::program::ludex(&arguments).json();
    let timeless = |mut object: Value| {
        for key in ["time_ms", "nps"] {
            object.as_object_mut().expect("an object").shift_remove(key);
        }
        object
    };
    assert_eq!(timeless(found), timeless(printed));
}

#[test]
fn an_analysis_goes_on_where_the_game_does() {
    let server = Server::start();
    for steps in ["a1 e5", "a1 e5 c3", "a1 e5 c3 c4", "a1 e5"] {
        let question = json!({"line": line("takt", steps), "depth": 2, "hash": 1});
        let found = done(&server, "/api/analyse", &question);
        let played = crate::program::ludex(&["show", "takt", "--moves", steps, "--json"]).json();
        assert_eq!(found["position"], played["position"]);
    }
}

#[test]
fn what_games_have_of_their_own_is_analysed() {
    let server = Server::start();
    let cube = json!({"game": "tryktrak", "start": "4HPwATDgc/ABMA"});
    let found = done(&server, "/api/analyse", &json!({"line": cube, "depth": 0}));
    assert!(found["cube"]["verdict"].is_string(), "{found}");
    let dice = json!({"line": line("tryktrak", "dice:31"), "depth": 1, "lines": 3});
    let found = done(&server, "/api/analyse", &dice);
    assert_eq!(found["bestmove"], "8/5,6/5");
    assert!(found["lines"][2]["equity"].is_number(), "{found}");
    let three = json!({"line": {"game": "quoridor", "variant": "players=3"}, "nodes": 500});
    let found = done(&server, "/api/analyse", &three);
    assert_eq!(found["players"].as_array().map(Vec::len), Some(3), "{found}");
    let hands = ">51 >26 >19 >20 >44 >1 >32 >45 >43 >47 >16 >38";
    let turn = json!({"line": line("tantrix", hands), "nodes": 500});
    let found = done(&server, "/api/analyse", &turn);
    assert_eq!(found["turn"]["moves"][0], found["bestmove"], "{found}");
    let mut client = server.connect();
    let live = json!({"line": line("tantrix", hands), "hash": 1}).to_string();
    client.send("POST", "/api/analyse", &[JSON], &live);
    assert_eq!(client.head().status, 200);
    // After a while, an unlimited search reports the rest of the turn too.
    while client.event().expect("it goes on").1["turn"].is_null() {}
}

#[test]
fn what_cannot_be_analysed_is_refused_before_it_begins() {
    let server = Server::start();
    let takt = line("takt", "");
    for (question, place, found) in [
        (json!({"line": takt, "lines": 0}), "lines", "0"),
        (json!({"line": takt, "lines": 51}), "lines", "51"),
        (json!({"line": takt, "search": "magic"}), "search", "magic"),
        (json!({"line": takt, "evaluator": "/etc/passwd"}), "evaluator", "/etc/passwd"),
        (json!({"line": takt, "level": 11}), "level", "11"),
        (json!({"line": takt, "depth": 0}), "depth", "0"),
        (json!({"line": takt, "threads": 0}), "threads", "0"),
        (json!({"line": takt, "threads": 999}), "threads", "999"),
        (json!({"line": takt, "hash": 0}), "hash", "0"),
        (json!({"line": takt, "hash": 99_999}), "hash", "99999"),
        (json!({"line": takt, "time_ms": 0}), "time_ms", "0"),
        (json!({"line": takt, "time_ms": 3_600_001}), "time_ms", "3600001"),
    ] {
        let (status, told) = server.refusal("/api/analyse", &question);
        assert_eq!((status, &told["error"]["place"]), (400, &json!(place)), "{question}: {told}");
        assert_eq!(told["error"]["found"], found, "{told}");
    }
    for (game, missing) in [("tryktrak", "dice are not rolled"), ("tantrix", "tiles are not dealt")]
    {
        let (status, told) = server.refusal("/api/analyse", &json!({"line": line(game, "")}));
        assert_eq!((status, &told["error"]["place"]), (400, &json!("line")), "{told}");
        assert!(
            told["error"]["message"].as_str().is_some_and(|text| text.contains(missing)),
            "{told}"
        );
    }
    let over = json!({"line": line("quoridor", "")});
    assert_eq!(server.refusal("/api/rollout", &over).0, 400);
    let road = line("takt", "e5 a1 b1 e4 c1 e3 d1 d3 e1");
    let (status, told) = server.refusal("/api/analyse", &json!({"line": road}));
    assert_eq!(status, 400, "{told}");
    assert!(told["text"].as_str().expect("a text").contains("the game is over"), "{told}");
    assert_eq!(told["error"]["place"], "line", "{told}");
}

#[test]
fn malformed_json_gets_readable_errors() {
    let server = Server::start();
    let takt = json!({"game": "takt"});
    for (path, question, message) in [
        ("/api/analyse", json!(null), "expected a JSON object, but found null"),
        ("/api/analyse", json!({}), "the field line is missing"),
        ("/api/analyse", json!({"line": 3}), "expected an object, but found the number 3"),
        (
            "/api/analyse",
            json!({"line": takt, "lines": -1}),
            "expected a whole number, but found the number -1",
        ),
        (
            "/api/analyse",
            json!({"line": takt, "level": {}}),
            "expected a level, 1 to 10, or its name, but found something else",
        ),
        (
            "/api/view",
            json!({"line": takt, "seat": {}}),
            "expected a player's number, or mover, but found something else",
        ),
        (
            "/api/view",
            json!({"line": {"game": "takt", "steps": 1}}),
            "expected a list, but found the number 1",
        ),
        (
            "/api/view",
            json!({"line": {"game": "takt", "moves": []}}),
            "\"moves\" is not a field here; use one of game, variant, start, steps",
        ),
    ] {
        let (status, told) = server.refusal(path, &question);
        let error = &told["error"];
        assert_eq!((status, &error["message"]), (400, &json!(message)), "{question}: {told}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn tables_go_back_to_the_system() {
    let server = Server::start();
    let path = format!("/proc/{}/environ", server.child.id());
    let variables = std::fs::read(path).expect("it runs");
    let is_set = |variable: &[u8]| variable.starts_with(b"MALLOC_MMAP_THRESHOLD_=");
    assert!(variables.split(|&byte| byte == 0).any(is_set));
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_ends_when_its_client_goes() {
    let server = Server::start();
    let clients = [endless(&server), endless(&server), endless(&server)];
    assert_eq!(server.n_searches(), 3);
    drop(clients);
    super::client::wait_until("all searches end", || server.n_searches() == 0);
}

#[test]
fn two_tabs_are_analysed_at_once() {
    let server = Server::start();
    let (mut one, mut two) = (endless(&server), endless(&server));
    for _ in 0..2 {
        assert!(one.event().is_some() && two.event().is_some());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_searches_of_a_client_are_limited() {
    let server = Server::start_with(&["--hash", "64"]);
    let mut clients = Vec::new();
    let question = json!({"line": line("takt", "a1 e5"), "hash": 1}).to_string();
    for _ in 0..56 {
        let mut client = server.connect();
        client.send("POST", "/api/analyse", &[JSON], &question);
        assert_eq!(client.head().status, 200);
        clients.push(client);
    }
    let (status, told) = server.refusal("/api/analyse", &json!({"line": line("takt", "")}));
    assert_eq!((status, &told["error"]["place"]), (429, &json!("searches")), "{told}");
    // The board can still be viewed.
    server.ask("/api/view", &json!({"line": line("takt", "a1 e5")}));
    drop(clients);
    super::client::wait_until("all searches end", || server.n_searches() == 0);
    endless(&server);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_flat_however_much_is_analysed() {
    let server = Server::start_with(&["--hash", "8"]);
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id()));
        let status = status.expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let words = line.and_then(|line| line.split_whitespace().nth(1));
        words.and_then(|kib| kib.parse::<u64>().ok()).expect("a number")
    };
    let games = ["takt", "quoridor", "trax"];
    // Sessions with tables as small as these are not kept. The allocator's reserve varies, so the test compares peaks.
    let analyse = |n: usize| {
        let mut peak = 0;
        for index in 0..n {
            let game = line(games[index % 3], "");
            let question = json!({"line": game, "nodes": 300, "hash": 4, "seed": index % 7});
            done(&server, "/api/analyse", &question);
            peak = peak.max(resident());
        }
        peak
    };
    let before = analyse(210);
    let after = analyse(420);
    assert!(after < before + 32 * 1024, "{before} KiB, then {after} KiB");
}

#[test]
fn proofs_are_found() {
    let server = Server::start();
    let small = json!({"game": "takt", "variant": "size=3", "steps": ["a1", "c3"]});
    let proven = done(&server, "/api/solve", &json!({"line": small}));
    assert_eq!((&proven["result"], &proven["plies"]), (&json!("win"), &json!(15)), "{proven}");
    let open = done(&server, "/api/solve", &json!({"line": line("trax", ""), "time_ms": 1}));
    assert_eq!(open["result"], "unknown");
    let (status, told) =
        server.refusal("/api/solve", &json!({"line": line("trax", ""), "solver": "x"}));
    assert_eq!(status, 400, "{told}");
}

#[test]
fn games_are_rolled_out() {
    let server = Server::start();
    let asked = json!({"line": line("tryktrak", "dice:31"), "trials": 36, "truncate": 3, "plays": ["8/5,6/5"]});
    let rolled = done(&server, "/api/rollout", &asked);
    assert_eq!(
        (&rolled["trials"], &rolled["bestmove"]),
        (&json!(36), &json!("8/5,6/5")),
        "{rolled}"
    );
    let (status, told) = server.refusal("/api/rollout", &json!({"line": line("takt", "")}));
    assert_eq!((status, &told["error"]["place"]), (400, &json!("game")), "{told}");
}

/// The server has the same limits for numbers as the command line.
#[test]
fn numbers_out_of_bounds_are_refused_as_on_the_command_line() {
    let server = Server::start();
    let dice = line("tryktrak", "dice:31");
    let takt = line("takt", "a1 e5");
    for (path, line, place, numbers) in [
        ("/api/rollout", &dice, "truncate", json!([0, 10_001])),
        ("/api/rollout", &dice, "jsd", json!([-1, 0, 100.5])),
        ("/api/rollout", &dice, "error", json!([-0.5, 0, 11])),
        ("/api/rollout", &dice, "depth", json!([4])),
        ("/api/rollout", &dice, "trials", json!([0])),
        ("/api/rollout", &dice, "min_trials", json!([0, 100])),
        ("/api/rollout", &dice, "lines", json!([0])),
        ("/api/analyse", &takt, "depth", json!([0, 1000])),
        ("/api/analyse", &takt, "nodes", json!([0])),
        ("/api/analyse", &takt, "time_ms", json!([0])),
        ("/api/analyse", &takt, "level", json!([0, 11])),
        ("/api/judge", &takt, "depth", json!([0, 1000])),
        ("/api/judge", &takt, "nodes", json!([0])),
        ("/api/solve", &takt, "time_ms", json!([0])),
    ] {
        for number in numbers.as_array().expect("a list") {
            let question = json!({"line": line, place: number});
            let (status, told) = server.refusal(path, &question);
            assert_eq!((status, &told["error"]["place"]), (400, &json!(place)), "{told}");
        }
    }
    let cubeful = json!({"line": line("trax", ""), "cubeful": true});
    assert_eq!(server.refusal("/api/rollout", &cubeful).0, 400);
}

#[test]
fn a_game_is_judged_move_by_move() {
    let server = Server::start();
    let asked = json!({"line": line("takt", "a1 e5 e4 c3 d3"), "nodes": 500});
    let events = server.events("/api/judge", &asked);
    let moves: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "move").map(|(_, data)| data).collect();
    let steps: Vec<_> = moves.iter().map(|judged| judged["step"].as_u64()).collect();
    assert_eq!(steps, [0, 1, 2, 3, 4].map(Some));
    assert_eq!(moves[2]["played"], "e4");
    assert!(moves[2]["candidates"][0]["mv"].is_string(), "{}", moves[2]);
    let (name, sums) = events.last().expect("an end");
    assert_eq!(name, "done");
    assert_eq!(sums["totals"][0]["moves"], 3);
    assert!(sums["html"].is_null());
    let match_play = line("tryktrak", "dice:31 8/5,6/5 dice:42 8/4,6/4");
    let named = json!({"line": match_play, "depth": 0, "page": true, "names": ["A & B"]});
    let events = server.events("/api/judge", &named);
    let (_, sums) = events.last().expect("an end");
    assert_eq!(sums["summary"]["players"].as_array().map(Vec::len), Some(2), "{sums}");
    let html = sums["html"].as_str().expect("a page");
    assert!(html.contains("A &amp; B – Player 2") && html.contains("Analysed by Ludex"));
    assert!(html.contains("8/5") && html.contains("<svg"));
    let (status, told) = server.refusal("/api/judge", &json!({"line": line("takt", "")}));
    assert_eq!((status, &told["error"]["place"]), (400, &json!("line")), "{told}");
}
