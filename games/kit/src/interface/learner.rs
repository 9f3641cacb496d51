//! Games of self-play from which a network learns to correct scores: [`Learner`], and what records keep of a game.

use ludex_learn::nnue::{Nnue, NnueBatch, NnueShape};
use ludex_search::StopFlag;

use crate::interface::input_error::InputError;

/// The name of the evaluation that a network corrects, in every game that ships one.
pub const NETWORK: &str = "network";
/// The name of the evaluation that no network corrects, in every game.
pub const HANDMADE: &str = "handmade";

/// One move of a game of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Its number in the list of the legal moves.
    pub number: u16,
    /// The score of the search for the player to move, if the position is one to learn from: not an opening move at random, no
    /// proven score, no threat on the board.
    pub score: Option<i16>,
}

/// A game of self-play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedGame {
    /// All moves from the start position.
    pub moves: Vec<PlayedMove>,
    /// 1 if the first player won, −1 if he lost, else 0.
    pub result: i8,
}

/// How games of self-play are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlayOptions {
    /// Nodes of the search for a move.
    pub nodes: u64,
    /// Random plies at the start.
    pub random_plies: u32,
}

/// How positions are labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreLabels {
    /// The share of the game's result in the target, 0 to 1; the score of the search has the rest. In the last quarter of a
    /// game the share of the score is smaller by three tenths: what the search could not see is soon known.
    pub lambda: f32,
}

impl ScoreLabels {
    /// The share of the result at a ply of a game of so many.
    pub fn share(&self, ply: usize, plies: usize) -> f32 {
        if 4 * (plies - ply) < plies { 1.0 - 0.7 * (1.0 - self.lambda) } else { self.lambda }
    }
}

/// One ply of a record as text.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyText {
    /// The position before it.
    pub position: String,
    /// The move that was played, which the search held for best unless it was random.
    pub mv: String,
    /// The score in the game's unit, for the player to move.
    pub score: Option<f64>,
    /// The player who moves, from 0.
    pub mover: usize,
}

/// Makes a learner of an opened game.
pub type OpenLearner<G> = fn(&G) -> Box<dyn Learner>;

/// What an opened game offers to those who train its network.
pub trait Learner: Send + Sync {
    /// The shape of its networks.
    fn shape(&self) -> NnueShape;

    /// The score at which the odds to win are e : 1.
    fn unit(&self) -> i32;

    /// Whether a network is for this variant.
    fn check(&self, network: &Nnue) -> Result<(), InputError> {
        let (found, expected) = (network.shape(), self.shape());
        if found == expected {
            return Ok(());
        }
        let words = |shape: NnueShape| {
            let NnueShape { inputs, most, buckets } = shape;
            format!("{inputs} inputs, {most} of them at once, and {buckets} phases")
        };
        let label = match network.label() {
            "" => String::new(),
            label => format!("one of {label}: "),
        };
        let expected = format!("one of {}, for this variant", words(expected));
        let found = format!("{label}{}", words(found));
        Err(InputError::new("network", found, expected))
    }

    /// Plays one game against itself, with a network or the hand-made evaluation alone. All that is random comes from the
    /// stream (seed, index). Nothing if it was told to stop.
    fn play(
        &self,
        network: Option<&Nnue>,
        options: &SelfPlayOptions,
        seed: u64,
        index: u64,
        stop: &StopFlag,
    ) -> Option<PlayedGame>;

    /// Appends the positions of a game that one can learn from; `choose` picks for each which of so many symmetric images is
    /// taken. An error if no game goes so.
    fn examples(
        &self,
        game: &PlayedGame,
        labels: ScoreLabels,
        choose: &mut dyn FnMut(usize) -> usize,
        batch: &mut NnueBatch,
    ) -> Result<(), InputError>;

    /// A game as text, ply by ply. An error if no game goes so.
    fn words(&self, game: &PlayedGame) -> Result<Vec<PlyText>, InputError>;
}
