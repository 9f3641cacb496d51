//! The doubling cube in a search: the value of a position in every state that the cube can reach from where it lies now,
//! carried side by side, and the decisions to double, take and pass, which are solved in closed form at every roll.

mod decision;
mod states;
mod value;

pub use decision::{CubeAction, CubeDecision};
pub use states::{CubeStates, MoneyRules};
pub use value::{CubefulValue, STATES, StateValues};
