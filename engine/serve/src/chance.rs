//! Random events (dice, tiles) drawn by the server.

use std::hash::{BuildHasher, RandomState};

use super::answer::answer;
use super::line::Line;
use super::refusal::Refusal;
use super::server::{Server, Shared};
use super::view::NamedEvent;
use axum::Router;
use ludex_kit::{InputError, say};
use ludex_search::support::random::stream;
use rand_pcg::Pcg64;
use serde::Deserialize;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/chance", answer(chance))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
}

fn chance(_: &Server, question: &Question) -> Result<NamedEvent, Refusal> {
    let session = question.line.open()?;
    let event = session.draw_event(&mut random_numbers());
    let event = event.ok_or_else(|| {
        InputError::problem(
            "line",
            session.position(),
            say!("is not a position where a chance event is due"),
        )
    })?;
    Ok(NamedEvent::new(&*session, event))
}

/// A random generator with a fresh seed.
fn random_numbers() -> Pcg64 {
    // `RandomState` is the only source of randomness in the standard library.
    stream(RandomState::new().hash_one(()), 0)
}
