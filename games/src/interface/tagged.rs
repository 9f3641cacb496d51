//! Records of games that have no file format of their own: lines `key: value`, then lines of moves; `#` opens a comment. A
//! key behind moves or a result begins the next game.
//!
//! ```text
//! # A comment.
//! players: 2
//! Event: tea
//! position: //e1 e9/10 10/1
//! result: 1-0
//! e2 e8 e3h
//! ```

use crate::{InputError, Record, RecordedPly, VariantKey};

/// Reads games. `keys` are those of the variant; `steps` takes a word apart, and refuses what cannot be a move.
pub fn read(
    text: &str,
    keys: &[VariantKey],
    steps: impl Fn(&str) -> Result<Vec<String>, InputError>,
) -> Result<Vec<Record>, InputError> {
    let mut records = vec![Record::default()];
    for (number, line) in (1..).zip(text.lines()) {
        let record = records.last_mut().expect("the list starts with one");
        let (line, comment) = match line.split_once('#') {
            Some((line, comment)) => (line, Some(comment)),
            None => (line, None),
        };
        if let Some((key, value)) = tag(line) {
            if !record.plies.is_empty() || record.result.is_some() {
                records.push(Record::default());
            }
            let record = records.last_mut().expect("the list starts with one");
            read_tag(record, keys, key, value);
        } else if let Some(comment) = comment
            && line.trim().is_empty()
            && record.plies.is_empty()
        {
            record.add_comment(comment.trim());
        } else {
            for (index, word) in (1..).zip(line.split_whitespace()) {
                let place = format!("line {number}, word {index}");
                let steps = steps(word).map_err(|error| error.within(&place))?;
                let ply = |text| RecordedPly {
                    text,
                    place: place.clone(),
                    ..RecordedPly::default()
                };
                record.plies.extend(steps.into_iter().map(ply));
            }
        }
    }
    Ok(records)
}

/// `key: value`. Coordinates may hold a colon too, but begin with a digit.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    key.starts_with(char::is_alphabetic)
        .then(|| (key, value.trim()))
}

fn read_tag(record: &mut Record, keys: &[VariantKey], key: &str, value: &str) {
    match key {
        "position" => record.start = Some(value.to_owned()),
        "result" => record.result = Some(value.to_owned()),
        _ if keys.iter().any(|known| known.name == key) => record.variant.set(key, value),
        _ => record.tags.push((key.to_owned(), value.to_owned())),
    }
}

/// Writes a game whose moves make these words, so many of them a line.
pub fn write(record: &Record, words: &[String], a_line: usize) -> String {
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
    text + &lines(words, a_line)
}

/// Words, so many of them a line.
pub fn lines(words: &[String], a_line: usize) -> String {
    let lines = words.chunks(a_line).map(|line| line.join(" ") + "\n");
    lines.collect()
}

/// The words of a record whose moves are a word each.
pub fn words(record: &Record) -> Vec<String> {
    record.plies.iter().map(|ply| ply.text.clone()).collect()
}
