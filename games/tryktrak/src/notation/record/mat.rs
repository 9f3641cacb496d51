//! Reads `.mat`, the two-column match format first written by Jellyfish, and its relatives: `.gam` with a single game, and variants
//! of several sites.

use std::collections::HashMap;

use ludex_search::Player;

use super::file_games::{FileGames, LineReader, read_lines};
use super::transcript::{NOT_PLAYED, Transcript, TranscriptAction};
use crate::notation::plays::NO_PLAY;
use crate::notation::setup::Setup;
use crate::notation::xgid;
use crate::rules::board::Side;
use crate::rules::dice::Roll;
use crate::rules::options::Options;
use crate::rules::position::{Cube, Status};
use ludex_kit::interface::record::add_inner_line;
use ludex_kit::{InputError, Record, say};

/// The comment before a game that has a special start position; the format has no field for it.
pub(super) const START: &str = "XGID";
/// Written after dice that were not played, because the game was resigned or interrupted.
pub(super) const UNPLAYED: &str = "????";
/// Beginning of a comment in which another program writes the start position: the checkers, and the cube with its owner.
const SET_POSITION: &str = "Set Pos=";
/// A cell that begins at least this many columns after its line number is in the right column.
const RIGHT: usize = 14;
/// The text of a line without a number is in the right column if it begins at this column or later.
const RIGHT_RESULT: usize = 20;

/// The first words of cells that are not turns.
const WORDS: [(&str, CellWord); 10] = [
    ("redouble", CellWord::Cube("double")),
    ("double", CellWord::Cube("double")),
    ("take", CellWord::Cube("take")),
    ("accept", CellWord::Cube("take")),
    ("drop", CellWord::Cube("pass")),
    ("reject", CellWord::Cube("pass")),
    ("pass", CellWord::Cube("pass")),
    ("beaver", CellWord::Cube("beaver")),
    ("win", CellWord::Wins),
    ("resign", CellWord::Resigns),
];

#[derive(Clone, Copy)]
enum CellWord {
    Cube(&'static str),
    Wins,
    Resigns,
}

/// Whether a text is a match in two columns.
pub(super) fn looks_like(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        length_of(line).is_some() || is_game_line(line) || numbered(line).is_some_and(has_cells)
    })
}

/// Reads every game. Errors are reported in the record of their game.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    read_lines(text, MatReader::default(), &say!("lines such as ` Game 1`"))
}

#[derive(Default)]
struct MatReader {
    games: FileGames,
    /// The start position of the next game, if a comment gives one.
    start: Option<Setup>,
    /// The information in comments for the next match.
    next_header: Transcript,
    /// Whether the match length could not be read. The games of the match are then skipped, because they depend on the length.
    is_match_lost: bool,
    /// Whether the line of names and scores of the current game has been read.
    has_score: bool,
    /// For each cell, given by line number and column: the index of its ply.
    cells: HashMap<(usize, usize), usize>,
    /// The previous line if it was not recognised. It may contain the names of the players if the next game has no heading.
    loose: String,
}

impl LineReader for MatReader {
    fn games(&mut self) -> &mut FileGames {
        &mut self.games
    }

    fn resumes(&self, line: &str) -> bool {
        let line = line.trim();
        length_of(line).is_some()
            || is_match_line(line)
            || !self.is_match_lost && is_game_line(line)
    }

    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let line = &line.replace('\t', "        ");
        let trimmed = line.trim();
        if let Some(comment) = trimmed.strip_prefix([';', '#']) {
            return self.comment(comment.trim());
        }
        if let Some(length) = length_of(trimmed) {
            return self.begin_match(trimmed, length);
        }
        if is_match_line(trimmed) && self.games.open().is_some() {
            return self.begin_match(trimmed, u32::MAX);
        }
        if is_game_line(trimmed) {
            self.begin_game();
            return Ok(());
        }
        if self.games.open().is_none() {
            // Other programs write sentences before the match; the last one may contain the players' names.
            if !numbered(line).is_some_and(has_cells) {
                trimmed.clone_into(&mut self.loose);
                return Ok(());
            }
            self.begin_game();
            let names = std::mem::take(&mut self.loose);
            self.name(names.split_once("  ").unwrap_or_default());
            self.has_score = true;
        }
        if !self.has_score {
            return self.score(trimmed);
        }
        self.row(line, place)
    }
}

impl MatReader {
    fn begin_game(&mut self) {
        self.games.begin();
        let header = std::mem::take(&mut self.next_header);
        if let Some(game) = self.games.open() {
            for (key, value) in &header.tags {
                game.add_tag(key, value);
            }
        }
        if let (Some(setup), Some(game)) = (self.start.take(), self.games.open()) {
            game.begin_at(&setup);
        }
        self.has_score = false;
        self.cells.clear();
    }

    fn comment(&mut self, comment: &str) -> Result<(), InputError> {
        if let Some((number, remark)) = comment.split_once(')')
            && let Ok(number) = number.parse()
        {
            self.remark(number, remark.trim_start());
            return Ok(());
        }
        if let (Some(text), Some(game)) = (comment.strip_prefix(SET_POSITION), self.games.open()) {
            game.start = Some(set_position(text)?);
            return Ok(());
        }
        self.tag(comment)
    }

    /// Parses a comment as this program writes it: `0) About the game.` or `3) Anna: About her third turn.`.
    fn remark(&mut self, number: usize, remark: &str) {
        let Some(game) = self.games.open() else {
            return;
        };
        if number == 0 {
            return add_inner_line(&mut game.comment, remark);
        }
        let names = game.names.clone();
        let line = |column| {
            let line = remark.strip_prefix(&label(&names, column))?;
            let line = line.strip_prefix(':')?;
            // An empty line of the comment ends with the colon.
            if line.is_empty() {
                Some((column, line))
            } else {
                Some((column, line.strip_prefix(' ')?))
            }
        };
        let Some((column, line)) = line(0).or_else(|| line(1)) else {
            return;
        };
        match self.cells.get(&(number, column)) {
            Some(&ply) => {
                if let Some(ply) = game.plies.get_mut(ply) {
                    ply.add_remark(line);
                }
            }
            None => game.last_remark.push(line.to_owned()),
        }
    }

    /// Parses `[Key "Value"]` in a comment.
    fn tag(&mut self, comment: &str) -> Result<(), InputError> {
        let inner = comment.strip_prefix('[').and_then(|c| c.strip_suffix(']'));
        let Some((key, value)) = inner.and_then(|inner| inner.split_once(" \"")) else {
            return Ok(());
        };
        let value = value.strip_suffix('"').unwrap_or(value);
        match key {
            "Player 1" | "Player 2" => return Ok(()),
            START => {
                self.start = Setup::read(value).ok();
                return Ok(());
            }
            "Variation" if !value.eq_ignore_ascii_case("backgammon") => {
                return Err(InputError::problem(
                    key,
                    value,
                    say!("is not supported; only Backgammon is"),
                ));
            }
            _ => {}
        }
        let before = self.next_header.options;
        read_rule(&mut self.next_header.options, key, value);
        // If the tag gives an unusual value for a rule, `read_rule` has set an option. Otherwise, keep the tag.
        if self.next_header.options == before {
            let tag = (key.to_owned(), value.to_owned());
            self.next_header.tags.push(tag);
        }
        Ok(())
    }

    /// Handles `7 point match`. The comments before it belong to this match.
    fn begin_match(&mut self, line: &str, length: u32) -> Result<(), InputError> {
        let mut header = std::mem::take(&mut self.next_header);
        let fits = length <= u32::from(Options::LONGEST);
        header.options.length = if fits { length as u8 } else { 0 };
        self.games.begin_match(header);
        self.is_match_lost = !fits;
        if fits {
            return Ok(());
        }
        Err(InputError::problem("", line, say!("is too long: a match goes to at most 64 points")))
    }

    /// Parses `Anna : 0      Ben : 2`.
    fn score(&mut self, line: &str) -> Result<(), InputError> {
        let wrong =
            || InputError::new("", line, say!("two names with scores: Anna : 0    Ben : 0"));
        let scored = |at: usize| {
            let rest = line[at + 1..].trim_start();
            let behind = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let points = rest[..rest.len() - behind.len()].parse::<u16>().ok()?;
            let ends = behind.is_empty() || behind.starts_with(' ');
            ends.then(|| (line[..at].trim(), points, behind.trim()))
        };
        let mut colons = line.match_indices(':').map(|(at, _)| at);
        let (first, one, rest) = colons.find_map(scored).ok_or_else(wrong)?;
        let (second, other) = rest.rsplit_once(':').ok_or_else(wrong)?;
        let other = other.trim().parse().map_err(|_| wrong())?;
        self.games.set_score([one, other])?;
        self.name((first, second));
        self.has_score = true;
        Ok(())
    }

    /// Sets the players' names; one site appends ratings to them.
    fn name(&mut self, (first, second): (&str, &str)) {
        let is_rating = |text: &str| text.trim().parse::<f64>().is_ok();
        let Some(game) = self.games.open() else {
            return;
        };
        for (index, stated) in [first, second].into_iter().enumerate() {
            let rated = stated.rsplit_once(',').filter(|(_, last)| is_rating(last));
            let (name, rating) = rated.unwrap_or((stated, ""));
            name.trim().clone_into(&mut game.names[index]);
            game.add_tag(&format!("Player {} Elo", index + 1), rating);
        }
    }

    /// Parses `  3) 21: 10/9 24/22              42: 8/6 24/20`, or `      Wins 1 point`.
    fn row(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let game = self.games.open().expect("a game was begun");
        let number = numbered(line);
        let body = number.unwrap_or(line);
        let offset = line.len() - body.len();
        let starts = cell_starts(body);
        if starts.is_empty() && !body.trim().is_empty() {
            let expected = say!("a roll such as 31:, Doubles, Takes, Drops or Wins");
            return Err(InputError::new("", body.trim(), expected));
        }
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(body.len());
            let cell = body[start..end].trim();
            let column = body[..start].chars().count();
            let is_right = index > 0
                || if number.is_some() { column >= RIGHT } else { offset + column >= RIGHT_RESULT };
            read_cell(game, place, Player(u8::from(is_right)), cell)?;
            if let Some(number) = number_of(line) {
                let last = game.plies.len().saturating_sub(1);
                self.cells.insert((number, usize::from(is_right)), last);
            }
        }
        Ok(())
    }
}

/// The first word of a line that announces a game, in several languages.
const GAMES: [&str; 6] = ["game", "spiel", "partie", "partita", "partida", "jeu"];

/// The word for a match, in several languages.
const MATCHES: [&str; 4] = ["match", "partie", "partita", "partida"];

/// The beginning of the word for points, in several languages.
const POINTS: [&str; 3] = ["point", "punkt", "punt"];

/// Whether a line announces a game: `Game 3`, `Spiel 3`.
fn is_game_line(line: &str) -> bool {
    let lower = line.to_lowercase();
    let stated = GAMES.iter().find_map(|word| lower.strip_prefix(word));
    let number =
        stated.map(|rest| rest.trim_start_matches(" nr").trim_start_matches([':', '.', ' ']));
    number.is_some_and(|number| number.trim_end_matches('.').parse::<u32>().is_ok())
}

/// The text after the number at the start of a line, such as `  3) `.
fn numbered(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(')')?;
    let number = number.trim();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(rest)
}

fn number_of(line: &str) -> Option<usize> {
    line.split_once(')')?.0.trim().parse().ok()
}

/// The text that a comment uses for the player of a column: the name, unless both players have the same name.
pub(super) fn label(names: &[String; 2], column: usize) -> String {
    if names[0] == names[1] {
        return format!("player {}", column + 1);
    }
    names[column].clone()
}

/// Sets a rule from a tag, if it names one.
pub(super) fn read_rule(options: &mut Options, key: &str, value: &str) {
    let is_on = is_on(value);
    match key {
        "Crawford" => options.crawford = !value.eq_ignore_ascii_case("off"),
        "Cube" => options.cube = !value.eq_ignore_ascii_case("off"),
        "CubeLimit" => options.cube &= value != "1",
        "Jacoby" => options.jacoby = is_on,
        "Beaver" | "Beavers" => options.beavers = is_on,
        _ => {}
    }
}

fn has_cells(body: &str) -> bool {
    !cell_starts(body).is_empty()
}

/// The length in `7 point match`, if the line has this form.
fn length_of(line: &str) -> Option<u32> {
    let lower = line.to_ascii_lowercase();
    if lower.starts_with("unlimited") || lower.starts_with("money") {
        return Some(0);
    }
    if let Some(length) = lower.strip_prefix("match length:") {
        return length.trim().parse().ok();
    }
    let mut numbers = words_of(&lower).filter_map(|word| word.parse().ok());
    numbers.next().filter(|_| is_match_line(line))
}

fn words_of(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '-']).filter(|word| !word.is_empty())
}

/// Whether a line gives a match length, whatever the number.
fn is_match_line(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let has = |is_meant: fn(&str) -> bool| words_of(&lower).any(is_meant);
    words_of(&lower).count() <= 5
        && has(|word| MATCHES.contains(&word))
        && has(|word| POINTS.iter().any(|points| word.starts_with(points)))
}

fn is_on(value: &str) -> bool {
    ["on", "yes", "true", "1"].iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// Parses `-b----E-C---eE---c-e----B-/-1`: the points as in an XGID, and the cube, whose sign shows its owner.
fn set_position(text: &str) -> Result<([Side; 2], Status), InputError> {
    let wrong = || InputError::new(SET_POSITION, text, say!("26 places, / and the cube, 0 to 6"));
    let (points, cube) = text.trim().split_once('/').ok_or_else(wrong)?;
    let cube: i8 = cube.trim().parse().map_err(|_| wrong())?;
    let doublings = cube.unsigned_abs();
    if doublings > Cube::MOST {
        return Err(wrong());
    }
    let owner = match cube {
        0 => None,
        1.. => Some(Player(0)),
        _ => Some(Player(1)),
    };
    let status = Status { cube: Cube { doublings, owner }, ..Status::START };
    Ok((xgid::read_points(points)?, status))
}

/// The word that a cell begins with.
fn word_of(cell: &str) -> Option<CellWord> {
    let begins =
        |word: &str| cell.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let known = WORDS.iter().find(|(word, _)| begins(word));
    known.map(|&(_, word)| word)
}

/// The columns at which the cells of a line begin: at a roll, or at a word.
fn cell_starts(line: &str) -> Vec<usize> {
    let bytes = line.as_bytes();
    let begins = |at: usize| {
        let free = at == 0 || bytes[at - 1] == b' ';
        let is_roll = bytes.len() > at + 2
            && bytes[at].is_ascii_digit()
            && bytes[at + 1].is_ascii_digit()
            && bytes[at + 2] == b':';
        free && (is_roll || line.get(at..).and_then(word_of).is_some())
    };
    (0..bytes.len()).filter(|&at| begins(at)).collect()
}

fn read_cell(
    game: &mut Transcript,
    place: &str,
    player: Player,
    cell: &str,
) -> Result<(), InputError> {
    match word_of(cell) {
        Some(CellWord::Cube(word)) => game.push(place, player, TranscriptAction::Cube(word), None),
        Some(CellWord::Wins) => {
            let points = cell.split_whitespace().nth(1);
            let points = points.and_then(|points| points.parse().ok());
            let wrong = || InputError::new("", cell, say!("Wins and a number of points"));
            game.result = Some((player, points.ok_or_else(wrong)?));
            Ok(())
        }
        Some(CellWord::Resigns) => Ok(()),
        None => {
            let wrong = || {
                let expected =
                    say!("two dice from 1 to 6 and a colon, Doubles, Takes, Drops or Wins");
                InputError::new("", cell, expected)
            };
            let (dice, steps) = cell.split_once(':').ok_or_else(wrong)?;
            let roll = Roll::read(dice).ok_or_else(wrong)?;
            let play = read_steps(steps);
            game.push(place, player, TranscriptAction::Turn(roll, play), None)
        }
    }
}

/// Converts `8/4 6/4` to the form with commas. An empty text or words mean that no checker can move; question marks mean that the
/// play is unknown.
pub(super) fn read_steps(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    if text.is_empty() || ["cannot move", "can't move", "no move"].contains(&&*text) {
        return NO_PLAY.to_owned();
    }
    if text.bytes().all(|byte| byte == b'?') {
        return NOT_PLAYED.to_owned();
    }
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(",")
}
