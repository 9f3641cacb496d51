//! Walks through the ways to lay the tiles.

use crate::rules::hex::Hex;
use crate::rules::tile::Face;

/// A walk through the ways to lay the tiles, one step at a time.
pub(super) trait PlacementWalk: Clone + Send + Sync {
    /// One step.
    type Step: Copy + Send + Sync;

    /// What can be said here. Where the walk goes on, the ways are added to `steps`, in a fixed order.
    fn look(&self, steps: &mut Vec<Self::Step>) -> Look;

    /// Takes a step.
    fn play(&mut self, step: Self::Step);

    /// Takes the last step back.
    fn undo(&mut self);

    /// The tiles that are laid, in the order of laying.
    fn laid(&self) -> &[(Hex, Face)];
}

/// What a look at a stage of a walk tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing comes of it.
    Dead,
    /// All tiles are laid, and well.
    Solved,
    /// The walk goes on.
    Open,
}
