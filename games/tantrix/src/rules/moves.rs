//! A tile on a cell, written `23c@1:-1`.

use std::fmt;
use std::str::FromStr;

use super::hex::Hex;
use super::tile::{Face, TILES, Tile};
use ludex_kit::{InputError, say};

/// A tile on a cell in some rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The tile and its rotation.
    pub face: Face,
    /// The cell.
    pub hex: Hex,
}

/// The largest absolute coordinate that is accepted: room for 56 tiles in every direction.
pub const FARTHEST: i8 = 63;

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rotation = char::from(b'a' + self.face.rotation() as u8);
        let Hex { q, r } = self.hex;
        write!(f, "{}{rotation}@{q}:{r}", self.face.tile().number())
    }
}

impl FromStr for Placement {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let error = |expected: String| InputError::new(say!("placement"), text, expected);
        let (tile, cell) = text
            .split_once('@')
            .ok_or_else(|| error(say!("a tile, a rotation, @ and a cell, such as 23c@1:-1")))?;
        let rotation = tile.chars().next_back().filter(|c| ('a'..='f').contains(c));
        let rotation = rotation.ok_or_else(|| error(say!("a rotation a to f before the @")))?;
        let tile = read_tile(&tile[..tile.len() - 1]).map_err(error)?;
        let hex = read_hex(cell).map_err(error)?;
        Ok(Self { face: tile.rotated(usize::from(rotation as u8 - b'a')), hex })
    }
}

/// Parses a number without sign or leading zeros.
fn read_number(text: &str, most: u32) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let zero = text == "0";
    let number: u32 = (plain || zero).then(|| text.parse().ok()).flatten()?;
    (number <= most).then_some(number)
}

/// Parses a tile number; an error says what was expected.
pub(crate) fn read_tile(text: &str) -> Result<Tile, String> {
    read_number(text, TILES as u32)
        .and_then(Tile::of_number)
        .ok_or_else(|| say!("a tile number from 1 to {most}", most = TILES))
}

/// Parses a cell `q:r`; an error says what was expected.
pub(crate) fn read_hex(text: &str) -> Result<Hex, String> {
    let coordinate = |text: &str| {
        let (sign, digits) = match text.strip_prefix('-') {
            Some("0") => return None,
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let number = read_number(digits, u32::from(FARTHEST.unsigned_abs()))?;
        Some(sign * number as i8)
    };
    text.split_once(':')
        .and_then(|(q, r)| Some(Hex::new(coordinate(q)?, coordinate(r)?)))
        .ok_or_else(|| say!("a cell q:r with numbers from -{most} to {most}", most = FARTHEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_read_as_they_are_written() {
        let check = |text: &str| assert_eq!(text.parse::<Placement>().unwrap().to_string(), text);
        check("23c@1:-1");
        check("1a@0:0");
        check("56f@-63:63");
    }

    #[test]
    fn what_is_no_placement_says_so() {
        let bad = [
            "", "@", "a@0:0", "0a@0:0", "57a@0:0", "1g@0:0", "1@0:0", "1a@0", "1a@0:", "1a@64:0",
            "01a@0:0", "1a@-0:0", "1a@+1:0", "1a@0:0:0", "1ä@0:0", "é@1:1",
        ];
        for text in bad {
            assert!(text.parse::<Placement>().is_err(), "{text}");
        }
    }
}
