//! Bad input of all kinds: the program prints one `error:` line with the place, the input and what was expected, and the exit code is 2.

use super::program::{Ran, TempFile, command, ludex, with_bytes, with_input};

#[track_caller]
fn check_refused(ran: &Ran, expected: &[&str]) {
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(ran.out, "", "{ran:?}");
    assert!(ran.err.starts_with("error: "), "{ran:?}");
    assert_eq!(ran.err.matches("error:").count(), 1, "{ran:?}");
    for part in expected {
        assert!(ran.err.contains(part), "{part:?} is missing in {ran:?}");
    }
}

/// Errors of Ludex take one line; those of clap may add a suggestion.
#[track_caller]
fn check_one_line(ran: &Ran, expected: &[&str]) {
    check_refused(ran, expected);
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
}

#[test]
fn an_empty_file_is_not_a_game() {
    let empty = TempFile::new("empty.txt", "");
    for game in ["takt", "quoridor", "tryktrak", "trax", "tantrix"] {
        for command in ["analyse", "show"] {
            let ran = ludex(&[command, game, "--file", empty.name()]);
            let expected = format!("empty.txt: the file is empty; expected a game of {game}");
            check_one_line(&ran, &[&expected]);
        }
    }
}

#[test]
fn positions_that_are_wrong() {
    let cases: &[(&str, &str)] = &[
        ("nonsense", "TPS"),
        ("", "TPS"),
        ("x5/x5/x5/x5 1 1", "TPS"),
        ("x5/x4/x5/x5/x5 1 1", "row 2"),
        ("x5/x5/x6/x5/x5 1 1", "row 3"),
        ("x5/x5/x5/x5/x5 3 1", "side to move"),
        ("x5/x5/x5/x5/x5 1", "TPS"),
        ("x5/x5/x5/x5/x5 1 0", "move number"),
        ("x5/x5/x5/x5/x5 1 99999999999999999999", "move number"),
        ("x5/x5/x2,3,x2/x5/x5 1 5", "row 3"),
        ("x5/x5/x2,1S2,x2/x5/x5 1 5", "row 3"),
        ("1C,1C,x3/x5/x5/x5/x5 1 5", "capstone"),
        ("1111111111111111111111,x4/x5/x5/x5/x5 1 30", ""),
        ("1,1,1,1,1/2,2,2,2,2/x5/x5/x5 1 9", ""),
        ("x2/x2 1 1", "rows"),
        ("x9/x9/x9/x9/x9/x9/x9/x9/x9 1 1", "rows"),
    ];
    for (position, place) in cases {
        check_one_line(&ludex(&["show", "takt", "--position", position]), &[place]);
    }
}

#[test]
fn moves_that_are_wrong() {
    let cases: &[(&str, &[&str])] = &[
        ("a1 a1", &["--moves, move 2", "occupied"]),
        ("a1 e5 z9", &["--moves, move 3", "a square of the board"]),
        ("Ca1", &["--moves, move 1"]),
        ("a1 e5 a1+ ", &["--moves, move 3"]),
        ("a1 e5 b2+", &["--moves, move 3"]),
        ("a1 e5 99a1+", &["--moves, move 3"]),
        ("\u{1f600}", &["--moves, move 1"]),
    ];
    for (moves, expected) in cases {
        check_one_line(&ludex(&["moves", "takt", "--moves", moves]), expected);
    }
}

/// Player 1 has a road after the fifth move.
const OVER: &str = "a3 a1 b1 b3 c1";

#[test]
fn a_move_list_that_goes_on_after_the_end() {
    let moves = format!("{OVER} b2");
    let ran = ludex(&["show", "takt", "--variant", "size=3", "--moves", &moves]);
    check_one_line(&ran, &["--moves, move 6: \"b2\" cannot be played", "the game is over (p1win)"]);
    let shown = ludex(&["show", "takt", "--variant", "size=3", "--moves", OVER]);
    assert_eq!(shown.code, 0, "{shown:?}");
}

#[test]
fn variants_that_are_wrong() {
    for variant in [
        "size=2",
        "size=9",
        "size=x",
        "komi=0.3",
        "colour=red",
        "size",
        "size=5,size=5",
        "caps=99",
        "stones=0",
    ] {
        let ran = ludex(&["show", "takt", "--variant", variant]);
        check_refused(&ran, &["error: "]);
    }
    let ran = ludex(&["show", "takt", "--variant", "size=6", "--position", "x5/x5/x5/x5/x5 1 1"]);
    check_one_line(&ran, &["5 rows", "size=6"]);
}

#[test]
fn names_that_do_not_exist() {
    check_one_line(&ludex(&["show", "takd"]), &["game", "takd", "did you mean tak"]);
    check_refused(&ludex(&["shwo", "takt"]), &["shwo", "show"]);
    check_refused(&ludex(&["show", "takt", "--positoin", "x"]), &["--positoin", "--position"]);
    check_refused(&ludex(&["show"]), &["GAME"]);
    check_refused(&ludex(&["perft", "takt"]), &["--depth"]);
    check_one_line(&ludex(&["bestmove", "takt", "--search", "magic"]), &["--search", "magic"]);
    check_one_line(&ludex(&["convert", "takt", "--to", "pdn"]), &["--to", "pdn", "ptn"]);
    check_refused(&ludex(&["completions", "csh"]), &["csh"]);
    check_one_line(&ludex(&["man", "besmove"]), &["besmove", "did you mean bestmove?"]);
    let no_command = ludex(&[]);
    assert_eq!((no_command.code, no_command.out.as_str()), (2, ""));
}

#[test]
fn numbers_that_are_wrong() {
    let cases: &[&[&str]] = &[
        &["--time", "soon"],
        &["--time", "0s"],
        &["--time", "-5s"],
        &["--time", "1e300s"],
        &["--time", "99999999999999999999h"],
        &["--time", "nan"],
        &["--nodes", "0"],
        &["--nodes", "-1"],
        &["--nodes", "1.5"],
        &["--nodes", "99999999999999999999"],
        &["--depth", "0"],
        &["--depth", "x"],
        &["--clock", "60s+"],
        &["--clock", "+1s"],
        &["--threads", "0"],
        &["--threads", "100000"],
        &["--hash", "0"],
        &["--hash", "99999999999"],
        &["--multipv", "0"],
        &["--seed", "x"],
        &["--set", "x"],
        &["--workers", "0"],
    ];
    for case in cases {
        let arguments = [&["bestmove", "takt"], *case].concat();
        check_refused(&ludex(&arguments), &[case[0], "expected"]);
    }
}

#[test]
fn depths_have_one_range_and_one_sentence() {
    for (command, expected) in [
        (&["bestmove", "takt"][..], "a whole number from 1 to 999 (in tryktrak from 0)"),
        (&["analyse", "takt"], "a whole number from 1 to 999 (in tryktrak from 0)"),
        (&["solve", "takt"], "a whole number from 1 to 999 (in tryktrak from 0)"),
        (&["perft", "takt"], "a whole number from 0 to 999"),
        (&["rollout", "tryktrak"], "a whole number from 0 to 3"),
    ] {
        for depth in ["abc", "5000", "-1", ""] {
            let ran = ludex(&[command, &["--depth", depth]].concat());
            check_refused(&ran, &["--depth: expected", expected]);
        }
    }
}

#[test]
fn deterministic_needs_a_limit_other_than_time() {
    check_one_line(
        &ludex(&["bestmove", "takt", "--deterministic"]),
        &["--deterministic", "--nodes or --depth"],
    );
    let timed = ["bestmove", "takt", "--deterministic", "--nodes", "10", "--time", "1s"];
    check_one_line(&ludex(&timed), &["--deterministic"]);
    check_one_line(&ludex(&["solve", "takt", "--deterministic"]), &["--deterministic"]);
}

#[test]
fn files_that_cannot_be_read() {
    check_one_line(
        &ludex(&["show", "takt", "--file", "/no/such/file.ptn"]),
        &["/no/such/file.ptn"],
    );
    check_one_line(&ludex(&["show", "takt", "--file", "/"]), &["/"]);
    let invalid = TempFile::new("invalid.ptn", b"[Size \"5\"]\n\n1. a1 \xff\xfe e5\n");
    let ran = ludex(&["show", "takt", "--file", invalid.name(), "--strict"]);
    check_one_line(&ran, &["line 3", "0xff", "UTF-8"]);
    let ran = ludex(&["show", "takt", "--file", invalid.name(), "--quiet"]);
    check_one_line(&ran, &["line 3, move 1", "\u{ff}\u{fe}"]);
    let empty = TempFile::new("empty.ptn", "");
    let ran = ludex(&["analyse", "takt", "--file", empty.name()]);
    check_refused(&ran, &[empty.name()]);
    let ran = ludex(&["show", "takt", "--config", "/no/such/ludex.toml"]);
    check_one_line(&ran, &["/no/such/ludex.toml"]);
}

#[test]
fn invalid_bytes_on_standard_input_and_in_arguments() {
    for option in ["--position", "--moves", "--file"] {
        let ran = with_bytes(command(&["show", "takt", option, "-"]), b"a1 \xff");
        let (warning, error) = ran.err.split_once('\n').expect("two lines");
        assert!(warning.contains("standard input, line 1, byte 4"), "{ran:?}");
        assert!(ran.code == 2 && error.contains("\u{ff}"), "{ran:?}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let mut bad = command(&["show", "takt", "--position"]);
        bad.arg(std::ffi::OsStr::from_bytes(b"x5\xff"));
        check_refused(&with_input(bad, ""), &["UTF-8"]);
    }
}

#[test]
fn options_that_do_not_go_together() {
    check_refused(&ludex(&["show", "takt", "--ply", "3"]), &["--file"]);
    let both = ["show", "takt", "--file", "x.ptn", "--position", "x5/x5/x5/x5/x5 1 1"];
    check_refused(&ludex(&both), &["--position"]);
    let ran = ludex(&["show", "takt", "--position", "-", "--moves", "-"]);
    check_one_line(&ran, &["--moves", "standard input"]);
    check_one_line(&ludex(&["play", "takt", "--position", "-"]), &["standard input"]);
    check_one_line(&ludex(&["convert", "takt", "--from", "ptn", "--to", "tps"]), &["--from"]);
    let tps = "x5/x5/x5/x5/x5 1 1";
    let ran = ludex(&["convert", "takt", "--position", tps, "--to", "moves"]);
    check_one_line(&ran, &["--to", "a position does not contain"]);
}

/// Options that are invalid for pictures and texts are invalid with JSON too.
#[test]
fn options_of_a_board_are_checked_where_json_is_wanted() {
    let refused = |options: &[&str], expected: &str| {
        let ran = ludex(&[&["show", "takt", "--json"], options].concat());
        check_one_line(&ran.in_words(), &[expected]);
    };
    refused(&["--paths"], "--paths: \"takt\" has no shortest paths");
    refused(&["--side", "3"], "--side: expected a player");
    refused(&["--last"], "--last: the game has no move to mark");
}

#[test]
fn output_that_cannot_be_written() {
    let ran = ludex(&[
        "convert",
        "takt",
        "--moves",
        "a1",
        "--to",
        "tps",
        "--out",
        "/no/such/folder/x.tps",
    ]);
    check_one_line(&ran, &["/no/such/folder/x.tps"]);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    for command in ["bestmove", "analyse", "solve"] {
        let ran = ludex(&[command, "takt", "--variant", "size=3", "--moves", OVER]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.starts_with("error: no legal move"), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
}

#[test]
#[cfg(unix)]
fn endless_input_is_not_read_for_ever() {
    let zeros = "/dev/zero";
    let cases: [&[&str]; 6] = [
        &["show", "takt", "--file", zeros],
        &["convert", "takt", "--file", zeros, "--to", "tps"],
        &["bestmove", "takt", "--config", zeros],
        &["tournament", "takt", "--player", "a", "--player", "b", "--book", zeros],
        &["worker", "--settings", zeros],
        &["moves", "takt", "--position", "-"],
    ];
    for arguments in cases {
        let mut command = command(arguments);
        command.stdin(std::fs::File::open(zeros).expect("it is there"));
        let ran = command.output().expect("it ends");
        let err = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}: {err}");
        assert!(err.contains("256 MiB") && err.lines().count() == 1, "{arguments:?}: {err}");
    }
}
