//! The folder of a tuning run: its settings, its checkpoint, and the history of steps.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ludex_kit::{InputError, say};
use serde::{Deserialize, Serialize};

use super::settings::{Method, TuneSettings};
use super::space::ParameterSpace;
use ludex_base::input::{self, read_error_words};
use ludex_base::output::{self, shell_word};
use ludex_base::settings_file::json_error;

const SETTINGS: &str = "tune.json";
const CHECKPOINT: &str = "checkpoint.json";
const HISTORY: &str = "history.jsonl";
/// The file of accepted values.
pub(super) const ACCEPTED: &str = "accepted.toml";
/// The picture of the run, once there are steps to draw.
pub(super) const CURVES: &str = "curves.svg";

/// The progress of a run, written atomically.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TuneCheckpoint {
    /// Number of completed steps.
    pub iteration: u32,
    /// The values after these steps.
    pub values: Vec<f64>,
    /// Number of games played, or of positions evaluated.
    pub games: u64,
    /// Number of pairs whose two games were identical, so that the values made no difference.
    #[serde(default)]
    pub alike: u64,
    /// The losses of a fit before and after it, on the positions of the fit and on held-out positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// Whether the method has finished, so that only the match is left.
    #[serde(default)]
    pub finished: bool,
}

/// The losses of a fit: the mean negative log-likelihood of the results; less is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// The factor that converts scores to log-odds.
    pub scale: f64,
    /// Loss of the old values on the positions of the fit.
    pub before: f64,
    /// Loss of the new values on the positions of the fit.
    pub after: f64,
    /// Loss of the old values on held-out positions.
    pub held_out_before: f64,
    /// Loss of the new values on held-out positions.
    pub held_out_after: f64,
}

/// A step: a line of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuneStep {
    /// Its number, from 1.
    pub iteration: u32,
    /// The values after this step.
    pub values: Vec<f64>,
    /// Its result: points of the plus side minus those of the minus side, or the loss of a fit.
    pub score: f64,
    /// After a repair: the number of steps that this line replaces, including itself. If a step was rebuilt from the checkpoint, its score
    /// is unknown, and 0 is written.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Whether a run writes the file of this name atomically. A killed program may leave the temporary file `NAME.PID.tmp`.
fn is_written_whole(name: &str) -> bool {
    matches!(name, SETTINGS | CHECKPOINT | ACCEPTED | CURVES | "report.md")
}

/// The folder, locked while it is open.
#[derive(Debug)]
pub struct TuneFolder {
    path: PathBuf,
    history: File,
    /// Number of values of a step: one for each parameter.
    n_values: usize,
}

impl TuneFolder {
    /// Creates a folder for a new run with this number of parameters.
    pub fn create(path: &Path, settings: &TuneSettings, n_values: usize) -> anyhow::Result<Self> {
        output::make_folder(path)?;
        if path.join(SETTINGS).exists() {
            let place = path.display().to_string();
            let error =
                InputError::sentence(place, say!("the folder already contains a tuning run"));
            let hint = say!("`ludex tune --resume {path}` continues it", path = shell_word(path));
            return Err(error.with_hint(hint).into());
        }
        let folder = Self::lock(path, n_values)?;
        folder.history.set_len(0)?;
        folder.write_json(SETTINGS, settings)?;
        Ok(folder)
    }

    /// Reads the settings of an existing run.
    pub fn settings(path: &Path) -> Result<TuneSettings, InputError> {
        let settings = read_json(&path.join(SETTINGS), &say!("the settings of a tuning run"))?;
        settings.ok_or_else(|| {
            let place = path.display().to_string();
            InputError::sentence(
                place,
                say!("this is not the folder of a tuning run: tune.json is missing"),
            )
        })
    }

    /// Opens the folder of an existing run. Steps after the last checkpoint are repeated. Missing steps before it
    /// are an error, unless `repair` is set.
    pub fn resume(
        path: &Path,
        repair: bool,
    ) -> anyhow::Result<(Self, TuneSettings, Option<TuneCheckpoint>)> {
        let settings = Self::settings(path)?;
        let n_values = ParameterSpace::new(&settings)?.dimensions.len();
        let mut folder = Self::lock(path, n_values)?;
        let checkpoint: Result<Option<TuneCheckpoint>, _> =
            read_json(&path.join(CHECKPOINT), &say!("the checkpoint of a tuning run"));
        let checkpoint = match checkpoint {
            // An unreadable checkpoint is an error, unless `repair` allows rebuilding it from the history.
            Err(error) if !repair => {
                return Err(error.with_hint(folder.how_to_repair()).into());
            }
            Ok(checkpoint) => checkpoint,
            Err(_) => None,
        };
        let checkpoint = match checkpoint {
            None if repair => folder.rebuilt(&settings)?,
            None if !folder.steps()?.is_empty() => {
                return Err(folder.damaged(CHECKPOINT, say!("the checkpoint is missing")).into());
            }
            checkpoint => checkpoint,
        };
        folder.check_history(checkpoint.as_ref(), repair)?;
        Ok((folder, settings, checkpoint))
    }

    /// Checks that the history has each step up to the checkpoint. Later steps are discarded.
    fn check_history(
        &mut self,
        checkpoint: Option<&TuneCheckpoint>,
        repair: bool,
    ) -> anyhow::Result<()> {
        let TuneHistory { steps, bad, is_cut } = self.read_history()?;
        let (steps, gaps) = up_to(checkpoint, steps);
        if let Some((from, to)) = gaps.first().filter(|_| !repair) {
            let sentence = say!(
                "steps {from} to {to}, which come before the checkpoint, are missing",
                from,
                to
            );
            let place = bad.map_or_else(|| HISTORY.into(), |bad| format!("{HISTORY}, line {bad}"));
            return Err(self.damaged(&place, sentence).into());
        }
        if let Some(bad) = bad {
            output::remark(&if is_cut {
                say!(
                    "{history}, line {bad} is cut off; its step will be repeated",
                    history = HISTORY,
                    bad
                )
            } else {
                say!(
                    "{history}, line {bad} is not a step of this run and is ignored",
                    history = HISTORY,
                    bad
                )
            });
        }
        for (from, to) in gaps {
            output::remark(&say!(
                "{history}: steps {from} to {to} are lost",
                history = HISTORY,
                from,
                to
            ));
        }
        let lines: Result<Vec<String>, _> = steps.iter().map(serde_json::to_string).collect();
        let text: String = lines?.into_iter().map(|line| line + "\n").collect();
        let path = self.path.join(HISTORY);
        if std::fs::read(&path)?.starts_with(text.as_bytes()) {
            return Ok(self.history.set_len(text.len() as u64)?);
        }
        output::write_file(&path, text)?;
        // The file was replaced and the old lock is on the old file, so the new file is locked.
        self.history = Self::lock(&self.path, self.n_values)?.history;
        Ok(())
    }

    /// A checkpoint rebuilt from the last step of the history; `None` without a step.
    fn rebuilt(&self, settings: &TuneSettings) -> anyhow::Result<Option<TuneCheckpoint>> {
        let steps = self.steps()?;
        let Some(last) = steps.last().filter(|_| settings.method == Method::Spsa) else {
            return Ok(None);
        };
        let checkpoint = TuneCheckpoint {
            iteration: last.iteration,
            values: last.values.clone(),
            games: 2 * u64::from(last.iteration) * u64::from(settings.pairs),
            finished: last.iteration == settings.iterations,
            ..TuneCheckpoint::default()
        };
        output::remark(&say!(
            "{checkpoint}: restored from step {iteration}",
            checkpoint = CHECKPOINT,
            iteration = last.iteration
        ));
        self.save(&checkpoint)?;
        Ok(Some(checkpoint))
    }

    fn damaged(&self, name: &str, sentence: String) -> InputError {
        let place = self.path.join(name).display().to_string();
        InputError::sentence(place, sentence).with_hint(self.how_to_repair())
    }

    fn how_to_repair(&self) -> String {
        let folder = shell_word(&self.path);
        say!(
            "restore the file, or continue without it: `ludex tune --resume {folder} --repair`",
            folder
        )
    }

    /// Extends the run. If the match was already played, its folder is renamed.
    pub fn extend(&self, settings: &TuneSettings, iteration: u32) -> anyhow::Result<()> {
        let old = self.path.join("match");
        if old.exists() {
            let name = |number: u32| match number {
                0 => self.path.join(format!("match-after-{iteration}")),
                n => self.path.join(format!("match-after-{iteration}-{n}")),
            };
            let free = (0..u32::MAX).map(name).find(|path| !path.exists());
            let free = free.unwrap_or_else(|| name(0));
            std::fs::rename(&old, &free)?;
            let accepted = self.path.join(ACCEPTED);
            if accepted.exists() {
                std::fs::rename(accepted, free.join(ACCEPTED))?;
            }
        }
        self.write_json(SETTINGS, settings)
    }

    fn lock(path: &Path, n_values: usize) -> anyhow::Result<Self> {
        let history = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path.join(HISTORY))
            .map_err(|error| output::unwritable(path, &error, "the folder cannot be written to"))?;
        if history.try_lock().is_err() {
            let place = path.display().to_string();
            return Err(InputError::sentence(
                place,
                say!("another process is running this tuning"),
            )
            .into());
        }
        output::remove_leftovers(path, is_written_whole);
        Ok(Self { path: path.to_owned(), history, n_values })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All steps so far. Invalid lines are left out: a truncated line, bytes that are not text, or values of
    /// another run.
    pub fn steps(&self) -> anyhow::Result<Vec<TuneStep>> {
        Ok(self.read_history()?.steps)
    }

    /// Reads the history, including the place of the first invalid line.
    fn read_history(&self) -> Result<TuneHistory, InputError> {
        let path = self.path.join(HISTORY);
        let bytes = input::read(&path).map_err(|error| {
            let place = path.display().to_string();
            InputError::sentence(
                place,
                say!("the history cannot be read: {error}", error = read_error_words(&error)),
            )
        })?;
        let mut history = TuneHistory::default();
        let mut lines = (1..).zip(bytes.split(|&byte| byte == b'\n')).peekable();
        while let Some((number, line)) = lines.next() {
            match serde_json::from_slice::<TuneStep>(line) {
                Ok(step) if step.values.len() == self.n_values => history.steps.push(step),
                Err(_) if line.is_empty() => {}
                _ => {
                    history.bad = history.bad.or(Some(number));
                    // A last line without a line feed was being written when the program was killed.
                    history.is_cut = history.bad == Some(number) && lines.peek().is_none();
                }
            }
        }
        Ok(history)
    }

    /// Appends a step to the history.
    pub fn append(&mut self, step: &TuneStep) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(step)?;
        line.push(b'\n');
        let place = || say!("{path} cannot be written", path = self.path.join(HISTORY).display());
        self.history.write_all(&line).with_context(place)
    }

    /// Saves the checkpoint, after the steps up to it are on disk.
    pub fn save(&self, checkpoint: &TuneCheckpoint) -> anyhow::Result<()> {
        self.history.sync_data()?;
        self.write_json(CHECKPOINT, checkpoint)
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        output::write_file(&self.path.join(name), &(text + "\n"))
    }
}

/// The content of the history file.
#[derive(Default)]
struct TuneHistory {
    steps: Vec<TuneStep>,
    /// The number of the first invalid line.
    bad: Option<usize>,
    /// Whether that line was truncated: it is the last one and has no line end.
    is_cut: bool,
}

/// The steps up to a checkpoint, and the first and last number of each gap in them. The step after a gap replaces the missing steps. If the
/// gap is at the end, a step with the values of the checkpoint replaces them.
fn up_to(
    checkpoint: Option<&TuneCheckpoint>,
    steps: Vec<TuneStep>,
) -> (Vec<TuneStep>, Vec<(u32, u32)>) {
    let (mut kept, mut gaps, mut last) = (Vec::new(), Vec::new(), 0);
    let done = checkpoint.map_or(0, |checkpoint| checkpoint.iteration);
    for mut step in steps.into_iter().filter(|step| step.iteration <= done) {
        if step.iteration <= last {
            continue;
        }
        let lost = step.iteration - last;
        if lost > step.lost.max(1) {
            gaps.push((last + 1, step.iteration - 1));
            step.lost = lost;
        }
        last = step.iteration;
        kept.push(step);
    }
    if let Some(checkpoint) = checkpoint.filter(|_| last < done) {
        gaps.push((last + 1, done));
        kept.push(TuneStep {
            iteration: done,
            values: checkpoint.values.clone(),
            score: 0.0,
            lost: done - last,
        });
    }
    (kept, gaps)
}

/// Reads a JSON file; `None` if it does not exist.
fn read_json<T: for<'a> Deserialize<'a>>(path: &Path, what: &str) -> Result<Option<T>, InputError> {
    let Some(text) = input::read_run_file(path, what)? else {
        return Ok(None);
    };
    let value = serde_json::from_str(&text);
    value.map(Some).map_err(|error| json_error(path, &error, what))
}
