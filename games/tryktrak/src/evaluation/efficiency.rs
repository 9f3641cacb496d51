//! How much of the full use of the cube is had from now on: as rollouts say, for each kind of position and each place of the
//! cube.

use super::by_owner::ByOwner;
use super::inputs::Class;
use crate::rules::board::Board;

/// How much of the full use of the cube is had from now on: 0 not any, 1 all. In each state of the cube it is told at four chances
/// to win, and lies on lines in between: who is far from turning the cube will often turn it too late, or not at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    centre: Line,
    mine: Line,
    theirs: Line,
}

/// At a certain loss, at the take point of the live cube, at its cash point, at a certain win.
type Line = [f32; Efficiency::PLACES];

impl Efficiency {
    /// The chances to win at which it is told.
    pub const PLACES: usize = 4;

    /// Janowski's own estimate is 2/3; 0.68 is GNU Backgammon's. Tables of match equities are continued by it.
    pub const CONSTANT: Self = Self::constant(0.68);

    /// Where the table knows the chances, in matches; GNU Backgammon's. What the table's equities for money tell of each position alone is nearer
    /// to whole trees on the mean, but plays that win nearly as often are then compared by its differences.
    pub(crate) const KNOWN_IN_MATCHES: Self = Self::constant(0.6);

    // Made by `bench/src/bin/cube_efficiency` at commit 52f59ab4, 2026-11-25: 230 positions of each kind of contact, 210 races,
    // 230 bear-offs, of those that have crashed 130 and 175 (bench/records/2026-11-25-tryktrak-cube). Errors at the two points
    // are 0.02 to 0.04 in contact, 0.04 to 0.08 where a side has crashed, 0.01 in races and 0.02 in bear-offs; what is told at the
    // ends with more than 0.1 is left as it is at the nearer point.

    /// While checkers can still hit each other.
    const CONTACT: Self =
        Self::new([0.90, 0.90, 0.69, 0.69], [0.71, 0.71, 0.75, 0.75], [0.86, 0.86, 0.65, 0.65]);
    /// The same where a side has crashed, for who is ahead.
    const CRASHED_AHEAD: Self =
        Self::new([0.84, 0.84, 0.41, 0.41], [0.62, 0.62, 0.53, 0.43], [0.78, 0.78, 0.73, 0.78]);
    /// For who is behind: before his last shot the other has little use of the cube.
    const CRASHED_BEHIND: Self =
        Self::new([0.16, 0.16, 0.80, 0.80], [0.84, 0.73, 0.74, 0.74], [0.36, 0.36, 0.65, 0.65]);
    /// In races.
    const RACE: Self = Self::new(
        [0.80, 0.885, 0.775, 0.935],
        [0.22, 0.575, 0.795, 0.945],
        [0.865, 0.875, 0.52, 0.39],
    );
    /// Once all checkers of both sides are home.
    const BEAR_OFF: Self = Self::new(
        [0.82, 0.925, 0.75, 0.875],
        [0.25, 0.415, 0.78, 0.90],
        [0.845, 0.915, 0.405, 0.39],
    );

    /// With the cube in the middle, with the player on roll, with the other.
    pub const fn new(centre: Line, mine: Line, theirs: Line) -> Self {
        Self { centre, mine, theirs }
    }

    /// The same everywhere.
    pub const fn constant(x: f32) -> Self {
        Self::new([x; Self::PLACES], [x; Self::PLACES], [x; Self::PLACES])
    }

    /// For a position in the view of the player on roll.
    pub fn of(board: Board) -> Self {
        match Class::of(board) {
            Class::Contact | Class::Ending => Self::CONTACT,
            Class::Crashed if board.mine.pips() <= board.theirs.pips() => Self::CRASHED_AHEAD,
            Class::Crashed => Self::CRASHED_BEHIND,
            Class::Race if board.is_home() => Self::BEAR_OFF,
            Class::Race => Self::RACE,
        }
    }

    /// In each state of the cube at a chance to win, given the take point and the cash point of the live cube.
    #[inline(always)]
    pub(crate) fn at(&self, win: f32, take: f32, cash: f32) -> ByOwner {
        let (before, from, to) = if win < take {
            (0, 0.0, take)
        } else if win <= cash {
            (1, take, cash)
        } else {
            (2, cash, 1.0)
        };
        let part = (win - from) / (to - from).max(1e-9);
        let at = |line: &Line| line[before] + part * (line[before + 1] - line[before]);
        ByOwner { centre: at(&self.centre), mine: at(&self.mine), theirs: at(&self.theirs) }
    }
}
