//! What chance decides, thrown by the server.

use axum::Router;
use ludex_games::InputError;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::answer;
use super::line::Line;
use super::{Refusal, Server, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/chance", answer(chance))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
}

fn chance(server: &Server, question: Question) -> Result<Value, Refusal> {
    let mut session = question.line.open()?;
    let event = session.sample_event_by(&mut server.random())?;
    let event = event.ok_or_else(|| {
        InputError::new(
            "line",
            session.position(),
            "a position in which chance decides",
        )
    })?;
    Ok(json!({"event": event}))
}
