//! The evaluation: networks for each class of positions.

use std::sync::atomic::{AtomicU64, Ordering};

use super::inputs::{Class, PARTS, contact_inputs, part_of_inputs};
use super::outcome::Outcome;
use super::race::{Goal, RaceBuffers, RollNetworks};
use crate::rules::board::{Board, CHECKERS};
use ludex_learn::{Active, Network, unsealed};

/// Outputs of the networks for contact: the chances of [`Outcome`].
pub const OUTPUTS: usize = 5;

/// The number of networks: contact, crashed, ending, two for races, and the pruning network.
pub const COUNT: usize = 6;
/// Where the networks of the race begin, one for each [`Goal`].
pub const RACE: usize = 3;
/// Which of the networks is the pruning network.
pub const PRUNING: usize = 5;

/// Networks for the three [classes](Class) of contact, those that give the rolls of a race, and the pruning network: a small network that
/// sees the counts alone and says which plays deserve a full evaluation.
#[derive(Clone, Debug)]
pub struct Networks {
    networks: [Network; COUNT],
    id: NetworksId,
}

/// Tells networks apart whose weights differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NetworksId(u64);

impl NetworksId {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Buffers of one thread.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    active: Vec<Active>,
    /// The board near which others are evaluated by what differs.
    near: NearBoard,
    is_near: bool,
    memory: OutcomeMemory,
    race: RaceBuffers,
}

/// A board whose first layer is known, so that boards near it cost but the inputs that differ.
#[derive(Clone, Debug, Default)]
struct NearBoard {
    /// Which networks know it, the board and its class; none before there was one.
    of: Option<(NetworksId, Board, Class)>,
    /// By the parts of its inputs.
    active: [Vec<Active>; PARTS],
    /// Every input of the board, and which comparison last found it in the other.
    inputs: Vec<(f32, u32)>,
    comparisons: u32,
    sums: Vec<f32>,
    changes: Vec<Active>,
}

/// What boards near one came to. The plays of all rolls are looked at to tell luck, and those of the roll that fell again to choose.
#[derive(Clone, Debug, Default)]
struct OutcomeMemory {
    /// By the hash of the board; each with the number of the board that it is near.
    entries: Vec<(u32, Board, Outcome)>,
    /// How many boards were taken.
    taken: u32,
}

impl OutcomeMemory {
    /// Bits of a hash: several times the 70 boards that are looked at in one position of a rollout.
    const BITS: u32 = 8;

    fn forget(&mut self) {
        self.taken = self.taken.wrapping_add(1);
        if self.entries.is_empty() || self.taken == 0 {
            self.taken = 1;
            let nothing = (0, Board::START, Outcome::default());
            self.entries.clear();
            self.entries.resize(1 << Self::BITS, nothing);
        }
    }

    fn get_or_insert(&mut self, board: Board, evaluate: impl FnOnce() -> Outcome) -> Outcome {
        let both = board.mine.packed() ^ board.theirs.packed().rotate_left(61);
        let hash = (both as u64 ^ (both >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.entries[(hash >> (u64::BITS - Self::BITS)) as usize];
        if (entry.0, entry.1) != (self.taken, board) {
            *entry = (self.taken, board, evaluate());
        }
        entry.2
    }
}

impl NearBoard {
    /// Takes another board, if it is another; one in a race has no sums. Returns whether there are new sums.
    fn take(&mut self, networks: &Networks, board: Board) -> bool {
        let class = Class::of(board);
        let of = Some((networks.id, board, class));
        if self.of == of {
            return false;
        }
        self.of = of;
        if class == Class::Race {
            return false;
        }
        let network = &networks.networks[class as usize];
        self.inputs.clear();
        self.inputs.resize(network.inputs(), (0.0, 0));
        self.comparisons = 0;
        self.changes.clear();
        for (part, active) in self.active.iter_mut().enumerate() {
            active.clear();
            part_of_inputs(board, part, active);
            for &(input, value) in &*active {
                self.inputs[usize::from(input)].0 = value;
            }
            self.changes.extend_from_slice(active);
        }
        self.sums.resize(network.hidden(), 0.0);
        network.accumulate(&self.changes, &mut self.sums);
        true
    }

    /// Takes down by how much the inputs of another board differ from those of this one, and leaves the parts alone that cannot. Returns
    /// how many changes there are.
    fn compare(&mut self, other: Board, active: &mut Vec<Active>) -> usize {
        self.comparisons = self.comparisons.wrapping_add(1);
        let mut n_changes = 0;
        let same =
            self.of.map(|(_, board, _)| [board.mine == other.mine, board.theirs == other.theirs]);
        let same = same.unwrap_or_default();
        for part in 0..PARTS {
            if same.get(part) != Some(&true) {
                active.clear();
                part_of_inputs(other, part, active);
                n_changes = self.compare_part(part, active, n_changes);
            }
        }
        n_changes
    }

    /// Takes down the changes of a part behind so many others, and returns how many there are then. Without a branch: nobody could
    /// foretell which inputs differ.
    fn compare_part(&mut self, part: usize, others: &[Active], mut n_changes: usize) -> usize {
        let most = n_changes + others.len() + self.active[part].len() + 1;
        if self.changes.len() < most {
            self.changes.resize(most, (0, 0.0));
        }
        for &(input, value) in others {
            let (own, comparison) = &mut self.inputs[usize::from(input)];
            *comparison = self.comparisons;
            let change = value - *own;
            self.changes[n_changes] = (input, change);
            n_changes += usize::from(change.abs() > 0.0);
        }
        for &(input, value) in &self.active[part] {
            self.changes[n_changes] = (input, -value);
            n_changes += usize::from(self.inputs[usize::from(input)].1 != self.comparisons);
        }
        n_changes
    }
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
        let networks = networks.map(Network::rounded);
        let id = NetworksId::next();
        Self { networks, id }
    }

    /// Networks in the order of [`new`](Self::new), whose weights are shared.
    pub fn sharing(networks: &[Network]) -> Self {
        Self::new(std::array::from_fn(|index| networks[index].clone()))
    }

    /// Networks one after another, as [`Network::write`] wrote them, sealed; nothing if there are more, fewer or damaged ones.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = unsealed(bytes)?;
        let mut networks = Vec::new();
        while networks.len() < COUNT {
            networks.push(Network::read(&mut bytes)?);
        }
        bytes.is_empty().then_some(())?;
        networks.try_into().ok().map(Self::new)
    }

    /// All weights one after another, without the checksum of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for network in &self.networks {
            network.write(&mut bytes);
        }
        bytes
    }

    /// The network that says which plays deserve a full evaluation.
    pub fn pruning_net(&self) -> &Network {
        &self.networks[PRUNING]
    }

    /// The networks that tell the rolls of a race.
    pub fn race(&self) -> RollNetworks<'_> {
        RollNetworks(Goal::ALL.map(|goal| &self.networks[RACE + goal as usize]))
    }

    /// The chances of the player who rolls next, whose view the board is.
    pub fn evaluate(&self, board: Board, buffers: &mut Buffers) -> Outcome {
        if let Some(outcome) = finished(board) {
            return outcome;
        }
        let class = Class::of(board);
        if class == Class::Race {
            return self.race().outcome(board, &mut buffers.race);
        }
        let network = &self.networks[class as usize];
        let mut chances = [0.0; OUTPUTS];
        let near = &mut buffers.near;
        if buffers.is_near && near.of.is_some_and(|of| (of.0, of.2) == (self.id, class)) {
            return buffers.memory.get_or_insert(board, || {
                let n_changes = near.compare(board, &mut buffers.active);
                network.forward(&near.sums, &near.changes[..n_changes], &mut chances);
                possible(board, chances)
            });
        }
        buffers.active.clear();
        contact_inputs(board, &mut buffers.active);
        network.evaluate(&buffers.active, &mut chances);
        possible(board, chances)
    }

    /// Lets boards be evaluated by what differs from this one until [`leave`](Buffers::leave): quicker for those a play away,
    /// and the same but for the last digits.
    pub fn stay_near(&self, board: Board, buffers: &mut Buffers) {
        if buffers.near.take(self, board) {
            buffers.memory.forget();
        }
        buffers.is_near = true;
    }
}

impl Buffers {
    /// Lets boards be evaluated from nothing again.
    pub fn leave(&mut self) {
        self.is_near = false;
    }
}

/// The chances cut down to what the rules still allow.
fn possible(board: Board, mut chances: [f32; OUTPUTS]) -> Outcome {
    if board.theirs.off() > 0 {
        chances[1] = 0.0;
    }
    if board.mine.off() > 0 {
        chances[3] = 0.0;
    }
    Outcome::new(chances).clamped()
}
