//! Help for a program that is not `ludex`: its own name, and examples of its own games alone.

use clap::Command;
use clap::builder::StyledStr;
use ludex_base::catalogue::catalogue;
use ludex_base::program;

/// The command line as this program tells it.
pub(crate) fn in_own_words(command: Command) -> Command {
    if program::name() == "ludex" {
        return command;
    }
    renamed(command.name(program::name()).bin_name(program::name()))
}

fn renamed(command: Command) -> Command {
    let about = command.get_about().map(own);
    let examples = command.get_after_help().map(|text| own_examples(&text.to_string()));
    let mut command = command.mut_args(|argument| match argument.get_help().map(own) {
        Some(help) => argument.help(help),
        None => argument,
    });
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(examples) = examples {
        command = command.after_help(program::own_words(&examples).into_owned());
    }
    command.mut_subcommands(renamed)
}

fn own(text: &StyledStr) -> String {
    program::own_words(&text.to_string()).into_owned()
}

/// The text without examples of games that this program does not have: a line that names one, and those that go on from it.
fn own_examples(text: &str) -> String {
    let mut kept = String::new();
    let mut goes_on = false;
    let mut is_kept = true;
    for line in text.lines() {
        if !goes_on {
            is_kept = is_own(line);
        }
        goes_on = line.ends_with('\\');
        if is_kept {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept.replace("Examples:\n\n", "").trim_end().to_owned()
}

/// Whether an example is of a game of this program, or of none.
fn is_own(line: &str) -> bool {
    let is_example = line.starts_with("  ludex ");
    let is_foreign = |word: &str| GAMES.contains(&word) && catalogue().info(word).is_err();
    !is_example || !line.split_whitespace().any(is_foreign)
}

/// The games of the examples.
const GAMES: [&str; 5] = ["takt", "tryktrak", "quoridor", "trax", "tantrix"];
