//! `--position` accepts what players paste: a position, a game in one of its formats, or its moves.

use crate::program::{command, ludex, with_input};

fn position(game: &str, text: &str, more: &[&str]) -> String {
    let ran = ludex(&[&["show", game, "--json", "--position", text], more].concat());
    let shown = ran.json();
    shown["position"].as_str().expect("a position").to_owned()
}

#[test]
fn a_game_is_taken_for_its_end() {
    let end = position("takt", "x4,1/x5/x2,1,x2/x5/2,x4 2 2", &[]);
    for text in [
        "[TPS \"x4,1/x5/x2,1,x2/x5/2,x4 2 2\"]",
        "[Size \"5\"]\n\n1. a1 e5\n2. c3",
        "1. a1 e5 2. c3",
        "a1 e5 c3",
    ] {
        assert_eq!(position("takt", text, &[]), end, "{text}");
    }
    assert_eq!(position("takt", "a1 e5", &["--moves", "c3"]), end);
    let typed = command(&["show", "takt", "--json", "--position", "-"]);
    let ran = with_input(typed, "1. a1 e5 2. c3\n");
    assert_eq!(ran.json()["position"], end.as_str());
    let quoridor = position("quoridor", "e2 e8 e3h", &[]);
    assert!(quoridor.contains("e3"), "{quoridor}");
    let played = ludex(&["show", "trax", "--json", "--moves", "@0/ A2+"]).json();
    assert_eq!(played["position"], position("trax", "@0/ A2+", &[]).as_str());
}

#[test]
fn unreadable_text_reports_what_was_tried() {
    let refused = |arguments: &[&str], words: &[&str]| {
        let ran = ludex(arguments);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        for word in words {
            assert!(ran.err.contains(word), "{word}: {ran:?}");
        }
    };
    refused(
        &["show", "takt", "--position", "x9/x5"],
        &["TPS, board: there are 2 rows", "it is not a game in ptn, sgf or a list of moves either"],
    );
    refused(
        &["bestmove", "tryktrak", "--position", "hello world"],
        &["a position is an XGID", "mat", "sgf", "or a list of moves either"],
    );
    // A valid position with invalid moves is an error about the moves.
    let ran = ludex(&["show", "takt", "--position", "x5/x5/x5/x5/x5 1 1", "--moves", "z9"]);
    assert!(!ran.err.contains("list of moves"), "{ran:?}");
}
