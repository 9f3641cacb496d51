//! Records of games that have no file format of their own: lines `key: value`, then lines of moves, which are [lists as people
//! write them](crate::interface::move_list); `#` opens a comment. A key after moves or a result begins the next game. A comment after a move, and those below it, belong to that move; a mark of
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
use super::record::{one_line, split_mark, unless_unreadable};
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
            let is_past_tags =
                !record.plies.is_empty() || record.result.is_some() || record.damage.is_some();
            if is_past_tags {
                records.push(Record::default());
                last_move = None;
                reader = ListReader::new(style);
            }
            let record = records.last_mut().expect("the list starts with one");
            read_tag(record, keys, (key, value), number);
        } else if record.damage.is_none() {
            record.damage =
                read_line(record, &mut last_move, &mut reader, line, number, &steps).err();
        }
    }
    unless_unreadable(records)
}

/// Reads a line of moves and what is said of them.
fn read_line(
    record: &mut Record,
    last_move: &mut Option<usize>,
    reader: &mut ListReader,
    line: &str,
    number: usize,
    steps: &impl Fn(&str) -> Result<Vec<String>, InputError>,
) -> Result<(), InputError> {
    let (line, comment) = match line.split_once('#') {
        Some((line, comment)) => (line, Some(comment)),
        None => (line, None),
    };
    for (index, word) in reader.read(line) {
        let place = format!("line {number}, word {index}");
        let (word, mark) = match word.map_err(|error| error.within(&place))? {
            ListWord::Move(word, mark) => (word, mark),
            ListWord::Result(result) => {
                add_result(record, result, place);
                continue;
            }
        };
        let steps = steps(word).map_err(|error| error.within(&place))?;
        let ply = |text| RecordedPly {
            text,
            place: place.clone(),
            ..RecordedPly::default()
        };
        for (step, mut ply) in steps.into_iter().map(ply).enumerate() {
            // What chance draws has no merit: what is said after it is about the move that it completes, if it completes one.
            let is_drawn = ply.text.starts_with('>');
            if step == 0 || !is_drawn {
                *last_move = Some(record.plies.len());
            }
            if !is_drawn {
                mark.clone_into(&mut ply.annotation);
            }
            record.plies.push(ply);
        }
    }
    if let Some(comment) = comment {
        add_comment(record, *last_move, comment.trim());
    }
    Ok(())
}

/// A result after the moves says the same as a tag, if there is one.
fn add_result(record: &mut Record, result: String, place: String) {
    match &record.result {
        Some(told) if *told != result => {
            let expected = format!("{told}, as the key result says: it counts");
            let remark = InputError::new(place, result, expected);
            record.remarks.push(remark);
        }
        _ => record.result = Some(result),
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
    is_key(key).then(|| (key, value.trim()))
}

fn is_key(key: &str) -> bool {
    let ends = |letter: char| matches!(letter, '#' | ':') || letter.is_control();
    key.starts_with(char::is_alphabetic) && !key.contains(ends) && key == one_line(key).trim()
}

fn read_tag(record: &mut Record, keys: &[VariantKey], (key, value): (&str, &str), line: usize) {
    // What is no name and no place may have a comment behind it.
    let word = value.split('#').next().unwrap_or_default().trim();
    let Some(known) = known_key(keys, key) else {
        match told_winner(value).filter(|_| key.eq_ignore_ascii_case("winner")) {
            Some(told) => record.result = Some(told),
            None => record
                .tags
                .push((name_of(key).to_owned(), value.to_owned())),
        }
        return;
    };
    let is_new = match known {
        POSITION => record.start.is_none(),
        RESULT => record.result.is_none(),
        _ => record.variant.get(known).is_none(),
    };
    if !is_new {
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

/// Keys that every game has.
const POSITION: &str = "position";
const RESULT: &str = "result";

/// A key that says more than who played where and when.
fn known_key(keys: &[VariantKey], key: &str) -> Option<&'static str> {
    let mut known = keys.iter().map(|key| key.name).chain([POSITION, RESULT]);
    known.find(|known| known.eq_ignore_ascii_case(key))
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

/// A word of a file, with what is said behind it.
#[derive(Clone, Debug, Default)]
pub struct RemarkedWord {
    /// A move or a turn.
    pub text: String,
    /// Comments, a line each.
    pub remark: Vec<String>,
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
    let tags = tags.filter(|(key, _)| is_key(key) && known_key(keys, key).is_none());
    // A sign of a comment would end it.
    let result = record
        .result
        .as_ref()
        .map(|result| result.replace('#', " "));
    let last = [(POSITION, &record.start), (RESULT, &result)];
    let last = last
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_deref()?)));
    for (key, value) in record.variant.iter().chain(tags).chain(last) {
        text.extend([key, ": ", one_line(value).trim(), "\n"]);
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
            moves.extend([" # ", &one_line(first), "\n"]);
            moves.extend(more.iter().map(|line| format!("# {}\n", one_line(line))));
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
