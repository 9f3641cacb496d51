//! Self-play for training networks: the trait [`Learner`], and the data stored for each game.
//!
//! **Invariant:** The crate `ludex-learn` computes and trains networks and contains nothing about any game. The inputs of a game define
//! what its network receives. [`Learner`] is all that `ludex train` needs from a game: how it plays against itself, and what a network
//! learns from a finished game.

use ludex_learn::Active;
use ludex_learn::nnue::{NnueBatch, NnueShape};
use ludex_search::StopFlag;

use super::training::LabelOptions;
use super::training::Shape;
use super::training::Trained;
use super::training::TrainingSample;
use crate::interface::input_error::InputError;
use crate::say;

/// Name of the evaluation with a network, in every game that ships one.
pub const NETWORK: &str = "network";
/// Name of the evaluation without a network, in every game.
pub const HANDMADE: &str = "handmade";

/// One move of a self-play game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Index in the list of legal moves.
    pub number: u16,
    /// The search's score for the player to move, if the position is suitable for training. `None` after random opening moves, for proven
    /// scores, and if there is a threat on the board.
    pub score: Option<i16>,
}

/// A self-play game. Networks that correct scores learn from its moves; networks that predict outcomes learn from its labelled
/// positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedGame {
    /// All moves from the start position.
    pub moves: Vec<PlayedMove>,
    /// 1 if the first player won, −1 if they lost, otherwise 0.
    pub result: i8,
    /// Labelled positions.
    pub samples: Vec<TrainingSample>,
}

/// How self-play games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelfPlayOptions {
    /// Nodes of the search for each move. 0: the networks or priors choose the move without search.
    pub nodes: u64,
    /// Number of random plies at the start.
    pub random_plies: u32,
    /// How positions are labelled during the game.
    pub labels: LabelOptions,
}

/// How training targets mix the search score with the result of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreLabels {
    /// Weight of the game's result in the target, 0 to 1; the search score has the remaining weight. In the last quarter of a game the
    /// weight of the score is reduced by 0.3, because the end is near and the result is more reliable than the score.
    pub lambda: f32,
}

impl ScoreLabels {
    /// Weight of the result at ply `ply` of a game of `plies` plies.
    pub fn share(&self, ply: usize, plies: usize) -> f32 {
        if 4 * (plies - ply) < plies { 1.0 - 0.7 * (1.0 - self.lambda) } else { self.lambda }
    }
}

/// One ply of a record as text.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyText {
    /// The position before it.
    pub position: String,
    /// The move that was played: the search's best move, unless it was a random one.
    pub mv: String,
    /// The score for the player to move, in the game's unit.
    pub score: Option<f64>,
    /// The player who moves, from 0.
    pub mover: usize,
}

/// Which kind of network is trained, and from what data.
#[derive(Clone, Debug)]
pub enum Pupils {
    /// A network learns to correct a score, in generations, from search scores and game results.
    Score(ScorePupil),
    /// Networks learn to predict the outcome. In each round they play games, and learn from positions that are labelled during these games.
    Outcomes(OutcomePupils),
}

/// A network that corrects a score.
#[derive(Clone, Copy, Debug)]
pub struct ScorePupil {
    /// Its shape.
    pub shape: NnueShape,
    /// The score at which the odds of winning are e : 1.
    pub unit: i32,
    /// Half the width of the band of scores that count as draws, in the game's unit.
    pub draw_margin: f32,
}

/// Networks that predict the outcome of a position.
#[derive(Clone, Debug)]
pub struct OutcomePupils {
    /// Their shapes, in the order of the networks file.
    pub shapes: Vec<Shape>,
    /// Keys that a training stage accepts besides the common ones: `nodes`, `plies`, `lambda` and so on.
    pub keys: &'static [&'static str],
    /// Default stages of a training run. Empty if the user must set the stages.
    pub usual: &'static [&'static str],
}

/// Makes a learner for an opened game.
pub type OpenLearner<G> = fn(&G) -> Box<dyn Learner>;

/// Trains the networks of an opened game: plays it against itself, and turns games into training examples.
pub trait Learner: Send + Sync {
    /// Which kind of network is trained.
    fn pupils(&self) -> Pupils;

    /// Checks that a file of networks fits this variant.
    fn check(&self, trained: &Trained) -> Result<(), InputError> {
        let (Pupils::Score(ScorePupil { shape: expected, .. }), Some(network)) =
            (self.pupils(), trained.score())
        else {
            return Ok(());
        };
        let found = network.shape();
        if found == expected {
            return Ok(());
        }
        let words = |shape: NnueShape| {
            let NnueShape { inputs, most, buckets } = shape;
            say!(
                "{inputs} inputs, {most} of them at once, and {phases} phases",
                inputs,
                most,
                phases = buckets
            )
        };
        let (found, expected) = (words(found), words(expected));
        let sentence = match network.label() {
            "" => say!(
                "the network has the shape {found}, but this variant needs {expected}",
                found,
                expected
            ),
            label => say!(
                "the network has the shape {found} (of {label}), but this variant needs {expected}",
                found,
                label,
                expected
            ),
        };
        Err(InputError::sentence("network", sentence))
    }

    /// Plays one self-play game with these networks, or without any. All randomness comes from the stream (seed, index). `None` if it was
    /// stopped.
    fn play(
        &self,
        networks: Option<&Trained>,
        options: &SelfPlayOptions,
        seed: u64,
        index: u64,
        stop: &StopFlag,
    ) -> Option<PlayedGame>;

    /// Appends training examples from a game's moves. `choose` picks which of `n` symmetric images is used for each position. An error if
    /// the moves are not legal. `None` if positions are labelled during play instead.
    fn examples(
        &self,
        _game: &PlayedGame,
        _labels: ScoreLabels,
        _choose: &mut dyn FnMut(usize) -> usize,
        _batch: &mut NnueBatch,
    ) -> Result<(), InputError> {
        Ok(())
    }

    /// A game's moves as text, ply by ply. An error if the moves are not legal.
    fn words(&self, _game: &PlayedGame) -> Result<Vec<PlyText>, InputError> {
        Ok(Vec::new())
    }

    /// Appends the network inputs of a labelled position.
    fn inputs(&self, sample: &TrainingSample, out: &mut Vec<Active>) {
        sample.inputs(out);
    }

    /// Plays two games with the same dice or tiles and exchanged sides, and returns the score of the first networks against the second. Not
    /// used if matches decide which network is better.
    fn contest(&self, _networks: [&Trained; 2], _seed: u64, _index: u64) -> f32 {
        0.0
    }
}
