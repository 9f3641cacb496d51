//! Races, in which no checker can be hit any more. Each side only tries to finish in as few rolls as possible. A network predicts the
//! distribution of the number of rolls for one side alone; if all checkers are home, a table contains the exact distribution.
//!
//! One network for both sides would have to learn the value of each lead in each kind of position. With distributions for each side, the
//! value of a lead follows by arithmetic.
//!
//! **Invariant:** Each side is evaluated alone: the number of rolls until all checkers are off, and until the first one is. The outcome
//! follows from the distributions of both sides. Training labels are computed one roll ahead, so the exact distributions of the table
//! gradually improve those of positions farther from home.

use ludex_learn::{Active, Network};

use super::bearoff::{OneSided, PIPS_OF_A_ROLL, Rolls, SideOfRace, outcome};
use super::inputs;
use super::outcome::Outcome;
use crate::rules::board::{Board, Side};
use crate::rules::dice::{ROLL_WEIGHT, ROLLS};
use crate::rules::movegen::{self, Reached};

/// Number of network outputs. Each output is the probability that the side needs a certain number of rolls; consecutive outputs belong to
/// consecutive numbers. The first output includes all smaller numbers, and the last includes all greater numbers.
pub const BINS: usize = 16;

/// The goal up to which rolls are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All checkers are off, which wins.
    AllOff,
    /// The first checker is off, which saves the gammon.
    FirstOff,
}

impl Goal {
    /// Both goals, in the order of their networks.
    pub const ALL: [Self; 2] = [Self::AllOff, Self::FirstOff];

    /// The number of pips that determines the length of the race: all pips for the last checker off, and the pips until all checkers are
    /// home for the first checker off.
    fn pips(self, side: Side) -> u32 {
        match self {
            Self::AllOff => side.pips(),
            Self::FirstOff => {
                (7..=24).map(|place| (place as u32 - 6) * u32::from(side.count(place))).sum()
            }
        }
    }

    /// The number of rolls that corresponds to the network's first output: an estimate of the mean minus about two and a half standard
    /// deviations. Returns the estimate rounded down, and its fractional part.
    fn first_bin(self, side: Side) -> (usize, f32) {
        let mean = self.pips(side) as f32 / PIPS_OF_A_ROLL;
        let first = (mean + 1.0 - 1.4 * mean.sqrt()).max(1.0);
        (first as usize, first.fract())
    }

    /// Appends the network's inputs.
    pub fn inputs(self, side: Side, out: &mut Vec<Active>) {
        inputs::race_inputs(side, self.first_bin(side).1, out);
    }

    /// The distribution from the table, if it covers the side.
    fn exact(self, side: Side) -> Option<Rolls<'static>> {
        match self {
            Self::AllOff => OneSided::shared().rolls(side),
            Self::FirstOff => OneSided::shared().rolls_to_first(side),
        }
    }
}

/// The distribution of rolls of a side: exact, or from a network.
#[derive(Clone, Copy, Debug)]
enum SideRolls {
    Exact(Rolls<'static>),
    Predicted { first: usize, chances: [f32; BINS] },
}

impl SideRolls {
    fn rolls(&self) -> Rolls<'_> {
        match self {
            Self::Exact(rolls) => *rolls,
            Self::Predicted { first, chances } => Rolls::new(*first, chances),
        }
    }
}

/// Results for one side.
#[derive(Clone, Copy, Debug)]
struct KnownSide {
    side: Side,
    all_off: SideRolls,
    first_off: Option<SideRolls>,
}

impl KnownSide {
    fn of_race(&self) -> SideOfRace<'_> {
        SideOfRace {
            all_off: self.all_off.rolls(),
            first_off: self.first_off.as_ref().map(SideRolls::rolls),
            caught_up: OneSided::shared().rolls_to_catch_up(self.side),
        }
    }
}

/// Buffers of one thread.
#[derive(Clone, Debug, Default)]
pub struct RaceBuffers {
    active: Vec<Active>,
    reached: Vec<Reached>,
    /// The sides evaluated last: first the player who rolls next. One of the two sides is the same after all plays of a roll, so it is
    /// evaluated only once.
    known: [Option<KnownSide>; 2],
}

/// The networks for the number of rolls of one side, one for each [`Goal`].
#[derive(Clone, Copy, Debug)]
pub struct RollNetworks<'n>(pub(crate) [&'n Network; Goal::ALL.len()]);

impl RollNetworks<'_> {
    /// The outcome probabilities of the player who rolls next. The board is from that player's view. The game must not be finished.
    pub fn outcome(&self, board: Board, buffers: &mut RaceBuffers) -> Outcome {
        for (index, side) in [board.mine, board.theirs].into_iter().enumerate() {
            if buffers.known[index].is_none_or(|known| known.side != side) {
                let all_off = self.rolls(Goal::AllOff, side, &mut buffers.active);
                let first_off = (side.off() == 0)
                    .then(|| self.rolls(Goal::FirstOff, side, &mut buffers.active));
                buffers.known[index] = Some(KnownSide { side, all_off, first_off });
            }
        }
        match &buffers.known {
            [Some(mine), Some(theirs)] => outcome(&mine.of_race(), &theirs.of_race()),
            _ => Outcome::default(),
        }
    }

    fn rolls(&self, goal: Goal, side: Side, active: &mut Vec<Active>) -> SideRolls {
        if let Some(rolls) = goal.exact(side) {
            return SideRolls::Exact(rolls);
        }
        active.clear();
        goal.inputs(side, active);
        let mut chances = [0.0; BINS];
        self.0[goal as usize].shares(active, &mut chances);
        let (first, _) = goal.first_bin(side);
        SideRolls::Predicted { first, chances }
    }

    /// The network's outputs for a side and a goal. `None` if the table covers the side.
    pub fn predict(
        &self,
        goal: Goal,
        side: Side,
        buffers: &mut RaceBuffers,
    ) -> Option<[f32; BINS]> {
        match self.rolls(goal, side, &mut buffers.active) {
            SideRolls::Exact(_) => None,
            SideRolls::Predicted { chances, .. } => Some(chances),
        }
    }

    /// The training target for a side and a goal: the mean of the networks' predictions one roll later. `None` if the table covers the
    /// side.
    pub fn label(&self, goal: Goal, side: Side, buffers: &mut RaceBuffers) -> Option<[f32; BINS]> {
        if goal.exact(side).is_some() {
            return None;
        }
        let (first, _) = goal.first_bin(side);
        let mut label = [0.0; BINS];
        for (roll, weight) in ROLLS {
            let weight = weight as f32 / ROLL_WEIGHT as f32;
            let (_, rest) = self.quickest(goal, side, roll.pair(), buffers);
            for (rolls, chance) in rest.rolls().chances() {
                let bin = (rolls + 1).saturating_sub(first).min(BINS - 1);
                label[bin] += weight * chance;
            }
        }
        Some(label)
    }

    /// The side after the play that reaches its goal in the fewest rolls on average, and the distribution of these rolls.
    fn quickest(
        &self,
        goal: Goal,
        side: Side,
        dice: (u8, u8),
        buffers: &mut RaceBuffers,
    ) -> (Side, SideRolls) {
        let mut reached = std::mem::take(&mut buffers.reached);
        reached.clear();
        let board = Board { mine: side, theirs: Side::ALL_OFF };
        movegen::plays(board, dice, &mut reached);
        let rolls_after = |reached: &Reached| {
            let after = reached.board.mine;
            let rolls = self.rolls(goal, after, &mut buffers.active);
            (rolls.rolls().mean(), (after, rolls))
        };
        let quickest = reached.iter().map(rolls_after).min_by(|a, b| a.0.total_cmp(&b.0));
        buffers.reached = reached;
        quickest.expect("there is always a play").1
    }

    /// The side after its best play in a race.
    pub fn play(&self, side: Side, dice: (u8, u8), buffers: &mut RaceBuffers) -> Side {
        self.quickest(Goal::AllOff, side, dice, buffers).0
    }
}
