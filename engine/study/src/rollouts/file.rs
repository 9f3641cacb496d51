//! The file of a rollout: position and plays, options, and the sums of the games so far.

use std::fmt;
use std::fs::TryLockError;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludex_kit::registry::Session;
use ludex_kit::{InputError, RolledOut, RolloutJudge, RolloutRequest, SearchSetup, say};
use serde::{Deserialize, Serialize};

use ludex_base::failure::into_input_error;
use ludex_base::input;
use ludex_base::output::{self, FileLock, shell_word, unwritable};
use ludex_base::settings_file::json_error;

/// What the file should contain.
fn expected() -> String {
    say!("a rollout of `ludex rollout --out`")
}
/// Interval of saving: the most work that a killed program loses.
const INTERVAL: Duration = Duration::from_secs(2);

/// A rollout that can be resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RolloutFile {
    /// The position, and how games are played.
    pub settings: Settings,
    /// When the rollout ends.
    pub goal: Goal,
    /// The plays in the order of their sums; empty if positions are rolled out instead of plays.
    pub plays: Vec<String>,
    /// Games so far.
    pub trials: u64,
    /// The sums of these games.
    pub sums: Vec<f64>,
    /// CRC-32 of all other fields.
    #[serde(default)]
    checksum: String,
}

/// The settings that affect the games; a resumed rollout must have the same settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The name of the game.
    pub game: String,
    /// Its variant.
    pub variant: String,
    /// The position that is rolled out.
    pub position: String,
    /// The seed of dice and draws.
    pub seed: u64,
    /// The number of plays after which games stop; `None` plays them to the end.
    pub truncate: Option<u32>,
    /// Depth of the search for plays, in plies.
    pub depth: u32,
    /// Whether games are played with the cube.
    pub cubeful: bool,
    /// Whether the luck of the dice is subtracted.
    pub variance_reduction: bool,
    /// Whether games stop where a bear-off table has the exact value.
    pub bearoff: bool,
    /// The search; `None` for the game's default.
    pub search: Option<String>,
    /// The evaluator; `None` for the default.
    pub evaluator: Option<String>,
    /// Parameters of the search.
    pub set: Vec<(String, String)>,
    /// The evaluator of positions during games; `None` if the search has no named evaluator.
    pub judged_by: Option<JudgedBy>,
}

/// The evaluator of positions during games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedBy {
    /// The name of the evaluator, or the path of its network file.
    evaluator: String,
    /// The checksum of the networks; `None` without networks.
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
        let evaluator = &self.evaluator;
        match &self.networks {
            Some(checksum) => {
                f.write_str(&say!("{evaluator} (checksum {checksum})", evaluator, checksum))
            }
            None => f.write_str(evaluator),
        }
    }
}

impl JudgedBy {
    /// Whether both evaluators evaluate in the same way. Networks are compared by content, because the same networks may have different names.
    fn is_like(&self, other: &Self) -> bool {
        match (&self.networks, &other.networks) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.evaluator == other.evaluator,
            _ => false,
        }
    }
}

/// The condition at which the rollout ends. It may be changed when the rollout is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Number of games from each position.
    pub trials: u64,
    /// The standard error at which the rollout ends.
    pub error: Option<f64>,
    /// Number of joint standard deviations at which a play is dropped.
    pub jsd: Option<f64>,
    /// Least number of games before a play is dropped.
    pub min_trials: u64,
}

impl Goal {
    /// Whether both rollouts use the same limits for dropping plays.
    fn drops_like(&self, other: &Self) -> bool {
        (self.jsd, self.min_trials) == (other.jsd, other.min_trials)
    }
}

impl Settings {
    /// The settings of a rollout that starts or resumes.
    fn new(
        session: &dyn Session,
        search: Option<&str>,
        setup: &SearchSetup,
        request: &RolloutRequest<String>,
    ) -> Result<Self, InputError> {
        let judge = session.rollout_judge(setup)?;
        Ok(Self {
            game: session.info().name.to_owned(),
            variant: session.variant().to_string(),
            position: session.position(),
            seed: setup.options.seed,
            truncate: request.options.plies,
            depth: request.options.play_depth,
            cubeful: request.cubeful,
            variance_reduction: request.reduces_variance.unwrap_or_default(),
            bearoff: request.options.ends_where_known,
            search: search.map(str::to_owned),
            evaluator: setup.evaluator.clone(),
            set: setup.parameters.clone(),
            judged_by: judge.map(JudgedBy::from),
        })
    }

    /// Checks that the settings match those of a file; the error names the first difference.
    fn check(&self, kept: &Self, path: &Path) -> Result<(), InputError> {
        let differ = |key: &str, found: String, kept: String| {
            let of = path.display();
            let problem = say!("differs from {kept}, the setting of {of}", kept, of);
            Err(InputError::problem(key, found, problem))
        };
        let judges = self.judged_by.as_ref().zip(kept.judged_by.as_ref());
        let [own, kept] = [self, kept].map(|settings| {
            serde_json::to_value(settings).expect("settings are words, numbers and lists")
        });
        let pairs = own.as_object().into_iter().flatten();
        for (key, found) in pairs {
            // If both evaluators are known, they are compared by content rather than by name.
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

/// Reads a rollout to resume.
pub fn read_rollout(path: &Path) -> Result<RolloutFile, InputError> {
    let place = path.display().to_string();
    let text = input::read_run_file(path, &expected())?
        .ok_or_else(|| InputError::sentence(&*place, say!("this file does not exist")))?;
    let kept: RolloutFile =
        serde_json::from_str(&text).map_err(|error| json_error(path, &error, &expected()))?;
    kept.check(&place)?;
    Ok(kept)
}

/// Locks the file of a rollout, so that no other program overwrites the results.
pub fn take_rollout(path: &Path) -> anyhow::Result<FileLock> {
    FileLock::take(path).map_err(|error| match error {
        TryLockError::Error(error) => unwritable(path, &error, "the file cannot be written"),
        TryLockError::WouldBlock => {
            let place = path.display().to_string();
            InputError::sentence(place, say!("another process is using this rollout")).into()
        }
    })
}

impl RolloutFile {
    /// Lets a request continue this rollout until `goal`.
    pub fn resume(&self, request: &mut RolloutRequest<String>, goal: &Goal) {
        request.numbers = Some(self.sums.clone());
        request.options.rechecks_certainty = !self.goal.drops_like(goal);
    }

    /// The checksum of all other fields.
    fn sum(&self) -> String {
        let kept = (&self.settings, self.goal, &self.plays, self.trials, &self.sums);
        let bytes = serde_json::to_vec(&kept).expect("a rollout is words, numbers and lists");
        format!("{:08x}", crc32fast::hash(&bytes))
    }

    /// An error if the content does not match its checksum.
    fn check(&self, place: &str) -> Result<(), InputError> {
        let sum = self.sum();
        if self.checksum != sum {
            let sentence = match self.checksum.as_str() {
                "" => say!("it is missing, as in files of older versions"),
                other => {
                    say!(
                        "\"{other}\" does not match the contents, whose checksum is {sum}",
                        other,
                        sum
                    )
                }
            };
            let error = InputError::sentence(format!("{place}, checksum"), sentence);
            return Err(error.with_hint(input::put_back()));
        }
        Ok(())
    }
}

/// Writes the file of a running rollout.
pub struct RolloutWriter {
    path: PathBuf,
    settings: Settings,
    goal: Goal,
    written: Option<Instant>,
    _alone: Option<FileLock>,
}

impl RolloutWriter {
    /// Resumes the file `kept`, which must contain the same rollout, or creates one, which must not exist yet.
    pub fn open(
        path: &Path,
        session: &dyn Session,
        (search, setup): (Option<&str>, &SearchSetup),
        request: &RolloutRequest<String>,
        (goal, kept): (Goal, Option<&RolloutFile>),
    ) -> anyhow::Result<Self> {
        let mut settings = Settings::new(session, search, setup, request)?;
        if let Some(kept) = kept {
            settings.check(&kept.settings, path)?;
            settings.judged_by.clone_from(&kept.settings.judged_by);
        }
        Self::new(path, settings, goal, kept.is_some())
    }

    fn new(path: &Path, settings: Settings, goal: Goal, goes_on: bool) -> anyhow::Result<Self> {
        if !goes_on {
            output::refuse_existing(path, || {
                let word = shell_word(path);
                say!(
                    "`ludex rollout {game} --resume {word}` continues it",
                    game = settings.game,
                    word
                )
            })?;
        }
        // A resumed file was locked before it was read.
        let alone = (!goes_on).then(|| take_rollout(path)).transpose()?;
        Ok(Self { path: path.to_owned(), settings, goal, written: None, _alone: alone })
    }

    /// Saves the results if they were last saved two seconds ago or earlier.
    pub fn save_if_due(&mut self, rolled: &RolledOut<String>) -> anyhow::Result<()> {
        match self.written {
            Some(written) if written.elapsed() < INTERVAL => Ok(()),
            _ => self.save(rolled),
        }
    }

    /// Saves the results.
    pub fn save(&mut self, rolled: &RolledOut<String>) -> anyhow::Result<()> {
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

    /// The command that resumes the rollout.
    pub fn command(&self) -> String {
        let game = &self.settings.game;
        format!("ludex rollout {game} --resume {}", shell_word(&self.path))
    }
}

/// Changes the place of an error about saved sums to the file at `path`.
pub fn locate_rollout(error: anyhow::Error, path: Option<&Path>) -> anyhow::Error {
    match (into_input_error(error), path) {
        (Ok(error), Some(path)) if error.place == "sums" => {
            error.within(path.display().to_string()).with_hint(input::put_back()).into()
        }
        (Ok(error), _) => error.into(),
        (Err(error), _) => error,
    }
}
