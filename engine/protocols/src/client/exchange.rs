//! Messages between Ludex and another engine: question, answer, and possible faults.

use std::time::Duration;

use ludex_search::Limits;

/// A fault of an engine, other than an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// Details of the fault, for reports.
    pub detail: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The program ended.
    Crash,
    /// The program did not answer in time, although no clock limits its time.
    Hang,
    /// It exceeded the time of its clock.
    Time,
    /// It could not be started, or did not identify itself.
    Start,
    /// It does not support the variant or an option that the user set.
    Unfit,
    /// Its answer is not a move, or a line of it cannot be read.
    Illegal,
}

impl Fault {
    pub(super) fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { kind, detail }
    }
}

/// A question to an engine.
#[derive(Debug)]
pub struct EngineQuestion<'a> {
    /// The starting position, if it is not the usual one.
    pub start: Option<&'a str>,
    /// Moves and chance events since then.
    pub moves: &'a [String],
    /// The seat of the engine, from 0.
    pub seat: usize,
    /// Its limits, including its clock.
    pub limits: &'a Limits,
    /// The time it may use, if time is limited.
    pub allowed: Option<Duration>,
    /// Time and increment of all players in milliseconds, if there are clocks.
    pub clocks: &'a [(u128, u128)],
}

/// The answer of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineAnswer {
    /// Its move; empty if the answer contains no move.
    pub text: String,
    /// Its score from its own point of view, in the game's unit.
    pub score: Option<f64>,
    /// Its expected result, 0 to 1; a draw counts a half.
    pub expected: Option<f64>,
    /// Its search depth.
    pub depth: Option<u32>,
    /// The engine's reason for not naming a move, if it gave one.
    pub complaint: Option<String>,
}
