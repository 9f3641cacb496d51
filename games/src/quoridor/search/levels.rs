//! The levels of Quoridor.

use ludex_search::{Handicap, Worth};

use crate::Levels;

/// The ratings of the levels. Provisional: few games were played, `docs/levels.md` says which.
pub(crate) const RATINGS: [u16; 10] = [800, 950, 1100, 1250, 1400, 1550, 1700, 1850, 2000, 2150];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(2).with_errors(10, 0.3, 0.9),
        Handicap::depth(2).with_errors(10, 0.2, 0.55),
        Handicap::depth(2).with_errors(8, 0.16, 0.4).with_sight(1),
        Handicap::depth(2).with_errors(8, 0.1, 0.25).with_sight(2),
        Handicap::depth(3).with_errors(8, 0.12, 0.3).with_sight(2),
        Handicap::depth(3).with_errors(8, 0.07, 0.2).with_sight(2),
        Handicap::nodes(3_500)
            .with_errors(4, 0.01, 0.13)
            .with_sight(3),
        Handicap::nodes(6_000)
            .with_errors(4, 0.0, 0.1)
            .with_sight(3),
        Handicap::nodes(10_000)
            .with_errors(3, 0.0, 0.06)
            .with_sight(4),
    ],
};
