//! The name of this program. A program for other games may have another name than `ludex`; texts that mention
//! commands use it.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

/// The program's name in the texts of the source code.
const WRITTEN: &str = "ludex";

static NAME: OnceLock<String> = OnceLock::new();

/// Sets the name of this program from the word with which it was started. Only the first call has an effect.
pub fn start_as(word: &OsStr) {
    NAME.get_or_init(|| name_of(word).unwrap_or(WRITTEN).to_owned());
}

/// The program's name from the path that started it, without the extension that Windows needs.
fn name_of(word: &OsStr) -> Option<&str> {
    let name = Path::new(word).file_name()?.to_str()?;
    Some(name.strip_suffix(".exe").unwrap_or(name))
}

/// The name of this program.
pub fn name() -> &'static str {
    NAME.get().map_or(WRITTEN, String::as_str)
}

/// Replaces `ludex` by the name of this program in a text that mentions commands.
pub fn own_words(text: &str) -> Cow<'_, str> {
    match name() {
        WRITTEN => Cow::Borrowed(text),
        name => Cow::Owned(renamed(text, name)),
    }
}

/// Replaces `ludex` where it is a command: at the start of a word and before a space.
fn renamed(text: &str, name: &str) -> String {
    let command = format!("{WRITTEN} ");
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&command) {
        let (before, found) = rest.split_at(at);
        let begins =
            !before.ends_with(|letter: char| letter.is_alphanumeric() || "-_./".contains(letter));
        renamed.push_str(before);
        renamed.push_str(if begins { name } else { WRITTEN });
        rest = &found[WRITTEN.len()..];
    }
    renamed + rest
}

#[cfg(test)]
mod tests {
    use super::{name_of, renamed};

    #[test]
    fn a_name_may_hold_a_dot() {
        assert_eq!(name_of("/opt/four-1.0".as_ref()), Some("four-1.0"));
        assert_eq!(name_of("four.exe".as_ref()), Some("four"));
        assert_eq!(name_of("".as_ref()), None);
    }

    #[test]
    fn commands_are_named_and_files_are_not() {
        let text = "ludex book, ./ludex games; `ludex games` reads ludex.toml of ludex itself";
        let expected = "four book, ./ludex games; `four games` reads ludex.toml of four itself";
        assert_eq!(renamed(text, "four"), expected);
    }
}
