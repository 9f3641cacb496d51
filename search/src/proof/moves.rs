//! The moves that a proof search looks at, as a game lists them.

use crate::interface::game::{Game, MoveList, Turn};
use crate::interface::tactics::Defences;

/// The moves that a proof has to look at. [The module](super) says what each method must keep to.
pub trait ProofMoves<G: Game>: Send + Sync {
    /// Whether [`or_moves`](Self::or_moves) leaves nothing out, so that a failure means that there is no win at all.
    const COMPLETE: bool;
    /// Whether nobody wins by a move of the other player, so that a win takes an odd number of plies where players alternate.
    const MOVER_ALONE_WINS: bool = false;

    /// A move that ends the game with a win for the player who makes it, who is on turn. The default tries every move;
    /// its calls of `play` are not counted as nodes.
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

    /// Appends the attacker's moves worth trying, likely ones first. Moves that win at once need not be there.
    fn or_moves(&self, game: &G, pos: &G::Position, out: &mut MoveList<G::Move>) {
        game.legal_moves(pos, out);
    }

    /// Appends the defender's moves that matter, likely refutations first, and says against what they are complete.
    fn and_moves(&self, game: &G, pos: &G::Position, out: &mut MoveList<G::Move>) -> Defences {
        game.legal_moves(pos, out);
        Defences::All
    }
}

/// Looks at every move of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct WholeGame;

impl<G: Game> ProofMoves<G> for WholeGame {
    const COMPLETE: bool = true;
}
