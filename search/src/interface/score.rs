//! Scores of positions for the player to move.

use std::fmt;
use std::ops::Neg;

/// A score for the player to move, in the evaluator's unit (a hundredth of a flat, for example). Scores near the ends of the range are
/// proven results; they encode the distance to the end of the game in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The score of a position that is already won, at the end of the game; also the upper end of every window.
    pub const WIN: Self = Self(32_000);
    /// The score of a position that is already lost, at the end of the game; also the lower end of every window.
    pub const LOSS: Self = Self(-32_000);
    /// The greatest distance of a proven result, in plies.
    pub const MAX_PLIES: u32 = 1_000;
    /// Evaluations are strictly between `-EVALUATION_LIMIT` and `EVALUATION_LIMIT`.
    pub const EVALUATION_LIMIT: Self = Self(Self::WIN.0 - Self::MAX_PLIES as i32);

    /// A score in the evaluator's unit, clamped to the range of evaluations.
    pub const fn new(value: i32) -> Self {
        let limit = Self::EVALUATION_LIMIT.0 - 1;
        if value > limit {
            Self(limit)
        } else if value < -limit {
            Self(-limit)
        } else {
            Self(value)
        }
    }

    /// The score with this raw number, proven results included; for tables and bounds.
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// The raw number of the score.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A win in `plies` plies.
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss in `plies` plies.
    pub const fn loss_in(plies: u32) -> Self {
        Self(Self::LOSS.0 + plies as i32)
    }

    /// Whether the player to move is proven to win.
    pub fn is_win(self) -> bool {
        self >= Self::EVALUATION_LIMIT
    }

    /// Whether this is a proven loss.
    pub fn is_loss(self) -> bool {
        self <= -Self::EVALUATION_LIMIT
    }

    /// Whether this is a proven win or loss.
    pub fn is_proven(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The distance of a proven win or loss in plies.
    pub fn plies(self) -> Option<u32> {
        self.is_proven().then(|| (Self::WIN.0 - self.0.abs()) as u32)
    }

    /// Converts a score at a node to the root, which is `ply` plies above: a proven result is `ply` plies farther away from the root.
    #[must_use]
    pub fn from_node(self, ply: u32) -> Self {
        match self {
            _ if self.is_win() => Self(self.0 - ply as i32),
            _ if self.is_loss() => Self(self.0 + ply as i32),
            _ => self,
        }
    }

    /// The inverse of [`from_node`](Self::from_node): tables store distances counted from the node.
    #[must_use]
    pub fn to_node(self, ply: u32) -> Self {
        match self {
            _ if self.is_win() => Self((self.0 + ply as i32).min(Self::WIN.0)),
            _ if self.is_loss() => Self((self.0 - ply as i32).max(Self::LOSS.0)),
            _ => self,
        }
    }

    /// The score plus `by` units, clamped to the full range.
    #[must_use]
    pub fn offset(self, by: i32) -> Self {
        Self((self.0 + by).clamp(Self::LOSS.0, Self::WIN.0))
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{}", self.0),
        }
    }
}
