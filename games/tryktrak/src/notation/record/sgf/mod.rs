//! SGF for backgammon (GM\[6\]), in the form that GNU Backgammon uses: White is player 1, Black is player 2. Extra nodes contain steps that
//! the format cannot express (in private properties), and comments between the dice and their play. GNU Backgammon skips these nodes or
//! reads them as dice.
//!
//! CITE: Arno Hollosi, "SGF file format FF\[4\]"; Gary Wong, "SGF properties for backgammon".

mod read;
mod write;

use crate::open;
use crate::rules::board::{BAR, OFF, POINTS};
use ludex_kit::sgf::SgfGame;

pub(super) use read::read;
pub(super) use write::write;

static SGF: SgfGame =
    SgfGame { name: "tryktrak", open: open::session, number: Some("6"), options: &[] };

/// The property letters of the players.
const COLOURS: [&str; 2] = ["W", "B"];
/// Root properties and the names of our tags.
const TAGS: [(&str, &str); 6] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("AN", "Annotator"),
    ("GN", "GameName"),
    ("US", "Transcriber"),
];

/// Words in the rules property that only Ludex uses: beavers are allowed, and the cube is not used.
const BEAVERS: &str = "Beavers";
const NO_CUBE: &str = "NoCube";

/// The dice with the player's colour, in a node without a play.
const DICE: &str = "DI";
const MOVER: &str = "PL";
/// Private root property: the position, if it includes dice or an offered cube, which no standard property can express. The names of
/// private properties have two letters, because GNU Backgammon cannot read longer ones.
const POSITION: &str = "ZP";
/// Private property: a step in our own notation.
const STEP: &str = "ZS";
/// Private root property: a tag that has no standard property, as `name:value`.
const TAG: &str = "ZT";

/// Root properties that are read and written anew. Others are kept verbatim.
const ROOT: [&str; 12] =
    ["FF", "GM", "CA", "AP", "MI", "PW", "PB", "DT", "RU", "RE", POSITION, TAG];
/// Properties of other nodes that are read and written anew. Others are kept verbatim.
const NODE: [&str; 10] = ["W", "B", DICE, MOVER, STEP, "AE", "AW", "AB", "CV", "CO"];

/// The place of a letter from a player's view: `a` is White's first point and Black's last.
fn place_of(letter: u8, player: usize) -> Option<usize> {
    match letter {
        b'a'..=b'x' => {
            let point = usize::from(letter - b'a') + 1;
            Some(if player == 0 { point } else { POINTS + 1 - point })
        }
        b'y' => Some(BAR),
        b'z' => Some(OFF),
        _ => None,
    }
}

fn letter_of(place: usize, player: usize) -> char {
    match place {
        BAR => 'y',
        OFF => 'z',
        point => {
            let point = if player == 0 { point } else { POINTS + 1 - point };
            char::from(b'a' + point as u8 - 1)
        }
    }
}
