//! Proofs: by endgame tables if the game has some for the position, else by a search.

use std::time::Duration;

use axum::Router;
use ludex_kit::registry::SoFar;
use ludex_kit::{InputError, TableRequest, say};
use ludex_search::Limits as SearchLimits;
use serde::Deserialize;
use serde_json::json;

use super::analyse::check_playing;
use super::client::Client;
use super::limits::Limits;
use super::line::Line;
use super::refusal::Refusal;
use super::search_choice::{SearchChoice, time};
use super::server::{Server, Shared};
use super::stream::{Job, stream};
use ludex_base::cache::Cache;
use ludex_study::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/solve", stream(prepare_proof))
}

/// The position and the limits of the proof.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    solver: Option<String>,
    time_ms: Option<u64>,
    threads: Option<usize>,
    hash: Option<usize>,
}

/// Default time.
const TIME: Duration = Duration::from_secs(10);

fn prepare_proof(server: &Server, client: Client, question: Question) -> Result<Job, Refusal> {
    let choice =
        SearchChoice { threads: question.threads, hash: question.hash, ..SearchChoice::default() };
    let limits = SearchLimits::time(time(question.time_ms)?.unwrap_or(TIME));
    let slot =
        server.search_slots.take(client, choice.resources(server, Limits::DEFAULT_HASH_MIB)?)?;
    let mut session = question.line.open()?;
    check_playing(&*session)?;
    if session.solvers().is_empty() {
        let error = InputError::problem(
            "game",
            session.info().name,
            say!("has no search that proves results"),
        );
        return Err(error.into());
    }
    let solver = question.solver;
    session.configure_solver(solver.as_deref(), choice.setup(&slot, 1)?)?;
    Ok(Job::new(slot, move |events, slot| {
        let tables = TableRequest { size: None, threads: slot.threads };
        if let Some(solved) = session.solve_by_tables(tables, &Cache::of_user())? {
            events.send("done", json::solved_by_tables(&*session, &solved));
            return Ok(());
        }
        let mut observer = |progress: &SoFar<'_, Vec<String>>| {
            let progress = json!({
                "depth": progress.depth,
                "moves": progress.words(),
                "nodes": progress.nodes,
                "time_ms": json::milliseconds(progress.elapsed),
            });
            events.send_latest("progress", progress);
        };
        let solved = session.solve(solver.as_deref(), &limits, &slot.stop, &mut observer)?;
        let mut object = json::solved(&solved);
        object["line"] = json!(solved.line);
        events.send("done", object);
        Ok(())
    }))
}
