//! The levels of Tryktrak.

use ludex_search::{Handicap, Worth};

use crate::Levels;
use crate::tryktrak::evaluation::model::UNITS;

/// The ratings of the levels: the sums of the steps that `docs/levels.md` tells, measured on 2026-11-23.
pub(crate) const RATINGS: [u16; 10] = [800, 910, 1020, 1120, 1240, 1360, 1560, 1700, 1900, 2030];

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
        Handicap::depth(0)
            .with_errors(500, 0.32, 0.18)
            .with_sight(2),
        Handicap::depth(0)
            .with_errors(100, 0.26, 0.13)
            .with_sight(2),
        Handicap::depth(0).with_errors(50, 0.22, 0.1).with_sight(2),
        Handicap::depth(0).with_errors(20, 0.12, 0.06).with_sight(2),
        Handicap::depth(0)
            .with_errors(10, 0.04, 0.025)
            .with_sight(2),
    ],
};
