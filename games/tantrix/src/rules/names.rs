//! The names of colours and directions, for readers.

use ludex_kit::message;

use super::tile::Colour;
use crate::WORDS;

/// The names of the colours, as of players.
const NAMES: [&str; 4] = [
    message!("Red|player"),
    message!("Yellow|player"),
    message!("Blue|player"),
    message!("Green|player"),
];
/// The colours of an edge.
const EDGE: [&str; 4] =
    [message!("red|edge"), message!("yellow|edge"), message!("blue|edge"), message!("green|edge")];
/// The colours of three edges.
const EDGES: [&str; 4] = [
    message!("red|edges"),
    message!("yellow|edges"),
    message!("blue|edges"),
    message!("green|edges"),
];
/// The directions, in the order of the rules.
const DIRECTIONS: [&str; 6] = [
    message!("north"),
    message!("north-east"),
    message!("south-east"),
    message!("south"),
    message!("south-west"),
    message!("north-west"),
];
/// The directions where something is or comes from.
const FROM: [&str; 6] = [
    message!("north|from"),
    message!("north-east|from"),
    message!("south-east|from"),
    message!("south|from"),
    message!("south-west|from"),
    message!("north-west|from"),
];
/// The same as letters.
const LETTERS: [&str; 6] = [
    message!("N|from"),
    message!("NE|from"),
    message!("SE|from"),
    message!("S|from"),
    message!("SW|from"),
    message!("NW|from"),
];

/// The name of a colour, as of a player.
pub(crate) fn colour_name(colour: Colour) -> &'static str {
    WORDS.translate(NAMES[colour.index()])
}

/// The colour of an edge: `red`.
pub(crate) fn edge_colour(colour: Colour) -> &'static str {
    WORDS.translate(EDGE[colour.index()])
}

/// The colour of three edges: `red`.
pub(crate) fn edges_colour(colour: Colour) -> &'static str {
    WORDS.translate(EDGES[colour.index()])
}

/// The name of a direction: `north`.
pub(crate) fn direction(side: usize) -> &'static str {
    WORDS.translate(DIRECTIONS[side])
}

/// The direction where something is or comes from: `from the north`.
pub(crate) fn from_direction(side: usize) -> &'static str {
    WORDS.translate(FROM[side])
}

/// The letters of a direction where something is: `to the N`.
pub(crate) fn direction_letter(side: usize) -> &'static str {
    WORDS.translate(LETTERS[side])
}
