//! The evaluation: a network for each class of positions.

use super::inputs::{self, Class};
use super::outcome::Outcome;
use crate::tryktrak::rules::board::{Board, CHECKERS};
use ludex_learn::{Active, Network};

/// Outputs of each network: the chances of [`Outcome`].
pub const OUTPUTS: usize = 5;

/// The number of networks: one for each class, and the pruning network.
pub const COUNT: usize = 4;
/// Which of the networks is the pruning network.
pub const PRUNING: usize = 3;

/// A network for each class, in the order of [`Class::ALL`], and the pruning network: a small network that sees the counts alone and
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

/// The outcome of a board that is already won, for the player whose view it is.
#[inline(always)]
pub fn finished(board: Board) -> Option<Outcome> {
    if board.theirs.off() == CHECKERS {
        Some(Outcome::won(board.mine.multiple_lost()).flipped())
    } else if board.mine.off() == CHECKERS {
        Some(Outcome::won(board.theirs.multiple_lost()))
    } else {
        None
    }
}

impl Networks {
    /// These networks: those of [`Class::ALL`], then the pruning network.
    pub fn new(networks: [Network; COUNT]) -> Self {
        Self { networks }
    }

    /// Networks in the order of [`new`](Self::new), whose weights are shared.
    pub fn sharing(networks: &[Network]) -> Self {
        Self::new(std::array::from_fn(|index| networks[index].clone()))
    }

    /// Networks one after another, as [`Network::write`] wrote them; nothing if there are more, fewer or damaged ones.
    pub fn read(mut bytes: &[u8]) -> Option<Self> {
        let mut networks = Vec::new();
        while networks.len() < COUNT {
            networks.push(Network::read(&mut bytes)?);
        }
        bytes.is_empty().then_some(())?;
        networks.try_into().ok().map(Self::new)
    }

    /// The network that says which plays deserve a full evaluation.
    pub fn pruning_net(&self) -> &Network {
        &self.networks[PRUNING]
    }

    /// The network of a class.
    pub fn of(&self, class: Class) -> &Network {
        &self.networks[class as usize]
    }

    /// The chances of the player who rolls next, whose view the board is.
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
        if !board.theirs.is_far_behind() {
            chances[2] = 0.0;
        }
        if !board.mine.is_far_behind() {
            chances[4] = 0.0;
        }
    }
    Outcome::new(chances).clamped()
}
