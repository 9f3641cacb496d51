//! Numbers for turns: face × row × column, with row and column as in the notation of turns. Row 0 and column 0 (`@`) are next to the
//! group's first row and column. The faces are counted as the player to move sees them: their own lines take the place of the white ones.

use ludex_kit::Actions;
use ludex_kit::support::window::{Window, move_by_order, number_by_order};
use ludex_search::Game;

use crate::rules::face::Face;
use crate::rules::game::Trax;
use crate::rules::position::{Move, Position};

/// Cells around a group of at most eight columns and rows: a group of seven can grow on both sides, a group of eight on neither.
const EIGHT: u32 = 9;
/// Columns and rows of the window of the unlimited game.
pub(crate) const UNLIMITED: u32 = 24;

impl Trax {
    /// The window of the variant.
    pub(crate) fn window(&self) -> Window {
        let side = if self.options().eight { EIGHT } else { UNLIMITED };
        Window { side, planes: Face::ALL.len() as u32 }
    }

    /// Whether the moves of this position are numbered by cell. If not, they are numbered by their order.
    fn is_in_window(&self, pos: &Position) -> bool {
        let (width, height) = pos.size();
        self.options().eight || pos.n_tiles() == 0 || self.window().holds(width, height)
    }
}

/// The cell at column 0 and row 0 of the window, in the coordinates of [`Move`].
pub(crate) fn window_corner(pos: &Position) -> (i32, i32) {
    let (left, top) = if pos.n_tiles() == 0 { (1, 1) } else { pos.corner() };
    (left - 1, top - 1)
}

/// A face as the player to move sees it, with their own lines in the place of the white ones. Applied twice, it gives the first face.
pub(crate) fn own_face(pos: &Position, face: Face) -> Face {
    // Face `f ^ 1` has its white sides where face `f` has its red ones.
    Face::ALL[face as usize ^ pos.to_move().index()]
}

impl Actions<Self> for Trax {
    fn count(&self) -> usize {
        self.window().count()
    }

    fn encode(&self, pos: &Position, moves: &[Move], out: &mut Vec<u32>) {
        if !self.is_in_window(pos) {
            return number_by_order(moves, out);
        }
        let (window, (left, top)) = (self.window(), window_corner(pos));
        let number = |mv: &Move| {
            let face = own_face(pos, mv.face) as usize;
            window.number(face, i32::from(mv.x) - left, i32::from(mv.y) - top)
        };
        out.extend(moves.iter().map(number));
    }

    fn decode(&self, pos: &Position, action: u32) -> Option<Move> {
        let (face, column, row) = self.window().place(action)?;
        if !self.is_in_window(pos) {
            let mut moves = Vec::new();
            self.legal_moves(pos, &mut moves);
            return move_by_order(moves, action);
        }
        let (left, top) = window_corner(pos);
        let at = |first: i32, place: i32| i16::try_from(first + place).ok();
        Some(Move { x: at(left, column)?, y: at(top, row)?, face: own_face(pos, Face::ALL[face]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_kit::Notation;

    #[test]
    fn numbers_are_as_documented() {
        let game = Trax::new();
        let mut pos = game.start();
        let number = |pos: &Position, text: &str| {
            let mut numbers = Vec::new();
            let mv = game.parse_move(pos, text).unwrap();
            game.encode(pos, &[mv], &mut numbers);
            (mv, numbers[0])
        };
        let (first, action) = number(&pos, "@0/");
        assert_eq!(action, 2 * 24 * 24);
        game.play(&mut pos, first);
        // White joins north and west, so the tile that continues the white line to the west of A1 is red from north to south.
        let (second, action) = number(&pos, "@1+");
        assert_eq!(second.face, Face::WhiteHorizontal);
        assert_eq!(action, 24);
    }

    /// A row of tiles that is too wide for the window. Only loops win, so the row does not end the game.
    #[test]
    fn a_group_beyond_the_window_has_numbers_too() {
        let options = crate::Options { loops: true, ..crate::Options::default() };
        let game = Trax::with_options(options);
        let mut pos = game.start();
        for x in 0..=UNLIMITED as i16 {
            let mut moves = Vec::new();
            game.legal_moves(&pos, &mut moves);
            let next = Move { x, y: 0, face: Face::WhiteVertical };
            assert!(moves.contains(&next), "{next:?} in {moves:?}");
            check(&game, &pos, &moves);
            game.play(&mut pos, next);
        }
        assert!(!game.is_in_window(&pos));
    }

    fn check(game: &Trax, pos: &Position, moves: &[Move]) {
        let mut numbers = Vec::new();
        game.encode(pos, moves, &mut numbers);
        for (&mv, &action) in moves.iter().zip(&numbers) {
            assert_eq!(game.decode(pos, action), Some(mv));
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), moves.len());
    }
}
