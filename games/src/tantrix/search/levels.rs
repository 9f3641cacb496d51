//! The levels of Tantrix.

use ludex_search::{Handicap, Worth};

use crate::Levels;
use crate::tantrix::evaluation::features::UNITS;

/// The ratings of the levels. Provisional: few games were played, `docs/levels.md` says which.
pub(crate) const RATINGS: [u16; 10] = [800, 950, 1100, 1250, 1400, 1550, 1700, 1850, 2000, 2150];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Score(5.0 * UNITS),
    handicaps: [
        Handicap::nodes(100).with_errors(60, 0.5, 3.0),
        Handicap::nodes(100).with_errors(60, 0.4, 0.8),
        Handicap::nodes(150).with_errors(40, 0.3, 0.4).with_sight(1),
        Handicap::nodes(200)
            .with_errors(30, 0.25, 0.25)
            .with_sight(2),
        Handicap::nodes(300)
            .with_errors(20, 0.2, 0.16)
            .with_sight(2),
        Handicap::nodes(500)
            .with_errors(12, 0.15, 0.1)
            .with_sight(2),
        Handicap::nodes(1_000)
            .with_errors(8, 0.1, 0.06)
            .with_sight(2),
        Handicap::nodes(2_000)
            .with_errors(6, 0.05, 0.03)
            .with_sight(2),
        Handicap::nodes(3_000)
            .with_errors(4, 0.0, 0.015)
            .with_sight(2),
    ],
};
