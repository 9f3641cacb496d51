//! Game files: `.trx`, one game per line, turns separated by blanks.
//!
//! Other forms are read too: [lists](ludex_kit::interface::move_list) with numbers; games over several lines, where a line that begins with
//! a first turn starts the next game; and lines of text above a game, which become its comment.
//!
//! Lines that begin with `#` are comments. `# turn 7: ?! TEXT` is about that turn of the game below it. Some comments before a game
//! carry information: `# from TEXT` is the position it starts from, `# Player1: TEXT` and similar lines are tags for players, round
//! and result, and `# Variant: board=8x8,loop=yes` is the variant if the turns do not show it. A comment that could be mistaken for
//! one of these is written as `# Comment: TEXT`.
//!
//! The dialect of GnuTrax is read too: one turn per line, after words such as `move`. In its puzzles the turns after `-` are alternative
//! solutions and not part of the game; they become a comment.

mod comments;
mod write;

use self::comments::{COMMENT, COMMENT_FROM, DRAW, RESULT, VARIANT, read_remark, read_tag};
use super::words::WrittenTurn;
use crate::notation::names::face_of_name;
use crate::open;
use ludex_kit::ListStyle;
use ludex_kit::interface::comments::{Comments, Part, split_remark};
use ludex_kit::interface::move_list::{ListReader, ListWord};
use ludex_kit::interface::record::{add_inner_line, unless_unreadable};
use ludex_kit::interface::results::result_in_words;
use ludex_kit::say;
use ludex_kit::sgf::{self, SgfGame};
use ludex_kit::{InputError, Record, RecordFormat, RecordedPly};

/// The formats of game files.
pub(crate) static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        name: "trx",
        extensions: &["trx"],
        read,
        write: write::write,
        write_all: None,
        annotated: true,
        variations: false,
        evaluation: None,
        verbatim: false,
    },
    sgf::format(|text| sgf::read(&SGF, text), |record| sgf::write(&SGF, record)),
];

static SGF: SgfGame =
    SgfGame { name: "trax", open: open::session, number: Some("16"), options: &[("SZ", "board")] };

/// The word before a turn in GnuTrax files. Such lines form one game, up to an empty line or a comment.
const MOVE: &str = "move";
/// Separates a puzzle from its solutions in GnuTrax files.
const SOLUTIONS: &str = "-";

/// Names of variants in titles, in lower case without blanks, with the option that each means.
const TITLES: [(&str, &str, &str); 4] = [
    ("8x8trax", "board", "8x8"),
    ("trax8x8", "board", "8x8"),
    ("looptrax", "loop", "yes"),
    ("traxloop", "loop", "yes"),
];
fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut reader = TrxReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        match line.strip_prefix('#') {
            _ if reader.comments.is_open() && !line.is_empty() => reader.read_line(line, number),
            Some(comment) => {
                reader.is_command_open = false;
                if let Err(error) = reader.read_comment(line, comment) {
                    reader.next.damage = Some(error.within(format!("line {number}")));
                }
            }
            None if line.is_empty() => {
                reader.is_command_open = false;
                reader.close_comment();
                if reader.is_under_turns && reader.remarks.is_empty() {
                    reader.add_closing_comments();
                }
                reader.is_under_turns = false;
            }
            None => reader.read_line(line, number),
        }
    }
    reader.close_comment();
    if !reader.add_closing_comments() {
        reader.report_stray_comments();
    }
    reader.close();
    match reader.first_title {
        // The text has lines of title but no turns, so it contains no game.
        Some((number, title)) if reader.records.is_empty() => {
            let word = title.split_whitespace().next().unwrap_or_default();
            let error = WrittenTurn::read(word).err();
            error
                .map_or(Ok(Vec::new()), |error| Err(error.within(format!("line {number}, turn 1"))))
        }
        _ => unless_unreadable(reader.records),
    }
}

/// The games read so far, and the information in comments for the next one.
#[derive(Default)]
struct TrxReader {
    records: Vec<Record>,
    /// The game that the next line may continue.
    open: Option<OpenGame>,
    next: Record,
    /// Comments on turns of the next game, each with the number of the turn, counted from 1.
    remarks: Vec<(usize, String)>,
    comments: Comments,
    /// Whether a line that begins with `move` continues the last game.
    is_command_open: bool,
    /// Whether no empty line has followed the last line with turns.
    is_under_turns: bool,
    /// The first line of text without a turn.
    first_title: Option<(usize, String)>,
}

/// A game that may continue.
struct OpenGame {
    record: Record,
    words: ListReader,
    remarks: Vec<(usize, String)>,
    /// The number of the last line that belongs to the game.
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
                    let stated = result_in_words(value).unwrap_or_else(|| value.to_owned());
                    next.result = Some(stated);
                }
                COMMENT => next.add_comment(value),
                _ => next.tags.push((key.to_string(), value.to_string())),
            }
        } else {
            add_inner_line(&mut next.comment, comment.trim());
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str, number: usize) {
        if !self.comments.is_open() && !line.starts_with(['{', '(', ';']) {
            let words = line.split('#').next().unwrap_or_default();
            if is_title(words) {
                return self.add_title(words, number);
            }
        }
        let mut n_turns = 0;
        for part in self.comments.parts(line, number) {
            let (turns, comment) = match &part {
                Part::Comment(comment) => ("", comment.as_str()),
                Part::Moves(turns) => split_remark(turns, |word| WrittenTurn::read(word).is_ok()),
            };
            if !turns.trim().is_empty() {
                self.read_turns(turns, number, n_turns);
                n_turns += turns.split_whitespace().count();
            }
            match &mut self.open {
                Some(game) if n_turns > 0 => game.add_comment(comment),
                _ if comment.is_empty() => {}
                _ => self.next.add_comment(comment),
            }
        }
    }

    fn add_title(&mut self, title: &str, number: usize) {
        self.close();
        for (key, value) in titled_options(title) {
            if self.next.variant.get(key).is_none() {
                self.next.variant.set(key, value);
            }
        }
        self.next.add_comment(title.trim());
        let first = || (number, title.to_owned());
        self.first_title.get_or_insert_with(first);
    }

    /// Reads the turns of a line, after its first `n_before` words.
    fn read_turns(&mut self, words: &str, number: usize, n_before: usize) {
        if n_before == 0 {
            let is_command = words.split_whitespace().next() == Some(MOVE);
            let begins = if is_command { !self.is_command_open } else { self.begins_game(words) };
            self.is_command_open = is_command;
            if begins {
                self.close();
            }
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
        self.is_under_turns = true;
        // Comments between the lines of a game refer to the last turn before them.
        game.add_comment(&self.next.comment.take().unwrap_or_default());
        if game.record.damage.is_none() {
            game.record.damage = game.read_words(words, number, n_before).err();
        }
    }

    /// An empty line ends a comment that was never closed.
    fn close_comment(&mut self) {
        if let Some((line, comment)) = self.comments.close() {
            self.next.add_comment(&comment);
            let problem = say!("is a comment that does not end before an empty line");
            let remark = InputError::problem(format!("line {line}"), comment, problem);
            self.next.remarks.push(remark);
        }
    }

    /// Whether a line begins a new game: there is no unfinished game to continue, comments describe a new game, or the first turn is in
    /// the corner cell, which is possible only at the start of a game.
    fn begins_game(&self, words: &str) -> bool {
        let Some(open) = &self.open else {
            return true;
        };
        let is_described = self.next.start.is_some() || !self.remarks.is_empty();
        let read = ListReader::new(ListStyle::Numbered).read(words);
        let mut turns = read.iter().filter_map(|(_, word)| match word {
            Ok(ListWord::Move(turn, _)) => WrittenTurn::read(turn).ok(),
            _ => None,
        });
        let is_corner = turns.next().is_some_and(|turn| turn.parts().0 == 0 && turn.parts().1 == 0);
        is_described || is_corner || open.is_ended
    }

    /// Adds the comments below the last game to that game, unless they contradict it. Returns whether they were added.
    fn add_closing_comments(&mut self) -> bool {
        let next = &self.next;
        let Some(game) = &mut self.open else {
            return false;
        };
        let record = &mut game.record;
        let is_new =
            |(key, _): &(String, String)| record.tags.iter().all(|(known, _)| known != key);
        let is_result_new = next.result.is_none() || record.result.is_none();
        let is_bare = next.start.is_none() && next.variant.is_empty() && next.damage.is_none();
        if !is_bare || !is_result_new || !next.tags.iter().all(is_new) {
            return false;
        }
        let next = std::mem::take(&mut self.next);
        record.tags.extend(next.tags);
        record.remarks.extend(next.remarks);
        record.result = record.result.take().or(next.result);
        game.add_comment(next.comment.as_deref().unwrap_or_default());
        game.remarks.append(&mut self.remarks);
        true
    }

    /// Reports comments that no game follows.
    fn report_stray_comments(&mut self) {
        let next = std::mem::take(&mut self.next);
        let is_empty = next == Record::default();
        let game = self.open.as_mut().filter(|_| !is_empty);
        if let Some(OpenGame { record, line, .. }) = game {
            let place = format!("line {line}");
            let remark = InputError::sentence(
                place,
                say!("comments follow after the last game; they are left out"),
            );
            record.remarks.push(next.damage.unwrap_or(remark));
        }
    }

    /// Ends the last game, so that no line continues it.
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

/// Whether a line is text: it has a real word in it, and no word that looks like a turn.
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

    fn read_words(&mut self, line: &str, number: usize, n_before: usize) -> Result<(), InputError> {
        let mut words = self.words.read(line).into_iter();
        while let Some((index, word)) = words.next() {
            let place = format!("line {number}, turn {}", n_before + index);
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

    /// Checks that a word has the shape of a turn, or of a drawn face in the variant with luck.
    fn check(&mut self, word: &str) -> Result<(), InputError> {
        let Some(face) = word.strip_prefix('?') else {
            return WrittenTurn::read(word).map(drop);
        };
        if face_of_name(&face.to_ascii_lowercase()).is_none() {
            let expected = say!("a drawn face: ?+ns, ?+ew, ?/nw, ?/es, ?\\ne or ?\\sw");
            return Err(InputError::new("", word, expected));
        }
        self.record.variant.set("luck", "yes");
        Ok(())
    }

    /// The record, with the comments on its turns.
    fn finish(self) -> Record {
        let Self { mut record, remarks, line, .. } = self;
        for (turn, remark) in remarks {
            let Some(ply) = record.plies.get_mut(turn - 1) else {
                let expected = say!("the number of a turn, 1 to {last}", last = record.plies.len());
                let error = InputError::new(say!("comment"), turn.to_string(), expected);
                record.remarks.push(error.within(format!("line {line}")));
                continue;
            };
            ply.add_remark(&remark);
        }
        record
    }
}
