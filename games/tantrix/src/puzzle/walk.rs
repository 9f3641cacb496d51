//! Depth-first search over the ways to place the tiles.

use crate::rules::hex::Hex;
use crate::rules::tile::Face;

/// A search state from which steps can be taken and undone.
pub(super) trait PlacementWalk: Clone + Send + Sync {
    /// One step.
    type Step: Copy + Send + Sync;

    /// Examines the current state. If the search continues, the possible steps are appended to `steps` in a fixed order.
    fn examine(&self, steps: &mut Vec<Self::Step>) -> NodeState;

    /// Takes a step.
    fn play(&mut self, step: Self::Step);

    /// Undoes the last step.
    fn undo(&mut self);

    /// The placed tiles, in order.
    fn laid(&self) -> &[(Hex, Face)];
}

/// The result of examining a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeState {
    /// No solution can follow.
    Dead,
    /// All tiles are placed correctly.
    Solved,
    /// The search continues.
    Open,
}
