//! An estimate of how hard a puzzle is, as a rating: its number of turns, the share of right moves, and how close the second-best move is.
//!
//! The formula is not measured with players. Its terms are in the order in which puzzles get harder: each turn to look ahead adds 300, each
//! halving of the share of right moves adds 60, and a second-best move that loses nothing adds 400.

use super::lists::ListedPuzzle;

/// The rating of a puzzle of one turn in which every move is right.
const BASE: f64 = 1000.0;
/// What each further turn adds.
const TURN: f64 = 300.0;
/// What each halving of the share of right moves adds.
const HALVING: f64 = 60.0;
/// What a second-best move adds that loses almost nothing.
const CLOSE: f64 = 400.0;
/// A second-best move that loses this much, in points, adds nothing.
const CLEAR: f64 = 0.25;

/// The rating of a puzzle, rounded to tens. `n_moves` is the number of legal moves.
pub(super) fn rating(puzzle: &ListedPuzzle, n_moves: usize) -> u32 {
    let turns = f64::from(puzzle.puzzle.turns.unwrap_or(1));
    let origin = &puzzle.puzzle.origin;
    let (right, of) = share_of_right(origin).unwrap_or((1, n_moves.max(1)));
    let halvings = (of as f64 / right.max(1) as f64).log2().max(0.0);
    let close = loss_of_next(origin).map_or(0.0, |loss| CLOSE * (1.0 - loss.min(CLEAR) / CLEAR));
    let rating = BASE + TURN * (turns - 1.0) + HALVING * halvings + close;
    ((rating / 10.0).round() * 10.0) as u32
}

/// The numbers of right moves and of all moves, if the origin states them: `1 of 3 moves win`.
fn share_of_right(origin: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = origin.split(' ').collect();
    words.windows(4).find_map(|words| match words {
        [right, "of", of, moves] if moves.starts_with("moves") => {
            Some((right.parse().ok()?, of.parse().ok()?))
        }
        _ => None,
    })
}

/// What the second-best move loses, in points, if the origin states it: `the next best loses 0.329`.
fn loss_of_next(origin: &str) -> Option<f64> {
    let (_, loss) = origin.split_once("the next best loses ")?;
    loss.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_base::catalogue::catalogue;

    use super::super::lists::{find_puzzle, of_game};

    #[test]
    fn the_origin_states_how_many_moves_are_right_or_what_the_next_best_loses() {
        assert_eq!(share_of_right("seed 9, ply 2: 2 of 39 moves, a loop of 3"), Some((2, 39)));
        assert_eq!(share_of_right("self-play seed 17 game 11"), None);
        assert_eq!(loss_of_next("random bear-off, the next best loses 0.329"), Some(0.329));
        for game in catalogue().games() {
            for puzzle in of_game(game).expect("the lists can be read") {
                let origin = &puzzle.puzzle.origin;
                let is_only = puzzle.list.judge == ludex_kit::PuzzleJudge::WinsInTime;
                let is_known = share_of_right(origin).is_some() || loss_of_next(origin).is_some();
                assert!(is_only || is_known, "{}: {origin}", puzzle.id);
            }
        }
    }

    #[test]
    fn more_turns_and_fewer_right_moves_are_harder() {
        let rating = |id: &str| {
            let puzzle = find_puzzle(id).expect("the puzzle exists");
            rating(&puzzle, puzzle.open().expect("the position is valid").legal_moves().len())
        };
        assert!(rating("takt-tinue-31") > rating("takt-tinue-1") + 200);
        assert!(rating("tryktrak-bearoff-8") > rating("tryktrak-bearoff-1") + 200);
        assert_eq!(rating("quoridor-race-3"), 1060);
    }
}
