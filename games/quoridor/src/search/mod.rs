//! Searches, the knowledge of Quoridor that they use in addition to the rules, and exact solvers.

pub mod layers;
pub mod multiplayer_tree;
pub mod race;
pub mod retrograde;
pub mod solver;
pub mod tactics;

pub(crate) mod levels;
pub(crate) mod searches;
