//! The levels of Trax.

use ludex_search::{Handicap, Worth};

use ludex_kit::Levels;

/// Ratings of the levels: sums of the differences in `docs/src/use/levels.md`, measured on 2026-11-23.
pub(crate) const RATINGS: [u16; 10] = [800, 990, 1080, 1320, 1490, 1660, 1960, 2200, 2360, 2500];

/// Handicaps of the levels below the highest.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(1).with_errors(32, 0.3, 1.6),
        Handicap::depth(1).with_errors(24, 0.25, 1.0),
        Handicap::depth(1).with_errors(16, 0.2, 0.6).with_sight(1),
        Handicap::depth(1).with_errors(8, 0.05, 0.3).with_sight(2),
        Handicap::depth(2).with_errors(14, 0.2, 0.7).with_sight(2),
        Handicap::depth(2).with_errors(6, 0.04, 0.18).with_sight(3),
        Handicap::depth(3).with_errors(8, 0.1, 0.33).with_sight(3),
        Handicap::depth(3).with_errors(6, 0.05, 0.2).with_sight(3),
        Handicap::nodes(5_000).with_errors(3, 0.0, 0.06).with_sight(4),
    ],
};
