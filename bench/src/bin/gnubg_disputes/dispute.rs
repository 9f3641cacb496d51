//! What is said of a decision, and of the two plays where there are two.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// All that the disputes and their judgements depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) plies: u32,
    pub(crate) gnubg_plies: u32,
    pub(crate) networks: Option<PathBuf>,
    pub(crate) cube: bool,
    pub(crate) trials: u64,
    pub(crate) gnubg_trials: u64,
    pub(crate) truncate: u32,
    pub(crate) rollout_plies: u32,
    pub(crate) seed: u64,
}

/// A turn with a choice.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// The name of the class of its board.
    pub(crate) class: &'static str,
    /// Where the programs differ.
    pub(crate) dispute: Option<Dispute>,
}

/// Two plays of a position, and what they are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Dispute {
    /// The number of the decision.
    pub(crate) decision: usize,
    /// The name of the class of the board.
    pub(crate) class: String,
    pub(crate) position_id: String,
    pub(crate) dice: String,
    pub(crate) xgid: String,
    pub(crate) our_play: String,
    pub(crate) gnubg_play: String,
    /// By our rollouts.
    pub(crate) by_us: Option<Judgement>,
    /// By GNU Backgammon's.
    pub(crate) by_gnubg: Option<Judgement>,
}

impl Dispute {
    /// Whether it is the same question, whatever the answers.
    pub(crate) fn is_about(&self, other: &Self) -> bool {
        self.xgid == other.xgid
            && self.our_play == other.our_play
            && self.gnubg_play == other.gnubg_play
    }

    /// The judgement of one of the judges.
    pub(crate) fn by(&self, judge: JudgeName) -> Option<Judgement> {
        match judge {
            JudgeName::Us => self.by_us,
            JudgeName::Gnubg => self.by_gnubg,
        }
    }

    /// By how much the plays differ, on average of those who judged.
    pub(crate) fn size(&self) -> f64 {
        let judgements = JudgeName::ALL.map(|judge| self.by(judge));
        let leads: Vec<f64> = judgements.iter().flatten().map(Judgement::lead).collect();
        (leads.iter().sum::<f64>() / leads.len().max(1) as f64).abs()
    }
}

/// Whose rollouts judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JudgeName {
    Us,
    Gnubg,
}

impl JudgeName {
    pub(crate) const ALL: [Self; 2] = [Self::Us, Self::Gnubg];
}

/// What the plays are worth to their player by rollouts, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Judgement {
    /// The equity of our play.
    pub(crate) ours: f64,
    /// The equity of GNU Backgammon's play.
    pub(crate) gnubg: f64,
    /// The standard error of the difference.
    pub(crate) error: f64,
}

impl Judgement {
    /// By how much our play is better.
    pub(crate) fn lead(&self) -> f64 {
        self.ours - self.gnubg
    }
}
