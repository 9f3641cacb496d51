//! Moves: a play of the dice with up to four steps, or a cube action.
//!
//! **Invariant:** A resignation is a step of a record (`Move::Resign`), which `parse_step` reads. It is not a legal move and `parse_move`
//! rejects it, so no search, engine or player in a room can make it for either side. A result in a file that does not follow from the rules
//! becomes this step (`games/tryktrak/tests/it/resignations.rs`).

use std::fmt;

use ludex_search::Player;

/// The steps of a play in the order they are made: one byte per step, with the place a checker leaves (5 bits) and the die it uses (3
/// bits). A zero byte means no further step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Play(u32);

/// One checker's step with one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The place that the checker leaves: 1 to 24, or 25 for the bar.
    pub from: usize,
    /// The number on the die, 1 to 6.
    pub die: usize,
}

impl Hop {
    /// The place it reaches; 0 is off.
    pub fn to(self) -> usize {
        self.from.saturating_sub(self.die)
    }
}

impl Play {
    /// The play without steps.
    pub const NONE: Self = Self(0);

    /// The play with one more step at its end. A play has at most four steps.
    #[inline(always)]
    #[must_use]
    pub fn with(self, from: usize, die: usize) -> Self {
        // A new step is added at the low end, so the first step stays in the highest byte.
        Self(self.0 << 8 | (from as u32) << 3 | die as u32)
    }

    /// The steps in order.
    pub fn hops(self) -> impl Iterator<Item = Hop> {
        (0..4).rev().filter_map(move |index| {
            let byte = self.0 >> (8 * index) & 0xff;
            (byte != 0).then_some(Hop { from: (byte >> 3) as usize, die: (byte & 7) as usize })
        })
    }

    /// Number of steps.
    pub fn len(self) -> usize {
        self.hops().count()
    }

    /// Whether no checker moves.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Play(")?;
        for (index, hop) in self.hops().enumerate() {
            let blank = if index > 0 { " " } else { "" };
            write!(f, "{blank}{}/{}", hop.from, hop.to())?;
        }
        f.write_str(")")
    }
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves checkers.
    Play(Play),
    /// Rolls the dice instead of doubling.
    Roll,
    /// Offers the cube at twice its value.
    Double,
    /// Accepts the cube.
    Take,
    /// Passes: loses the game at the cube's current value.
    Pass,
    /// Accepts the cube, doubles at once and keeps it.
    Beaver,
    /// A player resigns at 1, 2 or 3 times the cube. It occurs only in records and is never among the legal moves.
    Resign(Player, u8),
}
