//! Writing game files.

use std::fmt::Write as _;

use ludex_search::Player;

use super::{NO_MOVE, VARIANT_TAGS, beginning, in_words};
use crate::Record;
use crate::interface::record::MoveEvaluation;
use crate::takt::rules::options::value_in_files;

/// One game: tags, a line for each move of both players, the result.
pub(super) fn write(record: &Record) -> String {
    let result = result_of(record);
    let mut text = String::new();
    for (name, value) in &record.tags {
        tag(&mut text, name, value);
    }
    for (name, key) in VARIANT_TAGS {
        if let Some(value) = record.variant.get(key) {
            tag(&mut text, name, value_in_files(key, value));
        }
    }
    if let Some(tps) = &record.start {
        tag(&mut text, "TPS", tps);
    }
    if let Some(result) = result {
        tag(&mut text, "Result", result);
    }
    text.push('\n');
    if let Some(comment) = &record.comment {
        for line in comment.lines() {
            text.push_str(&braces(line));
            text.push('\n');
        }
    }
    moves(&mut text, record);
    if let Some(result) = result {
        text.push_str(result);
        text.push('\n');
    }
    if let Some(branches) = &record.branches {
        text.extend(["\n", branches, "\n"]);
    }
    text
}

/// The result in the words of the format.
fn result_of(record: &Record) -> Option<&str> {
    let (_, second) = beginning(record.start.as_deref());
    let to_move = Player(((record.plies.len() + second) % 2) as u8);
    in_words(record, to_move).or(record.result.as_deref())
}

fn moves(text: &mut String, record: &Record) {
    let (number, second) = beginning(record.start.as_deref());
    for (index, ply) in record.plies.iter().enumerate() {
        let count = index + second;
        if count % 2 == 0 {
            write!(text, "{}.", number + count / 2).expect("writing to a string cannot fail");
        } else if index == 0 {
            write!(text, "{number}. {NO_MOVE}").expect("writing to a string cannot fail");
        }
        text.push(' ');
        text.push_str(&ply.text);
        text.push_str(&ply.annotation);
        for variation in &ply.variations {
            write!(text, " ({variation})").expect("writing to a string cannot fail");
        }
        if let Some(comment) = &ply.comment {
            for line in comment.lines() {
                text.push(' ');
                text.push_str(&braces(line));
            }
        }
        if count % 2 == 1 || index + 1 == record.plies.len() {
            text.push('\n');
        }
    }
}

/// An evaluation as PTN Ninja reads it: what the first player may expect, −1 to 1, the depth, his chances, and the line behind
/// the move (CITE: <https://github.com/gruppler/PTN-Ninja>, `src/Game/PTN/Comment.js`).
pub(super) fn evaluation(evaluation: &MoveEvaluation) -> String {
    let [win, draw, loss] = evaluation.wdl;
    let (value, depth) = (win - loss, evaluation.depth);
    let mut text = format!("{value:+.2}/{depth} name:\"Ludex\" wdl:{win:.3},{draw:.3},{loss:.3}");
    if !evaluation.reply.is_empty() {
        text.extend([" pv> ", &evaluation.reply.join(" ")]);
    }
    text
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\n', '\r'], " ");
    writeln!(text, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
}

/// A comment in braces; the format has no way to write a closing brace in it.
fn braces(comment: &str) -> String {
    format!("{{{}}}", comment.replace('}', ")"))
}
