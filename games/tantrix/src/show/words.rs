//! Shared by facts, pictures and text.

use ludex_kit::Shown;

use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use crate::rules::tile::TileSet;

/// A text with a capital letter at its start.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.as_str().chars()).collect()
}

/// The numbers of tiles, ascending; `-` if there are none.
pub(crate) fn tile_numbers(tiles: TileSet) -> String {
    let numbers: Vec<String> = tiles.iter().map(|tile| tile.number().to_string()).collect();
    if numbers.is_empty() { "-".into() } else { numbers.join(" ") }
}

/// The placements of the last turn, latest first, if they should be marked.
pub(crate) fn last_turn(shown: &Shown<Tantrix>) -> impl Iterator<Item = Placement> {
    let mover = |last: &ludex_kit::LastMove<Tantrix>| last.before.map(Position::to_move);
    let who = shown.last.first().and_then(mover);
    let moves = shown.last.iter().enumerate();
    moves
        .take_while(move |(index, last)| *index == 0 || mover(last) == who)
        .map(|(_, last)| last.mv)
}
