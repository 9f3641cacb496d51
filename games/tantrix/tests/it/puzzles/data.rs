//! Every row of the data file, and the official puzzles.

use ludex_kit::interface::puzzles::Ask;
use ludex_tantrix::puzzle::Puzzle;
use ludex_tantrix::{Colour, Placement};

use super::{all, answer, check, puzzle};

const ROWS: &str = include_str!("../../data/puzzles.tsv");

/// A row: the puzzle, the expected result, and an example.
struct Row {
    name: &'static str,
    puzzle: Puzzle,
    expected: &'static str,
    example: Vec<Placement>,
}

fn parse_numbers(text: &str) -> Vec<u32> {
    let part = |part: &str| match part.split_once('-') {
        Some((first, last)) => {
            first.parse().expect("valid test data")..=last.parse().expect("valid test data")
        }
        None => part.parse().expect("valid test data")..=part.parse().expect("valid test data"),
    };
    text.split(',').flat_map(part).collect()
}

fn rows() -> impl Iterator<Item = Row> {
    let lines = ROWS.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let colour = fields[2].chars().next().and_then(Colour::of_letter).expect("valid test data");
        let example = fields.get(5).unwrap_or(&"").split(',');
        Row {
            name: fields[0],
            puzzle: puzzle(parse_numbers(fields[1]), colour).with_holes(fields[3] == "yes"),
            expected: fields[4],
            example: example
                .filter(|text| !text.is_empty())
                .map(|text| text.parse().expect("valid test data"))
                .collect(),
        }
    })
}

#[test]
fn every_row() {
    for row in rows() {
        if let Some(count) = row.expected.strip_prefix("count_tile1_fixed=") {
            let counted = answer(&row.puzzle, Ask::Count);
            assert_eq!(counted.n_solutions.to_string(), count, "{}", row.name);
            assert!(counted.complete);
            continue;
        }
        let found = answer(&row.puzzle, Ask::First);
        assert_eq!(found.solvable(), Some(row.expected == "solvable"), "{}", row.name);
        if let Some(solution) = found.solution {
            check(&row.puzzle, &solution);
        }
    }
}

#[test]
fn the_examples_are_among_the_solutions() {
    let short = |row: &Row| (1..=11).contains(&row.example.len());
    for row in rows().filter(short) {
        check_in_order(&row);
        let mut wanted = moved_to_start(&row.puzzle, &row.example);
        wanted.sort_unstable();
        let found = all(&row.puzzle).into_iter().any(|mut solution| {
            solution.sort_unstable();
            solution == wanted
        });
        assert!(found, "{}", row.name);
    }
}

/// The examples of the data file list tiles in any order, so the order can only be checked for the solutions of the program.
fn check_in_order(row: &Row) {
    let solution = answer(&row.puzzle, Ask::First).solution.expect("valid test data");
    assert_eq!(solution[0].face.tile(), row.puzzle.first());
    assert_eq!(solution[0].to_string().split_once('@').expect("valid test data").1, "0:0");
    assert_eq!(solution[0].face.rotation(), 0);
}

/// The placements after a translation and a rotation that put the first tile of the puzzle at 0:0 in rotation a.
fn moved_to_start(puzzle: &Puzzle, placements: &[Placement]) -> Vec<Placement> {
    let is_first = |p: &&Placement| p.face.tile() == puzzle.first();
    let first = placements.iter().find(is_first).expect("valid test data");
    let turns = (6 - first.face.rotation()) % 6;
    let moved = |p: &Placement| {
        let hex = ludex_tantrix::Hex::new(p.hex.q - first.hex.q, p.hex.r - first.hex.r);
        Placement { face: p.face.turned(turns), hex: hex.turned(turns) }
    };
    placements.iter().map(moved).collect()
}

/// The colours on the backs of tiles 3 to 30, which name the official puzzles.
const BACKS: &str = "YRRBBBYRRYBBRRYRRYYYYRRRRRRR";

#[test]
fn the_official_puzzles() {
    for (number, letter) in (3..).zip(BACKS.chars()) {
        let puzzle = puzzle(1..=number, Colour::of_letter(letter).expect("valid test data"));
        let found = answer(&puzzle, Ask::First);
        check(&puzzle, &found.solution.expect("valid test data"));
        let roomy = puzzle.with_holes(true);
        check(&roomy, &answer(&roomy, Ask::First).solution.expect("valid test data"));
    }
}
