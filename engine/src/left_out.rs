//! What a file has no place for, as remarks.

use ludex_games::registry::{Loss, counted};
use ludex_games::{InputError, Record, RecordFormat};

use crate::pasted::MOVES;

/// What a format leaves out.
pub(crate) fn as_remarks(losses: Vec<Loss>, format: &RecordFormat) -> Vec<InputError> {
    let remark = |loss| as_remark(loss, format.name);
    losses.into_iter().map(remark).collect()
}

/// The variations of a game of which the moves alone are written; none where it has none.
pub(crate) fn left_out_by_moves(record: &Record) -> Option<InputError> {
    let first = record.asides.first()?;
    let loss = Loss {
        place: first.ply.place.clone(),
        what: counted(record.branches().len(), "variation"),
    };
    Some(as_remark(loss, MOVES))
}

fn as_remark(Loss { place, what }: Loss, format: &str) -> InputError {
    let place = if place.is_empty() {
        "game".into()
    } else {
        place
    };
    let expected = format!("a format that has a place for it: {format} leaves it out");
    InputError::new(place, what, expected)
}
