//! Splits a PTN file into words.

use super::super::ptn_words::result_word;
use ludex_kit::InputError;
use ludex_kit::interface::record::one_line;
use ludex_kit::say;

/// Variations nested deeper than this are kept as comments.
const DEEPEST: usize = 64;

/// A word with its line.
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) kind: TokenKind,
    /// Whether an empty line precedes it.
    pub(super) is_apart: bool,
    /// A warning if the word deviates from the standard form but could be read.
    pub(super) remark: Option<InputError>,
}

pub(super) enum TokenKind {
    Tag(String, String),
    Comment(String),
    /// The text in parentheses, and whether it may contain moves.
    Variation(String, bool),
    Result(&'static str),
    Word(String),
}

/// Reads the words of a text one by one.
pub(super) struct PtnReader<'a> {
    pub(super) rest: &'a str,
    pub(super) line: usize,
}

impl PtnReader<'_> {
    fn bump(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.advance(character.len_utf8());
        Some(character)
    }

    fn advance(&mut self, length: usize) {
        let (gone, rest) = self.rest.split_at(length);
        self.line += gone.matches('\n').count();
        self.rest = rest;
    }

    /// The next word.
    pub(super) fn token(&mut self) -> Result<Option<Token>, InputError> {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        let is_apart = self.rest[..blanks].matches('\n').count() > 1;
        self.advance(blanks);
        let (line, mut remark) = (self.line, None);
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let kind = match first {
            '[' => self.tag(&mut remark)?,
            '{' => TokenKind::Comment(words(&self.enclosed('{', '}')?.0)),
            '(' => {
                let (text, depth) = self.enclosed('(', ')')?;
                TokenKind::Variation(words(&text), depth < DEEPEST)
            }
            _ => match leading_result(self.rest) {
                Some((word, length)) => {
                    self.advance(length);
                    TokenKind::Result(word)
                }
                None => TokenKind::Word(self.word()),
            },
        };
        Ok(Some(Token { line, kind, is_apart, remark }))
    }

    fn word(&mut self) -> String {
        let ends = |(at, next): (usize, char)| {
            (next.is_whitespace() || at > 0 && "[]{}()".contains(next)).then_some(at)
        };
        let length = self.rest.char_indices().find_map(ends);
        let word = self.rest[..length.unwrap_or(self.rest.len())].to_owned();
        self.advance(word.len());
        word
    }

    /// Reads a tag. A tag that deviates from the standard form is read if its meaning is clear, and a remark is added.
    fn tag(&mut self, remark: &mut Option<InputError>) -> Result<TokenKind, InputError> {
        let (start, line) = (self.rest, self.line);
        let strict = self.enclosed('[', ']');
        let strict = strict.map(|(text, _)| read_tag(&text).ok_or(text));
        if let Ok(Ok((name, value))) = strict {
            return Ok(TokenKind::Tag(name, value));
        }
        let whole = whole_tag(start);
        let expected = say!("a tag such as [Size \"5\"]");
        let wrong = InputError::new(format!("line {line}"), whole, expected);
        // If the closing bracket is missing, the tag is read only if its value ends with a quotation mark.
        let inner = whole.strip_suffix(']').or(whole.ends_with('"').then_some(whole));
        let parts = inner.and_then(|text| text[1..].split_once(char::is_whitespace));
        match parts {
            Some((name, value)) if is_tag_name(name) => {
                (self.rest, self.line) = (start, line);
                self.advance(whole.len());
                *remark = Some(wrong);
                let value = value.trim();
                let open = value.strip_prefix('"').unwrap_or(value);
                let value = open.strip_suffix('"').unwrap_or(open);
                Ok(TokenKind::Tag(name.to_owned(), one_line(value)))
            }
            _ => match strict {
                Err(error) => Err(error),
                Ok(_) => Err(wrong),
            },
        }
    }

    /// The text between two brackets, and the nesting depth. Variations may contain comments; tags contain quoted text.
    fn enclosed(&mut self, open: char, close: char) -> Result<(String, usize), InputError> {
        let (start, mut text) = (self.line, String::new());
        self.bump();
        let (mut depth, mut deepest, mut quoted, mut comment) = (0, 0, false, false);
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
                _ if next == close && depth == 0 => return Ok((text, deepest)),
                _ if next == close => depth -= 1,
                '(' if open == '(' => {
                    depth += 1;
                    deepest = deepest.max(depth);
                }
                _ => {}
            }
            text.push(next);
        }
        let problem = match open {
            '{' => say!("begins a comment, but the closing {bracket} is missing", bracket = '}'),
            '(' => say!("begins a variation, but the closing {bracket} is missing", bracket = ')'),
            _ => say!("begins a tag, but the closing {bracket} is missing", bracket = ']'),
        };
        let found = format!("{open}{}", text.trim_end());
        Err(InputError::problem(format!("line {start}"), found, problem))
    }

    /// Skips white space and the next character.
    pub(super) fn skip_letter(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.advance(blanks);
        self.bump();
    }

    /// Skips the rest of the current game, up to the tags of the next game. `is_in_tags`: whether the reader is still in the tags of the
    /// current game.
    pub(super) fn skip_game(&mut self, is_in_tags: bool) {
        let mut is_in_tags = is_in_tags;
        let next = self.rest.match_indices('\n').find(|&(at, _)| {
            let line = self.rest[at + 1..].lines().next().unwrap_or_default().trim_start();
            let is_tag = line.starts_with('[');
            is_in_tags &= is_tag || line.is_empty();
            is_tag && !is_in_tags
        });
        self.advance(next.map_or(self.rest.len(), |(at, _)| at));
    }
}

/// The text of a tag. Usually it is one line; it is longer if the closing quotation mark is on a later line, before the next tag or empty
/// line.
fn whole_tag(text: &str) -> &str {
    let mut length = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let ends = |end| line.trim_end().ends_with(end);
        if index > 0 && (line.trim().is_empty() || line.starts_with('[')) {
            break;
        }
        length += line.len();
        if ends("\"]") || index == 0 && (ends("]") || line.matches('"').count() != 1) {
            return text[..length].trim_end();
        }
    }
    text.lines().next().unwrap_or_default().trim_end()
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn read_tag(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let (name, value) = text.split_at(text.find([' ', '\t', '"'])?);
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    if !is_tag_name(name) {
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
    Some((name.to_owned(), plain))
}

/// The result that a text begins with, and its length in the text.
fn leading_result(text: &str) -> Option<(&'static str, usize)> {
    let first = side_of_result(text)?;
    let rest = &text[first.len()..];
    let dash = rest.trim_start_matches([' ', '\t']);
    let second = dash.strip_prefix('-').map(|rest| {
        let rest = rest.trim_start_matches([' ', '\t']);
        (side_of_result(rest).unwrap_or_default(), rest)
    });
    let after = match second {
        Some((second, rest)) if !second.is_empty() => &rest[second.len()..],
        _ => rest,
    };
    let ends = |next: char| next.is_whitespace() || "[]{}()".contains(next);
    if !after.chars().next().is_none_or(ends) {
        return None;
    }
    let length = text.len() - after.len();
    Some((result_word(&text[..length])?, length))
}

/// The score of one player at the start of a text.
fn side_of_result(text: &str) -> Option<&str> {
    let sides = ["1/2", "½", "0", "1", "R", "F", "r", "f", "*"];
    sides.into_iter().find(|&side| text.starts_with(side))
}

/// The text on one line, with single blanks between words.
fn words(text: &str) -> String {
    let text = one_line(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
