//! What to do with the cube, from the equities of doing it or not.

use crate::rules::moves::Move;

/// What a player should do with the cube, and what he who is doubled should answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAction {
    /// Better kept; a double would be taken.
    NoDouble,
    /// Doubled, and rightly taken.
    DoubleTake,
    /// Doubled, and rightly passed.
    DoublePass,
    /// The game is worth more than what a pass would bring.
    TooGood,
}

impl CubeAction {
    /// The words for it.
    pub fn text(self) -> &'static str {
        match self {
            Self::NoDouble => "no double, take",
            Self::DoubleTake => "double, take",
            Self::DoublePass => "double, pass",
            Self::TooGood => "too good, pass",
        }
    }

    /// Whether the player doubles.
    pub fn doubles(self) -> bool {
        matches!(self, Self::DoubleTake | Self::DoublePass)
    }

    /// Whether the other takes, should he be doubled.
    pub fn takes(self) -> bool {
        matches!(self, Self::NoDouble | Self::DoubleTake)
    }
}

/// A cube decision with its three equities, in units of the present cube at the present score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// What is right.
    pub verdict: CubeAction,
    /// The equity without a double.
    pub no_double: f32,
    /// The equity of a double that is taken.
    pub double_take: f32,
    /// The equity of a double that is passed.
    pub double_pass: f32,
    /// The equity of a double that is answered by a beaver; none where there are no beavers.
    pub double_beaver: Option<f32>,
}

/// What is less than this is no difference between equities: a game that is surely won is cashed, and a cube that will be turned in any
/// case, as behind a Crawford game, is turned now.
const ROUNDING: f32 = 1e-5;

impl CubeDecision {
    /// The decision between three equities.
    pub fn new(no_double: f32, double_take: f32, double_pass: f32) -> Self {
        Self::with_beaver(no_double, double_take, double_pass, None)
    }

    /// The decision where the double may also be answered by a beaver, which counts as a take.
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

    /// Whether who is doubled turns the cube once more.
    pub fn beavers(&self) -> bool {
        let beavered = self.double_beaver.unwrap_or(f32::INFINITY);
        self.verdict.takes() && beavered < self.double_take
    }

    /// Whether to double is worth what it is worth not to.
    pub fn is_optional(&self) -> bool {
        self.verdict.doubles() && self.doubled() - self.no_double <= ROUNDING
    }

    /// The right action with the right answer, in words; `again` if the cube has been turned before.
    pub fn text(&self, again: bool) -> String {
        let text = match self.verdict {
            CubeAction::NoDouble if self.beavers() => "no double, beaver",
            CubeAction::DoubleTake if self.beavers() => "double, beaver",
            verdict => verdict.text(),
        };
        let optional = if self.is_optional() { "optional " } else { "" };
        let text = format!("{optional}{text}");
        if again { text.replace("double", "redouble") } else { text }
    }

    /// The equity of a double, rightly answered.
    pub fn doubled(&self) -> f32 {
        let taken = self.double_take.min(self.double_pass);
        self.double_beaver.map_or(taken, |beavered| beavered.min(taken))
    }

    /// What can be done about the cube before the roll, each with its equity.
    pub fn actions(&self) -> Vec<(Move, f32)> {
        vec![(Move::Roll, self.no_double), (Move::Double, self.doubled())]
    }

    /// What can be answered to the double, each with its equity for who answers.
    pub fn answers(&self) -> Vec<(Move, f32)> {
        let beavered = self.double_beaver.map(|equity| (Move::Beaver, -equity));
        let answers = [(Move::Take, -self.double_take), (Move::Pass, -self.double_pass)];
        answers.into_iter().chain(beavered).collect()
    }

    /// The equity with the right play of both.
    pub fn best(&self) -> f32 {
        self.no_double.max(self.doubled())
    }
}
