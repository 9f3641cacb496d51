//! The GNU Position ID: the checkers in 80 bits, written as 14 characters.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::NO_PAD;

use crate::rules::board::{Board, Side};
use ludex_kit::{InputError, say, say_count};

/// Number of characters of a Position ID.
pub const LENGTH: usize = 14;

/// Base64 without padding. Bits after the last byte are ignored.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, NO_PAD.with_decode_allow_trailing_bits(true));

/// Encodes bytes as base64.
pub(crate) fn encode(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Decodes base64 of exactly `length` characters. The error is the part of a sentence that follows the quoted text. `form` is the expected
/// form, for the error about the length.
pub(crate) fn decode(text: &str, length: usize, form: &str) -> Result<Vec<u8>, String> {
    let is_known = |&letter: &char| STANDARD.as_str().contains(letter);
    if let Some(letter) = text.chars().find(|letter| !is_known(letter)) {
        return Err(say!(
            "contains {letter}, which is not a character of base64",
            letter = format!("{letter:?}")
        ));
    }
    if text.len() != length {
        return Err(say_count!(
            text.len() as u64,
            "has {count} character: {form}",
            "has {count} characters: {form}",
            form
        ));
    }
    BASE64.decode(text).map_err(|error| say!("is not base64: {error}", error))
}

/// The Position ID of a board, from the view of the player on roll.
pub fn write(board: Board) -> String {
    let mut bits = 0u128;
    let mut at = 0;
    for side in [board.theirs, board.mine] {
        for place in 1..=25 {
            let count = u32::from(side.count(place));
            bits |= ((1 << count) - 1) << at;
            at += count + 1;
        }
    }
    encode(&bits.to_le_bytes()[..10])
}

/// The board of a Position ID, from the view of the player on roll.
pub fn read(place: &str, text: &str) -> Result<Board, InputError> {
    let wrong = |problem: String| InputError::problem(place, text, problem);
    let form = say!("a Position ID has 14, such as 4HPwATDgc/ABMA");
    let bytes = decode(text, LENGTH, &form).map_err(wrong)?;
    let mut packed = [0; 16];
    packed[..10].copy_from_slice(&bytes[..10]);
    let bits = u128::from_le_bytes(packed);
    let mut at = 0;
    let mut side = |is_on_roll: bool| {
        let mut counts = [0u8; 25];
        for count in &mut counts {
            while at < 80 && bits >> at & 1 == 1 {
                *count += 1;
                at += 1;
            }
            at += 1;
        }
        let sum: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        Side::from_counts(&counts).ok_or_else(|| {
            wrong(if is_on_roll {
                say!("has {sum} checkers of the player on roll: a player has at most 15", sum)
            } else {
                say!("has {sum} checkers of the player not on roll: a player has at most 15", sum)
            })
        })
    };
    let theirs = side(false)?;
    let mine = side(true)?;
    let board = Board { mine, theirs };
    if at > 80 || (at < 80 && bits >> at != 0) {
        return Err(wrong(say!("does not describe exactly 25 places for each player")));
    }
    if !board.is_sound() {
        return Err(wrong(say!("has checkers of both players on the same point")));
    }
    Ok(board)
}
