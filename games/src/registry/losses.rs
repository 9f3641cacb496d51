//! What a format leaves out of a game, though it holds the moves.

use std::collections::HashMap;

use super::records::Told;
use crate::{Record, RecordedPly};

/// Something that a format has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Where it stands, or the first of several.
    pub place: String,
    /// What it is: `2 comments`.
    pub what: String,
}

impl Loss {
    /// Whether it is the result.
    pub fn is_result(&self) -> bool {
        self.what.starts_with(RESULT)
    }
}

/// What a lost result begins with.
const RESULT: &str = "the result ";

/// What is missing in what was read of a game that was written.
pub(super) fn lost_beside(
    record: &Record,
    read: &[Record],
    meant: &Told,
    told: &Told,
) -> Vec<Loss> {
    let mut lost = lost_tags(record, read);
    if told.end != meant.end && !meant.events.is_empty() {
        let place = record.plies.last().map_or("", |ply| &ply.place);
        lost.push(loss(
            place,
            format!("the end of the game: {}", meant.events),
        ));
    }
    let has_result = read.last().is_some_and(|read| read.result.is_some());
    if let (Some(result), false, false) = (&record.result, has_result, meant.is_decided) {
        let place = record.plies.last().map_or("", |ply| &ply.place);
        lost.push(loss(place, format!("{RESULT}{result}")));
    }
    if !record.asides.is_empty() && read.iter().all(|read| read.asides.is_empty()) {
        let n_lines = record.branches().len();
        lost.push(loss(
            &record.asides[0].ply.place,
            counted(n_lines, "variation"),
        ));
        lost.extend(lost_notes(record, read, false));
    } else {
        lost.extend(lost_notes(record, read, true));
    }
    lost
}

fn loss(place: &str, what: String) -> Loss {
    Loss {
        place: place.to_owned(),
        what,
    }
}

/// A number of things: `1 comment`, `2 comments`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// What a text says to a reader: a format may break its lines, or have other brackets.
fn letters(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}

fn lost_tags(record: &Record, read: &[Record]) -> Vec<Loss> {
    let is_lost = |(key, value): &&(String, String)| {
        let mut tags = read.iter().flat_map(|read| &read.tags);
        let value = letters(value);
        !value.is_empty()
            && !tags.any(|(known, told)| known.eq_ignore_ascii_case(key) && letters(told) == value)
    };
    let names: Vec<&str> = record
        .tags
        .iter()
        .filter(is_lost)
        .map(|(key, _)| key.as_str())
        .collect();
    match names[..] {
        [] => Vec::new(),
        [name] => vec![loss("tags", format!("the tag {name}"))],
        _ => vec![loss("tags", format!("the tags {}", names.join(", ")))],
    }
}

/// The comments and marks that are missing; those of variations too, where these are written.
fn lost_notes(record: &Record, read: &[Record], with_asides: bool) -> Vec<Loss> {
    let plies = |record: &Record| -> Vec<RecordedPly> {
        let asides = record.asides.iter().map(|aside| &aside.ply);
        let asides = asides.filter(|_| with_asides);
        record.plies.iter().chain(asides).cloned().collect()
    };
    let comment = |ply: &RecordedPly| letters(ply.comment.as_deref().unwrap_or_default());
    let mark = |ply: &RecordedPly| ply.annotation.clone();
    let foreign = |ply: &RecordedPly| letters(&ply.foreign);
    let read_plies: Vec<RecordedPly> = read.iter().flat_map(plies).collect();
    let front = |record: &Record| RecordedPly {
        comment: record.comment.clone(),
        foreign: record.foreign.clone(),
        ..RecordedPly::default()
    };
    let meant: Vec<RecordedPly> = [front(record)].into_iter().chain(plies(record)).collect();
    let come: Vec<RecordedPly> = read.iter().map(front).chain(read_plies).collect();
    let mut lost = Vec::new();
    for (what, rest, told) in [
        ("comment", "", &comment as &dyn Fn(&RecordedPly) -> String),
        ("mark", "", &mark),
        ("note", " of another program", &foreign),
    ] {
        let missing = missing(&meant, &come, told);
        if let Some(first) = missing.first() {
            let what = counted(missing.len(), what) + rest;
            lost.push(loss(&first.place, what));
        }
    }
    lost
}

/// The plies with a text that none of the others has.
fn missing<'a>(
    meant: &'a [RecordedPly],
    come: &[RecordedPly],
    told: &dyn Fn(&RecordedPly) -> String,
) -> Vec<&'a RecordedPly> {
    let mut known: HashMap<String, usize> = HashMap::new();
    for ply in come {
        *known.entry(told(ply)).or_default() += 1;
    }
    let is_missing = |ply: &&RecordedPly| {
        let text = told(ply);
        match known.get_mut(&text) {
            _ if text.is_empty() => false,
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    };
    meant.iter().filter(is_missing).collect()
}
