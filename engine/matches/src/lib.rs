//! Many games: tournaments, tuning, training, and the worker that plays games for others.

pub mod tournament;
pub mod train;
pub mod tune;
pub mod worker;
