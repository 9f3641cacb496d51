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
        Handicap::depth(3).with_errors(8, 0.1, 0.25).with_sight(2),
        Handicap::depth(3).with_errors(6, 0.04, 0.15).with_sight(2),
        Handicap::nodes(1_500)
            .with_errors(4, 0.02, 0.15)
            .with_sight(3),
        Handicap::nodes(2_500)
            .with_errors(4, 0.0, 0.12)
            .with_sight(3),
        Handicap::nodes(4_000)
            .with_errors(3, 0.0, 0.08)
            .with_sight(4),
    ],
};
