//! The levels of Quoridor.

use ludex_search::{Handicap, Worth};

use ludex_kit::Levels;

/// Ratings of the levels: sums of the differences in `docs/src/use/levels.md`, measured on 2026-11-28.
pub(crate) const RATINGS: [u16; 10] = [800, 870, 990, 1090, 1220, 1390, 1510, 1780, 2010, 2200];

/// Handicaps of the levels below the highest.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(2).with_errors(10, 0.34, 1.15).with_sight(1),
        Handicap::depth(2).with_errors(10, 0.27, 0.75).with_sight(1),
        Handicap::depth(2).with_errors(10, 0.175, 0.455).with_sight(1),
        Handicap::depth(2).with_errors(8, 0.15, 0.37).with_sight(1),
        Handicap::depth(2).with_errors(8, 0.1, 0.25).with_sight(2),
        Handicap::depth(3).with_errors(8, 0.08, 0.22).with_sight(2),
        Handicap::depth(3).with_errors(6, 0.035, 0.13).with_sight(2),
        Handicap::nodes(10_000).with_errors(3, 0.0, 0.06).with_sight(4),
        Handicap::nodes(20_000).with_errors(2, 0.0, 0.02).with_sight(4),
    ],
};
