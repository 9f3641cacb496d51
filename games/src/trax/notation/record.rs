//! Game files: `.trx`, one game a line, turns separated by blanks.
//!
//! Lines that begin with `#` are comments; `# turn 7: ?! TEXT` is about that turn of the game below it. A game that began from a position has that in a comment of its own in front,
//! `# from TEXT`, which is read again; so have players, round and result of a game of a tournament: `# Player1: TEXT`, and
//! a variant that the turns do not tell: `# Variant: board=8x8,loop=yes`. A comment that would be taken for one of these is
//! written as `# Comment: TEXT`.
//!
//! GnuTrax' dialect is read too: words such as `move` in front of a turn, a line for each of them; and puzzles, where the
//! turns behind `-` are those that solve it, one or the other, and no part of the game: they become a comment.

use ludex_search::{Game, MAX_PLAYERS, Returns, Turn};

use super::words::WrittenTurn;
use crate::interface::endings::{Endings, agreed_returns};
use crate::interface::record::{one_line, split_mark, unless_unreadable};
use crate::interface::sgf::{self, SgfGame};
use crate::trax::rules::options::KEYS;
use crate::trax::{COMMENT_FROM, Position, Trax, face_of_name};
use crate::{InputError, Playable, Record, RecordFormat, RecordedPly, Variant};

/// The formats of game files.
pub(crate) static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        name: "trx",
        extensions: &["trx"],
        read,
        write,
        write_all: None,
        annotated: true,
        variations: false,
        evaluation: None,
        verbatim: false,
    },
    sgf::format(
        |text| sgf::read(&SGF, text),
        |record| sgf::write(&SGF, record),
    ),
];

static SGF: SgfGame = SgfGame {
    name: "trax",
    number: Some("16"),
};

/// What the player to move writes to give up.
const RESIGN: &str = "RESIGN";
/// Words that end a record.
const ENDS: [&str; 2] = [RESIGN, "DRAW"];

/// The word in front of a turn in GnuTrax' dialect: such lines are one game, up to one that is empty or a comment.
const MOVE: &str = "move";
/// What stands between a puzzle and its solutions in GnuTrax' dialect.
const SOLUTIONS: &str = "-";

/// Tags that stand in comments.
const TAGS: [&str; 6] = ["Player1", "Player2", "Round", "Ending", "Date", "Event"];
/// The options of the game in a comment.
const VARIANT: &str = "Variant";
/// The result in a comment, for games that did not end on the board.
const RESULT: &str = "Result";

/// What says nothing of the game, though it may look so.
const COMMENT: &str = "Comment";

/// A comment that says something of the game.
fn read_tag(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.trim().split_once(": ")?;
    ([RESULT, VARIANT, COMMENT].contains(&key) || TAGS.contains(&key)).then(|| (key, value.trim()))
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
    let mut reader = TrxReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        match line.strip_prefix('#') {
            Some(comment) => {
                reader.is_game_open = false;
                if let Err(error) = reader.read_comment(line, comment) {
                    reader.next.damage = Some(error.within(format!("line {number}")));
                }
            }
            None if line.is_empty() => reader.is_game_open = false,
            None => reader.read_game(line, number),
        }
    }
    unless_unreadable(reader.records)
}

/// The games so far, and what comments say about the next one.
#[derive(Default)]
struct TrxReader {
    records: Vec<Record>,
    next: Record,
    /// What is said about its turns, each with its number from 1.
    remarks: Vec<(usize, String)>,
    /// Whether a line that begins with `move` goes on with the last game.
    is_game_open: bool,
}

impl TrxReader {
    fn read_comment(&mut self, line: &str, comment: &str) -> Result<(), InputError> {
        let next = &mut self.next;
        if let Some(from) = line.strip_prefix(COMMENT_FROM) {
            next.start = Some(from.trim().to_string());
        } else if let Some(remark) = read_remark(comment) {
            self.remarks.push(remark);
        } else if let Some((key, value)) = read_tag(comment) {
            match key {
                VARIANT => next.variant = value.parse()?,
                RESULT => next.result = Some(value.to_string()),
                COMMENT => next.add_comment(value),
                _ => next.tags.push((key.to_string(), value.to_string())),
            }
        } else if !comment.trim().is_empty() {
            next.add_comment(comment.trim());
        }
        Ok(())
    }

    fn read_game(&mut self, line: &str, number: usize) {
        let is_command = line.split_whitespace().next() == Some(MOVE);
        let goes_on = is_command && self.is_game_open;
        self.is_game_open = is_command;
        let (words, comment) = line.split_once('#').unwrap_or((line, ""));
        let known = if goes_on { self.records.pop() } else { None };
        let mut record = known.unwrap_or_else(|| std::mem::take(&mut self.next));
        if record.damage.is_none() {
            record.damage = read_words(&mut record, words, number).err();
        }
        if !comment.trim().is_empty() {
            match record.plies.last_mut() {
                Some(ply) => ply.add_comment(comment.trim()),
                None => record.add_comment(comment.trim()),
            }
        }
        for (turn, remark) in self.remarks.drain(..) {
            let Some(ply) = record.plies.get_mut(turn - 1) else {
                let expected = format!("a turn from 1 to {}", record.plies.len());
                let error = InputError::new("turn of a comment", turn.to_string(), expected);
                record.remarks.push(error.within(format!("line {number}")));
                continue;
            };
            let (mark, text) = split_mark(&remark);
            if !mark.is_empty() {
                mark.clone_into(&mut ply.annotation);
            }
            if !text.is_empty() {
                ply.add_comment(text);
            }
        }
        self.records.push(record);
    }
}

/// `turn 7: TEXT`.
fn read_remark(comment: &str) -> Option<(usize, String)> {
    let (number, text) = comment.trim().strip_prefix("turn ")?.split_once(':')?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Some((number, text.trim().to_string()))
}

fn read_words(record: &mut Record, line: &str, number: usize) -> Result<(), InputError> {
    let told = record.result.take();
    let mut words = (1..).zip(line.split_whitespace());
    while let Some((index, word)) = words.next() {
        let place = format!("line {number}, turn {index}");
        if word == SOLUTIONS {
            let turns: Vec<&str> = words.map(|(_, word)| word).collect();
            record.add_comment(&format!("solved by {}", turns.join(" or ")));
            break;
        }
        if word == MOVE {
            continue;
        }
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
            Some(true) => record.variant.set("luck", "yes"),
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
    record.result = record.result.take().or(told);
    Ok(())
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
        let value = one_line(value);
        if !value.trim().is_empty() {
            text.extend(["# ", key, ": ", value.trim(), "\n"]);
        }
    }
    for line in record.comment.iter().flat_map(|comment| comment.lines()) {
        let line = one_line(line);
        let is_plain = read_tag(&line).is_none()
            && read_remark(&line).is_none()
            && !format!("# {}", line.trim()).starts_with(COMMENT_FROM);
        let key = if is_plain { "" } else { "Comment: " };
        text.extend(["# ", key, line.trim(), "\n"]);
    }
    for (number, ply) in (1..).zip(&record.plies) {
        for line in ply.remark() {
            text.extend(["# turn ", &number.to_string(), ": ", &one_line(&line), "\n"]);
        }
    }
    if let Some(start) = &record.start {
        text.push_str(COMMENT_FROM);
        text.push(' ');
        text.push_str(&one_line(start));
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
