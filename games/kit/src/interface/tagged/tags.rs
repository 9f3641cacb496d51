//! The keys of a file.

use std::borrow::Cow;

use crate::interface::input_error::InputError;
use crate::interface::known_tags::is_known_tag;
use crate::interface::options::VariantKey;
use crate::interface::record::Record;
use crate::interface::record::one_line;
use crate::interface::results::result_in_words;
use crate::support::nearest::{distance, nearest};

/// Keys that every game has.
pub(super) const POSITION: &str = "position";
pub(super) const RESULT: &str = "result";
/// Keys in front of moves.
pub(super) const MOVES: [&str; 2] = ["moves", "game"];

/// A line that says something of the game.
pub(super) struct Tag<'a> {
    pub(super) key: &'a str,
    pub(super) value: Cow<'a, str>,
    /// Whether it is written as `key: value`.
    pub(super) is_plain: bool,
}

/// `key: value`, or `[key "value"]`. Coordinates and comments may hold a colon too, but begin with a digit or stand behind a
/// sign that opens a comment.
pub(super) fn tag(line: &str) -> Option<Tag<'_>> {
    if let Some(inner) = line.trim().strip_prefix('[') {
        let (key, value) = inner.strip_suffix(']')?.split_once(char::is_whitespace)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        return is_key(key).then_some(Tag { key, value: Cow::Owned(value), is_plain: false });
    }
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    is_key(key).then_some(Tag { key, value: Cow::Borrowed(value.trim()), is_plain: true })
}

pub(super) fn is_key(key: &str) -> bool {
    let ends = |letter: char| "#:=(){}[]".contains(letter) || letter.is_control();
    key.starts_with(char::is_alphabetic) && !key.contains(ends) && key == one_line(key).trim()
}

/// A key that says more than who played where and when.
pub(super) fn known_key(keys: &[VariantKey], key: &str) -> Option<&'static str> {
    let mut known = keys.iter().map(|key| key.name).chain([POSITION, RESULT]);
    known.find(|known| known.eq_ignore_ascii_case(key))
}

/// Whether a game says the same already.
pub(super) fn has_tag(record: &Record, keys: &[VariantKey], tag: &Tag<'_>) -> bool {
    match known_key(keys, tag.key) {
        Some(POSITION) => record.start.is_some(),
        Some(RESULT) => record.result.is_some(),
        Some(known) => record.variant.get(known).is_some(),
        None => record.tags.iter().any(|(key, _)| key == name_of(tag.key)),
    }
}

/// Adds what a line says to its game.
pub(super) fn read_tag(record: &mut Record, keys: &[VariantKey], tag: &Tag<'_>, line: usize) {
    // What is no name and no place may have a comment behind it.
    let word = tag.value.split('#').next().unwrap_or_default().trim();
    let Some(known) = known_key(keys, tag.key) else {
        let told = told_winner(&tag.value).filter(|_| tag.key.eq_ignore_ascii_case("winner"));
        if told.is_some() {
            record.result = told;
        } else {
            let (key, value) = (name_of(tag.key).to_owned(), tag.value.to_string());
            record.tags.push((key, value));
        }
        return;
    };
    if has_tag(record, keys, tag) {
        let place = format!("line {line}, {known}");
        let expected = "each key once: the first one counts";
        record.remarks.push(InputError::new(place, word, expected));
        return;
    }
    match known {
        POSITION => record.start = Some(word.to_owned()),
        RESULT => {
            let told = result_in_words(word).unwrap_or_else(|| word.to_owned());
            record.result = Some(told).filter(|told| !told.is_empty());
        }
        _ => record.variant.set(known, word),
    }
}

/// What records call a tag: names of players may stand after the words for their sides.
fn name_of(key: &str) -> &str {
    match key.to_ascii_lowercase().as_str() {
        "white" => "Player1",
        "black" => "Player2",
        _ => key,
    }
}

/// The result by the word for the player who has won.
fn told_winner(value: &str) -> Option<String> {
    result_in_words(&format!("winner: {value}"))
}

/// What is odd about a key that no game has: it may be meant for another one, or what follows it for moves.
pub(super) fn oddity(
    keys: &[VariantKey],
    tag: &Tag<'_>,
    line: usize,
    reads_as_moves: bool,
) -> Option<InputError> {
    let key = name_of(tag.key);
    if known_key(keys, key).is_some() || is_known_tag(key) {
        return None;
    }
    let place = format!("line {line}, {key}");
    if reads_as_moves {
        let expected = "moves after the key moves: it is kept as a tag although it reads as moves";
        return Some(InputError::new(place, tag.value.as_ref(), expected));
    }
    let lower = key.to_lowercase();
    let known = keys.iter().map(|key| key.name);
    let near = nearest(&lower, known.chain([POSITION, RESULT, MOVES[0]]))?;
    // A tag of another name is usual: only a slip of the pen is meant.
    if distance(&lower, near) != 1 {
        return None;
    }
    let expected = format!("{near} or the name of a tag: it is kept as a tag");
    let remark = InputError::new(place, key, expected);
    Some(remark.with_hint(format!("did you mean {near}?")))
}
