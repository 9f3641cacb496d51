//! Bad usage of the command line as an error of ours: one line with the place, what was found and what was expected.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use ludex_kit::InputError;

use ludex_base::catalogue::catalogue;

/// What stands for a word that is missing.
const NOTHING: &str = "nothing";

/// An error of the grammar of this command line in our form. Help and version, which come as errors too, are none.
pub(crate) fn error(error: &clap::Error, command: &clap::Command) -> InputError {
    let usage = Usage { error, command };
    match error.kind() {
        ErrorKind::UnknownArgument => usage.unknown_argument(),
        ErrorKind::InvalidSubcommand => usage.unknown_command(),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            usage.command_error(NOTHING)
        }
        ErrorKind::ArgumentConflict => usage.conflict(),
        ErrorKind::MissingRequiredArgument => usage.missing(),
        ErrorKind::ValueValidation => usage.bad_value(),
        ErrorKind::TooManyValues => usage.about_value("no value"),
        ErrorKind::InvalidUtf8 => {
            InputError::new("command line", "bytes that are no text", "text in UTF-8")
        }
        _ => usage.wrong_value(),
    }
}

/// Options that others need with them.
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

/// What else stands for a file: an option that needs a file does not go with it.
const OTHER_POSITIONS: [&str; 2] = ["--position", "--moves"];

/// The options that need this one.
fn in_need_of(needed: &str) -> &'static [&'static str] {
    let found = NEEDED.iter().find(|(name, _)| *name == needed);
    found.map_or(&[], |(_, options)| options)
}

/// What is known about an error of the grammar.
struct Usage<'a> {
    error: &'a clap::Error,
    command: &'a clap::Command,
}

impl Usage<'_> {
    fn command_error(&self, found: &str) -> InputError {
        let shown = self.command.get_subcommands().filter(|command| !command.is_hide_set());
        let names = shown.map(clap::Command::get_name);
        let names: Vec<&str> = names.collect();
        let error = InputError::new("command", found, format!("one of {}", names.join(", ")));
        error.with_hint("`ludex --help` tells more")
    }

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

    /// The argument as the grammar writes it: `--depth <PLIES>`.
    fn argument(&self) -> String {
        self.text(ContextKind::InvalidArg)
    }

    fn found(&self) -> String {
        let found = self.text(ContextKind::InvalidValue);
        if found.is_empty() { NOTHING.to_owned() } else { found }
    }

    fn about_value(&self, expected: &str) -> InputError {
        InputError::new(name(&self.argument()), self.found(), expected)
    }

    fn unknown_argument(&self) -> InputError {
        let argument = self.argument();
        let error = if argument.starts_with('-') {
            InputError::new("option", argument, "an option of the command")
        } else {
            let hint = hint_for_word(&argument);
            return InputError::new("argument", argument, "no further argument").with_hint(hint);
        };
        match self.text(ContextKind::SuggestedArg) {
            near if near.is_empty() => error.with_hint("`--help` lists them"),
            near => error.with_hint(format!("did you mean {near}?")),
        }
    }

    fn unknown_command(&self) -> InputError {
        let error = self.command_error(&self.text(ContextKind::InvalidSubcommand));
        match self.text(ContextKind::SuggestedSubcommand) {
            near if near.is_empty() => error,
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
                    in_need_of("--file").contains(option) && OTHER_POSITIONS.contains(other)
                };
                if let Some((option, other)) = pairs.into_iter().find(needs_file) {
                    return InputError::new(option, other, "--file instead");
                }
                let found = format!("the option and {}", name(other));
                InputError::new(place, found, "one of the two alone")
            }
            _ => InputError::new(place, "the option twice", "it once"),
        }
    }

    fn missing(&self) -> InputError {
        let missing = self.texts(ContextKind::InvalidArg);
        let names: Vec<&str> = missing.iter().map(|argument| name(argument)).collect();
        let expected = missing.join(" ");
        let error = InputError::new(names.join(", "), NOTHING, &*expected);
        // `--resume` takes a file, and so the word behind it.
        let usage = self.styled(ContextKind::Usage);
        let is_given = |option: &&&str| usage.split_whitespace().any(|word| word == **option);
        if let [needed] = names[..]
            && let Some(option) = in_need_of(needed).iter().find(is_given)
        {
            return InputError::new(*option, format!("no {needed}"), format!("{expected} with it"));
        }
        if names.contains(&"GAME") && usage.contains("--resume") {
            let mut words = usage.split_whitespace().skip_while(|&word| word != "ludex");
            let command = words.nth(1).unwrap_or("COMMAND");
            return error.with_hint(format!(
                "the game stands before --resume: ludex {command} GAME --resume"
            ));
        }
        error
    }

    /// A value that a reader of ours refuses.
    fn bad_value(&self) -> InputError {
        let argument = self.argument();
        let Some(source) = self.error.source() else {
            return self.wrong_value();
        };
        if let Some(error) = source.downcast_ref::<InputError>() {
            return error.clone().within(name(&argument));
        }
        let text = source.to_string();
        self.about_value(text.strip_prefix("expected ").unwrap_or(&text))
    }

    /// A value that is missing, or none of those that there are.
    fn wrong_value(&self) -> InputError {
        let valid = self.texts(ContextKind::ValidValue);
        if !valid.is_empty() {
            let found = self.text(ContextKind::InvalidValue);
            let error = self.about_value(&format!("one of {}", valid.join(", ")));
            return error.with_nearest(&found, valid.iter().map(String::as_str));
        }
        let argument = self.argument();
        let expected = match argument.split_once(' ') {
            Some((_, value)) => format!("a value: {value}"),
            None => "a value".to_owned(),
        };
        self.about_value(&expected)
    }
}

/// What may help where a word follows that belongs to the value before it.
fn hint_for_word(word: &str) -> String {
    let key = word.split_once('=').map_or("", |(key, _)| key);
    let mut keys = catalogue().games().flat_map(|info| info.variant_keys);
    if keys.any(|known| known.name == key) {
        return format!(
            "--variant takes the options of a variant with commas between them: --variant …,{word}"
        );
    }
    "a value that holds blanks needs quotation marks".to_owned()
}

/// The name in `--depth <PLIES>`, `<GAME>`, `[COMMAND]`.
fn name(argument: &str) -> &str {
    let word = argument.split(' ').next().unwrap_or_default();
    word.trim_matches(['<', '>', '[', ']', '.'])
}
