//! The levels of Trax.

use ludex_search::{Handicap, Worth};

use crate::Levels;

/// The ratings of the levels. Provisional: few games were played, `docs/levels.md` says which.
pub(crate) const RATINGS: [u16; 10] = [800, 950, 1100, 1250, 1400, 1550, 1700, 1850, 2000, 2150];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(1).with_errors(32, 0.3, 1.6),
        Handicap::depth(1).with_errors(24, 0.25, 1.0),
        Handicap::depth(1).with_errors(16, 0.2, 0.6).with_sight(1),
        Handicap::depth(1).with_errors(8, 0.05, 0.3).with_sight(2),
        Handicap::depth(2).with_errors(14, 0.2, 0.7).with_sight(2),
        Handicap::depth(2).with_errors(8, 0.12, 0.4).with_sight(2),
        Handicap::depth(2).with_errors(6, 0.05, 0.2).with_sight(3),
        Handicap::depth(3).with_errors(5, 0.03, 0.15).with_sight(3),
        Handicap::nodes(3_000)
            .with_errors(3, 0.0, 0.1)
            .with_sight(4),
    ],
};
