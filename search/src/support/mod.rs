//! Tools that the searches share: tables, threads, clocks, move ordering.

pub mod budget;
pub mod clock;
pub mod luck;
pub mod ordering;
pub mod parallel;
pub mod perft;
pub mod pv;
pub mod random;
pub mod rank;
pub mod table;
pub mod weaker;

pub(crate) mod certain;
pub(crate) mod deepening;
pub(crate) mod finish;
pub(crate) mod occurrences;
pub(crate) mod pages;
pub(crate) mod prefetch;
