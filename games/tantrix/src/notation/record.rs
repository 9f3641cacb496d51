//! Game files: [`key: value` lines](ludex_kit::interface::tagged), then placements and draws, with one turn or one placement per
//! word.
//!
//! ```text
//! players: 2
//! colours: RY
//! position: - 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2
//! 3a@0:0>14 7c@1:0>22+8b@0:1>40
//! ```

use crate::open;
use ludex_search::Returns;

use super::words::split;
use crate::rules::game::Tantrix;
use crate::rules::moves::{Placement, read_tile};
use crate::rules::options::KEYS;
use crate::rules::position::Position;
use ludex_kit::ListStyle;
use ludex_kit::interface::endings::Endings;
use ludex_kit::interface::recorded_result::agreed_returns;
use ludex_kit::interface::tagged::{self, RemarkedWord};
use ludex_kit::sgf::{self, SgfGame};
use ludex_kit::{InputError, Record, RecordFormat, say};

/// The formats of game files.
pub(crate) static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        name: "tantrix",
        extensions: &["tantrix", "ttx"],
        read,
        write,
        write_all: None,
        annotated: true,
        variations: false,
        evaluation: None,
        verbatim: false,
    },
    sgf::format(|text| sgf::read(&SGF, text), |record| sgf::write(&SGF, record)),
];

static SGF: SgfGame =
    SgfGame { name: "tantrix", open: open::session, number: Some("17"), options: &[] };

/// Maximum number of words per line.
const WORDS_A_LINE: usize = 8;

impl Endings<Self> for Tantrix {
    fn recorded_returns(
        &self,
        pos: &Position,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        agreed_returns(self, pos, record)
    }

    fn margins(&self, pos: &Position) -> Option<Returns> {
        (!self.options().teams).then(|| self.leads(pos).map(|lead| lead as f32))
    }
}

fn read(text: &str) -> Result<Vec<Record>, InputError> {
    tagged::read_lists(text, &KEYS, ListStyle::Numbered, |word| {
        let step = |step: &str| check(step).map(|()| step.to_owned());
        split(word).into_iter().map(step).collect()
    })
}

fn check(step: &str) -> Result<(), InputError> {
    let Some(number) = step.strip_prefix('>') else {
        return step.parse::<Placement>().map(drop);
    };
    let error = |expected: String| InputError::new(say!("draw"), step, expected);
    read_tile(number).map(drop).map_err(error)
}

fn write(record: &Record) -> String {
    // A draw is written after its placement; draws of the deal are separate words.
    let mut words: Vec<RemarkedWord> = Vec::new();
    for ply in &record.plies {
        let placed = words.last_mut().filter(|word| !word.text.contains('>'));
        // A draw with a comment is written as a separate word.
        let is_plain_draw = ply.text.starts_with('>') && ply.remark().is_empty();
        match placed {
            Some(word) if is_plain_draw => word.text.push_str(&ply.text),
            _ => words.push(RemarkedWord { text: ply.text.clone(), remark: ply.remark() }),
        }
    }
    tagged::write(record, &KEYS, &words, WORDS_A_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_as_it_was_read() {
        let text = "players: 2\ncolours: RY\nEvent: tea\nposition: - 1,2|3 ? RY 0 2\n3a@0:0>14 7c@1:0 8b@0:1>40\n";
        let records = read(text).unwrap();
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].plies.len(), 5);
        assert_eq!(write(&records[0]), text);
    }

    #[test]
    fn errors_name_line_and_word() {
        let records = read("players: 2\n3a@0:0 3x@1:0\n").unwrap();
        let damage = records[0].damage.as_ref().unwrap();
        assert!(damage.to_string().starts_with("line 2, word 2"), "{damage}");
        let error = read("3a@0:0>57\n").unwrap_err();
        assert!(error.to_string().starts_with("line 1, word 1"), "{error}");
    }
}
