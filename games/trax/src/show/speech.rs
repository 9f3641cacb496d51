//! Cells, tiles and turns in words.

use std::collections::HashMap;

use ludex_search::Player;

use super::picture::cell_name;
use crate::rules::face::{Face, SIDES, opposite};
use crate::rules::game::{Trax, colour};
use crate::rules::position::{Move, Position};
use ludex_kit::interface::speech::PLAYER;
use ludex_kit::{PlaceWords, Speech, message, say};

/// The lines of each face, in the order of [`Face::ALL`].
const FACES: [&str; 6] = [
    message!("white joins north and south, red joins east and west"),
    message!("white joins east and west, red joins north and south"),
    message!("white joins north and west, red joins east and south"),
    message!("white joins east and south, red joins north and west"),
    message!("white joins north and east, red joins south and west"),
    message!("white joins south and west, red joins north and east"),
];

/// White lines that enter an empty cell, in the order of the sides.
const WHITE_FROM: [&str; 4] = [
    message!("white from the north"),
    message!("white from the east"),
    message!("white from the south"),
    message!("white from the west"),
];

/// Red lines that enter an empty cell, in the order of the sides.
const RED_FROM: [&str; 4] = [
    message!("red from the north"),
    message!("red from the east"),
    message!("red from the south"),
    message!("red from the west"),
];

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
            "drawn" => {
                let lines = face_words(pos.drawn_face()?);
                Some(say!("Drawn tile: {lines}", lines))
            }
            _ => None,
        })
    }

    fn sentence(&self, pos: &Position, mv: Move) -> Option<String> {
        let cell = cell_name(pos, pos.cell_of(mv));
        let (player, lines) = (PLAYER, face_words(mv.face));
        Some(say!("{player} places a tile at {cell}: {lines}.", player, cell, lines))
    }

    fn choice(&self, word: &str) -> Option<String> {
        Some(match word {
            "+" => say!("crossing (+)"),
            "/" => say!("curves (/)"),
            "\\" => say!("curves (\\)"),
            _ => return None,
        })
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
        let face = *faces.get(&beside(cell, side))?;
        let is_white = face.white() >> opposite(side) & 1 != 0;
        let line = if is_white { WHITE_FROM[side] } else { RED_FROM[side] };
        Some(crate::WORDS.translate(line).to_owned())
    });
    let words: Vec<String> = [say!("empty")].into_iter().chain(entering).collect();
    words.join(", ")
}

/// The cell beside another one.
fn beside((column, row): Cell, side: usize) -> Cell {
    let (x, y) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
    (column + x, row + y)
}

/// The lines of a face in words: `white joins north and south, red joins east and west`.
fn face_words(face: Face) -> &'static str {
    crate::WORDS.translate(FACES[face as usize])
}
