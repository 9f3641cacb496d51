//! A game that is played, whoever plays it and wherever: its clocks, what is written down of it, and what its
//! players say to each other.

pub(crate) mod clock;
pub(crate) mod record;
pub(crate) mod talk;
