//! The letters of pictures: outlines of one font.

use std::collections::HashMap;
use std::sync::OnceLock;

/// What a line of the file says about a character.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    /// Thousandths of the size from this letter to the next.
    pub(super) width: u16,
    /// The outline in thousandths of the size, `y` down from the base line; empty for a blank.
    pub(super) outline: &'static str,
}

/// The height of a capital letter, in sizes: texts are centred by it.
pub(super) const CAPITAL: f32 = 0.714;

const BLANK: Glyph = Glyph { width: 260, outline: "" };

static FILE: &str = include_str!("../../../data/font/open-sans-600.txt");

fn glyphs() -> &'static HashMap<char, Glyph> {
    static GLYPHS: OnceLock<HashMap<char, Glyph>> = OnceLock::new();
    let read = |line: &'static str| {
        let (letter, rest) = line.split_once(' ')?;
        let (width, outline) = rest.split_once(' ')?;
        let width = width.parse().ok()?;
        Some((letter.chars().next()?, Glyph { width, outline }))
    };
    // The remarks at the head of the file have no number in the second place.
    GLYPHS.get_or_init(|| FILE.lines().filter_map(read).chain([(' ', BLANK)]).collect())
}

/// Whether a letter can be shown.
pub(super) fn knows(letter: char) -> bool {
    glyphs().contains_key(&letter)
}

/// The letters of a text, each with its place from the start in thousandths of the size; one that the font lacks is a
/// question mark. Then the width of all.
pub(super) fn set(text: &str) -> (Vec<(char, Glyph, u32)>, u32) {
    let glyphs = glyphs();
    let mut end = 0;
    let place = |letter| {
        let letter = if glyphs.contains_key(&letter) { letter } else { '?' };
        let glyph = glyphs.get(&letter).copied().unwrap_or(BLANK);
        let start = end;
        end += u32::from(glyph.width);
        (letter, glyph, start)
    };
    let letters = text.chars().map(place).collect();
    (letters, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_what_is_printable_in_ascii() {
        for letter in ' '..='~' {
            assert!(knows(letter), "{letter}");
        }
        assert_eq!(glyphs().len(), 95 + 5);
        assert_eq!(set("ą").0[0].0, '?');
    }
}
