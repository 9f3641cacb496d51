//! Remarks on information that a file format cannot store.

use ludex_kit::registry::{self, Loss, Session};
use ludex_kit::{InputError, Record, RecordFormat, Variant, say};

use crate::catalogue::catalogue;
use crate::pasted::MOVES;

/// Remarks on the information that a format leaves out.
pub fn loss_remarks(losses: Vec<Loss>, format: &RecordFormat) -> Vec<InputError> {
    let remark = |loss| loss_remark(loss, format.name);
    losses.into_iter().map(remark).collect()
}

/// Remarks on the information that is lost when only the moves of a record are written.
pub fn losses_in_moves(game: &str, record: &Record) -> Vec<InputError> {
    let losses = registry::losses_in_moves(catalogue(), game, record).into_iter();
    losses.map(|loss| loss_remark(loss, MOVES)).collect()
}

fn loss_remark(Loss { place, what, is_plural }: Loss, format: &str) -> InputError {
    let place = if place.is_empty() { "game".to_owned() } else { place };
    let problem = if is_plural {
        say!("are left out: {format} cannot store them", format)
    } else {
        say!("is left out: {format} cannot store it", format)
    };
    InputError::problem(place, what, problem)
}

/// Remarks on everything that the text of a position does not contain: parts of the position, such as dice, and options of the variant. A
/// program that reads only this text would use other values of the options.
pub fn losses_in_position(session: &dyn Session, text: &str, notation: &str) -> Vec<InputError> {
    let remark = |what: String| {
        let problem = say!("is left out: {notation} cannot express it", notation);
        InputError::problem("position", what, problem)
    };
    let missing = session.left_out(notation).into_iter().chain(unstated_options(session, text));
    missing.map(remark).collect()
}

/// The options that the text of a position does not contain, as `KEY=VALUE`.
fn unstated_options(session: &dyn Session, text: &str) -> Vec<String> {
    let read = catalogue().session(session.info().name, &Variant::new(), Some(text));
    let Ok(known) = read.map(|session| session.variant()) else {
        return Vec::new();
    };
    let variant = session.variant();
    let unstated = variant.iter().filter(|(key, value)| known.get(key) != Some(value));
    unstated.map(|(key, value)| format!("{key}={value}")).collect()
}
