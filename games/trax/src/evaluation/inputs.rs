//! Network inputs of Trax: the features of the hand-made evaluation ([`features`](super::features)), each added as often as it occurs, and
//! the size of the group.

use super::features::{OTHERS, for_each_feature};
use super::layout::n_features;
use crate::rules::game::Trax;
use crate::rules::position::Position;
use ludex_kit::support::learned::{Inputs, Sight};

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
            for_each_input(before, |input| change(input, false));
        }
        for_each_input(after, |input| change(input, true));
    }
}

#[inline]
fn for_each_input(pos: &Position, mut see: impl FnMut([u16; 2])) {
    let others = &**OTHERS;
    let (width, height) = pos.size();
    let (small, large) = (width.min(height), width.max(height));
    let class = |size: usize| size.clamp(3, 8) - 3;
    let size = (n_features() + class(small) * SIZES + class(large)) as u16;
    see([size; 2]);
    let mut left = MOST - 1;
    for_each_feature(pos, 0, |feature| {
        if left > 0 {
            left -= 1;
            see([feature as u16, others[feature]]);
        }
    });
}
