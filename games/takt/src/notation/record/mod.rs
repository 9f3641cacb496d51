//! Game files: PTN, portable Tak notation; and [SGF](ludex_kit::sgf).
//!
//! A file holds tags, moves with their numbers, comments in braces, a result, and branches after the main line, as PTN Ninja
//! writes them; variations in parentheses are read too. A tag after a game starts the next one. So does a tag behind an empty line, where no move
//! has come: if the tags before it have a result, or those after it repeat one of them, or begin with `Event` or `Site` where those before it name a game. Moves are kept as they stand and are not checked against the rules here.

mod pieces;
mod read;
mod write;

use ludex_search::{MAX_PLAYERS, Player, Returns};

use crate::any_size::{AnyPosition, AnyTakt};
use crate::rules::game::Ending;
use ludex_kit::interface::results::{self, RESIGN};
use ludex_kit::sgf::{self, SgfGame};
use ludex_kit::{Endings, InputError, Playable, Record, RecordFormat, plain_result};

/// The formats of Tak's game files.
pub(crate) static FORMATS: [RecordFormat; 2] = [
    RecordFormat {
        name: "ptn",
        extensions: &["ptn"],
        read: read::read,
        write: write::write,
        write_all: None,
        annotated: true,
        variations: true,
        evaluation: Some(write::evaluation),
        verbatim: false,
    },
    sgf::format(|text| sgf::read(&SGF, text), |record| sgf::write(&SGF, record)),
];

static SGF: SgfGame =
    SgfGame { entry: &crate::ENTRY, number: None, options: &[("SZ", "size"), ("KM", "komi")] };

/// Tags that [`Record::variant`] holds, with the keys there. The last two are our own.
const VARIANT_TAGS: [(&str, &str); 7] = [
    ("Size", "size"),
    ("Komi", "komi"),
    ("Flats", "stones"),
    ("Caps", "caps"),
    ("Opening", "opening"),
    ("Repetition", "repetition"),
    ("Reversible", "reversible"),
];

/// A tag that says more than who played where and when, as the format writes it.
fn known_tag(name: &str) -> Option<&'static str> {
    let tags = VARIANT_TAGS.iter().map(|&(tag, _)| tag);
    let mut tags = tags.chain(["TPS", "Result"]);
    tags.find(|tag| tag.eq_ignore_ascii_case(name))
}

/// What may stand at the end of a game.
const RESULTS: [&str; 9] = ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", "0-0", "*"];

impl Endings<Self> for AnyTakt {
    /// A road or a win by flats must be there; to resign, or to run out of time, is possible wherever the game goes on.
    fn recorded_returns(
        &self,
        pos: &AnyPosition,
        record: &Record,
    ) -> Result<Option<Returns>, InputError> {
        let Some(result) = result_word(record, self.next_player(pos)) else {
            return Ok(None);
        };
        let winner = match result {
            "R-0" | "F-0" | "1-0" => Some(Player(0)),
            "0-R" | "0-F" | "0-1" => Some(Player(1)),
            "1/2-1/2" => None,
            _ => return Ok(None),
        };
        let ending = self.ending(pos);
        let is_claim = result.contains(['R', 'F']);
        let fits = match ending {
            Some(ending) if is_claim => ending.result() == result,
            Some(ending) => ending.winner() == winner,
            None => !is_claim,
        };
        if !fits {
            let expected = match ending {
                Some(ending) => format!("{}, as the board has it", ending.result()),
                None => "1-0, 0-1, 1/2-1/2 or *: no road is there, and no end by flats".into(),
            };
            let told = record.result.as_deref();
            return Err(InputError::new("result", told.unwrap_or(result), expected));
        }
        let mut returns = [0.0; MAX_PLAYERS];
        if let Some(winner) = winner {
            returns[winner.index()] = 1.0;
            returns[winner.other().index()] = -1.0;
        }
        Ok(Some(returns))
    }

    fn told_result(&self, pos: &AnyPosition) -> Option<&'static str> {
        self.ending(pos).map(Ending::result)
    }
}

/// The result as game files write it, where this player is to move at the end.
fn result_word(record: &Record, to_move: Player) -> Option<&'static str> {
    let result = record.result.as_deref()?;
    let in_words = || {
        let told = match result {
            RESIGN => results::told_returns(&results::lost_by(to_move.index() + 1), 2),
            _ => record.told_returns(2),
        };
        told.map(|told| plain_result([told[0], told[1]].map(f64::from)))
    };
    read::result_word(result).or_else(in_words)
}

/// Stands for the first player's move where the second player begins.
const NO_MOVE: &str = "--";

/// The number of the first move and whether the second player makes it, from the text of a position.
fn beginning(tps: Option<&str>) -> (usize, usize) {
    let mut fields = tps.unwrap_or_default().split_whitespace().skip(1);
    let second = fields.next() == Some("2");
    let number = fields.next().and_then(read_number);
    (number.unwrap_or(1), usize::from(second))
}

/// The number of a move, if it is one that a game can reach.
fn read_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&number| number <= 1_000_000)
}
