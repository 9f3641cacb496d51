//! `ludex rollout`: positions and plays evaluated by playing games to the end.

mod report;

use ludex_base::catalogue::catalogue;
use ludex_base::numbers;
use ludex_study::json;
use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::registry::Session;
use ludex_kit::{GameInfo, InputError, RolledOut, RolloutRequest, Variant, message, say};
use ludex_search::rollout::{Certainty, RolloutEnding, RolloutOptions};
use serde_json::{Value, json};

use super::options::{ChosenSearch, refuse_ignored, unlisted};
use super::{DealArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::output::{self, LiveLine};
use ludex_study::rollouts::{
    DEEPEST, GREATEST_ERROR, Goal, MOST_DEVIATIONS, PLAYS, RolloutChoice, RolloutFile,
    RolloutWriter, TRUNCATIONS, locate_rollout, read_rollout, take_rollout,
};

const EXAMPLES: &str = "\
Examples:
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --moves dice:31 --multipv 3
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --moves dice:31 --jsd 2.33
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --moves dice:21 \\
      --plays \"13/11,6/5;24/23,13/11\" --trials 5184 --error 0.003
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --cubeful no --truncate 7 --depth 1
  ludex rollout tryktrak --variant length=5 --position 4HPwATDgc/ABMA --json
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --moves dice:43 --out 43.rollout
  ludex rollout tryktrak --resume 43.rollout --trials 5184
  ludex rollout trax --variant luck=yes --moves \"?+ns @0+ns ?+ns\" --truncate 8
  ludex rollout tantrix --deal --trials 72

After the roll, each play is rolled out, all plays with the same dice. Before the
roll, the cube decision is rolled out. The starting position counts as an ordinary
turn of player 1. Equities have a 95 % confidence interval. In Trax with luck and in
Tantrix both players choose moves by evaluating the positions one ply ahead, and each
line shows chances to win. If all games have the same result, the error is computed as
if there were two more wins and two more losses (Agresti and Coull, 1998). The error
of a score in points is shown only after 30 games. The same seed gives the same result
for any number of threads. Ctrl-C prints the results so far.

--jsd X drops a play once the best play is X joint standard deviations ahead of it,
and stops when one play is left. A cube decision stops when its verdict is equally
certain. A joint standard deviation is the standard error of the difference between
two plays. It is computed from games with the same dice, and from the standard errors
of the two plays as if they were independent; the smaller result counts. --jsd is off
by default; 2.33 is a common value.

--out saves the games to a file during the rollout, and --resume continues from it.
Position and settings are read from the file; if you give them again, they must be the
same. The number of games, --error, --jsd and --min-trials may change; a note lists
the values that are taken from the file. If --jsd or --min-trials changes, it is
decided again which plays are dropped; a play that returns first plays the games that
it missed. The result equals that of an uninterrupted rollout. The file names its
networks and their checksum; a rollout with other networks is refused.";

/// Estimate a position, its plays or its cube decision by playing many games to the end; for games with chance.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_args(unlisted(&["deterministic", "workers", "level"])))]
pub(super) struct Rollout {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The plays of a list separated by semicolons.
fn split_plays(plays: &str) -> impl Iterator<Item = &str> {
    let plays = plays.split(';').map(str::trim);
    plays.filter(|play| !play.is_empty())
}

/// Parses a list of plays, at least one.
fn plays(text: &str) -> Result<String, String> {
    let any = split_plays(text).next().map(|_| text.to_owned());
    any.ok_or_else(|| say!("plays separated by semicolons"))
}

/// Options for playing the games.
#[derive(Args, Debug)]
#[command(next_help_heading = "Rollout")]
struct GamesArgs {
    /// Plays to roll out, separated by semicolons [default: the best plays by static value; --multipv sets their number (3)]
    #[arg(long, value_name = "P1;P2", value_parser = plays, allow_hyphen_values = true)]
    plays: Option<String>,
    /// Number of games from each position [default: 1296]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    trials: Option<u64>,
    /// Stop each game after K plays and evaluate the position [default: play to the end]
    #[arg(long, value_name = "K", value_parser = numbers::range::<u32>(TRUNCATIONS.0, TRUNCATIONS.1), allow_hyphen_values = true)]
    truncate: Option<u32>,
    /// Search depth for the choice of plays; 0 uses static values [default: 0]
    #[arg(long, short, value_name = "D", value_parser = numbers::depth_from_zero(DEEPEST), allow_hyphen_values = true)]
    depth: Option<u32>,
    /// Play with the cube [default: yes]
    #[arg(long, value_name = "YES|NO", value_parser = numbers::yes_or_no, allow_hyphen_values = true)]
    cubeful: Option<bool>,
    /// Subtract the luck of the dice, estimated by static values; needs fewer but slower games for the same error
    /// [default: yes in tryktrak]
    #[arg(long, value_name = "YES|NO", value_parser = numbers::yes_or_no, allow_hyphen_values = true)]
    variance_reduction: Option<bool>,
    /// Stop a game when the bear-off table has its exact value [default: yes]
    #[arg(long, value_name = "YES|NO", value_parser = numbers::yes_or_no, allow_hyphen_values = true)]
    bearoff: Option<bool>,
    /// Stop when every standard error is at most E
    #[arg(long, value_name = "E", value_parser = numbers::real(0.0, GREATEST_ERROR), allow_hyphen_values = true)]
    error: Option<f64>,
    /// Drop plays that are X joint standard deviations below the best, and stop when the best play is clear
    #[arg(long, value_name = "X", value_parser = numbers::real(0.0, MOST_DEVIATIONS), allow_hyphen_values = true)]
    jsd: Option<f64>,
    /// Least number of games before --jsd drops plays [default: 144]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    min_trials: Option<u64>,
    /// Save the games to this new file for --resume
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue the rollout of this file and save it there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "plays"])]
    resume: Option<PathBuf>,
    /// The limits from the file of a resumed rollout, written as options.
    #[arg(skip)]
    limits_of_file: Vec<String>,
}

impl GamesArgs {
    /// The limits in a file that this command does not change, written as options. The number of games is left out, because the report
    /// contains it.
    fn limits_left_to(&self, goal: &Goal) -> Vec<String> {
        let kept = |option: &str, given: bool, limit: Option<String>| {
            let limit = limit.filter(|_| !given)?;
            Some(format!("--{option} {limit}"))
        };
        let is_dropping = self.jsd.or(goal.jsd).is_some();
        let min_trials = is_dropping.then(|| goal.min_trials.to_string());
        let limits = [
            kept("error", self.error.is_some(), goal.error.map(|error| error.to_string())),
            kept("jsd", self.jsd.is_some(), goal.jsd.map(|jsd| jsd.to_string())),
            kept("min-trials", self.min_trials.is_some(), min_trials),
        ];
        limits.into_iter().flatten().collect()
    }
}

impl Rollout {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let resumed = self.games.resume.as_deref();
        // The file is locked before it is read, because another program may be writing it.
        let found = resumed.filter(|path| path.is_file());
        let _alone = found.map(take_rollout).transpose()?;
        let kept = resumed.map(read_rollout).transpose()?;
        match &kept {
            Some(kept) => self.with_saved_options(kept)?.roll_out(file, Some(kept)),
            None => self.roll_out(file, None),
        }
    }

    /// This command, with missing options taken from the rollout's file.
    fn with_saved_options(&self, kept: &RolloutFile) -> Result<Self, InputError> {
        let given = [("--multipv", self.search.multipv.is_some())];
        refuse_ignored(message!("a resumed rollout"), &given)?;
        let settings = &kept.settings;
        let game = catalogue().info(&self.position.game)?.name;
        if game != settings.game {
            let problem =
                say!("does not fit: the file is a rollout of {game}", game = settings.game);
            return Err(InputError::problem(say!("game"), game, problem));
        }
        let mut position = self.position.clone();
        if position.variant.is_none() {
            position.variant = Some(settings.variant.parse::<Variant>()?);
        }
        if [&position.position, &position.moves] == [&None, &None] && position.file.is_none() {
            position.position = Some(settings.position.clone());
        }
        let mut search = self.search.clone();
        search.seed = search.seed.or(Some(settings.seed));
        search.search = search.search.or_else(|| settings.search.clone());
        search.evaluator = search.evaluator.or_else(|| settings.evaluator.clone());
        if search.set.is_empty() {
            search.set.clone_from(&settings.set);
        }
        let (games, goal) = (&self.games, kept.goal);
        let limits_of_file = games.limits_left_to(&goal);
        let games = GamesArgs {
            plays: (!kept.plays.is_empty()).then(|| kept.plays.join(";")),
            trials: games.trials.or(Some(goal.trials)),
            truncate: games.truncate.or(settings.truncate),
            depth: games.depth.or(Some(settings.depth)),
            cubeful: games.cubeful.or(Some(settings.cubeful)),
            variance_reduction: games.variance_reduction.or(Some(settings.variance_reduction)),
            bearoff: games.bearoff.or(Some(settings.bearoff)),
            error: games.error.or(goal.error),
            jsd: games.jsd.or(goal.jsd),
            min_trials: games.min_trials.or(Some(goal.min_trials)),
            out: None,
            resume: games.resume.clone(),
            limits_of_file,
        };
        Ok(Self { position, games, deal: self.deal, search, output: self.output })
    }

    fn roll_out(&self, file: Option<&Path>, kept: Option<&RolloutFile>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        self.refuse_ignored(kept.is_some())?;
        if let Some(path) = &self.games.out {
            output::check_ending(path, &["json"]).map_err(|error| error.within("--out"))?;
        }
        let mut session = self.position.open(&config)?;
        let mut chosen = self.search.chosen(&config, super::options::all_cores())?;
        self.search.resolve(&mut *session, &config, &mut chosen)?;
        self.deal.deal(&mut *session, chosen.setup.options.seed)?;
        if self.search.multipv.is_none() && config.get("multipv").is_none() {
            chosen.setup.options.multipv = PLAYS;
        }
        let mut request = self.request(chosen.setup.options.multipv)?;
        if let Some(kept) = kept {
            let goal = self.goal(&request);
            kept.resume(&mut request, &goal);
        }
        let mut writer = self.open_writer(&*session, &chosen, &request, kept)?;
        (session.info().warm_up)();
        let limits = self.games.limits_of_file.join(", ");
        if !limits.is_empty() {
            output::remark(&say!(
                "limits from the file: {limits}; options on the command line replace them",
                limits
            ));
        }
        let rolled = self.games_of(&mut *session, &chosen, &request, writer.as_mut())?;
        if rolled.trials == 0 {
            return Err(CouldNot(say!("stopped before the first games were finished")).into());
        }
        if let Some(writer) = &mut writer {
            writer.save(&rolled)?;
        }
        if self.output.json(&config)? {
            let mut object = json::rollout(&*session, &request, &rolled);
            object.insert("seed".into(), json!(chosen.setup.options.seed));
            object.insert("threads".into(), json!(chosen.setup.options.threads));
            output::json(&Value::Object(object))?;
        } else {
            output::print(&report::text(&*session, &request, &rolled))?;
        }
        if rolled.ending == Some(RolloutEnding::Stopped) {
            if let Some(writer) = &writer {
                output::remark(&say!("continue with `{command}`", command = writer.command()));
            }
            let (trials, all) = (rolled.trials, request.options.trials);
            return Err(CouldNot(say!("stopped after {trials} of {all} games", trials, all)).into());
        }
        Ok(())
    }

    /// An error for options that would have no effect.
    fn refuse_ignored(&self, goes_on: bool) -> Result<(), InputError> {
        let given = [
            ("--deterministic", self.search.deterministic),
            ("--workers", self.search.workers.is_some()),
            ("--level", self.search.level.is_some()),
        ];
        refuse_ignored(message!("a rollout"), &given)?;
        let without = self.games.jsd.is_none() && !goes_on;
        let given = [("--min-trials", self.games.min_trials.is_some() && without)];
        refuse_ignored(message!("a rollout without --jsd"), &given)?;
        let has_cube = json::has_cube(catalogue().info(&self.position.game)?);
        let given = [
            ("--cubeful", self.games.cubeful.is_some()),
            ("--bearoff", self.games.bearoff.is_some()),
        ];
        let given = given.map(|(option, is_given)| (option, is_given && !has_cube && !goes_on));
        refuse_ignored(&say!("a rollout of {game}", game = self.position.game), &given)
    }

    /// Opens the file of the rollout for writing, if one is named. A resumed file must contain the same rollout.
    fn open_writer(
        &self,
        session: &dyn Session,
        chosen: &ChosenSearch,
        request: &RolloutRequest<String>,
        kept: Option<&RolloutFile>,
    ) -> anyhow::Result<Option<RolloutWriter>> {
        let Some(path) = self.games.resume.as_deref().or(self.games.out.as_deref()) else {
            return Ok(None);
        };
        let search = (chosen.name.as_deref(), &chosen.setup);
        let goal = (self.goal(request), kept);
        RolloutWriter::open(path, session, search, request, goal).map(Some)
    }

    /// When the rollout ends.
    fn goal(&self, request: &RolloutRequest<String>) -> Goal {
        Goal {
            trials: request.options.trials,
            error: self.games.error,
            jsd: self.games.jsd,
            min_trials: self.games.min_trials.unwrap_or(Certainty::MIN_TRIALS),
        }
    }

    /// Plays the games, and saves them at intervals.
    fn games_of(
        &self,
        session: &mut dyn Session,
        chosen: &ChosenSearch,
        request: &RolloutRequest<String>,
        mut writer: Option<&mut RolloutWriter>,
    ) -> anyhow::Result<RolledOut<String>> {
        let stop = stop_on_interrupt();
        let mut live = LiveLine::new();
        let trials = request.options.trials;
        let (mut kept, mut has_played) = (Ok(()), false);
        let mut report = |rolled: &RolledOut<String>| {
            has_played = true;
            live.show_progress(rolled.trials.min(trials), trials, &report::progress(rolled));
            if let (Some(writer), Ok(())) = (&mut writer, &kept) {
                kept = writer.save_if_due(rolled);
                if kept.is_err() {
                    stop.stop();
                }
            }
        };
        let rolled = session
            .roll_out(&chosen.setup, request, &stop, &mut report)
            .map_err(|error| locate_rollout(error.into(), self.games.resume.as_deref()))?;
        drop(live);
        kept?;
        let ending = rolled.as_ref().and_then(|rolled| rolled.ending);
        if let (false, Some(why)) = (has_played, ending.and_then(report::nothing_left)) {
            output::remark(&say!("no games were played: {why}", why));
        }
        rolled.ok_or_else(|| {
            let expected = say!("a game with rollouts");
            let has = |info: &GameInfo| info.rollouts;
            catalogue().not_offered(&say!("game"), session.info(), &expected, has).into()
        })
    }

    fn request(&self, lines: usize) -> Result<RolloutRequest<String>, InputError> {
        let games = &self.games;
        let plays = split_plays(games.plays.as_deref().unwrap_or_default());
        let choice = RolloutChoice {
            trials: games.trials,
            truncate: games.truncate,
            depth: games.depth,
            error: games.error,
            jsd: games.jsd,
            min_trials: games.min_trials,
        };
        let options = choice.options(|name| format!("--{}", name.replace('_', "-")))?;
        Ok(RolloutRequest {
            options: RolloutOptions { ends_where_known: games.bearoff.unwrap_or(true), ..options },
            reduces_variance: games.variance_reduction,
            plays: plays.map(|play| play.replace(' ', ",")).collect(),
            lines,
            cubeful: games.cubeful.unwrap_or(true),
            numbers: None,
        })
    }
}
