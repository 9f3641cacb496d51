//! The levels of Takt.

use ludex_search::{Handicap, Worth};

use ludex_kit::Levels;

/// Ratings of the levels: sums of the differences in `docs/src/use/levels.md`, measured on 2026-11-23 and 2026-11-29.
pub(crate) const RATINGS: [u16; 10] = [800, 1050, 1240, 1420, 1560, 1730, 1930, 2070, 2260, 2480];

/// Handicaps of the levels below the highest.
pub(crate) static LEVELS: Levels = Levels {
    worth: Worth::Chances,
    handicaps: [
        Handicap::depth(1).with_errors(16, 0.12, 0.45).with_alarm(1.8),
        Handicap::depth(2).with_errors(12, 0.2, 0.65),
        Handicap::depth(2).with_errors(10, 0.13, 0.4).with_sight(1),
        Handicap::depth(3).with_errors(8, 0.2, 0.53).with_sight(2),
        Handicap::depth(3).with_errors(8, 0.15, 0.4).with_sight(2),
        Handicap::nodes(1_500).with_errors(4, 0.02, 0.2).with_sight(2),
        Handicap::nodes(2_500).with_errors(4, 0.0, 0.15).with_sight(3),
        Handicap::nodes(3_500).with_errors(4, 0.0, 0.11).with_sight(3),
        Handicap::nodes(5_500).with_errors(3, 0.0, 0.07).with_sight(4),
    ],
};
