//! A rollout as a file keeps it: what is rolled out, how, and what the games add up to so far.

use std::fmt;
use std::fs::TryLockError;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludex_kit::registry::Session;
use ludex_kit::{InputError, RolledOut, RolloutJudge, RolloutRequest};
use serde::{Deserialize, Serialize};

use ludex_base::input;
use ludex_base::output::{self, FileLock, shell_word, unwritable};
use ludex_base::settings_file::json_error;

use super::super::options::ChosenSearch;

/// What should be in the file.
const EXPECTED: &str = "a rollout of `ludex rollout --out`";
/// No more than so much work is lost by a kill.
const INTERVAL: Duration = Duration::from_secs(2);

/// A rollout that can go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RolloutFile {
    pub(super) settings: Settings,
    pub(super) goal: Goal,
    /// The plays in the order of their sums; none where no play is rolled out.
    pub(super) plays: Vec<String>,
    /// Games so far.
    pub(super) trials: u64,
    pub(super) sums: Vec<f64>,
    /// CRC-32 of all that stands before it.
    #[serde(default)]
    checksum: String,
}

/// What the games depend on: a rollout that goes on has the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub(super) game: String,
    pub(super) variant: String,
    pub(super) position: String,
    pub(super) seed: u64,
    pub(super) truncate: Option<u32>,
    pub(super) depth: u32,
    pub(super) cubeful: bool,
    pub(super) variance_reduction: bool,
    pub(super) bearoff: bool,
    pub(super) search: Option<String>,
    pub(super) evaluator: Option<String>,
    pub(super) set: Vec<(String, String)>,
    /// By what positions were judged; none where there is nothing to name.
    pub(super) judged_by: Option<JudgedBy>,
}

/// By what positions are judged on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgedBy {
    /// The name of the evaluation, or the path of its networks.
    evaluator: String,
    /// The checksum of the networks' bytes; none where there are no networks.
    networks: Option<String>,
}

impl From<RolloutJudge> for JudgedBy {
    fn from(judge: RolloutJudge) -> Self {
        let networks = Some(judge.networks).filter(|bytes| !bytes.is_empty());
        Self {
            evaluator: judge.evaluator,
            networks: networks.map(|bytes| format!("{:08x}", crc32fast::hash(&bytes))),
        }
    }
}

impl fmt::Display for JudgedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.evaluator)?;
        match &self.networks {
            Some(checksum) => write!(f, " (checksum {checksum})"),
            None => Ok(()),
        }
    }
}

impl JudgedBy {
    /// Whether they judge alike: networks are the same under any name.
    fn is_like(&self, other: &Self) -> bool {
        match (&self.networks, &other.networks) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.evaluator == other.evaluator,
            _ => false,
        }
    }
}

/// When it ends, which may be said anew.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Goal {
    pub(super) trials: u64,
    pub(super) error: Option<f64>,
    pub(super) jsd: Option<f64>,
    pub(super) min_trials: u64,
}

impl Goal {
    /// Whether plays are dropped by the same limits.
    pub(super) fn drops_like(&self, other: &Self) -> bool {
        (self.jsd, self.min_trials) == (other.jsd, other.min_trials)
    }
}

impl Settings {
    /// Those of a rollout that is about to begin or to go on.
    pub(super) fn new(
        session: &dyn Session,
        chosen: &ChosenSearch,
        request: &RolloutRequest<String>,
        variance_reduction: bool,
    ) -> Result<Self, InputError> {
        let setup = &chosen.setup;
        let judge = session.rollout_judge(setup)?;
        Ok(Self {
            game: session.info().name.to_owned(),
            variant: session.variant().to_string(),
            position: session.position(),
            seed: setup.options.seed,
            truncate: request.options.plies,
            depth: request.options.play_depth,
            cubeful: request.cubeful,
            variance_reduction,
            bearoff: request.options.ends_where_known,
            search: chosen.name.clone(),
            evaluator: setup.evaluator.clone(),
            set: setup.parameters.clone(),
            judged_by: judge.map(JudgedBy::from),
        })
    }

    /// Whether these are the settings of a file, with the first that is not.
    pub(super) fn check(&self, kept: &Self, path: &Path) -> Result<(), InputError> {
        let differ = |key: &str, found: String, kept: String| {
            let of = path.display();
            let problem = format!("differs from {kept}, the setting of {of}");
            Err(InputError::problem(key, found, problem))
        };
        let judges = self.judged_by.as_ref().zip(kept.judged_by.as_ref());
        let [own, kept] = [self, kept].map(|settings| {
            serde_json::to_value(settings).expect("settings are words, numbers and lists")
        });
        let pairs = own.as_object().into_iter().flatten();
        for (key, found) in pairs {
            // Where it is known by what positions were judged, that counts, whatever it is called.
            let is_judge = key == "judged_by" || (key == "evaluator" && judges.is_some());
            if kept[key] != *found && !is_judge {
                let text = |value: &serde_json::Value| match value.as_str() {
                    Some(text) => text.to_owned(),
                    None => value.to_string(),
                };
                return differ(key, text(found), text(&kept[key]));
            }
        }
        match judges {
            Some((own, kept)) if !own.is_like(kept) => {
                differ("evaluator", own.to_string(), kept.to_string())
            }
            _ => Ok(()),
        }
    }
}

/// Reads a rollout that goes on.
pub(super) fn read(path: &Path) -> Result<RolloutFile, InputError> {
    let place = path.display().to_string();
    let text = input::read_run_file(path, EXPECTED)?
        .ok_or_else(|| InputError::sentence(&*place, "this file does not exist"))?;
    let kept: RolloutFile =
        serde_json::from_str(&text).map_err(|error| json_error(path, &error, EXPECTED))?;
    kept.check(&place)?;
    Ok(kept)
}

/// Takes a rollout's file for this program alone, so that no other one writes over what is played here.
pub(super) fn take(path: &Path) -> anyhow::Result<FileLock> {
    FileLock::take(path).map_err(|error| match error {
        TryLockError::Error(error) => unwritable(path, &error, "a file that can be written"),
        TryLockError::WouldBlock => {
            let place = path.display().to_string();
            InputError::sentence(place, "another process is using this rollout").into()
        }
    })
}

impl RolloutFile {
    /// The checksum of all but the checksum.
    fn sum(&self) -> String {
        let kept = (&self.settings, self.goal, &self.plays, self.trials, &self.sums);
        let bytes = serde_json::to_vec(&kept).expect("a rollout is words, numbers and lists");
        format!("{:08x}", crc32fast::hash(&bytes))
    }

    /// Refuses what is not as it was written.
    fn check(&self, place: &str) -> Result<(), InputError> {
        let sum = self.sum();
        if self.checksum != sum {
            let sentence = match self.checksum.as_str() {
                "" => "it is missing, as in files of older versions".to_owned(),
                other => {
                    format!("\"{other}\" does not match the contents, whose checksum is {sum}")
                }
            };
            let error = InputError::sentence(format!("{place}, checksum"), sentence);
            return Err(error.with_hint(input::PUT_BACK));
        }
        Ok(())
    }
}

/// The file of a rollout under way.
pub(super) struct RolloutWriter {
    path: PathBuf,
    settings: Settings,
    goal: Goal,
    written: Option<Instant>,
    _alone: Option<FileLock>,
}

impl RolloutWriter {
    /// A keeper that goes on with a file, or begins one, which must be new.
    pub(super) fn new(
        path: &Path,
        settings: Settings,
        goal: Goal,
        goes_on: bool,
    ) -> anyhow::Result<Self> {
        if !goes_on {
            output::refuse_existing(path, || {
                let word = shell_word(path);
                format!("`ludex rollout {} --resume {word}` continues it", settings.game)
            })?;
        }
        // One that goes on was taken before it was read.
        let alone = (!goes_on).then(|| take(path)).transpose()?;
        Ok(Self { path: path.to_owned(), settings, goal, written: None, _alone: alone })
    }

    /// Keeps what there is, if the last time is some seconds ago.
    pub(super) fn save_if_due(&mut self, rolled: &RolledOut<String>) -> anyhow::Result<()> {
        match self.written {
            Some(written) if written.elapsed() < INTERVAL => Ok(()),
            _ => self.save(rolled),
        }
    }

    /// Keeps what there is.
    pub(super) fn save(&mut self, rolled: &RolledOut<String>) -> anyhow::Result<()> {
        let mut kept = RolloutFile {
            settings: Settings {
                variance_reduction: rolled.reduces_variance,
                ..self.settings.clone()
            },
            goal: self.goal,
            plays: rolled.plays.clone(),
            trials: rolled.trials,
            sums: rolled.numbers.clone(),
            checksum: String::new(),
        };
        kept.checksum = kept.sum();
        let mut text = serde_json::to_string_pretty(&kept)?;
        text.push('\n');
        output::write_file(&self.path, text)?;
        self.written = Some(Instant::now());
        Ok(())
    }

    /// The command that goes on.
    pub(super) fn command(&self) -> String {
        let game = &self.settings.game;
        format!("ludex rollout {game} --resume {}", shell_word(&self.path))
    }
}
