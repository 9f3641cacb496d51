//! Names of tags, shared by all writers.

/// The tags of the names of player 1 and player 2.
pub(super) const PLAYERS: [&str; 2] = ["Player1", "Player2"];
/// The tag of the date, whose value has the form `2026.11.21`.
pub(crate) const DATE: &str = "EventDate";

/// Why writing to a string needs no error handling.
pub(super) const INFALLIBLE: &str = "writing to a string cannot fail";
