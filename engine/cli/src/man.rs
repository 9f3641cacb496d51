//! `ludex man` and `ludex completions`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueEnum, ValueHint};
use clap_complete::Shell;
use ludex_kit::support::picture::Theme;
use ludex_kit::{InputError, Level, Variant, say};

use crate::help_language;
use ludex_base::catalogue::catalogue;
use ludex_base::numbers;
use ludex_base::output;
use ludex_base::program;

const MAN_EXAMPLES: &str = "\
Examples:
  ludex man | man -l -
  ludex man bestmove | man -l -
  ludex man --out ~/.local/share/man/man1";

const COMPLETION_EXAMPLES: &str = "\
Examples:
  ludex completions bash > ~/.local/share/bash-completion/completions/ludex
  ludex completions fish > ~/.config/fish/completions/ludex.fish
  ludex completions zsh > ~/.zfunc/_ludex";

/// Print a manual page, or write all of them into a folder.
#[derive(Args, Debug)]
#[command(after_help = MAN_EXAMPLES)]
pub(super) struct Man {
    /// The command to describe [default: ludex itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the manual pages of this command line.
    pub(super) fn run(&self, whole: Command) -> anyhow::Result<()> {
        // The subcommand `help` is left out, because a page refers to the pages of all subcommands and `help` has no page.
        let mut whole = whole.disable_help_subcommand(true);
        whole.build();
        if let Some(folder) = &self.out {
            output::make_folder(folder)?;
            let own = program::name();
            output::write_file(&folder.join(format!("{own}.1")), &page(&whole, own)?)?;
            for command in documented(&whole) {
                let name = format!("{own}-{}", command.get_name());
                output::write_file(&folder.join(format!("{name}.1")), &page(command, &name)?)?;
            }
            return Ok(());
        }
        let text = match &self.command {
            None => page(&whole, program::name())?,
            Some(name) => {
                let command = documented(&whole).find(|command| command.get_name() == name);
                let command = command.ok_or_else(|| unknown_command(name, &whole))?;
                page(command, &format!("{}-{name}", program::name()))?
            }
        };
        output::print(&text)?;
        Ok(())
    }
}

fn documented(whole: &Command) -> impl Iterator<Item = &Command> {
    whole.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

fn unknown_command(name: &str, whole: &Command) -> InputError {
    let names: Vec<&str> = documented(whole).map(Command::get_name).collect();
    let error = InputError::unknown("COMMAND", name, &say!("a command"), &names);
    match numbers::nearest(name, names) {
        Some(near) => error.with_hint(say!("did you mean {near}?", near)),
        None => error,
    }
}

fn page(command: &Command, name: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let command = command.clone().name(name.to_owned());
    clap_mangen::Man::new(command).render(&mut bytes)?;
    Ok(help_language::manual_page(&String::from_utf8_lossy(&bytes)))
}

/// Print a completion script.
#[derive(Args, Debug)]
#[command(after_help = COMPLETION_EXAMPLES)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: ShellName,
}

/// The shells that have scripts.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShellName {
    Bash,
    Elvish,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

impl Completions {
    /// Prints the completion script of this command line.
    pub(super) fn run(&self, whole: &Command) -> anyhow::Result<()> {
        let shell = match self.shell {
            ShellName::Bash => Shell::Bash,
            ShellName::Elvish => Shell::Elvish,
            ShellName::Fish => Shell::Fish,
            ShellName::PowerShell => Shell::PowerShell,
            ShellName::Zsh => Shell::Zsh,
        };
        let mut script = Vec::new();
        let mut whole = for_completion(whole);
        clap_complete::generate(shell, &mut whole, program::name(), &mut script);
        output::print(&String::from_utf8_lossy(&script))?;
        Ok(())
    }
}

/// Arguments that are file names.
const FILES: [&str; 11] = [
    "annotate", "book", "config", "file", "from", "html", "out", "png", "records", "resume", "svg",
];

/// The documented commands, with the possible values of arguments that have a list of values, and with file arguments marked. Only
/// completions use this: for an invalid value, the program itself gives a better error than clap would.
fn for_completion(whole: &Command) -> Command {
    let words = KnownWords::new();
    let complete = |command: &Command| command.clone().mut_args(|arg| words.complete(arg));
    Command::new(program::name())
        .args(whole.get_arguments().cloned())
        .subcommands(documented(whole).map(complete))
}

/// The words of all games that can be completed.
#[derive(Default)]
struct KnownWords {
    games: BTreeSet<String>,
    searches: BTreeSet<String>,
    evaluators: BTreeSet<String>,
    variants: BTreeSet<String>,
    themes: BTreeSet<String>,
    levels: BTreeSet<String>,
    sides: BTreeSet<String>,
}

impl KnownWords {
    fn new() -> Self {
        let mut words = Self {
            themes: Theme::ALL.iter().map(|(name, _)| (*name).to_owned()).collect(),
            levels: Level::all().map(|level| level.name().to_owned()).collect(),
            sides: ["1", "2", "3", "4", "mover"].map(str::to_owned).into(),
            ..Self::default()
        };
        for info in catalogue().games() {
            words.games.insert(info.name.to_owned());
            words.games.extend(info.aliases.iter().map(|&alias| alias.to_owned()));
            let keys = info.variant_keys.iter();
            words.variants.extend(keys.map(|key| format!("{}=", key.name)));
            let Ok(session) = catalogue().session(info.name, &Variant::new(), None) else {
                continue;
            };
            for search in session.searches() {
                words.searches.insert(search.name.to_owned());
                let names = search.evaluators.iter();
                words.evaluators.extend(names.map(|&name| name.to_owned()));
            }
        }
        words
    }

    fn complete(&self, arg: Arg) -> Arg {
        let words = match arg.get_id().as_str() {
            "game" => &self.games,
            "search" => &self.searches,
            "evaluator" => &self.evaluators,
            "variant" => &self.variants,
            "theme" => &self.themes,
            "level" => &self.levels,
            "side" => &self.sides,
            id if FILES.contains(&id) => return arg.value_hint(ValueHint::FilePath),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(words))
    }
}
