//! Random openings, so that games of the same players differ.

use ludex_search::{MoveList, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::erased::Erased;
use crate::Playable;

/// Random openings, and random moves.
pub trait RandomOpenings {
    /// A legal move, any of them; none where no player is to move.
    fn random_move(&self, rng: &mut Pcg64) -> Option<String>;
    /// A random opening of so many plies from the start of a game; none if these ended the game.
    fn random_opening(&self, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening>;
}

/// A random opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomOpening {
    /// Its moves and events from the start of a game.
    pub moves: Vec<String>,
    /// Whether what follows says nothing about who plays better: the player to move can end the game at once, or
    /// whatever he does the next one can.
    pub is_decided: bool,
}

impl<G: Playable> RandomOpenings for Erased<G> {
    fn random_move(&self, rng: &mut Pcg64) -> Option<String> {
        let moves = self.moves();
        let mv = *moves.get(rng.random_range(0..moves.len().max(1)))?;
        Some(self.write(mv))
    }

    fn random_opening(&self, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening> {
        random(&self.game, plies, rng)
    }
}

/// So many random legal plies, after which a player is to move; none if they ended the game.
fn random<G: Playable>(game: &G, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening> {
    let mut pos = game.start();
    let mut written = Vec::new();
    let mut moves = MoveList::new();
    while written.len() < plies as usize {
        match game.turn(&pos) {
            Turn::Over => return None,
            Turn::Chance => {
                let event = game.sample(&pos, rng);
                written.push(game.write_event(&pos, event));
                game.apply_chance(&mut pos, event);
            }
            Turn::Player(_) => {
                moves.clear();
                game.legal_moves(&pos, &mut moves);
                let mv = moves[rng.random_range(0..moves.len())];
                written.push(game.write_move(&pos, mv));
                game.play(&mut pos, mv);
            }
        }
    }
    matches!(game.turn(&pos), Turn::Player(_)).then(|| RandomOpening {
        moves: written,
        is_decided: is_decided(game, &mut pos),
    })
}

fn is_decided<G: Playable>(game: &G, pos: &mut G::Position) -> bool {
    can_end(game, pos) || after_all_moves(game, pos, |next| can_end(game, next))
}

/// Whether a move of the player to move ends the game, and he does not lose by it.
fn can_end<G: Playable>(game: &G, pos: &mut G::Position) -> bool {
    let Turn::Player(player) = game.turn(pos) else {
        return game.turn(pos) == Turn::Over;
    };
    let ends_well = |next: &mut G::Position| {
        let is_over = game.turn(next) == Turn::Over;
        is_over && game.returns(next)[player.index()] >= 0.0
    };
    !after_all_moves(game, pos, |next| !ends_well(next))
}

/// Whether something holds after each of the moves of the player to move.
fn after_all_moves<G: Playable>(
    game: &G,
    pos: &mut G::Position,
    holds: impl Fn(&mut G::Position) -> bool,
) -> bool {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    moves.iter().all(|&mv| {
        let undo = game.play(pos, mv);
        let held = holds(pos);
        game.undo(pos, mv, undo);
        held
    })
}
