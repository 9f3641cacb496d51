//! The evaluation: a network for each class of positions.

use super::board::{Board, CHECKERS, Side};
use super::inputs::{self, Class};
use super::outcome::Outcome;
use crate::net::{Active, Network};

/// Outputs of each network: the chances of [`Outcome`].
pub const OUTPUTS: usize = 5;

/// The number of networks: one for each class, and the sketch.
pub const COUNT: usize = 4;
/// Which of the networks is the sketch.
pub const SKETCH: usize = 3;

/// A network for each class, in the order of [`Class::ALL`], and the sketch: a small network that sees the counts alone and
/// says which plays deserve a full evaluation.
#[derive(Clone, Debug)]
pub struct Networks {
    networks: [Network; COUNT],
}

/// Buffers of one thread.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    active: Vec<Active>,
}

/// What the game is worth once the player in whose view `winner` stands has borne off everything: 1, 2 or 3.
pub fn multiple(loser: Side) -> u8 {
    const AWAY: u32 = 0x3f8_0000;
    if loser.off() > 0 {
        1
    } else if loser.occupied() & AWAY == 0 {
        2
    } else {
        3
    }
}

/// The outcome of a board that is already won, for the player whose view it is.
#[inline(always)]
pub fn finished(board: Board) -> Option<Outcome> {
    if board.theirs.off() == CHECKERS {
        Some(Outcome::won(multiple(board.mine)).flipped())
    } else if board.mine.off() == CHECKERS {
        Some(Outcome::won(multiple(board.theirs)))
    } else {
        None
    }
}

impl Networks {
    /// These networks: those of [`Class::ALL`], then the sketch.
    pub fn new(networks: [Network; COUNT]) -> Self {
        Self { networks }
    }

    /// The network that says which plays deserve a full evaluation.
    pub fn sketch(&self) -> &Network {
        &self.networks[SKETCH]
    }

    /// The network of a class.
    pub fn of(&self, class: Class) -> &Network {
        &self.networks[class as usize]
    }

    /// The chances of the player who throws next, whose view the board is.
    pub fn evaluate(&self, board: Board, buffers: &mut Buffers) -> Outcome {
        if let Some(outcome) = finished(board) {
            return outcome;
        }
        let class = Class::of(board);
        buffers.active.clear();
        inputs::inputs(board, class, &mut buffers.active);
        let mut chances = [0.0; OUTPUTS];
        self.of(class).evaluate(&buffers.active, &mut chances);
        possible(board, class, chances)
    }
}

/// The chances cut down to what the rules still allow.
fn possible(board: Board, class: Class, mut chances: [f32; OUTPUTS]) -> Outcome {
    if board.theirs.off() > 0 {
        chances[1] = 0.0;
    }
    if board.mine.off() > 0 {
        chances[3] = 0.0;
    }
    if class == Class::Race {
        const AWAY: u32 = 0x3f8_0000;
        if board.theirs.occupied() & AWAY == 0 {
            chances[2] = 0.0;
        }
        if board.mine.occupied() & AWAY == 0 {
            chances[4] = 0.0;
        }
    }
    Outcome::new(chances).clamped()
}
