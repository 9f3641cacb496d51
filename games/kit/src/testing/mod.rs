//! What tests of games share. Nothing here is part of a program that does not use it.

use crate::RecordFormat;

/// What is wrong with a text, whether all of it is refused or a game of it ends there.
///
/// # Panics
/// If nothing is.
pub fn wrong(format: &RecordFormat, text: &str) -> String {
    let damage = match (format.read)(text) {
        Ok(records) => records.into_iter().find_map(|record| record.damage),
        Err(error) => Some(error),
    };
    damage
        .unwrap_or_else(|| panic!("nothing is wrong: {text}"))
        .to_string()
}
