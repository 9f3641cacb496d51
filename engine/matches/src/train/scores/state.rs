//! The state of a run of generations, in a file that is written atomically.

use std::path::{Path, PathBuf};

use ludex_kit::{InputError, say};
use ludex_learn::nnue::Nnue;
use serde::{Deserialize, Serialize};

use super::settings::ScoreSettings;
use ludex_base::input::{self, read_error_words};
use ludex_base::output;

/// The name of the run's file in its folder.
const FILE: &str = "run.json";
/// The name of the best network's file, for `--evaluator`.
pub const BEST: &str = "network.bin";
/// The name of the file of the starting network, if there was one.
pub(super) const START: &str = "start.bin";

/// The result of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationLine {
    /// Its name.
    pub generation: String,
    /// Games learnt from, including those of earlier generations.
    pub games: u64,
    /// Positions learnt from.
    pub positions: usize,
    /// The mean loss of the last epoch.
    pub loss: f64,
    /// The mean loss on held-out games; `None` if there are too few games.
    pub held_out: Option<f64>,
    /// The mean loss of the hand-made evaluation on the held-out games.
    pub handmade: Option<f64>,
    /// Elo against the previous player with its 95 % interval, if there was a match. The interval is missing if
    /// all pairs had the same score, because it is then unbounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<(f64, Option<f64>)>,
    /// Games of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_games: Option<u64>,
    /// Whether the match's test accepted the network; without a match it is accepted.
    pub accepted: bool,
    /// If the match ended before its test was decided: whether the network plays the next generation, because the alternative hypothesis is
    /// more likely than the null hypothesis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<bool>,
    /// Seconds of play, in this session.
    pub playing_s: f64,
    /// Seconds of learning.
    pub learning_s: f64,
}

impl GenerationLine {
    /// Whether the network plays the games of the next generation.
    pub fn plays_next(&self) -> bool {
        self.goes_on.unwrap_or(self.accepted)
    }
}

/// The state of a run between two generations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScoreRun {
    /// The settings of the run.
    pub settings: ScoreSettings,
    /// The results of its generations.
    pub log: Vec<GenerationLine>,
}

impl ScoreRun {
    /// Whether a folder contains a run.
    pub fn is_in(folder: &Path) -> bool {
        Self::path(folder).exists()
    }

    /// The run's file in a folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Writes a new run and its starting network.
    pub fn begin(&self, folder: &Path, network: Option<&Nnue>) -> anyhow::Result<()> {
        if let Some(network) = network {
            let mut bytes = Vec::new();
            network.write(&mut bytes);
            output::write_file(&folder.join(START), bytes)?;
        }
        self.save(folder)
    }

    /// Writes the run.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        output::write_file(&folder.join(FILE), text)
    }

    /// Reads the run of a folder.
    pub fn load(folder: &Path) -> Result<Self, InputError> {
        let path = folder.join(FILE);
        let place = path.display().to_string();
        let unreadable = say!("the training run cannot be read");
        let bytes = input::read(&path).map_err(|error| {
            InputError::sentence(&*place, format!("{unreadable}: {}", read_error_words(&error)))
        })?;
        serde_json::from_slice(&bytes)
            .map_err(|error| InputError::sentence(&*place, format!("{unreadable}: {error}")))
    }

    /// The number of the current generation, if any is left.
    pub fn current_generation(&self) -> Option<usize> {
        (self.log.len() < self.settings.generations.len()).then_some(self.log.len())
    }
}

/// The file of a generation's games.
pub(super) fn records(folder: &Path, generation: usize) -> PathBuf {
    folder.join(format!("records-{}.bin", generation + 1))
}

/// The file of the network that a generation has trained.
pub(super) fn candidate(folder: &Path, generation: usize) -> PathBuf {
    folder.join(format!("network-{}.bin", generation + 1))
}

/// The folder of a generation's match.
pub(super) fn match_folder(folder: &Path, generation: usize) -> PathBuf {
    folder.join(format!("match-{}", generation + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If all pairs have the same score, there is no interval. Earlier versions could not read such a run again.
    #[test]
    fn a_match_without_an_interval_is_read_again() {
        let line = GenerationLine {
            generation: "first".into(),
            games: 30,
            positions: 473,
            loss: 0.1,
            held_out: None,
            handmade: None,
            elo: Some((0.0, None)),
            match_games: Some(4),
            accepted: false,
            goes_on: None,
            playing_s: 1.0,
            learning_s: 1.0,
        };
        let text = serde_json::to_string(&line).expect("JSON");
        assert_eq!(serde_json::from_str::<GenerationLine>(&text).ok(), Some(line), "{text}");
    }
}
