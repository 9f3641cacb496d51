//! Game files: `key: value` lines, then placements and draws, one turn or one placement a word; `#` opens a comment.
//!
//! ```text
//! players: 2
//! colours: RY
//! position: - 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2
//! 3a@0:0>14 7c@1:0>22+8b@0:1>40
//! ```

use super::notation::split;
use super::options::KEYS;
use super::placement::{Placement, read_tile};
use crate::{Format, InputError, Record, RecordedPly};

/// The formats of game files.
pub(super) static FORMATS: [Format; 1] = [Format {
    name: "tantrix",
    extensions: &["tantrix", "ttx"],
    read,
    write,
    write_all: None,
    verbatim: false,
}];

/// Words of a line at most.
const WORDS_A_LINE: usize = 8;

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut records = vec![Record::default()];
    for (number, line) in text.lines().enumerate() {
        let record = records.last_mut().expect("the list starts with one");
        if let Some(words) = line.trim().strip_prefix('#')
            && record.plies.is_empty()
        {
            record.add_comment(words.trim());
            continue;
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        match tag(line) {
            Some((key, value)) if record.plies.is_empty() => read_tag(record, key, value),
            Some((key, value)) => {
                let mut next = Record::default();
                read_tag(&mut next, key, value);
                records.push(next);
            }
            None => read_words(record, line, number + 1)?,
        }
    }
    Ok(records)
}

/// `key: value`; coordinates hold a colon too, but no blank behind it.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_name = key.starts_with(char::is_alphabetic)
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || "-_ ".contains(c));
    is_name.then(|| (key.trim(), value.trim()))
}

fn read_tag(record: &mut Record, key: &str, value: &str) {
    match key {
        "position" => record.start = Some(value.to_owned()),
        "result" => record.result = Some(value.to_owned()),
        _ if KEYS.iter().any(|known| known.name == key) => record.variant.set(key, value),
        _ => record.tags.push((key.to_owned(), value.to_owned())),
    }
}

fn read_words(record: &mut Record, line: &str, number: usize) -> Result<(), InputError> {
    for (index, word) in line.split_whitespace().enumerate() {
        for step in split(word) {
            let place = format!("line {number}, word {}", index + 1);
            check(step).map_err(|error| error.within(&place))?;
            record.plies.push(RecordedPly {
                text: step.to_owned(),
                place,
                ..RecordedPly::default()
            });
        }
    }
    Ok(())
}

fn check(step: &str) -> Result<(), InputError> {
    let Some(number) = step.strip_prefix('>') else {
        return step.parse::<Placement>().map(drop);
    };
    let error = |expected: String| InputError::new("draw", step, expected);
    read_tile(number).map(drop).map_err(error)
}

fn write(record: &Record) -> String {
    let mut text = record.comment_lines() + &record.tag_lines();
    // A draw stands behind its placement; those of the deal stand alone.
    let mut words: Vec<String> = Vec::new();
    for ply in &record.plies {
        let placed = words
            .last_mut()
            .filter(|word| !word.starts_with('>') && !word.contains('>'));
        match placed {
            Some(word) if ply.text.starts_with('>') => word.push_str(&ply.text),
            _ => words.push(ply.text.clone()),
        }
    }
    for line in words.chunks(WORDS_A_LINE) {
        text += &line.join(" ");
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_as_it_was_read() {
        let text = "players: 2\ncolours: RY\nEvent: tea\nposition: - 1,2|3 ? RY 0 2\n3a@0:0>14 7c@1:0 8b@0:1>40\n";
        let records = read(text).unwrap();
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].plies.len(), 5);
        assert_eq!(write(&records[0]), text);
    }

    #[test]
    fn errors_name_line_and_word() {
        let error = read("players: 2\n3a@0:0 3x@1:0\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2, word 2"), "{error}");
        let error = read("3a@0:0>57\n").unwrap_err();
        assert!(error.to_string().starts_with("line 1, word 1"), "{error}");
    }
}
