//! What a run of generations has done so far, in a file that is written whole or not at all.

use std::path::{Path, PathBuf};

use ludex_kit::InputError;
use ludex_learn::nnue::Nnue;
use serde::{Deserialize, Serialize};

use super::settings::ScoreSettings;
use ludex_base::input::{self, read_error_words};
use ludex_base::output;

/// The file of the run in its folder.
const FILE: &str = "run.json";
/// The network that plays best, for `--evaluator`.
pub const BEST: &str = "network.bin";
/// The network that the run began with, if it did.
pub(super) const START: &str = "start.bin";

/// What a generation came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationLine {
    /// Its name.
    pub generation: String,
    /// Games that were learnt from, those of earlier generations included.
    pub games: u64,
    /// Positions that were learnt from.
    pub positions: usize,
    /// The mean loss over the last epoch.
    pub loss: f64,
    /// The mean loss on games that were held back; none where there are too few games.
    pub held_out: Option<f64>,
    /// The mean loss of the hand-made evaluation there.
    pub handmade: Option<f64>,
    /// Elo against the player before, if there was a match, and its 95 % interval, unless that is without end: where all pairs
    /// went alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<(f64, Option<f64>)>,
    /// Games of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_games: Option<u64>,
    /// Whether the test of the match accepted the network; without a match it is accepted.
    pub accepted: bool,
    /// Whether the network plays the games of the next generation, where the match ended before its test was decided: the
    /// likelier hypothesis counts then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<bool>,
    /// Seconds that games took, in this sitting.
    pub playing_s: f64,
    /// Seconds that learning took.
    pub learning_s: f64,
}

impl GenerationLine {
    /// Whether the network plays the games of the next generation.
    pub fn is_taken(&self) -> bool {
        self.goes_on.unwrap_or(self.accepted)
    }
}

/// A run between two generations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScoreRun {
    /// What it is to do.
    pub settings: ScoreSettings,
    /// What its generations came to.
    pub log: Vec<GenerationLine>,
}

impl ScoreRun {
    /// Whether a folder holds a run.
    pub fn is_in(folder: &Path) -> bool {
        Self::path(folder).exists()
    }

    /// The file of a folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Writes a run that begins, and the network that it begins with.
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
        let unreadable = "the training run cannot be read";
        let bytes = input::read(&path).map_err(|error| {
            InputError::sentence(&*place, format!("{unreadable}: {}", read_error_words(&error)))
        })?;
        serde_json::from_slice(&bytes)
            .map_err(|error| InputError::sentence(&*place, format!("{unreadable}: {error}")))
    }

    /// The number of the generation at hand, if any is left.
    pub fn at(&self) -> Option<usize> {
        (self.log.len() < self.settings.generations.len()).then_some(self.log.len())
    }
}

/// The records of a generation.
pub(super) fn records(folder: &Path, generation: usize) -> PathBuf {
    folder.join(format!("records-{}.bin", generation + 1))
}

/// The network that a generation has learnt.
pub(super) fn candidate(folder: &Path, generation: usize) -> PathBuf {
    folder.join(format!("network-{}.bin", generation + 1))
}

/// The match of a generation.
pub(super) fn gate(folder: &Path, generation: usize) -> PathBuf {
    folder.join(format!("match-{}", generation + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pairs that went alike leave no interval, and such a run could not be read again.
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
