//! Trax on the command line and in its contest protocol.

use crate::program::{command, ludex, with_input};

#[test]
fn the_common_commands_know_trax() {
    assert_eq!(
        ludex(&["perft", "trax", "--depth", "5"]).out,
        "nodes 246888\n"
    );
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
    let mut found: Vec<_> = solved["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(|mv| mv.as_str())
        .collect();
    found.sort_unstable();
    assert_eq!(found, ["B5\\", "C5/"]);
}

#[test]
fn wrong_turns_name_the_cell() {
    let ran = ludex(&[
        "moves",
        "trax",
        "--moves",
        "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/ C3/",
    ]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("three would enter"), "{}", ran.err);
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
    assert!(err.contains("a column from @"), "{err}");
}

#[test]
fn a_game_that_is_won_is_over() {
    // Red closes a loop with its own turn: White has given it.
    let (out, err) = contest("-R @0/ B1\\ -F\n-B\nA2\\\n");
    assert!(out.is_empty(), "{out:?}");
    assert!(err.contains("the game is over: p2win"), "{err}");
}
