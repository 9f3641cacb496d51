//! Many games: tournaments, tuning, training, and the worker that plays games for other machines.

pub mod tournament;
pub mod train;
pub mod tune;
pub mod worker;
