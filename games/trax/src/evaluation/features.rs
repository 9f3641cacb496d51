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
use crate::rules::face::{EAST, NORTH, SIDES, SOUTH, WEST};
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

/// The kind of an empty cell: 5 times the side of the mover's edge that enters it, plus the side of the opponent's edge. The sides are 1 to
/// 4, or 0 if there is no such edge.
#[inline(always)]
fn kind(edges: u8, mover: usize) -> usize {
    let side = |half: u8| [0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0][usize::from(half)];
    let (white, red) = (side(edges & 15), side(edges >> 4));
    if mover == 0 { white * 5 + red } else { red * 5 + white }
}

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
        let here = kind(edges, mover);
        let east = board.space.edges(board.neighbour(cell, EAST));
        let south = board.space.edges(board.neighbour(cell, SOUTH));
        if east != 0 && !is_complete(east) {
            tally.add(first::NEIGHBOURS + here * KINDS + kind(east, mover));
        }
        if south != 0 && !is_complete(south) {
            let (one, two) = (TRANSPOSED[here], TRANSPOSED[kind(south, mover)]);
            tally.add(first::NEIGHBOURS + one * KINDS + two);
        }
        for side in SIDES {
            let edge = edges >> side & 0x11;
            if edge == 0 {
                continue;
            }
            let whose = usize::from(edge >> 4) ^ mover;
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

#[inline(always)]
fn is_complete(edges: u8) -> bool {
    (edges | edges >> 4) & 15 == 15
}

/// Calls `see` with every feature of a position from a player's point of view, once for each occurrence.
#[inline(always)]
pub fn for_each_feature(pos: &Position, player: usize, see: impl FnMut(usize)) {
    struct Each<F>(F);
    impl<F: FnMut(usize)> FeatureSink for Each<F> {
        #[inline(always)]
        fn add(&mut self, feature: usize) {
            self.0(feature);
        }
        #[inline(always)]
        fn add_pair(&mut self, whose: usize, pair: usize) {
            self.0(first::ENDS + whose * END_FEATURES.1 + usize::from(END_FEATURES.0[pair]));
        }
    }
    let mut each = Each(see);
    if pos.n_tiles() > 0 {
        on!(&pos.group, board => count_features(board, player, &mut each));
    }
}

/// The index of each feature from the other player's point of view.
pub static OTHERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
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
});

/// The features with their counts, from the point of view of the player to move, for fitting.
pub fn features(pos: &Position) -> Vec<(u16, u8)> {
    let mut counts = std::collections::BTreeMap::new();
    for_each_feature(pos, pos.to_move().index(), |feature| {
        *counts.entry(feature as u16).or_default() += 1;
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

    #[inline]
    fn score(&self, pos: &Position) -> Score {
        Score::new((self.sum(pos) / UNITS).clamp(-MOST, MOST))
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
