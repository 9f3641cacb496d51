//! Squares, moves and rolls, and their names.

use std::fmt;

use ludex_kit::InputError;

/// A step: the squares where it begins and ends, 0 to 24, `a1` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

/// The name of a square.
pub(crate) fn square(square: u8) -> String {
    let column = char::from(b'a' + square % 5);
    format!("{column}{}", square / 5 + 1)
}

/// Parses the name of a square.
pub(crate) fn read_square(text: &str, place: &str) -> Result<u8, InputError> {
    match *text.as_bytes() {
        [column @ b'a'..=b'e', row @ b'1'..=b'5'] => Ok(5 * (row - b'1') + column - b'a'),
        _ => Err(InputError::new(place, text, "a square such as b3")),
    }
}

/// Parses a move without a position.
pub(crate) fn read_move(text: &str) -> Result<Move, InputError> {
    let error = || InputError::new("move", text, "two squares such as a1b2");
    let (from, to) = text.split_at_checked(2).ok_or_else(error)?;
    let square = |name| read_square(name, "move").map_err(|_| error());
    let (from, to) = (square(from)?, square(to)?);
    Ok(Move { from, to })
}

/// Parses the number on a die.
pub(crate) fn read_eyes(text: &str) -> Result<u8, InputError> {
    let error = || InputError::new("roll", text, "1 to 6");
    let eyes = text.parse().map_err(|_| error())?;
    (1..=6).contains(&eyes).then_some(eyes).ok_or_else(error)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square(self.from), square(self.to))
    }
}
