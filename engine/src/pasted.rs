//! Text that somebody pasted, and what it may be.

use ludex_games::{GameInfo, InputError, Record, RecordedPly};

/// A game of which only the moves are told.
pub fn moves_alone(text: &str) -> Record {
    let ply = |(number, word): (usize, &str)| RecordedPly {
        text: word.to_owned(),
        place: format!("move {number}"),
        ..RecordedPly::default()
    };
    Record {
        plies: (1..).zip(text.split_whitespace()).map(ply).collect(),
        ..Record::default()
    }
}

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
    let alone = (MOVES, Ok(vec![moves_alone(text)]));
    let tells = |read: &Vec<Record>| read.iter().any(Record::tells_anything);
    recorded
        .chain([alone])
        .filter(move |(_, read)| read.as_ref().map_or(true, tells))
}
