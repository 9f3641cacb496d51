//! Puzzles: lay all the given tiles so that one colour makes a single loop, or a single line, through every tile.
//!
//! Two searches share the work, because a ban on holes changes what is known. Without holes a loop winds around no cell, so
//! every cell at its inner side must be filled: `sectors` always has several cells that must be filled and takes the one
//! with the fewest faces. Otherwise `path` lays the line tile by tile at its two ends. `run` splits either between
//! threads.
//!
//! Glossary: *goal* the loop or the line that is asked for; *hole* empty cells that tiles enclose; *wedge* the corner
//! between two neighbouring edges of a cell, where three cells meet; *inside* what a loop winds around.

mod board;
mod goal;
mod path;
mod run;
mod sectors;
mod text;

pub use goal::{Goal, Puzzle};
pub use text::{PUZZLES, read_tiles};

use super::{Face, Hex, Placement};
use ludex_kit::interface::puzzles::{News, PuzzleAnswer, PuzzleDemand};
use path::LinePath;
use sectors::Sectors;

/// A walk through the ways to lay the tiles, one step at a time.
trait PlacementWalk: Clone + Send + Sync {
    /// One step.
    type Step: Copy + Send + Sync;

    /// What can be said here. Where the walk goes on, the ways are added to `steps`, in a fixed order.
    fn look(&self, steps: &mut Vec<Self::Step>) -> Look;

    /// Takes a step.
    fn play(&mut self, step: Self::Step);

    /// Takes the last step back.
    fn undo(&mut self);

    /// The tiles that are laid, in the order of laying.
    fn laid(&self) -> &[(Hex, Face)];
}

/// What a look at a stage of a walk tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Nothing comes of it.
    Dead,
    /// All tiles are laid, and well.
    Solved,
    /// The walk goes on.
    Open,
}

/// Solves a puzzle; `tell` hears of progress and of every solution that is asked for.
pub fn solve(
    puzzle: &Puzzle,
    demand: &PuzzleDemand,
    tell: &mut dyn FnMut(News<Placement>),
) -> PuzzleAnswer<Placement> {
    if !puzzle.is_conceivable() {
        return PuzzleAnswer::unsolvable();
    }
    let solution = |laid: &[(Hex, Face)]| puzzle.in_order(laid);
    if puzzle.goal() == Goal::Loop && !puzzle.holes() {
        run::run(&Sectors::starts(puzzle), demand, &solution, tell)
    } else {
        run::run(&[LinePath::start(puzzle)], demand, &solution, tell)
    }
}

impl Puzzle {
    /// The tiles of a solution in the order of the line, the loop from the first tile on.
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

/// The tiles of the line from `start` on in a direction, without the first; a loop stops where it began.
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
