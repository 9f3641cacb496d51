//! What chance decides, thrown by the server.

use std::hash::{BuildHasher, RandomState};

use axum::Router;
use ludex_kit::InputError;
use ludex_search::support::random::stream;
use rand_pcg::Pcg64;
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

fn chance(_: &Server, question: &Question) -> Result<Value, Refusal> {
    let mut session = question.line.open()?;
    let event = session.sample_event_by(&mut dice())?;
    let event = event.ok_or_else(|| {
        InputError::new("line", session.position(), "a position in which chance decides")
    })?;
    Ok(json!({"event": event}))
}

/// What chance decides by, other numbers each time.
fn dice() -> Pcg64 {
    // The keys of a hash are the chance that the standard library has.
    stream(RandomState::new().hash_one(()), 0)
}
