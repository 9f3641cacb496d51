//! Playing a game, in the terminal or on the web board: clocks, records, and draw offers and resignations.
//!
//! **Invariant:** The terminal and the rooms of the web board share this code; neither has its own clocks, records or commands.

pub mod clock;
pub mod record;
pub mod table_talk;
