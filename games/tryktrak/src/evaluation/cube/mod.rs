//! The doubling cube in a search.
//!
//! A *cube state* is a cube value with an owner. Several states can occur below a root: for example, with the cube in the middle at
//! 1, either player may own it at 2, then at 4, and so on. Which state occurs depends on the decisions, but the checker positions are
//! the same. So the search computes the values of a position in all these states side by side. The decisions to double, take and pass
//! need no nodes: they are a maximum and a minimum over the values of neighbouring states, applied at every roll.

mod decision;
mod states;
mod value;

pub use decision::{CubeAction, CubeDecision};
pub use states::{CubeStates, MoneyRules};
pub use value::{CubefulValue, STATES, StateValues};
