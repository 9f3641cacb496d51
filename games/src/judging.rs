//! Judging recorded games as a game's own players do it.

use ludex_search::{Game, Limits, Step, StopFlag};

use crate::Facts;

/// Sums by name, one number for each player.
pub type Tally = Vec<(&'static str, [f64; 2])>;

/// What is thought of one step of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The player, from 1.
    pub player: usize,
    /// For JSON.
    pub facts: Facts,
    /// A row of a table: heading and text. All verdicts of a game have the same headings.
    pub cells: Vec<(&'static str, String)>,
    /// The sign that annotators use: `?!`, `?`, `??`.
    pub mark: &'static str,
    /// What an annotated record says; it belongs to the next move if the step is no move.
    pub comment: String,
}

/// Judges step by step.
pub trait Judge<G: Game>: Send {
    /// Judges a step before it is made; nothing to say about some.
    fn judge(
        &mut self,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<Verdict>;

    /// The sums so far.
    fn tally(&self) -> Tally;
}

/// The sums of games in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// For JSON: one object for each player.
    pub players: Vec<Facts>,
    /// For a reader: what is counted, and the number of each player.
    pub rows: Vec<(&'static str, [String; 2])>,
    /// What the numbers mean.
    pub remark: &'static str,
}

/// Adds the sums of another game.
pub fn add_tally(sums: &mut Tally, more: &Tally) {
    for &(name, numbers) in more {
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => {
                sum[0] += numbers[0];
                sum[1] += numbers[1];
            }
            None => sums.push((name, numbers)),
        }
    }
}
