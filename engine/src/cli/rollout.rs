//! `ludex rollout`: positions and plays valued by games that are played out.

use std::path::Path;

use clap::{Args, ValueEnum};
use ludex_games::interface::rollouts::CONFIDENCE;
use ludex_games::support::figures;
use ludex_games::{GameInfo, RolledOut, RolloutRequest};
use ludex_search::rollout::RolloutOptions;
use serde_json::{Value, json};

use super::options::refuse_ignored;
use super::{DealArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use crate::failure::CouldNot;
use crate::interrupt::stop_on_interrupt;
use crate::output::{self, Align, LiveLine, TextTable};
use crate::{json, numbers};
use ludex_games::registry::{self, Session};

const EXAMPLES: &str = "\
Examples:
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --moves dice:31 --multipv 3
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --moves dice:21 \\
      --plays \"13/11,6/5;24/23,13/11\" --trials 5184 --error 0.003
  ludex rollout tryktrak --position 4HPwATDgc/ABMA --cubeful no --truncate 7 --depth 1
  ludex rollout tryktrak --variant length=5 --position 4HPwATDgc/ABMA --json

With dice plays are rolled out, all by the same dice; before the roll the decision
about the cube is. The start is an ordinary turn of player 1. Equities come with the
ends of a 95 % confidence interval. The same seed gives the same result whatever the
number of threads. Ctrl-C prints what there is.";

/// The games from each position, unless the user says otherwise: all first two rolls once.
const TRIALS: u64 = 1296;
/// The plays that are rolled out, unless the user says otherwise.
const PLAYS: usize = 3;

/// Value a position, its plays or its cube decision by games played out; for games with chance.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
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

/// How games are played out.
#[derive(Args, Debug)]
#[command(next_help_heading = "Rollout")]
struct GamesArgs {
    /// The plays to roll out, separated by semicolons [default: the --multipv best by static value, 3]
    #[arg(long, value_name = "P1;P2", allow_hyphen_values = true)]
    plays: Option<String>,
    /// Games from each position [default: 1296]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    trials: Option<u64>,
    /// End games after K plays by what the position is worth then [default: play to the end]
    #[arg(long, value_name = "K", value_parser = numbers::range::<u32>(1, 10_000), allow_hyphen_values = true)]
    truncate: Option<u32>,
    /// The depth at which plays are chosen: 0 by static values
    #[arg(long, short, value_name = "D", default_value_t = 0, value_parser = numbers::range::<u32>(0, 3), allow_hyphen_values = true)]
    depth: u32,
    /// Whether the cube is in use
    #[arg(
        long,
        value_name = "YES|NO",
        default_value = "yes",
        allow_hyphen_values = true
    )]
    cubeful: RolloutKind,
    /// Take the luck of the dice away, as far as static values know it: fewer games for the same error, each slower
    #[arg(
        long,
        value_name = "YES|NO",
        default_value = "yes",
        allow_hyphen_values = true
    )]
    variance_reduction: RolloutKind,
    /// End as soon as no standard error is greater
    #[arg(long, value_name = "E", value_parser = numbers::real(0.0, 10.0), allow_hyphen_values = true)]
    error: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RolloutKind {
    Yes,
    No,
}

impl Rollout {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let given = [
            ("--deterministic", self.search.deterministic),
            ("--workers", self.search.workers.is_some()),
            ("--level", self.search.level.is_some()),
        ];
        refuse_ignored("a rollout", &given)?;
        let mut session = self.position.open(&config)?;
        let mut chosen = self.search.chosen(&config, super::options::all_cores())?;
        self.search.resolve(&mut *session, &config, &mut chosen)?;
        self.deal.deal(&mut *session, chosen.setup.options.seed)?;
        if self.search.multipv.is_none() && config.get("multipv").is_none() {
            chosen.setup.options.multipv = PLAYS;
        }
        let request = self.request(chosen.setup.options.multipv);
        (session.info().warm_up)();
        let stop = stop_on_interrupt();
        let mut live = LiveLine::new();
        let trials = request.options.trials;
        let mut tell = |rolled: &RolledOut<String>| {
            live.show_share(rolled.trials.min(trials), trials, &progress(rolled));
        };
        let rolled = session.roll_out(&chosen.setup, &request, &stop, &mut tell)?;
        drop(live);
        let Some(rolled) = rolled else {
            let expected = "a game with rollouts";
            let has = |info: &GameInfo| info.rollouts;
            return Err(registry::not_offered("game", session.info(), expected, has).into());
        };
        if rolled.trials == 0 {
            return Err(CouldNot("stopped before the first games were over".into()).into());
        }
        if self.output.json(&config)? {
            let mut object = json::rollout(&*session, &request, &rolled);
            object.insert("seed".into(), json!(chosen.setup.options.seed));
            object.insert("threads".into(), json!(chosen.setup.options.threads));
            output::json(&Value::Object(object))?;
        } else {
            output::print(&self.text(&*session, &request, &rolled))?;
        }
        if stop.is_stopped() && rolled.trials < trials {
            return Err(
                CouldNot(format!("stopped after {} of {trials} games", rolled.trials)).into(),
            );
        }
        Ok(())
    }

    fn request(&self, lines: usize) -> RolloutRequest<String> {
        let plays = self.games.plays.as_deref().unwrap_or_default();
        let plays = plays
            .split(';')
            .map(str::trim)
            .filter(|play| !play.is_empty());
        RolloutRequest {
            options: RolloutOptions {
                trials: self.games.trials.unwrap_or(TRIALS),
                plies: self.games.truncate,
                play_depth: self.games.depth,
                reduces_variance: self.games.variance_reduction == RolloutKind::Yes,
                target_error: self.games.error.map(|error| error as f32),
                ..RolloutOptions::default()
            },
            plays: plays.map(|play| play.replace(' ', ",")).collect(),
            lines,
            cubeful: self.games.cubeful == RolloutKind::Yes,
        }
    }

    fn text(
        &self,
        session: &dyn Session,
        request: &RolloutRequest<String>,
        rolled: &RolledOut<String>,
    ) -> String {
        let mut head = TextTable::plain(&[Align::Left, Align::Left]);
        let mut say = |key: &str, value: String| head.row(vec![key.to_owned(), value]);
        say("position", session.position());
        say("variant", session.variant().to_string());
        for (heading, note) in session.describe().notes {
            say(&heading, note);
        }
        let ends = match self.games.truncate {
            Some(plies) => format!("ended after {plies} plays"),
            None => "played to the end".to_owned(),
        };
        let cube = if json::is_cubeful(session, request) {
            "with the cube"
        } else {
            "without the cube"
        };
        let trials = rolled.trials;
        say(
            "games",
            format!(
                "{trials}, {ends}, {cube}, plays at depth {}",
                self.games.depth
            ),
        );
        say("time", format!("{:.2} s", rolled.elapsed.as_secs_f64()));
        for (heading, note) in &rolled.description.notes {
            say(heading, note.clone());
        }
        let mut columns = vec![("#", Align::Right), ("move", Align::Left)];
        let cells = rolled
            .lines
            .first()
            .map(|line| line.description.cells.as_slice());
        columns.extend(
            cells
                .unwrap_or_default()
                .iter()
                .map(|&(name, _)| (name, Align::Right)),
        );
        let mut table = TextTable::new(&columns);
        for (index, line) in rolled.lines.iter().enumerate() {
            let mut row = vec![(index + 1).to_string(), line.mv.clone().unwrap_or_default()];
            row.extend(line.description.cells.iter().map(|(_, text)| text.clone()));
            table.row(row);
        }
        format!("{}\n{}", head.render(), table.render())
    }
}

/// What is told of rollouts under way: the best so far.
fn progress(rolled: &RolledOut<String>) -> String {
    rolled.lines.first().map_or_else(String::new, |line| {
        let mv = line.mv.as_deref().unwrap_or_default();
        let equity = figures::signed(line.value, 4);
        format!("{mv} {equity} ± {:.4}", CONFIDENCE * line.error)
    })
}
