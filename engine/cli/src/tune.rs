//! `ludex tune`: finds better values for parameters.

use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::{InputError, Variant, say};

use super::OutputArgs;
use super::options::{all_cores, refuse_beside_file};
use super::runs::{
    Change, await_results, check_same_game, extension, free_folder, is_file, narrow, open_results,
    print_jobs, refuse_changes, refuse_different,
};
use crate::config::Config;
use ludex_base::input::read_file;
use ludex_base::numbers;
use ludex_base::output;
use ludex_matches::tournament::RunOptions;
use ludex_matches::tournament::settings::{PlayerEntry, Sprt};
use ludex_matches::tune::Tuning;
use ludex_matches::tune::settings::{Method, ParameterEntry, TuneSettings};

const EXAMPLES: &str = "\
Examples:
  ludex tune takt --variant size=5 --player \"nodes=500\" --parameter reduction_base,null_margin \\
        --iterations 2000 --out tuning
  ludex tune takt --player \"nodes=500\" --parameter \"line_open_*_early:0..300:20\" --out weights
  ludex tune --resume tuning
  ludex tune run.toml --out tuning
  ludex tune takt --method texel --player \"nodes=500\" --records match/results.jsonl --parameter \"*_late\"
  ludex bestmove takt --config tuning/accepted.toml

A player is `key=value, …` as for `ludex tournament`; `set.NAME=VALUE` sets the start
of a parameter. A parameter is NAME, NAME:MIN..MAX or NAME:MIN..MAX:STEP; a star in
NAME matches any text. `ludex games takt` lists names and ranges.

spsa moves the values up and down at random, plays pairs of games between both sides,
and moves the values towards the better side. STEP of --parameter sets how far they
move up and down, --rate how far they move towards the better side. texel fits the
evaluation to the results of recorded games. At the end the new values play a match
with a sequential test against the old ones. If the test accepts them, they are
written to accepted.toml (for --config); otherwise the exit code is 1. After Ctrl-C it
is 130. `--resume` continues after Ctrl-C or a kill and takes no other settings,
except that `--extend iterations=N` takes more steps. With limits in nodes or depth
the same seed gives the same values for any number of threads.

The same as a TOML file:
  game = \"takt\"
  variant = \"size=5\"
  iterations = 2000
  pairs = 8
  [player]
  nodes = \"500\"
  [[parameters]]
  name = \"reduction_base\"
  min = 0
  max = 200
  step = 10

The folder contains tune.json, checkpoint.json, history.jsonl (one line for each
step), curves.svg, report.md and match, a tournament. To play games on other machines,
--jobs prints the games of the next step for `ludex worker`, and --results reads their
results.";

/// Tune parameters of a search or an evaluation; a match decides whether the values are better.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct TuneCommand {
    /// The game, or a TOML file with all settings
    #[arg(value_name = "GAME|FILE.toml", required_unless_present = "resume")]
    what: Option<String>,
    /// The player: a search of Ludex, its limits, and the starting values of parameters (see below)
    #[arg(long, value_name = "KEY=VALUE, …")]
    player: Option<String>,
    /// Parameters to tune, separated by commas; can be repeated
    #[arg(long = "parameter", value_name = "NAME[:MIN..MAX[:STEP]],…", value_delimiter = ',')]
    parameters: Vec<String>,
    /// The variant: key=value,… (`ludex games` lists the keys)
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = super::options::variant, allow_hyphen_values = true)]
    variant: Option<Variant>,
    /// Method of tuning [default: spsa]
    #[arg(long, value_enum, value_name = "METHOD", allow_hyphen_values = true)]
    method: Option<Method>,
    /// Number of steps [default: 1000]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    iterations: Option<u64>,
    /// Pairs of games in each step [default: 8]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    pairs: Option<u64>,
    /// Learning rate: how many of its STEPs a parameter moves per point of difference at the end of the run; above 0, at most 10
    /// [default: 0.4 / √pairs]
    #[arg(long, value_name = "RATE", value_parser = numbers::real(0.0, 1e6), allow_hyphen_values = true)]
    rate: Option<f64>,
    /// Seed of openings and perturbations [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// File of openings: one a line, as moves or a position
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Random plies at the start of each pair
    #[arg(long, value_name = "N", value_parser = numbers::range::<u32>(0, 1000), allow_hyphen_values = true)]
    random_plies: Option<u32>,
    /// Length in plies at which a game is drawn [default: 500]
    #[arg(long, value_name = "PLIES", value_parser = numbers::range::<u32>(1, 1_000_000), allow_hyphen_values = true)]
    max_plies: Option<u32>,
    /// For texel: files of recorded games, results.jsonl or one of the game's formats; can be repeated
    #[arg(long, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// For texel: most positions to use from these files [default: 100000]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    positions: Option<u64>,
    /// Most pairs of the match at the end; 0 means no match, so that no values are accepted [default: 2000]
    #[arg(long, value_name = "N", value_parser = numbers::range::<u32>(0, 1_000_000_000), allow_hyphen_values = true)]
    match_pairs: Option<u32>,
    /// Sequential test of this match [default: elo0=0,elo1=10,alpha=.05,beta=.05]
    #[arg(long, value_name = "KEY=VALUE,…", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Folder of the run [default: tune-1 or the next free number]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue the run of this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// With --resume: take N steps in all, more than before, and repeat the match
    #[arg(long, value_name = "iterations=N", requires = "resume", conflicts_with = "out", allow_hyphen_values = true, value_parser = |text: &str| extension("iterations", text))]
    extend: Option<u32>,
    /// With --resume: continue although steps of the history are lost, and report them
    #[arg(long, requires = "resume", conflicts_with = "out")]
    repair: bool,
    /// Number of games at once [default: all cores]
    #[arg(long, short = 'j', visible_alias = "threads", value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    concurrency: Option<usize>,
    /// Print the games of the next step or the match as lines for `ludex worker` instead of playing them
    #[arg(long, conflicts_with = "results")]
    jobs: bool,
    /// Add result lines of `ludex worker` instead of playing; - reads standard input
    #[arg(
        long,
        value_name = "FILE",
        requires = "resume",
        conflicts_with = "out",
        allow_hyphen_values = true
    )]
    results: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl TuneCommand {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let given = match &self.resume {
            Some(_) => None,
            None => self.what.as_deref().map(|what| self.settings(what)).transpose()?,
        };
        let game = given.as_ref().map_or("", |settings| settings.game.as_str());
        let options = RunOptions {
            concurrency: self.concurrency.unwrap_or_else(all_cores),
            json: self.output.json(&Config::load(file, game)?)?,
        };
        await_results(self.results.as_deref())?;
        let tuning = match (&self.resume, given) {
            (Some(folder), _) => self.resume(folder)?,
            (None, Some(settings)) => {
                if self.jobs {
                    settings.check_jobs()?;
                }
                let folder = self.out.clone().unwrap_or_else(|| free_folder("tune"));
                Tuning::begin(settings, &folder, options.concurrency)?
            }
            (None, None) => unreachable!("clap requires a game, a file or a folder"),
        };
        if !options.json || self.jobs {
            output::remark(&say!("results in {folder}", folder = tuning.folder().display()));
        }
        if self.jobs {
            return print_jobs(&tuning.open_jobs()?);
        }
        let summary = match &self.results {
            Some(path) => {
                let (mut lines, place) = open_results(path)?;
                match tuning.take(&mut lines, &place, options)? {
                    Some(summary) => summary,
                    None => return Ok(()),
                }
            }
            None => tuning.run(options)?,
        };
        if options.json {
            output::json(&summary.json())?;
        } else {
            output::print(&summary.text())?;
        }
        if summary.accepted {
            if !options.json {
                output::print(&format!("\n{}", summary.lines()))?;
            }
            return Ok(());
        }
        Err(ludex_base::failure::CouldNot(summary.verdict()).into())
    }

    /// Resumes the run in a folder. Its settings cannot be changed.
    fn resume(&self, folder: &Path) -> anyhow::Result<Tuning> {
        let known = Tuning::settings_of(folder)?;
        match self.what.as_deref() {
            Some(what) if is_file(what) => {
                let given = TuneSettings::from_toml(&read_file(Path::new(what))?, what)?;
                let given = with_named_player(given);
                refuse_different(what, &given, &known)?;
            }
            Some(what) => check_same_game(what, &known.game)?,
            None => {}
        }
        refuse_changes(self, CHANGES, &known)?;
        Tuning::resume(folder, self.extend, self.repair)
    }

    fn settings(&self, what: &str) -> anyhow::Result<TuneSettings> {
        let mut settings = if is_file(what) {
            self.refuse_details()?;
            TuneSettings::from_toml(&read_file(Path::new(what))?, what)?
        } else {
            TuneSettings::new(what, PlayerEntry::default(), Vec::new())
        };
        for (_, change) in CHANGES {
            change(self, &mut settings)?;
        }
        let settings = with_named_player(settings);
        if let Err(error) = settings.check() {
            return Err(if is_file(what) { error.within(what) } else { error }.into());
        }
        Ok(settings)
    }

    /// An error for options that a settings file already determines: player, parameters and variant.
    fn refuse_details(&self) -> Result<(), InputError> {
        let given = [
            ("--player", self.player.is_some()),
            ("--parameter", !self.parameters.is_empty()),
            ("--variant", self.variant.is_some()),
            ("--book", self.book.is_some()),
        ];
        refuse_beside_file(&given)
    }
}

/// Adds a name to the player, because every player of a tournament needs one; it has no meaning here.
fn with_named_player(mut settings: TuneSettings) -> TuneSettings {
    if settings.player.name.is_empty() {
        settings.player.name = "player".into();
    }
    settings
}

/// All options that are settings. Options not listed here do not change the values.
const CHANGES: &[Change<TuneCommand, TuneSettings>] = &[
    ("--player", |command, settings| {
        let Some(text) = command.player.as_deref() else {
            return Ok(());
        };
        // A name is accepted, as in tournaments, but has no meaning here.
        let text = match text.split_once(':') {
            Some((name, rest)) if !name.contains('=') => rest,
            _ => text,
        };
        settings.player = PlayerEntry::parse(&format!("player: {text}"))?;
        Ok(())
    }),
    ("--parameter", |command, settings| {
        let entries = command.parameters.iter().map(|text| ParameterEntry::parse(text));
        let entries: Vec<ParameterEntry> = entries.collect::<Result<_, _>>()?;
        if !entries.is_empty() {
            settings.parameters = entries;
        }
        Ok(())
    }),
    ("--variant", |command, settings| {
        if let Some(variant) = &command.variant {
            settings.variant = variant.to_string();
        }
        Ok(())
    }),
    ("--book", |command, settings| {
        if let Some(path) = &command.book {
            settings.book = Some(path.display().to_string());
        }
        Ok(())
    }),
    ("--records", |command, settings| {
        let records = command.records.iter().map(|path| path.display().to_string());
        let new: Vec<String> = records.filter(|path| !settings.records.contains(path)).collect();
        settings.records.extend(new);
        Ok(())
    }),
    ("--method", |command, settings| {
        settings.method = command.method.unwrap_or(settings.method);
        Ok(())
    }),
    ("--iterations", |command, settings| {
        if let Some(iterations) = command.iterations {
            settings.iterations = narrow("--iterations", iterations)?;
        }
        Ok(())
    }),
    ("--pairs", |command, settings| {
        if let Some(pairs) = command.pairs {
            settings.pairs = narrow("--pairs", pairs)?;
        }
        Ok(())
    }),
    ("--rate", |command, settings| {
        settings.rate = command.rate.or(settings.rate);
        Ok(())
    }),
    ("--seed", |command, settings| {
        settings.seed = command.seed.unwrap_or(settings.seed);
        Ok(())
    }),
    ("--random-plies", |command, settings| {
        settings.random_plies = command.random_plies.or(settings.random_plies);
        Ok(())
    }),
    ("--max-plies", |command, settings| {
        settings.adjudicate.length = command.max_plies.or(settings.adjudicate.length);
        Ok(())
    }),
    ("--positions", |command, settings| {
        if let Some(positions) = command.positions {
            settings.positions = usize::try_from(positions).unwrap_or(usize::MAX);
        }
        Ok(())
    }),
    ("--match-pairs", |command, settings| {
        settings.match_pairs = command.match_pairs.unwrap_or(settings.match_pairs);
        Ok(())
    }),
    ("--sprt", |command, settings| {
        if let Some(text) = &command.sprt {
            settings.sprt = Sprt::parse(text)?;
        }
        Ok(())
    }),
];
