//! Positions as text: the rows of the group from the top, one hexadecimal digit per cell for its white sides; the player to move;
//! options.

use ludex_search::Player;

use crate::notation::names::{column_name, face_of_name};
use crate::rules::face::{DEMANDS, Demand, Face, SIDES, opposite};
use crate::rules::game::Trax;
use crate::rules::options::Options;
use crate::rules::position::Position;
use ludex_kit::InputError;
use ludex_kit::{say, say_count};

/// The maximum number of columns and rows of a position.
const MOST: usize = 500;

/// The content of a position text, before it is checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    rows: Vec<Vec<Option<Face>>>,
    to_move: Player,
    /// The option words after the position.
    pub words: Options,
    drawn_face: Option<Face>,
}

impl Setup {
    /// Parses a text.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let error = |found: &str, expected: String| InputError::new("position", found, expected);
        let mut parts = text.split_whitespace();
        let board = parts.next().ok_or_else(|| {
            error("", say!("rows of tiles, the player to move and options, such as \"a9 w\""))
                .with_hint(say!("the empty board is \"- w\""))
        })?;
        let rows = match board {
            "-" => Vec::new(),
            _ => read_rows(board)?,
        };
        let to_move = match parts.next() {
            Some("w" | "W") => Player(0),
            Some("b" | "B" | "r" | "R") => Player(1),
            other => {
                return Err(error(
                    other.unwrap_or_default(),
                    say!("the player to move: w, b or r"),
                ));
            }
        };
        let mut setup = Self { rows, to_move, words: Options::default(), drawn_face: None };
        for word in parts {
            setup.read_word(word)?;
        }
        Ok(setup)
    }

    fn read_word(&mut self, word: &str) -> Result<(), InputError> {
        let lower = word.to_ascii_lowercase();
        let option = match lower.as_str() {
            "8x8" => &mut self.words.eight,
            "loop" => &mut self.words.loops,
            "luck" => &mut self.words.luck,
            _ => {
                let face = lower.strip_prefix('?').and_then(face_of_name);
                let (Some(face), None) = (face, self.drawn_face) else {
                    let expected = say!(
                        "8x8, loop, luck (each at most once), then the drawn face: ?+ns ?+ew ?/nw ?/es ?\\ne ?\\sw"
                    );
                    return Err(InputError::new("position", word, expected));
                };
                self.drawn_face = Some(face);
                return Ok(());
            }
        };
        if std::mem::replace(option, true) {
            return Err(InputError::problem("position", word, say!("is given twice")));
        }
        Ok(())
    }

    /// The position, if the rules allow it.
    pub fn position(&self, game: &Trax) -> Result<Position, InputError> {
        let options = game.options();
        let contradiction = (self.words.eight && !options.eight)
            || (self.words.luck && !options.luck)
            || (self.words.loops && !options.loops);
        if contradiction {
            let found = self.words.words().join(" ");
            let problem = say!("does not match the variant of the game");
            return Err(InputError::problem(say!("position, options"), found, problem));
        }
        self.check_tiles(options)?;
        let (left, top) = (self.width() as i16 / 2, self.rows.len() as i16 / 2);
        let tiles: Vec<_> = self
            .tiles()
            .map(|(column, row, face)| (column as i16 - left, row as i16 - top, face))
            .collect();
        if tiles.is_empty() && self.to_move != Player(0) {
            return Err(InputError::problem(
                "position",
                "b",
                say!("cannot be to move on an empty board: White begins"),
            ));
        }
        let (mut pos, wins) = Position::from_tiles(&tiles, self.to_move);
        game.set_ending(&mut pos, wins);
        if let Some(face) = self.drawn_face {
            let problem = if !options.luck {
                say!("does not fit: without luck no face is drawn")
            } else if pos.ending().is_some() {
                say!("does not fit: the game is over, so no face is drawn")
            } else if !game.is_event(&pos, face) {
                say!("cannot be drawn: this face fits nowhere")
            } else {
                pos.drawn_face = Some(face);
                return Ok(pos);
            };
            let found = format!("?{}", face.name());
            return Err(InputError::problem("position", found, problem));
        }
        Ok(pos)
    }

    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    fn face(&self, column: isize, row: isize) -> Option<Face> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    fn tiles(&self) -> impl Iterator<Item = (usize, usize, Face)> {
        self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let tile = move |(column, face): (usize, &Option<Face>)| Some((column, row, (*face)?));
            cells.iter().enumerate().filter_map(tile)
        })
    }

    fn check_tiles(&self, options: Options) -> Result<(), InputError> {
        let (width, height) = (self.width(), self.rows.len());
        if options.eight && (width > 8 || height > 8) {
            let sentence = say!(
                "{columns} and {rows} do not fit on the 8x8 board",
                columns = say_count!(width as u64, "{count} column", "{count} columns"),
                rows = say_count!(height as u64, "{count} row", "{count} rows"),
            );
            return Err(InputError::sentence("position", sentence));
        }
        let blank = |mut cells: Box<dyn Iterator<Item = (usize, usize)> + '_>| {
            cells.all(|(column, row)| self.face(column as isize, row as isize).is_none())
        };
        if height > 0 {
            for row in [0, height - 1] {
                if blank(Box::new((0..width).map(move |column| (column, row)))) {
                    let place = format!("position, row {}", row + 1);
                    return Err(InputError::sentence(
                        place,
                        say!("the row has no tile; leave out empty rows at the edge"),
                    ));
                }
            }
            for column in [0, width - 1] {
                if blank(Box::new((0..height).map(move |row| (column, row)))) {
                    let place = format!("position, column {}", column_name(column + 1));
                    return Err(InputError::sentence(
                        place,
                        say!("the column has no tile; leave out empty columns at the edge"),
                    ));
                }
            }
        }
        for row in -1..=height as isize {
            for column in -1..=width as isize {
                self.check_cell(column, row)?;
            }
        }
        self.check_connected()
    }

    /// Checks a cell: the tile in it must match its neighbours; if the cell is empty, its neighbours must not force a tile there.
    fn check_cell(&self, column: isize, row: isize) -> Result<(), InputError> {
        let here = self.face(column, row);
        let mut entering = 0u8;
        for side in SIDES {
            let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][side];
            if let Some(other) = self.face(column + dx, row + dy) {
                entering |= (other.byte() >> opposite(side) & 0x11) << side;
            }
        }
        let problem = match here {
            Some(face) if face.byte() & entering != entering => {
                say!("does not match the edges of its neighbours")
            }
            Some(_) => return Ok(()),
            None => match DEMANDS[usize::from(entering)] {
                Demand::Free => return Ok(()),
                Demand::Forced => say!("is empty, but its neighbours force a tile there"),
                Demand::Illegal => {
                    say!("is empty, but more than two edges of one colour enter it")
                }
            },
        };
        let found = here.map_or_else(|| ".".into(), |face| format!("{:x}", face.white()));
        let name = format!("{}{}", column_name((column + 1) as usize), row + 1);
        Err(InputError::problem(format!("position, cell {name}"), found, problem))
    }

    fn check_connected(&self) -> Result<(), InputError> {
        let Some((column, row, _)) = self.tiles().next() else {
            return Ok(());
        };
        let width = self.width();
        let mut reached = vec![false; width * self.rows.len()];
        let mut open = vec![(column as isize, row as isize)];
        reached[row * width + column] = true;
        while let Some((column, row)) = open.pop() {
            for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                let (column, row) = (column + dx, row + dy);
                if self.face(column, row).is_some() {
                    let index = row as usize * width + column as usize;
                    if !std::mem::replace(&mut reached[index], true) {
                        open.push((column, row));
                    }
                }
            }
        }
        match self.tiles().find(|&(column, row, _)| !reached[row * width + column]) {
            None => Ok(()),
            Some((column, row, face)) => {
                let name = format!("{}{}", column_name(column + 1), row + 1);
                Err(InputError::problem(
                    format!("position, cell {name}"),
                    format!("{:x}", face.white()),
                    say!("is not connected to the other tiles"),
                ))
            }
        }
    }
}

fn read_rows(board: &str) -> Result<Vec<Vec<Option<Face>>>, InputError> {
    let mut rows: Vec<Vec<Option<Face>>> = Vec::new();
    for (row, text) in board.split('/').enumerate() {
        let place = || format!("position, row {}", row + 1);
        let mut cells = Vec::new();
        for (column, symbol) in text.chars().enumerate() {
            let face = if symbol == '.' {
                None
            } else {
                let white = symbol.to_digit(16).map_or(0, |white| white as u8);
                let place = || format!("{}, column {}", place(), column_name(column + 1));
                let error =
                    || InputError::new(place(), symbol.to_string(), say!("5, a, 9, 6, 3, c or ."));
                Some(Face::from_white(white).ok_or_else(error)?)
            };
            cells.push(face);
            if cells.len() > MOST {
                return Err(InputError::sentence(
                    place(),
                    say!("there are more than {limit} columns", limit = MOST),
                ));
            }
        }
        let width = rows.first().map_or(cells.len(), Vec::len);
        if cells.len() != width || width == 0 {
            let expected = match width {
                0 => say!("at least one cell"),
                _ => say_count!(
                    width as u64,
                    "{count} cell, as in row 1",
                    "{count} cells, as in row 1"
                ),
            };
            return Err(InputError::new(place(), text, expected));
        }
        rows.push(cells);
        if rows.len() > MOST {
            return Err(InputError::sentence(
                "position",
                say!("there are more than {limit} rows", limit = MOST),
            ));
        }
    }
    Ok(rows)
}

/// The text of a position, followed by these words.
pub(crate) fn write(pos: &Position, words: &[&str]) -> String {
    let (width, height) = pos.size();
    let mut rows = vec![vec!['.'; width]; height];
    for (column, row, face) in pos.tiles() {
        rows[row][column] = char::from_digit(face.white().into(), 16).expect("four bits");
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let mut text = match height {
        0 => "-".into(),
        _ => rows.join("/"),
    };
    text.push_str(if pos.to_move() == Player(0) { " w" } else { " b" });
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    if let Some(face) = pos.drawn_face() {
        text.push_str(" ?");
        text.push_str(face.name());
    }
    text
}
