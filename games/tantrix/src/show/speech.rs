//! Cells, tiles and placements in words.

use ludex_search::Player;

use crate::rules::game::Tantrix;
use crate::rules::hex::{Hex, opposite};
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use crate::rules::tile::{Colour, Face, Tile};
use ludex_kit::interface::speech::{PLAYER, list_words};
use ludex_kit::{PlaceWords, Speech};

/// The names of the directions, in the order of the rules.
const SIDE_NAMES: [&str; 6] =
    ["north", "north-east", "south-east", "south", "south-west", "north-west"];

impl Speech<Self> for Tantrix {
    fn player(&self, player: Player) -> String {
        let name = self.colour_of(player).name();
        let (first, rest) = name.split_at(1);
        format!("{}{rest}", first.to_uppercase())
    }

    fn places<'a>(&'a self, pos: &'a Position, _seat: Player) -> PlaceWords<'a> {
        Box::new(move |kind, name| match kind {
            "tile" => {
                let placed = pos.board().tiles().find(|placed| placed.to_string() == name)?;
                let Placement { hex: Hex { q, r }, face } = placed;
                Some(format!("{q}:{r}: tile {}, {}", face.tile().number(), face_words(face)))
            }
            "cell" => {
                let (q, r) = name.split_once(':')?;
                let hex = Hex::new(q.parse().ok()?, r.parse().ok()?);
                let entering = (0..6).filter_map(|side| {
                    let colour = pos.board().tile_at(hex.neighbour(side))?.edges()[opposite(side)];
                    Some(format!("{} from the {}", colour.name(), SIDE_NAMES[side]))
                });
                let words: Vec<String> = ["empty".to_owned()].into_iter().chain(entering).collect();
                Some(format!("{name}: {}", words.join(", ")))
            }
            "hand" => {
                let tile = Tile::of_number(name.parse().ok()?)?;
                Some(format!("Tile {name} in hand: {}", face_words(tile.rotated(0))))
            }
            _ => None,
        })
    }

    fn sentence(&self, _pos: &Position, Placement { face, hex }: Placement) -> Option<String> {
        let (tile, Hex { q, r }) = (face.tile().number(), hex);
        Some(format!("{PLAYER} places tile {tile} at {q}:{r}: {}.", face_words(face)))
    }
}

/// The lines of a face in words: `red joins north and south, blue joins …`.
fn face_words(face: Face) -> String {
    let edges = face.edges();
    let joined = |colour: Colour| {
        let sides = (0..6).filter(|&side| edges[side] == colour);
        let sides: Vec<String> = sides.map(|side| SIDE_NAMES[side].to_owned()).collect();
        (!sides.is_empty()).then(|| format!("{} joins {}", colour.name(), list_words(&sides)))
    };
    let lines: Vec<String> = Colour::ALL.into_iter().filter_map(joined).collect();
    lines.join(", ")
}
