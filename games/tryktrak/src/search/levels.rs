//! The levels of Tryktrak.

use ludex_search::{Handicap, Worth};

use crate::evaluation::model::UNITS;
use ludex_kit::Levels;

/// Ratings of the levels: sums of the differences in `docs/src/use/levels.md`, measured on 2026-11-25.
pub(crate) const RATINGS: [u16; 10] = [800, 900, 1000, 1160, 1330, 1520, 1740, 1900, 2080, 2200];

/// Handicaps of the levels below the highest.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Score(UNITS),
    handicaps: [
        Handicap::depth(0).with_errors(500, 0.2, 3.0),
        Handicap::depth(0).with_errors(500, 0.4, 0.9),
        Handicap::depth(0).with_errors(500, 0.4, 0.5).with_sight(1),
        Handicap::depth(0).with_errors(500, 0.38, 0.27).with_sight(2),
        Handicap::depth(0).with_errors(500, 0.32, 0.18).with_sight(2),
        Handicap::depth(0).with_errors(100, 0.26, 0.13).with_sight(2),
        Handicap::depth(0).with_errors(50, 0.19, 0.085).with_sight(2),
        Handicap::depth(0).with_errors(20, 0.12, 0.06).with_sight(2),
        Handicap::depth(0).with_errors(10, 0.055, 0.035).with_sight(2),
    ],
};
