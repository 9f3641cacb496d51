//! Names of tags, and what all writers need.

/// The names of players and events as tags, in the order in which files have them.
pub(super) const PLAYERS: [&str; 2] = ["Player1", "Player2"];
/// The day of the match, as `2026.11.21`.
pub(crate) const DATE: &str = "EventDate";

/// Why writing to a string needs no error handling.
pub(super) const INFALLIBLE: &str = "writing to a string cannot fail";
