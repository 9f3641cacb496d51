//! The nodes of a literal tree.

use crate::interface::game::{Player, Returns};

/// A node of the tree. Its children are indices of nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// The game is over.
    Leaf(Returns),
    /// A player chooses; `score` is the static score as player 0 sees it.
    Choice {
        /// Whose choice it is.
        player: Player,
        /// The static score.
        score: i32,
        /// What may be chosen.
        children: Vec<u32>,
    },
    /// Chance chooses, by integer weights.
    Chance(Vec<(u32, u32)>),
}
