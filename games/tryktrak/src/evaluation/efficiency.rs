//! Cube efficiency: how much of the advantage of a perfectly used (live) cube the players realise. The values were fitted to
//! rollouts, for each kind of position and each place of the cube.

use super::by_owner::ByOwner;
use super::inputs::Class;
use crate::rules::board::Board;

/// Cube efficiency from 0 (dead cube) to 1 (live cube). For each place of the cube, the efficiency is given at four win probabilities and
/// interpolated linearly between them. It depends on the win probability because a player who is far from the doubling point often turns
/// the cube too late or not at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    centre: Line,
    mine: Line,
    theirs: Line,
}

/// The efficiency at four win probabilities: 0, the take point and the cash point of the live cube, and 1.
type Line = [f32; Efficiency::PLACES];

impl Efficiency {
    /// Number of win probabilities at which the efficiency is given.
    pub const PLACES: usize = 4;

    /// GNU Backgammon's constant; Janowski estimated 2/3. Used to extend tables of match equities.
    pub const CONSTANT: Self = Self::constant(0.68);

    /// The efficiency for match positions whose win probability is exact; GNU Backgammon uses the same value. Efficiencies derived from the
    /// table's money equities are more accurate on average. But they differ between positions, and these differences would decide between
    /// plays with almost equal win probabilities.
    pub(crate) const KNOWN_IN_MATCHES: Self = Self::constant(0.6);

    // Fitted by `bench/src/bin/cube_efficiency` at commit 52f59ab4, 2026-11-25, from 230 positions of each kind of contact, 210 races, 230
    // bear-offs, and 130 and 175 crashed positions (bench/records/2026-11-25-tryktrak-cube). Errors at the two inner points are 0.02 to
    // 0.04 in contact, 0.04 to 0.08 if a side has crashed, 0.01 in races and 0.02 in bear-offs. Where the error at an end exceeds 0.1, the
    // value of the nearer inner point is used there.

    /// Contact: checkers can still hit each other.
    const CONTACT: Self =
        Self::new([0.90, 0.90, 0.69, 0.69], [0.71, 0.71, 0.75, 0.75], [0.86, 0.86, 0.65, 0.65]);
    /// A side has crashed, and the player on roll is ahead in pips.
    const CRASHED_AHEAD: Self =
        Self::new([0.84, 0.84, 0.41, 0.41], [0.62, 0.62, 0.53, 0.43], [0.78, 0.78, 0.73, 0.78]);
    /// A side has crashed, and the player on roll is behind in pips: before their last shot the opponent gains little from the cube.
    const CRASHED_BEHIND: Self =
        Self::new([0.16, 0.16, 0.80, 0.80], [0.84, 0.73, 0.74, 0.74], [0.36, 0.36, 0.65, 0.65]);
    /// Races.
    const RACE: Self = Self::new(
        [0.80, 0.885, 0.775, 0.935],
        [0.22, 0.575, 0.795, 0.945],
        [0.865, 0.875, 0.52, 0.39],
    );
    /// Bear-offs: all checkers of both sides are home.
    const BEAR_OFF: Self = Self::new(
        [0.82, 0.925, 0.75, 0.875],
        [0.25, 0.415, 0.78, 0.90],
        [0.845, 0.915, 0.405, 0.39],
    );

    /// The efficiencies with the cube in the middle, owned by the player on roll, and owned by the opponent.
    pub const fn new(centre: Line, mine: Line, theirs: Line) -> Self {
        Self { centre, mine, theirs }
    }

    /// The same efficiency for each place of the cube and each win probability.
    pub const fn constant(x: f32) -> Self {
        Self::new([x; Self::PLACES], [x; Self::PLACES], [x; Self::PLACES])
    }

    /// The efficiency for a position, from the view of the player on roll.
    pub fn estimate(board: Board) -> Self {
        match Class::classify(board) {
            Class::Contact | Class::Ending => Self::CONTACT,
            Class::Crashed if board.mine.pips() <= board.theirs.pips() => Self::CRASHED_AHEAD,
            Class::Crashed => Self::CRASHED_BEHIND,
            Class::Race if board.is_home() => Self::BEAR_OFF,
            Class::Race => Self::RACE,
        }
    }

    /// The efficiency for each place of the cube at a win probability, given the take point and the cash point of the live cube.
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
