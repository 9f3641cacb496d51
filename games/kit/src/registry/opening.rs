//! Random openings, which make games between the same players differ.

use ludex_search::Step;
use ludex_search::arena::Opening;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::erased::Erased;
use crate::interface::catalogue::Playable;

/// Random openings and random moves.
pub trait RandomOpenings {
    /// A uniformly random legal move. `None` if no player is to move.
    fn random_move(&self, rng: &mut Pcg64) -> Option<String>;
    /// A random opening of this many plies from the start of a game. `None` if the game ended before that.
    fn random_opening(&self, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening>;
}

/// A random opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomOpening {
    /// Its moves and events from the start of a game.
    pub moves: Vec<String>,
    /// Whether the position is already decided and says nothing about the players' strength: the player to move can end the game at once,
    /// or the next player can do so whatever move is played.
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

/// Plays random plies and returns them as text. `None` if they ended the game.
fn random<G: Playable>(game: &G, plies: u32, rng: &mut Pcg64) -> Option<RandomOpening> {
    let opening = Opening::random(game, plies, rng)?;
    let mut pos = opening.start.clone();
    let write = |&step: &Step<G::Move, G::Event>| match step {
        Step::Move(mv) => {
            let text = game.write_move(&pos, mv);
            game.play(&mut pos, mv);
            text
        }
        Step::Event(event) => {
            let text = game.write_event(&pos, event);
            game.apply_chance(&mut pos, event);
            text
        }
    };
    Some(RandomOpening {
        moves: opening.steps.iter().map(write).collect(),
        is_decided: opening.is_decided(game),
    })
}
