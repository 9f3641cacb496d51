//! Races: nobody can hit any more, so each side only needs its number of rolls, which a network tells for one side alone,
//! and a table exactly once all its checkers are home. Who needs fewer wins.
//!
//! A network for both sides at once has to learn every lead in every kind of position; here a lead of twenty pips means the
//! same wherever the checkers stand.
//!
//! **Invariant:** Each side is evaluated alone: how many rolls until all checkers are off, and until the first one is. The outcome follows
//! from the numbers of both sides. Labels for training look one roll ahead and spread from the table outwards.

use ludex_learn::{Active, Network};

use super::bearoff::{OneSided, PIPS_OF_A_ROLL, Rolls, SideOfRace, outcome};
use super::inputs;
use super::outcome::Outcome;
use crate::rules::board::{Board, Side};
use crate::rules::dice::{ROLL_WEIGHT, ROLLS};
use crate::rules::movegen::{self, Reached};

/// Outputs of the networks: the chances to be done after so many rolls, from a first number on. The last stands for all
/// greater numbers, the first for all smaller ones.
pub const BINS: usize = 16;

/// What rolls are counted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All checkers are off, which wins.
    AllOff,
    /// The first checker is off, which saves the gammon.
    FirstOff,
}

impl Goal {
    /// Both, in the order of their networks.
    pub const ALL: [Self; 2] = [Self::AllOff, Self::FirstOff];

    /// The pips that are left until the goal, or until shortly before it.
    fn pips(self, side: Side) -> u32 {
        match self {
            Self::AllOff => side.pips(),
            Self::FirstOff => {
                (7..=24).map(|place| (place as u32 - 6) * u32::from(side.count(place))).sum()
            }
        }
    }

    /// The first number of rolls that the network tells of, and how far it is to the next one: about the mean less two and a half
    /// standard deviations.
    fn first_bin(self, side: Side) -> (usize, f32) {
        let mean = self.pips(side) as f32 / PIPS_OF_A_ROLL;
        let first = (mean + 1.0 - 1.4 * mean.sqrt()).max(1.0);
        (first as usize, first.fract())
    }

    /// Appends the inputs of the network.
    pub fn inputs(self, side: Side, out: &mut Vec<Active>) {
        inputs::race_inputs(side, self.first_bin(side).1, out);
    }

    /// The rolls of a side that the table knows.
    fn exact(self, side: Side) -> Option<Rolls<'static>> {
        match self {
            Self::AllOff => OneSided::shared().rolls(side),
            Self::FirstOff => OneSided::shared().rolls_to_first(side),
        }
    }
}

/// The rolls of a side.
#[derive(Clone, Copy, Debug)]
enum SideRolls {
    Exact(Rolls<'static>),
    Told { first: usize, chances: [f32; BINS] },
}

impl SideRolls {
    fn rolls(&self) -> Rolls<'_> {
        match self {
            Self::Exact(rolls) => *rolls,
            Self::Told { first, chances } => Rolls::new(*first, chances),
        }
    }
}

/// What is known of a side.
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
    /// The sides last looked at, who rolls next first: of the plays of a roll all leave the same one.
    known: [Option<KnownSide>; 2],
}

/// The networks that tell the rolls of one side, one for each [`Goal`].
#[derive(Clone, Copy, Debug)]
pub struct RollNetworks<'n>(pub(crate) [&'n Network; Goal::ALL.len()]);

impl RollNetworks<'_> {
    /// The chances of the player who rolls next, whose view the board is, in a game that goes on.
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
        SideRolls::Told { first, chances }
    }

    /// What the network of a goal says of a side. None where the table knows.
    pub fn told(&self, goal: Goal, side: Side, buffers: &mut RaceBuffers) -> Option<[f32; BINS]> {
        match self.rolls(goal, side, &mut buffers.active) {
            SideRolls::Exact(_) => None,
            SideRolls::Told { chances, .. } => Some(chances),
        }
    }

    /// What the network of a goal should say of a side, by the networks' word one roll later. None where the table knows.
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

    /// The side after the play that brings it to its goal in the fewest rolls on average, and those rolls.
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
        quickest.expect("to stay is a play, too").1
    }

    /// The side after its best play in a race.
    pub fn play(&self, side: Side, dice: (u8, u8), buffers: &mut RaceBuffers) -> Side {
        self.quickest(Goal::AllOff, side, dice, buffers).0
    }
}
