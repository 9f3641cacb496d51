//! Writes game files.

use std::fmt::Write as _;

use ludex_search::Player;

use super::endings::result_word;
use super::ptn_words::{self, NO_MOVE, VARIANT_TAGS, beginning, known_tag};
use crate::notation::ptn;
use crate::rules::options::value_in_files;
use ludex_kit::interface::branches::usual_name;
use ludex_kit::interface::record::{MoveEvaluation, one_line};
use ludex_kit::{Record, RecordedPly};

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// Writes one game: the tags, one line per move number, the result, and the branches.
pub(super) fn write(record: &Record) -> String {
    let mut text = String::new();
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for (name, value) in &record.tags {
        if !name.is_empty() && is_name(name) && known_tag(name).is_none() {
            tag(&mut text, name, value);
        }
    }
    for (name, key) in VARIANT_TAGS {
        if let Some(value) = record.variant.get(key) {
            tag(&mut text, name, value_in_files(key, value));
        }
    }
    if let Some(tps) = &record.start {
        tag(&mut text, "TPS", tps);
    }
    let numbers = Numbers::from_record(record);
    let (_, is_second) = numbers.of_ply(record.plies.len());
    let result = result_word(record, Player(is_second.into()));
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
    numbers.line(&mut text, 0, &record.plies);
    if let Some(result) = result {
        text.extend([result, "\n"]);
    }
    branches(&mut text, record, &numbers);
    text
}

/// Converts ply indices to move numbers.
struct Numbers {
    first: usize,
    /// 1 if the second player moves first, so that the first move lacks a ply; otherwise 0.
    second: usize,
}

impl Numbers {
    fn from_record(record: &Record) -> Self {
        let (first, second) = beginning(record.start.as_deref());
        Self { first, second }
    }

    /// The move number of a ply, and whether it is the second player's.
    fn of_ply(&self, ply: usize) -> (usize, bool) {
        let count = ply + self.second;
        (self.first + count / 2, count % 2 == 1)
    }

    /// Writes plies, starting at this index.
    fn line<'a>(
        &self,
        text: &mut String,
        first: usize,
        plies: impl IntoIterator<Item = &'a RecordedPly>,
    ) {
        let mut is_open = false;
        for (index, ply) in plies.into_iter().enumerate() {
            let (number, is_second) = self.of_ply(first + index);
            if !is_second {
                write!(text, "{number}.").expect(INFALLIBLE);
            } else if index == 0 {
                write!(text, "{number}. {NO_MOVE}").expect(INFALLIBLE);
            }
            add_ply(text, ply);
            is_open = !is_second;
            if is_second {
                text.push('\n');
            }
        }
        if is_open {
            text.push('\n');
        }
    }
}

fn add_ply(text: &mut String, ply: &RecordedPly) {
    let is_mark = |mark: char| ptn::ANNOTATIONS.contains(&mark);
    // If any character is unknown, omit all marks: without that character, the others could have a different meaning.
    let is_whole = ply.annotation.chars().all(is_mark);
    let marks = if is_whole { &ply.annotation } else { "" };
    text.extend([" ", &ply.text, marks]);
    for line in ply.comment.iter().flat_map(|comment| comment.lines()) {
        text.push(' ');
        text.push_str(&braces(line));
    }
}

/// Writes the variations as branches.
fn branches(text: &mut String, record: &Record, numbers: &Numbers) {
    let usual = |ply, index| usual_name(numbers.of_ply(ply), index);
    for branch in record.branches_by(usual) {
        write!(text, "\n{{{}}}\n", branch.name).expect(INFALLIBLE);
        let mut plies = branch.plies.iter().map(|&index| &record.asides[index].ply);
        numbers.line(text, branch.n_before, plies.clone());
        let ending = plies.next_back().and_then(|last| last.ending.as_deref());
        if let Some(word) = ending.and_then(ptn_words::result_word) {
            text.truncate(text.trim_end().len());
            text.extend([" ", word, "\n"]);
        }
    }
}

/// An evaluation as PTN Ninja reads it: the first player's expected result (−1 to 1), the depth, the first player's probabilities, and the
/// line after the move (CITE: <https://github.com/gruppler/PTN-Ninja>, `src/Game/PTN/Comment.js`).
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
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(text, "[{name} \"{}\"]", one_line(&value)).expect(INFALLIBLE);
}

/// A comment in braces. The format cannot represent a closing brace, so it is replaced.
fn braces(comment: &str) -> String {
    format!("{{{}}}", one_line(&comment.replace('}', ")")))
}
