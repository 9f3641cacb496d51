//! Puzzles: positions that the engine generated and proved, and the judging of a user's attempts.
//!
//! **Invariant:** A puzzle contains no solution: every move that the engine proves to reach the goal is right. Some goals need no proof,
//! because the player can reach them within one turn by the rules alone, such as closing a loop at Tantrix. For these goals, the game lists
//! the moves that reach them (`Feats`).

mod daily;
mod difficulty;
mod judge;
mod lists;

#[cfg(test)]
mod tests;

use axum::Router;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{answer, answer_large};
use super::line::Line;
use super::refusal::Refusal;
use super::server::{Server, Shared};
#[cfg(test)]
pub(super) use judge::best_moves;
use judge::{solution, try_move};
use lists::{ListedPuzzle, of_game};
use ludex_base::catalogue::catalogue;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/puzzles", answer(list))
        .route("/api/puzzles/daily", answer(of_day))
        .route("/api/puzzles/try", answer_large(try_answer))
}

/// The puzzles of a game, or one of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    game: String,
    /// A particular puzzle.
    id: Option<String>,
    /// A particular puzzle by its number among all puzzles of the game, counted from 1.
    number: Option<usize>,
}

/// The day whose puzzle is requested.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DayQuery {
    /// The date at the user's place, `YYYY-MM-DD`.
    date: String,
}

/// A user's attempt at a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempt {
    id: String,
    /// The user's moves and the replies between them.
    #[serde(default)]
    steps: Vec<String>,
    /// Whether the user requests the solution.
    #[serde(default)]
    reveal: bool,
}

/// The list of a game's puzzles, or the requested puzzle without the list.
fn list(_: &Server, wanted: &PuzzleQuery) -> Result<Value, Refusal> {
    let game = catalogue().info(&wanted.game)?;
    let all = of_game(game)?;
    let index = match (&wanted.id, wanted.number) {
        (Some(id), _) => all.iter().position(|puzzle| puzzle.id == *id),
        (None, Some(number)) => number.checked_sub(1).filter(|&index| index < all.len()),
        (None, None) => {
            let kinds = game.puzzle_lists.iter();
            let kinds =
                kinds.map(|list| json!({"name": list.name, "about": game.translate(list.about)}));
            let entries: Result<Vec<Value>, Refusal> = all.iter().zip(1..).map(entry).collect();
            return Ok(json!({
                "kinds": kinds.collect::<Vec<_>>(),
                "puzzles": entries?,
                "puzzle": null,
            }));
        }
    };
    let puzzle = index.map(|index| puzzle_json(&all[index], index + 1)).transpose()?;
    Ok(json!({"kinds": [], "puzzles": [], "puzzle": puzzle}))
}

/// What a list says about a puzzle.
fn entry((puzzle, number): (&ListedPuzzle, usize)) -> Result<Value, Refusal> {
    Ok(json!({
        "id": puzzle.id,
        "number": number,
        "kind": puzzle.list.name,
        "turns": puzzle.puzzle.turns,
        "rating": difficulty::rating(puzzle, puzzle.open()?.legal_moves().len()),
    }))
}

fn of_day(_: &Server, day: &DayQuery) -> Result<Value, Refusal> {
    let (puzzle, number) = daily::of_date(&day.date)?;
    Ok(json!({"puzzle": puzzle_json(&puzzle, number)?}))
}

fn puzzle_json(puzzle: &ListedPuzzle, number: usize) -> Result<Value, Refusal> {
    let session = puzzle.open()?;
    Ok(json!({
        "id": puzzle.id,
        "number": number,
        "kind": puzzle.list.name,
        "line": Line::from_session(&*session),
        "ask": puzzle.ask(),
        "to_move": session.status().to_move,
        "turns": puzzle.puzzle.turns,
        "rating": difficulty::rating(puzzle, session.legal_moves().len()),
        "origin": puzzle.puzzle.origin,
    }))
}

/// Judges the last move of an attempt, or returns the solution.
fn try_answer(_: &Server, tried: &Attempt) -> Result<Value, Refusal> {
    let puzzle = lists::find_puzzle(&tried.id)?;
    if tried.reveal {
        let solution = solution(&puzzle, &tried.steps)?;
        return Ok(json!({
            "right": false, "reply": null, "solved": false, "solution": solution.line, "or": solution.or,
        }));
    }
    let verdict = try_move(&puzzle, &tried.steps)?;
    Ok(json!({
        "right": verdict.is_right,
        "reply": verdict.reply.filter(|_| verdict.is_right),
        "solved": verdict.is_solved,
        "refuted_by": verdict.refuted_by,
        "better": verdict.better,
        "solution": null,
    }))
}
