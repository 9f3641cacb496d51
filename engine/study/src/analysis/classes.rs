//! Classes of moves by their loss, and the accuracy of a player.

use serde::{Deserialize, Serialize};

/// Loss of expected result from which a move is an inaccuracy, `?!`; a loss of 1 is a whole game.
pub const INACCURACY: f64 = 0.05;
/// Loss of expected result from which a move is a mistake, `?`.
pub const MISTAKE: f64 = 0.10;
/// Loss of expected result from which a move is a blunder, `??`.
pub const BLUNDER: f64 = 0.25;

/// The mark of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// No mark.
    #[default]
    None,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    const ALL: [Self; 4] = [Self::None, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark for a loss in expected result.
    pub fn from_loss(loss: f64) -> Self {
        match loss {
            loss if loss >= BLUNDER => Self::Blunder,
            loss if loss >= MISTAKE => Self::Mistake,
            loss if loss >= INACCURACY => Self::Inaccuracy,
            _ => Self::None,
        }
    }

    /// The mark with this sign; [`Mark::None`] for any other text.
    pub fn from_sign(sign: &str) -> Self {
        let found = Self::ALL.into_iter().find(|mark| mark.sign() == sign);
        found.unwrap_or_default()
    }

    /// The annotation sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// The class of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// The only legal move.
    Forced,
    /// A move of the shipped book.
    Book,
    /// The best move, where any other would have been a blunder.
    Only,
    /// The best move.
    Best,
    /// Another move with a small loss.
    #[default]
    Good,
    /// An inaccuracy: the loss is at least [`INACCURACY`].
    Inaccuracy,
    /// A mistake: the loss is at least [`MISTAKE`].
    Mistake,
    /// A blunder: the loss is at least [`BLUNDER`].
    Blunder,
    /// It is unclear whether the move lost anything, because the searches before and after the previous move disagree.
    Unsure,
}

impl Class {
    /// The word for this class.
    pub fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Book => "book",
            Self::Only => "only move",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::Unsure => "unsure",
        }
    }
}

impl From<Mark> for Class {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::None => Self::Good,
            Mark::Inaccuracy => Self::Inaccuracy,
            Mark::Mistake => Self::Mistake,
            Mark::Blunder => Self::Blunder,
        }
    }
}

/// The accuracy of a move in percent, by its loss in expected result: 100 for the best move, about 80 for an
/// inaccuracy, 64 for a mistake, 32 for a blunder (CITE: <https://lichess.org/page/accuracy>).
pub fn accuracy(loss: f64) -> f64 {
    let percent = 100.0 * loss.max(0.0);
    (103.1668 * (-0.04354 * percent).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_begin_at_their_thresholds() {
        for (loss, sign) in [
            (0.0, ""),
            (0.0499, ""),
            (0.05, "?!"),
            (0.0999, "?!"),
            (0.1, "?"),
            (0.25, "??"),
            (1.0, "??"),
        ] {
            assert_eq!(Mark::from_loss(loss).sign(), sign, "{loss}");
            assert_eq!(Mark::from_sign(sign), Mark::from_loss(loss));
        }
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert!((accuracy(0.0) - 100.0).abs() < 1e-3);
        assert!((accuracy(INACCURACY) - 79.8).abs() < 0.1);
        assert!((accuracy(MISTAKE) - 63.6).abs() < 0.1);
        assert!((accuracy(BLUNDER) - 31.6).abs() < 0.1);
        assert!(accuracy(1.0).abs() < 1e-9);
    }
}
