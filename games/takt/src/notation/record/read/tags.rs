//! The tags of a game.

use std::collections::HashSet;

use super::super::pieces::PieceTags;
use super::super::ptn_words::{RESULTS, VARIANT_TAGS, beginning, known_tag, result_word};
use crate::any_size::AnyTakt;
use crate::rules::options;
use ludex_kit::say;
use ludex_kit::{InputError, Notation, Record};

/// The information in the tags so far.
#[derive(Default)]
pub(super) struct Tags {
    /// Tag names in lower case.
    names: HashSet<String>,
    /// The result and its place.
    result: Option<(&'static str, String)>,
    /// Whether the second player moves first.
    second_begins: bool,
    /// Number of rows of the start position.
    rows: Option<usize>,
    /// Place of the start position, until it has been checked.
    start_place: Option<String>,
    /// Piece counts per player.
    pieces: PieceTags,
}

impl Tags {
    /// Adds a tag. Returns an error only for a tag that affects the moves.
    pub(super) fn add(
        &mut self,
        record: &mut Record,
        line: &str,
        name: String,
        value: String,
    ) -> Result<(), InputError> {
        let place = format!("{line}, tag {name}");
        let is_new = self.names.insert(name.to_ascii_lowercase());
        let Some(known) = known_tag(&name) else {
            // Other tags may occur several times.
            if !self.pieces.take(&place, &name, &value) {
                record.tags.push((name, value));
            }
            return Ok(());
        };
        if !is_new {
            let problem = say!("repeats a tag; the first value is used");
            record.remarks.push(InputError::problem(place, value, problem));
            return Ok(());
        }
        let value = value.trim();
        if matches!(value, "" | "?" | "-") {
            return Ok(());
        }
        if let Some((_, key)) = VARIANT_TAGS.iter().find(|(tag, _)| *tag == known) {
            let value = value.to_ascii_lowercase().replace(' ', "-");
            let checked = options::check_value(key, &value);
            match checked.map_err(|error| InputError { place, ..error }) {
                Ok(()) => {}
                // Files also use this tag for the name of an opening, which is not a rule.
                Err(error) if *key == "opening" => {
                    record.remarks.push(error);
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
            record.variant.set(*key, options::written_value(key, value));
        } else if known == "TPS" {
            self.second_begins = beginning(Some(value)).1 == 1;
            self.start_place = Some(place);
            self.rows = Some(1 + value.matches('/').count());
            record.start = Some(value.to_owned());
        } else if let Some(word) = result_word(value) {
            self.result = Some((word, place));
        } else {
            let expected = say!("one of {results}", results = RESULTS.join(" "));
            record.remarks.push(InputError::new(place, value, expected));
        }
        Ok(())
    }

    /// Whether the next tag begins another game, if no move has been read yet. There must be an empty line before the tag. In addition, one
    /// of three conditions must hold: this game already has a result; one of the following tags repeats a tag of this game; or the next tag
    /// is usually the first of a game, and this game already has a tag that identifies it.
    pub(super) fn end_before(&self, text: &str) -> bool {
        let blanks = &text[..text.len() - text.trim_start().len()];
        if self.names.is_empty() || blanks.matches('\n').count() < 2 {
            return false;
        }
        let has_result = matches!(&self.result, Some((word, _)) if *word != "*");
        let lines = text.trim_start().lines();
        let mut names = lines.map_while(|line| {
            let (name, _) = line.trim_start().strip_prefix('[')?.split_once([' ', '\t', '"'])?;
            Some(name.to_ascii_lowercase())
        });
        let first = names.next().unwrap_or_default();
        let has_names = || NAMES.iter().any(|&name| self.names.contains(name));
        has_result
            || FIRST.contains(&&*first) && has_names()
            || [first].into_iter().chain(names).any(|name| self.names.contains(&name))
    }

    /// Sets the piece counts before the first move; an error if the players' counts differ.
    pub(super) fn settle(&mut self, record: &mut Record) -> Result<(), InputError> {
        let size = self.size(record).unwrap_or(options::DEFAULT_SIZE);
        std::mem::take(&mut self.pieces).settle(size, &mut record.variant)?;
        self.check_start(record)
    }

    /// Checks that the start position can be read on a board of its size.
    fn check_start(&mut self, record: &Record) -> Result<(), InputError> {
        let place = self.start_place.take();
        let Some((start, place)) = record.start.as_deref().zip(place) else {
            return Ok(());
        };
        let variant = record.variant.without("size");
        let size = options::size(&variant, Some(start));
        let game = size.and_then(|size| AnyTakt::from_variant(size, &variant));
        let read = game.and_then(|game| game.parse_position(start));
        read.map(drop).map_err(|error| {
            let place_in_tag = error.place.trim_start_matches("TPS, ").to_owned();
            let error = InputError { place: place_in_tag, ..error };
            error.within(place)
        })
    }

    /// Side of the board, if the tags give it.
    pub(super) fn size(&self, record: &Record) -> Option<usize> {
        let tag = record.variant.get("size").map(str::parse);
        tag.and_then(Result::ok).or(self.rows)
    }

    /// Whether the second player moves first.
    pub(super) fn second_begins(&self) -> bool {
        self.second_begins
    }

    /// Sets the record's result from the tags, unless the moves end with a different one.
    pub(super) fn add_result(self, record: &mut Record, line: usize) {
        let Some((tag, place)) = self.result else {
            return;
        };
        match record.result.as_deref() {
            None | Some("*" | "0-0") => record.result = Some(tag.to_owned()),
            Some(end) if winner(end) != winner(tag) && !matches!(tag, "*" | "0-0") => {
                let expected =
                    say!("{result}, the result after the moves on line {line}", result = end, line);
                record.remarks.push(InputError::new(place, tag, expected));
            }
            Some(_) => {}
        }
    }
}

/// Tags that are usually the first of a game, in lower case.
const FIRST: [&str; 2] = ["event", "site"];
/// Tags that identify a game.
const NAMES: [&str; 5] = ["event", "site", "player1", "player2", "date"];

/// 1 or 2 for the winner, 0 for a draw or no result.
fn winner(result: &str) -> u8 {
    match result {
        "R-0" | "F-0" | "1-0" => 1,
        "0-R" | "0-F" | "0-1" => 2,
        _ => 0,
    }
}
