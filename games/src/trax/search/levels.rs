//! The levels of Trax.

use ludex_search::{Handicap, Worth};

use crate::Levels;

/// The ratings of the levels, as `bench/levels.sh` measured them.
pub(crate) const RATINGS: [u16; 10] = [800, 950, 1100, 1250, 1400, 1550, 1700, 1850, 2000, 2150];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(1).with_errors(32, 0.3, 1.6),
        Handicap::depth(1).with_errors(24, 0.25, 1.0),
        Handicap::depth(1).with_errors(16, 0.2, 0.6).with_sight(1),
        Handicap::depth(2).with_errors(12, 0.18, 0.6).with_sight(2),
        Handicap::depth(2).with_errors(8, 0.1, 0.35).with_sight(2),
        Handicap::nodes(600)
            .with_errors(6, 0.08, 0.25)
            .with_sight(2),
        Handicap::nodes(1_000)
            .with_errors(5, 0.05, 0.2)
            .with_sight(3),
        Handicap::nodes(1_600)
            .with_errors(4, 0.02, 0.15)
            .with_sight(3),
        Handicap::nodes(3_000)
            .with_errors(3, 0.0, 0.1)
            .with_sight(4),
    ],
};
