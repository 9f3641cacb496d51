//! Records of games that have no file format of their own: lines `key: value`, then lines of moves, which are [lists as people
//! write them](crate::interface::move_list); `#` opens a comment. Moves may also stand after the key `moves` or `game`.
//!
//! A key after moves begins the next game; a block of keys without moves, a variant or a position belongs to the game before
//! it, as a result after the moves does. A comment after a move, and those below it, belong to that move; a mark of
//! annotators may open it.
//!
//! What other programs write is read too: tags as in PGN (`[White "Ann"]`), comments in `{}` and `()`, and lines of words
//! above the moves, which are a comment.
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

/// A word of a file, with what is said behind it.
#[derive(Clone, Debug, Default)]
pub struct RemarkedWord {
    /// A move or a turn.
    pub text: String,
    /// Comments, a line each.
    pub remark: Vec<String>,
}

/// The format of a game that has no options and whose moves are a word each; the first extension of a file is its name.
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

/// Writes a game whose moves make these words, a fixed number of them a line; a line ends after a word that has a comment. `keys`
/// are those of the variant: no other tag may have their names.
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
    // A sign of a comment would end it.
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

/// Whether a tag can stand in a file, and is read as one.
fn is_tag(key: &str, keys: &[VariantKey]) -> bool {
    let is_moves = MOVES.iter().any(|known| known.eq_ignore_ascii_case(key));
    is_key(key) && !is_moves && known_key(keys, key).is_none()
}

/// Words, so many of them a line.
pub fn lines(words: &[String], a_line: usize) -> String {
    let lines = words.chunks(a_line).map(|line| line.join(" ") + "\n");
    lines.collect()
}

/// The words of a record whose moves are a word each.
pub fn words(record: &Record) -> Vec<RemarkedWord> {
    let word = |ply: &RecordedPly| RemarkedWord { text: ply.text.clone(), remark: ply.remark() };
    record.plies.iter().map(word).collect()
}
