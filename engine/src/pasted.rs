//! Text that somebody pasted, and what it may be.

use ludex_games::{GameInfo, InputError, Record, read_moves};

/// What [`readings`] calls a text of moves.
pub const MOVES: &str = "moves";

/// A text as each format of a game reads it, by name, and as a list of moves. What tells nothing is left out; the moves are
/// not checked.
pub fn readings(
    info: &GameInfo,
    text: &str,
) -> impl Iterator<Item = (&'static str, Result<Vec<Record>, InputError>)> {
    let formats = info.formats.iter();
    let recorded = formats.map(move |format| (format.name, (format.read)(text)));
    let alone = read_moves(info, text, "").map(|record| vec![record]);
    let alone = (MOVES, alone);
    let is_told = |record: &Record| !record.plies.is_empty() || record.start.is_some();
    let tells = move |read: &Vec<Record>| read.iter().any(is_told);
    recorded
        .chain([alone])
        .filter(move |(_, read)| read.as_ref().map_or(true, tells))
}
