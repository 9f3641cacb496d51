//! Lists of moves as people write them: with move numbers, separators, and the result at the end.
//!
//! ```text
//! 1. d2 e8; 2. d3 e7; 3. d4h! g6v  black resigns
//! ```

use std::borrow::Cow;

use super::list_style::ListStyle;
use super::record::check_length;
use super::results::result_in_words;
use crate::interface::catalogue::GameInfo;
use crate::interface::input_error::InputError;
use crate::interface::record::{Record, RecordedPly};
use crate::say;

/// A word of a list that is not merely a move number or a separator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListWord<'a> {
    /// A move, and the annotation mark after it.
    Move(&'a str, &'a str),
    /// The result, in the form that records store.
    Result(String),
}

/// Reads lists line by line.
#[derive(Debug)]
pub struct ListReader {
    style: ListStyle,
    /// The last move number read.
    number: Option<u32>,
    /// Number of moves read.
    n_moves: usize,
    is_ended: bool,
}

impl ListReader {
    /// A reader at the beginning of a list in this style.
    pub fn new(style: ListStyle) -> Self {
        Self { style, number: None, n_moves: 0, is_ended: false }
    }

    /// The words of a line, up to the first that cannot be read. Each has the index of the blank-separated word it came from.
    pub fn read<'a>(&mut self, line: &'a str) -> Vec<(usize, Result<ListWord<'a>, InputError>)> {
        let mut found = Vec::new();
        let (mut index, mut rest) = (1, line.trim());
        while !rest.is_empty() {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            if let Some((result, left)) = self.result(rest, word, behind) {
                self.is_ended = true;
                found.push((index, Ok(ListWord::Result(result))));
                rest = left.trim_start();
            } else {
                match self.moves(word) {
                    Ok(moves) => {
                        let moves = moves.into_iter();
                        found.extend(moves.map(|(mv, mark)| (index, Ok(ListWord::Move(mv, mark)))));
                    }
                    Err(error) => {
                        found.push((index, Err(error)));
                        break;
                    }
                }
                rest = behind.trim_start();
            }
            index += 1;
        }
        found
    }

    /// Reads a result: the whole rest of the line, or else its first word. Also returns the text after it.
    fn result<'a>(&self, rest: &str, word: &str, after: &'a str) -> Option<(String, &'a str)> {
        if self.style != ListStyle::Numbered || self.is_ended {
            return None;
        }
        let whole = result_in_words(rest).map(|result| (result, ""));
        whole.or_else(|| Some((result_in_words(word)?, after)))
    }

    /// The moves in a word, each with its mark.
    fn moves<'a>(&mut self, word: &'a str) -> Result<Vec<(&'a str, &'a str)>, InputError> {
        let separators: &[char] = match self.style {
            ListStyle::Plain => {
                self.add_move()?;
                return Ok(vec![(word, "")]);
            }
            ListStyle::Numbered => &[';', ','],
            ListStyle::Dice => &[';'],
        };
        let mut moves = Vec::new();
        for part in word.split(separators) {
            let part = match number_of(part, self.style) {
                Some((number, rest)) => {
                    self.count(number, part)?;
                    rest
                }
                None => part.trim_matches(','),
            };
            let is_missing = self.n_moves == 0 && part == MISSING;
            if part.is_empty() || is_missing || part.chars().all(|c| DOTS.contains(&c)) {
                continue;
            }
            if self.is_ended {
                return Err(InputError::problem(
                    "",
                    part,
                    say!("comes after the result of the game"),
                ));
            }
            self.add_move()?;
            let mv = part.trim_end_matches(MARKS);
            moves.push(match self.style {
                ListStyle::Numbered if !mv.is_empty() => (mv, &part[mv.len()..]),
                _ => (part, ""),
            });
        }
        Ok(moves)
    }

    fn add_move(&mut self) -> Result<(), InputError> {
        self.n_moves += 1;
        check_length(self.n_moves)
    }

    /// Checks a move number. Numbers must go up by one, whether they count moves or plies; a number may be repeated before the next
    /// player's move.
    fn count(&mut self, number: u32, found: &str) -> Result<(), InputError> {
        if let Some(last) = self.number.filter(|&last| number != last && number != last + 1) {
            let expected = say!("the move number {number}", number = last + 1);
            return Err(InputError::new("", found, expected));
        }
        self.number = Some(number);
        Ok(())
    }
}

/// Placeholder for the first player's move, at the start of a list in which the second player moves first.
const MISSING: &str = "--";
const DOTS: [char; 2] = ['.', '…'];
const MARKS: [char; 2] = ['!', '?'];

/// The number at the start of a word, and the rest: `1.`, `1.e2`, `1...e8`, `12)`.
fn number_of(word: &str, style: ListStyle) -> Option<(u32, &str)> {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let number = word[..end].parse().ok().filter(|&number: &u32| number < 1_000_000)?;
    let rest = &word[end..];
    let is_numbered = style == ListStyle::Numbered;
    if rest.is_empty() {
        return is_numbered.then_some((number, rest));
    }
    let behind = rest.trim_start_matches(DOTS);
    if behind.len() < rest.len() {
        return Some((number, behind));
    }
    let colon = rest.strip_prefix(':').filter(|_| is_numbered);
    let behind = colon.or(rest.strip_prefix(')'))?;
    Some((number, behind))
}

/// The words of a line without move numbers and the signs around them. The words are not checked.
pub fn bare_words(line: &str, style: ListStyle) -> impl Iterator<Item = &str> {
    let is_between = move |c: char| {
        c.is_whitespace() || style != ListStyle::Plain && matches!(c, ';' | ',' | '!' | '?')
    };
    let words = line.split(is_between);
    let words = words.map(move |word| number_of(word, style).map_or(word, |(_, rest)| rest));
    words.filter(|word| !word.is_empty())
}

/// Normalises a line of a dice game into separate words for rolls and plays: both `3-1: 8/5 6/5` and `31 8-5 6-5` become `31
/// 8/5,6/5`.
fn dice_line(line: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut is_after_step = false;
    // Pips of the roll that no step has used yet. They decide whether `6-5` is a step or a roll.
    let mut pips_left = 0;
    for word in line.split_whitespace() {
        let (number, stated) = match number_of(word, ListStyle::Dice) {
            Some((_, rest)) => word.split_at(word.len() - rest.len()),
            None => ("", word),
        };
        let step = way(stated).filter(|step| step.is_plain || pips_left > 0);
        match words.last_mut() {
            Some(last) if step.is_some() && is_after_step && !last.ends_with(';') => {
                let end = last.trim_end_matches(',').len();
                last.truncate(end);
                last.extend([",", stated]);
            }
            _ if step.is_some() => words.push(word.to_owned()),
            _ => {
                let roll = plain_roll(stated);
                pips_left = pips_of(roll.as_deref().unwrap_or(stated)).unwrap_or(pips_left);
                words.push(format!("{number}{}", roll.as_deref().unwrap_or(stated)));
            }
        }
        is_after_step = step.is_some();
        pips_left = step.map_or(pips_left, |step| pips_left.saturating_sub(step.pips));
    }
    words.join(" ")
}

/// The move of one checker.
struct Way {
    pips: u32,
    /// Whether the text can only be a step; `6-5` could be a roll.
    is_plain: bool,
}

/// The checker moves in a word: `8/5`, `bar/20*`, `6/5(2)`, `8-5`, `8/5,6/5`.
fn way(word: &str) -> Option<Way> {
    let ways = word.trim_end_matches([',', ';']).split(',').map(way_of_one);
    ways.reduce(|all, one| {
        let (all, one) = (all?, one?);
        Some(Way { pips: all.pips.saturating_add(one.pips), is_plain: true })
    })?
}

fn way_of_one(text: &str) -> Option<Way> {
    let (path, times) = text.split_once('(').unwrap_or((text, "1)"));
    let times: u32 = times.strip_suffix(')')?.parse().ok()?;
    let place = |name: &str| match name.trim_end_matches('*') {
        "bar" | "Bar" | "BAR" | "b" | "B" => Some(25),
        "off" | "Off" | "OFF" | "o" | "O" => Some(0),
        number => number.parse::<u32>().ok(),
    };
    let places: Vec<u32> = path.split(['/', '-']).map(place).collect::<Option<_>>()?;
    let [first, .., last] = places[..] else {
        return None;
    };
    let is_die = |place: &u32| (1..=6).contains(place);
    Some(Way {
        pips: first.saturating_sub(last).saturating_mul(times),
        is_plain: path.contains('/') || !places.iter().all(is_die),
    })
}

/// The pips of a roll such as `31` or `dice:31`.
fn pips_of(roll: &str) -> Option<u32> {
    let roll = roll.strip_prefix("dice:").unwrap_or(roll);
    let dice: Vec<u32> = roll.chars().filter_map(|c| c.to_digit(7)).collect();
    match dice[..] {
        [first, second] if roll.len() == 2 && first * second > 0 => {
            Some(if first == second { 4 * first } else { first + second })
        }
        _ => None,
    }
}

/// The dice in a word such as `31:`, `3-1` or `3-1:`.
fn plain_roll(word: &str) -> Option<String> {
    let dice = word.strip_suffix(':').unwrap_or(word);
    let dice: Vec<char> = dice.chars().filter(|&c| c != '-').collect();
    match dice[..] {
        [first @ '1'..='6', second @ '1'..='6'] if word.len() > 2 => {
            Some(format!("{first}{second}"))
        }
        _ => None,
    }
}

/// Reads a list of moves and the result after them, if there is one. The moves are not checked. Places in errors begin with `place`,
/// which may be empty.
pub fn read_moves(info: &GameInfo, text: &str, place: &str) -> Result<Record, InputError> {
    let mut record = Record::default();
    let mut reader = ListReader::new(info.list_style);
    for line in text.lines() {
        let line = match info.list_style {
            ListStyle::Dice => Cow::Owned(dice_line(line)),
            ListStyle::Plain | ListStyle::Numbered => Cow::Borrowed(line),
        };
        let here = |n_moves: usize| {
            let inner = format!("move {}", n_moves + 1);
            match place {
                "" => inner,
                outer => format!("{outer}, {inner}"),
            }
        };
        for (_, word) in reader.read(&line) {
            match word.map_err(|error| error.within(here(record.plies.len())))? {
                ListWord::Move(text, mark) => {
                    let ply = RecordedPly {
                        text: text.to_owned(),
                        place: here(record.plies.len()),
                        annotation: mark.to_owned(),
                        ..RecordedPly::default()
                    };
                    record.plies.push(ply);
                }
                ListWord::Result(result) => record.result = Some(result),
            }
        }
    }
    Ok(record)
}
