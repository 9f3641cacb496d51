//! Records of games that have no file format of their own: lines `key: value`, then lines of moves, which are [lists as people
//! write them](crate::interface::move_list); `#` opens a comment. A key behind moves or a result begins the next game. A comment behind a move, and those below it, belong to that move; a mark of
//! annotators may open it.
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

use super::move_list::{ListReader, ListStyle, ListWord};
use super::record::split_mark;
use super::results::result_in_words;
use crate::{InputError, Record, RecordedPly, VariantKey};

/// Reads games whose moves stand between blanks. `keys` are those of the variant; `steps` takes a word apart, and refuses what
/// cannot be a move.
pub fn read(
    text: &str,
    keys: &[VariantKey],
    steps: impl Fn(&str) -> Result<Vec<String>, InputError>,
) -> Result<Vec<Record>, InputError> {
    read_lists(text, keys, ListStyle::Plain, steps)
}

/// The same for games whose lists of moves are written in another style.
pub fn read_lists(
    text: &str,
    keys: &[VariantKey],
    style: ListStyle,
    steps: impl Fn(&str) -> Result<Vec<String>, InputError>,
) -> Result<Vec<Record>, InputError> {
    let mut records = vec![Record::default()];
    let mut last_move = None;
    let mut reader = ListReader::new(style);
    for (number, line) in (1..).zip(text.lines()) {
        let record = records.last_mut().expect("the list starts with one");
        if let Some((key, value)) = tag(line) {
            if !record.plies.is_empty() || record.result.is_some() {
                records.push(Record::default());
                last_move = None;
                reader = ListReader::new(style);
            }
            let record = records.last_mut().expect("the list starts with one");
            read_tag(record, keys, key, value);
        } else {
            let (line, comment) = match line.split_once('#') {
                Some((line, comment)) => (line, Some(comment)),
                None => (line, None),
            };
            let place = |index: usize| format!("line {number}, word {index}");
            let words = reader.read(line);
            for (index, word) in words.map_err(|(index, error)| error.within(place(index)))? {
                let place = place(index);
                let (word, mark) = match word {
                    ListWord::Move(word, mark) => (word, mark),
                    ListWord::Result(result) => {
                        add_result(record, result).map_err(|error| error.within(place))?;
                        continue;
                    }
                };
                let steps = steps(word).map_err(|error| error.within(&place))?;
                let ply = |text| RecordedPly {
                    text,
                    place: place.clone(),
                    ..RecordedPly::default()
                };
                for mut ply in steps.into_iter().map(ply) {
                    // A draw is nobody's merit: what is said behind it is about the move that it completes.
                    if !ply.text.starts_with('>') {
                        last_move = Some(record.plies.len());
                        mark.clone_into(&mut ply.annotation);
                    }
                    record.plies.push(ply);
                }
            }
            if let Some(comment) = comment {
                add_comment(record, last_move, comment.trim());
            }
        }
    }
    Ok(records)
}

/// A result after the moves says the same as a tag, if there is one.
fn add_result(record: &mut Record, result: String) -> Result<(), InputError> {
    match &record.result {
        Some(told) if *told != result => {
            let expected = format!("{told}, as the key result says");
            Err(InputError::new("result", result, expected))
        }
        _ => {
            record.result = Some(result);
            Ok(())
        }
    }
}

/// A comment belongs to the last move before it, or to the whole game.
fn add_comment(record: &mut Record, last_move: Option<usize>, comment: &str) {
    let Some(ply) = last_move.map(|index| &mut record.plies[index]) else {
        record.add_comment(comment);
        return;
    };
    let (mark, comment) = split_mark(comment);
    if ply.annotation.is_empty() {
        mark.clone_into(&mut ply.annotation);
    }
    if !comment.is_empty() {
        ply.add_comment(comment);
    }
}

/// `key: value`. Coordinates and comments may hold a colon too, but begin with a digit or stand behind a #.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let is_key = key.starts_with(char::is_alphabetic) && !key.contains('#');
    is_key.then(|| (key, value.trim()))
}

fn read_tag(record: &mut Record, keys: &[VariantKey], key: &str, value: &str) {
    // What is no name and no place may have a comment behind it.
    let word = value.split('#').next().unwrap_or_default().trim();
    match key {
        "position" => record.start = Some(word.to_owned()),
        _ if key.eq_ignore_ascii_case("result") => {
            let told = result_in_words(word).unwrap_or_else(|| word.to_owned());
            record.result = Some(told);
        }
        _ if keys.iter().any(|known| known.name == key) => record.variant.set(key, word),
        _ if key.eq_ignore_ascii_case("winner") && told_winner(value).is_some() => {
            record.result = told_winner(value);
        }
        _ => record.tags.push((key.to_owned(), value.to_owned())),
    }
}

/// The result by the word for the player who has won.
fn told_winner(value: &str) -> Option<String> {
    result_in_words(&format!("winner: {value}"))
}

/// A word of a file, with what is said behind it.
#[derive(Clone, Debug, Default)]
pub struct RemarkedWord {
    /// A move or a turn.
    pub text: String,
    /// Comments, a line each.
    pub remark: Vec<String>,
}

/// Writes a game whose moves make these words, so many of them a line; a line ends behind a word that something is said of.
pub fn write(record: &Record, words: &[RemarkedWord], a_line: usize) -> String {
    let comment = record.comment.iter().flat_map(|text| text.lines());
    let mut text: String = comment.flat_map(|line| ["# ", line.trim(), "\n"]).collect();
    let tags = record.tags.iter();
    let tags = tags.map(|(key, value)| (key.as_str(), value.as_str()));
    let last = [("position", &record.start), ("result", &record.result)];
    let last = last
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_deref()?)));
    for (key, value) in record.variant.iter().chain(tags).chain(last) {
        text.extend([key, ": ", value, "\n"]);
    }
    for line in words.chunk_by(|word, _| word.remark.is_empty()) {
        let plain: Vec<String> = line.iter().map(|word| word.text.clone()).collect();
        let remark = line
            .last()
            .map(|word| word.remark.as_slice())
            .unwrap_or_default();
        let mut moves = lines(&plain, a_line);
        if let Some((first, more)) = remark.split_first() {
            moves.truncate(moves.trim_end().len());
            moves.extend([" # ", first, "\n"]);
            moves.extend(more.iter().flat_map(|line| ["# ", line, "\n"]));
        }
        text.push_str(&moves);
    }
    text
}

/// Words, so many of them a line.
pub fn lines(words: &[String], a_line: usize) -> String {
    let lines = words.chunks(a_line).map(|line| line.join(" ") + "\n");
    lines.collect()
}

/// The words of a record whose moves are a word each.
pub fn words(record: &Record) -> Vec<RemarkedWord> {
    let word = |ply: &RecordedPly| RemarkedWord {
        text: ply.text.clone(),
        remark: ply.remark(),
    };
    record.plies.iter().map(word).collect()
}
