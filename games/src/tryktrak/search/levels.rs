//! The levels of Tryktrak.

use ludex_search::{Handicap, Worth};

use crate::Levels;
use crate::tryktrak::evaluation::model::UNITS;

/// The ratings of the levels, as `bench/levels.sh` measured them.
pub(crate) const RATINGS: [u16; 10] = [800, 950, 1100, 1250, 1400, 1550, 1700, 1850, 2000, 2150];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Score(UNITS),
    handicaps: [
        Handicap::depth(0).with_errors(500, 0.2, 3.0),
        Handicap::depth(0).with_errors(500, 0.4, 1.0),
        Handicap::depth(0).with_errors(500, 0.4, 0.5).with_sight(1),
        Handicap::depth(0)
            .with_errors(500, 0.38, 0.27)
            .with_sight(2),
        Handicap::depth(0).with_errors(500, 0.33, 0.2).with_sight(2),
        Handicap::depth(0)
            .with_errors(100, 0.27, 0.14)
            .with_sight(2),
        Handicap::depth(0).with_errors(50, 0.22, 0.1).with_sight(2),
        Handicap::depth(0).with_errors(20, 0.12, 0.06).with_sight(2),
        Handicap::depth(0)
            .with_errors(10, 0.04, 0.025)
            .with_sight(2),
    ],
};
