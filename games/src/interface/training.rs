//! What a game offers to those who train its networks: self-play with labels, and the inputs of a recorded position.

use ludex_search::StopFlag;

use ludex_learn::{Active, MAX_OUTPUTS, Network};

/// A position with what its network should have said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSample {
    /// Which of the game's networks it is for.
    pub network: u8,
    /// The position, packed by the game.
    pub packed: [u8; 32],
    /// The wanted outputs.
    pub targets: [f32; MAX_OUTPUTS],
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name, for files and reports.
    pub name: &'static str,
    /// Inputs.
    pub inputs: usize,
    /// Hidden units.
    pub hidden: usize,
    /// Outputs.
    pub outputs: usize,
}

/// How self-play labels positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelOptions {
    /// 0: by the results of the game and the values on the way, weighted by λ; n: by looking at all events and the best
    /// moves n plies deep.
    pub plies: u8,
    /// λ of the temporal differences: 1 learns from the results alone, 0 from the next value alone.
    pub lambda: f32,
    /// The chance that a move of self-play is any legal one, so that positions are seen which good play avoids.
    pub random_share: f32,
}

/// How a game's networks are trained.
#[derive(Debug)]
pub struct TrainingKind {
    /// The name of the evaluator that computes with the networks; those of a trained file take the place of its own.
    pub evaluator: &'static str,
    /// The networks.
    pub shapes: fn() -> Vec<Shape>,
    /// Plays one game against itself with these networks and appends its positions with their labels. All that is random
    /// comes from the stream (seed, index). A game that was told to stop is broken off, and its positions say nothing.
    pub play: fn(&[Network], &LabelOptions, u64, u64, &StopFlag, &mut Vec<TrainingSample>),
    /// Appends the inputs of a position.
    pub inputs: fn(&TrainingSample, &mut Vec<Active>),
    /// What the first networks win against the second in two games with the same dice, one from each side.
    pub contest: fn([&[Network]; 2], u64, u64) -> f32,
}
