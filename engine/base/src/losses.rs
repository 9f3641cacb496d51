//! Remarks on information that a file format cannot store.

use ludex_kit::registry::{self, Loss};
use ludex_kit::{GameInfo, InputError, Record, RecordFormat, Variant};

use crate::catalogue::catalogue;
use crate::pasted::MOVES;

/// What a format leaves out, as remarks.
pub fn loss_remarks(losses: Vec<Loss>, format: &RecordFormat) -> Vec<InputError> {
    let remark = |loss| loss_remark(loss, format.name);
    losses.into_iter().map(remark).collect()
}

/// What is lost when only the moves of a record are written, apart from its tags.
pub fn losses_in_moves(game: &str, record: &Record) -> Vec<InputError> {
    let losses = registry::losses_in_moves(catalogue(), game, record).into_iter();
    losses.map(|loss| loss_remark(loss, MOVES)).collect()
}

fn loss_remark(Loss { place, what }: Loss, format: &str) -> InputError {
    let place = if place.is_empty() { "game".into() } else { place };
    InputError::problem(place, what, format!("is left out: {format} cannot store it"))
}

/// The options that the game's own notation states for a position and another notation does not, as remarks.
pub fn unstated_options(info: &GameInfo, own: &str, text: &str, notation: &str) -> Vec<InputError> {
    if notation == info.position_format {
        return Vec::new();
    }
    let variant = |text: &str| {
        let session = catalogue().session(info.name, &Variant::new(), Some(text));
        session.map(|session| session.variant()).ok()
    };
    let Some((own, told)) = variant(own).zip(variant(text)) else {
        return Vec::new();
    };
    let untold = own.iter().filter(|(key, value)| told.get(key) != Some(value));
    let remark = |(key, value): (&str, &str)| {
        let problem = format!("is left out: {notation} cannot express it");
        InputError::problem("position", format!("{key}={value}"), problem)
    };
    untold.map(remark).collect()
}
