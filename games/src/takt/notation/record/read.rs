//! Reading game files.

use std::collections::HashSet;

use super::pieces::PieceTags;
use super::{NO_MOVE, RESULTS, VARIANT_TAGS, beginning, full_moves, read_number};
use crate::takt::notation::ptn;
use crate::takt::rules::options;
use crate::{InputError, Record, RecordedPly};

/// Reads every game of a text.
pub(super) fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let mut reader = PtnReader {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        line: 1,
    };
    let mut games = Vec::new();
    let mut game = ReadGame::default();
    let mut last_comment: Option<LastComment<'_>> = None;
    while let Some((start, token)) = reader.token()? {
        if let WordKind::Word(word) = &token.kind
            && game.begins_branch(word, last_comment.is_some())
        {
            let named = last_comment.take();
            let start = named.as_ref().map_or(start, |name| name.start);
            if let Some(name) = named {
                game.shorten_last_comment(name.before);
            }
            game.record.branches = Some(reader.branches(start));
            continue;
        }
        last_comment = matches!(token.kind, WordKind::Comment(_)).then(|| LastComment {
            start,
            before: game.last_comment().as_ref().map(String::len),
        });
        if matches!(token.kind, WordKind::Tag(..))
            && (game.is_ended || !game.record.plies.is_empty())
        {
            games.push(game.finish(token.line)?);
            game = ReadGame::default();
        }
        game.is_begun = true;
        game.add(token)?;
    }
    if game.is_begun {
        games.push(game.finish(reader.line)?);
    }
    if games.iter().all(|game| *game == Record::default()) {
        return Err(InputError::new(
            "line 1",
            text.trim(),
            "a game: tags such as [Size \"5\"], or moves",
        ));
    }
    Ok(games)
}

/// A comment just read: it may turn out to be the name of a branch.
struct LastComment<'a> {
    /// The text from it on.
    start: &'a str,
    /// The length of the comment that it was added to.
    before: Option<usize>,
}

enum WordKind {
    Tag(String, String),
    Comment(String),
    Variation(String),
    Word(String),
}

struct Token {
    line: usize,
    kind: WordKind,
}

struct PtnReader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> PtnReader<'a> {
    fn bump(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.rest = &self.rest[character.len_utf8()..];
        self.line += usize::from(character == '\n');
        Some(character)
    }

    /// The next token, and the text from it on.
    fn token(&mut self) -> Result<Option<(&'a str, Token)>, InputError> {
        while self.rest.starts_with(char::is_whitespace) {
            self.bump();
        }
        let (start, line) = (self.rest, self.line);
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let kind = match first {
            '[' => {
                let text = self.enclosed('[', ']', "a tag")?;
                let (name, value) = read_tag(&text).ok_or_else(|| {
                    InputError::new(
                        format!("line {line}"),
                        format!("[{text}]"),
                        "a tag such as [Size \"5\"]",
                    )
                })?;
                WordKind::Tag(name, value)
            }
            '{' => WordKind::Comment(words(&self.enclosed('{', '}', "a comment")?)),
            '(' => WordKind::Variation(words(&self.enclosed('(', ')', "a variation")?)),
            _ => {
                let mut word = String::new();
                while let Some(next) = self.rest.chars().next() {
                    if next.is_whitespace() || "[]{}()".contains(next) && !word.is_empty() {
                        break;
                    }
                    word.push(next);
                    self.bump();
                }
                WordKind::Word(word)
            }
        };
        Ok(Some((start, Token { line, kind })))
    }

    /// Branches from here on, up to the tags of the next game: they are kept as they stand.
    fn branches(&mut self, start: &'a str) -> String {
        while !self.rest.is_empty() && !self.rest.starts_with("\n[") {
            self.bump();
        }
        let length = start.len() - self.rest.len();
        start[..length].trim_end().to_owned()
    }

    /// What stands between two brackets. Variations nest and may hold comments; tags hold quoted text.
    fn enclosed(&mut self, open: char, close: char, what: &str) -> Result<String, InputError> {
        let (start, mut text) = (self.line, String::new());
        self.bump();
        let (mut depth, mut quoted, mut comment) = (0, false, false);
        while let Some(next) = self.bump() {
            match next {
                '\\' if quoted => {
                    text.push(next);
                    text.extend(self.bump());
                    continue;
                }
                '\n' if open == '[' => break,
                '"' if open == '[' => quoted = !quoted,
                '{' if open == '(' => comment = true,
                '}' if open == '(' => comment = false,
                _ if quoted || comment => {}
                _ if next == close && depth == 0 => return Ok(text),
                _ if next == close => depth -= 1,
                '(' if open == '(' => depth += 1,
                _ => {}
            }
            text.push(next);
        }
        Err(InputError::new(
            format!("line {start}"),
            format!("{open}{}", text.trim_end()),
            format!("{what} that is closed by {close} before the end"),
        ))
    }
}

fn read_tag(text: &str) -> Option<(String, String)> {
    let (name, value) = text.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let mut plain = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => plain.push(characters.next()?),
            '"' => return None,
            _ => plain.push(character),
        }
    }
    Some((name.to_string(), plain))
}

/// A text with single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn join(comment: &mut Option<String>, more: &str) {
    match comment {
        Some(text) => {
            text.push('\n');
            text.push_str(more);
        }
        None => *comment = Some(more.to_string()),
    }
}

/// A game as far as it has been read.
#[derive(Default)]
struct ReadGame {
    record: Record,
    is_begun: bool,
    is_ended: bool,
    /// The number of the first move, once one has been read.
    first_number: Option<usize>,
    /// A number that still waits for its move.
    open_number: Option<(usize, usize)>,
    /// The result in the tags.
    tagged_result: Option<String>,
    /// The names of the other tags.
    tag_names: HashSet<String>,
    /// Whether the second player begins.
    second_begins: bool,
    /// The rows of the position that it starts from.
    rows: Option<usize>,
    /// Pieces that are counted for each player.
    pieces: PieceTags,
}

impl ReadGame {
    fn add(&mut self, token: Token) -> Result<(), InputError> {
        let place = format!("line {}", token.line);
        match token.kind {
            WordKind::Tag(name, value) => self.add_tag(&place, name, value),
            WordKind::Comment(text) => {
                join(self.last_comment(), &text);
                Ok(())
            }
            WordKind::Variation(text) => match self.record.plies.last_mut() {
                Some(ply) => {
                    ply.variations.push(text);
                    Ok(())
                }
                None => Err(InputError::new(
                    place,
                    format!("({text})"),
                    "a variation behind the move that it replaces",
                )),
            },
            WordKind::Word(word) => self.add_word(&place, token.line, &word),
        }
    }

    fn add_tag(&mut self, place: &str, name: String, value: String) -> Result<(), InputError> {
        let place = format!("{place}, tag {name}");
        if self.pieces.take(&place, &name, &value) {
            return Ok(());
        }
        let known = VARIANT_TAGS.iter().find(|(tag, _)| *tag == name);
        let is_repeated = match known {
            Some((_, key)) => self.record.variant.get(key).is_some(),
            None if name == "TPS" => self.record.start.is_some(),
            None if name == "Result" => self.tagged_result.is_some(),
            None => !self.tag_names.insert(name.clone()),
        };
        if is_repeated {
            return Err(InputError::new(place, value, "each tag once"));
        }
        if let Some((_, key)) = known {
            options::check_value(key, &value).map_err(|error| InputError { place, ..error })?;
            self.record
                .variant
                .set(*key, options::written_value(key, value));
        } else if name == "TPS" {
            self.second_begins = beginning(Some(&value)).1 == 1;
            self.rows = Some(1 + value.matches('/').count());
            self.record.start = Some(value);
        } else if name == "Result" {
            let is_result = value.is_empty() || RESULTS.contains(&value.as_str());
            if !is_result {
                return Err(InputError::new(place, value, results()));
            }
            self.tagged_result = Some(value);
        } else {
            self.record.tags.push((name, value));
        }
        Ok(())
    }

    /// Whether a word is the number of a move of a branch, as PTN Ninja writes them: with the name of the branch in front
    /// (`2-1.3.`), or one that goes back behind a comment that names the branch.
    fn begins_branch(&self, word: &str, is_named: bool) -> bool {
        let Some((number, _)) = word.rsplit_once('.') else {
            return false;
        };
        let number = number.trim_end_matches('.');
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !number.starts_with(|first: char| first.is_ascii_digit()) {
            return false;
        }
        let is_prefixed = number.contains(['-', '.', '/'])
            && number.split(['-', '.', '/']).all(is_number)
            && !self.record.plies.is_empty();
        let goes_back = || {
            let number = read_number(number);
            is_named && number.is_some_and(|number| number < self.next_number())
        };
        is_prefixed || goes_back()
    }

    /// The number that the next full move would have.
    fn next_number(&self) -> usize {
        self.first_number.unwrap_or(1) + self.full_moves()
    }

    /// The full moves that both players have begun.
    fn full_moves(&self) -> usize {
        full_moves(self.record.plies.len(), self.second_begins.into())
    }

    fn last_comment(&mut self) -> &mut Option<String> {
        match self.record.plies.last_mut() {
            Some(ply) => &mut ply.comment,
            None => &mut self.record.comment,
        }
    }

    /// Takes back what was added to a comment of this length.
    fn shorten_last_comment(&mut self, before: Option<usize>) {
        let comment = self.last_comment();
        match (before, comment.as_mut()) {
            (Some(length), Some(text)) => text.truncate(length),
            _ => *comment = None,
        }
    }

    fn add_word(&mut self, place: &str, line: usize, word: &str) -> Result<(), InputError> {
        if self.is_ended {
            let expected = "nothing behind the result but comments, or the tags of another game";
            return Err(InputError::new(place, word, expected));
        }
        if RESULTS.contains(&word) {
            self.record.result = Some(word.to_string());
            self.is_ended = true;
            return Ok(());
        }
        // A number may touch its move: `1.a1`.
        if let Some((digits, rest)) = word.split_once('.')
            && let Some(number) = read_number(digits)
        {
            self.add_number(place, line, number)?;
            let rest = rest.trim_start_matches('.');
            return if rest.is_empty() {
                Ok(())
            } else {
                self.add_word(place, line, rest)
            };
        }
        if word == NO_MOVE || word.chars().all(|character| character == '.') {
            return if self.record.plies.is_empty() {
                Ok(())
            } else {
                Err(InputError::new(place, word, "a move"))
            };
        }
        self.add_move(place, word)
    }

    fn add_number(&mut self, place: &str, line: usize, number: usize) -> Result<(), InputError> {
        let first = *self.first_number.get_or_insert(number);
        let expected = first + self.full_moves();
        if number == expected {
            self.open_number = Some((number, line));
            return Ok(());
        }
        Err(InputError::new(
            place,
            format!("{number}."),
            format!("move number {expected}: numbers go up by one for two moves"),
        ))
    }

    /// The side of the board, as far as the tags say it.
    fn size(&self) -> Option<usize> {
        let tag = self.record.variant.get("size").map(str::parse);
        tag.and_then(Result::ok).or(self.rows)
    }

    fn add_move(&mut self, place: &str, word: &str) -> Result<(), InputError> {
        let text = word.trim_end_matches(ptn::ANNOTATIONS);
        let place = format!("{place}, move {}", self.next_number());
        ptn::check_shape(text, self.size()).map_err(|error| InputError {
            place: place.clone(),
            found: word.to_string(),
            ..error
        })?;
        self.open_number = None;
        self.record.plies.push(RecordedPly {
            text: text.to_string(),
            place,
            annotation: word[text.len()..].to_string(),
            ..RecordedPly::default()
        });
        Ok(())
    }

    /// The record, at its end on this line.
    fn finish(mut self, line: usize) -> Result<Record, InputError> {
        if let (Some((number, at)), false) = (self.open_number, self.is_ended) {
            return Err(InputError::new(
                format!("line {at}"),
                format!("{number}. and the end of the game on line {line}"),
                "a move behind the number",
            ));
        }
        let size = self.size().unwrap_or(options::DEFAULT_SIZE);
        self.pieces.settle(size, &mut self.record.variant)?;
        let tagged = self.tagged_result.filter(|result| !result.is_empty());
        match (&self.record.result, &tagged) {
            (None, _) => self.record.result = tagged,
            (Some(end), Some(tag)) if winner(end) != winner(tag) => {
                return Err(InputError::new(
                    format!("line {line}, result"),
                    end,
                    format!("{tag}, as the tag Result says"),
                ));
            }
            _ => {}
        }
        Ok(self.record)
    }
}

fn results() -> String {
    format!("one of {}", RESULTS.join(" "))
}

/// 1 or 2 for the players, 0 for a draw or no result.
fn winner(result: &str) -> u8 {
    match result {
        "R-0" | "F-0" | "1-0" => 1,
        "0-R" | "0-F" | "0-1" => 2,
        _ => 0,
    }
}
