//! A game that is played, whoever plays it and wherever: its clocks, and what is written down of it.

pub(crate) mod clock;
pub(crate) mod record;
