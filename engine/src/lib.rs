//! Ludex: games that are played, analysed and tried against each other from the command line.
//!
//! A program for other games is [`run`] with a catalogue of its own.

pub use ludex_cli::run;
