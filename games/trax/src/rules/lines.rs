//! Finds the winning lines of a position, for pictures and reports. The rules themselves detect wins as tiles are placed, without this
//! search.

use super::board::{Board, Wins};
use super::face::{Face, JOINED, SIDES};
use super::position::{Position, on};
use super::space::Space;

/// A loop, or a line across the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningLine {
    /// 0 white, 1 red.
    pub colour: usize,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// Its tiles in order, as column and row in the group.
    pub cells: Vec<(usize, usize)>,
}

/// Every line that counts as a win of the position.
pub fn winning_lines(pos: &Position) -> Vec<WinningLine> {
    if pos.wins().is_empty() {
        return Vec::new();
    }
    on!(&pos.group, board => of_board(board, pos.wins()))
}

fn of_board<S: Space>(board: &Board<S>, wins: Wins) -> Vec<WinningLine> {
    let mut lines = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let cells: Vec<usize> = board.cells().collect();
    for colour in 0..2 {
        // Open lines are followed from one of their ends. Lines that are not visited by then are loops.
        for &cell in &cells {
            for side in sides(board, cell, colour) {
                let (next, back) = board.front(cell, side);
                if board.is_tile(next) || seen.contains(&(cell, colour)) {
                    continue;
                }
                let path = walk(board, cell, side, colour);
                seen.extend(path.iter().map(|&cell| (cell, colour)));
                let slot = next * 4 + back;
                let crossing = wins.has(Wins(4 << colour));
                if crossing && board.spans(board.extent, slot, board.space.other_end(slot)) {
                    lines.push(line(board, colour, false, &path));
                }
            }
        }
        for &cell in &cells {
            if !seen.contains(&(cell, colour)) {
                let side = sides(board, cell, colour)[0];
                let path = walk(board, cell, side, colour);
                seen.extend(path.iter().map(|&cell| (cell, colour)));
                lines.push(line(board, colour, true, &path));
            }
        }
    }
    lines
}

fn sides<S: Space>(board: &Board<S>, cell: usize, colour: usize) -> [usize; 2] {
    let white = board.face(cell).map_or(5, Face::white);
    let (one, two) = JOINED[usize::from(if colour == 0 { white } else { white ^ 15 })];
    [one.into(), two.into()]
}

/// The tiles of the line that enters a cell by a side, beginning with that cell.
fn walk<S: Space>(board: &Board<S>, start: usize, entry: usize, colour: usize) -> Vec<usize> {
    let (mut cell, mut entry) = (start, entry);
    let mut path = vec![start];
    loop {
        debug_assert!(SIDES.contains(&entry));
        let [one, two] = sides(board, cell, colour);
        let exit = if one == entry { two } else { one };
        (cell, entry) = board.front(cell, exit);
        if !board.is_tile(cell) || cell == start {
            return path;
        }
        path.push(cell);
    }
}

fn line<S: Space>(board: &Board<S>, colour: usize, is_loop: bool, path: &[usize]) -> WinningLine {
    let relative = |&cell: &usize| {
        let (column, row) = board.place(cell);
        (usize::from(column - board.extent.left), usize::from(row - board.extent.top))
    };
    WinningLine { colour, is_loop, cells: path.iter().map(relative).collect() }
}
