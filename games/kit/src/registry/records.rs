//! Records held against the rules: how a game ended, which its record may know better, and whether a format can tell a game.

use std::cmp::Ordering;

use ludex_search::{Returns, Step};

use super::erased::Erased;
use super::losses::lost_beside;
use super::{Catalogue, Loss, Session, Token};
use crate::interface::catalogue::Playable;
use crate::interface::endings::recorded_returns;
use crate::interface::input_error::InputError;
use crate::interface::record::{RETURNS, Record, RecordFormat, plain_result};
use crate::interface::results::winner_alone;
use crate::interface::variant::Variant;

/// The end of the game of a record, from the position in which its moves end.
pub trait EndRecord {
    /// What the record says about its result: one value for each player; none if it says nothing. An error if that
    /// contradicts the rules.
    fn recorded_returns(&self, record: &Record) -> Result<Option<Vec<f32>>, InputError>;
    /// How records write the result that the rules have decided, where they tell more than who won.
    fn told_result(&self) -> Option<&'static str>;
    /// The player, counted from 1, who gave the game up by the last step, where records tell so by one.
    fn gave_up(&self) -> Option<usize>;
    /// Gives a record the result that the rules have decided here, at its end, and takes one away that they do not allow, which
    /// is returned.
    fn settle(&self, record: &mut Record) -> Option<InputError>;
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
        let Some(Step::Move(last)) = self.line.last_step() else {
            return None;
        };
        Some(endings.gave_up(last)?.index() + 1)
    }

    fn settle(&self, record: &mut Record) -> Option<InputError> {
        let wrong = self.recorded_returns(record).err();
        let status = self.status();
        let is_open = record.result.as_deref().is_some_and(says_nothing);
        if wrong.is_some() || is_open && status.over {
            // A game that was cut short still has its winner.
            let winner = record.result.take().as_deref().and_then(winner_alone);
            record.result = winner.filter(|_| !status.over).map(str::to_owned);
        }
        if let (None, true, Some(returns)) = (&record.result, status.over, status.returns) {
            tell_result(record, self.told_result(), &returns);
        }
        wrong
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

/// Whether a result leaves the game open.
fn says_nothing(result: &str) -> bool {
    matches!(result.trim(), "" | "*" | "?" | "0-0")
}

/// Puts the result of a finished game into its record, as the game words it or as all game files do.
pub(super) fn tell_result(record: &mut Record, told: Option<&str>, returns: &[f32]) {
    match (told, returns) {
        (Some(told), _) => record.result = Some(told.to_owned()),
        (None, &[first, second]) => {
            record.result = Some(plain_result([first, second].map(f64::from)).to_owned());
        }
        (None, returns) => {
            let values: Vec<String> = returns.iter().map(ToString::to_string).collect();
            record.tags.retain(|(key, _)| key != RETURNS);
            record.tags.push((RETURNS.to_owned(), values.join(" ")));
        }
    }
}

/// Whether a format can tell a game: what it writes must be read as the same game again. The error says what would be lost.
/// Events at the end of which no player has made use may be missing.
pub fn check_told(
    games: &Catalogue,
    game: &str,
    format: &RecordFormat,
    record: &Record,
) -> Result<(), InputError> {
    losses(games, game, format, record).map(drop)
}

/// What a format leaves out of a game whose moves it can tell; an error if it cannot tell those, with what it has no place for.
pub fn losses(
    games: &Catalogue,
    game: &str,
    format: &RecordFormat,
    record: &Record,
) -> Result<Vec<Loss>, InputError> {
    let lost = |found: String, expected: String| Err(InputError::new("", found, expected));
    let meant = Told::new(games, game, record)?;
    // A match is as many records as it had games.
    let read = (format.read)(&(format.write)(record)).unwrap_or_default();
    let n_plies = read.iter().map(|record| record.plies.len()).sum::<usize>();
    let damage = read.iter().find_map(|record| record.damage.as_ref());
    if let (Some(damage), true) = (damage, n_plies > 0) {
        let expected = format!("what {} has words for: {}", format.name, damage.expected);
        return lost(damage.found.clone(), expected);
    }
    let told = |record: Option<&Record>| Told::new(games, game, record?).ok();
    let first = told(read.first().map(without_moves).as_ref()).unwrap_or_default();
    if let Some(found) = meant.differing_option(&first.variant) {
        let expected = format!("a variant that {} has a place for", format.name);
        return lost(found, expected);
    }
    if first.start != meant.start {
        let expected = format!("a start of the game that {} has a place for", format.name);
        return lost(meant.start, expected);
    }
    let last = told(read.last()).unwrap_or_default();
    if last.end != meant.end && last.before_chance != meant.before_chance {
        let expected =
            format!("moves that {} has words for: read again, they end elsewhere", format.name);
        return lost(meant.first_other(&read), expected);
    }
    Ok(lost_beside(record, &read, &meant, &last))
}

fn without_moves(record: &Record) -> Record {
    Record { variant: record.variant.clone(), start: record.start.clone(), ..Record::default() }
}

/// What a record comes to by the rules.
#[derive(Default)]
pub(super) struct Told {
    variant: Variant,
    /// The position before the first move.
    start: String,
    /// Whether the rules have decided the result there, or the last step does.
    pub(super) is_decided: bool,
    /// The position after the last step.
    pub(super) end: String,
    /// The same before the last events: some formats leave out what chance brought, as long as no move made use of it.
    before_chance: String,
    /// These events.
    pub(super) events: String,
    /// All moves and events.
    steps: Vec<String>,
}

impl Told {
    pub(super) fn new(games: &Catalogue, game: &str, record: &Record) -> Result<Self, InputError> {
        let start = record.start.as_deref();
        let mut session = games.session(game, &record.variant, start)?;
        let before = session.position();
        session.extend(&Token::of(record))?;
        let is_decided = session.status().over || session.gave_up().is_some();
        let (end, steps) = (session.position(), session.told().steps);
        let (mut before_chance, mut n_events) = (end.clone(), 0);
        while session.gave_up().is_none() && session.undo() && session.status().to_move.is_none() {
            before_chance = session.position();
            n_events += 1;
        }
        Ok(Self {
            variant: session.variant(),
            start: before,
            is_decided,
            end,
            before_chance,
            events: steps[steps.len().saturating_sub(n_events)..].join(" "),
            steps,
        })
    }

    /// The first step that is another one in what was read, or is missing there.
    fn first_other(&self, read: &[Record]) -> String {
        let mut plies = read.iter().flat_map(|record| &record.plies);
        let same = |step: &&String| plies.next().is_some_and(|ply| ply.text == **step);
        let number = self.steps.iter().take_while(same).count();
        match self.steps.get(number) {
            Some(step) => format!("move {}, {step}", number + 1),
            None => self.end.clone(),
        }
    }

    /// The first option that another variant has otherwise.
    fn differing_option(&self, other: &Variant) -> Option<String> {
        let mut options = self.variant.iter();
        let option = options.find(|(key, value)| other.get(key) != Some(value));
        option.map(|(key, value)| format!("{key}={value}"))
    }
}
