//! The command line of Ludex, for any set of games: each command has its own file, and `options` contains groups of options that several
//! commands share.

mod analyse;
mod bestmove;
mod book;
pub mod config;
mod convert;
mod fpt;
mod games;
mod headings;
mod help_language;
mod judged;
mod man;
mod moves;
mod options;
mod own_words;
mod perft;
mod picture;
mod play;
mod protocols;
mod puzzle;
mod real_time;
mod rollout;
mod runs;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod terminal;
mod tournament;
mod train;
mod tune;
mod usage;
mod worker;

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{CommandFactory, FromArgMatches as _, Parser, Subcommand};

use config::Config;
use ludex_base::catalogue::{self, catalogue};
use ludex_base::numbers;
use ludex_base::output::{self, WhenColoured};
use ludex_base::{failure, interrupt, program, terminal_modes};
use ludex_kit::registry::Catalogue;
use ludex_kit::say;
use ludex_kit::words::Language;
use options::DealArgs;
pub use options::{BookArgs, LimitArgs, OutputArgs, OverheadArgs, PositionArgs, SearchArgs};

ludex_kit::words!(@tables);

const EXAMPLES: &str = "\
Examples:
  ludex bestmove takt --position \"x6/x6/x2,1,x3/x3,2,x2/x6/x6 1 2\" --time 5s
  ludex analyse takt --file game.ptn
  ludex play takt --variant size=5
  ludex games

Defaults may be set in the environment (LUDEX_THREADS=2) and in ludex.toml (in
the current folder or in ~/.config/ludex). An option overrides the environment,
and the environment overrides the file.
Exit codes: 0 done; 1 not possible (for example no proof within the limits);
2 invalid usage or input; 130 stopped by Ctrl-C, after printing the results so
far (a second Ctrl-C exits at once).
An error is one line on standard error; with --json it is an object:
{\"error\":{\"place\":…,\"message\":…,\"hint\":…}}";

/// A game-playing engine for board games; `ludex games` lists them.
#[derive(Debug, Parser)]
#[command(name = "ludex", version, after_help = EXAMPLES)]
pub struct Cli {
    /// File of defaults [default: ludex.toml in the current folder or the user's configuration folder]
    #[arg(long, global = true, env = "LUDEX_CONFIG", value_name = "FILE", hide_env_values = true)]
    config: Option<PathBuf>,
    /// Colours: auto (on a terminal without `NO_COLOR`), always or never [default: auto]
    #[arg(long, global = true, value_enum, value_name = "WHEN", hide_possible_values = true)]
    color: Option<WhenColoured>,
    /// Language of help, errors and everything else for people: en, ru or pl. JSON, protocols and records are always in English, and
    /// the language of the system has no effect, so that scripts give the same output on every machine [default: en]
    #[arg(long, global = true, value_name = "LANG", value_parser = config::language, allow_hyphen_values = true)]
    lang: Option<Language>,
    /// Suppress progress and notes; print only data and errors
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the best move of a position
    Bestmove(bestmove::Bestmove),
    /// Show the best lines of a position, or analyse every move of a game
    Analyse(analyse::Analyse),
    /// Make, extend or show an opening book
    Book(book::BookCommand),
    /// Play a game in the terminal
    Play(play::Play),
    /// List the legal moves
    Moves(moves::Moves),
    /// Show a position
    Show(show::Show),
    /// Count the leaves of the game tree
    Perft(perft::Perft),
    /// Prove a win, a loss or a draw
    Solve(solve::Solve),
    /// Estimate positions and plays by playing many games to the end
    Rollout(rollout::Rollout),
    /// Play matches and tournaments between searches and engines
    Tournament(tournament::TournamentCommand),
    /// Train a game's networks by self-play
    Train(train::Train),
    /// Tune parameters by self-play or from recorded games
    Tune(tune::TuneCommand),
    /// Play games for tournaments on other machines: reads job lines, writes result lines
    Worker(worker::WorkerCommand),
    /// Serve the web board: analyse and play all games in a browser
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    /// Convert between notations and files
    Convert(convert::Convert),
    /// List the games, their variants and formats
    Games(games::Games),
    /// Print a completion script for a shell
    Completions(man::Completions),
    /// Print or write the manual pages
    Man(man::Man),
    /// Speak the Universal Game Interface on standard input and output
    Ugi(protocols::Ugi),
    /// Speak TEI, the protocol of Takt engines, on standard input and output
    Tei(protocols::Tei),
    /// Speak QTP, the Quoridor Text Protocol, on standard input and output
    Qtp(protocols::Qtp),
    /// Speak the protocol of the Trax contests on standard input and output
    Fpt(fpt::Fpt),
}

impl Command {
    /// Whether the output is in the language of the user. Programs and shells read that of the other commands.
    fn is_for_people(&self) -> bool {
        !matches!(
            self,
            Self::Worker(_)
                | Self::Completions(_)
                | Self::Ugi(_)
                | Self::Tei(_)
                | Self::Qtp(_)
                | Self::Fpt(_)
        )
    }
}

/// Parses the arguments. If they request help or the version, it is printed, and the result is `None`. An error is one line.
pub fn parse<I, T>(arguments: I) -> anyhow::Result<Option<Cli>>
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let parsed = command().try_get_matches_from(&arguments);
    match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(Some(cli)),
        Err(error) if error.use_stderr() => Err(usage::error(&error).into()),
        Err(help) => print_help(&help, &arguments).map(|()| None),
    }
}

/// Prints the help or the version, in the current language.
fn print_help(help: &clap::Error, arguments: &[OsString]) -> anyhow::Result<()> {
    let parsed = match Language::current() {
        Language::English => Ok(()),
        _ => help_language::translated(command()).try_get_matches_from(arguments).map(drop),
    };
    if let Err(translated) = parsed {
        return Ok(output::print(&help_language::rendered(&translated.render()))?);
    }
    let mut stdout = output::stdout()?;
    help.print().map_err(|error| output::stdout_error(&error))?;
    Ok(stdout.flush()?)
}

/// Runs the program for these games with these arguments, the first of which is its name, and returns its exit code. A process has one
/// catalogue, that of the first call; later calls use it too.
pub fn run<I, T>(games: &'static Catalogue, arguments: I) -> u8
where
    I: IntoIterator<Item = T>,
    T: Into<OsString>,
{
    catalogue::choose(games);
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    as_given(&arguments).use_always();
    program::start_as(arguments.first().map_or(OsStr::new(""), OsString::as_os_str));
    let _modes = terminal_modes::Restored;
    interrupt::install_handler();
    let code = match parse_and_run(&arguments) {
        Ok(()) => 0,
        Err(error) => failure::report(&error, wants_json(&arguments)),
    };
    if interrupt::is_interrupted() {
        if code == 0 {
            output::remark(&say!("interrupted; these are the results so far"));
        }
        return interrupt::EXIT_CODE;
    }
    code
}

/// Parses the arguments and runs the command.
fn parse_and_run(arguments: &[OsString]) -> anyhow::Result<()> {
    let Some(cli) = parse(arguments)? else {
        return Ok(());
    };
    let config = cli.config.as_deref();
    let loaded = Config::load(config, "");
    // Errors in the defaults are not reported here, because the command itself reports them.
    let nothing = Config::default();
    let defaults = loaded.as_ref().unwrap_or(&nothing);
    let colour = defaults.or(cli.color, "color", numbers::colour);
    colour.ok().flatten().unwrap_or_default().apply();
    if defaults.switch(cli.quiet, "quiet").unwrap_or(cli.quiet) {
        output::set_quiet();
    }
    if !cli.command.is_for_people() {
        Language::English.use_always();
    }
    // Invalid defaults are also reported by commands that use none.
    let checked = || -> anyhow::Result<()> { Ok(loaded.map(drop)?) };
    match cli.command {
        Command::Bestmove(command) => command.run(config),
        Command::Analyse(command) => command.run(config),
        Command::Book(command) => command.run(config),
        Command::Play(command) => command.run(config),
        Command::Moves(command) => command.run(config),
        Command::Show(command) => command.run(config),
        Command::Perft(command) => command.run(config),
        Command::Solve(command) => command.run(config),
        Command::Rollout(command) => command.run(config),
        Command::Tournament(command) => command.run(config),
        Command::Train(command) => checked().and_then(|()| command.run()),
        Command::Tune(command) => command.run(config),
        Command::Worker(command) => checked().and_then(|()| command.run()),
        #[cfg(feature = "serve")]
        Command::Serve(command) => command.run(config),
        Command::Convert(command) => command.run(config),
        Command::Games(command) => checked().and_then(|()| command.run()),
        Command::Completions(wanted) => checked().and_then(|()| wanted.run(&command())),
        Command::Man(wanted) => {
            let whole = command().disable_help_subcommand(true);
            checked().and_then(|()| wanted.run(help_language::translated(whole)))
        }
        Command::Ugi(command) => command.run(config),
        Command::Tei(command) => command.run(config),
        Command::Qtp(command) => command.run(config),
        Command::Fpt(command) => command.run(config),
    }
}

/// The words of the arguments before `--`. They may be invalid, so they are not parsed.
fn words(arguments: &[OsString]) -> Vec<&str> {
    let words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    words.take_while(|&word| word != "--").collect()
}

/// The value of an option.
fn value_of<'a>(words: &[&'a str], option: &str) -> Option<&'a str> {
    let mut pairs = words.iter().zip(words.iter().skip(1));
    let behind = pairs.find_map(|(&word, &next)| (word == option).then_some(next));
    let joined = || words.iter().find_map(|word| word.strip_prefix(option)?.strip_prefix('='));
    behind.or_else(joined)
}

/// The file of defaults and the game that the arguments name.
fn defaults_of<'a>(words: &[&'a str]) -> (Option<&'a Path>, &'a str) {
    let game = words.iter().find(|word| catalogue().info(word).is_ok());
    (value_of(words, "--config").map(Path::new), game.unwrap_or(&""))
}

/// Whether errors should be JSON according to the arguments or the defaults.
fn wants_json(arguments: &[OsString]) -> bool {
    let words = words(arguments);
    let (file, game) = defaults_of(&words);
    words.contains(&"--json") || config::wants_json(file, game)
}

/// The language according to the arguments or the defaults. JSON is in English.
fn as_given(arguments: &[OsString]) -> Language {
    let words = words(arguments);
    let given = value_of(&words, "--lang").and_then(|text| config::language(text).ok());
    let wanted = given.unwrap_or_else(|| {
        let (file, game) = defaults_of(&words);
        config::usual_language(file, game)
    });
    if wanted != Language::English && wants_json(arguments) { Language::English } else { wanted }
}

/// The whole command line, for manual pages and completions.
fn command() -> clap::Command {
    own_words::in_own_words(Cli::command())
}

/// Registers the games for the tests.
#[cfg(test)]
#[ctor::ctor(unsafe)]
fn choose_games() {
    ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
}
