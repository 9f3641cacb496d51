//! Positions, placements and draws as text: what is rejected, and why.

use ludex_kit::Shown;
use ludex_kit::{Notation, Playable, Variant};
use ludex_search::{Game, Step, Turn};
use ludex_tantrix::search::baselines;
use ludex_tantrix::{Board, Hex, Placement, Setup, Tantrix, canonical};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::counts::open;

const START: &str = "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2";

fn refused(text: &str, part: &str) {
    let game = Tantrix::new();
    let error = game.parse_position(text).map(|_| ()).expect_err(text);
    assert!(error.to_string().contains(part), "{text}: {error}");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    assert!(Tantrix::new().parse_position(START).is_ok());
    refused("", "BOARD HANDS BAG");
    refused("- 1,2 ? RY 0 2", "2 to 4");
    refused("- 1,1,3,4,5,6|7,8 ? RY 0 2", "is given twice");
    refused("1a@0:0 1|2 - RY 0 2", "is given twice");
    refused("- 57|2 - RY 0 2", "1 to 56");
    refused("- 0|2 - RY 0 2", "1 to 56");
    refused("- 1,2,3,4,5,6,13|7 ? RY 0 2", "at most 6");
    refused("- 1,2,3,4,5,6|7,8,9,10,11,12 1,13 RY 0 2", "is given twice");
    for colours in ["RYB", "RR", "RX", "R"] {
        refused(&format!("- 1|2 - {colours} 0 2"), "expected RY");
        let setup = Setup::read(&format!("- 1|2 - {colours} 0 2")).expect("six words");
        let error = setup.options(&Variant::new()).expect_err(colours);
        assert!(error.to_string().contains("2 different letters"), "{error}");
    }
    refused("- 1|2 - RY 2 2", "0 to 1");
    refused("- 1|2 - RY 0 4", "1 (forced placements before the free one)");
    refused("- 1|2 - RY 0 1", "(expected 2): nothing is forced");
    refused("1a@0:0 2|3 - RY 0 3", "(expected 2): nothing is forced");
    refused("1a@0:0,2a@0:0 3|4 - RY 0 2", "is on the same cell as");
    refused("1a@0:0,2a@2:0 3|4 - RY 0 2", "is not connected to the other tiles");
    refused("1a@0:0,43a@0:-1 3|4 - RY 0 2", "edge to the");
    refused("1a@0:64 3|4 - RY 0 2", "a cell q:r");
    refused("1g@0:0 3|4 - RY 0 2", "a rotation");
    refused("- 1|2 - RY 0 2 teams=perhaps", "no or yes");
    refused("- 1|2 - RY 0 2 size=5", "is not an option written as key=value");
}

#[test]
fn a_forced_space_decides_the_phase() {
    // Three tiles around 1:0, and a hand that fills it.
    let game = Tantrix::new();
    let text = "30a@0:0 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2";
    assert!(game.parse_position(text).is_ok());
    let text = "30a@0:0 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 3";
    let error = game.parse_position(text).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("nothing is forced"), "{error}");
}

#[test]
fn the_shapes_of_the_rules_page_are_read() {
    let check = |text: &str| {
        let (game, pos) = open(text);
        let written = game.write_position(&pos);
        let (_, again) = open(&written);
        assert_eq!(pos.hash(), again.hash());
    };
    check(START);
    check("7a@0:0 -|16 - RY 1 2");
    check("7a@0:0 -|- - RY 1 3");
    check("7a@0:0 1,2|3,4 - RY 0 2 endgame-forced=exactly3");
    check(
        "- 1,2,3,4,5,6|7,8,9,10,11,12|13,14,15,16,17,18|19,20,21,22,23,24 ?25,26 BG 3 2 start-tile=return",
    );
    let (game, pos) = open("7a@0:0 -|16 - RY 0 2");
    assert_eq!(game.turn(&pos), Turn::Player(ludex_search::Player(1)));
}

#[test]
fn four_hands_and_two_colours_are_teams() {
    let (game, _) = open("- 1,2|3,4|5,6|7,8 - YG 0 2");
    assert!(game.options().teams);
    assert_eq!(game.variant().to_string(), "players=4,colours=YG,teams=yes");
}

/// Plays the words of a list and returns the last error.
fn play(game: &Tantrix, text: &str, words: &[&str]) -> Result<String, String> {
    let mut pos = game.parse_position(text).map_err(|error| error.to_string())?;
    for word in words {
        for step in game.split_steps(word) {
            match game.parse_step(&pos, step).map_err(|error| error.to_string())? {
                Step::Move(mv) => drop(game.play(&mut pos, mv)),
                Step::Event(event) => drop(game.apply_chance(&mut pos, event)),
            }
        }
    }
    Ok(game.write_position(&pos))
}

#[test]
fn a_known_order_draws_by_itself_and_must_agree() {
    let game = Tantrix::new();
    let text = "- 1,2,3,4,5,6|7,8,9,10,11,12 13,14,15 RY 0 2";
    let after = "1a@0:0 2,3,4,5,6,13|7,8,9,10,11,12 14,15 RY 1 2";
    assert_eq!(play(&game, text, &["1a@0:0"]), Ok(after.into()));
    assert_eq!(play(&game, text, &["1a@0:0>13"]), Ok(after.into()));
    assert_eq!(play(&game, text, &["1a@0:0", ">13"]), Ok(after.into()));
    let error = play(&game, text, &["1a@0:0>14"]).unwrap_err();
    assert!(error.contains("is not the next tile in the order of the bag: that is >13"), "{error}");
    let error = play(&game, text, &["1a@0:0", ">13", ">13"]).unwrap_err();
    assert!(error.contains("the next step is a placement"), "{error}");
}

#[test]
fn an_unknown_order_waits_for_the_draw() {
    let game = Tantrix::new();
    let text = "- 1,2,3,4,5,6|7,8,9,10,11,12 ?13,14 RY 0 2";
    let pending = "1a@0:0 2,3,4,5,6|7,8,9,10,11,12 ?13,14 RY 0 3";
    assert_eq!(play(&game, text, &["1a@0:0"]), Ok(pending.into()));
    let after = "1a@0:0 2,3,4,5,6,14|7,8,9,10,11,12 ?13 RY 1 2";
    assert_eq!(play(&game, text, &["1a@0:0>14"]), Ok(after.into()));
    assert_eq!(play(&game, pending, &[">14"]), Ok(after.into()));
    let error = play(&game, text, &["1a@0:0>20"]).unwrap_err();
    assert!(error.contains("in the bag"), "{error}");
    let error = play(&game, text, &["1a@0:0", "7a@0:1"]).unwrap_err();
    assert!(error.contains("a drawn tile"), "{error}");
}

#[test]
fn an_illegal_placement_names_the_rule_and_the_cell() {
    let refused = |text: &str, mv: &str, part: &str| {
        let (game, pos) = open(text);
        let error = game.parse_move(&pos, mv).expect_err(mv).to_string();
        assert!(error.contains(part), "{mv}: {error}");
    };
    refused(START, "7a@0:0", "player 1 holds 1, 2, 3, 4, 5, 6");
    refused(START, "1a@1:0", "the first tile goes to 0:0");
    let one = "3a@0:0 1,2,4,5,6,7|8,9,10,11,12,13 ? RY 0 2";
    refused(one, "1a@0:0", "3a@0:0 is on this cell");
    refused(one, "1a@2:0", "the cell touches no tile");
    // Tile 3a is RRBBYY, red to the north; 1b turns a blue edge to the south.
    refused(one, "1b@0:-1", "a red edge to the S");
    refused(one, "1a", "a tile, a rotation, @ and a cell");
}

#[test]
fn the_restrictions_are_named() {
    let mut named = [0; 3];
    for row in super::counts::rows() {
        let (game, pos) = open(row[3]);
        let Turn::Player(mover) = game.turn(&pos) else {
            continue;
        };
        for id in pos.board().frontier().iter() {
            let site = pos.board().site(id);
            for face in site.fits(false).among(pos.hand(mover)).iter() {
                let mv = Placement { face, hex: site.hex };
                let Some(illegal) = game.why_illegal(&pos, mv) else {
                    continue;
                };
                let error = illegal.to_string();
                for (index, word) in ["first", "second", "third"].into_iter().enumerate() {
                    named[index] += usize::from(error.contains(&format!("{word} restriction")));
                }
            }
        }
    }
    assert!(named.iter().all(|&count| count > 20), "{named:?}");
}

/// A damaged text is either rejected, or it is a valid position that can be played to the end. Nothing panics.
#[test]
fn mutilated_positions_do_no_harm() {
    const LETTERS: &[u8] = b"0123456789abcdef@:-,|? RYBG=+>";
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    let texts: Vec<&str> = super::counts::rows().map(|row| row[3]).collect();
    let mut n_read = 0;
    for round in 0..4_000 {
        let whole = texts[round % texts.len()];
        // In half of the texts a tile is removed from a hand or the bag, in the other half letters are changed.
        let commas: Vec<usize> = whole.match_indices(',').map(|(at, _)| at).collect();
        let mut text: Vec<u8> = whole.bytes().collect();
        let is_lost = round % 2 == 0;
        if let Some(&last) = commas.last().filter(|_| is_lost) {
            let start = commas[rng.random_range(0..commas.len())];
            let rest = &whole[start + 1..];
            let end = start + 1 + rest.find([',', ' ', '|']).unwrap_or(0);
            text.drain(start..end.min(last + 3));
        }
        for _ in 0..rng.random_range(1..4) * i32::from(!is_lost) {
            let at = rng.random_range(0..text.len());
            let letter = LETTERS[rng.random_range(0..LETTERS.len())];
            match rng.random_range(0..3) {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                _ => drop(text.remove(at)),
            }
        }
        let text = String::from_utf8(text).expect("letters of ASCII");
        let Ok(options) = Setup::read(&text).and_then(|setup| setup.options(&Variant::new()))
        else {
            continue;
        };
        let game = Tantrix::with_options(options);
        let Ok(mut pos) = game.parse_position(&text) else {
            continue;
        };
        n_read += 1;
        let written = game.write_position(&pos);
        let again =
            game.parse_position(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(game.hash(&again), game.hash(&pos), "{text}");
        let _ = game.render(&Shown::new(&pos));
        baselines::play_out(&game, &mut pos, &mut rng);
        assert_eq!(game.turn(&pos), Turn::Over);
    }
    assert!(n_read > 500, "{n_read}");
}

#[test]
fn mutilated_words_do_no_harm() {
    const LETTERS: &[u8] = b"0123456789abcdefg@:-,+>x ";
    let mut rng = Pcg64Mcg::seed_from_u64(9);
    let (game, pos) = open(START);
    for _ in 0..20_000 {
        let length = rng.random_range(0..12);
        let word: String =
            (0..length).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect();
        for step in game.split_steps(&word) {
            let _ = game.parse_step(&pos, step);
        }
        let _ = (Tantrix::INFO.formats[0].read)(&word);
    }
}

#[test]
fn the_canonical_form_knows_no_rotation_and_no_place() {
    for row in super::counts::rows().step_by(4) {
        let (game, pos) = open(row[3]);
        let form = canonical(pos.board());
        for symmetry in 0..6 {
            assert_eq!(canonical(game.transform(&pos, symmetry).board()), form);
        }
        let mut moved = Board::empty();
        for tile in pos.board().tiles() {
            let hex = Hex::new(tile.hex.q + 3, tile.hex.r - 5);
            moved.lay(Placement { hex, ..tile });
        }
        assert_eq!(canonical(&moved), form);
    }
    // The 36 first placements are only 6 if rotations are not counted.
    let (game, pos) = open(START);
    let mut moves = Vec::new();
    game.legal_moves(&pos, &mut moves);
    let mut forms: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            let mut after = pos.clone();
            game.play(&mut after, mv);
            canonical(after.board())
        })
        .collect();
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), 6);
}
