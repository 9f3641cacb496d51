//! Batches of games for programs that learn: many games of one variant, all of which advance by one move at a time.
//!
//! **Invariant:** The results do not depend on the number of threads. Each lane has its own random numbers, from the stream (seed, lane).
//! A step that is refused changes nothing.

mod batch;
mod helpers;
mod lane;
mod writing;

use ludex_search::StopFlag;

use super::erased::Erased;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use batch::Batch;

/// How a batch of games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneOptions {
    /// Number of games, at least 1.
    pub lanes: usize,
    /// Seed of the chance events and of [`choose_random`](Lanes::choose_random); equal seeds give equal games.
    pub seed: u64,
    /// Number of threads that a call uses; 0 means all cores.
    pub threads: usize,
    /// Whether a lane begins a new game as soon as its game is over. If not, [`reset_lanes`](Lanes::reset_lanes) begins one.
    pub auto_reset: bool,
    /// Whether the caller chooses the chance events. If so, a lane waits at each of them, and its actions are the numbers of the events in
    /// the order of [`events`](Lanes::events). If not, they are drawn at random.
    pub given_events: bool,
    /// The number of moves and events after which a game is cut off, at least 1. `None`: [`GameInfo::endless_after`](crate::GameInfo).
    pub max_steps: Option<u32>,
}

impl Default for LaneOptions {
    /// One lane with the seed 0, one thread and automatic resets.
    fn default() -> Self {
        Self {
            lanes: 1,
            seed: 0,
            threads: 1,
            auto_reset: true,
            given_events: false,
            max_steps: None,
        }
    }
}

/// The entry of [`write_turns`](Lanes::write_turns) for a lane in which chance decides.
pub const CHANCE: i8 = -1;
/// The entry of [`write_turns`](Lanes::write_turns) for a lane whose game is over.
pub const OVER: i8 = -2;

/// A batch of games of one variant. Lanes are counted from 0.
///
/// Methods that write into a buffer return an error if its length is wrong. In the lengths below, `n` is the number of lanes.
pub trait Lanes: Send + Sync {
    /// The number of lanes.
    fn n_lanes(&self) -> usize;
    /// The number of players.
    fn players(&self) -> usize;
    /// The number of actions.
    fn n_actions(&self) -> usize;

    /// Begins a new game in all lanes. With a seed, the random numbers begin again too, so that equal actions give equal games.
    fn reset(&mut self, seed: Option<u64>);
    /// Begins a new game in the lanes whose entry of `which` is not 0. Length `n`.
    fn reset_lanes(&mut self, which: &[u8]) -> Result<(), InputError>;
    /// Plays one action in each lane; the entries of lanes whose game is over are ignored. Length `n`. If an action is not legal, no lane
    /// changes.
    fn step(&mut self, actions: &[u32]) -> Result<(), InputError>;
    /// Writes a random action for each lane: a legal move, all with equal probability, or an event by its probability; 0 if the game is over.
    /// Length `n`.
    fn choose_random(&mut self, actions: &mut [u32]) -> Result<(), InputError>;
    /// Plays `steps` random actions in each lane: the same actions as [`choose_random`](Self::choose_random) and [`step`](Self::step) in turns,
    /// but the threads do not wait for each other after each action. Afterwards the results of a lane are those of the last game that
    /// ended in this call. Returns the number of games that ended in it. If `stop` is raised, some lanes play fewer actions.
    fn play_random(&mut self, steps: u32, stop: &StopFlag) -> u64;

    /// Writes 1 for each legal action and 0 for each other action. Length `n` × actions, lane by lane.
    fn write_mask(&self, out: &mut [u8]) -> Result<(), InputError>;
    /// Writes one bit for each action, the first one in the lowest bit of a byte. Length `n` × bytes, where a lane has (actions + 7) / 8
    /// bytes.
    fn write_mask_bits(&self, out: &mut [u8]) -> Result<(), InputError>;
    /// Replaces both lists by the legal actions: those of lane `i` are `actions[starts[i]..starts[i + 1]]`.
    fn list_legal(&self, starts: &mut Vec<u32>, actions: &mut Vec<u32>);
    /// Writes the player to move, from 0, or [`CHANCE`] or [`OVER`]. Length `n`.
    fn write_turns(&self, out: &mut [i8]) -> Result<(), InputError>;
    /// Writes the results of the games that the last step ended; 0 in all other lanes. Length `n` × players.
    fn write_returns(&self, out: &mut [f32]) -> Result<(), InputError>;
    /// Writes how the last step ended the game: 0 not at all, 1 by the rules, 2 because the game reached the greatest number of steps.
    /// Length `n`.
    fn write_endings(&self, out: &mut [u8]) -> Result<(), InputError>;
    /// Writes the number of moves and events of the game so far. Length `n`.
    fn write_steps(&self, out: &mut [u32]) -> Result<(), InputError>;

    /// Number of planes, rows and columns of an observation; zeros if the game has no planes.
    fn plane_shape(&self) -> [usize; 3];
    /// The number of numbers of an observation.
    fn n_numbers(&self) -> usize;
    /// The number of inputs of the game's own network; 0 if there is none.
    fn n_inputs(&self) -> usize;
    /// Writes the [planes](crate::Observations::planes) of each lane. Length `n` × planes × rows × columns.
    fn write_planes(&self, out: &mut [f32]) -> Result<(), InputError>;
    /// Writes the [numbers](crate::Observations::numbers) of each lane. Length `n` × numbers.
    fn write_numbers(&self, out: &mut [f32]) -> Result<(), InputError>;
    /// Replaces the lists by the inputs of the game's own network that are not zero: those of lane `i` have the indices
    /// `starts[i]..starts[i + 1]` in `inputs` and `values`.
    fn list_inputs(&self, starts: &mut Vec<u32>, inputs: &mut Vec<u32>, values: &mut Vec<f32>);

    /// The position of a lane in canonical notation.
    fn position(&self, lane: usize) -> Result<String, InputError>;
    /// The move or event that an action means in a lane, as text.
    fn action_text(&self, lane: usize, action: u32) -> Result<String, InputError>;
    /// The events that can happen next in a lane, each with its probability. Empty if it is not chance's turn.
    fn events(&self, lane: usize) -> Result<Vec<(String, f32)>, InputError>;
}

/// Opens batches of games.
pub trait OpenLanes {
    /// A batch of games of this variant, which all begin at the current position. The past of the position does not count for repetitions.
    fn lanes(&self, options: &LaneOptions) -> Result<Box<dyn Lanes>, InputError>;
}

impl<G: Playable> OpenLanes for Erased<G> {
    fn lanes(&self, options: &LaneOptions) -> Result<Box<dyn Lanes>, InputError> {
        Ok(Box::new(Batch::new(&self.game, self.now(), options)?))
    }
}
