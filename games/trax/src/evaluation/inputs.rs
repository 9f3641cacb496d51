//! Network inputs of Trax: the features of the hand-made evaluation ([`features`](super::features)), each added as often as it occurs, and
//! the size of the group.

use ludex_kit::support::learned::{Inputs, SeesInputs, Sight};
use ludex_search::{Score, Stateless};

use super::features::{LineEndsEvaluator, for_each_feature};
use super::layout::n_features;
use crate::rules::game::Trax;
use crate::rules::position::Position;

/// The inputs of Trax on any board.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineInputs;

/// Number of classes for a group's width or height: up to 3, each size in between, and 8 or more.
const SIZES: usize = 6;
/// Maximum number of active inputs. In a larger group only the first ones are used.
const MOST: usize = 255;
/// The maximum number of tiles in each phase except the last.
const PHASES: [u32; 7] = [7, 11, 15, 20, 26, 34, 46];

impl Inputs<Trax> for LineInputs {
    type Kept = ();

    fn count(&self, _: &Trax) -> usize {
        n_features() + SIZES * SIZES
    }

    fn most(&self, _: &Trax) -> usize {
        MOST
    }

    fn buckets(&self) -> usize {
        PHASES.len() + 1
    }

    fn bucket(&self, _: &Trax, pos: &Position) -> usize {
        let tiles = pos.n_tiles();
        PHASES.iter().filter(|&&most| tiles > most).count()
    }

    #[inline]
    fn changes(
        &self,
        _: &Trax,
        before: Option<Sight<'_, Trax, ()>>,
        (after, ()): Sight<'_, Trax, ()>,
        mut change: impl FnMut([u16; 2], bool),
    ) {
        if let Some((before, ())) = before {
            for_each_input(before, |input| change(input, false), |_| ());
        }
        for_each_input(after, |input| change(input, true), |_| ());
    }
}

impl SeesInputs<Trax> for Stateless<LineEndsEvaluator> {
    #[inline]
    fn evaluate_and_see(
        &self,
        (): &(),
        _: &Trax,
        pos: &Position,
        see: impl FnMut([u16; 2]),
    ) -> Score {
        let mover = pos.to_move().index() & 1;
        let mut sum = 0;
        for_each_input(pos, see, |feature| sum += self.0.weight(feature[mover]));
        LineEndsEvaluator::score_of_sum(sum)
    }
}

/// Calls `see` with every input, and `count` with every feature of the hand-made evaluation.
#[inline(always)]
fn for_each_input(pos: &Position, mut see: impl FnMut([u16; 2]), mut count: impl FnMut([u16; 2])) {
    let (width, height) = pos.size();
    let (small, large) = (width.min(height), width.max(height));
    let class = |size: usize| size.clamp(3, 8) - 3;
    let size = (n_features() + class(small) * SIZES + class(large)) as u16;
    see([size; 2]);
    let mut left = MOST - 1;
    for_each_feature(pos, 0, |feature| {
        count(feature);
        if left > 0 {
            left -= 1;
            see(feature);
        }
    });
}
