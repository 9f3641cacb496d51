//! Cells, tiles and turns in words.

use std::collections::HashMap;

use ludex_search::Player;

use super::picture::cell_name;
use crate::rules::face::{Face, SIDES, opposite};
use crate::rules::game::{Trax, colour};
use crate::rules::position::{Move, Position};
use ludex_kit::interface::speech::{PLAYER, list_words};
use ludex_kit::{PlaceWords, Speech};

/// The names of the sides, in the order of the rules.
const SIDE_NAMES: [&str; 4] = ["north", "east", "south", "west"];

impl Speech<Self> for Trax {
    fn player(&self, player: Player) -> String {
        colour(player).to_owned()
    }

    fn places<'a>(&'a self, pos: &'a Position, _seat: Player) -> PlaceWords<'a> {
        let tiles = pos.tiles().into_iter();
        let faces: HashMap<Cell, Face> =
            tiles.map(|(column, row, face)| ((column as i32, row as i32), face)).collect();
        let cells: HashMap<String, Cell> =
            all_cells(pos).map(|cell| (cell_name(pos, cell), cell)).collect();
        Box::new(move |kind, name| match kind {
            "tile" => Some(format!("{name}: {}", face_words(*faces.get(cells.get(name)?)?))),
            "cell" => Some(format!("{name}: {}", empty_words(&faces, *cells.get(name)?))),
            "drawn" => pos.drawn_face().map(|face| format!("Drawn tile: {}", face_words(face))),
            _ => None,
        })
    }

    fn sentence(&self, pos: &Position, mv: Move) -> Option<String> {
        let cell = cell_name(pos, pos.cell_of(mv));
        Some(format!("{PLAYER} places a tile at {cell}: {}.", face_words(mv.face)))
    }
}

/// A column and a row, counted from the first ones of the group.
type Cell = (i32, i32);

/// All cells of the group and around it. Before the first tile there is only one.
fn all_cells(pos: &Position) -> impl Iterator<Item = Cell> {
    let (columns, rows) = match pos.n_tiles() {
        0 => (0..1, 0..1),
        _ => (-1..pos.size().0 as i32 + 1, -1..pos.size().1 as i32 + 1),
    };
    rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
}

/// An empty cell in words, with the lines that enter it: `empty, red from the north`.
fn empty_words(faces: &HashMap<Cell, Face>, cell: Cell) -> String {
    let entering = SIDES.into_iter().filter_map(|side| {
        let colour = colour_of(*faces.get(&beside(cell, side))?, opposite(side));
        Some(format!("{colour} from the {}", SIDE_NAMES[side]))
    });
    let words: Vec<String> = ["empty".to_owned()].into_iter().chain(entering).collect();
    words.join(", ")
}

/// The cell beside another one.
fn beside((column, row): Cell, side: usize) -> Cell {
    let (x, y) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
    (column + x, row + y)
}

/// The colour of a face at one of its sides.
fn colour_of(face: Face, side: usize) -> &'static str {
    if face.white() >> side & 1 != 0 { "white" } else { "red" }
}

/// The lines of a face in words: `white joins north and south, red joins east and west`.
fn face_words(face: Face) -> String {
    let joined = |colour: &str| {
        let sides = SIDES.into_iter().filter(|&side| colour_of(face, side) == colour);
        let sides: Vec<String> = sides.map(|side| SIDE_NAMES[side].to_owned()).collect();
        format!("{colour} joins {}", list_words(&sides))
    };
    format!("{}, {}", joined("white"), joined("red"))
}
