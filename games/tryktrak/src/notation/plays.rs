//! Plays as players write them: `8/5,6/5`, `24/18*/13`, `13/7*(2)`, `bar/21`, `6/off`, `-`. The forms `8-5`, `b/21`, `25/21` and
//! `6/0` are read too.

use std::fmt::Write as _;

use crate::rules::board::{BAR, Board, OFF, POINTS};
use crate::rules::moves::Play;
use ludex_kit::{InputError, say};

/// The text for a roll that allows no move.
pub(crate) const NO_PLAY: &str = "-";
/// The maximum number of steps in a play.
pub(crate) const MOST_STEPS: usize = 4;

/// Why writing to a string needs no error handling.
const INFALLIBLE: &str = "writing to a string cannot fail";

/// Writes a play in short form, with its parts joined by `joint`. The part with the highest source comes first. Steps of one checker are
/// combined, except at points where it hits. Equal parts are written once, followed by how often they occur: `13/7(2)`.
pub fn write(board: Board, play: Play, joint: &str) -> String {
    let mut text = String::new();
    let mut hits = Hits::on(board);
    let paths = counted(merged(board, play));
    for (path, times) in &paths {
        if !text.is_empty() {
            text += joint;
        }
        for (index, &place) in path.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            text += &place_name(place);
            if index > 0 && hits.take(place) {
                text.push('*');
            }
        }
        if *times > 1 {
            write!(text, "({times})").expect(INFALLIBLE);
        }
    }
    if text.is_empty() {
        text += NO_PLAY;
    }
    text
}

/// The name of a place: a point, `bar` or `off`.
pub(crate) fn place_name(place: usize) -> String {
    match place {
        BAR => "bar".into(),
        OFF => "off".into(),
        point => point.to_string(),
    }
}

/// The points where the opponent has a single checker; each is removed once it is hit.
pub(crate) struct Hits(u32);

impl Hits {
    /// The blots of a board.
    pub(crate) fn on(board: Board) -> Self {
        Self(board.blots())
    }

    /// Whether a checker that arrives at this place hits. If so, the blot is removed.
    pub(crate) fn take(&mut self, place: usize) -> bool {
        let hit = place != OFF && self.0 & 1 << place != 0;
        self.0 &= !(u32::from(hit) << place);
        hit
    }
}

/// The paths of the checkers, highest source first. A point on the way is included if a checker is hit there.
fn merged(board: Board, play: Play) -> Vec<Vec<usize>> {
    let mut steps: Vec<(usize, usize)> = play.hops().map(|hop| (hop.from, hop.to())).collect();
    steps.sort_unstable_by(|a, b| b.cmp(a));
    let blots = board.blots();
    let mut joined = [false; MOST_STEPS];
    let mut paths = Vec::new();
    for first in 0..steps.len() {
        if joined[first] {
            continue;
        }
        let mut path = vec![steps[first].0, steps[first].1];
        for next in first + 1..steps.len() {
            let end = path[path.len() - 1];
            if joined[next] || steps[next].0 != end {
                continue;
            }
            joined[next] = true;
            if blots & 1 << end == 0 {
                path.pop();
            }
            path.push(steps[next].1);
        }
        paths.push(path);
    }
    paths
}

/// Each different path with the number of its occurrences, in the order of the first occurrence.
fn counted(paths: Vec<Vec<usize>>) -> Vec<(Vec<usize>, usize)> {
    let mut counted: Vec<(Vec<usize>, usize)> = Vec::new();
    for path in paths {
        match counted.iter_mut().find(|(known, _)| *known == path) {
            Some((_, times)) => *times += 1,
            None => counted.push((path, 1)),
        }
    }
    counted
}

/// The path of one checker in a text: the places it touches, and where it hits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Journey {
    /// The places, from the highest to the lowest; at least two.
    pub(crate) places: Vec<usize>,
    /// The points marked with `*`.
    pub(crate) hits: u32,
}

impl Journey {
    /// The first place.
    pub(crate) fn from(&self) -> usize {
        self.places[0]
    }

    /// The last place.
    pub(crate) fn to(&self) -> usize {
        self.places[self.places.len() - 1]
    }
}

/// Reads the parts of a play in any order, separated by commas or blanks.
pub(crate) fn read(text: &str) -> Result<Vec<Journey>, InputError> {
    let mut journeys = Vec::new();
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (part, times) = split_times(text, part)?;
        let journey = read_journey(text, part)?;
        for _ in 0..times {
            journeys.push(journey.clone());
        }
        let steps: usize = journeys.iter().map(|j| j.places.len() - 1).sum();
        if steps > MOST_STEPS {
            return Err(wrong(text, part, say!("at most four steps")));
        }
    }
    if journeys.is_empty() {
        return Err(wrong(text, text, say!("steps such as 8/5,6/5")));
    }
    Ok(journeys)
}

fn wrong(text: &str, part: &str, expected: String) -> InputError {
    let found = if text == part { text.to_owned() } else { say!("{part} in {text}", part, text) };
    InputError::new("move", found, expected)
}

/// Splits `13/7(2)` into the path and the number.
fn split_times<'a>(text: &str, part: &'a str) -> Result<(&'a str, usize), InputError> {
    let Some((path, times)) = part.split_once('(') else {
        return Ok((part, 1));
    };
    let number = times.strip_suffix(')').and_then(|n| n.parse().ok());
    match number {
        Some(number @ 1..=MOST_STEPS) => Ok((path, number)),
        _ => Err(wrong(text, part, say!("a number from (1) to (4) after the step"))),
    }
}

fn read_journey(text: &str, part: &str) -> Result<Journey, InputError> {
    let mut journey = Journey { places: Vec::new(), hits: 0 };
    for word in part.split(['/', '-']) {
        let name = word.strip_suffix('*').unwrap_or(word);
        let place = read_place(name).ok_or_else(|| {
            wrong(text, part, say!("steps such as 8/5 with points from 1 to 24, bar and off"))
        })?;
        if let Some(&before) = journey.places.last()
            && place >= before
        {
            return Err(wrong(text, part, say!("steps from a higher point to a lower")));
        }
        if name != word {
            if journey.places.is_empty() || place == OFF {
                return Err(wrong(
                    text,
                    part,
                    say!("a * only after a point where a checker lands"),
                ));
            }
            journey.hits |= 1 << place;
        }
        journey.places.push(place);
    }
    if journey.places.len() < 2 {
        return Err(wrong(text, part, say!("a step such as 8/5")));
    }
    Ok(journey)
}

fn read_place(name: &str) -> Option<usize> {
    let is_one_of = |words: [&str; 2]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
    if is_one_of(["bar", "b"]) {
        return Some(BAR);
    }
    if is_one_of(["off", "o"]) {
        return Some(OFF);
    }
    if name.is_empty() || name.len() > 2 || !name.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    name.parse().ok().filter(|&place| place <= POINTS + 1)
}
