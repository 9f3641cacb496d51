//! Numbers for moves, for programs that learn: each variant has a fixed number of actions, and every legal move is one of them.
//!
//! The page `docs/src/libraries/actions.md` describes the numbers of each game.

use ludex_search::Game;

/// Numbers the moves of a game from 0 to [`count`](Self::count) − 1.
///
/// **Invariant:** In one position, different legal moves have different numbers, and [`decode`](Self::decode) returns the move of a number
/// (`testing::GameCheck::check_actions`). Equal positions give equal numbers, whatever moves led to them.
pub trait Actions<G: Game>: Sync {
    /// The number of actions of the variant.
    fn count(&self) -> usize;

    /// Appends the number of each of these moves, which must be all legal moves of the position. On a board without edges, a group that is
    /// larger than any in real games may have moves with numbers from [`count`](Self::count) on; programs that learn cannot play those.
    fn encode(&self, pos: &G::Position, moves: &[G::Move], out: &mut Vec<u32>);

    /// The move that a number means in this position. It need not be legal. `None` if the number means no move here.
    fn decode(&self, pos: &G::Position, action: u32) -> Option<G::Move>;
}
