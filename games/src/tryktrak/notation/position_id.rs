//! The GNU Position ID: the checkers in 80 bits, written as 14 characters.

use crate::InputError;
use crate::tryktrak::rules::board::{Board, Side};

/// Characters of a Position ID.
pub const LENGTH: usize = 14;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const EXPECTED: &str = "a Position ID of 14 characters, such as 4HPwATDgc/ABMA";

/// Bytes as base64 without padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, index| {
            bits << 8 | u32::from(*group.get(index).unwrap_or(&0))
        });
        for index in 0..=group.len() {
            text.push(char::from(
                ALPHABET[(bits >> (18 - 6 * index) & 63) as usize],
            ));
        }
    }
    text
}

/// The bytes of base64 text without padding; the character that is none of the alphabet, if there is one.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, char> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for letter in text.chars() {
        let value = ALPHABET
            .iter()
            .position(|&known| char::from(known) == letter)
            .ok_or(letter)?;
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Ok(bytes)
}

/// The Position ID of checkers in the view of the player on roll.
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

/// The checkers of a Position ID in the view of the player on roll.
pub fn read(place: &str, text: &str) -> Result<Board, InputError> {
    let wrong = |found: String| InputError::new(place, found, EXPECTED);
    let bytes =
        decode(text).map_err(|letter| wrong(format!("{text}, with the character {letter}")))?;
    if text.len() != LENGTH {
        return Err(wrong(format!("{text}, of {} characters", text.len())));
    }
    let mut packed = [0; 16];
    packed[..10].copy_from_slice(&bytes[..10]);
    let bits = u128::from_le_bytes(packed);
    let mut at = 0;
    let mut side = |whose: &str| {
        let mut counts = [0u8; 25];
        for count in &mut counts {
            while at < 80 && bits >> at & 1 == 1 {
                *count += 1;
                at += 1;
            }
            at += 1;
        }
        let sum: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        Side::from_counts(&counts)
            .ok_or_else(|| wrong(format!("{text}, with {sum} checkers of {whose}")))
    };
    let theirs = side("the player not on roll")?;
    let mine = side("the player on roll")?;
    let board = Board { mine, theirs };
    if at > 80 || (at < 80 && bits >> at != 0) {
        return Err(wrong(format!(
            "{text}, whose bits do not end with the last place"
        )));
    }
    if !board.is_sound() {
        return Err(wrong(format!(
            "{text}, with checkers of both sides on one point"
        )));
    }
    Ok(board)
}
