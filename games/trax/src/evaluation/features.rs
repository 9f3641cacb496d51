//! The evaluation: a weighted sum over lines and their ends.
//!
//! The value of a line depends on its two open ends: their relative position, and the side from which each of them enters its cell. Trax
//! players know such pairs at small distances as corners, L threats and edge threats. The fitted weights decide which pairs are threats and
//! which are merely long lines. A line that leaves the group on its outermost edge is worth more the closer its other end is to the
//! opposite edge. Ends of different lines in neighbouring cells may become connected, so pairs of neighbouring cells are features too.

use std::sync::LazyLock;

use ludex_search::{Evaluator, Game, MAX_PLAYERS, Returns, Score, Turn, Wdl};

use super::layout::{END_FEATURES, KINDS, SPANS, first, n_features, pair_of};
use super::weights::{CHANCES, LOGIT, UNITS, Weights, wdl};
use crate::rules::board::Board;
use crate::rules::face::{EAST, NORTH, SOUTH, WEST};
use crate::rules::game::Trax;
use crate::rules::position::{Position, on};
use crate::rules::space::Space;

/// The largest score: odds of e^100 : 1, more than occurs in any game.
const MOST: i32 = 100 * LOGIT as i32;

/// Receives feature counts.
pub trait FeatureSink {
    /// Adds one to the count of a feature.
    fn add(&mut self, feature: usize);
    /// Adds one to the count of a pair of ends. `whose` is 0 for a line of the mover, 1 for a line of the opponent.
    fn add_pair(&mut self, whose: usize, pair: usize);
}

/// The kind of an empty cell with these edges, from each player's point of view: 5 times the side of the player's edge that enters it, plus
/// the side of the opponent's edge. The sides are 1 to 4, or 0 if there is no such edge. A tile has kind 0.
static KIND: [[u8; 256]; 2] = {
    let sides = [0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0];
    let mut table = [[0; 256]; 2];
    let mut edges = 0;
    while edges < 256 {
        let (white, red) = (sides[edges & 15], sides[edges >> 4]);
        table[0][edges] = white * 5 + red;
        table[1][edges] = red * 5 + white;
        edges += 1;
    }
    table
};

/// The kind of a cell after reflection in the diagonal from north-west to south-east.
static TRANSPOSED: [usize; KINDS] = {
    let sides = [0, 4, 3, 2, 1];
    let mut table = [0; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        table[kind] = sides[kind / 5] * 5 + sides[kind % 5];
        kind += 1;
    }
    table
};

/// Counts every feature of a position from the mover's point of view.
#[inline(always)]
fn count_features<S: Space>(board: &Board<S>, mover: usize, tally: &mut impl FeatureSink) {
    let extent = board.extent;
    let (width, height) = (extent.width(), extent.height());
    let bucket = |size: usize| size.clamp(4, 9) - 4;
    let (wide, high) = (bucket(width), bucket(height));
    tally.add(first::TEMPO);
    board.for_each_border_cell(|cell| {
        let edges = board.space.edges(cell);
        let kind = |edges: u8| usize::from(KIND[mover & 1][usize::from(edges)]);
        let here = kind(edges);
        let east = kind(board.space.edges(board.neighbour(cell, EAST)));
        let south = kind(board.space.edges(board.neighbour(cell, SOUTH)));
        if east != 0 {
            tally.add(first::NEIGHBOURS + here * KINDS + east);
        }
        if south != 0 {
            let (one, two) = (TRANSPOSED[here], TRANSPOSED[south]);
            tally.add(first::NEIGHBOURS + one * KINDS + two);
        }
        let mut sides = (edges | edges >> 4) & 15;
        while sides != 0 {
            let side = sides.trailing_zeros() as usize;
            sides &= sides - 1;
            let whose = usize::from(edges >> side >> 4 & 1) ^ mover;
            let slot = cell * 4 + side;
            let other = board.space.other_end(slot);
            let (column, row) = board.place(cell);
            let (far_column, far_row) = board.place(other / 4);
            if slot < other {
                let dx = i32::from(far_column) - i32::from(column);
                let dy = i32::from(far_row) - i32::from(row);
                tally.add_pair(whose, pair_of(dx, dy, side, other % 4));
            }
            let mut span = |distance: u16, size: usize| {
                let distance = usize::from(distance).min(8);
                tally.add(first::SPAN + whose * SPANS + distance * 6 + size);
            };
            match side {
                WEST if column > extent.right => span(far_column + 1 - extent.left, wide),
                EAST if column < extent.left => span(extent.right + 1 - far_column, wide),
                NORTH if row > extent.bottom => span(far_row + 1 - extent.top, high),
                SOUTH if row < extent.top => span(extent.bottom + 1 - far_row, high),
                _ => {}
            }
        }
    });
}

/// Calls `see` with every feature of a position, once for each occurrence: its index from a player's and from the other player's point of
/// view.
#[inline(always)]
pub fn for_each_feature(pos: &Position, player: usize, see: impl FnMut([u16; 2])) {
    struct Each<'a, F>(&'a Views, F);
    impl<F: FnMut([u16; 2])> FeatureSink for Each<'_, F> {
        #[inline(always)]
        fn add(&mut self, feature: usize) {
            self.1(self.0.features[feature]);
        }
        #[inline(always)]
        fn add_pair(&mut self, whose: usize, pair: usize) {
            self.1(self.0.pairs[whose][pair]);
        }
    }
    let mut each = Each(&VIEWS, see);
    if pos.n_tiles() > 0 {
        on!(&pos.group, board => count_features(board, player, &mut each));
    }
}

/// The two indices of each feature, from the point of view of the player for whom it is counted, and of the other player.
struct Views {
    features: Vec<[u16; 2]>,
    /// For each pair of ends, those of its feature.
    pairs: [Vec<[u16; 2]>; 2],
}

static VIEWS: LazyLock<Views> = LazyLock::new(|| {
    let others = others().into_iter().enumerate();
    let features: Vec<_> = others.map(|(own, other)| [own as u16, other]).collect();
    let pairs = [0, 1].map(|whose| {
        let start = first::ENDS + whose * END_FEATURES.1;
        END_FEATURES.0.iter().map(|&feature| features[start + usize::from(feature)]).collect()
    });
    Views { features, pairs }
});

/// The index of each feature from the other player's point of view.
fn others() -> Vec<u16> {
    let exchanged = |kind: usize| kind % 5 * 5 + kind / 5;
    let swapped = |start: usize, size: usize, feature: usize| {
        let place = feature - start;
        start + (place + size) % (2 * size)
    };
    let other = |feature: usize| match feature {
        first::TEMPO => feature,
        first::SPAN..first::NEIGHBOURS => swapped(first::SPAN, SPANS, feature),
        first::NEIGHBOURS..first::ENDS => {
            let kinds = feature - first::NEIGHBOURS;
            first::NEIGHBOURS + exchanged(kinds / KINDS) * KINDS + exchanged(kinds % KINDS)
        }
        _ => swapped(first::ENDS, END_FEATURES.1, feature),
    };
    (0..n_features()).map(|feature| other(feature) as u16).collect()
}

/// The features with their counts, from the point of view of the player to move, for fitting.
pub fn features(pos: &Position) -> Vec<(u16, u8)> {
    let mut counts = std::collections::BTreeMap::new();
    for_each_feature(pos, pos.to_move().index(), |[feature, _]| {
        *counts.entry(feature).or_default() += 1;
    });
    counts.into_iter().collect()
}

/// The evaluation with its weights.
#[derive(Clone, Debug)]
pub struct LineEndsEvaluator {
    weights: Vec<i32>,
    /// The weight of each pair of ends: a copy, so that the feature of the pair need not be looked up first. Index 0 is for the mover's
    /// lines, 1 for the opponent's.
    pairs: [Vec<i32>; 2],
}

impl LineEndsEvaluator {
    /// The evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        let pairs = [0, 1].map(|whose| {
            let start = first::ENDS + whose * END_FEATURES.1;
            let weight = |&feature: &u16| weights.0[start + usize::from(feature)].into();
            END_FEATURES.0.iter().map(weight).collect()
        });
        Self { weights: weights.0.iter().map(|&weight| weight.into()).collect(), pairs }
    }

    /// The score in the unit of the weights.
    #[inline]
    fn sum(&self, pos: &Position) -> i32 {
        struct Sum<'a>(&'a LineEndsEvaluator, i32);
        impl FeatureSink for Sum<'_> {
            #[inline(always)]
            fn add(&mut self, feature: usize) {
                self.1 += self.0.weights[feature];
            }
            #[inline(always)]
            fn add_pair(&mut self, whose: usize, pair: usize) {
                self.1 += self.0.pairs[whose][pair];
            }
        }
        let mut sum = Sum(self, 0);
        if pos.n_tiles() > 0 {
            on!(&pos.group, board => count_features(board, pos.to_move().index(), &mut sum));
        }
        sum.1
    }

    /// The weight of a feature.
    #[inline(always)]
    pub(super) fn weight(&self, feature: u16) -> i32 {
        self.weights[usize::from(feature)]
    }

    /// The score with this sum of weights.
    #[inline]
    pub(super) fn score_of_sum(sum: i32) -> Score {
        Score::new((sum / UNITS).clamp(-MOST, MOST))
    }

    #[inline]
    fn score(&self, pos: &Position) -> Score {
        Self::score_of_sum(self.sum(pos))
    }
}

impl Default for LineEndsEvaluator {
    fn default() -> Self {
        Self::new(&Weights::default())
    }
}

impl Evaluator<Trax> for LineEndsEvaluator {
    fn evaluate(&self, _: &Trax, pos: &Position) -> Score {
        self.score(pos)
    }

    fn returns(&self, game: &Trax, pos: &Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        if game.turn(pos) == Turn::Over {
            return game.returns(pos);
        }
        // Before a draw, the player who draws counts as the player to move.
        let mover = pos.to_move();
        let value = wdl(self.score(pos)).expectation();
        returns[mover.index()] = value;
        returns[mover.other().index()] = -value;
        returns
    }

    fn evaluates_chance(&self) -> bool {
        true
    }

    fn bounds(&self) -> (Score, Score) {
        (Score::new(-MOST), Score::new(MOST))
    }

    fn wdl(&self, score: Score) -> Wdl {
        wdl(score)
    }

    fn wdl_at(&self, _game: &Trax, pos: &Position, score: Score) -> Wdl {
        let logits = score.value() as f32 / LOGIT;
        CHANCES.wdl(pos.ply(), score, logits)
    }
}
