//! Cube decisions, from the equities of the alternatives.

use ludex_kit::message;

use crate::WORDS;
use crate::rules::moves::Move;

/// What a player should do with the cube, and how the opponent should answer a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAction {
    /// No double; a double would be taken.
    NoDouble,
    /// Double, and the opponent should take.
    DoubleTake,
    /// Double, and the opponent should pass.
    DoublePass,
    /// No double: playing on for a gammon is worth more than the opponent's pass.
    TooGood,
}

impl CubeAction {
    /// The usual name of the decision.
    pub fn text(self) -> &'static str {
        WORDS.translate(match self {
            Self::NoDouble => message!("no double, take"),
            Self::DoubleTake => message!("double, take"),
            Self::DoublePass => message!("double, pass"),
            Self::TooGood => message!("too good, pass"),
        })
    }

    /// Whether the player should double.
    pub fn doubles(self) -> bool {
        matches!(self, Self::DoubleTake | Self::DoublePass)
    }

    /// Whether the opponent should take a double.
    pub fn takes(self) -> bool {
        matches!(self, Self::NoDouble | Self::DoubleTake)
    }
}

/// A cube decision with its three equities, in units of the current cube at the current score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// The right decision.
    pub verdict: CubeAction,
    /// Equity without a double.
    pub no_double: f32,
    /// Equity after double and take.
    pub double_take: f32,
    /// Equity after double and pass.
    pub double_pass: f32,
    /// Equity after double and beaver; `None` if there are no beavers.
    pub double_beaver: Option<f32>,
}

/// Smaller differences between equities count as equal. So a player with a certain win doubles the opponent out, and a cube that will be
/// turned in any case, as after the Crawford game, is turned now.
const ROUNDING: f32 = 1e-5;

impl CubeDecision {
    /// The decision from three equities.
    pub fn new(no_double: f32, double_take: f32, double_pass: f32) -> Self {
        Self::with_beaver(no_double, double_take, double_pass, None)
    }

    /// The decision if the double may also be answered by a beaver, which counts as a take.
    pub fn with_beaver(
        no_double: f32,
        double_take: f32,
        double_pass: f32,
        double_beaver: Option<f32>,
    ) -> Self {
        let taken = double_beaver.map_or(double_take, |beavered| beavered.min(double_take));
        let verdict = if taken <= double_pass {
            if taken > no_double - ROUNDING { CubeAction::DoubleTake } else { CubeAction::NoDouble }
        } else if double_pass >= no_double - ROUNDING {
            CubeAction::DoublePass
        } else {
            CubeAction::TooGood
        };
        Self { verdict, no_double, double_take, double_pass, double_beaver }
    }

    /// Whether the opponent should answer with a beaver.
    pub fn beavers(&self) -> bool {
        let beavered = self.double_beaver.unwrap_or(f32::INFINITY);
        self.verdict.takes() && beavered < self.double_take
    }

    /// Whether doubling and not doubling have the same equity.
    pub fn is_optional(&self) -> bool {
        self.verdict.doubles() && self.doubled() - self.no_double <= ROUNDING
    }

    /// The right action and answer in words. `again` is set if a double would be a redouble.
    pub fn text(&self, again: bool) -> String {
        // The text, the same for a redouble, and both for an optional double.
        let texts: &[&'static str] = match self.verdict {
            CubeAction::NoDouble if self.beavers() => {
                &[message!("no double, beaver"), message!("no redouble, beaver")]
            }
            CubeAction::NoDouble => &[message!("no double, take"), message!("no redouble, take")],
            CubeAction::DoubleTake if self.beavers() => &[
                message!("double, beaver"),
                message!("redouble, beaver"),
                message!("optional double, beaver"),
                message!("optional redouble, beaver"),
            ],
            CubeAction::DoubleTake => &[
                message!("double, take"),
                message!("redouble, take"),
                message!("optional double, take"),
                message!("optional redouble, take"),
            ],
            CubeAction::DoublePass => &[
                message!("double, pass"),
                message!("redouble, pass"),
                message!("optional double, pass"),
                message!("optional redouble, pass"),
            ],
            CubeAction::TooGood => &[message!("too good, pass"), message!("too good, pass")],
        };
        let index = usize::from(again) + 2 * usize::from(self.is_optional());
        WORDS.translate(texts[index]).to_owned()
    }

    /// The equity of a double with the best answer.
    pub fn doubled(&self) -> f32 {
        let taken = self.double_take.min(self.double_pass);
        self.double_beaver.map_or(taken, |beavered| beavered.min(taken))
    }

    /// The possible cube actions before the roll, each with its equity.
    pub fn actions(&self) -> Vec<(Move, f32)> {
        vec![(Move::Roll, self.no_double), (Move::Double, self.doubled())]
    }

    /// The possible answers to a double, each with the equity of the answering player.
    pub fn answers(&self) -> Vec<(Move, f32)> {
        let beavered = self.double_beaver.map(|equity| (Move::Beaver, -equity));
        let answers = [(Move::Take, -self.double_take), (Move::Pass, -self.double_pass)];
        answers.into_iter().chain(beavered).collect()
    }

    /// The equity if both players make the right decision.
    pub fn best(&self) -> f32 {
        self.no_double.max(self.doubled())
    }
}
