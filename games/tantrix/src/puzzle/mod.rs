//! Puzzles: place all given tiles so that one colour forms a single loop, or a single line, through every tile.
//!
//! There are two searches. `sectors` finds loops without holes: such a loop encloses no cell, so every cell on its inner side must be
//! filled. The search knows several of these cells at any time, and fills the one that the fewest faces fit. `path` finds lines, and loops
//! that may have holes: it extends the line tile by tile at both ends. `run` distributes either search over threads.
//!
//! Terms: the *goal* is the required loop or line; a *hole* is a group of empty cells enclosed by tiles; a *wedge* is the corner
//! between two neighbouring edges of a cell, where three cells meet; *inside* is what a loop winds around.

mod board;
mod goal;
mod path;
mod run;
mod sectors;
mod text;
mod walk;

pub use goal::{Goal, Puzzle};
pub use text::{PUZZLES, read_tiles};

use crate::rules::hex::Hex;
use crate::rules::moves::Placement;
use crate::rules::tile::Face;
use ludex_kit::interface::puzzles::{News, PuzzleAnswer, PuzzleDemand};
use path::LinePath;
use sectors::Sectors;

/// Solves a puzzle. `report_to` receives progress reports and every requested solution.
pub fn solve(
    puzzle: &Puzzle,
    demand: &PuzzleDemand,
    report_to: &mut dyn FnMut(News<Placement>),
) -> PuzzleAnswer<Placement> {
    if !puzzle.is_conceivable() {
        return PuzzleAnswer::unsolvable();
    }
    let solution = |laid: &[(Hex, Face)]| puzzle.in_order(laid);
    if puzzle.goal() == Goal::Loop && !puzzle.holes() {
        run::run(&Sectors::starts(puzzle), demand, &solution, report_to)
    } else {
        run::run(&[LinePath::start(puzzle)], demand, &solution, report_to)
    }
}

impl Puzzle {
    /// The tiles of a solution in the order of the line; a loop begins with the first tile.
    fn in_order(&self, laid: &[(Hex, Face)]) -> Vec<Placement> {
        let face_at = |hex: Hex| laid.iter().find(|&&(at, _)| at == hex).map(|&(_, face)| face);
        let (start, first) = laid[0];
        let ends = goal::ends(first, self.colour());
        let ahead = follow(start, ends[0], &face_at);
        let mut line = Vec::with_capacity(laid.len());
        if ahead.len() + 1 < laid.len() {
            line = follow(start, ends[1], &face_at);
            line.reverse();
        }
        line.push(Placement { face: first, hex: start });
        line.extend(ahead);
        line
    }
}

/// The tiles of the line from `start` in a direction, without `start`. A loop stops where it began.
fn follow(
    start: Hex,
    mut direction: usize,
    face_at: &dyn Fn(Hex) -> Option<Face>,
) -> Vec<Placement> {
    let mut line = Vec::new();
    let mut hex = start.neighbour(direction);
    while let Some(face) = face_at(hex).filter(|_| hex != start) {
        line.push(Placement { face, hex });
        direction = goal::leaves(face, direction);
        hex = hex.neighbour(direction);
    }
    line
}
