//! Game files: `.trx`, one game a line, turns separated by blanks.
//!
//! Lines that begin with `#` are comments. A game that began from a position has that in a comment of its own in front,
//! `# from TEXT`, which is read again; so have players, round and result of a game of a tournament: `# Player1: TEXT`, and
//! a variant that the turns do not tell: `# Variant: board=8x8,loop=yes`.

use ludex_search::{Game, MAX_PLAYERS, Returns, Turn};

use super::words::WrittenTurn;
use crate::interface::endings::{Endings, agreed_returns};
use crate::trax::rules::options::KEYS;
use crate::trax::{COMMENT_FROM, Position, Trax, face_of_name};
use crate::{InputError, Playable, Record, RecordFormat, RecordedPly, Variant};

/// The formats of game files.
pub(crate) static FORMATS: [RecordFormat; 1] = [RecordFormat {
    name: "trx",
    extensions: &["trx"],
    read,
    write,
    write_all: None,
    verbatim: false,
}];

/// What the player to move writes to give up.
const RESIGN: &str = "RESIGN";
/// Words that end a record.
const ENDS: [&str; 2] = [RESIGN, "DRAW"];

/// Tags that stand in comments.
const TAGS: [&str; 6] = ["Player1", "Player2", "Round", "Ending", "Date", "Event"];
/// The options of the game in a comment.
const VARIANT: &str = "Variant";
/// The result in a comment, for games that did not end on the board.
const RESULT: &str = "Result";

/// A comment that says something of the game.
fn read_tag(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.trim().split_once(": ")?;
    ([RESULT, VARIANT].contains(&key) || TAGS.contains(&key)).then(|| (key, value.trim()))
}

impl Endings<Self> for Trax {
    /// Who is to move resigns.
    fn recorded_returns(
        &self,
        pos: &Position,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        let Some(result) = &record.result else {
            return Ok(None);
        };
        if !ENDS.contains(&result.as_str()) {
            return agreed_returns(self, pos, record);
        }
        if self.turn(pos) == Turn::Over {
            let expected = "nothing behind the turn that ended the game";
            return Err(InputError::new("result", result, expected));
        }
        let mut returns = [0.0; MAX_PLAYERS];
        if result == RESIGN {
            let loser = self.next_player(pos);
            returns[loser.index()] = -1.0;
            returns[loser.other().index()] = 1.0;
        }
        Ok(Some(returns))
    }
}

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut records = Vec::new();
    let mut start = None;
    let mut comment = None;
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut variant = Variant::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(from) = line.strip_prefix(COMMENT_FROM) {
            start = Some(from.trim().to_string());
        } else if let Some((VARIANT, value)) = line.strip_prefix('#').and_then(read_tag) {
            let place = format!("line {}", number + 1);
            variant = value
                .parse()
                .map_err(|error: InputError| error.within(place))?;
        } else if let Some((key, value)) = line.strip_prefix('#').and_then(read_tag) {
            tags.push((key.to_string(), value.to_string()));
        } else if let Some(words) = line.strip_prefix('#') {
            comment = Some(words.trim().to_string());
        } else if !line.is_empty() {
            let mut record = read_line(line, number + 1)?;
            record.variant = record.variant.over(&std::mem::take(&mut variant));
            record.start = start.take();
            record.comment = comment.take();
            let (result, tags) = std::mem::take(&mut tags)
                .into_iter()
                .partition::<Vec<_>, _>(|(key, _)| key == RESULT);
            record.tags = tags;
            let result = result.into_iter().next().map(|(_, result)| result);
            record.result = record.result.or(result);
            records.push(record);
        }
    }
    Ok(records)
}

fn read_line(line: &str, number: usize) -> Result<Record, InputError> {
    let mut record = Record::default();
    for (index, word) in line.split_whitespace().enumerate() {
        let place = format!("line {number}, turn {}", index + 1);
        if record.result.is_some() {
            return Err(InputError::new(place, word, "nothing after the end"));
        }
        if let Some(end) = ENDS.iter().find(|end| end.eq_ignore_ascii_case(word)) {
            record.result = Some((*end).to_string());
            continue;
        }
        let drawn_face = word
            .strip_prefix('?')
            .map(|face| face_of_name(&face.to_ascii_lowercase()).is_some());
        match drawn_face {
            Some(true) => record.variant = Variant::new().with("luck", "yes"),
            Some(false) => {
                let expected = "?+ns ?+ew ?/nw ?/es ?\\ne or ?\\sw";
                return Err(InputError::new(place, word, expected));
            }
            None => drop(WrittenTurn::read(word).map_err(|error| error.within(&place))?),
        }
        record.plies.push(RecordedPly {
            text: word.to_string(),
            place,
            ..RecordedPly::default()
        });
    }
    Ok(record)
}

/// The options of a game that neither its turns nor the position it starts from tell.
fn untold(record: &Record) -> Variant {
    let draws_faces = record.plies.iter().any(|ply| ply.text.starts_with('?'));
    let mut variant = Variant::new();
    for key in &KEYS {
        let chosen = record.variant.get(key.name);
        let unusual = chosen.filter(|&value| value != key.default);
        let is_told = record.start.is_some() || key.name == "luck" && draws_faces;
        if let Some(value) = unusual.filter(|_| !is_told) {
            variant.set(key.name, value);
        }
    }
    variant
}

fn write(record: &Record) -> String {
    let mut text = String::new();
    let is_word = |result: &&String| ENDS.contains(&result.as_str());
    let (word, told) = match &record.result {
        Some(result) if is_word(&result) => (Some(result), None),
        result => (None, result.as_ref()),
    };
    let tags = record.tags.iter().map(|(key, value)| (key.as_str(), value));
    let tags = tags.filter(|(key, _)| TAGS.contains(key));
    let variant = untold(record);
    let variant = (!variant.is_empty()).then(|| variant.to_string());
    let variant = variant.as_ref().map(|variant| (VARIANT, variant));
    let result = told.map(|result| (RESULT, result));
    for (key, value) in variant.into_iter().chain(tags).chain(result) {
        let value = value.replace(['\n', '\r'], " ");
        text.extend(["# ", key, ": ", &value, "\n"]);
    }
    if let Some(comment) = &record.comment {
        text.push_str("# ");
        text.push_str(&comment.replace(['\n', '\r'], " "));
        text.push('\n');
    }
    if let Some(start) = &record.start {
        text.push_str(COMMENT_FROM);
        text.push(' ');
        text.push_str(start);
        text.push('\n');
    }
    let words: Vec<&str> = record
        .plies
        .iter()
        .map(|ply| ply.text.as_str())
        .chain(word.map(String::as_str))
        .collect();
    text.push_str(&words.join(" "));
    text.push('\n');
    text
}
