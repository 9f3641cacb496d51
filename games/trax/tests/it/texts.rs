//! Invalid texts, which must be rejected with a reason, and random texts, which must never cause a panic.

use ludex_kit::{Notation, Record, Variant};
use ludex_search::Game;
use ludex_search::Turn;
use ludex_trax::{INFO, Options, Setup, Trax};
use proptest::prelude::*;

use super::data::{game, replay};

fn refuse_turn(variant: &str, moves: &str, turn: &str, why: &str) {
    let game = game(variant);
    let pos = replay(&game, moves).expect("legal turns");
    let error = game.parse_move(&pos, turn).expect_err(turn).to_string();
    assert!(error.contains(why), "{turn}: {error}");
    assert!(!error.contains('\n'));
}

#[test]
fn illegal_turns_name_the_cell_and_the_rule() {
    refuse_turn("unlimited", "", "B2/", "the first tile goes to @0");
    refuse_turn("unlimited", "", "@0\\", "@0/ or @0+");
    refuse_turn("unlimited", "@0/", "A1+", "A1 already has a tile");
    refuse_turn("unlimited", "@0/", "@0+", "@0 shares no edge with a tile");
    refuse_turn("unlimited", "@0/", "C1+", "columns go from @ to B");
    refuse_turn("unlimited", "@0/", "A3+", "rows from 0 to 2");
    refuse_turn("unlimited", "@0/", "A99999999999999999999+", "a row next to");
    refuse_turn("unlimited", "@0+ B1/", "A2+x", "white sides");
    refuse_turn(
        "unlimited",
        "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/",
        "C3/",
        "three edges of one colour would enter",
    );
    refuse_turn("unlimited", "@0/ B1\\ A2\\", "A0+", "the game is over, Red won");
    let full = "@0+ A0/ A0\\ A0/ A0\\ A0/ A0\\ A0/";
    refuse_turn("8x8", full, "A0+", "A0 is outside");
    for text in
        ["", "B", "B+", "2+", "+", "B02+", "B-1+", "ß1+", "@@1+", "A1", "1A+", "A+1", "AAAAAAAAA1+"]
    {
        refuse_turn("unlimited", "@0/", text, "expected");
    }
}

#[test]
fn a_tile_that_cannot_match_is_refused() {
    // White enters C1 from the west, red from the south.
    let game = game("unlimited");
    let pos = replay(&game, "@0+ A2\\ B2+ C2/").expect("legal turns");
    let mut illegal = 0;
    for column in ["@", "A", "B", "C", "D"] {
        for row in 0..4 {
            for tile in ["+", "/", "\\"] {
                let text = format!("{column}{row}{tile}");
                if let Err(error) = game.parse_move(&pos, &text) {
                    illegal += 1;
                    let error = error.to_string();
                    assert!(error.contains(&format!("{column}{row}")), "{error}");
                }
            }
        }
    }
    assert_eq!(60 - illegal, game.count_moves(&pos));
}

#[test]
fn luck_wants_the_drawn_face() {
    let options = Options { luck: true, ..Options::default() };
    let game = Trax::with_options(options);
    let refuse = |moves: &str, text: &str, why: &str| {
        let all = format!("{moves} {text}");
        let error = replay(&game, &all).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    };
    refuse("", "@0/", "?+ns");
    refuse("?/nw", "@0/es", "@0/nw");
    refuse("?/nw @0/nw ?+ns", "@1+", "the drawn face ?+ns");
    refuse("?/nw @0/nw ?+ns", "?+ns", "a column");
    refuse("?/nw @0/nw", "?+nn", "?+ew");
    assert!(replay(&game, "?/NW @0/nw ?+NS A0+").is_ok());
}

#[test]
fn illegal_positions_name_the_cell() {
    let refuse = |text: &str, why: &str| {
        let read = Setup::read(text).and_then(|setup| {
            let game = Trax::with_options(setup.words);
            setup.position(&game)
        });
        let error = read.expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    };
    refuse("", "rows of tiles");
    refuse("9", "the player to move");
    refuse("9 x", "w, b or r");
    refuse("- b", "White begins");
    refuse("9 w 9x9", "8x8, loop, luck");
    refuse("9 w luck luck", "twice");
    refuse("9 w ?+ns", "without luck");
    refuse("97 w", "row 1, column B");
    refuse("9a/9 w", "2 cells");
    refuse("9//9 w", "expected 1 cell, as in row 1");
    refuse("5a w", "cell A1");
    refuse("9..9 w", "cell D1");
    refuse("9. w", "the column has no tile");
    refuse("./9 w", "the row has no tile");
    refuse("55/3. w", "cell B2");
    refuse("555555555 w 8x8", "do not fit on the 8x8 board");
    let huge = "5".repeat(501);
    refuse(&format!("{huge} w"), "more than 500 columns");
}

#[test]
fn variants_and_words_must_agree() {
    let parse = |text: &str, words: Options| {
        Options::parse(&text.parse::<Variant>().expect("well-formed"), words)
    };
    let eight = Options { eight: true, ..Options::default() };
    assert_eq!(parse("board=8x8", Options::default()), Ok(eight));
    assert_eq!(parse("", eight), Ok(eight));
    assert!(parse("board=unlimited", eight).is_err());
    assert!(parse("board=9x9", Options::default()).is_err());
    assert!(parse("size=8", Options::default()).is_err());
    let all = parse("luck=yes,loop=yes,board=8x8", Options::default()).expect("known keys");
    assert_eq!(all.variant().to_string(), "board=8x8,luck=yes,loop=yes");
    assert_eq!(all.words(), ["8x8", "loop", "luck"]);
}

#[test]
fn game_files_are_read_and_written() {
    let format = &INFO.formats[0];
    let text = "@0/ B1+ RESIGN\n\n# from a9 w\nb1+ draw\n?+ns @0+ns\n";
    let records = (format.read)(text).expect("well-formed");
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].result.as_deref(), Some("RESIGN"));
    assert_eq!(records[1].start.as_deref(), Some("a9 w"));
    assert_eq!(records[1].plies[0].place, "line 4, turn 1");
    assert_eq!(records[2].variant.get("luck"), Some("yes"));
    let written: String = records.iter().map(|record| (format.write)(record)).collect();
    assert_eq!(written, "@0/ B1+ RESIGN\n# from a9 w\nb1+ DRAW\n?+ns @0+ns\n");
    for (text, place) in [
        ("@0/\n@0/ B", "line 2, turn 2"),
        ("@0/ RESIGN A0+", "line 1, turn 3"),
        ("?x", "line 1, turn 1"),
    ] {
        let error = ludex_kit::testing::wrong(format, text);
        assert!(error.contains(place), "{error}");
    }
    assert_eq!((format.write)(&Record::default()), "\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_brings_a_parser_down(text in "\\PC{0,40}", near in "[0-9a-fA-F@wb./ ?+\\\\nsew8xluckop-]{0,30}") {
        let game = Trax::with_options(Options { luck: true, ..Options::default() });
        for text in [text.as_str(), near.as_str()] {
            if let Ok(pos) = Setup::read(text).and_then(|setup| setup.position(&Trax::with_options(setup.words))) {
                let game = Trax::with_options(Setup::read(text).expect("read before").words);
                let written = game.write_position(&pos);
                prop_assert_eq!(game.parse_position(&written), Ok(pos.clone()));
            }
            let _ = game.parse_move(&game.start(), text);
            let _ = game.parse_event(&game.start(), text);
            let pos = replay(&Trax::new(), "@0/ @1+").expect("legal");
            let _ = Trax::new().parse_move(&pos, text);
            let _ = (INFO.formats[0].read)(text);
        }
    }

    #[test]
    fn turns_of_any_shape_are_legal_or_refused(words in prop::collection::vec("[@A-D][0-4][+/\\\\]", 0..12)) {
        let game = Trax::new();
        let mut pos = game.start();
        for word in words {
            if let Ok(mv) = game.parse_move(&pos, &word) {
                prop_assert!(game.is_legal(&pos, mv));
                game.play(&mut pos, mv);
                if game.turn(&pos) == Turn::Over {
                    break;
                }
            }
        }
    }
}
