//! Reads game files as far as possible; the record reports what could not be read.

mod branches;
mod lines;
mod open_branch;
mod tags;
mod tokens;

use crate::notation::ptn;
use ludex_kit::interface::record::{add_line, unless_unreadable};
use ludex_kit::{After, Aside, InputError, Record, RecordedPly};

use super::ptn_words::{NO_MOVE, read_number};
use lines::Lines;
use ludex_kit::say;
use open_branch::{LastComment, OpenBranch};
use tags::Tags;
use tokens::{PtnReader, Token, TokenKind};

/// Reads every game of a text. An error in one game does not affect the others.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let has_lines = text.contains('\n') || !text.contains('\r');
    let unix = (!has_lines).then(|| text.replace('\r', "\n"));
    let mut reader = PtnReader { rest: unix.as_deref().unwrap_or(text), line: 1 };
    let mut games = Vec::new();
    while let Some(game) = read_game(&mut reader) {
        games.push(game);
    }
    let says_nothing = |game: &Record| {
        let remarks = game.remarks.clone();
        *game == Record { remarks, ..Record::default() }
    };
    if games.iter().all(says_nothing) {
        let expected = say!("a game with tags such as [Size \"5\"], or moves");
        return Err(InputError::new("line 1", text.trim(), expected));
    }
    unless_unreadable(games)
}

/// Reads one game of a text, up to the tags of the following game.
fn read_game(reader: &mut PtnReader<'_>) -> Option<Record> {
    let mut game = ReadGame::default();
    let mut is_begun = false;
    loop {
        let (before, line) = (reader.rest, reader.line);
        let is_tag = before.trim_start().starts_with('[');
        if is_tag && (game.is_past_tags() || game.tags.end_before(before)) {
            return Some(game.finish(line));
        }
        let token = match reader.token() {
            Ok(Some(token)) => token,
            Ok(None) => return is_begun.then(|| game.finish(line)),
            Err(error) => {
                // A bracket that is never closed would contain the rest of the file: skip it and continue.
                (reader.rest, reader.line) = (before, line);
                reader.skip_letter();
                reader.skip_game(is_tag);
                game.record.damage = Some(error);
                return Some(game.finish(line));
            }
        };
        is_begun = true;
        if let Err(error) = game.add(token) {
            reader.skip_game(is_tag);
            game.record.damage = Some(error);
            return Some(game.finish(line));
        }
    }
}

/// A game that is being read.
#[derive(Default)]
struct ReadGame {
    record: Record,
    tags: Tags,
    lines: Lines,
    /// A move number that has no move yet, and its line.
    open_number: Option<(usize, usize)>,
    /// The error about the last move number. It is reported only if a move follows.
    wrong_number: Option<InputError>,
    /// Place of the dashes that were just read in place of a move.
    passed: Option<String>,
    /// The last comment, which may be the name of a branch.
    last_comment: Option<LastComment>,
    /// A branch whose first move has not been read yet.
    open_branch: Option<OpenBranch>,
    /// Whether the rest of the current branch is skipped, because part of it was unreadable.
    is_lost: bool,
}

impl ReadGame {
    fn is_past_tags(&self) -> bool {
        !self.record.plies.is_empty() || self.record.result.is_some()
    }

    fn is_in_branch(&self) -> bool {
        self.lines.here > 0 || self.open_branch.is_some() || self.is_lost
    }

    fn add(&mut self, token: Token) -> Result<(), InputError> {
        let place = format!("line {}", token.line);
        self.record.remarks.extend(token.remark);
        let last_comment = self.last_comment.take();
        let is_in_branch = self.is_in_branch();
        if matches!(token.kind, TokenKind::Word(_) | TokenKind::Result(_)) {
            self.tags.settle(&mut self.record)?;
        }
        if matches!(token.kind, TokenKind::Word(_)) {
            // The length limit counts all plies, including those of branches.
            let room = self.record.check_room(1);
            room.map_err(|error| error.within(&place))?;
        }
        let added = match token.kind {
            TokenKind::Tag(name, value) => {
                let added = self.tags.add(&mut self.record, &place, name, value);
                self.lines.second = self.tags.second_begins().into();
                return added;
            }
            TokenKind::Comment(text) => {
                self.add_comment(text, token.is_apart);
                return Ok(());
            }
            TokenKind::Variation(text, is_read) => {
                self.add_variation(&text, is_read, &place);
                return Ok(());
            }
            TokenKind::Result(word) => {
                self.add_result(word);
                Ok(())
            }
            TokenKind::Word(word) => match self.begins_branch(&word, last_comment.as_ref()) {
                Some(begin) => {
                    self.begin_branch(begin, last_comment, &place);
                    Ok(())
                }
                None if self.is_lost => Ok(()),
                None => self.add_word(&place, token.line, &word),
            },
        };
        match added {
            // An error in a branch does not affect the game.
            Err(error) if is_in_branch => {
                self.lose_branch(error);
                Ok(())
            }
            added => added,
        }
    }

    fn add_result(&mut self, word: &'static str) {
        if self.is_lost {
            return;
        }
        self.open_number = None;
        if !self.is_in_branch() {
            self.record.result.get_or_insert_with(|| word.to_owned());
        } else if let Some(ply) = self.last_ply() {
            ply.ending = Some(word.to_owned());
        }
    }

    /// The last ply of the current line.
    fn last_ply(&mut self) -> Option<&mut RecordedPly> {
        if self.open_branch.is_some() || !self.lines.is_begun() {
            return None;
        }
        match self.lines.end() {
            After::Main(n_plies) => self.record.plies.get_mut(n_plies - 1),
            After::Aside(index) => self.record.asides.get_mut(index).map(|aside| &mut aside.ply),
        }
    }

    fn add_word(&mut self, place: &str, line: usize, word: &str) -> Result<(), InputError> {
        if self.record.result.is_some() && !self.is_in_branch() {
            let problem = say!(
                "comes after the result; only comments and the tags of the next game may follow it"
            );
            return Err(InputError::problem(place, word, problem));
        }
        // A number may be joined to its move: `1.a1`.
        if let Some((digits, rest)) = word.split_once('.')
            && let Some(number) = read_number(digits)
        {
            let rest_of_word = rest.trim_start_matches('.');
            let is_second = rest.len() > rest_of_word.len();
            self.add_number(place, line, number, is_second)?;
            return match rest_of_word {
                "" => Ok(()),
                rest => self.add_word(place, line, rest),
            };
        }
        if word == NO_MOVE || word.chars().all(|letter| letter == '.') {
            self.pass(place, word);
            return Ok(());
        }
        if word.chars().all(|letter| ptn::ANNOTATIONS.contains(&letter)) || word.starts_with('$') {
            self.add_mark(place, word);
            return Ok(());
        }
        self.add_move(place, word)
    }

    /// Handles dashes or dots in place of a move. They mean that a line starts with the second player's move, or that the last move of a
    /// game is missing.
    fn pass(&mut self, place: &str, word: &str) {
        if let Some(branch) = &mut self.open_branch {
            branch.is_second = true;
        } else if word == NO_MOVE && self.lines.is_begun() {
            self.passed = Some(place.to_owned());
        }
    }

    /// Handles an annotation mark that is a separate word, or a mark written as a number, as in PGN (`$1`).
    fn add_mark(&mut self, place: &str, word: &str) {
        let mark = match word.strip_prefix('$') {
            None => Some(word),
            Some(number) => MARKS_BY_NUMBER
                .into_iter()
                .find_map(|(known, mark)| (known == number).then_some(mark)),
        };
        if let (Some(mark), Some(ply)) = (mark, self.last_ply()) {
            ply.annotation.push_str(mark);
        } else {
            let problem = say!("is not a mark after a move, such as ! ? !! ?? !? ?! or $1 to $6");
            let remark = InputError::problem(place, word, problem);
            self.record.remarks.push(remark);
        }
    }

    fn add_number(
        &mut self,
        place: &str,
        line: usize,
        number: usize,
        is_second: bool,
    ) -> Result<(), InputError> {
        if let Some(branch) = &mut self.open_branch {
            (branch.number, branch.is_second) = (Some(number), is_second);
            return Ok(());
        }
        self.lines.first_number.get_or_insert(number);
        let expected = self.lines.next_move();
        if let Some(wrong) = self.wrong_number.take() {
            return Err(wrong);
        }
        if number == expected {
            self.open_number = Some((number, line));
            return Ok(());
        }
        let expected = say!(
            "move number {number}, because the number goes up by one after two moves",
            number = expected
        );
        self.wrong_number = Some(InputError::new(place, format!("{number}."), expected));
        Ok(())
    }

    fn add_move(&mut self, place: &str, word: &str) -> Result<(), InputError> {
        if let Some(wrong) = self.wrong_number.take() {
            return Err(wrong);
        }
        if let Some(passed) = self.passed.take() {
            return Err(InputError::new(passed, NO_MOVE, say!("a move")));
        }
        let (marked, number) = word.split_once('$').unwrap_or((word, ""));
        let text = marked.trim_end_matches(ptn::ANNOTATIONS);
        let mv = self.open_branch.as_ref().and_then(|branch| branch.number);
        let at = format!("{place}, move {}", mv.unwrap_or(self.lines.next_move()));
        ptn::check_shape(text, self.tags.size(&self.record)).map_err(|error| InputError {
            place: at.clone(),
            found: word.to_owned(),
            ..error
        })?;
        self.open_number = None;
        self.add_ply(RecordedPly {
            text: text.to_owned(),
            place: at,
            annotation: marked[text.len()..].to_owned(),
            ..RecordedPly::default()
        })?;
        if !number.is_empty() {
            self.add_mark(place, &word[marked.len()..]);
        }
        Ok(())
    }

    fn add_ply(&mut self, mut ply: RecordedPly) -> Result<(), InputError> {
        let room = self.record.check_room(1);
        room.map_err(|error| error.within(&ply.place))?;
        if let Some(branch) = self.open_branch.take() {
            self.open_line(branch, &mut ply)?;
        }
        if self.lines.here == 0 {
            self.record.plies.push(ply);
            self.lines.push(After::Main(self.record.plies.len()));
        } else {
            let after = self.lines.end();
            self.lines.push(After::Aside(self.record.asides.len()));
            self.record.asides.push(Aside { after, ply });
        }
        Ok(())
    }

    fn add_comment(&mut self, text: String, is_apart: bool) {
        if self.is_lost {
            self.last_comment = Some(LastComment::new(text, is_apart, None));
            return;
        }
        let before = self.last_comment_text().as_ref().map(String::len);
        add_line(self.last_comment_text(), &text);
        self.last_comment = Some(LastComment::new(text, is_apart, before));
    }

    /// The field to which the next comment is added: the comment of the last move, or that of the game or branch if no move has been read
    /// yet.
    fn last_comment_text(&mut self) -> &mut Option<String> {
        if let Some(branch) = &mut self.open_branch {
            return &mut branch.comment;
        }
        let end = self.lines.is_begun().then(|| self.lines.end());
        match end {
            Some(After::Main(n_plies)) => &mut self.record.plies[n_plies - 1].comment,
            Some(After::Aside(index)) => &mut self.record.asides[index].ply.comment,
            None => &mut self.record.comment,
        }
    }

    /// Completes the record at this line.
    fn finish(mut self, line: usize) -> Record {
        if let Err(error) = self.tags.settle(&mut self.record) {
            self.record.damage.get_or_insert(error);
        }
        if let (Some((number, at)), None) = (self.open_number, &self.record.damage) {
            let sentence = say!(
                "no move follows the number {number}.; the game ends on line {line}",
                number,
                line
            );
            let remark = InputError::sentence(format!("line {at}"), sentence);
            self.record.remarks.push(remark);
        }
        self.record.remarks.extend(self.wrong_number);
        self.tags.add_result(&mut self.record, line);
        // A collection holds many records, so return unused memory.
        self.record.plies.shrink_to_fit();
        self.record
    }
}

/// Annotation marks by their numbers in PGN.
const MARKS_BY_NUMBER: [(&str, &str); 6] =
    [("1", "!"), ("2", "?"), ("3", "!!"), ("4", "??"), ("5", "!?"), ("6", "?!")];
