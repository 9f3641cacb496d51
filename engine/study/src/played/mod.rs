//! A game that is played, whoever plays it and wherever: its clocks, what is written down of it, and what its
//! players say to each other.
//!
//! **Invariant:** Terminals and rooms share this code; neither has its own clocks, records or commands.

pub mod clock;
pub mod record;
pub mod table_talk;
