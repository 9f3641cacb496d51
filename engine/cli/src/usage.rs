//! Converts usage errors of clap to the error format of Ludex: one line with place, input, problem and hint.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use ludex_kit::{InputError, say};

use ludex_base::catalogue::catalogue;

/// Converts an error of clap, which must not be a request for help or the version.
pub(crate) fn error(error: &clap::Error) -> InputError {
    let usage = Usage { error };
    match error.kind() {
        ErrorKind::UnknownArgument => usage.unknown_argument(),
        ErrorKind::InvalidSubcommand => usage.unknown_command(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            InputError::sentence(say!("command"), say!("a command is missing"))
                .with_hint(list_of_commands())
        }
        ErrorKind::ArgumentConflict => usage.conflict(),
        ErrorKind::MissingRequiredArgument => usage.missing(),
        ErrorKind::ValueValidation => usage.bad_value(),
        ErrorKind::TooManyValues => usage.about_value(&say!("no value")),
        ErrorKind::InvalidUtf8 => {
            InputError::sentence(say!("command line"), say!("it is not text in UTF-8"))
        }
        _ => usage.wrong_value(),
    }
}

fn list_of_commands() -> String {
    say!("`ludex --help` lists the commands")
}

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
            return InputError::problem(say!("argument"), argument, say!("was not expected"))
                .with_hint(hint);
        }
        let error =
            InputError::problem(say!("option"), argument, say!("is not an option of this command"));
        match self.text(ContextKind::SuggestedArg) {
            near if near.is_empty() => error.with_hint(say!("--help lists the options")),
            near => error.with_hint(say!("did you mean {near}?", near)),
        }
    }

    fn unknown_command(&self) -> InputError {
        let found = self.text(ContextKind::InvalidSubcommand);
        let error = InputError::problem(say!("command"), found, say!("is not a command"));
        match self.text(ContextKind::SuggestedSubcommand) {
            near if near.is_empty() => error.with_hint(list_of_commands()),
            near => error.with_hint(say!("did you mean {near}?", near)),
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
                        say!("this option needs --file and cannot be used with {other}", other);
                    return InputError::sentence(option, sentence);
                }
                InputError::sentence(
                    place,
                    say!("this option cannot be used with {other}", other = name(other)),
                )
            }
            _ => InputError::sentence(place, say!("this option is given twice")),
        }
    }

    fn missing(&self) -> InputError {
        let missing = self.texts(ContextKind::InvalidArg);
        let names: Vec<&str> = missing.iter().map(|argument| name(argument)).collect();
        let needed = missing.join(" ");
        let sentence = match missing.len() {
            1 if needed.starts_with('<') => say!("this argument is missing"),
            1 => say!("{needed} is missing", needed),
            _ => say!("{needed} are missing", needed),
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
                say!("this option needs {needed}", needed = missing.join(" ")),
            );
        }
        if names.contains(&"GAME") && usage.contains("--resume") {
            let mut words = usage.split_whitespace().skip_while(|&word| word != "ludex");
            let command = words.nth(1).unwrap_or("COMMAND");
            return error.with_hint(say!(
                "the game comes before --resume: ludex {command} GAME --resume",
                command
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
                self.about_value(&say!("one of {names}", names = valid.join(", ")))
            } else {
                InputError::unknown(
                    name(&self.argument()),
                    &found,
                    &say!("a possible value"),
                    &names,
                )
            };
            return error.with_nearest(&found, names);
        }
        let argument = self.argument();
        let expected = match argument.split_once(' ') {
            Some((_, value)) => say!("a value {value}", value),
            None => say!("a value"),
        };
        self.about_value(&expected)
    }
}

/// A hint for a word that probably belongs to the value before it.
fn hint_for_word(word: &str) -> String {
    let key = word.split_once('=').map_or("", |(key, _)| key);
    let mut keys = catalogue().games().flat_map(|info| info.variant_keys);
    if keys.any(|known| known.name == key) {
        return say!("separate the options of a variant with commas: --variant …,{word}", word);
    }
    say!("a value with blanks needs quotation marks")
}

/// The name in `--depth <PLIES>`, `<GAME>` or `[COMMAND]`.
fn name(argument: &str) -> &str {
    let word = argument.split(' ').next().unwrap_or_default();
    word.trim_matches(['<', '>', '[', ']', '.'])
}
