//! Tuning: finds better values for the parameters of searches and evaluations, and confirms them in a match.
//!
//! There are two methods: [`spsa`] plays games between perturbed values, and [`texel`] fits an evaluation to recorded
//! games. Neither result is trusted by itself: new values are accepted only if a sequential test in a match against
//! the old ones accepts them.

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
