//! No text makes a reader panic, and everything that was read is unchanged after it is written and read back.

use ludex_kit::Shown;
use ludex_kit::{Commentary, Notation, Playable, Variant};
use ludex_search::Game;
use ludex_tryktrak::{INFO, Setup, Tryktrak};
use proptest::prelude::*;

use super::open;

/// Reads a text as a position. If that succeeds, checks that the position can be shown and is unchanged after it is written and read back.
fn check_position(text: &str) {
    let Ok(setup) = Setup::read(text) else {
        return;
    };
    let options = setup.options(&Variant::new()).expect("a position fits itself");
    let game = Tryktrak::with_options(options);
    let pos = setup.position(&game).expect("a position that was read is legal");
    let written = game.write_position(&pos);
    let again = game.parse_position(&written).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(game.write_position(&again), written);
    let _ = (game.render(&Shown::new(&pos)), game.describe(&pos), game.turn(&pos));
    for notation in INFO.more_positions {
        let text = game.write_position_as(&pos, notation);
        assert!(
            Setup::read(&text).is_ok() || game.turn(&pos) == ludex_search::Turn::Over,
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_as_a_position(text in ".*") {
        check_position(&text);
    }

    #[test]
    fn texts_like_xgids(
        points in "[-a-eA-E]{25,27}", cube in -1..8i32, owner in -2..3i32, turn in -2..3i32,
        dice in prop::sample::select(vec!["00", "31", "66", "17", "D", "B", "R", "x"]),
        score in prop::array::uniform2(-1..9i32), rule in -1..5i32, length in prop::sample::select(vec![0, 1, 3, 7, 64, 65]),
    ) {
        let rest = format!("{cube}:{owner}:{turn}:{dice}:{}:{}:{rule}:{length}:10", score[0], score[1]);
        check_position(&format!("XGID={points}:{rest}"));
        check_position(&format!("XGID=-b----E-C---eE---c-e----B-:{rest}"));
        check_position(&format!("XGID=-A----------------------o-:{rest}"));
    }

    #[test]
    fn texts_like_ogids(
        white in "[0-9a-q]{0,16}", black in "[0-9a-q]{0,16}", cube in "[NWBD?x][0-7][NOTP]", rest in "(:(|31|66|7)(:[WB]?(:(|R|D|IW|G)(:[0-9]?(:[0-9]?(:[0-9]?[CLG]?(:[0-9]?){0,2})?)?)?)?)?)?",
    ) {
        check_position(&format!("{white}:{black}:{cube}{rest}"));
        check_position(&format!("11ccccchhhjjjjj:66666888dddddoo:{cube}{rest}"));
    }

    #[test]
    fn texts_like_gnu_ids(position in "[A-Za-z0-9+/]{14}", of_match in "[A-Za-z0-9+/]{12}", cut in 0..13usize) {
        check_position(&position);
        check_position(&format!("4HPwATDgc/ABMA:{of_match}"));
        check_position(&format!("{position}:{}", &of_match[..cut.min(12)]));
    }

    #[test]
    fn any_text_as_a_move(text in ".*", steps in "(bar|off|[0-9]{1,2})[/*(]{0,2}[0-9]{0,2}[,/*)( ]{0,2}[0-9]{0,2}/?(off|[0-9])?[*]?(\\([0-9]\\))?") {
        for position in [
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6",
            "XGID=-b----E-C---dE---c-e---aAA:0:0:1:66:0:0:0:0:6",
            "XGID=-BBC---------------------a:0:0:1:33:0:0:0:0:6",
        ] {
            let Ok(setup) = Setup::read(position) else { continue };
            let _ = setup;
            let (game, pos) = open(position);
            for text in [&text, &steps] {
                let _ = game.parse_event(&pos, text);
                if let Ok(mv) = game.parse_move(&pos, text) {
                    prop_assert!(game.is_legal(&pos, mv));
                    prop_assert_eq!(game.parse_move(&pos, &game.write_move(&pos, mv)), Ok(mv));
                }
            }
        }
    }

    #[test]
    fn any_text_as_a_file(text in ".*") {
        for format in INFO.formats {
            let _ = (format.read)(&text);
        }
    }

    #[test]
    fn texts_like_files(parts in prop::collection::vec(prop::sample::select(vec![
        " 3 point match\n", " 0 point match", " Game 1\n", " a : 0      b : 2\n", "  1) 31: 8/5 6/5", "  52: 13/8 24/22\n", "  2) ",
        " Doubles => 2", "      Takes\n", "   Drops", "\n", "      Wins 2 points\n", "; [X \"y\"]\n", "; [XGID \"4HPwATDgc/ABMA\"]\n", "é",
        "(;", "FF[4]", "GM[6]", "MI[length:5]", "[ws:2]", "MI[length:x]", ";B[31", "qusu]", ";W[double]", ";B[take]", ";B[drop]", ";W[52lqxv]",
        "AE[a:y]", "AW[f][f]", "AB[s]", "CV[2]", "CO[w]", "C[x\\]", "]", ")", "(", "RE[W+2]", "RU[Crawford]",
    ]), 0..40)) {
        let text = parts.concat();
        for format in INFO.formats {
            if let Ok(records) = (format.read)(&text) {
                for format in INFO.formats {
                    let written = format.written(&records);
                    let again = (format.read)(&written);
                    prop_assert!(again.is_ok(), "{:?} from {:?}", again, written);
                }
            }
        }
    }
}
