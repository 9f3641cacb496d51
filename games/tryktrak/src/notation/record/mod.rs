//! Game files. Jellyfish's `.mat` and SGF (GM\[6\]) are read and written. Formats of other sites and programs, matches described move
//! by move, and positions pasted as text are only read.
//!
//! The format is detected from the text, whatever the file extension. A file can contain several matches and money sessions. Each game
//! becomes a separate record that starts from the score before the game. Private SGF properties of other programs (analyses, statistics)
//! are kept verbatim and written back to SGF.

mod dialects;
mod file_games;
mod mat;
mod mat_writer;
mod result;
mod script;
mod sgf;
pub(crate) mod tags;
mod transcript;

use std::borrow::Cow;

use ludex_search::{Game, Player, Returns, Step};

use crate::rules::game::Tryktrak;
use crate::rules::moves::Move;
use crate::rules::position::{Phase, Position};
use dialects::ReadGames;
use ludex_kit::interface::endings::{Endings, GivenUp};
use ludex_kit::interface::recorded_result::agreed_returns;
use ludex_kit::{InputError, Notation, Record, RecordFormat};
use result::{read_result, result_word};

/// The formats of game files.
pub(crate) static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        name: "sgf",
        extensions: &["sgf"],
        read: |text| read_as(text, sgf::read),
        write: |record| sgf::write(std::slice::from_ref(record)),
        write_all: Some(sgf::write),
        annotated: true,
        variations: true,
        evaluation: None,
        verbatim: true,
    },
    RecordFormat {
        name: "mat",
        extensions: &["mat", "gam", "txt", "sgg", "tmg"],
        read: |text| read_as(text, mat::read),
        write: |record| mat_writer::write(std::slice::from_ref(record)),
        write_all: Some(mat_writer::write),
        annotated: true,
        variations: false,
        evaluation: None,
        verbatim: true,
    },
];

/// Reads every game of a text in any of the formats. If no format is detected, `usual` reads the text and reports its errors. Errors are
/// reported in the last record.
fn read_as(text: &str, usual: ReadGames) -> Result<Vec<Record>, InputError> {
    let text = &*plain(text);
    dialects::reader_of(text).unwrap_or(usual)(text)
}

/// Removes byte order marks. In line-based text, also converts line ends to line feeds and non-breaking blanks to normal ones.
fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches('\u{feff}');
    let is_tree = text.contains("(;");
    let has_lines = text.contains('\n') || !text.contains('\r');
    if is_tree || (has_lines && !text.contains(HARD_BLANK)) {
        return text.into();
    }
    let text = text.replace(HARD_BLANK, " ");
    if has_lines {
        return text.into();
    }
    text.replace('\r', "\n").into()
}

/// A non-breaking blank.
const HARD_BLANK: char = '\u{a0}';

impl Endings<Self> for Tryktrak {
    fn recorded_returns(
        &self,
        pos: &Position,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        agreed_returns(self, pos, record)
    }

    fn end_of_record(
        &self,
        before: &Position,
        pos: &Position,
        record: &Record,
    ) -> Option<Position> {
        let (game, status) = (self.single_game(), pos.status());
        match (status.phase, record.plies.last()) {
            (Phase::Over, _) => None,
            // The last step ended a game of a match, so the position is already the opening of the next game. To get the end of the game,
            // play the step again by the rules of a single game.
            (Phase::Opening, Some(last)) => {
                let mut end = *before;
                match game.parse_step(before, &last.text).ok()? {
                    Step::Move(mv) => game.play(&mut end, mv),
                    Step::Event(event) => game.apply_chance(&mut end, event),
                };
                Some(end)
            }
            _ => {
                let (winner, points) = record.result.as_deref().and_then(read_result)?;
                let multiple = (points / status.cube.value()).clamp(1, 3);
                Some(game.won(pos, winner, multiple as u8))
            }
        }
    }

    fn gave_up(&self, mv: Move) -> Option<Player> {
        match mv {
            Move::Resign(loser, _) => Some(loser),
            _ => None,
        }
    }

    fn given_up(&self, pos: &Position, loser: Player, times: usize) -> Option<GivenUp<Position>> {
        let (winner, cube) = (loser.other(), pos.status().cube);
        let multiple = self.multiple(cube, times as u8);
        let points = u32::from(multiple) * cube.value();
        Some(GivenUp {
            after: self.won(pos, winner, multiple),
            result: result_word((winner, points)),
            points,
        })
    }
}
