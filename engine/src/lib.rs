//! Ludex: play and analyse board games from the command line, and let engines play matches.
//!
//! A program for other games calls [`run`] with its own catalogue.

pub use ludex_cli::run;
