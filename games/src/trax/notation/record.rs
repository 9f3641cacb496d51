//! Game files: `.trx`, one game a line, turns separated by blanks.
//!
//! What people write is read too: [lists](crate::interface::move_list) with numbers, a game over several lines, which ends where
//! a line begins with the first turn of another, and lines of words above a game, which become its comment.
//!
//! Lines that begin with `#` are comments; `# turn 7: ?! TEXT` is about that turn of the game below it. A game that began from a position has that in a comment of its own in front,
//! `# from TEXT`, which is read again; so have players, round and result of a game of a tournament: `# Player1: TEXT`, and
//! a variant that the turns do not tell: `# Variant: board=8x8,loop=yes`. A comment that would be taken for one of these is
//! written as `# Comment: TEXT`.
//!
//! GnuTrax' dialect is read too: words such as `move` in front of a turn, a line for each of them; and puzzles, where the
//! turns behind `-` are those that solve it, one or the other, and no part of the game: they become a comment.

use super::words::WrittenTurn;
use crate::interface::move_list::{ListReader, ListStyle, ListWord};
use crate::interface::record::{one_line, split_mark, unless_unreadable};
use crate::interface::results::{RESIGN, result_in_words};
use crate::interface::sgf::{self, SgfGame};
use crate::trax::rules::options::KEYS;
use crate::trax::{COMMENT_FROM, face_of_name};
use crate::{InputError, Record, RecordFormat, RecordedPly, Variant};

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
    options: &[("SZ", "board")],
};

/// What players write who agree on a draw.
const DRAW: &str = "DRAW";
/// Words that end a record.
const ENDS: [&str; 2] = [RESIGN, DRAW];

/// The word in front of a turn in GnuTrax' dialect: such lines are one game, up to one that is empty or a comment.
const MOVE: &str = "move";
/// What stands between a puzzle and its solutions in GnuTrax' dialect.
const SOLUTIONS: &str = "-";

/// Tags that stand in comments.
const TAGS: [&str; 6] = ["Player1", "Player2", "Round", "Ending", "Date", "Event"];
/// Names of variants in titles, in small letters without blanks, with the options that they mean.
const TITLES: [(&str, &str, &str); 4] = [
    ("8x8trax", "board", "8x8"),
    ("trax8x8", "board", "8x8"),
    ("looptrax", "loop", "yes"),
    ("traxloop", "loop", "yes"),
];
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

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut reader = TrxReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        match line.strip_prefix('#') {
            Some(comment) => {
                reader.is_command_open = false;
                if let Err(error) = reader.read_comment(line, comment) {
                    reader.next.damage = Some(error.within(format!("line {number}")));
                }
            }
            None if line.is_empty() => reader.is_command_open = false,
            None => reader.read_line(line, number),
        }
    }
    reader.close();
    match reader.first_title {
        // A text of titles alone holds no game.
        Some((number, title)) if reader.records.is_empty() => {
            let word = title.split_whitespace().next().unwrap_or_default();
            let error = WrittenTurn::read(word).err();
            error.map_or(Ok(Vec::new()), |error| {
                Err(error.within(format!("line {number}, turn 1")))
            })
        }
        _ => unless_unreadable(reader.records),
    }
}

/// The games so far, and what comments say about the next one.
#[derive(Default)]
struct TrxReader {
    records: Vec<Record>,
    /// The game that the next line may go on with.
    open: Option<OpenGame>,
    next: Record,
    /// What is said about its turns, each with its number from 1.
    remarks: Vec<(usize, String)>,
    /// Whether a line that begins with `move` goes on with the last game.
    is_command_open: bool,
    /// The first line without a turn.
    first_title: Option<(usize, String)>,
}

/// A game that may go on.
struct OpenGame {
    record: Record,
    words: ListReader,
    remarks: Vec<(usize, String)>,
    /// Its last line.
    line: usize,
    is_ended: bool,
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
                RESULT => {
                    let told = result_in_words(value).unwrap_or_else(|| value.to_owned());
                    next.result = Some(told);
                }
                COMMENT => next.add_comment(value),
                _ => next.tags.push((key.to_string(), value.to_string())),
            }
        } else if !comment.trim().is_empty() {
            next.add_comment(comment.trim());
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str, number: usize) {
        let (words, comment) = line.split_once('#').unwrap_or((line, ""));
        if is_title(words) {
            self.close();
            for (key, value) in titled_options(words) {
                if self.next.variant.get(key).is_none() {
                    self.next.variant.set(key, value);
                }
            }
            self.next.add_comment(words.trim());
            let title = || (number, words.to_owned());
            self.first_title.get_or_insert_with(title);
            return;
        }
        let is_command = words.split_whitespace().next() == Some(MOVE);
        let begins = if is_command {
            !self.is_command_open
        } else {
            self.begins_game(words)
        };
        self.is_command_open = is_command;
        if begins {
            self.close();
        }
        let game = match &mut self.open {
            Some(game) => game,
            None => self.open.insert(OpenGame {
                record: std::mem::take(&mut self.next),
                words: ListReader::new(ListStyle::Numbered),
                remarks: std::mem::take(&mut self.remarks),
                line: number,
                is_ended: false,
            }),
        };
        game.line = number;
        // What stands between the lines of a game is about the last turn before it.
        for comment in self.next.comment.take().iter().map(String::as_str) {
            game.add_comment(comment);
        }
        if game.record.damage.is_none() {
            game.record.damage = game.read_words(words, number).err();
        }
        game.add_comment(comment.trim());
    }

    /// Whether a line begins a game: the corner, where no later turn can be, is its first turn, or nothing is there that it
    /// could go on with.
    fn begins_game(&self, words: &str) -> bool {
        let Some(open) = &self.open else {
            return true;
        };
        let is_told = self.next.start.is_some() || !self.remarks.is_empty();
        let read = ListReader::new(ListStyle::Numbered).read(words);
        let mut turns = read.iter().filter_map(|(_, word)| match word {
            Ok(ListWord::Move(turn, _)) => WrittenTurn::read(turn).ok(),
            _ => None,
        });
        let is_corner = turns
            .next()
            .is_some_and(|turn| turn.parts().0 == 0 && turn.parts().1 == 0);
        is_told || is_corner || open.is_ended
    }

    /// No line goes on with the last game.
    fn close(&mut self) {
        self.records.extend(self.open.take().map(OpenGame::finish));
    }
}

/// The options that a title names: `8x8 Trax`, `LoopTrax`.
fn titled_options(title: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let letters = title.chars().filter(|c| c.is_alphanumeric());
    let title: String = letters.flat_map(char::to_lowercase).collect();
    TITLES
        .into_iter()
        .filter(move |(name, ..)| title.contains(name))
        .map(|(_, key, value)| (key, value))
}

/// Whether a line is no part of a game: it has a word, and nothing like a turn.
fn is_title(line: &str) -> bool {
    let is_turn = |word: &str| {
        word == MOVE || word.contains(['+', '/', '\\']) || word.starts_with(['@', '?'])
    };
    let is_word = |word: &str| word.len() > 2;
    line.split(|c: char| !c.is_alphabetic()).any(is_word)
        && !line.split_whitespace().any(is_turn)
        && result_in_words(line).is_none()
}

impl OpenGame {
    fn add_comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        match self.record.plies.last_mut() {
            Some(ply) => ply.add_comment(comment),
            None => self.record.add_comment(comment),
        }
    }

    fn read_words(&mut self, line: &str, number: usize) -> Result<(), InputError> {
        let mut words = self.words.read(line).into_iter();
        while let Some((index, word)) = words.next() {
            let place = format!("line {number}, turn {index}");
            let (word, mark) = match word.map_err(|error| error.within(&place))? {
                ListWord::Result(result) => {
                    self.is_ended = true;
                    let last = line.split_whitespace().next_back().unwrap_or_default();
                    let is_word = last.eq_ignore_ascii_case(DRAW);
                    self.record.result = Some(if is_word { DRAW.to_owned() } else { result });
                    continue;
                }
                ListWord::Move(SOLUTIONS, _) => {
                    let turns = words.filter_map(|(_, word)| match word {
                        Ok(ListWord::Move(turn, _)) => Some(turn),
                        _ => None,
                    });
                    let turns: Vec<&str> = turns.collect();
                    let solved = format!("solved by {}", turns.join(" or "));
                    self.record.add_comment(&solved);
                    self.is_ended = true;
                    break;
                }
                ListWord::Move(MOVE, _) => continue,
                ListWord::Move(word, mark) => (word, mark),
            };
            self.check(word).map_err(|error| error.within(&place))?;
            self.record.plies.push(RecordedPly {
                text: word.to_string(),
                place,
                annotation: mark.to_owned(),
                ..RecordedPly::default()
            });
        }
        Ok(())
    }

    /// Whether a word has the shape of a turn or of a drawn face, which only luck has.
    fn check(&mut self, word: &str) -> Result<(), InputError> {
        let Some(face) = word.strip_prefix('?') else {
            return WrittenTurn::read(word).map(drop);
        };
        if face_of_name(&face.to_ascii_lowercase()).is_none() {
            let expected = "?+ns ?+ew ?/nw ?/es ?\\ne or ?\\sw";
            return Err(InputError::new("", word, expected));
        }
        self.record.variant.set("luck", "yes");
        Ok(())
    }

    /// The game with what comments say of its turns.
    fn finish(self) -> Record {
        let Self {
            mut record,
            remarks,
            line,
            ..
        } = self;
        for (turn, remark) in remarks {
            let Some(ply) = record.plies.get_mut(turn - 1) else {
                let expected = format!("a turn from 1 to {}", record.plies.len());
                let error = InputError::new("turn of a comment", turn.to_string(), expected);
                record.remarks.push(error.within(format!("line {line}")));
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
        record
    }
}

/// `turn 7: TEXT`.
fn read_remark(comment: &str) -> Option<(usize, String)> {
    let (number, text) = comment.trim().strip_prefix("turn ")?.split_once(':')?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Some((number, text.trim().to_string()))
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
