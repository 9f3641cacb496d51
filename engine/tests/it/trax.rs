//! Trax on the command line and in its contest protocol.

use crate::program::{command, ludex, with_input};

#[test]
fn the_common_commands_know_trax() {
    assert_eq!(ludex(&["perft", "trax", "--depth", "5"]).out, "nodes 246888\n");
    let moves = |more: &[&str]| {
        let arguments = [&["moves", "trax", "--moves", "@0/ @1+"], more].concat();
        ludex(&arguments).out.lines().count()
    };
    assert_eq!((moves(&[]), moves(&["--distinct"])), (18, 17));
    let over = ludex(&["show", "trax", "--moves", "@0/ B1\\ A2\\", "--json"]).json();
    assert_eq!(over["result"], "p2win");
    assert_eq!(over["winning_lines"][0]["colour"], "red");
    let drawn = ludex(&["show", "trax", "--position", "a9 w 8x8 luck ?+ns", "--json"]).json();
    assert_eq!(drawn["variant"], "board=8x8,luck=yes,loop=no");
}

#[test]
fn a_win_is_proved_with_all_its_first_turns() {
    let moves = "@0/ B1\\ A2/ @2+ C2\\ C3\\ D3\\ B3/ B0/";
    let solved = ludex(&[
        "solve",
        "trax",
        "--variant",
        "board=8x8",
        "--moves",
        moves,
        "--depth",
        "5",
        "--json",
    ])
    .json();
    assert_eq!(solved["result"], "win");
    assert_eq!(solved["plies"], 1);
    let mut found: Vec<_> =
        solved["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["B5\\", "C5/"]);
}

#[test]
fn wrong_turns_name_the_cell() {
    let ran = ludex(&["moves", "trax", "--moves", "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/ C3/"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("three edges of one colour would enter"), "{}", ran.err);
    assert!(ran.err.starts_with("error: "), "{}", ran.err);
}

fn contest(input: &str) -> (Vec<String>, String) {
    let ran = with_input(command(&["fpt", "--nodes", "300"]), input);
    assert_eq!(ran.code, 0, "{ran:?}");
    (ran.out.lines().map(str::to_string).collect(), ran.err)
}

#[test]
fn the_contest_protocol_plays_both_sides() {
    let (out, err) = contest("-T\n-W\n");
    assert_eq!(out.len(), 2);
    assert_eq!(out[0].len(), 2);
    assert!(out[1] == "@0/" || out[1] == "@0+", "{out:?}");
    assert_eq!(err, "");
    let (out, _) = contest("-B\n@0/\n");
    assert_eq!(out.len(), 1);
    let (out, err) = contest("-R @0/ B1\\ -F -B\n");
    assert_eq!((out.len(), err.as_str()), (0, ""));
}

#[test]
fn an_illegal_turn_of_the_other_side_ends_the_contest_game() {
    let (out, err) = contest("-B\n@0\\\n-B\n@0+\n");
    assert_eq!(out.len(), 1, "the next game is played: {out:?}");
    assert!(err.contains("@0/ or @0+"), "{err}");
    assert!(err.contains("player 2 wins"), "{err}");
    let (_, err) = contest("-B\n@0/\nZ9+\n");
    assert!(err.contains("columns go from @"), "{err}");
}

#[test]
fn a_record_with_an_illegal_turn_is_refused_as_a_whole() {
    for record in ["-R @0/ Z9\\ B1\\ -F", "-R @0\\ @0/ -F", "-R @0/ Z9\\\nB1\\\n-F"] {
        let (out, err) = contest(&format!("{record} -W\n"));
        assert!(out.is_empty(), "no other game is played on: {out:?}");
        assert!(err.contains("the record is refused"), "{err}");
        assert!(err.contains("\"-W\""), "{err}");
        // A game from the start, or from a correct record, is played.
        let (out, _) = contest(&format!("{record} -B\n-W\n"));
        assert_eq!(out.len(), 1, "{out:?}");
        let (out, err) = contest(&format!("{record}\n-R @0/ -F -B\n"));
        assert_eq!((out.len(), err.lines().count()), (1, 1), "{out:?} {err}");
    }
}

#[test]
fn a_game_that_is_won_is_over() {
    // White's turn completes a loop for Red, which wins.
    let (out, err) = contest("-R @0/ B1\\ -F\n-B\nA2\\\n");
    assert!(out.is_empty(), "{out:?}");
    assert!(err.contains("the game is over: p2win"), "{err}");
}

/// Makes puzzles and proves each again, using only the command line.
fn check_puzzles(variant: &str, word: &str, wins_in: u32) {
    let turns = wins_in.to_string();
    let arguments = |more: &'static str| {
        let arguments = ["solve", "trax", "--variant", variant, "--generate", "3", more];
        [&arguments[..], &["--seed", "5", "--wins-in", &turns]].concat()
    };
    let lines = ludex(&arguments("--hash=8")).out;
    assert_eq!(lines, ludex(&arguments("--hash=8")).out, "it is reproducible");
    assert_eq!(lines.lines().count(), 3);
    let objects = ludex(&arguments("--json")).out;
    for (line, object) in lines.lines().zip(objects.lines()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [shown, moves, mover, win_in, solutions, count, origin] = columns[..] else {
            panic!("{line}");
        };
        assert_eq!((shown, win_in), (word, &*turns));
        assert!(origin.starts_with("self-play seed 5 game "));
        let solutions: Vec<&str> = solutions.split(',').collect();
        assert_eq!(solutions.len().to_string(), count);
        let plies = (2 * wins_in - 1).to_string();
        let common = ["trax", "--variant", variant, "--moves", moves];
        let proof = [&["solve"], &common[..], &["--json", "--depth", &plies]].concat();
        let proof = ludex(&proof).json();
        assert_eq!((&proof["result"], &proof["plies"]), (&"win".into(), &(2 * wins_in - 1).into()));
        let all: Vec<&str> =
            proof["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
        assert!(solutions.iter().all(|turn| all.contains(turn)));
        assert!(wins_in > 1 && solutions.len() == 1 || solutions.len() == all.len());
        let after = |turn: &str| {
            let moves = format!("{moves} {turn}");
            let shown = ["show", "trax", "--variant", variant, "--moves", &moves, "--json"];
            ludex(&shown).json()["position"].clone()
        };
        assert!(all.iter().all(|turn| after(turn) == after(all[0])), "{line}");
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        assert_eq!(object["moves"].as_array().map(Vec::len), Some(moves.split(' ').count()));
        assert_eq!(object["to_move"], if mover == "w" { 1 } else { 2 });
    }
}

#[test]
fn puzzles_from_self_play_have_one_solution() {
    check_puzzles("board=unlimited", "unlimited", 1);
    check_puzzles("board=unlimited", "unlimited", 2);
    check_puzzles("board=8x8", "8x8", 3);
    check_puzzles("loop=yes", "loop", 2);
    check_puzzles("board=8x8,loop=yes", "8x8 loop", 1);
}

#[test]
fn puzzles_of_another_game_come_from_the_same_command() {
    let made = ludex(&["solve", "takt", "--generate", "2", "--wins-in", "2", "--json"]);
    assert_eq!((made.code, made.out.lines().count()), (0, 2));
}

#[test]
fn puzzles_that_cannot_be_made_are_refused() {
    let refused = |more: &[&str], part: &str| {
        let ran = ludex(&[&["solve", "trax"], more].concat());
        assert_eq!(ran.code, 2, "{more:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(part), "{}", ran.err);
    };
    refused(&["--wins-in", "2"], "--generate");
    refused(&["--generate", "2"], "--wins-in");
    refused(&["--generate", "2", "--wins-in", "4"], "from 1 to 3");
    refused(&["--generate", "0", "--wins-in", "1"], "from 1 to");
    refused(&["--generate", "-1", "--wins-in", "1"], "-1");
    refused(&["--generate", "2", "--wins-in", "1", "--depth", "3"], "--depth");
    refused(&["--generate", "2", "--wins-in", "1", "--moves", "@0/"], "--moves");
    refused(&["--generate", "2", "--wins-in", "1", "--variant", "luck=yes"], "chance");
    refused(&["--generate", "2", "--wins-in", "1", "--search", "guess"], "--search");
}

#[test]
fn before_a_draw_the_position_has_a_value() {
    let arguments = |position, more: &[&'static str]| {
        let common = ["trax", "--position", position, "--nodes", "6000", "--threads", "1"];
        [&["bestmove"], &common[..], more].concat()
    };
    let known = ludex(&arguments("a9 w 8x8 luck ?+ns", &["--json"])).json();
    assert!(known["bestmove"].is_string());
    for search in ["auto", "expectimax", "mcts"] {
        let found = ludex(&arguments("a9 w 8x8 luck", &["--search", search, "--json"])).json();
        assert!(found["bestmove"].is_null());
        let lines = found["lines"].as_array().expect("a line for each face");
        assert_eq!(lines.len(), 6);
        let weights = [2.0, 2.0, 1.0, 1.0, 1.0, 1.0];
        let chance = |line: &serde_json::Value| line["win"].as_f64().expect("a chance");
        let mean: f64 =
            lines.iter().zip(weights).map(|(line, weight)| chance(line) * weight / 8.0).sum();
        let win = found["win"].as_f64().expect("a chance");
        assert!((mean - win).abs() < 0.001, "{mean} {found}");
        let logits = found["score"]["value"].as_f64().expect("a value");
        assert!((1.0 / (1.0 + (-logits).exp()) - win).abs() < 0.01, "{found}");
        assert_eq!(lines[0]["move"], "?+ns");
        assert!(lines.iter().all(|line| line["pv"].as_array().is_some_and(|pv| pv.len() > 1)));
    }
    let text = ludex(&arguments("a9 w 8x8 luck", &[])).out;
    assert!(text.starts_with("value 0."), "{text}");
    let start = ludex(&arguments("- w luck", &[])).out;
    assert!(start.starts_with("value 0."), "{start}");
    let session = "ugi\nposition fen a9 w luck\ngo nodes 600\nisready\n";
    let answers = with_input(command(&["ugi", "trax"]), session).out;
    assert!(answers.contains("\nbestmove none"), "{answers}");
    assert!(answers.contains(" pv ?+ns "), "{answers}");
}
