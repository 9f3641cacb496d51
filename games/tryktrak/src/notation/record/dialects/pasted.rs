//! Positions in text copied from a program or a forum: an XGID, an OGID, a `GNUBgID`, a Position ID with its Match ID, a line of
//! Snowie's format, or only the picture of the board.

use ludex_search::Player;

use super::board_picture;
use crate::notation::record::tags::PLAYERS;
use crate::notation::setup::Setup;
use crate::notation::setup::check_score;
use crate::notation::xgid;
use crate::notation::{match_id, position_id};
use crate::rules::board::Side;
use crate::rules::dice::Roll;
use crate::rules::game::Tryktrak;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Phase, Status};
use ludex_kit::{InputError, Record, Variant, say};

const XGID: &str = "XGID";
const OGID: &str = "OGID=";
/// The number of fields of an XGID without the prefix `XGID=`, and the number of places in its first field.
const XGID_FIELDS: std::ops::RangeInclusive<usize> = 9..=10;
const XGID_PLACES: usize = 26;
/// The first words of lines that describe the position after an XGID.
const DESCRIPTION: [&str; 5] = ["X:", "Score is", "Pip count", "Cube:", "Cube value"];
/// The pips, the cube and the turn are within this many lines below a picture.
const MOST_LINES_BELOW: usize = 6;
const POSITION_ID: &str = "Position ID";
const MATCH_ID: &str = "Match ID";
/// The number of fields in a line of Snowie's format. A semicolon ends each field.
const SNOWIE_FIELDS: usize = 40;
/// Index of the first of the 26 fields for the checkers: the bar of the player on roll.
const SNOWIE_POINTS: usize = 12;

/// A position found in a text.
struct Found {
    place: String,
    /// The position text, or the error.
    start: Result<String, InputError>,
    names: Option<[String; 2]>,
    /// The comment on the position.
    comment: Option<String>,
}

impl Found {
    fn new(place: String, start: Result<String, InputError>) -> Self {
        Self { place, start, names: None, comment: None }
    }

    fn at_line(index: usize, start: Result<String, InputError>) -> Self {
        Self::new(format!("line {}", index + 1), start)
    }

    fn into_record(self, names: Option<&[String; 2]>) -> Record {
        let tags = tags(self.names.as_ref().or(names));
        match self.start {
            Ok(start) => {
                Record { tags, start: Some(start), comment: self.comment, ..Record::default() }
            }
            Err(error) => Record { damage: Some(error.within(self.place)), ..Record::default() },
        }
    }
}

/// Whether a text contains a position.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().any(|line| xgid_of(line).is_some())
        || text.lines().any(|line| ogid_of(line).is_some() || gnubg_id_of(line).is_some())
        || text.contains(POSITION_ID)
        || text.lines().any(|line| position_id_of(line).is_some())
        || text.lines().any(is_snowie)
        || board_picture::looks_like(text)
}

/// Reads every position. An error in one does not affect the others.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let names = text.lines().find_map(names_of);
    let names = names.or_else(|| board_picture::names(text));
    let found = positions(text).into_iter();
    let records: Vec<Record> = found.map(|found| found.into_record(names.as_ref())).collect();
    if records.iter().any(|record| record.damage.is_none()) {
        return Ok(records);
    }
    let damage = records.into_iter().find_map(|record| record.damage);
    Err(damage.unwrap_or_else(|| {
        InputError::sentence("", say!("no XGID, Position ID or picture of a board was found"))
    }))
}

fn tags(names: Option<&[String; 2]>) -> Vec<(String, String)> {
    let names = PLAYERS.into_iter().zip(names.into_iter().flatten());
    names.map(|(key, name)| (key.to_owned(), name.clone())).collect()
}

/// The positions of a text. If the text contains several notations, only the most complete one is read.
fn positions(text: &str) -> Vec<Found> {
    let ways: [fn(&str) -> Vec<Found>; 7] = [
        |text| by_xgid(text, true),
        by_ogid,
        by_gnubg_id,
        by_position_id,
        by_snowie,
        by_picture,
        |text| by_xgid(text, false),
    ];
    let mut found = ways.iter().map(|way| way(text));
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// The positions given as XGIDs. With `at_beginnings`, only XGIDs at the beginning of a line are used. If descriptions of positions follow
/// some of the XGIDs, the other XGIDs are taken as parts of comments.
fn by_xgid(text: &str, at_beginnings: bool) -> Vec<Found> {
    let lines: Vec<&str> = text.lines().collect();
    let ids = lines.iter().enumerate().filter_map(|(index, line)| {
        let (id, is_first) = xgid_of(line)?;
        (is_first || !at_beginnings).then_some((index, id))
    });
    let ids: Vec<(usize, String)> = ids.collect();
    let described = |index: usize| {
        let mut below = lines[index + 1..].iter().filter(|line| !line.trim().is_empty());
        below.next().is_some_and(|line| is_description(line))
    };
    let any_described = ids.iter().any(|&(index, _)| described(index));
    let heads: Vec<_> =
        ids.into_iter().filter(|&(index, _)| !any_described || described(index)).collect();
    let end = |number: usize| heads.get(number + 1).map_or(lines.len(), |&(index, _)| index);
    let found = heads.iter().enumerate().map(|(number, (index, id))| {
        let below = &lines[index + 1..end(number)];
        let mut found = Found::at_line(*index, Setup::read(id).map(|_| id.clone()));
        // A plain list of XGIDs contains no names and comments.
        if any_described || heads.len() == 1 {
            found.names = below.iter().copied().find_map(names_of);
            found.comment = comment_below(below);
        }
        found
    });
    found.collect()
}

/// Whether a line is part of the description of a position: the players, the picture.
fn is_description(line: &str) -> bool {
    let line = line.trim();
    DESCRIPTION.iter().any(|start| line.starts_with(start))
        || line.starts_with(['+', '|'])
        || board_picture::is_row(line)
        || is_turn(line)
}

/// Whether a line says what a player has to do, in any language: `X to play 31`, `O au trait, videau ?`.
fn is_turn(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("X ") || line.starts_with("O ")
}

/// The text after the description of a position, such as an analysis or notes. The description ends with the line about the player on roll,
/// which follows the picture if there is one.
fn comment_below(lines: &[&str]) -> Option<String> {
    let borders = lines.iter().enumerate();
    let mut borders = borders.filter(|(_, line)| board_picture::is_border(line));
    let below_picture = borders.nth(1).map_or(0, |(index, _)| index + 1);
    let mut near = lines[below_picture..].iter().take(MOST_LINES_BELOW);
    let turn = near.position(|line| is_turn(line));
    let begin = below_picture + turn.map_or(0, |turn| turn + 1);
    let has_text = |line: &&str| !line.trim().is_empty() && !is_description(line);
    let first = begin + lines[begin..].iter().position(has_text)?;
    let text: Vec<&str> = lines[first..].iter().map(|line| line.trim_end()).collect();
    Some(text.join("\n").trim_end().to_owned())
}

fn by_ogid(text: &str) -> Vec<Found> {
    let lines = text.lines().enumerate();
    let ids = lines.filter_map(|(index, line)| Some((index, ogid_of(line)?)));
    ids.map(|(index, id)| Found::at_line(index, Setup::read(id).map(|_| id.to_owned()))).collect()
}

fn by_gnubg_id(text: &str) -> Vec<Found> {
    let lines = text.lines().enumerate();
    let ids = lines.filter_map(|(index, line)| Some((index, gnubg_id_of(line)?)));
    ids.map(|(index, id)| Found::at_line(index, Setup::read(id).map(|_| id.to_owned()))).collect()
}

fn by_position_id(text: &str) -> Vec<Found> {
    let of_match = || text.lines().filter_map(match_id_of);
    let boards = text.lines().enumerate();
    let boards = boards.filter_map(|(index, line)| Some((index, position_id_of(line)?)));
    let boards: Vec<_> = boards.collect();
    // Match IDs are used only if there are as many as positions; otherwise it is unclear to which position each belongs.
    let is_paired = of_match().count() == boards.len();
    let mut of_match = of_match();
    let found = boards.into_iter().map(|(index, board)| {
        let match_id = of_match.next().filter(|_| is_paired);
        let text =
            match_id.map_or_else(|| board.to_owned(), |match_id| format!("{board}:{match_id}"));
        Found::at_line(index, Setup::read(&text).map(|_| text))
    });
    found.collect()
}

fn by_snowie(text: &str) -> Vec<Found> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| is_snowie(line));
    let read = |line| read_snowie(line).and_then(|setup| written(&setup));
    lines.map(|(index, line)| Found::at_line(index, read(line))).collect()
}

fn by_picture(text: &str) -> Vec<Found> {
    if !board_picture::looks_like(text) {
        return Vec::new();
    }
    let read = board_picture::read(text).and_then(|setup| written(&setup));
    vec![Found::new(say!("picture"), read)]
}

/// Whether a character can follow an ID in a sentence.
fn ends_id(letter: char) -> bool {
    letter.is_whitespace() || "\"'`()<>[];,".contains(letter)
}

/// The XGID in a line as written, with or without its prefix, and whether the line begins with it.
fn xgid_of(line: &str) -> Option<(String, bool)> {
    let begins = |at: usize| !line[..at].contains(char::is_alphanumeric);
    let id_at = |at: usize| {
        let id = line[at..].split(ends_id).next().unwrap_or_default();
        id.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != ':')
    };
    let named = line.to_ascii_uppercase();
    let named = named.match_indices(XGID).find_map(|(at, _)| {
        let behind = at + XGID.len();
        let rest = &line[behind..];
        let id = rest.trim_start().strip_prefix(['=', ':'])?.trim_start();
        Some((format!("{XGID}={}", id_at(line.len() - id.len())), begins(at)))
    });
    let is_bare = |word: &&str| {
        let fields: Vec<&str> = word.split(':').collect();
        XGID_FIELDS.contains(&fields.len()) && fields[0].len() == XGID_PLACES
    };
    named.or_else(|| {
        let bare = line.split_whitespace().find(is_bare)?;
        let is_first = line.trim_start().starts_with(bare);
        Some((bare.to_owned(), is_first))
    })
}

/// The OGID in a line after `OGID=`.
fn ogid_of(line: &str) -> Option<&str> {
    let at = line.to_ascii_uppercase().find(OGID)?;
    line[at..].split(ends_id).next()
}

/// Both IDs in a line after `GNUBgID=` or `GNUBGID `.
fn gnubg_id_of(line: &str) -> Option<&str> {
    let line = line.trim();
    let ids = match_id::without_prefix(line);
    (ids.len() < line.len()).then(|| ids.split_whitespace().next()).flatten()
}

/// Converts a position to an XGID.
fn written(setup: &Setup) -> Result<String, InputError> {
    let options = setup.options(&Variant::new())?;
    let pos = setup.position(&Tryktrak::with_options(options))?;
    Ok(xgid::write(options, &pos))
}

/// The Position ID in a line, found by its label or its length.
fn position_id_of(line: &str) -> Option<&str> {
    id_after_label(line, POSITION_ID).or_else(|| id_of_length(line, position_id::LENGTH))
}

fn match_id_of(line: &str) -> Option<&str> {
    id_after_label(line, MATCH_ID).or_else(|| id_of_length(line, match_id::LENGTH))
}

/// An ID of this length after a label in any language: `Positions-ID: 4HPwATDgc/ABMA`.
fn id_of_length(line: &str, length: usize) -> Option<&str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "+/".contains(c);
    line.match_indices(':').find_map(|(at, _)| {
        let id = line[at + 1..].split_whitespace().next()?;
        let is_id = id.len() == length && id.chars().all(is_letter);
        (is_id && line[..at].contains("ID")).then_some(id)
    })
}

/// The text after a label such as `Position ID: `.
fn id_after_label<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(key)?;
    let id = rest.trim_start().strip_prefix(':')?.split_whitespace().next()?;
    (id.len() >= position_id::LENGTH.min(12)).then_some(id)
}

/// Parses `X:Anna   O:Ben`.
fn names_of(line: &str) -> Option<[String; 2]> {
    let (first, second) = line.trim().strip_prefix("X:")?.split_once(" O:")?;
    Some([first, second].map(|name| name.trim().to_owned()))
}

fn is_snowie(line: &str) -> bool {
    let fields: Vec<&str> = line.trim().split(';').collect();
    let numbers = fields.iter().skip(7).filter(|field| !field.is_empty());
    fields.len() >= SNOWIE_FIELDS
        && numbers.clone().all(|field| field.trim().parse::<i16>().is_ok())
}

/// Parses a line of Snowie's format: length, Jacoby, two further numbers, the player on roll, the names, Crawford, the scores, the
/// cube and its owner, the points from the bar of the player on roll to that of the opponent, the dice.
fn read_snowie(line: &str) -> Result<Setup, InputError> {
    let fields: Vec<&str> = line.trim().split(';').map(str::trim).collect();
    let place = |index: usize| say!("field {number}", number = index + 1);
    let wrong =
        |index: usize, expected: String| InputError::new(place(index), fields[index], expected);
    let number = |index: usize, range: std::ops::RangeInclusive<i16>| {
        let value = fields[index].parse::<i16>().ok();
        let (least, most) = (range.start(), range.end());
        value
            .filter(|value| range.contains(value))
            .ok_or_else(|| wrong(index, say!("a number from {least} to {most}", least, most)))
    };
    let length = number(0, 0..=i16::from(Options::LONGEST))? as u8;
    let player = Player(number(4, 0..=1)? as u8);
    let mut score = [0; 2];
    for (index, score) in score.iter_mut().enumerate() {
        let points = number(8 + index, 0..=127)? as u16;
        *score = check_score(&place(8 + index), points, length)?;
    }
    let cube = number(10, 1..=64)?;
    if !(cube as u16).is_power_of_two() {
        return Err(wrong(10, say!("1 to 64, a power of two")));
    }
    let owner = match number(11, -1..=1)? {
        0 => None,
        1 => Some(player),
        _ => Some(player.other()),
    };
    let mut counts = [[0_u8; 25]; 2];
    for place in 0..=25 {
        let found = number(SNOWIE_POINTS + place, -15..=15)?;
        // The player's bar comes first, then the points in ascending order, then the opponent's bar.
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
        let expected = say!("at most 15 checkers of a player");
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
            cube: Cube { doublings: (cube as u16).ilog2() as u8, owner },
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
