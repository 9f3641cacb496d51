//! `ludex tournament`: games between players, with statistics of their strength.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use clap::Args;
use ludex_kit::interface::real_time::Effort;
use ludex_kit::{InputError, Variant, say};

use super::options::{all_cores, refuse, refuse_beside_file};
use super::real_time::RealTimeVariant;
use super::runs::{
    Change, await_results, check_same_game, extension, free_folder, is_file, narrow, open_results,
    print_jobs, refuse_changes, refuse_different,
};
use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use ludex_base::input::read_file;
use ludex_base::numbers;
use ludex_base::output;
use ludex_matches::tournament::settings::{
    GameEntry, Openings, PlayerEntry, Sprt, TournamentFormat, TournamentSettings,
};
use ludex_matches::tournament::summary::TournamentSummary;
use ludex_matches::tournament::{Resume, RunOptions, Tournament, make_book, report};

const EXAMPLES: &str = "\
Examples:
  ludex tournament takt --player \"ours: time=100ms\" \\
        --player \"theirs: time=100ms cmd=./other tei\" --pairs 100
  ludex tournament takt --player \"new: nodes=20k set.reduction_base=80\" \\
        --player \"old: nodes=20k\" --pairs 2000 --sprt elo0=0,elo1=5 --out match
  ludex tournament quoridor --player \"club: level=6\" --player \"strong: level=8\"
  ludex tournament tryktrak --player \"two: depth=1\" \\
        --player \"one: depth=0\" --pairs 50 --luck yes
  ludex tournament --resume match
  ludex tournament cup.toml --out cup
  ludex tournament cup.toml --out cup --jobs | ludex worker \\
        | ludex tournament --resume cup --results -
  ludex tournament tantrix --variant mode=gobble,players=4,handicap=6/0/0/0 --games 10000
  ludex tournament quoridor --openings balanced \\
        --player \"a: time=1s\" --player \"b: time=500ms\"
  ludex tournament quoridor --player \"judge: nodes=50k\" \\
        --make-book book.txt --lines 200 --random-plies 6

A player is `NAME: key=value, …`. The limits are time, nodes, depth and clock (such as
60s+1s). The other keys are search (`random` plays any legal move and takes no other
key), evaluator (a name or a trained file), level (1 to 10 or a name; 10 unless set),
book (none, default or a file of `ludex book`; none unless set; with a seed other than
0 its moves vary from pair to pair), set.PARAMETER, threads (1 unless set), hash (16
MiB unless set), seed, deterministic, protocol, option.NAME, and cmd, which must be
last.
The default limit is time=100ms. An engine that does not answer loses on time; if its
only limit is nodes or depth, it may take as long as --patience.

An external engine that speaks ugi or tei gets the variant through the options that it
lists. It is refused (exit code 2) if a value is outside the listed range, if
option.NAME is not listed, or if it has no option for a variant key whose value is a
word (`Opening`). A note lists numbers for which the engine has no option (`Size`,
`HalfKomi`: set them in the engine's command), rules that only the referee applies
(`Repetition`, `Reversible`), and settings that the protocol cannot express (qtp and
fpt have no options).

The same as a TOML file:
  pairs = 50
  seed = 1
  [[games]]
  game = \"takt\"
  variant = \"size=6,komi=2\"
  openings = \"openings.txt\"        # one opening a line: moves, or a position; or a PTN
  [[players]]
  name = \"ours\"
  time = \"100ms\"
  [[players]]
  name = \"theirs\"
  cmd = \"./other tei\"

--openings balanced uses openings that ship with the program: at least 200 for each
variant that `ludex games` lists, within 10 % of even according to the search that
chose them. --make-book makes such a file; no two openings in it are rotated or
mirrored copies of each other.
Without a book each pair begins with random legal plies drawn from the seed and the
pair's number: 4 in Takt, Quoridor and Trax, none in games with dice or draws. If the
game could end within two plies after them, other random plies are chosen. Both games
of a pair have the same opening, dice and bag.
A player's seed selects book moves and seeds the random choices of its search.
Alpha-beta makes no random choices, so with a limit of nodes or depth it plays the
same game from the same opening for any seed. --seed changes the openings.
Long games are drawn: Trax after 500 plies, matches of Tryktrak after 100,000, other
games after 10,000. --max-plies changes this; rolls and draws count as plies. The
table counts these games under `length`.

The folder contains settings.json, results.jsonl (one line for each game), report.md,
report.html (a page with every game), elo.svg and the games in their own format. The
exit code is 1 if a player did not start.
`--resume` continues after Ctrl-C or a kill and takes no other settings, except that
`--extend pairs=N` plays more pairs and `--repair` removes damaged lines from
results.jsonl.";

/// Play matches, round-robins and gauntlets; measure Elo; test with SPRT.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct TournamentCommand {
    /// The game, or a TOML file with all settings
    #[arg(value_name = "GAME|FILE.toml", required_unless_present_any = ["resume", "extend", "repair", "results"])]
    what: Option<String>,
    /// A player (see below); give at least two
    #[arg(long = "player", value_name = "NAME: KEY=VALUE, …")]
    players: Vec<String>,
    /// The variant: key=value,… (`ludex games` lists the keys)
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = super::options::variant, allow_hyphen_values = true)]
    variant: Option<Variant>,
    /// Pairs of games between two players; with more players, rounds of games in which all seatings are played [default: 100]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    pairs: Option<u64>,
    /// Seed of openings, dice and bags [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// The first player plays against each other player; the others do not play each other
    #[arg(long)]
    gauntlet: bool,
    /// File of openings: one a line, as moves or a position, or recorded games (for takt a PTN)
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Openings of the pairs: random (random plies), balanced (the balanced openings of the game and variant) or a file as
    /// for --book [default: random]
    #[arg(
        long,
        value_name = "WHICH",
        conflicts_with = "book",
        value_parser = |text: &str| Ok::<_, Infallible>(Openings::parse(text)),
        allow_hyphen_values = true
    )]
    openings: Option<Openings>,
    /// Random plies at the start of each pair
    #[arg(long, value_name = "N", value_parser = numbers::range::<u32>(0, 1000), allow_hyphen_values = true)]
    random_plies: Option<u32>,
    /// Stop early by a sequential test: elo0=0,elo1=5,alpha=.05,beta=.05
    #[arg(long, value_name = "KEY=VALUE,…", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Grace period before a loss on time [default: 50ms for a command, 500ms for a search of Ludex]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    margin: Option<String>,
    /// Time after which an engine without a time limit loses [default: 60s]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    patience: Option<String>,
    /// Length in plies at which a game is drawn [default: 10000; trax 500, tryktrak 100000]
    #[arg(long, value_name = "PLIES", value_parser = numbers::range::<u32>(1, 1_000_000), allow_hyphen_values = true)]
    max_plies: Option<u32>,
    /// Measure the luck in games of chance, and also show results without luck [default: no]
    #[arg(long, value_name = "YES|NO", value_parser = numbers::yes_or_no, allow_hyphen_values = true)]
    luck: Option<bool>,
    /// Folder of the results [default: tournament-1 or the next free number]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue the tournament of this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "make_book", "games"])]
    resume: Option<PathBuf>,
    /// With --resume: play N pairs in all, more than before
    #[arg(long, value_name = "pairs=N", requires = "resume", conflicts_with = "out", allow_hyphen_values = true, value_parser = |text: &str| extension("pairs", text))]
    extend: Option<u32>,
    /// With --resume: remove and report lines of the results that are not games of this tournament
    #[arg(long, requires = "resume", conflicts_with = "out")]
    repair: bool,
    /// Print the remaining games as lines for `ludex worker` instead of playing them
    #[arg(long, conflicts_with_all = ["results", "make_book"])]
    jobs: bool,
    /// Add result lines of `ludex worker` instead of playing; - reads standard input
    #[arg(
        long,
        value_name = "FILE",
        requires = "resume",
        conflicts_with_all = ["make_book", "out"],
        allow_hyphen_values = true
    )]
    results: Option<PathBuf>,
    /// Number of games in real time, such as tantrix with mode=gobble [default: 1000]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    games: Option<u64>,
    /// Number of games at once [default: all cores]
    #[arg(long, short = 'j', visible_alias = "threads", value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    concurrency: Option<usize>,
    /// Write a book of balanced random openings to this file instead; the first player evaluates them
    #[arg(long, value_name = "FILE")]
    make_book: Option<PathBuf>,
    /// Number of openings in this book
    #[arg(long, value_name = "N", default_value_t = 100, requires = "make_book", conflicts_with_all = ["jobs", "results", "resume"], value_parser = numbers::range::<usize>(1, 1_000_000), allow_hyphen_values = true)]
    lines: usize,
    /// Largest expected result of an opening of this book: 0 (even) to 1 (won)
    #[arg(
        long,
        value_name = "BOUND",
        default_value_t = 0.2,
        requires = "make_book", conflicts_with_all = ["jobs", "results", "resume"],
        value_parser = numbers::real(0.0, 1.0),
        allow_hyphen_values = true
    )]
    bound: f64,
    #[command(flatten)]
    output: OutputArgs,
}

impl TournamentCommand {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        if let Some(played) = self.real_time(file)? {
            return Ok(played);
        }
        let given = match &self.resume {
            Some(_) => None,
            None => self.what.as_deref().map(|what| self.settings(what)).transpose()?,
        };
        let game = given.as_ref().map_or("", |settings| settings.games[0].game.as_str());
        let json = self.output.json(&Config::load(file, game)?)?;
        if let (Some(path), Some(settings)) = (&self.make_book, &given) {
            output::check_ending(path, &[]).map_err(|error| error.within("--make-book"))?;
            output::check_writable(path)?;
            let book = make_book(settings, self.lines, self.bound as f32)?;
            output::write_file(path, &(book.join("\n") + "\n"))?;
            return Ok(());
        }
        await_results(self.results.as_deref())?;
        let tournament = match (&self.resume, given) {
            (Some(folder), _) => self.resume(folder)?,
            (None, Some(settings)) => {
                let folder = self.out.clone().unwrap_or_else(|| free_folder("tournament"));
                if self.jobs {
                    Tournament::create_for_workers(settings, &folder)?
                } else {
                    Tournament::begin(settings, &folder)?
                }
            }
            (None, None) => unreachable!("clap requires a game, a file or a folder"),
        };
        if !json || self.jobs {
            output::remark(&say!("results in {folder}", folder = tournament.folder().display()));
        }
        if self.jobs {
            return print_jobs(&tournament.open_jobs()?);
        }
        let summary = match &self.results {
            Some(path) => take(tournament, path, json)?,
            None => tournament.run(RunOptions {
                concurrency: self.concurrency.unwrap_or_else(all_cores),
                json,
            })?,
        };
        if json {
            output::json(&summary.json())?;
        } else {
            output::print(&report::table(&summary))?;
            let details = report::details(&summary);
            if !details.is_empty() {
                output::print(&format!("\n{details}"))?;
            }
        }
        Ok(())
    }

    /// Plays a series of a game in real time, if one is requested.
    fn real_time(&self, file: Option<&Path>) -> anyhow::Result<Option<()>> {
        let Some(game) = self.what.as_deref().filter(|what| !is_file(what)) else {
            return Ok(None);
        };
        let config = Config::load(file, game)?;
        let position = PositionArgs {
            game: game.to_owned(),
            variant: self.variant.clone(),
            ..PositionArgs::default()
        };
        let Some(meant) = RealTimeVariant::from_arguments(&position, &config)? else {
            return match self.games {
                Some(_) => {
                    let sentence = say!("this option is only for games in real time; use --pairs");
                    Err(InputError::sentence("--games", sentence).into())
                }
                None => Ok(None),
            };
        };
        self.refuse_beside_real_time()?;
        let effort = Effort {
            n_games: self.games.unwrap_or(1000),
            seed: config.or(self.seed, "seed", numbers::seed)?.unwrap_or(0),
            threads: self.concurrency.unwrap_or_else(all_cores),
        };
        meant.series(&effort, self.output.json(&config)?)?;
        Ok(Some(()))
    }

    /// Resumes the tournament in a folder. Its settings cannot be changed.
    fn resume(&self, folder: &Path) -> anyhow::Result<Tournament> {
        let known = Tournament::settings_of(folder)?;
        let begun = known.as_begun();
        match self.what.as_deref() {
            Some(what) if is_file(what) => {
                let given = TournamentSettings::from_toml(&read_file(Path::new(what))?, what)?;
                refuse_different(what, &given.with_defaults_of(&begun), &begun)?;
            }
            Some(what) => check_same_game(what, &known.games[0].game)?,
            None => {}
        }
        if let (Some(pairs), Some(begun)) = (self.pairs, known.begun_with)
            && pairs != u64::from(begun)
        {
            let now = known.pairs;
            let problem = say!(
                "does not fit: the run was begun with {begun} pairs and extended to {now}",
                begun,
                now
            );
            return Err(InputError::problem("--pairs", pairs.to_string(), problem)
                .with_hint(say!("--extend pairs=N with N above {now} plays more", now))
                .into());
        }
        refuse_changes(self, CHANGES, &begun)?;
        let how = Resume { pairs: self.extend, repair: self.repair, ..Resume::default() };
        Tournament::resume(folder, how)
    }

    fn settings(&self, what: &str) -> anyhow::Result<TournamentSettings> {
        let mut settings = if is_file(what) {
            let text = read_file(Path::new(what))?;
            self.refuse_players()?;
            TournamentSettings::from_toml(&text, what)?
        } else {
            TournamentSettings::new(vec![GameEntry::new(what)], Vec::new())
        };
        for (_, change) in CHANGES {
            change(self, &mut settings)?;
        }
        if self.make_book.is_some() && settings.players.len() == 1 {
            // Only the first player is needed for making a book, because it evaluates the openings.
            let again = PlayerEntry {
                name: format!("{} again", settings.players[0].name),
                ..settings.players[0].clone()
            };
            settings.players.push(again);
        }
        settings.check()?;
        Ok(settings)
    }

    /// An error for options that a settings file already determines: players, games and books.
    fn refuse_players(&self) -> Result<(), InputError> {
        let given = [
            ("--player", !self.players.is_empty()),
            ("--variant", self.variant.is_some()),
            ("--book", self.book.is_some()),
            ("--openings", self.openings.is_some()),
        ];
        refuse_beside_file(&given)
    }

    /// An error for options that do not apply to a series in real time.
    fn refuse_beside_real_time(&self) -> Result<(), InputError> {
        let mut none = TournamentSettings::new(vec![GameEntry::new("")], Vec::new());
        let before = none.clone();
        for (option, change) in CHANGES {
            change(self, &mut none)?;
            let is_known = matches!(*option, "--variant" | "--seed");
            if none.difference(&before).is_some() && !is_known {
                return Err(InputError::sentence(
                    *option,
                    say!(
                        "this option has no effect on games in real time; use --games, --seed and --variant"
                    ),
                ));
            }
            none.clone_from(&before);
        }
        let given = [
            ("--out", self.out.is_some()),
            ("--resume", self.resume.is_some()),
            ("--jobs", self.jobs),
            ("--make-book", self.make_book.is_some()),
        ];
        refuse(&given, |option| {
            InputError::sentence(
                option,
                say!(
                    "this option has no effect on games in real time, whose series end within seconds"
                ),
            )
        })
    }
}

/// All options that are settings. Options not listed here do not change the games, or cannot be combined with
/// `--resume`.
const CHANGES: &[Change<TournamentCommand, TournamentSettings>] = &[
    ("--player", |command, settings| {
        let players = command.players.iter().map(|text| PlayerEntry::parse(text));
        let players: Vec<PlayerEntry> = players.collect::<Result<_, _>>()?;
        if !players.is_empty() {
            settings.players = players;
        }
        Ok(())
    }),
    ("--variant", |command, settings| {
        change(&mut settings.games, command.variant.as_ref(), |game, variant| {
            game.variant = variant.to_string();
        });
        Ok(())
    }),
    ("--book", |command, settings| {
        change(&mut settings.games, command.book.as_ref(), |game, path| {
            game.book = Some(path.display().to_string());
        });
        Ok(())
    }),
    ("--openings", |command, settings| {
        let openings = command.openings.clone();
        change(&mut settings.games, openings, |game, openings| {
            game.openings = Some(openings);
        });
        Ok(())
    }),
    ("--random-plies", |command, settings| {
        change(&mut settings.games, command.random_plies, |game, plies| {
            game.random_plies = Some(plies);
        });
        Ok(())
    }),
    ("--pairs", |command, settings| {
        if let Some(pairs) = command.pairs {
            settings.pairs = narrow("--pairs", pairs)?;
        }
        Ok(())
    }),
    ("--seed", |command, settings| {
        settings.seed = command.seed.unwrap_or(settings.seed);
        Ok(())
    }),
    ("--gauntlet", |command, settings| {
        if command.gauntlet {
            settings.format = TournamentFormat::Gauntlet;
        }
        Ok(())
    }),
    ("--sprt", |command, settings| {
        if let Some(text) = &command.sprt {
            settings.sprt = Some(Sprt::parse(text)?);
        }
        Ok(())
    }),
    ("--luck", |command, settings| {
        settings.luck = command.luck.unwrap_or(settings.luck);
        Ok(())
    }),
    ("--margin", |command, settings| {
        if command.margin.is_some() {
            settings.margin.clone_from(&command.margin);
        }
        Ok(())
    }),
    ("--patience", |command, settings| {
        if let Some(patience) = &command.patience {
            settings.patience.clone_from(patience);
        }
        Ok(())
    }),
    ("--max-plies", |command, settings| {
        settings.adjudicate.length = command.max_plies.or(settings.adjudicate.length);
        Ok(())
    }),
];

/// Changes all games if a value is given.
fn change<T: Clone>(games: &mut [GameEntry], value: Option<T>, make: fn(&mut GameEntry, T)) {
    if let Some(value) = value {
        for game in games {
            make(game, value.clone());
        }
    }
}

/// Adds the results from a file or from standard input.
fn take(tournament: Tournament, path: &Path, json: bool) -> anyhow::Result<TournamentSummary> {
    let (mut lines, place) = open_results(path)?;
    tournament.take(&mut lines, &place, json)
}
