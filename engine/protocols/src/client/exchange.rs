//! What passes between us and a program: a question, its answer, and what the program may do wrong.

use std::time::Duration;

use ludex_search::Limits;

/// What an engine did wrong, beyond its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of thing it is.
    pub kind: FaultKind,
    /// What exactly happened.
    pub detail: String,
}

/// The kinds of what an engine may do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It ended.
    Crash,
    /// It kept silent, and no clock says how long it may.
    Hang,
    /// It kept silent longer than its clock allows.
    Time,
    /// It could not be started, or did not introduce itself.
    Start,
    /// It does not take what the variant or the user sets.
    Unfit,
    /// Its answer is no move, or no line that can be read.
    Illegal,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { kind, detail }
    }
}

/// What an engine is asked.
#[derive(Debug)]
pub struct EngineQuestion<'a> {
    /// The position that the moves start from, unless that is the start of a game.
    pub start: Option<&'a str>,
    /// Moves and events since.
    pub moves: &'a [String],
    /// The seat of the engine, from 0.
    pub seat: usize,
    /// Its limits; a clock is its own.
    pub limits: &'a Limits,
    /// How long it may think, if there is a limit of time.
    pub allowed: Option<Duration>,
    /// Clocks of all players with their increments, if there are any: milliseconds.
    pub clocks: &'a [(u128, u128)],
}

/// What an engine answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineAnswer {
    /// Its move; empty where it named none.
    pub text: String,
    /// Its score for itself, in the unit of the game.
    pub score: Option<f64>,
    /// What it expects of the game, 0 to 1: a draw is a half.
    pub expected: Option<f64>,
    /// Its depth.
    pub depth: Option<u32>,
    /// Why it named no move, if it said so.
    pub complaint: Option<String>,
}
