//! SGF for backgammon (GM\[6\]): White is player 1, Black player 2. It is GNU Backgammon's form; a step that it has no word for,
//! and a comment between the dice and their play, stand in nodes that it skips or takes for dice.
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

/// The letters of the players' properties.
const COLOURS: [&str; 2] = ["W", "B"];
/// Properties of the root that are tags here, by both names.
const TAGS: [(&str, &str); 6] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("AN", "Annotator"),
    ("GN", "GameName"),
    ("US", "Transcriber"),
];

/// Words of our own among the rules: doubling at once is allowed, the cube is not used.
const BEAVERS: &str = "Beavers";
const NO_CUBE: &str = "NoCube";

/// The dice that are thrown, with the player's colour, where no play stands with them.
const DICE: &str = "DI";
const MOVER: &str = "PL";
/// GNU Backgammon reads names of at most two letters. A private property of the root: the position, where dice lie in it or the cube is offered, which no other property tells.
const POSITION: &str = "ZP";
/// A private property: a step in our own words.
const STEP: &str = "ZS";
/// A private property of the root: tags of other names, each as `name:value`.
const TAG: &str = "ZT";

/// The properties of the root that are read or written anew; what else stands there is kept as it is.
const ROOT: [&str; 12] =
    ["FF", "GM", "CA", "AP", "MI", "PW", "PB", "DT", "RU", "RE", POSITION, TAG];
/// Those of any node.
const NODE: [&str; 10] = ["W", "B", DICE, MOVER, STEP, "AE", "AW", "AB", "CV", "CO"];

/// The place of a letter in a player's view: `a` is White's first point and Black's last.
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
