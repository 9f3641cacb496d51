//! The numbering of the features of the hand-made evaluation.

use std::sync::LazyLock;

use crate::rules::face::{EAST, NORTH, SOUTH, WEST};
use crate::rules::symmetry;

/// The largest distance between two ends that has its own features. Larger ones are treated like this one.
pub(super) const FAR: i32 = 7;
pub(super) const COLUMNS: usize = 2 * FAR as usize + 1;
pub(super) const ROWS: usize = FAR as usize + 1;
/// Number of relative positions of two ends, with the upper end first.
pub(super) const PAIRS: usize = ROWS * COLUMNS * 16;
/// Number of combinations of edges that enter an empty cell: at most one edge of each colour.
pub(super) const KINDS: usize = 25;
/// Combinations of an end's distance from the opposite edge with the size of the group in that direction.
pub(super) const SPANS: usize = 9 * 6;

/// The first index of each kind of feature. Features of the mover's lines come first, then those of the opponent's.
pub(super) mod first {
    use super::{KINDS, SPANS};

    pub(in crate::evaluation) const TEMPO: usize = 0;
    pub(in crate::evaluation) const SPAN: usize = 1;
    pub(in crate::evaluation) const NEIGHBOURS: usize = SPAN + 2 * SPANS;
    pub(in crate::evaluation) const ENDS: usize = NEIGHBOURS + KINDS * KINDS;
}

/// The feature of every pair of ends, and the number of features. Symmetric images share a feature.
pub(super) static END_FEATURES: LazyLock<(Vec<u16>, usize)> = LazyLock::new(|| {
    let mut features = vec![u16::MAX; PAIRS];
    let mut count = 0;
    for pair in 0..PAIRS {
        let least = (0..16).map(|image| image_of(pair, image)).min();
        let least = least.unwrap_or(pair);
        if features[least] == u16::MAX {
            features[least] = count;
            count += 1;
        }
        features[pair] = features[least];
    }
    (features, count.into())
});

/// Number of features.
pub(super) fn n_features() -> usize {
    first::ENDS + 2 * END_FEATURES.1
}

/// The image of a pair of ends under one of eight symmetries (bits 0 to 2), with the ends swapped if bit 3 is set.
pub(super) fn image_of(pair: usize, image: usize) -> usize {
    let (dx, dy, one, two) =
        ((pair / 16 % COLUMNS) as i32 - FAR, (pair / 16 / COLUMNS) as i32, pair / 4 % 4, pair % 4);
    let (x, y) = symmetry::place(image & 7, dx as i16, dy as i16);
    let turned = [one, two].map(|side| turned_side(image & 7, side));
    let (x, y) = (i32::from(x), i32::from(y));
    // The upper end comes first, so some images need their ends swapped.
    match (y < 0, y == 0 && image & 8 != 0) {
        (false, false) => pair_of(x, y, turned[0], turned[1]),
        _ => pair_of(-x, -y, turned[1], turned[0]),
    }
}

pub(super) fn turned_side(symmetry: usize, side: usize) -> usize {
    let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
    match symmetry::place(symmetry, dx, dy) {
        (0, -1) => NORTH,
        (1, 0) => EAST,
        (0, 1) => SOUTH,
        _ => WEST,
    }
}

#[inline(always)]
pub(super) fn pair_of(dx: i32, dy: i32, one: usize, two: usize) -> usize {
    let (column, row) = ((dx.clamp(-FAR, FAR) + FAR) as usize, dy.min(FAR) as usize);
    (row * COLUMNS + column) * 16 + one * 4 + two
}
