//! Policies: which moves to try first, and with which weight. Tree searches use them where they cannot try every move, and in playouts.
//!
//! **Invariant:** A policy says whether it lists all moves ([`Listed`]). An incomplete list can prove a win, never a loss
//! (`search/tests/it/certain`).

use rand::{Rng, RngExt};

use crate::interface::game::{Game, MoveList, Player};

/// Whether a policy listed all the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Listed {
    /// Every legal move is listed, so results that hold for all listed moves are proven.
    All,
    /// Moves are missing, or may be. Their results are unknown until they are searched.
    Some,
}

/// Selects the moves that are worth searching, and weights them.
pub trait Policy<G: Game>: Send + Sync {
    /// Whether [`priors`](Self::priors) depend on the player at the root. If true, a tree that was built for one root player is not used
    /// for another.
    const KNOWS_ROOT_PLAYER: bool = false;

    /// Appends the moves that are worth searching, with weights above zero, and returns whether these are all the legal moves. It lists at
    /// least one move and no move twice; `pos` has a player to move. The other moves are searched only after all listed ones were searched
    /// to the end. `root_player` is the player to move at the root.
    fn priors(
        &self,
        game: &G,
        pos: &G::Position,
        root_player: Player,
        out: &mut Vec<(G::Move, f32)>,
    ) -> Listed;

    /// Chooses a move for a playout. `moves` is a buffer.
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

/// Lists every legal move with equal weight.
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

/// Lets a player skip a turn, for searches in which not every opponent answers every move.
pub trait SkipTurn<G: Game>: Send + Sync {
    /// Passes the turn to the next player.
    fn skip_turn(&self, game: &G, pos: &mut G::Position) -> G::Undo;

    /// Takes back a skipped turn.
    fn undo_skip(&self, game: &G, pos: &mut G::Position, undo: G::Undo);

    /// Whether this player may answer now. A player who is out of the game or cannot move may not.
    fn may_answer(&self, _game: &G, _pos: &G::Position, _player: Player) -> bool {
        true
    }
}
