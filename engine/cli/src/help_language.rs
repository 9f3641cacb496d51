//! The help and the manual pages in the current language. The texts of the command tree are English; here each is translated sentence by
//! sentence, so that a program for other games, which leaves some sentences out, is translated as well. Examples stay as they are.

use clap::Command;
use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr};
use ludex_base::program;
use ludex_kit::words::Language;
use ludex_kit::{message, say};

use crate::WORDS;

/// The command tree in the current language, for showing its help. Values are not parsed as the commands need them.
pub(crate) fn translated(mut command: Command) -> Command {
    if Language::current() == Language::English {
        return command;
    }
    // Building adds the options and the command for help.
    command.build();
    // In a program for other games, commands have its name; those of the table have ours.
    let own_name = format!("{} ", program::name());
    each_text(command, &mut |text| {
        let text = text.replace(&own_name, "ludex ");
        program::own_words(WORDS.translate(&text)).into_owned()
    })
}

/// A rendered help in the current language: what clap adds to the texts of the tree.
pub(crate) fn rendered(help: &StyledStr) -> String {
    with_labels(&help.ansi().to_string(), &LABELS)
}

/// A manual page in the current language: what the library for manual pages adds to the texts of the tree.
pub(crate) fn manual_page(page: &str) -> String {
    with_labels(&with_labels(page, &SECTIONS), &LABELS)
}

/// Words of clap in a rendered help. None of them occurs in our texts or examples.
const LABELS: [&str; 9] = [
    message!("Usage:"),
    message!("Options:"),
    message!("Commands:"),
    message!("Arguments:"),
    message!("Possible values:"),
    message!("[possible values: "),
    message!("[aliases: "),
    message!("[default: "),
    message!("[OPTIONS]"),
];

/// Sections of a manual page, at the beginning of a line.
const SECTIONS: [&str; 7] = [
    message!(".SH NAME\n"),
    message!(".SH SYNOPSIS\n"),
    message!(".SH DESCRIPTION\n"),
    message!(".SH OPTIONS\n"),
    message!(".SH SUBCOMMANDS\n"),
    message!(".SH EXTRA\n"),
    message!(".SH VERSION\n"),
];

fn with_labels(text: &str, labels: &[&str]) -> String {
    let translate = |text: String, label: &&str| text.replace(label, WORDS.translate(label));
    labels.iter().fold(text.to_owned(), translate)
}

/// Replaces each text of the tree by what `translate` makes of its sentences.
fn each_text(mut command: Command, translate: &mut dyn FnMut(&str) -> String) -> Command {
    let mut new = |text: &StyledStr| whole_text(&text.to_string(), translate);
    if let Some(text) = command.get_about().map(&mut new) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().map(&mut new) {
        command = command.long_about(text);
    }
    if let Some(text) = command.get_after_help().map(&mut new) {
        command = command.after_help(text);
    }
    let command = command.mut_args(|mut argument| {
        let mut new = |text: &StyledStr| whole_text(&text.to_string(), translate);
        if let Some(text) = argument.get_help().map(&mut new) {
            argument = argument.help(text);
        }
        if let Some(text) = argument.get_long_help().map(&mut new) {
            argument = argument.long_help(text);
        }
        if let Some(heading) = argument.get_help_heading().map(&mut *translate) {
            argument = argument.help_heading(heading);
        }
        let values = argument.get_possible_values();
        if !values.iter().any(|value| value.get_help().is_some()) {
            return argument;
        }
        let values = values.iter().map(|value| {
            let help = value.get_help().map(|text| whole_text(&text.to_string(), translate));
            PossibleValue::new(value.get_name().to_owned()).help(help.unwrap_or_default())
        });
        let values: Vec<PossibleValue> = values.collect();
        argument.value_parser(PossibleValuesParser::new(values))
    });
    command.mut_subcommands(|command| each_text(command, translate))
}

/// A text of several paragraphs. Its prose is as wide as before.
fn whole_text(text: &str, translate: &mut dyn FnMut(&str) -> String) -> String {
    let width = |line: &str| if is_verbatim(line) { 0 } else { line.chars().count() };
    let width = text.lines().map(width).max().unwrap_or_default();
    let mut parts = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for part in lines.chunk_by(|above, below| !begins_part(above, below, width)) {
        parts.push(if part.len() == 1 && part[0].is_empty() {
            String::new()
        } else if is_verbatim(part[0]) {
            verbatim(part, translate)
        } else {
            let prose = prose(&part.join(" "), translate);
            if part.len() > 1 { filled(&prose, width) } else { prose }
        });
    }
    parts.join("\n")
}

/// Whether a line is not prose: a command, a line of a file or a row of a table.
fn is_verbatim(line: &str) -> bool {
    line.starts_with(' ') || line.contains("   ")
}

/// Whether something new begins between two lines. After a sentence that is the case if the line was ended although the next word fits.
fn begins_part(above: &str, below: &str, width: usize) -> bool {
    if above.is_empty() || below.is_empty() || is_verbatim(above) != is_verbatim(below) {
        return true;
    }
    let word = below.split(' ').next().unwrap_or_default();
    let fits = above.chars().count() + 1 + word.chars().count() <= width;
    !is_verbatim(above) && above.ends_with(['.', ':']) && fits
}

/// Lines that are not prose. A table may be translated as a whole; of commands only their comments are.
fn verbatim(lines: &[&str], translate: &mut dyn FnMut(&str) -> String) -> String {
    let whole = lines.join("\n");
    if let Some(table) = WORDS.translation(&whole) {
        return table.to_owned();
    }
    let lines = lines.iter().map(|line| match line.split_once(" # ") {
        Some((command, comment)) => format!("{command} # {}", translate(comment)),
        None => (*line).to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Sentences, and the default value that may end them.
fn prose(text: &str, translate: &mut dyn FnMut(&str) -> String) -> String {
    let (prose, default) = match text.split_once("[default: ") {
        Some((prose, default)) => (prose, Some(default.trim_end_matches(']'))),
        None => (text, None),
    };
    let words = prose.split_whitespace().collect::<Vec<_>>();
    let sentences = words.split_inclusive(|word| word.ends_with('.'));
    let mut said: Vec<String> = sentences.map(|sentence| translate(&sentence.join(" "))).collect();
    if let Some(value) = default {
        let is_words = value.contains(' ') && value.contains(char::is_alphabetic);
        let value = if is_words { translate(value) } else { value.to_owned() };
        said.push(say!("[default: {value}]", value));
    }
    said.join(" ")
}

/// The text in lines of at most this width.
fn filled(text: &str, width: usize) -> String {
    let mut filled = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            filled.push('\n');
            column = 0;
        } else if column > 0 {
            filled.push(' ');
            column += 1;
        }
        filled.push_str(word);
        column += length;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{filled, whole_text};

    /// Without the web board, the texts of its command would be unused.
    #[cfg(feature = "serve")]
    #[test]
    fn no_text_is_missing_or_unused() {
        let mut texts = Vec::new();
        let mut command = crate::command();
        command.build();
        super::each_text(command, &mut |text| {
            texts.push(text.to_owned());
            text.to_owned()
        });
        texts.retain(|text| text.contains(char::is_alphabetic));
        ludex_kit::testing::check_words(&crate::WORDS, env!("CARGO_MANIFEST_DIR"), &texts);
    }

    #[test]
    fn prose_is_translated_and_commands_are_not() {
        let text = "Examples:\n  ludex show  # a board\n\nOne sentence that is long. Another\nsentence.\nNew. [default: all cores]";
        let mut sentences = Vec::new();
        let same = whole_text(text, &mut |sentence| {
            sentences.push(sentence.to_owned());
            sentence.to_owned()
        });
        assert_eq!(same, text);
        let expected = [
            "Examples:",
            "a board",
            "One sentence that is long.",
            "Another sentence.",
            "New.",
            "all cores",
        ];
        assert_eq!(sentences, expected);
    }

    #[test]
    fn lines_are_filled() {
        assert_eq!(filled("one two three", 7), "one two\nthree");
    }
}
