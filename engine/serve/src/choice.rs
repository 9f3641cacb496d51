//! Why the player who made the last move had little choice: one legal move, a threat, or a rule of the game.

use axum::Router;
use serde::{Deserialize, Serialize};

use super::answer::answer_large;
use super::line::Line;
use super::refusal::Refusal;
use super::server::{Server, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/choice", answer_large(choice))
}

/// A line, whose last step is explained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
}

#[derive(Serialize)]
struct Answer {
    /// `None` if the last step is not a move.
    choice: Option<Choice>,
}

/// What limited the choice of a player.
#[derive(Serialize)]
struct Choice {
    /// The player, counted from 1.
    player: usize,
    /// The number of legal moves.
    moves: usize,
    /// If the opponent threatened to win: the number of moves that prevented it.
    safe: Option<usize>,
    /// The rule of the game that applied, in one word.
    rule: Option<&'static str>,
    /// A number that belongs to the rule; 0 if it has none.
    count: usize,
}

fn choice(_: &Server, question: &Question) -> Result<Answer, Refusal> {
    let mut line = question.line.clone();
    let Some(last) = line.steps.pop() else {
        return Ok(Answer { choice: None });
    };
    let session = line.open()?;
    let player = session.status().to_move;
    let choice = player.zip(session.compulsion(&last)).map(|(player, found)| Choice {
        player,
        moves: found.moves,
        safe: found.safe,
        rule: found.rule.map(|rule| rule.word),
        count: found.rule.map_or(0, |rule| rule.count),
    });
    Ok(Answer { choice })
}
