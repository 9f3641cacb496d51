//! Random games: data that is updated from turn to turn must equal data computed from scratch.

use ludex_kit::Shown;
use std::collections::{HashMap, HashSet};

use ludex_kit::{Notation, Playable};
use ludex_search::{Game, Turn};
use ludex_trax::notation::canonical;
use ludex_trax::rules::{lines, symmetry};
use ludex_trax::{Options, Position, Trax};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// All eight variants.
fn games() -> impl Iterator<Item = Trax> {
    (0..8).map(|bits| {
        Trax::with_options(Options {
            eight: bits & 1 != 0,
            luck: bits & 2 != 0,
            loops: bits & 4 != 0,
        })
    })
}

fn check(game: &Trax, pos: &Position, hashes: &mut HashMap<String, u64>) {
    let text = game.write_position(pos);
    let again = game.parse_position(&text).expect("a position in hand is legal");
    assert_eq!(&again, pos);
    assert_eq!(game.write_position(&again), text);
    assert_eq!(game.turn(&again), game.turn(pos), "{text}");
    assert_eq!(again.wins(), pos.wins(), "{text}");
    assert_eq!(game.hash(&again), game.hash(pos), "{text}");
    assert_eq!(*hashes.entry(text.clone()).or_insert(game.hash(pos)), game.hash(pos));
    let lines = lines::winning_lines(pos);
    assert_eq!(lines.is_empty(), pos.wins().is_empty(), "{text}");
    assert!(game.render(&Shown::new(pos)).to_string().ends_with('\n'));
    let (width, height) = pos.size();
    assert!(!game.options().eight || (width <= 8 && height <= 8), "{text}");
}

/// Turns have no duplicates, are counted correctly, are distinguished from illegal ones, are read as they are written, and can be
/// undone completely.
fn check_turns(game: &Trax, pos: &Position, rng: &mut Pcg64Mcg) {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    assert!(!moves.is_empty());
    let legal: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(legal.len(), moves.len());
    assert_eq!(game.count_moves(pos), moves.len() as u64);
    for &mv in &moves {
        let text = game.write_move(pos, mv);
        assert_eq!(game.parse_move(pos, &text), Ok(mv));
        assert_eq!(game.parse_move(pos, &text.to_lowercase()), Ok(mv));
        for face in ludex_trax::Face::ALL {
            let other = ludex_trax::Move { face, ..mv };
            assert_eq!(game.is_legal(pos, other), legal.contains(&other), "{pos:?} {other:?}");
        }
    }
    let mut child = pos.clone();
    let mv = moves[rng.random_range(0..moves.len())];
    let undo = game.play(&mut child, mv);
    for symmetry in 0..game.symmetries() {
        let mut image = game.transform(pos, symmetry);
        game.play(&mut image, game.transform_move(mv, symmetry));
        assert_eq!(image, game.transform(&child, symmetry), "{pos:?} {symmetry}");
        assert_eq!(image.ending(), child.ending());
        assert_eq!(canonical::canonical(&image), canonical::canonical(&child));
        let mut of_image = Vec::new();
        game.legal_moves(&game.transform(pos, symmetry), &mut of_image);
        let expected: HashSet<_> =
            moves.iter().map(|&mv| game.transform_move(mv, symmetry)).collect();
        assert_eq!(of_image.into_iter().collect::<HashSet<_>>(), expected);
    }
    game.undo(&mut child, mv, undo);
    assert_eq!(&child, pos);
    assert_eq!(game.hash(&child), game.hash(pos));
    assert_eq!(game.count_moves(&child), moves.len() as u64);
}

#[test]
fn random_games_keep_every_promise() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    for game in games() {
        let mut hashes = HashMap::new();
        for _ in 0..4 {
            let mut pos = game.start();
            let mut played = Vec::new();
            while game.turn(&pos) != Turn::Over && pos.ply() < 60 {
                check(&game, &pos, &mut hashes);
                if game.turn(&pos) == Turn::Chance {
                    let face = game.sample(&pos, &mut rng);
                    let text = game.write_event(&pos, face);
                    assert_eq!(game.parse_event(&pos, &text), Ok(face));
                    game.apply_chance(&mut pos, face);
                    continue;
                }
                check_turns(&game, &pos, &mut rng);
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                let mv = moves[rng.random_range(0..moves.len())];
                let before = game.write_position(&pos);
                played.push((before, mv, game.play(&mut pos, mv)));
            }
            check(&game, &pos, &mut hashes);
            for (before, mv, undo) in played.into_iter().rev() {
                game.undo(&mut pos, mv, undo);
                assert_eq!(game.write_position(&pos), before);
            }
        }
        let distinct: HashSet<_> = hashes.values().collect();
        assert_eq!(distinct.len(), hashes.len(), "two positions hash alike");
    }
}

#[test]
fn colours_swap_with_the_players() {
    let game = Trax::new();
    let pos = game.parse_position("a9 w").expect("legal");
    let swapped = symmetry::image(&pos, 0, true);
    assert_eq!(game.write_position(&swapped), "56 b");
    assert_eq!(
        canonical::canonical_either_colour(&pos),
        canonical::canonical_either_colour(&swapped)
    );
    assert_eq!(game.count_moves(&pos), game.count_moves(&swapped));
}
