//! The fields of the JSON objects.

use serde_json::{Value, json};

use super::program::{command, ludex, with_input};

fn keys(object: &Value) -> Vec<&str> {
    let object = object.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn bestmove_has_every_field_in_its_order() {
    let object = ludex(&["bestmove", "takt", "--depth", "2", "--json", "--seed", "7"]).json();
    let expected = [
        "game",
        "variant",
        "position",
        "to_move",
        "bestmove",
        "win",
        "draw",
        "loss",
        "score",
        "proof",
        "depth",
        "seldepth",
        "nodes",
        "time_ms",
        "nps",
        "threads",
        "seed",
        "pv",
        "lines",
        "search",
        "evaluator",
    ];
    assert_eq!(keys(&object), expected);
    assert_eq!(keys(&object["score"]), ["unit", "value"]);
    assert_eq!(keys(&object["lines"][0]), ["move", "win", "score", "nodes", "pv", "depth"]);
    assert_eq!(object["game"], "takt");
    assert_eq!(object["variant"], "size=5,komi=0");
    assert_eq!(object["position"], "x5/x5/x5/x5/x5 1 1");
    assert_eq!(object["to_move"], 1);
    assert_eq!(object["score"]["unit"], "flats");
    assert_eq!(object["proof"], Value::Null);
    assert_eq!(object["seed"], 7);
    assert_eq!(object["bestmove"], object["pv"][0]);
    assert_eq!(object["bestmove"], object["lines"][0]["move"]);
    let sum: f64 =
        ["win", "draw", "loss"].iter().map(|key| object[key].as_f64().expect("a number")).sum();
    assert!((sum - 1.0).abs() < 0.001, "{object}");
}

#[test]
fn lines_are_as_many_as_asked_for() {
    let object = ludex(&["analyse", "takt", "--depth", "2", "--multipv", "3", "--json"]).json();
    assert_eq!(object["lines"].as_array().expect("a list").len(), 3);
}

#[test]
fn lines_are_sorted_wherever_the_search_stops() {
    let tps = "x2,2,x2/x,2,1,x2/x,1,1,2,x/x,2,1,x2/x2,1,x2 1 6";
    for nodes in ["3000", "20000", "50000"] {
        let options =
            ["bestmove", "takt", "--position", tps, "--multipv", "5", "--threads", "1", "--json"];
        let object = ludex(&[&options[..], &["--nodes", nodes]].concat()).json();
        let lines = object["lines"].as_array().expect("a list");
        let scores: Vec<f64> =
            lines[1..].iter().map(|line| line["score"].as_f64().expect("a number")).collect();
        assert!(scores.is_sorted_by(|left, right| left >= right), "{nodes}: {scores:?}");
    }
}

#[test]
fn show_has_every_field() {
    let object = ludex(&["show", "takt", "--moves", "a1 e5 c3", "--json"]).json();
    let expected = [
        "game",
        "variant",
        "position",
        "to_move",
        "ply",
        "over",
        "result",
        "returns",
        "legal_moves",
    ];
    assert_eq!(&keys(&object)[..9], expected);
    assert_eq!(object["to_move"], 2);
    assert_eq!(object["ply"], 3);
    assert_eq!(object["over"], false);
    assert_eq!(object["result"], Value::Null);
    assert_eq!(object["returns"], Value::Null);
    assert_eq!(object["reserves"]["p1"]["stones"], 19);
}

#[test]
fn show_reports_how_a_game_ended() {
    let show = |moves: &str| {
        ludex(&["show", "takt", "--variant", "size=3", "--json", "--moves", moves]).json()
    };
    let over = show("a3 a1 b1 b3 c1");
    assert_eq!(over["over"], true);
    assert_eq!(over["result"], "p1win");
    assert_eq!(over["returns"], json!([1, -1]));
    assert_eq!(over["legal_moves"], 0);
    assert_eq!(over["to_move"], Value::Null);
    let over = show("a1 a3 c2 b1 c3 c1");
    assert_eq!((&over["result"], &over["returns"]), (&json!("p2win"), &json!([-1, 1])));
}

#[test]
fn a_repeated_position_draws_the_game_where_the_variant_says_so() {
    let shuffle = "a1> b5> b1< c5< a1> b5> b1< c5<";
    let moves = format!("e1 e5 a1 b5 {shuffle}");
    let show = |variant: &str| {
        ludex(&["show", "takt", "--json", "--variant", variant, "--moves", &moves]).json()
    };
    assert_eq!(show("size=5,repetition=3")["result"], "draw");
    assert_eq!(show("size=5,repetition=3")["returns"], json!([0, 0]));
    assert_eq!(show("size=5")["over"], false);
}

#[test]
fn moves_are_listed() {
    let object = ludex(&["moves", "takt", "--variant", "size=3", "--json"]).json();
    assert_eq!(object, json!({"moves": ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]}));
    let over =
        ludex(&["moves", "takt", "--variant", "size=3", "--moves", "a3 a1 b1 b3 c1", "--json"]);
    assert_eq!(over.json(), json!({"moves": []}));
}

#[test]
fn distinct_moves_reach_distinct_positions() {
    let plain = ludex(&["moves", "takt", "--moves", "a1 e5"]);
    let distinct = ludex(&["moves", "takt", "--moves", "a1 e5", "--distinct"]);
    assert_eq!(plain.out.lines().count(), 71);
    assert_eq!(distinct.out.lines().count(), 71);
}

#[test]
fn perft_counts() {
    let object = ludex(&["perft", "takt", "--depth", "3", "--json"]).json();
    assert_eq!(keys(&object), ["depth", "nodes", "time_ms"]);
    assert_eq!((&object["depth"], &object["nodes"]), (&json!(3), &json!(43_320)));
    for options in [&["--threads", "1"][..], &["--threads", "3"], &["--hash", "1"], &["--divide"]] {
        let arguments = [&["perft", "takt", "--depth", "3"], options].concat();
        let ran = ludex(&arguments);
        assert_eq!(ran.out.lines().last(), Some("nodes 43320"), "{ran:?}");
    }
    let divided = ludex(&["perft", "takt", "--depth", "2", "--divide", "--json"]).json();
    assert_eq!(divided["divide"]["a1"], 24);
    assert_eq!(ludex(&["perft", "takt", "--depth", "0"]).out, "nodes 1\n");
    let over =
        ["perft", "takt", "--variant", "size=3", "--moves", "a3 a1 b1 b3 c1", "--depth", "2"];
    assert_eq!(ludex(&over).out, "nodes 0\n");
}

#[test]
fn games_are_listed() {
    let object = ludex(&["games", "--json"]).json();
    let takt = &object["games"][0];
    assert_eq!(takt["game"], "takt");
    assert_eq!(takt["variant"][0]["key"], "size");
    assert_eq!(takt["protocols"], json!(["ugi", "tei"]));
    let text = ludex(&["games"]);
    assert!(text.out.starts_with("takt (tak): "), "{text:?}");
}

#[test]
fn standard_input_gives_positions_and_moves() {
    let tps = "x5/x5/x2,12S,x2/x5/x5 1 5";
    let ran =
        with_input(command(&["show", "tak", "--json", "--position", "-"]), &format!("{tps}\n"));
    assert_eq!(ran.json()["position"], tps);
    let ran = with_input(command(&["show", "tak", "--json", "--moves", "-"]), "a1\ne5\n");
    assert_eq!(ran.json()["ply"], 2);
}

/// The networks determine the move, so the output must name them.
#[test]
fn the_evaluator_is_reported() {
    let told = |arguments: &str| {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let object = ludex(&[&words[..], &["--depth", "1", "--json"]].concat()).json();
        let word = |key: &str| object[key].as_str().map(str::to_owned);
        (word("search"), word("evaluator"))
    };
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/takt/data/network-6.bin");
    let by_file = format!("bestmove takt --variant size=6 --evaluator {network}");
    for (arguments, search, evaluator) in [
        ("bestmove takt", "alphabeta", Some("network")),
        ("bestmove takt --variant size=4", "alphabeta", Some("handmade")),
        ("analyse takt --evaluator handmade", "alphabeta", Some("handmade")),
        (by_file.as_str(), "alphabeta", Some(network)),
        ("bestmove quoridor --variant players=3 --search maxn", "maxn", Some("race")),
        ("bestmove trax --variant luck=yes --search expectimax", "expectimax", Some("handmade")),
    ] {
        let told = told(arguments);
        let expected = (Some(search.to_owned()), evaluator.map(str::to_owned));
        assert_eq!(told, expected, "{arguments}");
    }
    let text = ludex(&["analyse", "takt", "--depth", "1"]).out;
    let line = text.lines().find(|line| line.starts_with("search "));
    assert_eq!(line, Some("search    alphabeta, network"), "{text}");
}

/// MCTS averages win probabilities and converts them to steps. A step must correspond to the same probability as in the other searches.
#[test]
fn a_step_of_quoridor_is_a_step_whatever_the_search() {
    for options in [
        "--search mcts --nodes 3000",
        "--variant players=3 --search maxn --depth 1",
        "--variant players=4 --search reply --depth 2",
    ] {
        let words: Vec<&str> = options.split_whitespace().collect();
        let more = ["--moves", "e2", "--threads", "1", "--json"];
        let object = ludex(&[&["bestmove", "quoridor"], &words[..], &more].concat()).json();
        let number = |value: &Value| value.as_f64().expect("a number");
        let (win, steps) = (number(&object["win"]), number(&object["score"]["value"]));
        assert_eq!(object["score"]["unit"], "steps");
        // From `chances.txt`, for the middle of a game.
        let expected = 1.0 / (1.0 + (-(steps - 0.033) / 1.1602).exp());
        assert!((win - expected).abs() < 0.002, "{options}: {win} for {steps} steps");
    }
}

#[test]
fn a_game_without_draws_has_no_chance_of_one() {
    for (game, moves) in [("quoridor", "e2 e8 e3"), ("trax", "@0/ A0/")] {
        let object = ludex(&["analyse", game, "--moves", moves, "--depth", "2", "--json"]).json();
        assert_eq!(object["draw"], json!(0.0), "{object}");
        let chance = |key: &str| object[key].as_f64().expect("a number");
        assert!((chance("win") + chance("loss") - 1.0).abs() < 1e-6, "{object}");
    }
}

#[test]
fn every_line_has_its_depth() {
    let arguments = ["analyse", "takt", "--depth", "3", "--multipv", "3", "--json"];
    let object = ludex(&arguments).json();
    for line in object["lines"].as_array().expect("a list") {
        assert_eq!(line["depth"], 3, "{object}");
    }
    let dice = ["analyse", "tryktrak", "--moves", "dice:31", "--depth", "2", "--multipv", "20"];
    let object = ludex(&[&dice[..], &["--json"]].concat()).json();
    let depth = |line: &Value| line["depth"].as_u64().expect("a number");
    let depths: Vec<u64> = object["lines"].as_array().expect("a list").iter().map(depth).collect();
    assert_eq!(depths.first(), Some(&2), "{object}");
    assert!(depths.last() < Some(&2), "only the best go on: {depths:?}");
}

#[test]
fn evaluators_and_networks_are_listed() {
    let text = ludex(&["games", "takt"]).out;
    assert!(text.contains("  evaluators: network handmade\n"), "{text}");
    assert!(text.contains("size=5 size=6\n"), "{text}");
}

#[test]
fn each_search_says_what_a_node_is() {
    let games = ludex(&["games", "--json"]).json();
    for game in games["games"].as_array().expect("a list") {
        let text = ludex(&["games", game["game"].as_str().expect("a name")]).out;
        let n_searches = game["searches"].as_array().expect("a list").len();
        assert!(text.matches("  a node: ").count() >= n_searches, "{text}");
    }
    let help = ludex(&["bestmove", "--help"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("a node is usually a move made on the board"), "{help}");
}
