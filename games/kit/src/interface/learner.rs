//! Self-play from which networks learn: [`Learner`], and what is kept of a game.
//!
//! **Invariant:** Networks know no game. The crate `ludex-learn` computes and trains, the inputs of a game say what a network sees, and
//! [`Learner`] is all that `ludex train` asks of a game: how it plays against itself, and what a network learns from a finished game.

use ludex_learn::Active;
use ludex_learn::nnue::{NnueBatch, NnueShape};
use ludex_search::StopFlag;

use super::training::LabelOptions;
use super::training::Shape;
use super::training::Trained;
use super::training::TrainingSample;
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

/// A game of self-play: its moves for networks that correct scores, its positions for those of outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedGame {
    /// All moves from the start position.
    pub moves: Vec<PlayedMove>,
    /// 1 if the first player won, −1 if he lost, else 0.
    pub result: i8,
    /// Positions with their labels.
    pub samples: Vec<TrainingSample>,
}

/// How games of self-play are played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelfPlayOptions {
    /// Nodes of the search for a move; 0 where the networks or the priors choose alone.
    pub nodes: u64,
    /// Random plies at the start.
    pub random_plies: u32,
    /// How positions are labelled while a game is played.
    pub labels: LabelOptions,
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

/// What learns, and from what.
#[derive(Clone, Debug)]
pub enum Pupils {
    /// A network learns in generations to correct a score, from the scores of searches and the results of games.
    Score(ScorePupil),
    /// Networks learn while they play, in rounds, from positions that were labelled in the games.
    Outcomes(OutcomePupils),
}

/// A network that corrects a score.
#[derive(Clone, Copy, Debug)]
pub struct ScorePupil {
    /// Its shape.
    pub shape: NnueShape,
    /// The score at which the odds to win are e : 1.
    pub unit: i32,
    /// Half the width of the band of scores that are drawn, in the game's unit.
    pub draw_margin: f32,
}

/// Networks that tell what becomes of a position.
#[derive(Clone, Debug)]
pub struct OutcomePupils {
    /// Their shapes, in the order of their file.
    pub shapes: Vec<Shape>,
    /// What a stage may say beyond what every stage says: `nodes`, `plies`, `lambda` and so on.
    pub keys: &'static [&'static str],
    /// The stages of a run for which none is given; none where one must be.
    pub usual: &'static [&'static str],
}

/// Makes a learner of an opened game.
pub type OpenLearner<G> = fn(&G) -> Box<dyn Learner>;

/// What an opened game offers to those who train its networks: it plays against itself, and says what can be learnt from a game.
pub trait Learner: Send + Sync {
    /// What learns.
    fn pupils(&self) -> Pupils;

    /// Whether a trained file is for this variant.
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

    /// Plays one game against itself, with these networks or without any. All that is random comes from the stream
    /// (seed, index). Nothing if it was told to stop.
    fn play(
        &self,
        networks: Option<&Trained>,
        options: &SelfPlayOptions,
        seed: u64,
        index: u64,
        stop: &StopFlag,
    ) -> Option<PlayedGame>;

    /// Appends the positions of a game's moves that one can learn from; `choose` picks for each which of so many symmetric
    /// images is taken. An error if no game goes so. Nothing where positions are labelled while a game is played.
    fn examples(
        &self,
        _game: &PlayedGame,
        _labels: ScoreLabels,
        _choose: &mut dyn FnMut(usize) -> usize,
        _batch: &mut NnueBatch,
    ) -> Result<(), InputError> {
        Ok(())
    }

    /// A game's moves as text, ply by ply. An error if no game goes so.
    fn words(&self, _game: &PlayedGame) -> Result<Vec<PlyText>, InputError> {
        Ok(Vec::new())
    }

    /// Appends what a network sees of a labelled position.
    fn inputs(&self, sample: &TrainingSample, out: &mut Vec<Active>) {
        sample.inputs(out);
    }

    /// What the first networks win against the second in two games with the same dice or tiles, one from each side. It is not
    /// asked where a match decides about a network.
    fn contest(&self, _networks: [&Trained; 2], _seed: u64, _index: u64) -> f32 {
        0.0
    }
}
