//! Positions in a text that somebody copied from a program or a forum: an XGID, a `GNUBgID`, a Position ID with its Match ID, a line of
//! Snowie's, or the picture of the board alone.

use ludex_search::Player;

use super::PLAYERS;
use super::board_picture;
use crate::tryktrak::notation::setup::check_score;
use crate::tryktrak::notation::xgid;
use crate::tryktrak::notation::{match_id, position_id};
use crate::tryktrak::rules::board::Side;
use crate::tryktrak::rules::dice::Roll;
use crate::tryktrak::{Cube, Options, Phase, Setup, Status, Tryktrak};
use crate::{InputError, Record, Variant};

const XGID: &str = "XGID=";
/// Its fields, and the places of the first.
const XGID_FIELDS: usize = 10;
const XGID_PLACES: usize = 26;
const POSITION_ID: &str = "Position ID";
const MATCH_ID: &str = "Match ID";
/// The fields of a line of Snowie's, the last one closed.
const SNOWIE_FIELDS: usize = 40;
/// Where its points begin: the bar of the player on roll.
const SNOWIE_POINTS: usize = 12;

/// Whether a text holds a position.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().any(|line| xgid_of(line).is_some())
        || text.lines().any(|line| gnubg_id_of(line).is_some())
        || text.contains(POSITION_ID)
        || text.lines().any(is_snowie)
        || board_picture::looks_like(text)
}

/// Reads every position. Where something is wrong, the last record tells it.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let names = text.lines().find_map(names_of);
    let mut records = Vec::new();
    for (place, found) in positions(text) {
        let record = found.map(|start| Record {
            tags: tags(names.as_ref()),
            start: Some(start),
            ..Record::default()
        });
        match record {
            Ok(record) => records.push(record),
            Err(error) if records.is_empty() => return Err(error.within(place)),
            Err(error) => {
                records.push(Record {
                    damage: Some(error.within(place)),
                    ..Record::default()
                });
                break;
            }
        }
    }
    if records.is_empty() {
        let expected = "an XGID, a Position ID, or a picture of a board";
        return Err(InputError::new("", "no position", expected));
    }
    Ok(records)
}

fn tags(names: Option<&[String; 2]>) -> Vec<(String, String)> {
    let names = PLAYERS.into_iter().zip(names.into_iter().flatten());
    names
        .map(|(key, name)| (key.to_owned(), name.clone()))
        .collect()
}

/// The positions of a text with their places, told in the best of the ways in which it tells them.
fn positions(text: &str) -> Vec<(String, Result<String, InputError>)> {
    let lines = || text.lines().enumerate();
    let placed = |index: usize| format!("line {}", index + 1);
    let mut found: Vec<_> = lines()
        .filter_map(|(index, line)| {
            let id = xgid_of(line)?;
            Some((placed(index), xgid::read(&id).map(|_| id)))
        })
        .collect();
    if found.is_empty() {
        let told = lines().filter_map(|(index, line)| Some((index, gnubg_id_of(line)?)));
        found = told
            .map(|(index, id)| (placed(index), Setup::read(id).map(|_| id.to_owned())))
            .collect();
    }
    if found.is_empty() {
        let of_match = || lines().filter_map(|(_, line)| id_behind(line, MATCH_ID));
        let boards =
            lines().filter_map(|(index, line)| Some((index, id_behind(line, POSITION_ID)?)));
        let boards: Vec<_> = boards.collect();
        // Every position has an ID of the match, or none has.
        let is_paired = of_match().count() == boards.len();
        let mut of_match = of_match();
        found = boards
            .into_iter()
            .map(|(index, board)| {
                let told = of_match.next().filter(|_| is_paired);
                let text = told.map_or_else(|| board.to_owned(), |told| format!("{board}:{told}"));
                (placed(index), Setup::read(&text).map(|_| text))
            })
            .collect();
    }
    if found.is_empty() {
        let snowie = lines().filter(|(_, line)| is_snowie(line));
        found = snowie
            .map(|(index, line)| {
                (
                    placed(index),
                    read_snowie(line).and_then(|setup| written(&setup)),
                )
            })
            .collect();
    }
    if found.is_empty() && board_picture::looks_like(text) {
        let read = board_picture::read(text).and_then(|setup| written(&setup));
        found.push(("picture".to_owned(), read));
    }
    found
}

/// The XGID of a line as it came, with or without what stands in front of one.
fn xgid_of(line: &str) -> Option<String> {
    if let Some((_, rest)) = line.split_once(XGID) {
        let id = rest.split_whitespace().next().unwrap_or_default();
        return Some(format!("{XGID}{id}"));
    }
    let is_bare = |word: &&str| {
        let fields: Vec<&str> = word.split(':').collect();
        fields.len() == XGID_FIELDS && fields[0].len() == XGID_PLACES
    };
    line.split_whitespace().find(is_bare).map(str::to_owned)
}

/// Both IDs of a line behind `GNUBgID=` or `GNUBGID `.
fn gnubg_id_of(line: &str) -> Option<&str> {
    let line = line.trim();
    let ids = match_id::without_prefix(line);
    (ids.len() < line.len())
        .then(|| ids.split_whitespace().next())
        .flatten()
}

/// A position as an XGID.
fn written(setup: &Setup) -> Result<String, InputError> {
    let options = setup.options(&Variant::new())?;
    let pos = setup.position(&Tryktrak::with_options(options))?;
    Ok(xgid::write(options, &pos))
}

/// What stands behind `Position ID: `.
fn id_behind<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(key)?;
    let id = rest
        .trim_start()
        .strip_prefix(':')?
        .split_whitespace()
        .next()?;
    (id.len() >= position_id::LENGTH.min(12)).then_some(id)
}

/// `X:Anna   O:Ben`.
fn names_of(line: &str) -> Option<[String; 2]> {
    let (first, second) = line.trim().strip_prefix("X:")?.split_once(" O:")?;
    Some([first, second].map(|name| name.trim().to_owned()))
}

fn is_snowie(line: &str) -> bool {
    let fields: Vec<&str> = line.trim().split(';').collect();
    let numbers = fields.iter().skip(7).filter(|field| !field.is_empty());
    fields.len() >= SNOWIE_FIELDS
        && numbers
            .clone()
            .all(|field| field.trim().parse::<i16>().is_ok())
}

/// A line of Snowie's: length, Jacoby, two numbers more, who is on roll, the names, Crawford, the scores, the cube and its owner,
/// the points from the bar of the player on roll to that of the other, the dice.
fn read_snowie(line: &str) -> Result<Setup, InputError> {
    let fields: Vec<&str> = line.trim().split(';').map(str::trim).collect();
    let wrong = |index: usize, expected: &str| {
        InputError::new(format!("field {}", index + 1), fields[index], expected)
    };
    let number = |index: usize, range: std::ops::RangeInclusive<i16>| {
        let value = fields[index].parse::<i16>().ok();
        let expected = format!("a number from {} to {}", range.start(), range.end());
        value
            .filter(|value| range.contains(value))
            .ok_or_else(|| wrong(index, &expected))
    };
    let length = number(0, 0..=i16::from(Options::LONGEST))? as u8;
    let player = Player(number(4, 0..=1)? as u8);
    let mut score = [0; 2];
    for (index, score) in score.iter_mut().enumerate() {
        let points = number(8 + index, 0..=127)? as u16;
        *score = check_score(&format!("field {}", 9 + index), points, length)?;
    }
    let cube = number(10, 1..=64)?;
    if !(cube as u16).is_power_of_two() {
        return Err(wrong(10, "1 to 64, a power of two"));
    }
    let owner = match number(11, -1..=1)? {
        0 => None,
        1 => Some(player),
        _ => Some(player.other()),
    };
    let mut counts = [[0_u8; 25]; 2];
    for place in 0..=25 {
        let found = number(SNOWIE_POINTS + place, -15..=15)?;
        // The bar comes first, then the points from the first on, then the bar of the other.
        let (whose, own) = match (found, place) {
            (0, _) => continue,
            (.., 0) => (player, 25),
            (.., 25) => (player.other(), 25),
            (1.., _) => (player, place),
            _ => (player.other(), 25 - place),
        };
        counts[whose.index()][own - 1] = found.unsigned_abs() as u8;
    }
    let side = |index: usize| {
        let expected = "at most 15 checkers of a player";
        Side::from_counts(&counts[index]).ok_or_else(|| wrong(SNOWIE_POINTS, expected))
    };
    let dice = [number(38, 0..=6)?, number(39, 0..=6)?];
    let roll = Roll::read(&format!("{}{}", dice[0], dice[1]));
    Ok(Setup {
        sides: [side(0)?, side(1)?],
        status: Status {
            phase: roll.map_or(Phase::ToRoll, |_| Phase::Moving),
            player,
            dice: roll.map_or((0, 0), |roll| (roll.0, roll.1)),
            cube: Cube {
                doublings: (cube as u16).ilog2() as u8,
                owner,
            },
            score,
            crawford: length > 0 && number(7, 0..=1)? == 1,
            ..Status::START
        },
        length: Some(length),
        jacoby: (length == 0).then_some(number(1, 0..=1)? == 1),
        beavers: None,
        largest_cube: None,
    })
}
