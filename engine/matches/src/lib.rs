//! Code that plays many games: tournaments, tuning, training, and the worker, which plays games for other machines.

pub mod tournament;
pub mod train;
pub mod tune;
pub mod worker;

ludex_kit::words!();
