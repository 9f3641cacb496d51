//! The evaluation for three and four: a small network tells the chances of all players to arrive first.

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

/// Hidden units.
const HIDDEN: usize = BLOCK;
/// The greatest score: fifteen steps.
const MOST: i32 = 1500;
/// The ply whose fitted chances scores are told by, about the middle of a game: who averages chances knows no phase.
const MIDDLE: u32 = 30;

/// A network without knowledge for so many players.
pub fn empty_network(players: usize) -> Network {
    Network::new(players * INPUTS_OF_ONE, HIDDEN, players)
}

/// The chances by a network.
#[derive(Clone, Debug)]
pub struct ChancesEvaluator {
    network: Network,
}

impl ChancesEvaluator {
    /// The evaluation by a network of the shape of [`empty_network`] for this number of players.
    pub fn new(network: Network) -> Self {
        Self { network }
    }

    /// Whether this game is one that the shipped networks were made for: three or four players on the usual board.
    pub fn is_for(game: &Quoridor) -> bool {
        let options = game.options();
        options.players > 2 && options.board == Options::for_players(options.players).board
    }

    /// The evaluation that is shipped, if this game is one that it was made for.
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

    /// The chance of every player to arrive first; they add up to one.
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

/// What everybody may expect where more than two play: by a network where there is one, else by the race.
#[derive(Clone, Debug)]
pub enum CrowdEvaluator {
    /// Distances and walls in stock.
    Race(RaceEvaluator),
    /// A network.
    Chances(ChancesEvaluator),
}

impl CrowdEvaluator {
    /// The chance of every player to arrive first; they add up to one.
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

    /// Beyond this many steps a chance is as good as certain.
    fn bounds(&self) -> (Score, Score) {
        (Score::new(-MOST), Score::new(MOST))
    }

    /// Steps, which stand for the same chances as in a game of two: the search averages chances, and its scores are these
    /// chances told in steps.
    fn wdl(&self, score: Score) -> Wdl {
        CHANCES.wdl(MIDDLE, score, steps(score) as f32)
    }

    /// Every result shares out one victory.
    fn total(&self, game: &Quoridor) -> Option<f32> {
        Some(2.0 - f32::from(game.options().players))
    }
}
