//! The settings of a run of generations.

use std::path::PathBuf;
use std::time::Duration;

use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};

use crate::train::stage::ParsedStage;
use ludex_base::numbers;

/// Everything that determines a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreSettings {
    /// The game.
    pub game: String,
    /// The variant, with all its keys.
    pub variant: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Whether the first games are played with a network, `start.bin`, instead of the hand-made evaluation.
    pub starts_with_network: bool,
    /// Additional files of games that every generation learns from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<PathBuf>,
    /// The generations in order.
    pub generations: Vec<Generation>,
}

/// One generation: games, a network that learns from them, and a match against the previous network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its name in the log.
    pub name: String,
    /// Games of self-play.
    pub games: u64,
    /// Nodes of the search per move.
    pub nodes: u64,
    /// Random plies at the start of each game.
    pub plies: u32,
    /// Number of generations whose games are learnt from, including this one.
    pub window: usize,
    /// The weight of the result in the training targets, 0 to 1; the rest is the weight of the score.
    pub lambda: f32,
    /// How often each position is learnt from, each time as another symmetric image.
    pub epochs: u32,
    /// The learning rate at the start and at the end; in between it falls exponentially with the epochs.
    pub rate: (f32, f32),
    /// Batch size: examples per step.
    pub batch: usize,
    /// Time per move in the deciding match; `None` accepts the network without a match.
    pub gate: Option<Duration>,
    /// Maximum number of pairs of that match.
    pub pairs: u32,
    /// Elo of the two hypotheses of the test that decides the match.
    pub elo: (f64, f64),
}

impl Generation {
    /// A generation with default settings.
    fn named(name: &str) -> Self {
        Self {
            name: name.into(),
            games: 10_000,
            nodes: 1_500,
            plies: 6,
            window: 100,
            lambda: 0.4,
            epochs: 10,
            rate: (1e-3, 2e-5),
            batch: 2_048,
            gate: Some(Duration::from_millis(100)),
            pairs: 400,
            elo: (0.0, 20.0),
        }
    }

    /// The default generations. They play many quick games, which improve a network more per hour than a few long ones.
    pub fn usual() -> Vec<Self> {
        let quick = |name, nodes| Self { games: 40_000, nodes, ..Self::named(name) };
        vec![quick("first", 500), quick("second", 1_000)]
    }

    /// The learning rate of an epoch.
    pub fn rate_at(&self, epoch: u32) -> f32 {
        let (from, to) = self.rate;
        let share = epoch as f32 / self.epochs.saturating_sub(1).max(1) as f32;
        from * (to / from).powf(share)
    }

    /// Parses `NAME: key=value, …`.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let words = ParsedStage::read(text)?;
        let mut stage = Self::named(words.name);
        for pair in &words.pairs {
            match pair.key {
                "games" => stage.games = pair.number(1.0, 1e9)? as u64,
                "nodes" => stage.nodes = pair.number(1.0, 1e9)? as u64,
                "plies" => stage.plies = pair.number(0.0, 100.0)? as u32,
                "window" => stage.window = pair.number(1.0, 1e6)? as usize,
                "lambda" => stage.lambda = pair.number(0.0, 1.0)? as f32,
                "epochs" => stage.epochs = pair.number(1.0, 1e4)? as u32,
                "rate" => stage.rate = pair.rates()?,
                "batch" => stage.batch = pair.number(1.0, 1e6)? as usize,
                "gate" if pair.value == "none" => stage.gate = None,
                "gate" => {
                    let time = numbers::duration(pair.value);
                    stage.gate = Some(time.map_err(|_| pair.wrong(&say!("100ms or gate=none")))?);
                }
                "pairs" => stage.pairs = pair.number(1.0, 1e6)? as u32,
                "elo0" => stage.elo.0 = pair.number(-1e3, 1e3)?,
                "elo1" => stage.elo.1 = pair.number(-1e3, 1e3)?,
                _ => {
                    let keys = "games, nodes, plies, window, lambda, epochs, rate, batch, gate, pairs, elo0, elo1";
                    return Err(pair.unknown(keys));
                }
            }
        }
        if stage.elo.0 >= stage.elo.1 {
            let found = format!("elo0={}, elo1={}", stage.elo.0, stage.elo.1);
            return Err(InputError::new("--stage", found, say!("an elo0 below elo1")));
        }
        Ok(stage)
    }
}
