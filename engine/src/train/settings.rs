//! What a training run is to do: its stages.

use std::str::FromStr;

use ludex_games::InputError;
use ludex_games::interface::training::LabelOptions;
use serde::{Deserialize, Serialize};

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
    /// How deep labels look: 0 learns by temporal differences.
    pub plies: u8,
    /// λ of the temporal differences.
    pub lambda: f32,
    /// The chance of a move at random.
    pub stray: f32,
    /// The learning rate at the start of the stage and at its end; between, it falls by the same factor with each game.
    pub rate: (f32, f32),
    /// How often each new position is learnt from, on average.
    pub passes: f64,
    /// Positions that are kept to learn from.
    pub store: usize,
}

impl TrainStage {
    /// A stage with nothing said about it.
    fn named(name: &str) -> Self {
        Self {
            name: name.into(),
            games: 100_000,
            round: 200,
            plies: 0,
            lambda: 0.7,
            stray: 0.0,
            rate: (1e-3, 1e-4),
            passes: 2.0,
            store: 100_000,
        }
    }

    /// How games are labelled.
    pub fn label_options(&self) -> LabelOptions {
        LabelOptions {
            plies: self.plies,
            lambda: self.lambda,
            random_share: self.stray,
        }
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

impl FromStr for TrainStage {
    type Err = InputError;

    /// Reads `NAME: key=value, …`.
    fn from_str(text: &str) -> Result<Self, InputError> {
        let wrong = |found: &str, expected: &str| InputError::new("--stage", found, expected);
        let named = text.split_once(':');
        let (name, rest) = named
            .filter(|(name, _)| !name.trim().is_empty())
            .ok_or_else(|| wrong(text, "NAME: key=value, …"))?;
        let mut stage = Self::named(name.trim());
        for pair in rest
            .split(',')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
        {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| wrong(pair, "key=value"))?;
            let number = |least: f64, most: f64| {
                let number: f64 = value
                    .parse()
                    .map_err(|_| wrong(pair, &format!("{key}=NUMBER")))?;
                if (least..=most).contains(&number) {
                    Ok(number)
                } else {
                    Err(wrong(pair, &format!("{key} from {least} to {most}")))
                }
            };
            match key.trim() {
                "games" => stage.games = number(1.0, 1e12)? as u64,
                "round" => stage.round = number(1.0, 1e6)? as u64,
                "plies" => stage.plies = number(0.0, 3.0)? as u8,
                "lambda" => stage.lambda = number(0.0, 1.0)? as f32,
                "stray" => stage.stray = number(0.0, 1.0)? as f32,
                "passes" => stage.passes = number(0.01, 100.0)?,
                "store" => stage.store = number(1.0, 1e8)? as usize,
                "rate" => {
                    let expected = "rate=1e-3 or rate=1e-3..1e-4";
                    stage.rate = rates(value).ok_or_else(|| wrong(pair, expected))?;
                }
                _ => {
                    let expected = "one of games, round, plies, lambda, stray, rate, passes, store";
                    return Err(wrong(key, expected));
                }
            }
        }
        Ok(stage)
    }
}

fn rates(text: &str) -> Option<(f32, f32)> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let rate = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|&rate: &f32| rate > 0.0 && rate <= 1.0)
    };
    Some((rate(from)?, rate(to)?))
}
