//! The way in: a plain thread turns the input into events.

use std::io::{BufRead, Read};
use std::sync::mpsc::Sender;

use ludex_games::InputError;

use crate::findings::Findings;
use crate::registry::Session;

/// The longest line that is read as a whole.
const MAX_LINE: u64 = 1 << 20;

/// What the server waits for.
pub(super) enum Event {
    /// A line, or why it could not be read.
    Line(Result<String, InputError>),
    /// The input has ended.
    Eof,
    /// The search has ended and gives the session back.
    Done(Box<dyn Session>, anyhow::Result<Findings>),
}

/// Sends every line of the input, whatever it holds.
pub(super) fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut bytes = Vec::new();
        let n_read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let event = match n_read {
            Ok(0) | Err(_) => Event::Eof,
            Ok(_) if bytes.len() as u64 == MAX_LINE => {
                let expected = format!("a line of at most {MAX_LINE} bytes");
                Event::Line(Err(InputError::new("line", "a longer one", expected)))
            }
            Ok(_) => Event::Line(String::from_utf8(bytes).map_err(|error| {
                let place = format!("line, byte {}", error.utf8_error().valid_up_to() + 1);
                InputError::new(place, "bytes that are no text", "text in UTF-8")
            })),
        };
        let is_last = matches!(event, Event::Eof);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}
