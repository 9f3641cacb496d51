//! Reads pasted text in all formats it may have.

use crate::catalogue::catalogue;
use ludex_kit::{GameInfo, InputError, Record, Variant, read_moves};

/// Reads a list of positions, one per line, as records without moves. This applies if the first line is a position
/// and most of the others are. An invalid line does not affect the others; lines starting with # are comments.
pub fn read_position_list(info: &GameInfo, text: &str) -> Option<Vec<Record>> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let with_content = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        let wrong = catalogue().session(info.name, &Variant::new(), Some(line)).err();
        Record {
            start: wrong.is_none().then(|| line.to_owned()),
            damage: wrong.map(|error| error.within(format!("line {number}"))),
            ..Record::default()
        }
    };
    let mut records = with_content.map(read).peekable();
    records.peek()?.start.as_ref()?;
    let records: Vec<Record> = records.collect();
    let n_positions = records.iter().filter(|record| record.has_content()).count();
    (2 * n_positions > records.len()).then_some(records)
}

/// Names that [`read_in_all_formats`] returns for lists of moves and of positions.
pub const MOVES: &str = "moves";
const POSITIONS: &str = "positions";

/// Reads the text in each format of a game, as a list of positions, and as a list of moves. Returns the name of each format with its
/// result, without empty results. The moves are not checked.
pub fn read_in_all_formats(
    info: &GameInfo,
    text: &str,
) -> impl Iterator<Item = (&'static str, Result<Vec<Record>, InputError>)> {
    let formats = info.formats.iter();
    let recorded = formats.map(move |format| (format.name, (format.read)(text)));
    let alone = (MOVES, read_moves(info, text, "").map(|record| vec![record]));
    let listed = read_position_list(info, text).map(|records| (POSITIONS, Ok(records)));
    let has_content = |read: &Vec<Record>| read.iter().any(Record::has_content);
    recorded
        .chain(listed)
        .chain([alone])
        .filter(move |(_, read)| read.as_ref().map_or(true, has_content))
}
