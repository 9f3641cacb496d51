//! Coloured boards: when the output has colours, and that the text is the same without them.

use crate::program::{command, ludex, with_input};

/// All games, with something on the board.
const SHOWN: [&[&str]; 5] = [
    &["show", "takt", "--moves", "a1 e5 c3 Sc4 Cd3 b2"],
    &["show", "tryktrak", "--moves", "dice:31 8/5,6/5"],
    &["show", "quoridor", "--moves", "e2 e8 e3h d5v e3"],
    &["show", "trax", "--moves", "@0/ A2+ B1+"],
    &[
        "show",
        "tantrix",
        "--position",
        "54c@0:0,24d@1:-1,41b@2:-2,32f@0:1,55c@1:0,45b@2:-1,22f@-1:2,4f@-1:1,16f@2:-3,52c@2:0,46c@1:1,6f@1:-2 9,29,34,37,38,44|7,10,23,26,30,35 12,19,40,11,49,18,31,5,39,28,43,33,13,2,53,14,15,21,56,17,8,51,25,48,36,42,1,47,3,50,27,20 RY 1 2",
    ],
];

/// The text without escape sequences.
fn stripped(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    first
        + &pieces
            .map(|piece| piece.split_once('m').expect("the end of a colour").1)
            .collect::<String>()
}

#[test]
fn colours_change_no_word() {
    for arguments in SHOWN {
        let plain = ludex(arguments);
        assert_eq!(plain.code, 0, "{plain:?}");
        assert!(!plain.out.contains('\x1b'), "{plain:?}");
        let coloured = ludex(&[arguments, &["--color", "always"]].concat());
        assert!(coloured.out.contains("\x1b["), "{coloured:?}");
        assert_eq!(stripped(&coloured.out), plain.out);
        let never = ludex(&[arguments, &["--color", "never"]].concat());
        assert_eq!(never.out, plain.out);
    }
}

#[test]
fn the_last_move_is_marked() {
    let marked = |arguments: &[&str]| {
        let ran = ludex(&[arguments, &["--color", "always"]].concat());
        let pieces: Vec<String> = ran.out.split("\x1b[7m").skip(1).map(stripped_word).collect();
        pieces
    };
    assert_eq!(marked(SHOWN[0]), ["2"]);
    assert_eq!(marked(SHOWN[1]), ["X", "X"]);
    assert_eq!(marked(SHOWN[2]), ["1", " "]);
    assert_eq!(marked(&["show", "quoridor", "--moves", "e2 e8 e3h"]), ["======="]);
    assert_eq!(marked(&["show", "takt"]), Vec::<String>::new());
}

/// The highlighted characters: those up to the next escape sequence.
fn stripped_word(text: &str) -> String {
    let colour = text.strip_prefix("\x1b[").and_then(|rest| rest.split_once('m'));
    let words = colour.map_or(text, |(_, words)| words);
    words.split('\x1b').next().unwrap_or_default().to_owned()
}

#[test]
fn the_terminal_says_which_colours_it_has() {
    let shown = |variable: Option<(&str, &str)>| {
        let mut show = command(&["show", "takt", "--moves", "a1", "--color", "always"]);
        show.envs(variable);
        with_input(show, "").out
    };
    assert!(shown(None).contains("\x1b[33m"));
    assert!(shown(Some(("COLORTERM", "truecolor"))).contains("\x1b[38;2;224;120;30m"));
}

#[test]
fn a_text_shows_the_other_side_and_paths() {
    let other = ludex(&["show", "takt", "--moves", "a1", "--side", "2"]);
    assert!(other.out.starts_with("1  .  .  .  .  2\n"), "{other:?}");
    assert!(other.out.contains("   e  d  c  b  a\n"), "{other:?}");
    let paths = ludex(&["show", "quoridor", "--moves", "e2 d9", "--paths"]);
    assert_eq!(paths.out.matches('·').count(), 15, "{paths:?}");
    let none = ludex(&["show", "trax", "--paths"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("--paths: \"trax\" has no shortest paths"), "{none:?}");
}

#[test]
fn bad_words_about_colours_are_refused() {
    let ran = ludex(&["show", "takt", "--color", "red"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("--color") && ran.err.contains("never"), "{ran:?}");
}

#[test]
fn colours_and_silence_can_be_defaults() {
    let shown = |key: &str, value: &str| {
        let mut show = command(&["show", "takt", "--moves", "a1"]);
        show.env(key, value);
        with_input(show, "")
    };
    assert!(shown("LUDEX_COLOR", "always").out.contains('\x1b'));
    let wrong = shown("LUDEX_COLOR", "red");
    assert!(wrong.code == 2 && wrong.err.contains("LUDEX_COLOR"), "{wrong:?}");
    let wrong = shown("LUDEX_QUIET", "red");
    assert!(wrong.code == 2 && wrong.err.contains("LUDEX_QUIET"), "{wrong:?}");
}
