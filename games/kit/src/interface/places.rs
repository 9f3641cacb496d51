//! The parts of places in errors that all games share, for readers: `row 3`, `move 7`.

use crate::message;

/// The known parts. `{number}` is a number, or another word without blanks, such as `c3`.
const PARTS: [&str; 41] = [
    message!("board"),
    message!("book"),
    message!("byte {number}"),
    message!("cell {number}"),
    message!("checksum"),
    message!("column {number}"),
    message!("depth"),
    message!("event"),
    message!("game"),
    message!("game {number}"),
    message!("key"),
    message!("lane {number}"),
    message!("level"),
    message!("line {number}"),
    message!("move"),
    message!("move {number}"),
    message!("name"),
    message!("network"),
    message!("parameter {number}"),
    message!("part {number}"),
    message!("piece"),
    message!("player {number}"),
    message!("ply {number}"),
    message!("position"),
    message!("result"),
    message!("row {number}"),
    message!("search"),
    message!("searches"),
    message!("seat {number}"),
    message!("server"),
    message!("square {number}"),
    message!("standard input"),
    message!("step {number}"),
    message!("tag {number}"),
    message!("tile {number}"),
    message!("token"),
    message!("turn"),
    message!("turn {number}"),
    message!("variant"),
    message!("wall {number}"),
    message!("word {number}"),
];

/// A part of a place in the current language. An unknown part remains as it is.
pub(super) fn part_words(part: &str) -> String {
    let known = |pattern: &&&str| match pattern.strip_suffix("{number}") {
        Some(name) => part.strip_prefix(name).is_some_and(is_word),
        None => part == **pattern,
    };
    let number = part.rsplit(' ').next().unwrap_or_default();
    match PARTS.iter().find(known) {
        Some(pattern) => crate::WORDS.say(pattern, &[("number", &number)]),
        None => part.to_owned(),
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(' ')
}
