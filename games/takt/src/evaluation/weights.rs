//! The weights of the evaluation.

use std::sync::{LazyLock, OnceLock};

use ludex_search::{Parameter, ParameterSet, Score, Wdl};

use super::feature;
use ludex_kit::support::chances::Chances;
use ludex_kit::{Language, say};

/// Number of features.
pub const FEATURES: usize = feature::COUNT;

/// Names of the features, in order.
pub const NAMES: [&str; FEATURES] = names();

const fn names() -> [&'static str; FEATURES] {
    let mut names = [""; FEATURES];
    let mut group = 0;
    while group < feature::GROUPS.len() {
        let (name, first) = feature::GROUPS[group];
        let end =
            if group + 1 < feature::GROUPS.len() { feature::GROUPS[group + 1].1 } else { FEATURES };
        let mut index = first;
        while index < end {
            names[index] = name;
            index += 1;
        }
        group += 1;
    }
    names
}

/// A weight in hundredths of a flat, for the start of a game and for its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phased {
    /// With an empty board and full reserves.
    pub early: i16,
    /// With no empty square or no stone left.
    pub late: i16,
}

/// All tunable numbers of the evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// One weight per feature.
    pub features: [Phased; FEATURES],
    /// The score, in hundredths of a flat, at which the odds of winning are e : 1.
    pub win_scale: f32,
    /// Half the width of the band of scores that count as draws, in hundredths of a flat.
    pub draw_margin: f32,
}

/// The conversion of scores to probabilities for this board size, which depends on the phase of the game. `None` if no conversion was
/// fitted for this size.
pub fn chances(side: usize) -> Option<&'static Chances> {
    static FIVE: LazyLock<Chances> =
        LazyLock::new(|| read(include_str!("../../data/chances-5.txt")));
    static SIX: LazyLock<Chances> =
        LazyLock::new(|| read(include_str!("../../data/chances-6.txt")));
    match side {
        5 => Some(&FIVE),
        6 => Some(&SIX),
        _ => None,
    }
}

fn read(text: &str) -> Chances {
    Chances::read(text).expect("a shipped file is valid; a test reads it")
}

impl Weights {
    /// The weights for this board size.
    pub fn for_size(side: usize) -> Self {
        // The scale and the draw margin were fitted to sets of 2,000 self-play games (2026-11-21). Networks use the same scale. [`chances`]
        // converts scores in a way that depends on the phase of the game.
        let (features, win_scale) = if side <= 5 { (SMALL, 100.0) } else { (LARGE, 130.0) };
        Self { features, win_scale, draw_margin: 12.0 }
    }

    /// The probabilities for a score.
    pub fn wdl(&self, score: Score) -> Wdl {
        if score.is_win() {
            return Wdl { win: 1.0, ..Wdl::default() };
        }
        if score.is_loss() {
            return Wdl { loss: 1.0, ..Wdl::default() };
        }
        let value = score.value() as f32;
        let logistic = |x: f32| 1.0 / (1.0 + (-x / self.win_scale).exp());
        let (win, loss) = (logistic(value - self.draw_margin), logistic(-value - self.draw_margin));
        Wdl { win, draw: (1.0 - win - loss).max(0.0), loss }
    }
}

/// The weights as named parameters, such as `line_open_3_late`, to set or tune them one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedWeights([i32; 2 * FEATURES]);

/// The largest absolute value of a weight that can be set, in hundredths of a flat.
const LARGEST: i32 = 500;

impl NamedWeights {
    /// Names the feature weights of `weights`.
    pub fn new(weights: &Weights) -> Self {
        let mut values = [0; 2 * FEATURES];
        for (pair, weight) in values.chunks_exact_mut(2).zip(&weights.features) {
            pair.copy_from_slice(&[weight.early.into(), weight.late.into()]);
        }
        Self(values)
    }

    /// Replaces the feature weights of `weights` with these.
    #[must_use]
    pub fn write(&self, mut weights: Weights) -> Weights {
        for (pair, weight) in self.0.chunks_exact(2).zip(&mut weights.features) {
            *weight = Phased { early: pair[0] as i16, late: pair[1] as i16 };
        }
        weights
    }
}

impl ParameterSet for NamedWeights {
    fn slots(&mut self) -> Vec<(Parameter, &mut i32)> {
        static LISTS: [OnceLock<Vec<Parameter>>; 3] = [const { OnceLock::new() }; 3];
        let list = LISTS[Language::current() as usize].get_or_init(named);
        list.iter().copied().zip(&mut self.0).collect()
    }
}

/// Every weight as a parameter. Parameters need texts with a static lifetime, so they are leaked; this happens only once in each language.
fn named() -> Vec<Parameter> {
    let mut list = Vec::with_capacity(2 * FEATURES);
    for (feature, &group) in NAMES.iter().enumerate() {
        let first = NAMES.iter().position(|name| *name == group).unwrap_or(0);
        let is_single = NAMES.iter().filter(|name| **name == group).count() == 1;
        let number = feature - first + 1;
        let (name, group) = (group.replace(' ', "_"), crate::WORDS.translate(group));
        let feature = if is_single {
            group.to_owned()
        } else {
            say!("{feature}, entry {number}", feature = group, number)
        };
        let early = say!("Hundredths of a flat: {feature}, at the start of the game.", feature);
        let late = say!("Hundredths of a flat: {feature}, at the end of the game.", feature);
        for (phase, about) in [("early", early), ("late", late)] {
            let name = if is_single {
                format!("{name}_{phase}")
            } else {
                format!("{name}_{number}_{phase}")
            };
            list.push(Parameter {
                name: name.leak(),
                default: 0,
                min: -LARGEST,
                max: LARGEST,
                about: about.leak(),
            });
        }
    }
    list
}

/// Weights for sides 3 to 5.
const SMALL: [Phased; FEATURES] = table(&[
    // tempo
    (59, 74),
    // half flats
    (-10, 40),
    // flat ring
    (30, 21),
    (38, 31),
    (30, 17),
    // wall ring
    (-7, 15),
    (19, 35),
    (45, 25),
    // capstone ring
    (-39, 12),
    (77, 37),
    (123, 65),
    // adjacent
    (26, 6),
    // stones left
    (-43, -25),
    // line open
    (7, 9),
    (8, 13),
    (34, 11),
    (52, 15),
    (100, 50),
    (120, 60),
    (140, 70),
    (160, 80),
    // line contested
    (8, 13),
    (7, 19),
    (24, 21),
    (50, 15),
    (60, 30),
    (80, 40),
    (90, 50),
    (100, 60),
    // line blocked
    (9, 7),
    (3, 8),
    (-8, 2),
    (-6, 1),
    (0, 0),
    (0, 0),
    (0, 0),
    (0, 0),
    // supporters
    (6, 18),
    (44, 57),
    (69, 60),
    // captives
    (-45, 11),
    (-6, 8),
    (20, 22),
    // deep supporters
    (13, 20),
    // deep captives
    (-12, -17),
    // hard capstone
    (33, 34),
    // capstone freedom
    (6, 26),
    // captures
    (6, -16),
    // stack captures
    (31, -9),
    // strong captures
    (55, 24),
    // critical
    (37, 26),
    // mobile supporters
    (13, 15),
    // mobile captives
    (11, -8),
]);

/// Weights for sides 6 to 8.
const LARGE: [Phased; FEATURES] = table(&[
    // tempo
    (56, 52),
    // half flats
    (3, 21),
    // flat ring
    (11, 14),
    (29, 18),
    (38, 13),
    // wall ring
    (21, 21),
    (32, 26),
    (31, 25),
    // capstone ring
    (5, 35),
    (70, 37),
    (112, 63),
    // adjacent
    (25, 4),
    // stones left
    (-30, -15),
    // line open
    (15, 0),
    (17, 8),
    (30, 21),
    (58, 27),
    (92, 32),
    (120, 60),
    (140, 70),
    (160, 80),
    // line contested
    (4, 5),
    (14, 8),
    (19, 14),
    (45, 17),
    (79, 33),
    (80, 40),
    (90, 50),
    (100, 60),
    // line blocked
    (1, 10),
    (-10, 21),
    (-11, 10),
    (-5, 11),
    (-4, -8),
    (0, 0),
    (0, 0),
    (0, 0),
    // supporters
    (20, 28),
    (46, 35),
    (50, 57),
    // captives
    (-53, 2),
    (-3, 3),
    (41, -1),
    // deep supporters
    (7, 14),
    // deep captives
    (-19, -19),
    // hard capstone
    (36, 47),
    // capstone freedom
    (21, 4),
    // captures
    (-3, -7),
    // stack captures
    (38, -8),
    // strong captures
    (29, 14),
    // critical
    (36, 26),
    // mobile supporters
    (17, 7),
    // mobile captives
    (6, -4),
]);

const fn table(pairs: &[(i16, i16); FEATURES]) -> [Phased; FEATURES] {
    let mut weights = [Phased { early: 0, late: 0 }; FEATURES];
    let mut index = 0;
    while index < FEATURES {
        weights[index] = Phased { early: pairs[index].0, late: pairs[index].1 };
        index += 1;
    }
    weights
}
