//! Puzzles: positions that the engine generated and proved, and the judging of a user's attempts.
//!
//! **Invariant:** A puzzle contains no solution: every move that the engine proves to reach the goal is right. Some goals need no proof,
//! because the player can reach them within one turn by the rules alone, such as closing a loop at Tantrix. For these goals, the game lists
//! the moves that reach them (`Feats`).

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
use judge::{solution, try_move};
use lists::{ListedPuzzle, of_game};
use ludex_base::catalogue::catalogue;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/puzzles", answer(next))
        .route("/api/puzzles/try", answer_large(try_answer))
}

/// Which puzzle is requested.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    game: String,
    /// The kind of puzzle; any kind if missing.
    kind: Option<String>,
    /// A particular puzzle.
    id: Option<String>,
    /// A particular puzzle by its number among all puzzles of the game, counted from 1.
    number: Option<usize>,
    /// Ids of puzzles to skip.
    #[serde(default)]
    done: Vec<String>,
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

/// The next puzzle of a game that is not in `done`.
fn next(_: &Server, wanted: &PuzzleQuery) -> Result<Value, Refusal> {
    let game = catalogue().info(&wanted.game)?;
    let all = of_game(game)?;
    if let Some(kind) = &wanted.kind {
        lists::check_kind(game, kind)?;
    }
    let kinds = game.puzzle_lists.iter().map(|list| {
        let of_kind = all.iter().filter(|puzzle| puzzle.list.name == list.name);
        json!({"name": list.name, "about": list.about, "count": of_kind.count()})
    });
    let kind = wanted.kind.as_deref();
    let is_of_kind = |puzzle: &ListedPuzzle| kind.is_none_or(|kind| kind == puzzle.list.name);
    let is_next = |puzzle: &ListedPuzzle| is_of_kind(puzzle) && !wanted.done.contains(&puzzle.id);
    let index = match (&wanted.id, wanted.number) {
        (Some(id), _) => all.iter().position(|puzzle| puzzle.id == *id),
        (None, Some(number)) => number.checked_sub(1).filter(|&index| index < all.len()),
        (None, None) => all.iter().position(is_next),
    };
    Ok(json!({
        "kinds": kinds.collect::<Vec<_>>(),
        "puzzle": index.map(|index| puzzle_json(&all[index], index + 1)).transpose()?,
    }))
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
