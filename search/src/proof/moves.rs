//! The moves that a proof search considers; a game lists them.

use crate::interface::game::{Game, MoveList, Turn};
use crate::interface::tactics::Defences;

/// The moves that a proof must consider. The documentation of [the module](super) gives the requirements of each method.
pub trait ProofMoves<G: Game>: Send + Sync {
    /// Whether [`or_moves`](Self::or_moves) omits no move that could win, so that a failed search proves that there is no win.
    const COMPLETE: bool;
    /// Whether a player can only win by their own move, so that a win takes an odd number of plies if the players alternate.
    const MOVER_ALONE_WINS: bool = false;

    /// A move of the player to move that ends the game with a win for that player. The default tries every move; its calls of `play` do not
    /// count as nodes.
    fn immediate_win(&self, game: &G, pos: &G::Position) -> Option<G::Move> {
        let Turn::Player(mover) = game.turn(pos) else {
            return None;
        };
        let mut moves = MoveList::new();
        game.legal_moves(pos, &mut moves);
        moves.into_iter().find(|&mv| {
            let mut child = pos.clone();
            game.play(&mut child, mv);
            game.turn(&child) == Turn::Over && game.returns(&child)[mover.index()] > 0.0
        })
    }

    /// Appends the attacker's moves to try, the most promising first. Immediate wins may be omitted.
    fn or_moves(&self, game: &G, pos: &G::Position, out: &mut MoveList<G::Move>) {
        game.legal_moves(pos, out);
    }

    /// Appends the defender's moves that matter, the most likely refutations first; returns which moves the list may omit.
    fn and_moves(&self, game: &G, pos: &G::Position, out: &mut MoveList<G::Move>) -> Defences {
        game.legal_moves(pos, out);
        Defences::All
    }
}

/// Considers every move of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct WholeGame;

impl<G: Game> ProofMoves<G> for WholeGame {
    const COMPLETE: bool = true;
}
