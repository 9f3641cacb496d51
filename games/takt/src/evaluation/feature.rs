//! Names of the features, as indices. Features with several entries (rings, lines) are followed by the others.

pub(crate) const TEMPO: usize = 0;
/// In halves, so that komi fits.
pub(crate) const HALF_FLATS: usize = 1;
/// By distance from the edge: 0, 1, 2 and more.
pub(crate) const FLAT_RING: usize = 2;
pub(crate) const WALL_RING: usize = 5;
pub(crate) const CAPSTONE_RING: usize = 8;
pub(crate) const ADJACENT: usize = 11;
pub(crate) const STONES_LEFT: usize = 12;
/// Lines (files and ranks) by the number of road pieces on them, 1 to 8: without an enemy, with enemy flats, and
/// with an enemy wall or capstone.
pub(crate) const LINE_OPEN: usize = 13;
pub(crate) const LINE_CONTESTED: usize = 21;
pub(crate) const LINE_BLOCKED: usize = 29;
/// Pieces below the top that a spread can lift, by the kind of the top: flat, wall, capstone.
pub(crate) const SUPPORTERS: usize = 37;
pub(crate) const CAPTIVES: usize = 40;
/// Pieces below those.
pub(crate) const DEEP_SUPPORTERS: usize = 43;
pub(crate) const DEEP_CAPTIVES: usize = 44;
/// A capstone on a piece of its own side.
pub(crate) const HARD_CAPSTONE: usize = 45;
/// Directions in which a capstone can move.
pub(crate) const CAPSTONE_FREEDOM: usize = 46;
/// Enemy flats, alone and as tops of stacks, beside own pieces.
pub(crate) const CAPTURES: usize = 47;
pub(crate) const STACK_CAPTURES: usize = 48;
/// Enemy stacks beside an own capstone or wall.
pub(crate) const STRONG_CAPTURES: usize = 49;
/// Empty squares that would finish a road.
pub(crate) const CRITICAL: usize = 50;
/// The pieces below the top of a stack, times the directions that are open to it.
pub(crate) const MOBILE_SUPPORTERS: usize = 51;
pub(crate) const MOBILE_CAPTIVES: usize = 52;
pub(crate) const COUNT: usize = 53;
/// Every group of features with its first index.
pub(crate) const GROUPS: &[(&str, usize)] = &[
    ("tempo", TEMPO),
    ("half flats", HALF_FLATS),
    ("flat ring", FLAT_RING),
    ("wall ring", WALL_RING),
    ("capstone ring", CAPSTONE_RING),
    ("adjacent", ADJACENT),
    ("stones left", STONES_LEFT),
    ("line open", LINE_OPEN),
    ("line contested", LINE_CONTESTED),
    ("line blocked", LINE_BLOCKED),
    ("supporters", SUPPORTERS),
    ("captives", CAPTIVES),
    ("deep supporters", DEEP_SUPPORTERS),
    ("deep captives", DEEP_CAPTIVES),
    ("hard capstone", HARD_CAPSTONE),
    ("capstone freedom", CAPSTONE_FREEDOM),
    ("captures", CAPTURES),
    ("stack captures", STACK_CAPTURES),
    ("strong captures", STRONG_CAPTURES),
    ("critical", CRITICAL),
    ("mobile supporters", MOBILE_SUPPORTERS),
    ("mobile captives", MOBILE_CAPTIVES),
];
