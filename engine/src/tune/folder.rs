//! The folder of a tuning run: its settings, how far it has come, and every step on the way.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ludex_games::InputError;
use serde::{Deserialize, Serialize};

use super::settings::TuneSettings;
use crate::{input, output};

const SETTINGS: &str = "tune.json";
const CHECKPOINT: &str = "checkpoint.json";
const HISTORY: &str = "history.jsonl";

/// How far a run has come. It is written whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Steps that are done.
    pub iteration: u32,
    /// The values after them.
    pub values: Vec<f64>,
    /// Games played for them, or positions looked at.
    pub games: u64,
    /// The losses of a fit, before and after, on positions that it used and on those kept out of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// Whether the method has ended; only the match is left then.
    #[serde(default)]
    pub finished: bool,
}

/// What a fit makes of its positions: the mean logarithm of the likelihood, negative; less is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The factor that turns scores into odds.
    pub scale: f64,
    /// Of the old values, on the positions of the fit.
    pub before: f64,
    /// Of the new ones.
    pub after: f64,
    /// Of the old values, on positions kept out of the fit.
    pub held_out_before: f64,
    /// Of the new ones.
    pub held_out_after: f64,
}

/// A step on the way: a line of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 1.
    pub iteration: u32,
    /// The values after it.
    pub values: Vec<f64>,
    /// What it brought: points of the plus side less those of the other, or the loss of a fit.
    pub score: f64,
}

/// The folder, locked while it is open.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    history: File,
}

impl Folder {
    /// Makes a folder for a new run.
    pub fn create(path: &Path, settings: &TuneSettings) -> anyhow::Result<Self> {
        std::fs::create_dir_all(path).map_err(|error| unusable(path, &error))?;
        if path.join(SETTINGS).exists() {
            let place = path.display().to_string();
            let error = InputError::new(place, "the folder of a tuning run", "an empty folder");
            let hint = format!("ludex tune --resume {} goes on with it", path.display());
            return Err(error.with_hint(hint).into());
        }
        let folder = Self::lock(path)?;
        folder.history.set_len(0)?;
        folder.write_json(SETTINGS, settings)?;
        Ok(folder)
    }

    /// Opens the folder of a run that was begun before. Steps after the last checkpoint are taken again.
    pub fn resume(path: &Path) -> anyhow::Result<(Self, TuneSettings, Option<Checkpoint>)> {
        let settings = read_json(&path.join(SETTINGS), "the folder of a tuning run")?;
        let settings = settings.ok_or_else(|| {
            let place = path.display().to_string();
            InputError::new(place, "no tune.json", "the folder of a tuning run")
        })?;
        let mut folder = Self::lock(path)?;
        let checkpoint: Option<Checkpoint> = read_json(&path.join(CHECKPOINT), "a checkpoint")?;
        let done = checkpoint
            .as_ref()
            .map_or(0, |checkpoint| checkpoint.iteration);
        folder.forget_after(done)?;
        Ok((folder, settings, checkpoint))
    }

    fn lock(path: &Path) -> anyhow::Result<Self> {
        let history = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path.join(HISTORY))
            .map_err(|error| unusable(path, &error))?;
        if history.try_lock().is_err() {
            let place = path.display().to_string();
            let found = "a tuning run that is running";
            return Err(InputError::new(place, found, "a folder that nobody else uses").into());
        }
        Ok(Self {
            path: path.to_owned(),
            history,
        })
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Every step so far. A line that was cut off is left out.
    pub fn steps(&self) -> anyhow::Result<Vec<Step>> {
        let text = input::read_to_string(&self.path.join(HISTORY))?;
        Ok(text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect())
    }

    /// Takes steps out of the history that come after the last checkpoint.
    fn forget_after(&mut self, iteration: u32) -> anyhow::Result<()> {
        let steps = self.steps()?;
        self.history.set_len(0)?;
        steps
            .iter()
            .take_while(|step| step.iteration <= iteration)
            .try_for_each(|step| self.append(step))
    }

    /// Adds a step to the history.
    pub fn append(&mut self, step: &Step) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(step)?;
        line.push(b'\n');
        let place = || format!("{} cannot be written", self.path.join(HISTORY).display());
        self.history.write_all(&line).with_context(place)
    }

    /// Writes down how far the run has come.
    pub fn save(&self, checkpoint: &Checkpoint) -> anyhow::Result<()> {
        self.write_json(CHECKPOINT, checkpoint)
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        Ok(output::write_file(&self.path.join(name), &(text + "\n"))?)
    }
}

/// What a file holds; none if there is no file.
fn read_json<T: for<'a> Deserialize<'a>>(path: &Path, what: &str) -> Result<Option<T>, InputError> {
    let place = path.display().to_string();
    let text = match input::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(InputError::new(place, error.to_string(), what)),
    };
    let value = serde_json::from_str(&text);
    value
        .map(Some)
        .map_err(|error| InputError::new(place, error.to_string(), what))
}

fn unusable(path: &Path, error: &std::io::Error) -> InputError {
    let place = path.display().to_string();
    InputError::new(place, error.to_string(), "a folder that can be written to")
}
