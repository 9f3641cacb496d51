//! Names of the features, as indices into the weights. A feature with several entries (rings, lines) occupies consecutive indices.

use ludex_kit::message;

pub(crate) const TEMPO: usize = 0;
/// Flats on top, and komi. The unit is half a flat, so that half-point komi is exact.
pub(crate) const HALF_FLATS: usize = 1;
/// Flats by distance from the edge of the board: 0, 1, and 2 or more. Walls and capstones likewise.
pub(crate) const FLAT_RING: usize = 2;
pub(crate) const WALL_RING: usize = 5;
pub(crate) const CAPSTONE_RING: usize = 8;
pub(crate) const ADJACENT: usize = 11;
pub(crate) const STONES_LEFT: usize = 12;
/// Files and ranks with 1 to 8 own road pieces. Three groups: open (without an opposing piece), contested (with opposing flats only) and
/// blocked (with an opposing wall or capstone).
pub(crate) const LINE_OPEN: usize = 13;
pub(crate) const LINE_CONTESTED: usize = 21;
pub(crate) const LINE_BLOCKED: usize = 29;
/// In stacks with a piece of the player on top: the player's pieces below it that a spread can lift, by the kind of the top (flat, wall,
/// capstone). Captives are the opponent's.
pub(crate) const SUPPORTERS: usize = 37;
pub(crate) const CAPTIVES: usize = 40;
/// In stacks with an own piece on top: own pieces that are too deep for a spread to lift.
pub(crate) const DEEP_SUPPORTERS: usize = 43;
pub(crate) const DEEP_CAPTIVES: usize = 44;
/// A capstone directly on a piece of the same player.
pub(crate) const HARD_CAPSTONE: usize = 45;
/// Directions in which a capstone can move.
pub(crate) const CAPSTONE_FREEDOM: usize = 46;
/// Single opposing flats next to own pieces; `STACK_CAPTURES` counts flats on top of stacks.
pub(crate) const CAPTURES: usize = 47;
pub(crate) const STACK_CAPTURES: usize = 48;
/// Opposing stacks next to one of the player's capstones or walls.
pub(crate) const STRONG_CAPTURES: usize = 49;
/// Empty squares that would complete a road.
pub(crate) const CRITICAL: usize = 50;
/// Own pieces below the top of a stack, multiplied by the number of directions in which the stack can move.
pub(crate) const MOBILE_SUPPORTERS: usize = 51;
pub(crate) const MOBILE_CAPTIVES: usize = 52;
pub(crate) const COUNT: usize = 53;
/// Every group of features with its first index.
pub(crate) const GROUPS: &[(&str, usize)] = &[
    (message!("tempo"), TEMPO),
    (message!("half flats"), HALF_FLATS),
    (message!("flat ring"), FLAT_RING),
    (message!("wall ring"), WALL_RING),
    (message!("capstone ring"), CAPSTONE_RING),
    (message!("adjacent"), ADJACENT),
    (message!("stones left"), STONES_LEFT),
    (message!("line open"), LINE_OPEN),
    (message!("line contested"), LINE_CONTESTED),
    (message!("line blocked"), LINE_BLOCKED),
    (message!("supporters"), SUPPORTERS),
    (message!("captives"), CAPTIVES),
    (message!("deep supporters"), DEEP_SUPPORTERS),
    (message!("deep captives"), DEEP_CAPTIVES),
    (message!("hard capstone"), HARD_CAPSTONE),
    (message!("capstone freedom"), CAPSTONE_FREEDOM),
    (message!("captures"), CAPTURES),
    (message!("stack captures"), STACK_CAPTURES),
    (message!("strong captures"), STRONG_CAPTURES),
    (message!("critical"), CRITICAL),
    (message!("mobile supporters"), MOBILE_SUPPORTERS),
    (message!("mobile captives"), MOBILE_CAPTIVES),
];
