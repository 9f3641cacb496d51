//! Game files: [`key: value` lines](ludex_kit::interface::tagged), then rolls and moves.

use ludex_kit::interface::tagged;
use ludex_kit::{InputError, Record, RecordFormat};

use crate::einstein::rules::moves::{read_eyes, read_move};
use crate::einstein::rules::options::KEYS;

const WORDS_A_LINE: usize = 16;

/// The format of game files.
pub(crate) const FORMAT: RecordFormat = RecordFormat {
    name: "ewn",
    extensions: &["ewn"],
    read,
    write: |record| tagged::write(record, &KEYS, &tagged::words(record), WORDS_A_LINE),
    write_all: None,
    annotated: true,
    variations: false,
    evaluation: None,
    verbatim: false,
};

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    tagged::read(text, &KEYS, |word| {
        if word.len() == 1 {
            read_eyes(word)?;
        } else {
            read_move(word)?;
        }
        Ok(vec![word.to_owned()])
    })
}
