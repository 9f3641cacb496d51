//! The record format for games that define no file format: lines `key: value`, then lines of moves, which are [lists as
//! people write them](crate::interface::move_list). `#` starts a comment. Moves may also follow the key `moves` or `game`.
//!
//! A key after moves begins the next game. A block of keys without moves, variant or position, such as a result after the moves, belongs to
//! the previous game. A comment belongs to the move before it, on the same line or above, and may begin with an annotation mark.
//!
//! Files of other programs are read too: tags as in PGN (`[White "Ann"]`), comments in `{}` and `()`, and lines of text above the
//! moves, which become a comment.
//!
//! ```text
//! # A comment.
//! players: 2
//! Event: tea
//! position: //e1 e9/10 10/1
//! result: 1-0
//! e2 e8 e3h # ?! lost 6.1 %; better e3v
//! e7 e3
//! ```

mod read;
mod tags;

use super::record::one_line;
use crate::interface::options::VariantKey;
use crate::interface::record::{Record, RecordFormat, RecordedPly};
use tags::{MOVES, POSITION, RESULT, is_key, known_key};

pub use read::{read, read_lists};

/// A word of a file, and the comment after it.
#[derive(Clone, Debug, Default)]
pub struct RemarkedWord {
    /// The text of a move or a turn.
    pub text: String,
    /// Comment lines.
    pub remark: Vec<String>,
}

/// The format of a game that has no options and writes each move as one word. The first extension is the name of the format.
pub const fn plain(extensions: &'static [&'static str]) -> RecordFormat {
    RecordFormat {
        name: extensions[0],
        extensions,
        read: |text| read(text, &[], |word| Ok(vec![word.to_owned()])),
        write: |record| write(record, &[], &words(record), 16),
        write_all: None,
        annotated: true,
        variations: false,
        evaluation: None,
        verbatim: false,
    }
}

/// Writes a game whose moves are these words, with a fixed number of words per line; a line also ends after a word with a comment.
/// `keys` are the variant's: other tags must not have the same names.
pub fn write(
    record: &Record,
    keys: &[VariantKey],
    words: &[RemarkedWord],
    a_line: usize,
) -> String {
    let comment = record.comment.iter().flat_map(|text| text.lines());
    let comment = comment.map(|line| format!("# {}\n", one_line(line).trim()));
    let mut text: String = comment.collect();
    let tags = record.tags.iter();
    let tags = tags.map(|(key, value)| (key.as_str(), value.as_str()));
    let tags = tags.filter(|(key, _)| is_tag(key, keys));
    // A `#` would start a comment in the middle of the result.
    let result = record.result.as_ref().map(|result| result.replace('#', " "));
    let last = [(POSITION, &record.start), (RESULT, &result)];
    let last = last.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
    for (key, value) in record.variant.iter().chain(tags).chain(last) {
        text.extend([key, ": ", one_line(value).trim(), "\n"]);
    }
    for line in words.chunk_by(|word, _| word.remark.is_empty()) {
        let plain: Vec<String> = line.iter().map(|word| word.text.clone()).collect();
        let remark = line.last().map(|word| word.remark.as_slice()).unwrap_or_default();
        let mut moves = lines(&plain, a_line);
        if let Some((first, more)) = remark.split_first() {
            moves.truncate(moves.trim_end().len());
            moves.extend([" # ", &one_line(first), "\n"]);
            moves.extend(more.iter().map(|line| format!("# {}\n", one_line(line))));
        }
        text.push_str(&moves);
    }
    text
}

/// Whether a tag can be written to a file and read back as one.
fn is_tag(key: &str, keys: &[VariantKey]) -> bool {
    let is_moves = MOVES.iter().any(|known| known.eq_ignore_ascii_case(key));
    is_key(key) && !is_moves && known_key(keys, key).is_none()
}

/// The words as lines of `a_line` words each.
pub fn lines(words: &[String], a_line: usize) -> String {
    let lines = words.chunks(a_line).map(|line| line.join(" ") + "\n");
    lines.collect()
}

/// The words of a record that writes each move as one word.
pub fn words(record: &Record) -> Vec<RemarkedWord> {
    let word = |ply: &RecordedPly| RemarkedWord { text: ply.text.clone(), remark: ply.remark() };
    record.plies.iter().map(word).collect()
}
