//! Setting up positions: placing tiles next to the group together with the tiles that they force, removing tiles, and choosing the player
//! to move.

use ludex_search::{Game as _, MoveList};

use super::picture::{ALONE, cell_name, draw_alone};
use crate::notation::setup;
use crate::rules::face::Face;
use crate::rules::game::Trax;
use crate::rules::options::Options;
use crate::rules::position::{Move, Position};
use ludex_kit::interface::setting_up::{
    SettingUp, SetupField, TO_MOVE, TrayPiece, no_place, unknown,
};
use ludex_kit::{InputError, Touch};
use ludex_kit::{message, say};

impl SettingUp<Self> for Trax {
    fn pieces(&self, _: &Position) -> Vec<TrayPiece> {
        // One tile for each symbol: the neighbours determine its orientation.
        let faces = [Face::WhiteVertical, Face::WhiteNorthWest, Face::WhiteNorthEast];
        let put = faces.map(|face| {
            TrayPiece::drawn(tile(face.symbol()), &["cell"], ALONE, |scene| {
                draw_alone(scene, face);
            })
        });
        let taken = TrayPiece::act(TrayPiece::TAKE_AWAY, &["tile"]);
        put.into_iter().chain([taken]).collect()
    }

    fn fields(&self, pos: &Position) -> Vec<SetupField> {
        vec![SetupField::among(TO_MOVE, pos.to_move().index() + 1, [1, 2])]
    }

    fn put(&self, pos: &Position, piece: &str, at: &Touch) -> Result<String, InputError> {
        let mover = letter(pos);
        if piece == TrayPiece::TAKE_AWAY {
            let tiles = pos.tiles();
            let is_it = |&&(column, row, _): &&(usize, usize, Face)| {
                at.name_of("tile") == Some(&name(pos, column, row))
            };
            let taken = tiles.iter().find(is_it);
            let taken = taken.ok_or_else(|| no_place(piece, at, say!("there is no tile here")))?;
            let &(column, row, _) = taken;
            return Ok(self.without(pos, (column, row)));
        }
        let moves = turns(self, pos);
        let is_there = |mv: &&Move| at.name_of("cell") == Some(&cell_name(pos, pos.cell_of(**mv)));
        let there = moves.iter().filter(is_there);
        let there: Vec<(&str, &Move)> = there.map(|mv| (tile(mv.face.symbol()), mv)).collect();
        let mv = there.iter().find(|(name, _)| *name == piece);
        let Some((_, mv)) = mv else {
            let mut fitting: Vec<&str> = there.iter().map(|(name, _)| *name).collect();
            fitting.dedup();
            let fitting = fitting.into_iter().map(|name| crate::WORDS.translate(name).to_owned());
            let fitting =
                fitting.reduce(|first, second| say!("{first} or {second}", first, second));
            let why = match (pos.ending(), fitting) {
                (Some(_), _) => say!("the game is over"),
                (None, None) => say!("no tile fits here"),
                (None, Some(tiles)) => say!("only {tiles} fits here", tiles),
            };
            return Err(no_place(piece, at, why));
        };
        let mut after = pos.clone();
        after.drawn_face = None;
        self.play(&mut after, **mv);
        Ok(self.written(&after, mover))
    }

    fn set(&self, pos: &Position, field: &str, value: &str) -> Result<String, InputError> {
        match (field, value) {
            (TO_MOVE, "1") => Ok(self.written(pos, "w")),
            (TO_MOVE, "2") => Ok(self.written(pos, "b")),
            (TO_MOVE, _) => Err(InputError::new(field, value, say!("1 or 2"))),
            _ => Err(unknown("field", field)),
        }
    }

    fn cleared(&self, _: &Position) -> String {
        setup::write(&self.start(), &self.options().words())
    }
}

impl Trax {
    fn written(&self, pos: &Position, mover: &str) -> String {
        let mut pos = pos.clone();
        // The drawn face belongs to the position before the change, so it is left out.
        pos.drawn_face = None;
        let text = setup::write(&pos, &self.options().words());
        let mut words: Vec<&str> = text.split(' ').collect();
        words[1] = mover;
        words.join(" ")
    }

    /// The text of the position after one tile is removed. Rows and columns that become empty are left out.
    fn without(&self, pos: &Position, taken: (usize, usize)) -> String {
        let text = self.written(pos, letter(pos));
        let (board, rest) = text.split_once(' ').expect("a board and who moves");
        let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        rows[taken.1][taken.0] = '.';
        let is_blank = |row: &[char]| row.iter().all(|&cell| cell == '.');
        rows.retain(|row| !is_blank(row));
        let width = rows.first().map_or(0, Vec::len);
        let kept = (0..width).filter(|&column| rows.iter().any(|row| row[column] != '.'));
        let kept: Vec<usize> = kept.collect();
        let rows = rows.iter().map(|row| kept.iter().map(|&column| row[column]).collect());
        let rows: Vec<String> = rows.collect();
        if rows.is_empty() {
            return self.cleared(pos);
        }
        format!("{} {rest}", rows.join("/"))
    }
}

/// The name of a tile in the tray.
fn tile(symbol: char) -> &'static str {
    match symbol {
        '+' => message!("Tile +"),
        '/' => message!("Tile /"),
        _ => message!("Tile \\"),
    }
}

fn name(pos: &Position, column: usize, row: usize) -> String {
    cell_name(pos, (column as i32, row as i32))
}

fn letter(pos: &Position) -> &'static str {
    ["w", "b"][pos.to_move().index()]
}

/// The turns in this position with any face; empty if the game is over.
fn turns(game: &Trax, pos: &Position) -> MoveList<Move> {
    let mut moves = MoveList::new();
    if pos.ending().is_none() {
        let game = Trax::with_options(Options { luck: false, ..game.options() });
        let mut pos = pos.clone();
        pos.drawn_face = None;
        game.legal_moves(&pos, &mut moves);
    }
    moves
}
