//! Integration tests of Takt.

use ludex_kit::Variant;
use ludex_kit::registry::PictureRequest;

/// The 5×5 board as text.
fn board(position: &str) -> String {
    let session = CATALOGUE.session("takt", &Variant::new(), Some(position)).expect(position);
    let board = session.render(&PictureRequest::default());
    board.expect("the request has no options").to_string()
}

mod bad_input;
mod branches;
mod contracts;
mod fuzz;
mod network;
mod notation;
mod openings;
mod playthrough;
mod record;
mod rules;
mod tactics;
mod words;

ludex_kit::catalogue!(ludex_takt);
