//! The nodes of a literal tree.

use crate::interface::game::{Player, Returns};

/// A node of the tree. Its children are indices of nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// The game is over.
    Leaf(Returns),
    /// A player chooses; `score` is the static score from the view of player 0.
    Choice {
        /// The player to move.
        player: Player,
        /// The static score.
        score: i32,
        /// The nodes after each move.
        children: Vec<u32>,
    },
    /// A chance event; each child has an integer weight.
    Chance(Vec<(u32, u32)>),
}
