//! Comments between moves: `{text}` and `(text)`, which may span several lines, and `# text` or `; text` to the end of a line.

use super::list_style::ListStyle;
use super::move_list::bare_words;
use super::results::result_in_words;

/// Splits lines into moves and comments.
#[derive(Default)]
pub struct Comments {
    /// The open comment, if any: its closing character, the line it began on, and the text read so far.
    open: Option<(char, usize, String)>,
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Moves outside comments.
    Moves(&'a str),
    /// A comment that ends in this line.
    Comment(String),
}

impl Comments {
    /// Whether a comment continues in the next line.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Closes the open comment, and returns the line it began on and its text.
    pub fn close(&mut self) -> Option<(usize, String)> {
        self.open.take().map(|(_, line, text)| (line, text))
    }

    /// The parts of a line.
    pub fn parts<'a>(&mut self, line: &'a str, number: usize) -> Vec<Part<'a>> {
        let (mut parts, mut rest) = (Vec::new(), line.trim());
        while !rest.is_empty() {
            if let Some((close, begun, mut text)) = self.open.take() {
                let (inner, closed) = match rest.split_once(close) {
                    Some((inner, behind)) => (inner, Some(behind)),
                    None => (rest, None),
                };
                let between = if text.is_empty() { "" } else { " " };
                text.extend([between, inner.trim()]);
                let Some(behind) = closed else {
                    self.open = Some((close, begun, text));
                    break;
                };
                parts.push(Part::Comment(text));
                rest = behind;
                continue;
            }
            let at = rest.find(['#', '{', '(']).unwrap_or(rest.len());
            let (moves, comment) = rest.split_at(at);
            if !moves.trim().is_empty() {
                parts.push(Part::Moves(moves));
            }
            rest = comment.get(1..).unwrap_or_default();
            match comment.chars().next() {
                Some('#') => {
                    parts.push(Part::Comment(rest.trim().to_owned()));
                    break;
                }
                Some('{') => self.open = Some(('}', number, String::new())),
                Some(_) => self.open = Some((')', number, String::new())),
                None => {}
            }
        }
        parts
    }
}

/// Splits a text into moves and the comment after the first semicolon that is not followed by a move.
pub fn split_remark(moves: &str, is_move: impl Fn(&str) -> bool) -> (&str, &str) {
    let Some((before, behind)) = moves.split_once(';') else {
        return (moves, "");
    };
    let is_said = behind.contains(char::is_alphabetic)
        && result_in_words(behind).is_none()
        && !bare_words(behind, ListStyle::Numbered).any(is_move);
    if is_said { (before, behind.trim()) } else { (moves, "") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read_between_moves_and_across_lines() {
        let mut comments = Comments::default();
        let comment = |text: &str| Part::Comment(text.to_owned());
        let parts = comments.parts("e2 {good: so} e8 (2. e3) # a {b", 1);
        let meant = [
            Part::Moves("e2 "),
            comment("good: so"),
            Part::Moves(" e8 "),
            comment("2. e3"),
            comment("a {b"),
        ];
        assert_eq!(parts, meant);
        assert_eq!(comments.parts("{one", 2), []);
        assert!(comments.is_open());
        assert_eq!(comments.parts("two} e3", 3), [comment("one two"), Part::Moves(" e3")]);
        assert_eq!(comments.close(), None);
    }

    #[test]
    fn a_semicolon_without_a_move_after_it_begins_a_comment() {
        let is_move = |word: &str| word.starts_with('e');
        assert_eq!(split_remark("e2; fine", is_move), ("e2", "fine"));
        for moves in ["e2; e8", "e2; 2. e3", "e2;", "e2; white resigns"] {
            assert_eq!(split_remark(moves, is_move), (moves, ""));
        }
    }
}
