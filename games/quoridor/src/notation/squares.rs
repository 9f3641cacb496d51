//! Squares as text.

use ludex_kit::InputError;

use crate::rules::board::Square;
use ludex_kit::say;

/// Parses a square of the largest board.
pub(crate) fn parse_square(text: &str, place: &str) -> Result<Square, InputError> {
    match *text.as_bytes() {
        [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Ok(Square::new(column - b'a', row - b'1')),
        _ => Err(InputError::new(place, text, say!("a square such as e3"))),
    }
}
