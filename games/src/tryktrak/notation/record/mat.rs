//! `.mat`, the text of a match in two columns, first written by Jellyfish.

use std::fmt::Write as _;

use ludex_search::Player;

use super::script::{FileStep, Script, TurnAction, scripts};
use super::transcript::{Transcript, TranscriptAction};
use super::{INFALLIBLE, PLAYERS};
use crate::tryktrak::notation::xgid;
use crate::tryktrak::rules::dice::Roll;
use crate::tryktrak::{Options, Phase, Setup, Side, Status};
use crate::{InputError, Record};

/// The comment in front of a game that starts elsewhere: the format has no words for it.
const START: &str = "XGID";
/// The width of the left column.
const COLUMN: usize = 27;
/// A cell that begins so far behind the number of its line is the right one.
const RIGHT: usize = 14;
/// A line without a number belongs to the right column from here on.
const RIGHT_RESULT: usize = 20;

/// Reads every game. Where something is wrong, the last record tells it.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    if text.contains("(;") {
        return super::sgf::read(text);
    }
    let mut reader = MatReader::default();
    let mut damage = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.replace('\t', "        ");
        let place = format!("line {}", index + 1);
        if let Err(error) = reader.line(&line, &place) {
            let error = error.within_unless_there(&place);
            if reader.game.is_none() {
                if reader.games.is_empty() {
                    return Err(error);
                }
                reader.game = Some(reader.header.clone());
            }
            damage = Some(error);
            break;
        }
    }
    reader.close(damage);
    if reader.games.is_empty() {
        return Err(InputError::new("", "no game", "lines such as ` Game 1`"));
    }
    Ok(reader
        .games
        .into_iter()
        .map(Transcript::into_record)
        .collect())
}

#[derive(Default)]
struct MatReader {
    /// What holds for every game.
    header: Transcript,
    /// Where the next game starts, if a comment tells.
    start: Option<([Side; 2], Status)>,
    /// What the comments say that came since the last match began.
    next_header: Transcript,
    games: Vec<Transcript>,
    game: Option<Transcript>,
    /// Whether no game of the match was read yet.
    is_first: bool,
    /// Whether the game at hand has its line of names and scores.
    has_score: bool,
}

impl MatReader {
    fn line(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(comment) = trimmed.strip_prefix(';') {
            self.tag(comment.trim());
            return Ok(());
        }
        if let Some(length) = length_of(trimmed) {
            return self.begin_match(trimmed, length);
        }
        if let Some(number) = trimmed.strip_prefix("Game ")
            && number.trim().parse::<u32>().is_ok()
        {
            self.close(None);
            self.next_header = Transcript::default();
            let mut game = self.header.clone();
            game.start = self.start.take();
            self.game = Some(game);
            self.has_score = false;
            return Ok(());
        }
        if self.game.is_none() {
            // Other programs write sentences in front of the match.
            return Ok(());
        }
        if !self.has_score {
            return self.score(trimmed);
        }
        self.row(line, place)
    }

    /// `[Key "Value"]` in a comment.
    fn tag(&mut self, comment: &str) {
        let inner = comment.strip_prefix('[').and_then(|c| c.strip_suffix(']'));
        let Some((key, value)) = inner.and_then(|inner| inner.split_once(" \"")) else {
            return;
        };
        let value = value.strip_suffix('"').unwrap_or(value);
        match key {
            "Player 1" | "Player 2" => {}
            START => {
                let setup = Setup::read(value).ok();
                self.start = setup.map(|setup| (setup.sides, setup.status));
            }
            "Crawford" => self.next_header.options.crawford = !value.eq_ignore_ascii_case("off"),
            "Cube" => self.next_header.options.cube = !value.eq_ignore_ascii_case("off"),
            "Jacoby" => self.next_header.options.jacoby = is_on(value),
            "Beaver" | "Beavers" => self.next_header.options.beavers = is_on(value),
            _ => {
                let tag = (key.to_owned(), value.to_owned());
                self.next_header.tags.push(tag);
            }
        }
    }

    /// `7 point match`; the comments in front of it belong to this match.
    fn begin_match(&mut self, line: &str, length: u32) -> Result<(), InputError> {
        self.close(None);
        self.header = std::mem::take(&mut self.next_header);
        if length > u32::from(Options::LONGEST) {
            return Err(InputError::new("", line, "a match to 64 points at most"));
        }
        self.header.options.length = length as u8;
        self.is_first = true;
        Ok(())
    }

    /// `Anna : 0      Ben : 2`.
    fn score(&mut self, line: &str) -> Result<(), InputError> {
        let game = self.game.as_mut().expect("a game was begun");
        let wrong = || InputError::new("", line, "two names with scores: Anna : 0    Ben : 0");
        let (first, rest) = line.split_once(" : ").ok_or_else(wrong)?;
        let rest = rest.trim_start();
        let end = rest.find(' ').ok_or_else(wrong)?;
        let (second, last) = rest[end..].rsplit_once(':').ok_or_else(wrong)?;
        let scores = [&rest[..end], last.trim()];
        for (index, text) in scores.into_iter().enumerate() {
            let points = text.parse().map_err(|_| wrong())?;
            game.set_score(Player(index as u8), points)?;
        }
        game.names = [first.trim().to_owned(), second.trim().to_owned()];
        let before = self
            .games
            .last()
            .filter(|_| !self.is_first)
            .map(|game| game.score);
        self.is_first = false;
        game.crawford = may_be_crawford(game, before);
        self.has_score = true;
        Ok(())
    }

    /// `  3) 21: 10/9 24/22              42: 8/6 24/20`, or `      Wins 1 point`.
    fn row(&mut self, line: &str, place: &str) -> Result<(), InputError> {
        let game = self.game.as_mut().expect("a game was begun");
        let number = line.split_once(')').filter(|(number, _)| {
            let number = number.trim();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        let (offset, body) = number.map_or((0, line), |(number, rest)| (number.len() + 1, rest));
        let starts = cell_starts(body);
        if starts.is_empty() && !body.trim().is_empty() {
            let expected = "a roll such as 31:, Doubles, Takes, Drops or Wins";
            return Err(InputError::new("", body.trim(), expected));
        }
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(body.len());
            let cell = body[start..end].trim();
            let column = body[..start].chars().count();
            let is_right = index > 0
                || if number.is_some() {
                    column >= RIGHT
                } else {
                    offset + column >= RIGHT_RESULT
                };
            read_cell(game, place, Player(u8::from(is_right)), cell)?;
        }
        Ok(())
    }

    /// Ends the game at hand.
    fn close(&mut self, damage: Option<InputError>) {
        if let Some(mut game) = self.game.take() {
            // Whoever doubles in the first game with a player one point from winning has had the Crawford game before.
            if game.plies.iter().any(|ply| ply.text == "double") {
                game.crawford = false;
            }
            game.damage = damage;
            self.games.push(game);
        }
    }
}

/// The length of `7 point match`, if the line says that.
fn length_of(line: &str) -> Option<u32> {
    let lower = line.to_ascii_lowercase();
    if lower.starts_with("unlimited") || lower.starts_with("money") {
        return Some(0);
    }
    let mut words = lower.split_whitespace();
    let number = words.next()?.parse().ok()?;
    (words.next() == Some("point") && words.next() == Some("match")).then_some(number)
}

fn is_on(value: &str) -> bool {
    ["on", "yes", "true", "1"]
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word))
}

/// Whether nobody may double in the game, by its score and that of the game before.
fn may_be_crawford(game: &Transcript, before: Option<[u8; 2]>) -> bool {
    let length = game.options.length;
    let near = |score: [u8; 2]| score.iter().filter(|&&points| points + 1 == length).count();
    let is_first = match before {
        Some(score) => near(score) == 0,
        None => true,
    };
    length > 1 && game.options.crawford && is_first && near(game.score) == 1
}

/// Where the cells of a line begin: at a roll, or at a word.
fn cell_starts(line: &str) -> Vec<usize> {
    const WORDS: [&str; 9] = [
        "Doubles", "Takes", "Drops", "Wins", "Beavers", "Accepts", "Rejects", "Passes", "Resigns",
    ];
    let bytes = line.as_bytes();
    let begins = |at: usize| {
        let free = at == 0 || bytes[at - 1] == b' ';
        let is_roll = bytes.len() > at + 2
            && bytes[at].is_ascii_digit()
            && bytes[at + 1].is_ascii_digit()
            && bytes[at + 2] == b':';
        let is_word = WORDS
            .iter()
            .any(|word| bytes[at..].starts_with(word.as_bytes()));
        free && (is_roll || is_word)
    };
    (0..bytes.len()).filter(|&at| begins(at)).collect()
}

fn read_cell(
    game: &mut Transcript,
    place: &str,
    player: Player,
    cell: &str,
) -> Result<(), InputError> {
    let word = cell.split_whitespace().next().unwrap_or_default();
    let cube = match word {
        "Doubles" => "double",
        "Takes" | "Accepts" => "take",
        "Drops" | "Rejects" | "Passes" => "pass",
        "Beavers" => "beaver",
        "Wins" => {
            let points = cell.split_whitespace().nth(1);
            let points = points.and_then(|points| points.parse().ok());
            let wrong = || InputError::new("", cell, "Wins and a number of points");
            game.result = Some((player, points.ok_or_else(wrong)?));
            return Ok(());
        }
        "Resigns" => return Ok(()),
        _ => {
            let wrong = || {
                let expected = "two dice from 1 to 6 and a colon, Doubles, Takes, Drops or Wins";
                InputError::new("", cell, expected)
            };
            let (dice, steps) = cell.split_once(':').ok_or_else(wrong)?;
            let roll = Roll::read(dice).ok_or_else(wrong)?;
            let play = read_steps(steps);
            return game.push(place, player, TranscriptAction::Turn(roll, play), None);
        }
    };
    game.push(place, player, TranscriptAction::Cube(cube), None)
}

/// `8/4 6/4` with commas; nothing at all, or words, say that no checker can move.
fn read_steps(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text.eq_ignore_ascii_case("cannot move") {
        return "-".to_owned();
    }
    let named = |word: &str| {
        let word = match word.strip_prefix("25/") {
            Some(rest) => format!("bar/{rest}"),
            None => word.to_owned(),
        };
        match word.split_once("/0") {
            Some((from, times)) if times.is_empty() || times.starts_with('(') => {
                format!("{from}/off{times}")
            }
            _ => word,
        }
    };
    let words: Vec<String> = text.split_whitespace().map(named).collect();
    words.join(",")
}

/// Writes games as one match.
pub(super) fn write(records: &[Record]) -> String {
    let mut text = String::new();
    let Some(first) = records.first() else {
        return text;
    };
    let tags = first.tags.iter();
    for (key, value) in tags.filter(|(key, _)| !PLAYERS.contains(&key.as_str())) {
        let value = value.replace(['"', '\n', '\r'], " ");
        writeln!(text, "; [{key} \"{value}\"]").expect(INFALLIBLE);
    }
    let options = scripts(first).first().map(|script| script.game.options());
    let options = options.unwrap_or_default();
    let usual = Options::default();
    let said = [
        ("Crawford", options.crawford, usual.crawford),
        ("Jacoby", options.jacoby, usual.jacoby),
        ("Beavers", options.beavers, usual.beavers),
        ("Cube", options.cube, usual.cube),
    ];
    for (key, value, _) in said.into_iter().filter(|(_, value, usual)| value != usual) {
        let value = if value { "On" } else { "Off" };
        writeln!(text, "; [{key} \"{value}\"]").expect(INFALLIBLE);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    write!(text, " {} point match\n\n", options.length).expect(INFALLIBLE);
    let mut number = 0;
    for record in records {
        let names = PLAYERS.map(|key| name_of(record, key));
        for script in scripts(record) {
            number += 1;
            if script.start.status().phase != Phase::Opening {
                let start = xgid::write(script.game.options(), &script.start);
                writeln!(text, "; [{START} \"{start}\"]").expect(INFALLIBLE);
            }
            writeln!(text, " Game {number}").expect(INFALLIBLE);
            write_game(&mut text, &names, &script);
            text.push('\n');
        }
    }
    text
}

/// The name of a player; colons would end it.
fn name_of(record: &Record, key: &str) -> String {
    let found = record.tags.iter().find(|(known, _)| known == key);
    let number = if key == PLAYERS[0] { 1 } else { 2 };
    found
        .map(|(_, name)| name.replace([':', '\n', '\r'], " ").trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| format!("player {number}"))
}

fn write_game(text: &mut String, names: &[String; 2], script: &Script) {
    let score = script.start.status().score;
    let left = format!("{} : {}", names[0], score[0]);
    writeln!(text, " {left:<29} {} : {}", names[1], score[1]).expect(INFALLIBLE);
    let mut rows: Vec<[Option<String>; 2]> = Vec::new();
    let mut comments = Vec::new();
    for event in &script.events {
        let column = event.player.index();
        let has_place = column == 1 && rows.last().is_some_and(|row| row[1].is_none());
        if !has_place {
            rows.push([None, None]);
        }
        let row = rows.last_mut().expect("one was added if there was none");
        row[column] = Some(cell(&event.what));
        let said = event.comment.iter().flat_map(|comment| comment.lines());
        let number = rows.len();
        comments.extend(said.map(|line| format!("; {number}) {}: {line}", names[column])));
    }
    for (index, [left, right]) in rows.iter().enumerate() {
        let (left, right) = (left.as_deref(), right.as_deref());
        let (left, right) = (left.unwrap_or_default(), right.unwrap_or_default());
        writeln!(text, "{:>3}) {left:<COLUMN$} {right}", index + 1).expect(INFALLIBLE);
    }
    if let Some((winner, points, _)) = script.result {
        let indent = if winner.index() == 0 { 6 } else { 34 };
        let plural = if points == 1 { "" } else { "s" };
        writeln!(text, "{:indent$}Wins {points} point{plural}", "").expect(INFALLIBLE);
    }
    // The format has no place for comments inside a game; readers pass over such lines.
    for comment in comments {
        writeln!(text, "{comment}").expect(INFALLIBLE);
    }
}

fn cell(what: &TurnAction) -> String {
    match what {
        TurnAction::Turn(roll, steps) => {
            let mut text = format!("{roll}: ");
            for (index, step) in steps.iter().enumerate() {
                let blank = if index == 3 { "" } else { " " };
                let FileStep { from, to, hits } = step;
                let star = if *hits { "*" } else { "" };
                write!(text, "{from}/{to}{star}{blank}").expect(INFALLIBLE);
            }
            text
        }
        TurnAction::Double(value) => format!(" Doubles => {value}"),
        TurnAction::Take => " Takes".to_owned(),
        TurnAction::Pass => " Drops".to_owned(),
        TurnAction::Beaver => " Beavers".to_owned(),
    }
}
