//! Converts usage errors of clap to the error format of Ludex: one line with place, input, problem and hint.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use ludex_kit::InputError;

use ludex_base::catalogue::catalogue;

/// Converts an error of clap, which must not be a request for help or the version.
pub(crate) fn error(error: &clap::Error) -> InputError {
    let usage = Usage { error };
    match error.kind() {
        ErrorKind::UnknownArgument => usage.unknown_argument(),
        ErrorKind::InvalidSubcommand => usage.unknown_command(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            InputError::sentence("command", "a command is missing").with_hint(LIST_OF_COMMANDS)
        }
        ErrorKind::ArgumentConflict => usage.conflict(),
        ErrorKind::MissingRequiredArgument => usage.missing(),
        ErrorKind::ValueValidation => usage.bad_value(),
        ErrorKind::TooManyValues => usage.about_value("no value"),
        ErrorKind::InvalidUtf8 => InputError::sentence("command line", "it is not text in UTF-8"),
        _ => usage.wrong_value(),
    }
}

const LIST_OF_COMMANDS: &str = "`ludex --help` lists the commands";

/// Options that other options require: the required option, and the options that need it.
const NEEDED: [(&str, &[&str]); 8] = [
    ("--file", &["--ply", "--game", "--branch", "--strict", "--annotate", "--html", "--order"]),
    ("--deal", &["--seed"]),
    ("--tiles", &["--colour", "--loop", "--line", "--holes", "--count", "--all"]),
    ("--resume", &["--extend", "--repair", "--results"]),
    ("--make-book", &["--lines", "--bound"]),
    ("--listen", &["--allow-origin"]),
    ("--generate", &["--wins-in"]),
    ("--wins-in", &["--generate"]),
];

/// Alternatives to a file. Options that need a file cannot be used with them.
const OTHER_POSITIONS: [&str; 2] = ["--position", "--moves"];

/// The options that need this one.
fn options_that_need(needed: &str) -> &'static [&'static str] {
    let found = NEEDED.iter().find(|(name, _)| *name == needed);
    found.map_or(&[], |(_, options)| options)
}

/// A usage error with the command line.
struct Usage<'a> {
    error: &'a clap::Error,
}

impl Usage<'_> {
    /// The texts of a part of the context.
    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn text(&self, kind: ContextKind) -> String {
        self.texts(kind).into_iter().next().unwrap_or_default()
    }

    /// A styled text of the context, without its style.
    fn styled(&self, kind: ContextKind) -> String {
        match self.error.get(kind) {
            Some(ContextValue::StyledStr(text)) => text.to_string(),
            _ => String::new(),
        }
    }

    /// The argument as clap writes it: `--depth <PLIES>`.
    fn argument(&self) -> String {
        self.text(ContextKind::InvalidArg)
    }

    fn found(&self) -> String {
        self.text(ContextKind::InvalidValue)
    }

    fn about_value(&self, expected: &str) -> InputError {
        InputError::new(name(&self.argument()), self.found(), expected)
    }

    fn unknown_argument(&self) -> InputError {
        let argument = self.argument();
        if !argument.starts_with('-') {
            let hint = hint_for_word(&argument);
            return InputError::problem("argument", argument, "was not expected").with_hint(hint);
        }
        let error = InputError::problem("option", argument, "is not an option of this command");
        match self.text(ContextKind::SuggestedArg) {
            near if near.is_empty() => error.with_hint("--help lists the options"),
            near => error.with_hint(format!("did you mean {near}?")),
        }
    }

    fn unknown_command(&self) -> InputError {
        let found = self.text(ContextKind::InvalidSubcommand);
        let error = InputError::problem("command", found, "is not a command");
        match self.text(ContextKind::SuggestedSubcommand) {
            near if near.is_empty() => error.with_hint(LIST_OF_COMMANDS),
            near => error.with_hint(format!("did you mean {near}?")),
        }
    }

    fn conflict(&self) -> InputError {
        let argument = self.argument();
        let (place, others) = (name(&argument), self.texts(ContextKind::PriorArg));
        match others.first() {
            Some(other) if *other != argument => {
                let pairs = [(place, name(other)), (name(other), place)];
                let needs_file = |(option, other): &(&str, &str)| {
                    options_that_need("--file").contains(option) && OTHER_POSITIONS.contains(other)
                };
                if let Some((option, other)) = pairs.into_iter().find(needs_file) {
                    let sentence =
                        format!("this option needs --file and cannot be used with {other}");
                    return InputError::sentence(option, sentence);
                }
                InputError::sentence(
                    place,
                    format!("this option cannot be used with {}", name(other)),
                )
            }
            _ => InputError::sentence(place, "this option is given twice"),
        }
    }

    fn missing(&self) -> InputError {
        let missing = self.texts(ContextKind::InvalidArg);
        let names: Vec<&str> = missing.iter().map(|argument| name(argument)).collect();
        let needed = missing.join(" ");
        let sentence = match missing.len() {
            1 if needed.starts_with('<') => "this argument is missing".to_owned(),
            1 => format!("{needed} is missing"),
            _ => format!("{needed} are missing"),
        };
        let error = InputError::sentence(names.join(", "), sentence);
        // `--resume` takes an optional file, so it takes the next word as its value.
        let usage = self.styled(ContextKind::Usage);
        let is_given = |option: &&&str| usage.split_whitespace().any(|word| word == **option);
        if let [needed] = names[..]
            && let Some(option) = options_that_need(needed).iter().find(is_given)
        {
            return InputError::sentence(
                *option,
                format!("this option needs {}", missing.join(" ")),
            );
        }
        if names.contains(&"GAME") && usage.contains("--resume") {
            let mut words = usage.split_whitespace().skip_while(|&word| word != "ludex");
            let command = words.nth(1).unwrap_or("COMMAND");
            return error.with_hint(format!(
                "the game comes before --resume: ludex {command} GAME --resume"
            ));
        }
        error
    }

    /// The error for a value that a parser of this crate refuses.
    fn bad_value(&self) -> InputError {
        let argument = self.argument();
        let Some(source) = self.error.source() else {
            return self.wrong_value();
        };
        if let Some(error) = source.downcast_ref::<InputError>() {
            return error.clone().within(name(&argument));
        }
        self.about_value(&source.to_string())
    }

    /// The error for a value that is missing or is not one of the possible values.
    fn wrong_value(&self) -> InputError {
        let valid = self.texts(ContextKind::ValidValue);
        if !valid.is_empty() {
            let found = self.text(ContextKind::InvalidValue);
            let names: Vec<&str> = valid.iter().map(String::as_str).collect();
            let error = if found.is_empty() {
                self.about_value(&format!("one of {}", valid.join(", ")))
            } else {
                InputError::unknown(name(&self.argument()), &found, "a possible value", &names)
            };
            return error.with_nearest(&found, names);
        }
        let argument = self.argument();
        let expected = match argument.split_once(' ') {
            Some((_, value)) => format!("a value {value}"),
            None => "a value".to_owned(),
        };
        self.about_value(&expected)
    }
}

/// A hint for a word that probably belongs to the value before it.
fn hint_for_word(word: &str) -> String {
    let key = word.split_once('=').map_or("", |(key, _)| key);
    let mut keys = catalogue().games().flat_map(|info| info.variant_keys);
    if keys.any(|known| known.name == key) {
        return format!("separate the options of a variant with commas: --variant …,{word}");
    }
    "a value with blanks needs quotation marks".to_owned()
}

/// The name in `--depth <PLIES>`, `<GAME>` or `[COMMAND]`.
fn name(argument: &str) -> &str {
    let word = argument.split(' ').next().unwrap_or_default();
    word.trim_matches(['<', '>', '[', ']', '.'])
}
