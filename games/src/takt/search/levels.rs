//! The levels of Takt.

use ludex_search::{Handicap, Worth};

use crate::Levels;

/// The ratings of the levels. Provisional: few games were played, `docs/levels.md` says which.
pub(crate) const RATINGS: [u16; 10] = [800, 980, 1230, 1430, 1630, 1750, 1900, 2110, 2300, 2500];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(1).with_errors(16, 0.12, 0.45),
        Handicap::depth(2).with_errors(12, 0.2, 0.65),
        Handicap::depth(2).with_errors(10, 0.13, 0.4).with_sight(1),
        Handicap::depth(3).with_errors(8, 0.15, 0.4).with_sight(2),
        Handicap::depth(3).with_errors(8, 0.11, 0.3).with_sight(2),
        Handicap::nodes(1_500)
            .with_errors(4, 0.03, 0.22)
            .with_sight(2),
        Handicap::nodes(2_000)
            .with_errors(4, 0.0, 0.17)
            .with_sight(3),
        Handicap::nodes(3_000)
            .with_errors(4, 0.0, 0.12)
            .with_sight(3),
        Handicap::nodes(5_000)
            .with_errors(3, 0.0, 0.08)
            .with_sight(4),
    ],
};
