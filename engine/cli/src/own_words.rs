//! Adapts the help of a program that is not `ludex`: its own name, only commands that its games can use, and no
//! mention of other games or other commands.

use clap::Command;
use clap::builder::StyledStr;
use ludex_base::catalogue::catalogue;
use ludex_base::program;
use ludex_kit::GameInfo;

/// The command line with its help adapted to this program.
pub(crate) fn in_own_words(command: Command) -> Command {
    if program::name() == "ludex" {
        return command;
    }
    let command = USES.iter().fold(command, |command, (name, is_of_use)| {
        let hidden = !is_useful(*is_of_use);
        command.mut_subcommand(name, |command| command.hide(hidden))
    });
    renamed(command.name(program::name()).bin_name(program::name()))
}

/// Whether a game has a use for a command.
type IsOfUse = fn(&GameInfo) -> bool;

/// Commands that not every game can use, and the check whether a game can.
const USES: [(&str, IsOfUse); 5] = [
    ("rollout", |info| info.rollouts),
    ("train", |info| info.training.is_some()),
    ("tei", |info| info.protocols.contains(&"tei")),
    ("qtp", |info| info.protocols.contains(&"qtp")),
    ("fpt", |info| info.protocols.contains(&"fpt")),
];

/// Whether a game of this program has a use for a command.
fn is_useful(is_of_use: IsOfUse) -> bool {
    catalogue().games().any(is_of_use)
}

fn renamed(command: Command) -> Command {
    let about = command.get_about().map(own);
    let examples = command.get_after_help().map(own);
    let mut command = command.mut_args(|argument| match argument.get_help().map(own) {
        Some(help) => argument.help(help),
        None => argument,
    });
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(examples) = examples {
        command = command.after_help(examples);
    }
    command.mut_subcommands(renamed)
}

fn own(text: &StyledStr) -> String {
    let text = program::own_words(&about_own_games(&text.to_string())).into_owned();
    let rename =
        |text: String, file: &&str| text.replace(file, &file.replace("ludex", program::name()));
    FILES.iter().fold(text, rename)
}

/// Files in examples that have the name of the program.
const FILES: [&str; 2] = ["completions/ludex", "/_ludex"];

/// The text without statements about games that this program lacks.
fn about_own_games(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        if !names_foreign(paragraph) {
            return paragraph.to_owned();
        }
        if paragraph.contains("\n  ") { own_lines(paragraph) } else { own_sentences(paragraph) }
    });
    let kept: Vec<String> = paragraphs.filter(|paragraph| !paragraph.is_empty()).collect();
    kept.join("\n\n")
}

/// The lines of a paragraph of examples or of a table that name no other game, each with its continuation lines.
fn own_lines(paragraph: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let (mut continues, mut is_kept) = (false, true);
    for line in paragraph.lines() {
        is_kept = if continues { is_kept } else { !names_foreign(line) };
        continues = line.ends_with('\\');
        if is_kept {
            kept.push(line);
        }
    }
    // A heading without lines is dropped.
    if kept.len() > 1 { kept.join("\n") } else { String::new() }
}

/// The sentences of a paragraph that name no other game. If a default in brackets ends the paragraph, its parts that name no other game
/// are kept.
fn own_sentences(paragraph: &str) -> String {
    let (prose, default) = match paragraph.split_once(" [default: ") {
        Some((prose, default)) => (prose, Some(default.trim_end_matches(']'))),
        None => (paragraph, None),
    };
    let words = prose.split_whitespace().collect::<Vec<_>>();
    let mut kept: Vec<String> = Vec::new();
    let mut follows_dropped = false;
    for sentence in words.split_inclusive(|word| word.ends_with('.')) {
        let depends = follows_dropped && PRONOUNS.contains(&sentence[0]);
        let own = if depends { None } else { own_clauses(sentence) };
        follows_dropped = own.is_none();
        kept.extend(own);
    }
    if let Some(default) = default {
        let parts = default.split(", ").filter(|part| !names_foreign(part));
        kept.push(format!("[default: {}]", parts.collect::<Vec<_>>().join(", ")));
    }
    kept.join(" ")
}

/// First words of a sentence that is about the sentence before it.
const PRONOUNS: [&str; 6] = ["They", "It", "This", "These", "Their", "There"];

/// The clauses of a sentence that name no other game; `None` if the first clause names one, because the other clauses depend on it.
fn own_clauses(sentence: &[&str]) -> Option<String> {
    let mut clauses = sentence.split_inclusive(|word| word.ends_with([';', ':']));
    let first = clauses.next()?.join(" ");
    if names_foreign(&first) {
        return None;
    }
    let others = clauses.map(|clause| clause.join(" ")).filter(|clause| !names_foreign(clause));
    let own = std::iter::once(first).chain(others).collect::<Vec<_>>().join(" ");
    let whole = own.trim_end_matches([';', ':', '.']);
    Some(if sentence.last()?.ends_with('.') { format!("{whole}.") } else { whole.to_owned() })
}

/// Whether a text names a game or a command that this program lacks.
fn names_foreign(text: &str) -> bool {
    let names_command = |(name, is_of_use): &(&str, IsOfUse)| {
        text.contains(&format!("ludex {name}")) && !is_useful(*is_of_use)
    };
    if USES.iter().any(names_command) {
        return true;
    }
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| {
        let named = GAMES.iter().find(|game| game.eq_ignore_ascii_case(word));
        named.is_some_and(|game| catalogue().info(game).is_err())
    })
}

/// The games named in texts of this crate.
const GAMES: [&str; 5] = ["takt", "tryktrak", "quoridor", "trax", "tantrix"];

#[cfg(test)]
mod tests {
    use super::about_own_games;

    #[test]
    fn a_program_with_all_games_keeps_every_sentence() {
        let text =
            "Speak TEI, the protocol of Takt engines. In Trax [default: 500, in tryktrak 100000]";
        assert_eq!(about_own_games(text), text);
    }
}
