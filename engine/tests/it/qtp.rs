//! Sessions of QTP, and Quoridor on the command line.

use super::program::{command, ludex, with_input};

/// The answers to a script, without empty lines. The script must not end with `quit`, which would end the program before a move is found.
fn answers(script: &str) -> Vec<String> {
    let ran = with_input(command(&["qtp", "--depth", "1"]), script);
    assert_eq!(ran.code, 0, "{ran:?}");
    let answers = ran.out.split("\n\n").filter(|answer| !answer.is_empty());
    answers.map(str::to_owned).collect()
}

#[track_caller]
fn check(script: &[(&str, &str)]) {
    let lines: Vec<_> = script.iter().map(|(command, _)| *command).collect();
    let heard = answers(&(lines.join("\n") + "\n"));
    assert_eq!(heard.len(), script.len(), "{heard:?}");
    for ((command, expected), answer) in script.iter().zip(&heard) {
        assert!(answer.starts_with(expected), "{command}: {answer}");
    }
}

#[test]
fn a_game_is_played() {
    check(&[
        ("name", "= Ludex"),
        ("known_command genmove", "= true"),
        ("known_command protocol_version", "= false"),
        ("list_commands", "= name\nknown_command"),
        ("boardsize 3", "="),
        ("clear_board # a comment", "="),
        ("walls 1", "="),
        ("winner", "= false"),
        ("playmove white B2", "="),
        ("playwall black A2 horizontal", "="),
        ("undo", "="),
        ("genmove black", "= B1"),
        ("undo 2", "="),
        ("playmove black b2", "="),
        ("playmove w a1", "="),
        ("playmove b b1", "="),
        ("winner", "= true black"),
        ("showboard", "= \n   +---+---+---+"),
    ]);
    check(&[("quit", "=")]);
}

#[test]
fn walls_are_shown_as_they_are_played() {
    let script = "playwall white e3 h\nplaywall black c5 v\nshowboard\n";
    let ran = with_input(command(&["qtp"]), script);
    for line in ["Horizontal walls: e3 h\n", "Vertical walls: c5 v\n"] {
        assert!(ran.out.contains(line), "{ran:?}");
    }
}

#[test]
fn wrong_commands_change_nothing() {
    check(&[
        ("playmove white e3", "? illegal move"),
        ("playmove white e2", "="),
        ("playmove white e3", "? illegal move: it is the other player's turn"),
        ("walls 3", "? the game has begun"),
        ("playmove green e8", "? invalid player"),
        ("playmove black", "? syntax error"),
        ("playwall black e1 h", "? illegal move"),
        ("playwall black e5 d", "? syntax error"),
        ("playwall black i5 h", "? illegal move"),
        ("playwall black e5 h", "="),
        ("playwall white e5 v", "? illegal move: it crosses another wall"),
        ("playwall white f5 h", "? illegal move: it overlaps another wall"),
        ("undo 3", "? cannot undo"),
        ("undo -1", "? syntax error"),
        ("boardsize 12", "? unacceptable size"),
        ("boardsize big", "? syntax error"),
        ("fly", "? unknown command"),
        ("playmove white e3", "="),
    ]);
}

#[test]
fn bad_positions_exit_with_2_and_say_what_is_wrong() {
    let cases = [
        ("d8/c8e8/e1 e9/10 10/1", "player 2 has no way to the goal"),
        ("e3/e3/e1 e9/10 10/1", "cross"),
        ("//e1 e1/10 10/1", "has more than one pawn"),
        ("//e1 e9 a5/10 10/1", "expected 3 numbers"),
        ("e3f3//e1 e9/10 10/1", "overlap"),
        ("/e3e4/e1 e9/10 10/1", "overlap"),
        ("e3e3//e1 e9/10 10/1", "overlap"),
        ("i3//e1 e9/10 10/1", "is outside the board: the last wall is on h8"),
        ("/e9/e1 e8/10 10/1", "is outside the board: the last wall is on h8"),
        ("//e1 k9/10 10/1", "error: pawns"),
        ("//e1 e6/1 1/1/5x5", "is outside the 5x5 board"),
        ("//e1/10/1", "expected 2, 3 or 4 pawns"),
        ("//e1 e9/10 10 10/1", "expected 2 numbers"),
        ("//e1 e9/10 256/1", "0 to 255"),
        ("//e1 e9/10 -1/1", "0 to 255"),
        ("//e1 e9/10 10/3", "1 to 2"),
        ("//e1 e9/10 10/1/10x9", "WxH"),
    ];
    for (position, part) in cases {
        let ran = ludex(&["show", "quoridor", "--position", position]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(part), "{position}: {}", ran.err);
    }
}

#[test]
fn small_boards_are_solved() {
    let ran = ludex(&["solve", "quoridor", "--variant", "board=3x4,walls=2", "--json"]);
    let solved = ran.json();
    assert_eq!(solved["result"], "win");
    assert!(!solved["moves"].as_array().expect("a list").is_empty());
    let ran = ludex(&["solve", "quoridor", "--variant", "board=3x3,walls=1", "--json"]);
    assert_eq!(ran.json()["result"], "loss");
}

#[test]
fn positions_bring_their_board_and_players() {
    let position = "//e1 a5 e9 i5/5 5 5 5/1";
    let ran = ludex(&["perft", "quoridor", "--position", position, "--depth", "2"]);
    assert!(ran.out.ends_with("nodes 16677\n"), "{ran:?}");
    let ran = ludex(&["moves", "quoridor", "--position", "//c1 c5/0 0/1/5x5", "--json"]);
    assert_eq!(ran.json()["moves"].as_array().map(Vec::len), Some(3));
}

/// QTP names a wall by its upper left square, Ludex by its lower left square. So there are no walls in row 1 of QTP and in row 9 of Ludex.
/// The errors explain this.
#[test]
fn frames_mixed_up_are_named() {
    let own_as_qtp = with_input(
        command(&["convert", "quoridor", "--from", "qtp", "--to", "qdr", "--file", "-"]),
        "boardsize 9\nplaywall white e1 h\n",
    );
    assert_eq!(own_as_qtp.code, 2, "{own_as_qtp:?}");
    assert!(own_as_qtp.err.contains("line 2"), "{own_as_qtp:?}");
    assert!(own_as_qtp.err.contains("upper left"), "{own_as_qtp:?}");
    let qtp_as_own = ludex(&["moves", "quoridor", "--moves", "e9h"]);
    assert_eq!(qtp_as_own.code, 2, "{qtp_as_own:?}");
    assert!(qtp_as_own.err.contains("move 1"), "{qtp_as_own:?}");
    let commands_as_own = with_input(
        command(&["convert", "quoridor", "--from", "qdr", "--to", "qtp", "--file", "-"]),
        "playmove white e2\n",
    );
    assert_eq!(commands_as_own.code, 2, "{commands_as_own:?}");
    assert!(commands_as_own.err.contains("line 1"), "{commands_as_own:?}");
}

#[test]
fn a_limit_for_each_move_holds_over_the_other_limits() {
    let ran =
        with_input(command(&["qtp", "--time", "1h", "--move-time", "200ms"]), "genmove white\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("= "), "{ran:?}");
}
