//! What a player would look at first: moves with weights, for searches that cannot look at all of them, and playouts.

use rand::{Rng, RngExt};

use crate::interface::game::{Game, MoveList, Player};

/// What a policy's list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Listed {
    /// Every legal move: what is certain of all of them is certain.
    All,
    /// Some moves were left out, or may have been. What they bring is unknown until they are looked at.
    Some,
}

/// Which moves are worth looking at, and how much.
pub trait Policy<G: Game>: Send + Sync {
    /// Whether [`priors`](Self::priors) depend on the player at the root: then a tree that was grown for one player serves no other.
    const KNOWS_ROOT_PLAYER: bool = false;

    /// Appends moves worth looking at in a position with a player to move, at least one, each once, with weights above
    /// zero, and says whether these are all. What is left out is looked at only when nothing can be learnt from the others.
    /// `root_player` is the player who moves at the root.
    fn priors(
        &self,
        game: &G,
        pos: &G::Position,
        root_player: Player,
        out: &mut Vec<(G::Move, f32)>,
    ) -> Listed;

    /// A move for a playout. `moves` is a buffer.
    fn playout_move<R: Rng + ?Sized>(
        &self,
        game: &G,
        pos: &G::Position,
        moves: &mut MoveList<G::Move>,
        rng: &mut R,
    ) -> G::Move {
        moves.clear();
        game.legal_moves(pos, moves);
        moves[rng.random_range(0..moves.len())]
    }
}

/// Every legal move, with equal weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllMoves;

impl<G: Game> Policy<G> for AllMoves {
    fn priors(
        &self,
        game: &G,
        pos: &G::Position,
        _root_player: Player,
        out: &mut Vec<(G::Move, f32)>,
    ) -> Listed {
        let mut moves = MoveList::new();
        game.legal_moves(pos, &mut moves);
        let weight = 1.0 / moves.len().max(1) as f32;
        out.extend(moves.into_iter().map(|mv| (mv, weight)));
        Listed::All
    }
}

/// Lets a player sit out his turn, for searches in which not everybody answers every move.
pub trait SkipTurn<G: Game>: Send + Sync {
    /// Hands the turn to the next player.
    fn skip_turn(&self, game: &G, pos: &mut G::Position) -> G::Undo;

    /// Takes that back.
    fn undo_skip(&self, game: &G, pos: &mut G::Position, undo: G::Undo);

    /// Whether this player may answer now: one who is out of the game, or cannot move, may not.
    fn may_answer(&self, _game: &G, _pos: &G::Position, _player: Player) -> bool {
        true
    }
}
