//! The levels of Tantrix.

use ludex_search::{Handicap, Worth};

use crate::evaluation::features::UNITS;
use ludex_kit::Levels;

/// Ratings of the levels: sums of the differences in `docs/src/use/levels.md`, measured on 2026-11-25.
pub(crate) const RATINGS: [u16; 10] = [800, 910, 1010, 1090, 1220, 1340, 1540, 1640, 1740, 1860];

/// Handicaps of the levels below the highest.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Score(5.0 * UNITS),
    handicaps: [
        Handicap::nodes(100).with_errors(500, 0.5, 5.0),
        Handicap::nodes(158).with_errors(47, 0.307, 0.365),
        Handicap::nodes(182).with_errors(38, 0.268, 0.27).with_sight(1),
        Handicap::nodes(240).with_errors(30, 0.23, 0.19).with_sight(2),
        Handicap::nodes(370).with_errors(22, 0.182, 0.128).with_sight(2),
        Handicap::nodes(480).with_errors(16, 0.155, 0.1).with_sight(2),
        Handicap::nodes(780).with_errors(11, 0.1, 0.063).with_sight(2),
        Handicap::nodes(1_200).with_errors(6, 0.052, 0.036).with_sight(2),
        Handicap::nodes(2_500).with_errors(3, 0.014, 0.012).with_sight(2),
    ],
};
