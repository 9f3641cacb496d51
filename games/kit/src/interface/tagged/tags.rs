//! Tags of a file: lines with a key and a value.

use std::borrow::Cow;

use crate::interface::input_error::InputError;
use crate::interface::known_tags::is_known_tag;
use crate::interface::options::VariantKey;
use crate::interface::record::Record;
use crate::interface::record::one_line;
use crate::interface::results::result_in_words;
use crate::say;
use crate::support::nearest::{distance, nearest};

/// The key of the position, which every game accepts.
pub(super) const POSITION: &str = "position";
pub(super) const RESULT: &str = "result";
/// Keys before moves.
pub(super) const MOVES: [&str; 2] = ["moves", "game"];

/// A line with a key and a value.
pub(super) struct Tag<'a> {
    pub(super) key: &'a str,
    pub(super) value: Cow<'a, str>,
    /// Whether it is written as `key: value`.
    pub(super) is_plain: bool,
}

/// Parses `key: value` or `[key "value"]`. Coordinates and comments may contain a colon too, but their lines begin with a digit or with the
/// sign that starts a comment.
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

/// Returns a key that has a meaning for the game itself, as opposed to names, places and dates.
pub(super) fn known_key(keys: &[VariantKey], key: &str) -> Option<&'static str> {
    let mut known = keys.iter().map(|key| key.name).chain([POSITION, RESULT]);
    known.find(|known| known.eq_ignore_ascii_case(key))
}

/// Whether the record already has a value for this key.
pub(super) fn has_tag(record: &Record, keys: &[VariantKey], tag: &Tag<'_>) -> bool {
    match known_key(keys, tag.key) {
        Some(POSITION) => record.start.is_some(),
        Some(RESULT) => record.result.is_some(),
        Some(known) => record.variant.get(known).is_some(),
        None => record.tags.iter().any(|(key, _)| key == name_of(tag.key)),
    }
}

/// Adds a tag to its game.
pub(super) fn read_tag(record: &mut Record, keys: &[VariantKey], tag: &Tag<'_>, line: usize) {
    // The value of a known key is a single word; a comment may follow the word.
    let word = tag.value.split('#').next().unwrap_or_default().trim();
    let Some(known) = known_key(keys, tag.key) else {
        let stated = winner_result(&tag.value).filter(|_| tag.key.eq_ignore_ascii_case("winner"));
        if stated.is_some() {
            record.result = stated;
        } else {
            let (key, value) = (name_of(tag.key).to_owned(), tag.value.to_string());
            record.tags.push((key, value));
        }
        return;
    };
    if has_tag(record, keys, tag) {
        let place = format!("line {line}, {known}");
        let problem = say!("repeats a key; the first value is used");
        record.remarks.push(InputError::problem(place, word, problem));
        return;
    }
    match known {
        POSITION => record.start = Some(word.to_owned()),
        RESULT => {
            let stated = result_in_words(word).unwrap_or_else(|| word.to_owned());
            record.result = Some(stated).filter(|stated| !stated.is_empty());
        }
        _ => record.variant.set(known, word),
    }
}

/// The usual name of a tag. Files may use the words for the sides as keys of the players' names.
fn name_of(key: &str) -> &str {
    match key.to_ascii_lowercase().as_str() {
        "white" => "Player1",
        "black" => "Player2",
        _ => key,
    }
}

/// The result that names the winning player.
fn winner_result(value: &str) -> Option<String> {
    result_in_words(&format!("winner: {value}"))
}

/// A remark about an unknown key: the key may be misspelt, or its value may have been meant as moves.
pub(super) fn remark_about_unknown_key(
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
        let problem =
            say!("looks like moves but is kept as a tag: write moves after the key `moves`");
        return Some(InputError::problem(place, tag.value.as_ref(), problem));
    }
    let lower = key.to_lowercase();
    let known = keys.iter().map(|key| key.name);
    let near = nearest(&lower, known.chain([POSITION, RESULT, MOVES[0]]))?;
    // Unknown tags are normal. Only a key that differs from a known one by a single letter is reported.
    if distance(&lower, near) != 1 {
        return None;
    }
    let problem = say!("is not a known key and is kept as a tag");
    let remark = InputError::problem(place, key, problem);
    Some(remark.with_hint(say!("did you mean {text}?", text = near)))
}
