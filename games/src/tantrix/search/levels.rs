//! The levels of Tantrix.

use ludex_search::{Handicap, Worth};

use crate::Levels;
use crate::tantrix::evaluation::features::UNITS;

/// The ratings of the levels: the sums of the steps that `docs/levels.md` tells, measured on 2026-11-23.
pub(crate) const RATINGS: [u16; 10] = [800, 860, 970, 1090, 1190, 1310, 1380, 1570, 1640, 1800];

/// What players below the highest level have against them.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Score(5.0 * UNITS),
    handicaps: [
        Handicap::nodes(100).with_errors(500, 0.5, 5.0),
        Handicap::nodes(150).with_errors(50, 0.32, 0.4),
        Handicap::nodes(190)
            .with_errors(35, 0.255, 0.24)
            .with_sight(1),
        Handicap::nodes(240)
            .with_errors(30, 0.23, 0.19)
            .with_sight(2),
        Handicap::nodes(300)
            .with_errors(25, 0.2, 0.15)
            .with_sight(2),
        Handicap::nodes(400)
            .with_errors(19, 0.175, 0.12)
            .with_sight(2),
        Handicap::nodes(500)
            .with_errors(14, 0.15, 0.095)
            .with_sight(2),
        Handicap::nodes(900)
            .with_errors(8, 0.08, 0.05)
            .with_sight(2),
        Handicap::nodes(1_600)
            .with_errors(5, 0.04, 0.03)
            .with_sight(2),
    ],
};
