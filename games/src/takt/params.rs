//! The weights of the evaluation, all in one place.

use ludex_search::{Outlook, Score};

use super::eval::feature;

/// The number of features.
pub const FEATURES: usize = feature::COUNT;

/// The names of the features, in order.
pub const NAMES: [&str; FEATURES] = names();

const fn names() -> [&'static str; FEATURES] {
    let mut names = [""; FEATURES];
    let mut group = 0;
    while group < feature::GROUPS.len() {
        let (name, first) = feature::GROUPS[group];
        let end = if group + 1 < feature::GROUPS.len() {
            feature::GROUPS[group + 1].1
        } else {
            FEATURES
        };
        let mut index = first;
        while index < end {
            names[index] = name;
            index += 1;
        }
        group += 1;
    }
    names
}

/// A weight in hundredths of a flat, at the start of a game and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phased {
    /// With an empty board and full reserves.
    pub early: i16,
    /// With no empty square or no stone left.
    pub late: i16,
}

/// Everything that the evaluation can be tuned by.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One weight for each feature.
    pub features: [Phased; FEATURES],
    /// The score, in hundredths of a flat, at which the odds to win are e : 1.
    pub win_scale: f32,
    /// Half the width of the band of scores that are drawn.
    pub draw_margin: f32,
}

impl Weights {
    /// The weights for a board of this side.
    pub fn for_size(side: usize) -> Self {
        let features = if side <= 5 { SMALL } else { LARGE };
        Self {
            features,
            win_scale: 150.0,
            draw_margin: 5.0,
        }
    }

    /// The chances of a score.
    pub fn outlook(&self, score: Score) -> Outlook {
        if score.is_win() {
            return Outlook {
                win: 1.0,
                ..Outlook::default()
            };
        }
        if score.is_loss() {
            return Outlook {
                loss: 1.0,
                ..Outlook::default()
            };
        }
        let value = score.value() as f32;
        let logistic = |x: f32| 1.0 / (1.0 + (-x / self.win_scale).exp());
        let (win, loss) = (
            logistic(value - self.draw_margin),
            logistic(-value - self.draw_margin),
        );
        Outlook {
            win,
            draw: (1.0 - win - loss).max(0.0),
            loss,
        }
    }
}

/// Weights for sides 3 to 5.
const SMALL: [Phased; FEATURES] = table(&[
    // tempo
    (60, 30),
    // half flats
    (35, 50),
    // flat ring
    (0, 0),
    (8, 0),
    (15, 0),
    // wall ring
    (20, 20),
    (30, 20),
    (35, 20),
    // capstone ring
    (40, 40),
    (70, 50),
    (90, 50),
    // adjacent
    (10, 0),
    // stones left
    (-10, -5),
    // line open
    (2, 0),
    (12, 5),
    (30, 15),
    (60, 30),
    (100, 50),
    (120, 60),
    (140, 70),
    (160, 80),
    // line contested
    (0, 0),
    (5, 0),
    (12, 5),
    (30, 15),
    (60, 30),
    (80, 40),
    (90, 50),
    (100, 60),
    // line blocked
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    // supporters
    (30, 30),
    (35, 35),
    (40, 40),
    // captives
    (-40, -40),
    (-15, -20),
    (-20, -20),
    // deep supporters
    (5, 5),
    // deep captives
    (-5, -5),
    // hard capstone
    (30, 30),
    // capstone freedom
    (8, 8),
    // captures
    (5, 5),
    // stack captures
    (15, 15),
    // strong captures
    (15, 15),
    // critical
    (50, 50),
    // mobile supporters and captives
    (2, 2),
    (0, 0),
]);

/// Weights for sides 6 to 8.
const LARGE: [Phased; FEATURES] = table(&[
    // tempo
    (60, 30),
    // half flats
    (35, 50),
    // flat ring
    (0, 0),
    (8, 0),
    (15, 0),
    // wall ring
    (20, 20),
    (30, 20),
    (35, 20),
    // capstone ring
    (40, 40),
    (70, 50),
    (90, 50),
    // adjacent
    (10, 0),
    // stones left
    (-10, -5),
    // line open
    (2, 0),
    (12, 5),
    (30, 15),
    (60, 30),
    (100, 50),
    (120, 60),
    (140, 70),
    (160, 80),
    // line contested
    (0, 0),
    (5, 0),
    (12, 5),
    (30, 15),
    (60, 30),
    (80, 40),
    (90, 50),
    (100, 60),
    // line blocked
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    // supporters
    (30, 30),
    (35, 35),
    (40, 40),
    // captives
    (-40, -40),
    (-15, -20),
    (-20, -20),
    // deep supporters
    (5, 5),
    // deep captives
    (-5, -5),
    // hard capstone
    (30, 30),
    // capstone freedom
    (8, 8),
    // captures
    (5, 5),
    // stack captures
    (15, 15),
    // strong captures
    (15, 15),
    // critical
    (50, 50),
    // mobile supporters and captives
    (2, 2),
    (0, 0),
]);

const fn table(pairs: &[(i16, i16); FEATURES]) -> [Phased; FEATURES] {
    let mut weights = [Phased { early: 0, late: 0 }; FEATURES];
    let mut index = 0;
    while index < FEATURES {
        weights[index] = Phased {
            early: pairs[index].0,
            late: pairs[index].1,
        };
        index += 1;
    }
    weights
}
