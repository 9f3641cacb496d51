//! The player of each side, the source of dice and draws, and the moves that are made automatically.

use clap::ValueEnum;

/// The name of a person who has not given one.
pub(super) const YOU: &str = "you";

/// Where the outcomes of chance events come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChanceSource {
    /// The program, from the seed
    Program,
    /// You
    Hand,
}

/// The kind of player on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayerKind {
    /// You
    Human,
    /// The engine
    Engine,
}

/// Moves that are made for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Automatic {
    /// A move that is the only legal one
    Forced,
}
