//! Compares the detection of attacks with playing every turn.

use std::collections::HashSet;

use ludex_kit::Notation;
use ludex_search::Game;
use ludex_trax::evaluation::refutations::refutations;
use ludex_trax::evaluation::threats;
use ludex_trax::{Ending, Move, Options, Position, Trax};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn wins(game: &Trax, pos: &Position) -> HashSet<Move> {
    let mut moves = Vec::new();
    if pos.ending().is_none() {
        game.legal_moves(pos, &mut moves);
    }
    let mut child = pos.clone();
    moves.retain(|&mv| {
        let undo = game.play(&mut child, mv);
        let won = child.ending() == Some(Ending::Won(pos.to_move()));
        game.undo(&mut child, mv, undo);
        won
    });
    moves.into_iter().collect()
}

/// The same position with the other player to move, with the same coordinates.
fn passed(pos: &Position) -> Position {
    let mut passed = pos.clone();
    passed.pass();
    passed
}

fn check(game: &Trax, pos: &Position) -> (usize, usize) {
    let expected = wins(game, pos);
    let dangers = wins(game, &passed(pos));
    let mut found = Vec::new();
    threats::winning_turns(game, pos, pos.to_move(), &mut found);
    assert_eq!(found.iter().copied().collect::<HashSet<_>>(), expected, "{pos:?}");
    assert_eq!(found.len(), expected.len());
    let attacks = threats::attacks(game, pos);
    assert_eq!(attacks.win.is_some(), !expected.is_empty(), "{pos:?}");
    assert!(attacks.win.is_none_or(|mv| expected.contains(&mv)));
    if attacks.win.is_some() {
        return (1, 0);
    }
    assert_eq!(attacks.n_dangers as usize, dangers.len(), "{pos:?}");
    assert!(attacks.dangers.iter().all(|mv| dangers.contains(mv)));
    if dangers.is_empty() {
        return (0, 0);
    }
    let mut evasions = Vec::new();
    refutations(game, pos, &attacks, &mut evasions);
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    assert!(evasions.iter().all(|mv| moves.contains(mv)));
    let listed: HashSet<_> = evasions.iter().copied().collect();
    assert_eq!(listed.len(), evasions.len());
    let mut child = pos.clone();
    for &mv in &moves {
        let undo = game.play(&mut child, mv);
        let over = child.ending().is_some();
        if !over && listed.contains(&mv) {
            let mut left = Vec::new();
            threats::winning_turns(game, &child, child.to_move(), &mut left);
            let stays = |danger| attacks.dangers.contains(danger);
            assert!(!left.iter().any(stays), "{pos:?} {mv:?} parries nothing");
        }
        let holds = if over {
            child.ending() == Some(Ending::Draw)
        } else {
            threats::attacks(game, &child).win.is_none()
        };
        assert!(!holds || listed.contains(&mv), "{pos:?} {}", game.write_move(pos, mv));
        game.undo(&mut child, mv, undo);
    }
    (0, 1)
}

#[test]
fn threats_are_what_playing_every_turn_finds() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut seen = (0, 0);
    for bits in 0..4 {
        let game =
            Trax::with_options(Options { eight: bits & 1 != 0, loops: bits & 2 != 0, luck: false });
        for _ in 0..40 {
            let mut pos = game.start();
            while pos.ending().is_none() && pos.ply() < 70 {
                let (won, danger) = check(&game, &pos);
                seen = (seen.0 + won, seen.1 + danger);
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                // Avoid wins and losses, so that the games become long.
                let mut child = pos.clone();
                let quiet: Vec<_> = moves
                    .iter()
                    .copied()
                    .filter(|&mv| {
                        let undo = game.play(&mut child, mv);
                        let quiet = child.ending().is_none();
                        game.undo(&mut child, mv, undo);
                        quiet
                    })
                    .collect();
                let from = if quiet.is_empty() { &moves } else { &quiet };
                let before = threats::attacks(&game, &pos);
                let mv = from[rng.random_range(0..from.len())];
                game.play(&mut pos, mv);
                let after = threats::attacks_after(&game, &pos, &before);
                assert_eq!(after, threats::attacks(&game, &pos), "{pos:?} after {mv:?}");
            }
        }
    }
    assert!(seen.0 > 1000 && seen.1 > 100, "{seen:?}");
}
