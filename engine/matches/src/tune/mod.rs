//! Tuning: finds better values for the parameters of searches and evaluations, and confirms them in a match.
//!
//! There are two methods: [`spsa`] plays games between perturbed values, and [`texel`] fits an evaluation to recorded games. In both cases,
//! new values are accepted only after a match against the old values, if a sequential test accepts them.

pub mod folder;
#[cfg(feature = "pictures")]
mod picture;
mod run;
pub mod settings;
pub mod space;
pub mod spsa;
pub mod texel;
mod trial;
mod verdict;

pub use run::Tuning;
pub use verdict::TuneSummary;
