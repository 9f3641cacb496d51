//! The evaluation for three and four players: a small network predicts each player's probability of reaching the goal first.

use std::sync::LazyLock;

use ludex_learn::{BLOCK, Network};
use ludex_search::{Evaluator, MAX_PLAYERS, Returns, Score, Wdl};

use super::crowd_inputs::{CrowdInputs, INPUTS_OF_ONE};
use super::multiplayer::RaceEvaluator;
use super::unit::steps;
use super::weights::CHANCES;
use crate::rules::game::Quoridor;
use crate::rules::options::Options;
use crate::rules::position::Position;

/// Number of hidden units.
const HIDDEN: usize = BLOCK;
/// The largest score, in hundredths of a step: fifteen steps.
const MOST: i32 = 1500;
/// The ply used to convert scores to probabilities, about the middle of a game. The searches for many players average probabilities
/// over positions, so no particular phase applies.
const MIDDLE: u32 = 30;

/// An untrained network for this number of players.
pub fn empty_network(players: usize) -> Network {
    Network::new(players * INPUTS_OF_ONE, HIDDEN, players)
}

/// Win probabilities from a network.
#[derive(Clone, Debug)]
pub struct ChancesEvaluator {
    network: Network,
}

impl ChancesEvaluator {
    /// Creates the evaluation from a network, which must have the shape of [`empty_network`] for the number of players of the game.
    pub fn new(network: Network) -> Self {
        Self { network }
    }

    /// Whether the shipped networks fit this game: three or four players on the default board.
    pub fn is_for(game: &Quoridor) -> bool {
        let options = game.options();
        options.players > 2 && options.board == Options::for_players(options.players).board
    }

    /// The shipped evaluation, if it fits this game.
    pub fn shipped(game: &Quoridor) -> Option<Self> {
        static NETWORKS: LazyLock<[Network; 2]> = LazyLock::new(|| {
            let mut bytes: &[u8] = include_bytes!("../../data/crowd.bin");
            [(); 2].map(|()| {
                Network::read(&mut bytes).expect("the shipped file is whole; a test reads it")
            })
        });
        let number = usize::from(game.options().players).checked_sub(3)?;
        Self::is_for(game).then(|| Self::new(NETWORKS[number].clone()))
    }

    /// Each player's probability of reaching the goal first; the sum is 1.
    pub fn chances(&self, game: &Quoridor, pos: &Position) -> [f32; MAX_PLAYERS] {
        let inputs = CrowdInputs::new(game, pos);
        let players = usize::from(game.options().players);
        let mut in_turn = [0.0; MAX_PLAYERS];
        self.network.shares(inputs.active(), &mut in_turn[..players]);
        let mut chances = [0.0; MAX_PLAYERS];
        for (turn, &chance) in in_turn[..players].iter().enumerate() {
            chances[(pos.to_move().index() + turn) % players] = chance;
        }
        chances
    }
}

/// Win probabilities for more than two players: from a network if there is one, otherwise from distances and walls.
#[derive(Clone, Debug)]
pub enum CrowdEvaluator {
    /// Distances and walls in stock.
    Race(RaceEvaluator),
    /// A network.
    Chances(ChancesEvaluator),
}

impl CrowdEvaluator {
    /// Each player's probability of reaching the goal first; the sum is 1.
    pub fn chances(&self, game: &Quoridor, pos: &Position) -> [f32; MAX_PLAYERS] {
        match self {
            Self::Race(race) => race.chances(game, pos),
            Self::Chances(chances) => chances.chances(game, pos),
        }
    }
}

impl Evaluator<Quoridor> for CrowdEvaluator {
    fn evaluate(&self, game: &Quoridor, pos: &Position) -> Score {
        self.score_of(2.0 * self.chances(game, pos)[pos.to_move().index()] - 1.0)
    }

    fn returns(&self, game: &Quoridor, pos: &Position) -> Returns {
        let mut returns = self.chances(game, pos).map(|chance| 2.0 * chance - 1.0);
        returns[usize::from(game.options().players)..].fill(0.0);
        returns
    }

    /// Scores are limited to ±15 steps: beyond that, the probability of a win is practically 0 or 1.
    fn bounds(&self) -> (Score, Score) {
        (Score::new(-MOST), Score::new(MOST))
    }

    /// Converts a score in steps back to probabilities. The search has averaged probabilities and converted the mean to steps, with the
    /// conversion of a game for two players.
    fn wdl(&self, score: Score) -> Wdl {
        CHANCES.wdl(MIDDLE, score, steps(score) as f32)
    }

    /// Every result distributes exactly one win among the players.
    fn total(&self, game: &Quoridor) -> Option<f32> {
        Some(2.0 - f32::from(game.options().players))
    }
}
