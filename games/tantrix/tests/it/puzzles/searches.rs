//! The searches compared with each other and with exhaustive enumeration; threads; limits.

use ludex_kit::interface::puzzles::{Ask, News};
use ludex_search::Limits;
use ludex_tantrix::puzzle::{Goal, Puzzle, solve};
use ludex_tantrix::{Colour, Face, Hex, Placement, Tile};

use super::{all, answer, check, demand, has_hole, puzzle};

/// Counts solutions by trying every tile in every rotation at every neighbouring cell.
fn count_by_trying(puzzle: &Puzzle) -> usize {
    let first = puzzle.first();
    let start = Placement { face: first.rotated(0), hex: Hex::default() };
    let mut found = std::collections::BTreeSet::new();
    let left: Vec<Tile> = puzzle.tiles().without(first).iter().collect();
    extend(puzzle, &mut vec![start], &left, &mut found);
    found.len()
}

fn extend(
    puzzle: &Puzzle,
    laid: &mut Vec<Placement>,
    left: &[Tile],
    found: &mut std::collections::BTreeSet<Vec<Placement>>,
) {
    if left.is_empty() {
        if is_solution(puzzle, laid) {
            let mut solution = laid.clone();
            solution.sort_unstable();
            found.insert(solution);
        }
        return;
    }
    // Tiles are placed in a fixed order, so some cells may not touch a tile yet: every cell within reach is tried.
    let reach = puzzle.tiles().len() as i8 - 1;
    for q in -reach..=reach {
        for r in -reach..=reach {
            let hex = Hex::new(q, r);
            for rotation in 0..6 {
                let face = left[0].rotated(rotation);
                if laid.iter().all(|p| p.hex != hex) && matches(laid, hex, face) {
                    laid.push(Placement { face, hex });
                    extend(puzzle, laid, &left[1..], found);
                    laid.pop();
                }
            }
        }
    }
}

fn matches(laid: &[Placement], hex: Hex, face: Face) -> bool {
    (0..6).all(|direction| {
        let neighbour = hex.neighbour(direction);
        let other = laid.iter().find(|p| p.hex == neighbour);
        other.is_none_or(|p| p.face.edges()[(direction + 3) % 6] == face.edges()[direction])
    })
}

/// Whether the colour forms one loop or one line through all tiles.
fn is_solution(puzzle: &Puzzle, laid: &[Placement]) -> bool {
    let next = |p: &Placement| {
        let ends = (0..6).filter(|&d| p.face.edges()[d] == puzzle.colour());
        ends.filter_map(|d| laid.iter().position(|o| o.hex == p.hex.neighbour(d)))
            .collect::<Vec<_>>()
    };
    let joints: usize = laid.iter().map(|p| next(p).len()).sum();
    let mut reached = vec![0];
    let mut index = 0;
    while index < reached.len() {
        for other in next(&laid[reached[index]]) {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
        index += 1;
    }
    let wanted = match puzzle.goal() {
        Goal::Loop => 2 * laid.len(),
        Goal::Line => 2 * (laid.len() - 1),
    };
    reached.len() == laid.len() && joints == wanted && (puzzle.holes() || !has_hole(laid))
}

#[test]
fn counts_are_those_of_trying_everything() {
    use Colour::{Blue, Green, Red, Yellow};
    let sets = [
        (vec![1, 2, 3], Yellow),
        (vec![1], Blue),
        (vec![2, 1], Red),
        (vec![16, 23, 3], Red),
        (vec![45, 43, 28], Blue),
        (vec![34, 45, 36], Green),
    ];
    for (numbers, colour) in sets {
        for goal in [Goal::Loop, Goal::Line] {
            for holes in [false, true] {
                let puzzle = puzzle(numbers.clone(), colour).with_goal(goal).with_holes(holes);
                let counted = answer(&puzzle, Ask::Count).n_solutions as usize;
                assert_eq!(counted, count_by_trying(&puzzle), "{puzzle:?}");
            }
        }
    }
    let four = puzzle(1..=4, Red);
    assert_eq!(answer(&four, Ask::Count).n_solutions as usize, count_by_trying(&four));
}

#[test]
fn loops_without_holes_are_those_of_all_loops_that_have_none() {
    let sets: [(Vec<u32>, Colour); 5] = [
        ((1..=7).collect(), Colour::Red),
        ((1..=8).collect(), Colour::Blue),
        ((1..=9).collect(), Colour::Yellow),
        (vec![32, 33, 34, 35, 36, 37, 38, 45], Colour::Green),
        ((48..=56).collect(), Colour::Green),
    ];
    for (numbers, colour) in sets {
        let narrow = puzzle(numbers, colour);
        let roomy = narrow.clone().with_holes(true);
        let mut whole: Vec<_> = all(&roomy).into_iter().filter(|s| !has_hole(s)).collect();
        let mut found = all(&narrow);
        for solution in found.iter_mut().chain(&mut whole) {
            check(&narrow, solution);
            solution.sort_unstable();
        }
        whole.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, whole);
        assert_eq!(answer(&narrow, Ask::Count).n_solutions as usize, found.len());
    }
}

#[test]
fn lines_are_lines() {
    for holes in [false, true] {
        let line = puzzle(1..=6, Colour::Red).with_goal(Goal::Line).with_holes(holes);
        let solutions = all(&line);
        assert_eq!(solutions.len() as u64, answer(&line, Ask::Count).n_solutions);
        for solution in &solutions {
            check(&line, solution);
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_the_threads() {
    for ask in [Ask::First, Ask::Count, Ask::All] {
        for puzzle in [
            puzzle(1..=10, Colour::Red),
            puzzle(1..=19, Colour::Red),
            puzzle(1..=9, Colour::Red),
            puzzle(1..=8, Colour::Blue).with_holes(true),
        ] {
            if ask != Ask::First && puzzle.tiles().len() > 10 {
                continue;
            }
            let mut told = Vec::new();
            let mut answers = Vec::new();
            for threads in [1, 2, 5] {
                let mut solutions = Vec::new();
                answers.push(solve(&puzzle, &demand(ask, threads), &mut |news| {
                    if let News::Solution(solution) = news {
                        solutions.push(solution);
                    }
                }));
                told.push(solutions);
            }
            assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{puzzle:?}");
            assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}

#[test]
fn a_tile_without_the_colour_makes_it_unsolvable() {
    let answer = answer(&puzzle([1, 2, 3, 24], Colour::Yellow), Ask::First);
    assert_eq!(answer.solvable(), Some(false));
}

#[test]
fn limits_and_stops_cut_it_short() {
    let large = puzzle(1..=14, Colour::Yellow);
    let mut demand = demand(Ask::Count, 2);
    demand.limits = Limits::nodes(50_000);
    let cut = solve(&large, &demand, &mut |_| {});
    assert!(!cut.complete);
    demand.limits = Limits::default();
    demand.stop.stop();
    let stopped = solve(&large, &demand, &mut |_| {});
    assert!(!stopped.complete);
    assert!(stopped.nodes < 1_000_000);
}
