//! Games that are not finished: each is kept in a file of the user's state folder after every move, so that neither Ctrl-C
//! nor a kill nor a closed window loses one.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use ludex_games::InputError;
use serde::{Deserialize, Serialize};

use crate::input::{PUT_BACK, read_written};
use crate::output;
use crate::played::clock::KeptClock;
use crate::played::record::{Heading, Stretch, now};

/// A game under way, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct KeptGame {
    pub(super) heading: Heading,
    /// The moves so far; the last stretch is under way.
    pub(super) stretches: Vec<Stretch>,
    /// Whether persons play the first side, and every other.
    pub(super) persons: [bool; 2],
    /// Whether a person enters what chance decides.
    pub(super) chance_by_hand: bool,
    /// The seed of what chance decides.
    pub(super) seed: u64,
    /// The steps of the last stretch that cannot be taken back.
    pub(super) n_given: usize,
    pub(super) clocks: Option<Vec<KeptClock>>,
}

/// What a file of a kept game should hold, for errors.
const EXPECTED: &str = "an unfinished game, as `ludex play` keeps it";

impl KeptGame {
    /// Reads a file, which stays as it is whatever it holds.
    pub(super) fn read(path: &Path) -> Result<Self, InputError> {
        let place = path.display().to_string();
        let text = read_written(path, EXPECTED)?
            .ok_or_else(|| InputError::new(&place, "no such file", EXPECTED))?;
        let kept: Self = serde_json::from_str(&text).map_err(|error| {
            InputError::new(&place, error.to_string(), EXPECTED).with_hint(PUT_BACK)
        })?;
        if kept.stretches.is_empty() {
            return Err(InputError::new(&place, "no moves", EXPECTED).with_hint(PUT_BACK));
        }
        Ok(kept)
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        output::write_file(path, serde_json::to_string(self)? + "\n")
    }
}

/// The folder of unfinished games.
#[derive(Clone, Debug)]
pub(super) struct Shelf(PathBuf);

impl Shelf {
    /// The shelf of the user; none without a home.
    pub(super) fn of_user() -> Option<Self> {
        let folders = etcetera::choose_base_strategy().ok()?;
        let state = folders.state_dir().unwrap_or_else(|| folders.data_dir());
        Some(Self(state.join("ludex").join("play")))
    }

    /// The file for a new game.
    pub(super) fn file_for(&self, game: &str) -> anyhow::Result<PathBuf> {
        output::make_folder(&self.0)?;
        let digits = |c: &char| c.is_ascii_digit();
        let now: String = now().chars().filter(digits).collect();
        let process = std::process::id();
        let path = |n: u32| self.0.join(format!("{game}-{now}-{process}-{n}.json"));
        // One process may begin several games within a second.
        let free = (1..u32::MAX).map(path).find(|path| !path.exists());
        Ok(free.expect("there are more numbers than files"))
    }

    /// The game that was played last, of those that were not finished.
    pub(super) fn last(&self, game: &str) -> Option<PathBuf> {
        let entries = fs::read_dir(&self.0).ok()?.flatten();
        let named = entries.filter(|entry| {
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(".json"));
            name.and_then(|name| name.strip_prefix(game))
                .is_some_and(|rest| rest.starts_with('-'))
        });
        let dated = named.filter_map(|entry| {
            let written = entry.metadata().ok()?.modified().ok()?;
            Some((written, entry.path()))
        });
        dated.max().map(|(_, path)| path)
    }
}
