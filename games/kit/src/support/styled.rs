//! Text whose letters carry a purpose, so that a terminal can colour them. It is readable as plain text: no information is in colour
//! alone.

use std::fmt;

/// The purpose of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Words, numbers and borders.
    #[default]
    Plain,
    /// Secondary information.
    Quiet,
    /// Pieces of the first player.
    First,
    /// Pieces of the second player.
    Second,
    /// Pieces of the third player.
    Third,
    /// Pieces of the fourth player.
    Fourth,
    /// A white line.
    White,
    /// A red line.
    Red,
    /// A yellow line.
    Yellow,
    /// A blue line.
    Blue,
    /// A green line.
    Green,
    /// A wall.
    Wall,
    /// A path that a player can take.
    Path,
    /// A space that must be filled.
    Forced,
    /// The winning pieces or line.
    Won,
}

impl Ink {
    /// The ink of a player's pieces; players are numbered from 0.
    pub fn of_player(player: usize) -> Self {
        [Self::First, Self::Second, Self::Third, Self::Fourth][player % 4]
    }
}

/// The look of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Their purpose.
    pub ink: Ink,
    /// Whether the last move changed what the letters show.
    pub is_last: bool,
}

impl From<Ink> for Look {
    fn from(ink: Ink) -> Self {
        let is_last = false;
        Self { ink, is_last }
    }
}

/// Text whose letters have a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledText {
    runs: Vec<(Look, String)>,
}

impl StyledText {
    /// Empty text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rows of letters, each with its look. Trailing blanks are removed.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a [(char, Look)]>) -> Self {
        let mut text = Self::new();
        for row in rows {
            for &(letter, look) in row {
                text.paint(look, letter.encode_utf8(&mut [0; 4]));
            }
            text.end_line();
        }
        text
    }

    /// The text in pieces of equal look, in order.
    pub fn runs(&self) -> &[(Look, String)] {
        &self.runs
    }

    /// Adds plain text.
    pub fn push_str(&mut self, text: &str) {
        self.paint(Look::default(), text);
    }

    /// Adds text with a look. Blanks are plain, unless the last move is marked on them.
    pub fn paint(&mut self, look: impl Into<Look>, text: &str) {
        let look = match look.into() {
            look if !look.is_last && text.trim_matches(' ').is_empty() => Look::default(),
            look => look,
        };
        match self.runs.last_mut() {
            _ if text.is_empty() => {}
            Some((last, words)) if *last == look => words.push_str(text),
            _ => self.runs.push((look, text.to_owned())),
        }
    }

    /// Adds another text.
    pub fn append(&mut self, other: Self) {
        for (look, words) in other.runs {
            self.paint(look, &words);
        }
    }

    /// Removes trailing blanks and ends the line.
    pub fn end_line(&mut self) {
        while let Some((_, words)) = self.runs.last_mut() {
            words.truncate(words.trim_end_matches(' ').len());
            if !words.is_empty() {
                break;
            }
            self.runs.pop();
        }
        self.push_str("\n");
    }
}

impl From<String> for StyledText {
    fn from(text: String) -> Self {
        let mut styled = Self::new();
        styled.push_str(&text);
        styled
    }
}

impl fmt::Write for StyledText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

/// The text without looks.
impl fmt::Display for StyledText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs.iter().try_for_each(|(_, words)| out.write_str(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_do_not_change_the_text() {
        let mut text = StyledText::new();
        text.push_str("a ");
        text.paint(Ink::Red, "bc");
        text.paint(Ink::Red, "d ");
        text.push_str("  ");
        text.end_line();
        assert_eq!(text.to_string(), "a bcd\n");
        assert_eq!(text.runs()[1], (Ink::Red.into(), "bcd".to_owned()));
    }

    #[test]
    fn ending_a_line_does_not_change_earlier_lines() {
        let mut text = StyledText::from("x\n".to_owned());
        text.paint(Ink::Won, "   ");
        text.end_line();
        assert_eq!(text.to_string(), "x\n\n");
    }
}
