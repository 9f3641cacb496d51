//! The networks for each class of positions.

use std::sync::atomic::{AtomicU64, Ordering};

use super::inputs::{Class, PARTS, contact_inputs, part_of_inputs};
use super::outcome::Outcome;
use super::race::{Goal, RaceBuffers, RollNetworks};
use crate::rules::board::{Board, CHECKERS};
use ludex_learn::{Active, Network, unsealed};

/// Outputs of a contact network: the probabilities of [`Outcome`].
pub const OUTPUTS: usize = 5;

/// Number of networks: contact, crashed, ending, two for races, and the pruning network.
pub const COUNT: usize = 6;
/// Index of the first race network; there is one for each [`Goal`].
pub const RACE: usize = 3;
/// Index of the pruning network.
pub const PRUNING: usize = 5;

/// The networks for the three [classes](Class) of contact, for the number of rolls in races, and for pruning. The pruning network is a
/// small network whose inputs are only checker counts. It selects the plays that get a full evaluation.
#[derive(Clone, Debug)]
pub struct Networks {
    networks: [Network; COUNT],
    id: NetworksId,
}

/// Distinguishes sets of networks with different weights.
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
    /// The reference board: other boards are evaluated by their differences from it.
    near: NearBoard,
    is_near: bool,
    memory: OutcomeMemory,
    race: RaceBuffers,
}

/// A board with its first-layer sums, so that evaluating a similar board costs only the inputs that differ.
#[derive(Clone, Debug, Default)]
struct NearBoard {
    /// The reference board, with its networks and its class; `None` before first use.
    of: Option<(NetworksId, Board, Class)>,
    /// The active inputs of each part.
    active: [Vec<Active>; PARTS],
    /// For every input: its value on the reference board, and the number of the last comparison in which it was active on the other board.
    inputs: Vec<(f32, u32)>,
    comparisons: u32,
    sums: Vec<f32>,
    changes: Vec<Active>,
}

/// A cache of the outcomes of boards that are similar to the reference board. The cache helps in rollouts. To measure luck, they evaluate
/// the plays of all rolls, among them the actual roll; then they need the plays of the actual roll again to choose one.
#[derive(Clone, Debug, Default)]
struct OutcomeMemory {
    /// Indexed by the hash of the board. Each entry contains the number of its reference board; an entry with an older number is invalid.
    entries: Vec<(u32, Board, Outcome)>,
    /// Number of reference boards so far.
    taken: u32,
}

impl OutcomeMemory {
    /// Number of hash bits: 8 bits give 256 entries. A rollout evaluates about 70 boards per position.
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
    /// Sets the reference board. Returns whether new first-layer sums were computed; a race needs none.
    fn take(&mut self, networks: &Networks, board: Board) -> bool {
        let class = Class::classify(board);
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

    /// Records how the inputs of another board differ from those of the reference board, skipping parts that cannot differ. Returns the
    /// number of changes.
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

    /// Appends the changes of one part, and returns the total number of changes. It is written without branches, because the processor
    /// cannot predict which inputs differ.
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

/// The outcome of a finished game, from the view of the player whose board it is; `None` if it is not finished.
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
    /// A set of networks, given in this order: one network for each class in [`Class::ALL`], but two for races; then the pruning network.
    pub fn new(networks: [Network; COUNT]) -> Self {
        let networks = networks.map(Network::rounded);
        let id = NetworksId::next();
        Self { networks, id }
    }

    /// A set of networks that shares the weights of `networks`, which have the order of [`new`](Self::new).
    pub fn sharing(networks: &[Network]) -> Self {
        Self::new(std::array::from_fn(|index| networks[index].clone()))
    }

    /// Reads networks written one after another by [`Network::write`], with a checksum. `None` if their number is wrong or they are
    /// damaged.
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

    /// The pruning network.
    pub fn pruning_net(&self) -> &Network {
        &self.networks[PRUNING]
    }

    /// The networks for the number of rolls in a race.
    pub fn race(&self) -> RollNetworks<'_> {
        RollNetworks(Goal::ALL.map(|goal| &self.networks[RACE + goal as usize]))
    }

    /// The outcome probabilities of the player who rolls next. The board is from that player's view.
    pub fn evaluate(&self, board: Board, buffers: &mut Buffers) -> Outcome {
        if let Some(outcome) = finished(board) {
            return outcome;
        }
        let class = Class::classify(board);
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

    /// Evaluates all following boards from their differences to this board, until [`leave`](Buffers::leave) is called. This is faster for
    /// boards that differ by one play. The results are the same except for rounding errors.
    pub fn stay_near(&self, board: Board, buffers: &mut Buffers) {
        if buffers.near.take(self, board) {
            buffers.memory.forget();
        }
        buffers.is_near = true;
    }
}

impl Buffers {
    /// Evaluates all following boards from scratch again.
    pub fn leave(&mut self) {
        self.is_near = false;
    }
}

/// Sets probabilities to 0 for outcomes that the rules no longer allow.
fn possible(board: Board, mut chances: [f32; OUTPUTS]) -> Outcome {
    if board.theirs.off() > 0 {
        chances[1] = 0.0;
    }
    if board.mine.off() > 0 {
        chances[3] = 0.0;
    }
    Outcome::new(chances).clamped()
}
