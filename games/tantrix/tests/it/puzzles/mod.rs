//! Tantrix puzzles: the data file, the two searches compared with each other, threads, limits.

mod data;
mod searches;

use ludex_kit::interface::puzzles::{Ask, News, PuzzleAnswer, PuzzleDemand};
use ludex_search::{Limits, StopFlag};
use ludex_tantrix::puzzle::{Goal, Puzzle, solve};
use ludex_tantrix::{Colour, Hex, Placement, Tile};

/// The tiles with these numbers.
fn tiles(numbers: impl IntoIterator<Item = u32>) -> Vec<Tile> {
    let tile = |number| Tile::of_number(number).expect("valid test data");
    numbers.into_iter().map(tile).collect()
}

fn puzzle(numbers: impl IntoIterator<Item = u32>, colour: Colour) -> Puzzle {
    Puzzle::new(&tiles(numbers), colour).expect("valid test data")
}

fn demand(ask: Ask, threads: usize) -> PuzzleDemand {
    PuzzleDemand { ask, threads, limits: Limits::default(), stop: StopFlag::default() }
}

fn answer(puzzle: &Puzzle, ask: Ask) -> PuzzleAnswer<Placement> {
    solve(puzzle, &demand(ask, 1), &mut |_| {})
}

/// Every solution.
fn all(puzzle: &Puzzle) -> Vec<Vec<Placement>> {
    let mut solutions = Vec::new();
    solve(puzzle, &demand(Ask::All, 1), &mut |news| {
        if let News::Solution(solution) = news {
            solutions.push(solution);
        }
    });
    solutions
}

/// Checks a solution by the rules alone.
fn check(puzzle: &Puzzle, solution: &[Placement]) {
    let used: Vec<Tile> = solution.iter().map(|p| p.face.tile()).collect();
    assert_eq!(used.len(), puzzle.tiles().len());
    assert_eq!(used.into_iter().collect::<ludex_tantrix::TileSet>(), puzzle.tiles());
    let at = |hex: Hex| solution.iter().find(|p| p.hex == hex);
    let mut n_joints = 0;
    for placement in solution {
        assert_eq!(solution.iter().filter(|p| p.hex == placement.hex).count(), 1);
        for direction in 0..6 {
            if let Some(other) = at(placement.hex.neighbour(direction)) {
                let edge = placement.face.edges()[direction];
                assert_eq!(edge, other.face.edges()[(direction + 3) % 6], "{placement}");
                n_joints += usize::from(edge == puzzle.colour());
            }
        }
    }
    let n_tiles = solution.len();
    let closed = puzzle.goal() == Goal::Loop;
    assert_eq!(n_joints, 2 * (n_tiles - usize::from(!closed)));
    for pair in solution.windows(2) {
        joint(puzzle, pair[0], pair[1]);
    }
    if closed {
        joint(puzzle, solution[n_tiles - 1], solution[0]);
    }
    assert!(puzzle.holes() || !has_hole(solution));
}

/// Checks that two tiles are linked by the colour.
fn joint(puzzle: &Puzzle, one: Placement, two: Placement) {
    let direction = (0..6).find(|&d| one.hex.neighbour(d) == two.hex).expect("valid test data");
    assert_eq!(one.face.edges()[direction], puzzle.colour());
}

fn has_hole(solution: &[Placement]) -> bool {
    let filled = |hex: Hex| solution.iter().any(|p| p.hex == hex);
    let wide = solution
        .iter()
        .flat_map(|p| [p.hex.q.abs(), p.hex.r.abs()])
        .max()
        .expect("valid test data")
        + 1;
    let within = |hex: Hex| hex.q.abs() <= wide && hex.r.abs() <= wide;
    let mut reached = vec![Hex::new(wide, wide)];
    let mut next = 0;
    while next < reached.len() {
        for direction in 0..6 {
            let hex = reached[next].neighbour(direction);
            if within(hex) && !filled(hex) && !reached.contains(&hex) {
                reached.push(hex);
            }
        }
        next += 1;
    }
    let side = 2 * wide as usize + 1;
    reached.len() + solution.len() != side * side
}
