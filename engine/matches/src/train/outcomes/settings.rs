//! The settings of a training run: its stages.

use ludex_kit::interface::learner::{OutcomePupils, SelfPlayOptions};
use ludex_kit::interface::training::{LabelOptions, Shape};
use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};

use crate::train::stage::ParsedStage;

/// Everything that determines a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainSettings {
    /// The game.
    pub game: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The stages in order.
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
    /// Nodes of the search per move; 0 plays without search.
    #[serde(default)]
    pub nodes: u64,
    /// Search depth of the labels (the values that positions are trained with), in plies; 0 learns by temporal differences instead.
    pub plies: u8,
    /// λ of the temporal differences.
    pub lambda: f32,
    /// Probability of a random move.
    pub stray: f32,
    /// Probability of playing a move that is nearly as good as the best one instead of the best one.
    #[serde(default)]
    pub near: f32,
    /// Probability that a game starts with an unusual ending.
    #[serde(default)]
    pub endings: f32,
    /// Number of moves close to the best one that are also labelled, if labels use a search.
    #[serde(default)]
    pub rivals: usize,
    /// λ for mixing the later course of the game, without its luck, into the labels, if labels use a search.
    #[serde(default)]
    pub later: f32,
    /// The learning rate at the start and at the end of the stage; in between it falls exponentially with the
    /// number of games.
    pub rate: (f32, f32),
    /// How often each new position is learnt from, on average.
    pub passes: f64,
    /// Maximum number of positions in the store.
    pub store: usize,
    /// The names of the networks that learn; all if empty.
    #[serde(default)]
    pub only: Vec<String>,
}

impl TrainStage {
    /// A stage with default settings.
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

    /// The options of self-play and labels, for networks of these shapes.
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

    /// Number of games of the round that starts after `games` games of the stage. The last round plays the remaining games.
    pub fn round_at(&self, games: u64) -> u64 {
        self.round.min(self.games.saturating_sub(games))
    }

    /// The learning rate after `games` of the stage.
    pub fn rate_at(&self, games: u64) -> f32 {
        let (from, to) = self.rate;
        let share = (games as f32 / self.games.max(1) as f32).min(1.0);
        from * (to / from).powf(share)
    }
}

impl TrainStage {
    /// Parses `NAME: key=value, …` for these networks.
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

/// The keys of every stage; games add more.
const COMMON: &[&str] = &["games", "round", "rate", "passes", "store", "only"];

/// Parses the names of networks.
fn networks(names: &str, pupils: &OutcomePupils) -> Result<Vec<String>, InputError> {
    let known: Vec<&str> = pupils.shapes.iter().map(|shape| shape.name).collect();
    match names.split('+').find(|name| !known.contains(name)) {
        Some(unknown) => {
            let expected =
                say!("names of networks joined by +, from {known}", known = known.join(", "));
            Err(InputError::new("--stage: only", unknown, expected))
        }
        None => Ok(names.split('+').map(str::to_owned).collect()),
    }
}
