//! The letters in pictures: outlines of one font.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A character as the font file describes it.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    /// Distance to the next letter, in thousandths of the font size.
    pub(super) width: u16,
    /// The outline in thousandths of the font size, with `y` downwards from the baseline; empty for a blank.
    pub(super) outline: &'static str,
}

/// Height of a capital letter relative to the font size, used to centre text.
pub(super) const CAPITAL: f32 = 0.714;

const BLANK: Glyph = Glyph { width: 216, outline: "" };

static FILE: &str = include_str!("../../../data/font/ludex-sans-600.txt");

fn glyphs() -> &'static HashMap<char, Glyph> {
    static GLYPHS: OnceLock<HashMap<char, Glyph>> = OnceLock::new();
    let read = |line: &'static str| {
        let (letter, rest) = line.split_once(' ')?;
        let (width, outline) = rest.split_once(' ')?;
        let width = width.parse().ok()?;
        Some((letter.chars().next()?, Glyph { width, outline }))
    };
    // Comment lines of the file are skipped: their second field is not a number.
    GLYPHS.get_or_init(|| FILE.lines().filter_map(read).chain([(' ', BLANK)]).collect())
}

/// Whether the font has a letter.
pub(super) fn has_letter(letter: char) -> bool {
    glyphs().contains_key(&letter)
}

/// Sets a text: each letter with its offset from the start, and the total width, in thousandths of the font size. Letters that the
/// font lacks become question marks.
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
    fn the_font_has_ascii_and_the_letters_of_russian_and_polish() {
        let more = "ЁёĄąĆćĘęŁłŃńÓóŚśŹźŻż„”«»–—…№";
        for letter in (' '..='~').chain('А'..='я').chain(more.chars()) {
            assert!(has_letter(letter), "{letter}");
        }
        assert_eq!(glyphs().len(), 95 + 5 + 64 + more.chars().count());
        assert_eq!(set("ß").0[0].0, '?');
    }
}
