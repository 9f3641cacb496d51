//! Tuning: better values for the parameters of searches and evaluations, and a match that proves them better.
//!
//! Two methods find values: [`spsa`] by games between perturbed values, [`texel`] by a fit to recorded games. Neither is
//! believed: the values are accepted only if a sequential test of a match against the old ones says so.

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
