//! Records held against the rules: how a game ended, which its record may know better, and whether a format can tell a game.

use ludex_search::Step;

use super::erased::Erased;
use super::{Token, open};
use crate::interface::endings::recorded_returns;
use crate::{InputError, Playable, Record, RecordFormat, RecordedPly, Variant};

/// The end of the game of a record, from the position in which its moves end.
pub trait EndRecord {
    /// What the record says about its result: one value for each player; none if it says nothing. An error if that
    /// contradicts the rules.
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError>;
    /// How records write the result that the rules have decided, where they tell more than who won.
    fn told_result(&self) -> Option<&'static str>;
    /// The player, counted from 1, who gave the game up by the last step, where records tell so by one.
    fn gave_up(&self) -> Option<usize>;
    /// Goes to how the game stood at its end: not at the next game of a match, and with the result that it was given up by.
    fn end_record(&mut self, record: &Record);
}

impl<G: Playable> EndRecord for Erased<G> {
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError> {
        let told = recorded_returns(&self.game, self.now(), record)?;
        Ok(told.map(|told| told[..self.game.players()].to_vec()))
    }

    fn told_result(&self) -> Option<&'static str> {
        self.game.offers().endings?.told_result(self.now())
    }

    fn gave_up(&self) -> Option<usize> {
        let endings = self.game.offers().endings?;
        let Some(Step::Move(last)) = self.line.last_step() else {
            return None;
        };
        Some(endings.gave_up(last)?.index() + 1)
    }

    fn end_record(&mut self, record: &Record) {
        let before = self.line.position_before(&self.game);
        let endings = self.game.offers().endings;
        let end = endings.and_then(|endings| endings.end_of_record(&before, self.now(), record));
        if let Some(position) = end {
            self.line.restart(&self.game, position);
        }
    }
}

/// Whether a format can tell a game: what it writes must be read as the same game again. The error says what would be lost.
pub fn check_told(game: &str, format: &RecordFormat, record: &Record) -> Result<(), InputError> {
    let lost = |found: String| {
        let expected = format!("a game that the format {} can tell", format.name);
        Err(InputError::new("", found, expected))
    };
    let meant = Told::new(game, record)?;
    // A match is as many records as it had games.
    let read = (format.read)(&(format.write)(record)).unwrap_or_default();
    let told = |record: Option<&Record>| Told::new(game, record?).ok();
    let first = told(read.first().map(without_moves).as_ref()).unwrap_or_default();
    if let Some(found) = meant.differing_option(&first.variant) {
        return lost(found);
    }
    if first.start != meant.start {
        return lost(meant.start);
    }
    if told(read.last()).unwrap_or_default().end != meant.end {
        return lost(meant.end);
    }
    Ok(())
}

fn without_moves(record: &Record) -> Record {
    Record {
        variant: record.variant.clone(),
        start: record.start.clone(),
        ..Record::default()
    }
}

/// What a record comes to by the rules.
#[derive(Default)]
struct Told {
    variant: Variant,
    /// The position before the first move.
    start: String,
    /// The position after the last one. Files leave out what chance brought after it, as long as nobody made use of it.
    end: String,
}

impl Told {
    fn new(game: &str, record: &Record) -> Result<Self, InputError> {
        let start = record.start.as_deref();
        let mut session = open(game, &record.variant, start)?;
        session.set_line(start, &[])?;
        let before = session.position();
        let word = |ply: &RecordedPly| Token {
            text: ply.text.clone(),
            place: ply.place.clone(),
        };
        let words: Vec<_> = record.plies.iter().map(word).collect();
        session.set_line(start, &words)?;
        let mut end = session.position();
        while session.gave_up().is_none() && session.undo() && session.status().to_move.is_none() {
            end = session.position();
        }
        Ok(Self {
            variant: session.variant(),
            start: before,
            end,
        })
    }

    /// The first option that another variant has otherwise.
    fn differing_option(&self, other: &Variant) -> Option<String> {
        let mut options = self.variant.iter();
        let option = options.find(|(key, value)| other.get(key) != Some(value));
        option.map(|(key, value)| format!("{key}={value}"))
    }
}
