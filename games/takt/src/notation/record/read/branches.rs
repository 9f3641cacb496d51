//! Branches after the main line, as PTN Ninja writes them, and variations in parentheses.
//!
//! A branch is named in a comment after an empty line: `{3b1}` branches from the main line, `{3b1/5w1}` from the branch `3b1`. The branch
//! starts at the first move number after the comment. Dashes replace the first player's move if the branch starts with a move of the second
//! player. Older files put the name before each move number: `2-1.3. c3`.
//!
//! CITE: <https://github.com/gruppler/PTN-Ninja>, `src/Game/base.js` and `src/Game/PTN/Linenum.js`.

use std::collections::VecDeque;

use super::super::ptn_words::read_number;
use super::ReadGame;
use super::open_branch::{LastComment, OpenBranch};
use super::tokens::{PtnReader, TokenKind};
use ludex_kit::say;
use ludex_kit::{InputError, RecordedPly};

/// How a branch gets its name. Each form contains the move number with the text attached to it.
pub(super) enum Begin {
    /// Named by the comment before the number.
    Named(String),
    /// Named by a prefix of the number: the name, and the number without the prefix.
    Prefixed(String, String),
}

impl ReadGame {
    /// Whether a word is a move number that begins a branch, or continues the branch named in its prefix.
    pub(super) fn begins_branch(&self, word: &str, named: Option<&LastComment>) -> Option<Begin> {
        if self.record.plies.is_empty() || !word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let (number, _) = word.rsplit_once('.')?;
        let number = number.trim_end_matches('.');
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let prefixed = number.rsplit_once(['.', '/']).filter(|(name, number)| {
            is_number(number)
                && name.split(['-', '.', '/']).all(|part| part.is_empty() || is_number(part))
        });
        if let Some((name, _)) = prefixed {
            let parts: Vec<&str> = name.split(['.', '/']).filter(|part| !part.is_empty()).collect();
            return Some(Begin::Prefixed(parts.join("/"), word[name.len() + 1..].to_owned()));
        }
        let named = named?;
        let number = read_number(number)?;
        let next = self.lines.next_move();
        // After an empty line, a repeated number of the current move begins a branch: a line that continues after a comment would not
        // repeat the number.
        let is_main = !self.is_in_branch();
        let repeats = number == next && self.lines.is_second_next();
        let begins =
            number < next || named.is_apart && (!is_main || repeats || is_usual_name(&named.text));
        begins.then(|| Begin::Named(word.to_owned()))
    }

    pub(super) fn begin_branch(&mut self, begin: Begin, named: Option<LastComment>, place: &str) {
        let is_prefixed = matches!(begin, Begin::Prefixed(..));
        let (name, word) = match begin {
            Begin::Prefixed(name, word) => (name, word),
            Begin::Named(word) => {
                let named = named.map(|comment| {
                    self.take_back(comment.before);
                    comment.text
                });
                (named.unwrap_or_default(), word)
            }
        };
        let line = place.strip_prefix("line ").and_then(|line| line.parse().ok());
        let line = line.unwrap_or_default();
        self.end_line();
        self.is_lost = false;
        match self.lines.named(&name).filter(|_| is_prefixed) {
            Some(known) => self.lines.here = known,
            None => self.name_branch(name, place),
        }
        if let Err(error) = self.add_word(place, line, &word) {
            self.lose_branch(error);
        }
    }

    /// Removes the last comment from the record, because it is the name of a branch. `before` is the length of the text before it.
    fn take_back(&mut self, before: Option<usize>) {
        if self.is_lost {
            return;
        }
        let comment = self.last_comment_text();
        match (before, comment.as_mut()) {
            (Some(length), Some(text)) => text.truncate(length),
            _ => *comment = None,
        }
    }

    /// Discards the unfinished number, dashes and branch of the previous line. An error about its move number becomes a remark.
    fn end_line(&mut self) {
        self.record.remarks.extend(self.wrong_number.take());
        (self.open_branch, self.open_number, self.passed) = (None, None, None);
    }

    fn name_branch(&mut self, name: String, place: &str) {
        let own = name.rfind('/').map_or(0, |slash| slash + 1);
        let parent = match own.checked_sub(1) {
            None => Some(0),
            Some(slash) => self.lines.named(&name[..slash]),
        };
        if parent.is_none() {
            let problem =
                say!("branches from an unknown line; it is read as a branch of the main line");
            let remark = InputError::problem(place, &*name, problem);
            self.record.remarks.push(remark);
        }
        self.open_branch = Some(OpenBranch {
            name,
            own,
            place: place.to_owned(),
            parent: parent.unwrap_or(0),
            number: None,
            is_second: false,
            comment: None,
        });
    }

    /// Reports the error in a branch and skips the rest of the branch.
    pub(super) fn lose_branch(&mut self, error: InputError) {
        self.end_line();
        self.is_lost = true;
        self.record.remarks.push(error);
    }

    /// Starts the line of a branch when its first move is read.
    pub(super) fn open_line(
        &mut self,
        branch: OpenBranch,
        ply: &mut RecordedPly,
    ) -> Result<(), InputError> {
        let number = branch.number.unwrap_or_default();
        let first = self.lines.ply(number, branch.is_second);
        let opened = first.and_then(|first| self.lines.open(&branch.name, branch.parent, first));
        if opened.is_none() {
            let problem =
                say!("cannot start the branch: the line that it branches from has no such move");
            return Err(InputError::problem(branch.place, format!("{number}."), problem));
        }
        ply.name = Some(branch.name[branch.own..].to_owned()).filter(|name| !name.is_empty());
        ply.comment = branch.comment;
        Ok(())
    }

    /// Adds a variation in parentheses and those nested in it. Text that is not a line of moves becomes a comment.
    pub(super) fn add_variation(&mut self, text: &str, is_read: bool, place: &str) {
        let (here, n_lines) = (self.lines.here, self.lines.len());
        let (n_asides, n_remarks) = (self.record.asides.len(), self.record.remarks.len());
        let read = is_read && !self.is_lost && self.lines.is_begun() && {
            let mut left = VecDeque::from([(text.to_owned(), here, self.lines.next() - 1)]);
            loop {
                let Some((text, line, ply)) = left.pop_front() else {
                    break true;
                };
                if self.read_variation(&text, (line, ply), place, &mut left).is_err() {
                    break false;
                }
            }
        };
        self.lines.here = here;
        self.end_line();
        if !read {
            self.lines.truncate(n_lines, here);
            self.record.asides.truncate(n_asides);
            self.record.remarks.truncate(n_remarks);
            self.add_comment(format!("({text})"), false);
            self.last_comment = None;
        }
    }

    fn read_variation(
        &mut self,
        text: &str,
        (parent, replaced): (usize, usize),
        place: &str,
        left: &mut VecDeque<(String, usize, usize)>,
    ) -> Result<(), InputError> {
        let mut reader = PtnReader { rest: text, line: 1 };
        let first = replaced + self.lines.second;
        self.lines.here = parent;
        self.open_branch = Some(OpenBranch {
            name: String::new(),
            own: 0,
            place: place.to_owned(),
            parent,
            number: Some(self.lines.first_number.unwrap_or(1) + first / 2),
            is_second: first % 2 == 1,
            comment: None,
        });
        while let Some(token) = reader.token()? {
            match token.kind {
                TokenKind::Word(word) => self.add_word(place, 0, &word)?,
                TokenKind::Comment(text) => self.add_comment(text, false),
                TokenKind::Result(word) => self.add_result(word),
                TokenKind::Variation(text, _) if self.open_branch.is_none() => {
                    left.push_back((text, self.lines.here, self.lines.next() - 1));
                }
                TokenKind::Variation(text, _) => self.add_comment(format!("({text})"), false),
                TokenKind::Tag(..) => {
                    return Err(InputError::new(place, text, say!("a line of moves")));
                }
            }
        }
        if self.open_branch.is_some() {
            return Err(InputError::new(place, text, say!("a line of moves")));
        }
        Ok(())
    }
}

/// Whether a name has the form that PTN Ninja generates: `3w1`, `3b1/5w2`.
fn is_usual_name(name: &str) -> bool {
    name.split('/').all(|part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let index = rest.strip_prefix(['w', 'b']).unwrap_or_default();
        rest.len() < part.len() && !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit())
    })
}
