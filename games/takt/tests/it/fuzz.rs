//! Parsers never panic, and what they accept is consistent.

use ludex_kit::Shown;
use ludex_kit::{Notation, Playable, Variant, Visitor};
use ludex_search::{Game, Turn};
use ludex_takt::{INFO, Takt};
use proptest::prelude::*;

struct Accepted;

impl Visitor for Accepted {
    type Output = ();
    /// Checks that an accepted position can be shown, written, read again, and continued with a move.
    fn visit<G: Playable>(self, game: G, mut pos: G::Position) {
        let text = game.write_position(&pos);
        let again = game.parse_position(&text).expect("what was written");
        assert_eq!(game.hash(&again), game.hash(&pos));
        assert!(!game.render(&Shown::new(&pos)).to_string().is_empty());
        if game.turn(&pos) == Turn::Over {
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&pos, &mut moves);
        assert_eq!(moves.len() as u64, game.count_moves(&pos));
        let mv = *moves.first().expect("a move");
        game.play(&mut pos, mv);
    }
}

fn position(text: &str) {
    let _ = ludex_takt::open(&Variant::new(), Some(text), Accepted);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_as_a_position(text in ".*") {
        position(&text);
    }

    #[test]
    fn texts_like_tps(rows in prop::collection::vec("(x[1-9]?|[12]{1,9}[SC]?)(,(x[1-5]?|[12]{1,3}[SC]?)){0,4}", 2..9), side in "[0-3]", number in "[0-9]{1,7}") {
        position(&format!("{} {side} {number}", rows.join("/")));
    }

    #[test]
    fn small_boards(cells in prop::collection::vec("x|[12]{1,3}[SC]?", 9), side in "[12]", number in "[1-9]") {
        let rows: Vec<_> = cells.chunks(3).map(|row| row.join(",")).collect();
        position(&format!("{} {side} {number}", rows.join("/")));
    }

    #[test]
    fn any_text_as_a_move(text in "\\PC*") {
        let game = Takt::<5>::new();
        let _ = game.parse_move(&game.start(), &text);
    }

    #[test]
    fn texts_like_moves(text in "[0-9]?[FSC]?[a-i][0-9][-+<>]?[0-9]{0,9}\\*?['!?]{0,3}") {
        let game = Takt::<8>::new();
        let pos = game.parse_position("x8/x8/x8/x3,1111111121C,2S,x3/x8/x8/x8/2121,x7 1 20").expect("a position");
        if let Ok(mv) = game.parse_move(&pos, &text) {
            prop_assert!(game.is_legal(&pos, mv));
            let written = game.write_move(&pos, mv);
            prop_assert_eq!(game.parse_move(&pos, &written), Ok(mv));
        }
    }

    #[test]
    fn any_text_as_a_file(text in ".*") {
        let _ = (INFO.formats[0].read)(&text);
    }

    #[test]
    fn texts_like_files(parts in prop::collection::vec(prop::sample::select(vec![
        "[Size \"5\"]", "[TPS \"x5/x5/x5/x5/x5 2 3\"]", "[A \"\\\"\"]", "1.", "2.", "a1", "3c3>12*'", "{x}", "{", "}", "(", ")", "[", "]",
        "R-0", "1/2-1/2", "--", "\n", " ", "\r\n", "\"", "...", "999999999999999999999.", "\u{feff}", "é",
    ]), 0..30), blank in prop::bool::ANY) {
        let text = parts.join(if blank { " " } else { "" });
        if let Ok(games) = (INFO.formats[0].read)(&text) {
            for game in games {
                let written = (INFO.formats[0].write)(&game);
                // An unreadable game may leave an empty record.
                if written.trim().is_empty() {
                    continue;
                }
                let again = (INFO.formats[0].read)(&written);
                prop_assert!(again.is_ok(), "{:?} from {:?}", again, written);
            }
        }
    }

    #[test]
    fn any_text_as_a_variant(text in "(size|komi|stones|caps|repetition|reversible|x)=[-0-9.a-z]{0,6}(,(size|komi|caps)=[-0-9.]{1,4}){0,2}") {
        if let Ok(variant) = text.parse::<Variant>() {
            let _ = ludex_takt::open(&variant, None, Accepted);
        }
    }
}
