//! Cells, tiles and placements in words.

use ludex_search::Player;

use crate::rules::game::Tantrix;
use crate::rules::hex::{Hex, opposite};
use crate::rules::moves::Placement;
use crate::rules::names::{colour_name, direction, from_direction};
use crate::rules::position::Position;
use crate::rules::tile::{Colour, Face, Tile};
use ludex_kit::{PlaceWords, Speech, say};

impl Speech<Self> for Tantrix {
    fn player(&self, player: Player) -> String {
        colour_name(self.colour_of(player)).to_owned()
    }

    fn places<'a>(&'a self, pos: &'a Position, _seat: Player) -> PlaceWords<'a> {
        Box::new(move |kind, name| match kind {
            "tile" => {
                let placed = pos.board().tiles().find(|placed| placed.to_string() == name)?;
                let Placement { hex: Hex { q, r }, face } = placed;
                let (tile, lines) = (face.tile().number(), face_words(face));
                Some(say!("{q}:{r}: tile {tile}, {lines}", q, r, tile, lines))
            }
            "cell" => {
                let (q, r) = name.split_once(':')?;
                let hex = Hex::new(q.parse().ok()?, r.parse().ok()?);
                let entering = (0..6).filter_map(|side| {
                    let colour = pos.board().tile_at(hex.neighbour(side))?.edges()[opposite(side)];
                    Some(entering_words(colour, side))
                });
                let words: Vec<String> = [say!("empty|cell")].into_iter().chain(entering).collect();
                Some(format!("{name}: {}", words.join(", ")))
            }
            "hand" => {
                let tile = Tile::of_number(name.parse().ok()?)?;
                let lines = face_words(tile.rotated(0));
                Some(say!("Tile {tile} in hand: {lines}", tile = name, lines))
            }
            _ => None,
        })
    }

    fn sentence(&self, _pos: &Position, Placement { face, hex }: Placement) -> Option<String> {
        let (tile, lines, Hex { q, r }) = (face.tile().number(), face_words(face), hex);
        Some(say!("{player} places tile {tile} at {q}:{r}: {lines}.", tile, q, r, lines))
    }
}

/// A line that enters a cell from a side, in words.
fn entering_words(colour: Colour, side: usize) -> String {
    let side = from_direction(side);
    match colour {
        Colour::Red => say!("Red from the {side}", side),
        Colour::Yellow => say!("Yellow from the {side}", side),
        Colour::Blue => say!("Blue from the {side}", side),
        Colour::Green => say!("Green from the {side}", side),
    }
}

/// The lines of a face in words: `Red joins north and south, Blue joins …`.
fn face_words(face: Face) -> String {
    let edges = face.edges();
    let joined = |colour: Colour| {
        let mut sides = (0..6).filter(|&side| edges[side] == colour).map(direction);
        let (one, other) = (sides.next()?, sides.next()?);
        Some(match colour {
            Colour::Red => say!("Red joins {one} and {other}", one, other),
            Colour::Yellow => say!("Yellow joins {one} and {other}", one, other),
            Colour::Blue => say!("Blue joins {one} and {other}", one, other),
            Colour::Green => say!("Green joins {one} and {other}", one, other),
        })
    };
    let lines: Vec<String> = Colour::ALL.into_iter().filter_map(joined).collect();
    lines.join(", ")
}
