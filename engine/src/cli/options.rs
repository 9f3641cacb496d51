//! Groups of options that several commands share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use ludex_games::{Format, GameInfo, InputError, Record, SearchInfo, SearchSetup, Variant};
use ludex_search::{Limits, SearchOptions, TimeControl};

use crate::config::{Config, key_of};
use crate::input::{STDIN, read_file, read_value};
use crate::numbers;
use crate::registry::{self, Session, Word};

/// No record has more plies, nor a file more games.
const MOST_PLIES: usize = 1_000_000;

/// The options of a variant, at least one.
pub(super) fn variant(text: &str) -> Result<Variant, InputError> {
    if text.trim().is_empty() {
        return Err(InputError::new("", text, "key=value,…"));
    }
    text.parse()
}

/// The position that a command is about.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Position")]
pub struct PositionArgs {
    /// The game: takt (tak); `ludex games` lists all
    #[arg(value_name = "GAME", help_heading = "Arguments")]
    pub game: String,
    /// A position in the game's notation, for takt a TPS; - reads it from standard input [default: the start]
    #[arg(long, short, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Moves to be played from there, separated by blanks; - reads them from standard input
    #[arg(long, short, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// A file with a recorded game, for takt a PTN; - reads it from standard input
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["position", "moves"], allow_hyphen_values = true)]
    pub file: Option<PathBuf>,
    /// The position after so many moves of the record [default: its end]
    #[arg(long, value_name = "N", requires = "file", conflicts_with_all = ["position", "moves"], value_parser = numbers::range::<usize>(0, MOST_PLIES), allow_hyphen_values = true)]
    pub ply: Option<usize>,
    /// Which game of the file [default: the first]
    #[arg(long = "game", value_name = "N", requires = "file", conflicts_with_all = ["position", "moves"], value_parser = numbers::range::<usize>(1, MOST_PLIES), allow_hyphen_values = true)]
    pub number: Option<usize>,
    /// The variant: key=value,… (`ludex games` lists the keys)
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = variant, allow_hyphen_values = true)]
    pub variant: Option<Variant>,
}

impl PositionArgs {
    /// The options of the variant: those given, over the defaults.
    pub fn variant(&self, config: &Config) -> Result<Variant, InputError> {
        let defaults = match config.get("variant") {
            Some(default) => default.variant()?,
            None => Variant::new(),
        };
        Ok(self.variant.clone().unwrap_or_default().over(&defaults))
    }

    /// Opens the game at the position.
    pub fn open(&self, config: &Config) -> Result<Box<dyn Session>, InputError> {
        if let Some(path) = &self.file {
            let record = self.record(path)?;
            return Ok(self.open_record(&record, config)?.0);
        }
        self.check_stdin()?;
        let position = self.position.as_deref().map(read_value).transpose()?;
        let moves = self.moves.as_deref().map(read_value).transpose()?;
        let variant = self.variant(config)?;
        let mut session = self.open_at(&variant, config, position.as_deref())?;
        let words = Word::split(&moves.unwrap_or_default(), "--moves");
        session.set_line(position.as_deref(), &words)?;
        Ok(session)
    }

    /// A position decides what follows from it (the size of the board): a default may not object, an option may.
    fn open_at(
        &self,
        variant: &Variant,
        config: &Config,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, InputError> {
        let opened = registry::open(&self.game, variant, position);
        if opened.is_err() && position.is_some() && config.get("variant").is_some() {
            let given = self.variant.clone().unwrap_or_default();
            return registry::open(&self.game, &given, position).or(opened);
        }
        opened
    }

    fn check_stdin(&self) -> Result<(), InputError> {
        if self.position.as_deref() == Some(STDIN) && self.moves.as_deref() == Some(STDIN) {
            return Err(
                InputError::new("--moves", STDIN, "moves, or - for one option alone")
                    .with_hint("standard input can be read only once"),
            );
        }
        Ok(())
    }

    /// Reads the record of a file, in the format that its ending names.
    pub fn record(&self, path: &Path) -> Result<Record, InputError> {
        self.record_as(path, None)
    }

    /// Reads the record of a file in this format.
    pub fn record_as(&self, path: &Path, format: Option<&Format>) -> Result<Record, InputError> {
        let mut records = self.records_as(path, format)?;
        let number = self.number.unwrap_or(1);
        if number == 0 || number > records.len() {
            let place = place_of(path);
            let expected = match records.len() {
                0 => "a text that holds a game".to_owned(),
                n_games => format!("a game from 1 to {n_games}"),
            };
            return Err(InputError::new(place, format!("game {number}"), expected));
        }
        let record = records.swap_remove(number - 1);
        match record.damage {
            Some(damage) => Err(damage),
            None => Ok(record),
        }
    }

    /// Reads every record of a file in this format. The last one may be damaged.
    pub fn records_as(
        &self,
        path: &Path,
        format: Option<&Format>,
    ) -> Result<Vec<Record>, InputError> {
        let info = registry::info(&self.game)?;
        let text = read_file(path)?;
        let place = place_of(path);
        let mut records =
            read_records(info, format, path, &text).map_err(|error| error.within(&place))?;
        for record in &mut records {
            for ply in &mut record.plies {
                ply.place = format!("{place}, {}", ply.place);
            }
            record.damage = record.damage.take().map(|error| error.within(&place));
        }
        Ok(records)
    }

    /// Opens the game of a record after `--ply` moves, and returns all words of the record too.
    pub fn open_record(
        &self,
        record: &Record,
        config: &Config,
    ) -> Result<(Box<dyn Session>, Vec<Word>), InputError> {
        // The record's own tags win over defaults; an option that was given wins over the tags.
        let defaults = Self::default().variant(config)?;
        let given = self.variant.clone().unwrap_or_default();
        let variant = given.over(&record.variant.over(&defaults));
        let start = record.start.as_deref();
        let mut session = registry::open(&self.game, &variant, start).or_else(|error| {
            let without = given.over(&record.variant);
            registry::open(&self.game, &without, start).map_err(|_| error)
        })?;
        let word = |ply: &ludex_games::RecordedPly| Word {
            text: ply.text.clone(),
            place: ply.place.clone(),
        };
        let words: Vec<Word> = record.plies.iter().map(word).collect();
        let n_played = self.ply.unwrap_or(words.len());
        if n_played > words.len() {
            return Err(InputError::new(
                "--ply",
                n_played.to_string(),
                format!("0 to {}, the length of the record", words.len()),
            ));
        }
        session.set_line(start, &words[..n_played])?;
        if n_played == words.len() {
            let told = session.recorded_returns(record);
            let end = words.last().map_or("game", |word| word.place.as_str());
            told.map_err(|error| error.within(end))?;
        }
        Ok((session, words))
    }
}

/// A file as the place of an error.
fn place_of(path: &Path) -> String {
    if path == Path::new(STDIN) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads every game of a text in this format, or in the one that the file's ending names, or else in the game's first one.
fn read_records(
    info: &GameInfo,
    format: Option<&Format>,
    path: &Path,
    text: &str,
) -> Result<Vec<Record>, InputError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let named = info
        .formats
        .iter()
        .find(|format| format.extensions.contains(&ending.as_str()));
    match format.or(named).or(info.formats.first()) {
        Some(format) => (format.read)(text),
        None => Err(InputError::new(
            "",
            ending,
            "no file: this game has no format for records",
        )),
    }
}

/// When a search stops.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time for a move: 5s, 500ms, 2m [default: 1s, if there is no other limit]
    #[arg(long, short, value_name = "TIME", value_parser = numbers::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Positions to be searched: 1000000, 1e6, 2M
    #[arg(long, short, value_name = "N", value_parser = numbers::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, short, value_name = "PLIES", value_parser = numbers::depth, allow_hyphen_values = true)]
    pub depth: Option<u32>,
    /// A clock for the rest of the game: 60s+1s
    #[arg(long, value_name = "TIME+INCREMENT", value_parser = numbers::clock, allow_hyphen_values = true)]
    pub clock: Option<TimeControl>,
    /// What the clock has to reckon with.
    #[command(flatten)]
    pub overhead: OverheadArgs,
}

/// What a managed clock has to reckon with.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct OverheadArgs {
    /// What a move costs of a clock beyond the search: the way to the opponent and back [default: 50ms]
    #[arg(long, value_name = "TIME", value_parser = numbers::overhead, allow_hyphen_values = true)]
    pub overhead: Option<Duration>,
}

impl OverheadArgs {
    /// The overhead given, or the default.
    pub fn overhead(self, config: &Config) -> Result<Duration, InputError> {
        let overhead = config.or(self.overhead, "overhead", numbers::overhead)?;
        Ok(overhead.unwrap_or(TimeControl::OVERHEAD))
    }
}

impl LimitArgs {
    /// The time of a search without any other limit.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

    /// The options that are given.
    pub(super) fn options(&self) -> [(&'static str, bool); 4] {
        [
            ("--time", self.time.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--depth", self.depth.is_some()),
            ("--clock", self.clock.is_some()),
        ]
    }

    /// The limits given, or those of the defaults, or one second. They are not mixed from two sources.
    pub fn limits(&self, config: &Config) -> Result<Limits, InputError> {
        let limits = self.given(config)?;
        Ok(if limits.is_infinite() {
            Limits::time(Self::DEFAULT_TIME)
        } else {
            limits
        })
    }

    /// The limits given, or those of the defaults, or none.
    pub fn given(&self, config: &Config) -> Result<Limits, InputError> {
        let limits = self.without_overhead(config)?;
        let is_idle = limits.clock.is_none() && self.overhead.overhead.is_some();
        refuse_ignored("a search without a clock", &[("--overhead", is_idle)])?;
        let overhead = self.overhead.overhead(config)?;
        Ok(Limits {
            clock: limits.clock.map(|clock| clock.with_overhead(overhead)),
            ..limits
        })
    }

    fn without_overhead(&self, config: &Config) -> Result<Limits, InputError> {
        let given = Limits {
            time: self.time,
            nodes: self.nodes,
            depth: self.depth,
            clock: self.clock,
        };
        if !given.is_infinite() {
            return Ok(given);
        }
        let Some(layer) = config.layer_with(&["time", "nodes", "depth", "clock"]) else {
            return Ok(Limits::default());
        };
        let get = |key: &str| layer.get(key);
        Ok(Limits {
            time: get("time")
                .map(|d| d.parse(numbers::duration))
                .transpose()?,
            nodes: get("nodes").map(|d| d.parse(numbers::count)).transpose()?,
            depth: get("depth").map(|d| d.parse(numbers::depth)).transpose()?,
            clock: get("clock").map(|d| d.parse(numbers::clock)).transpose()?,
        })
    }
}

/// How to search.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Threads [default: all cores; 1 in protocols]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
    /// Size of the hash table in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = numbers::hash, allow_hyphen_values = true)]
    pub hash: Option<usize>,
    /// How many lines to find [default: 1]
    #[arg(long, value_name = "N", value_parser = numbers::lines, allow_hyphen_values = true)]
    pub multipv: Option<usize>,
    /// The search, where a game has several
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub search: Option<String>,
    /// The evaluation, where a game has several, or a file that `ludex train` wrote
    #[arg(long, value_name = "NAME|FILE", allow_hyphen_values = true)]
    pub evaluator: Option<String>,
    /// Seed of every random choice [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// The same output whatever the number of threads; needs --nodes or --depth
    #[arg(long)]
    pub deterministic: bool,
    /// Logical workers of a deterministic search [default: 4]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    pub workers: Option<usize>,
    /// A parameter of the search (`ludex games GAME` lists them); may be given again
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = numbers::parameter, allow_hyphen_values = true)]
    pub set: Vec<(String, String)>,
}

/// Who decides what the position waits for.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Position")]
pub(super) struct DealArgs {
    /// Let chance decide what the position waits for (a deal, a draw), by the seed
    #[arg(long)]
    pub deal: bool,
}

impl DealArgs {
    /// Deals and draws what is missing, if that was asked for.
    pub(super) fn deal(self, session: &mut dyn Session, seed: u64) -> Result<(), InputError> {
        while self.deal && session.draw(seed)?.is_some() {}
        Ok(())
    }
}

/// The same for commands in which nothing else is random.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Position")]
pub(super) struct SeededDealArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// Seed of what is dealt [default: 0]
    #[arg(long, value_name = "SEED", requires = "deal", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
}

impl SeededDealArgs {
    /// Deals and draws what is missing, if that was asked for.
    pub(super) fn deal(self, session: &mut dyn Session, config: &Config) -> Result<(), InputError> {
        let seed = config.or(self.seed, "seed", numbers::seed)?;
        self.deal.deal(session, seed.unwrap_or(0))
    }
}

/// What was chosen about a search.
#[derive(Clone, Debug)]
pub struct ChosenSearch {
    /// The name of the search; the game's default if none.
    pub name: Option<String>,
    /// Everything else.
    pub setup: SearchSetup,
}

impl SearchArgs {
    /// The options given, or the defaults; `threads` is the number where nobody says anything.
    pub fn chosen(&self, config: &Config, threads: usize) -> Result<ChosenSearch, InputError> {
        let basic = SearchOptions::default();
        let deterministic = config.switch(self.deterministic, "deterministic")?;
        if let (Some(workers), false) = (self.workers, deterministic) {
            let expected = "--deterministic with it";
            return Err(InputError::new("--workers", workers.to_string(), expected));
        }
        let mut parameters = match config.get("set") {
            Some(default) => default.parse(numbers::parameters)?,
            None => Vec::new(),
        };
        parameters.extend(self.set.iter().cloned());
        let word = |text: &str| Ok(text.to_owned());
        let options = SearchOptions {
            threads: config
                .or(self.threads, "threads", numbers::threads)?
                .unwrap_or(threads),
            hash_mib: config
                .or(self.hash, "hash", numbers::hash)?
                .unwrap_or(basic.hash_mib),
            multipv: config
                .or(self.multipv, "multipv", numbers::lines)?
                .unwrap_or(1),
            seed: config.or(self.seed, "seed", numbers::seed)?.unwrap_or(0),
            deterministic,
            workers: config
                .or(self.workers, "workers", numbers::threads)?
                .unwrap_or(basic.workers),
        };
        Ok(ChosenSearch {
            name: config.or(self.search.clone(), "search", word)?,
            setup: SearchSetup {
                options,
                evaluator: config.or(self.evaluator.clone(), "evaluator", word)?,
                parameters,
                ..SearchSetup::default()
            },
        })
    }

    /// Chooses the search of a session, and checks that the limits fit.
    pub fn configure(
        &self,
        session: &mut dyn Session,
        config: &Config,
        limits: &Limits,
    ) -> Result<ChosenSearch, InputError> {
        self.configure_with(session, config, limits, 1)
    }

    /// The same, with so many lines where nobody says how many.
    pub fn configure_with(
        &self,
        session: &mut dyn Session,
        config: &Config,
        limits: &Limits,
        lines: usize,
    ) -> Result<ChosenSearch, InputError> {
        let mut chosen = self.chosen(config, all_cores())?;
        if self.multipv.is_none() && config.get("multipv").is_none() {
            chosen.setup.options.multipv = lines;
        }
        check_deterministic(&chosen.setup.options, limits)?;
        numbers::check_depth("--depth", session.info(), limits)?;
        self.settle(session, config, &mut chosen)?;
        Ok(chosen)
    }

    /// Sets the search of a session. Choices that it does not know are refused where they were written; but defaults that are
    /// meant for another search of the game are passed over.
    pub fn settle(
        &self,
        session: &mut dyn Session,
        config: &Config,
        chosen: &mut ChosenSearch,
    ) -> Result<(), InputError> {
        self.pass_over_defaults(chosen, &session.searches());
        let configured = session.configure(chosen.name.as_deref(), chosen.setup.clone());
        configured.map_err(|error| self.locate(error, config))
    }

    /// The same for a search for proofs. A default of `search` is meant for the other commands.
    pub fn settle_solver(
        &self,
        session: &mut dyn Session,
        config: &Config,
        chosen: &mut ChosenSearch,
    ) -> Result<(), InputError> {
        chosen.name.clone_from(&self.search);
        self.pass_over_defaults(chosen, &session.solvers());
        let configured = session.configure_solver(chosen.name.as_deref(), chosen.setup.clone());
        configured.map_err(|error| self.locate(error, config))
    }

    /// Takes away defaults that are meant for other searches than the one of these that was chosen.
    fn pass_over_defaults(&self, chosen: &mut ChosenSearch, known: &[SearchInfo]) {
        let info = match &chosen.name {
            Some(name) => known.iter().find(|info| info.name == name),
            None => known.first(),
        };
        let (evaluators, parameters) = info.map_or((&[][..], &[][..]), |info| {
            (info.evaluators, info.parameters)
        });
        let setup = &mut chosen.setup;
        if self.evaluator.is_none() {
            // What no search knows by name is the path of a trained file.
            let is_path = |name: &str| !known.iter().any(|info| info.evaluators.contains(&name));
            let is_meant = |name: &String| {
                evaluators.contains(&name.as_str()) || (!evaluators.is_empty() && is_path(name))
            };
            setup.evaluator = setup.evaluator.take().filter(is_meant);
        }
        setup.parameters.retain(|(name, _)| {
            self.sets(name) || parameters.iter().any(|known| known.name == name)
        });
    }

    /// Whether an option sets this parameter.
    fn sets(&self, parameter: &str) -> bool {
        self.set.iter().any(|(name, _)| name == parameter)
    }

    /// An error about a choice, at the place where the choice was written.
    fn locate(&self, error: InputError, config: &Config) -> InputError {
        let (key, rest) = key_of(&error.place);
        let name = rest.trim_start_matches('.');
        let is_given = match key {
            "search" => self.search.is_some(),
            "evaluator" => self.evaluator.is_some(),
            "set" => self.sets(name),
            _ => return error,
        };
        match config.get(key).filter(|_| !is_given) {
            Some(default) => default.relocate(error),
            None => InputError {
                place: match rest.strip_prefix('.') {
                    Some(name) => format!("--{key} {name}"),
                    None => format!("--{key}{rest}"),
                },
                ..error
            },
        }
    }

    /// The options that only a search of moves uses; threads and a seed have other uses.
    pub(super) fn given(&self) -> [(&'static str, bool); 7] {
        [
            ("--hash", self.hash.is_some()),
            ("--multipv", self.multipv.is_some()),
            ("--search", self.search.is_some()),
            ("--evaluator", self.evaluator.is_some()),
            ("--deterministic", self.deterministic),
            ("--workers", self.workers.is_some()),
            ("--set", !self.set.is_empty()),
        ]
    }
}

/// Refuses the first of some options that is given, with an error of the caller's.
pub(super) fn refuse(
    given: &[(&str, bool)],
    error: impl FnOnce(&str) -> InputError,
) -> Result<(), InputError> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(error(option)),
        None => Ok(()),
    }
}

/// Where a file says what is played, no option says it too.
pub(super) fn refuse_beside_file(given: &[(&str, bool)]) -> Result<(), InputError> {
    refuse(given, |option| {
        InputError::new(option, "a file", "the name of a game with it")
            .with_hint("write it into the file")
    })
}

/// What would be ignored is refused.
pub(super) fn refuse_ignored(what: &str, given: &[(&str, bool)]) -> Result<(), InputError> {
    refuse(given, |option| {
        let expected = format!("nothing: {what} does not use it");
        InputError::new(option, "the option", expected)
    })
}

/// A deterministic search reads no clock, so it needs a limit that is none of time.
pub fn check_deterministic(options: &SearchOptions, limits: &Limits) -> Result<(), InputError> {
    if !options.deterministic {
        return Ok(());
    }
    let error = |found: &str| {
        Err(
            InputError::new("--deterministic", found, "--nodes or --depth, and no time")
                .with_hint("add --nodes 1000000 or --depth 8"),
        )
    };
    match limits {
        Limits { time: Some(_), .. } => error("a limit of time"),
        Limits { clock: Some(_), .. } => error("a clock"),
        Limits {
            nodes: None,
            depth: None,
            ..
        } => error("no limit"),
        _ => Ok(()),
    }
}

/// The number of cores, or as many threads as can have their memory.
pub(super) fn all_cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = cores.min(numbers::MAX_THREADS);
    let mut fewer = (1..=most).rev();
    fewer
        .find(|&threads| numbers::fits_threads(threads))
        .unwrap_or(1)
}

/// How to print.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl OutputArgs {
    /// Whether JSON is wanted, by the option or by default.
    pub fn json(self, config: &Config) -> Result<bool, InputError> {
        config.switch(self.json, "json")
    }
}
