//! Records held against the rules: how a game ended, which its record may know better, and whether a format can tell a game.

use std::cmp::Ordering;

use ludex_search::{Returns, Step};

use super::erased::Erased;
use super::{Session, Token, open};
use crate::interface::endings::recorded_returns;
use crate::{InputError, Playable, RETURNS, Record, RecordFormat, Variant, plain_result};

/// The end of the game of a record, from the position in which its moves end.
pub trait EndRecord {
    /// What the record says about its result: one value for each player; none if it says nothing. An error if that
    /// contradicts the rules.
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError>;
    /// How records write the result that the rules have decided, where they tell more than who won.
    fn told_result(&self) -> Option<&'static str>;
    /// The player, counted from 1, who gave the game up by the last step, where records tell so by one.
    fn gave_up(&self) -> Option<usize>;
    /// Whether the last step is an event.
    fn ends_by_chance(&self) -> bool;
    /// Goes to how the game stood at its end: not at the next game of a match, and with the result that it was given up by.
    fn end_record(&mut self, record: &Record);
}

impl<G: Playable> EndRecord for Erased<G> {
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError> {
        let told = recorded_returns(&self.game, self.now(), record)?;
        let is_draw = |told: &Returns| {
            told[..self.game.players()]
                .windows(2)
                .all(|two| two[0].partial_cmp(&two[1]) == Some(Ordering::Equal))
        };
        if self.is_repeated() && told.is_some_and(|told| !is_draw(&told)) {
            let found = record.result.as_deref().unwrap_or_default();
            let expected = "1/2-1/2: the game is drawn by repetition";
            return Err(InputError::new("result", found, expected));
        }
        Ok(told.map(|told| told[..self.game.players()].to_vec()))
    }

    fn told_result(&self) -> Option<&'static str> {
        if self.is_repeated() {
            return Some(plain_result([0.0, 0.0]));
        }
        self.game.offers().endings?.told_result(self.now())
    }

    fn gave_up(&self) -> Option<usize> {
        let endings = self.game.offers().endings?;
        let (_, Some(Step::Move(last))) = self.line.steps_back().next()? else {
            return None;
        };
        Some(endings.gave_up(last)?.index() + 1)
    }

    fn ends_by_chance(&self) -> bool {
        matches!(
            self.line.steps_back().next(),
            Some((_, Some(Step::Event(_))))
        )
    }

    fn end_record(&mut self, record: &Record) {
        let before = self.line.position_before();
        let endings = self.game.offers().endings;
        let end = endings.and_then(|endings| endings.end_of_record(before, self.now(), record));
        if let Some(position) = end {
            self.line.restart(&self.game, position);
        }
    }
}

/// Adds the result to a record without one whose game stands here, if the game is over.
pub fn tell_end(session: &dyn Session, record: &mut Record) {
    let status = session.status();
    let is_told = record.result.is_some() || record.tags.iter().any(|(key, _)| key == RETURNS);
    if is_told || !status.over {
        return;
    }
    record.result = session.told_result().map(str::to_owned);
    match status.returns.as_deref() {
        _ if record.result.is_some() => {}
        Some(&[first, second]) => {
            record.result = Some(plain_result([first, second].map(f64::from)).to_owned());
        }
        Some(returns) => {
            let values: Vec<String> = returns.iter().map(ToString::to_string).collect();
            record.tags.push((RETURNS.to_owned(), values.join(" ")));
        }
        None => {}
    }
}

/// Whether a format can tell a game: what it writes must be read as the same game again. The error says what would be lost.
/// Events at the end of which no player has made use may be missing.
pub fn check_told(game: &str, format: &RecordFormat, record: &Record) -> Result<(), InputError> {
    lost_events(game, format, record).map(drop)
}

/// The events at the end of a game that a format does not keep, if any; an error if more is lost.
pub fn lost_events(
    game: &str,
    format: &RecordFormat,
    record: &Record,
) -> Result<Option<String>, InputError> {
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
    let last = told(read.last()).unwrap_or_default();
    if last.end == meant.end {
        Ok(None)
    } else if last.before_chance == meant.before_chance {
        Ok(Some(meant.events))
    } else {
        lost(meant.end)
    }
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
    /// The position after the last step.
    end: String,
    /// The position before the events that came last.
    before_chance: String,
    /// These events.
    events: String,
}

impl Told {
    fn new(game: &str, record: &Record) -> Result<Self, InputError> {
        let start = record.start.as_deref();
        let mut session = open(game, &record.variant, start)?;
        session.set_line(start, &[])?;
        let before = session.position();
        session.set_line(start, &Token::of(record))?;
        let (end, steps) = (session.position(), session.told().steps);
        let mut n_events = 0;
        while session.ends_by_chance() && session.undo() {
            n_events += 1;
        }
        Ok(Self {
            variant: session.variant(),
            start: before,
            end,
            before_chance: session.position(),
            events: steps[steps.len().saturating_sub(n_events)..].join(" "),
        })
    }

    /// The first option that another variant has otherwise.
    fn differing_option(&self, other: &Variant) -> Option<String> {
        let mut options = self.variant.iter();
        let option = options.find(|(key, value)| other.get(key) != Some(value));
        option.map(|(key, value)| format!("{key}={value}"))
    }
}
