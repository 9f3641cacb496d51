//! The text format of a book: one line that describes the book, then one line per search with its numbers, its moves and a checksum
//! of all lines so far. Lines are always appended whole, so a line cut off by a crash is detected.

use std::fmt::Write;
use std::str::SplitAsciiWhitespace;

use ludex_search::Score;

use super::{BookHeader, BookMove, BookSearch, BookValue, WHOLE};
use crate::interface::input_error::InputError;
use crate::say;

/// The first word of a book, with the version of the format.
const MAGIC: &str = "ludex-book-1 ";
/// Placeholder in the first search, which has no earlier position and no move.
const NONE: &str = "-";

/// A book as read from a file. Its moves have not been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct BookText {
    /// What it is for.
    pub header: BookHeader,
    /// Its searches, one per line from line 2 on.
    pub searches: Vec<BookSearch>,
    /// Length in bytes of the undamaged lines.
    pub sound: usize,
    /// Checksum of these lines.
    pub sum: u32,
    /// The error after these lines, if there is damage.
    pub damage: Option<InputError>,
}

impl BookText {
    /// Reads a book up to the first damage, which is reported in [`damage`](Self::damage).
    pub fn read(bytes: &[u8]) -> Result<Self, InputError> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let first = end.and_then(|end| std::str::from_utf8(&bytes[..=end]).ok());
        let header = first
            .and_then(|line| line.strip_prefix(MAGIC))
            .and_then(|json| serde_json::from_str(json).ok());
        let (Some(header), Some(first)) = (header, first) else {
            return Err(InputError::sentence(
                "",
                say!("this is not a book that `ludex book` wrote"),
            ));
        };
        let mut text = Self {
            header,
            searches: Vec::new(),
            sound: first.len(),
            sum: crc32fast::hash(first.as_bytes()),
            damage: None,
        };
        while text.sound < bytes.len() {
            let rest = &bytes[text.sound..];
            let length = rest.iter().position(|&byte| byte == b'\n');
            let line = length.and_then(|length| std::str::from_utf8(&rest[..length]).ok());
            let Some((search, sum)) = line.and_then(|line| read_search(line, text.sum)) else {
                let place = format!("line {}", text.searches.len() + 2);
                text.damage =
                    Some(InputError::sentence(place, say!("the line is damaged or cut off")));
                break;
            };
            text.searches.push(search);
            text.sound += length.unwrap_or_default() + 1;
            text.sum = sum;
        }
        Ok(text)
    }
}

/// The first line of a book, and the checksum to continue from.
pub fn write_header(header: &BookHeader) -> (String, u32) {
    let json = serde_json::to_string(header).unwrap_or_default();
    let line = format!("{MAGIC}{json}\n");
    let sum = crc32fast::hash(line.as_bytes());
    (line, sum)
}

/// Returns the line of a search and the new checksum. `sum` is the checksum of the lines before it.
pub fn write_search(search: &BookSearch, sum: u32) -> (String, u32) {
    let (before, mv) = match &search.from {
        Some((before, mv)) => (before.to_string(), mv.as_str()),
        None => (NONE.to_owned(), NONE),
    };
    let mut line = format!("{before} {mv} {} {} {}", search.depth, search.nodes, search.width);
    for BookMove { mv, value } in &search.moves {
        let score = value.score.value();
        write!(line, " {mv} {score} {} {}", value.win, value.draw).expect("text takes all");
    }
    let sum = sum_after(sum, &line);
    (format!("{line} {sum:08x}\n"), sum)
}

fn sum_after(sum: u32, line: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(sum);
    hasher.update(line.as_bytes());
    hasher.finalize()
}

/// Parses the line of a search, given the checksum of the lines before it. `None` if the line is damaged.
fn read_search(line: &str, sum: u32) -> Option<(BookSearch, u32)> {
    let (line, stated) = line.rsplit_once(' ')?;
    let sum = sum_after(sum, line);
    if u32::from_str_radix(stated, 16) != Ok(sum) {
        return None;
    }
    let mut words = line.split_ascii_whitespace();
    let from = match (words.next()?, words.next()?) {
        (NONE, NONE) => None,
        (before, mv) => Some((before.parse().ok()?, mv.to_owned())),
    };
    let mut search = BookSearch {
        from,
        depth: words.next()?.parse().ok()?,
        nodes: words.next()?.parse().ok()?,
        width: words.next()?.parse().ok()?,
        moves: Vec::new(),
    };
    while let Some(mv) = words.next() {
        let (mv, value) = (mv.to_owned(), read_value(&mut words)?);
        search.moves.push(BookMove { mv, value });
    }
    let is_whole = !search.moves.is_empty() && search.moves.len() <= search.width;
    is_whole.then_some((search, sum))
}

fn read_value(words: &mut SplitAsciiWhitespace<'_>) -> Option<BookValue> {
    let score: i32 = words.next()?.parse().ok()?;
    let (win, draw): (u16, u16) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let is_value = i32::from(win) + i32::from(draw) <= WHOLE
        && (Score::LOSS.value()..=Score::WIN.value()).contains(&score);
    is_value.then_some(BookValue { score: Score::from_raw(score), win, draw })
}
