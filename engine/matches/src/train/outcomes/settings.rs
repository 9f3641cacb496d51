//! What a training run is to do: its stages.

use ludex_kit::InputError;
use ludex_kit::interface::learner::{OutcomePupils, SelfPlayOptions};
use ludex_kit::interface::training::{LabelOptions, Shape};
use serde::{Deserialize, Serialize};

use crate::train::stage::ParsedStage;

/// All that determines a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainSettings {
    /// The game.
    pub game: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The stages in their order.
    pub stages: Vec<TrainStage>,
}

/// One stage of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainStage {
    /// Its name in the log.
    pub name: String,
    /// Games of self-play.
    pub games: u64,
    /// Games of one round, all played with the same networks.
    pub round: u64,
    /// Nodes of the search for a move; 0 plays without a search.
    #[serde(default)]
    pub nodes: u64,
    /// How deep labels look: 0 learns by temporal differences.
    pub plies: u8,
    /// λ of the temporal differences.
    pub lambda: f32,
    /// The chance of a move at random.
    pub stray: f32,
    /// The chance of a play near the best one instead of it.
    #[serde(default)]
    pub near: f32,
    /// The chance that a game begins with an ending out of the ordinary.
    #[serde(default)]
    pub endings: f32,
    /// Plays near the best one that are labelled besides it, where labels look ahead.
    #[serde(default)]
    pub rivals: usize,
    /// λ of what came of the game later, less its luck, where labels look ahead.
    #[serde(default)]
    pub later: f32,
    /// The learning rate at the start of the stage and at its end; between, it falls by the same factor with each game.
    pub rate: (f32, f32),
    /// How often each new position is learnt from, on average.
    pub passes: f64,
    /// Positions that are kept to learn from.
    pub store: usize,
    /// The names of the networks that learn; all where none is named.
    #[serde(default)]
    pub only: Vec<String>,
}

impl TrainStage {
    /// A stage with nothing said about it.
    fn named(name: &str) -> Self {
        Self {
            name: name.into(),
            games: 100_000,
            round: 200,
            nodes: 0,
            plies: 0,
            lambda: 0.7,
            stray: 0.0,
            near: 0.0,
            endings: 0.0,
            rivals: 0,
            later: 0.0,
            rate: (1e-3, 1e-4),
            passes: 2.0,
            store: 100_000,
            only: Vec::new(),
        }
    }

    /// How games are played and labelled, for networks of these shapes.
    pub fn play_options(&self, shapes: &[Shape]) -> SelfPlayOptions {
        let teaches =
            |name: &str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let learning = (shapes.iter().enumerate())
            .filter(|(_, shape)| teaches(shape.name))
            .fold(0, |bits, (network, _)| bits | 1 << network);
        let labels = LabelOptions {
            learning,
            plies: self.plies,
            lambda: self.lambda,
            random_share: self.stray,
            near_share: self.near,
            endings_share: self.endings,
            rivals: self.rivals,
            later: self.later,
        };
        SelfPlayOptions { nodes: self.nodes, random_plies: 0, labels }
    }

    /// Games of the round that begins after so many games of the stage: the last one plays what is left.
    pub fn round_at(&self, games: u64) -> u64 {
        self.round.min(self.games.saturating_sub(games))
    }

    /// The learning rate after so many games of the stage.
    pub fn rate_at(&self, games: u64) -> f32 {
        let (from, to) = self.rate;
        let share = (games as f32 / self.games.max(1) as f32).min(1.0);
        from * (to / from).powf(share)
    }
}

impl TrainStage {
    /// Reads `NAME: key=value, …` for these networks.
    pub fn read(text: &str, pupils: &OutcomePupils) -> Result<Self, InputError> {
        let words = ParsedStage::read(text)?;
        let mut stage = Self::named(words.name);
        let is_known = |key: &str| COMMON.contains(&key) || pupils.keys.contains(&key);
        for pair in &words.pairs {
            match pair.key {
                key if !is_known(key) => {
                    let keys = COMMON.iter().chain(pupils.keys).copied().collect::<Vec<_>>();
                    return Err(pair.unknown(&keys.join(", ")));
                }
                "games" => stage.games = pair.number(1.0, 1e12)? as u64,
                "round" => stage.round = pair.number(1.0, 1e6)? as u64,
                "nodes" => stage.nodes = pair.number(0.0, 1e9)? as u64,
                "plies" => stage.plies = pair.number(0.0, 3.0)? as u8,
                "lambda" => stage.lambda = pair.number(0.0, 1.0)? as f32,
                "stray" => stage.stray = pair.number(0.0, 1.0)? as f32,
                "near" => stage.near = pair.number(0.0, 1.0)? as f32,
                "endings" => stage.endings = pair.number(0.0, 1.0)? as f32,
                "rivals" => stage.rivals = pair.number(0.0, 4.0)? as usize,
                "later" => stage.later = pair.number(0.0, 1.0)? as f32,
                "passes" => stage.passes = pair.number(0.01, 100.0)?,
                "store" => stage.store = pair.number(1.0, 1e8)? as usize,
                "rate" => stage.rate = pair.rates()?,
                _ => stage.only = networks(pair.value, pupils)?,
            }
        }
        Ok(stage)
    }
}

/// What every stage may say; the games have more.
const COMMON: &[&str] = &["games", "round", "rate", "passes", "store", "only"];

/// Some networks by their names.
fn networks(names: &str, pupils: &OutcomePupils) -> Result<Vec<String>, InputError> {
    let known: Vec<&str> = pupils.shapes.iter().map(|shape| shape.name).collect();
    match names.split('+').find(|name| !known.contains(name)) {
        Some(unknown) => {
            let expected = format!("names of networks joined by +, from {}", known.join(", "));
            Err(InputError::new("--stage: only", unknown, expected))
        }
        None => Ok(names.split('+').map(str::to_owned).collect()),
    }
}
