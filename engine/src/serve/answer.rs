//! Questions with one answer: JSON comes in, is read strictly, and goes out again.

use std::sync::Arc;

use axum::body::{Bytes, to_bytes};
use axum::extract::{Extension, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use ludex_games::InputError;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::refusal::JSON;
use super::{Client, Limits, Refusal, Server, Shared};

/// How long a computation may take.
#[derive(Clone, Copy)]
enum Pace {
    Short,
    /// Seconds, and much memory, if somebody means ill: one after the other, so that short ones keep their places.
    Long,
}

/// Answers a question by a short computation, which has a thread for itself.
pub(super) fn answer<Q, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, &Q) -> Result<Value, Refusal> + Clone + Send + Sync + 'static,
{
    respond(move |server: &Server, question: &Q| by(server, question).map(|value| json(&value)))
}

/// The same for a computation that may be long.
pub(super) fn answer_in_turn<Q, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, &Q) -> Result<Value, Refusal> + Clone + Send + Sync + 'static,
{
    at_pace(Pace::Long, move |server: &Server, question: &Q| {
        by(server, question).map(|value| json(&value))
    })
}

fn json(value: &Value) -> Response {
    ([(CONTENT_TYPE, JSON)], value.to_string()).into_response()
}

/// The same for answers that are no JSON.
pub(super) fn respond<Q, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, &Q) -> Result<Response, Refusal> + Clone + Send + Sync + 'static,
{
    at_pace(Pace::Short, by)
}

fn at_pace<Q, F>(pace: Pace, by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, &Q) -> Result<Response, Refusal> + Clone + Send + Sync + 'static,
{
    post(
        async move |State(server): State<Shared>,
                    Extension(client): Extension<Client>,
                    Asked(question): Asked<Q>| {
            let work = move |server: &Server| by(server, &question);
            let answered = compute(server, client, pace, work).await;
            answered.unwrap_or_else(IntoResponse::into_response)
        },
    )
}

/// Does a short computation on a thread of its own, when its turn has come.
pub(super) async fn short<T: Send + 'static>(
    server: Shared,
    client: Client,
    work: impl FnOnce(&Server) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    compute(server, client, Pace::Short, work).await
}

async fn compute<T: Send + 'static>(
    server: Shared,
    client: Client,
    pace: Pace,
    work: impl FnOnce(&Server) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let Some(share) = server.waiting.take(client) else {
        return Err(too_much(StatusCode::TOO_MANY_REQUESTS));
    };
    let long = match pace {
        Pace::Short => None,
        Pace::Long => Some(turn(&server.long).await?),
    };
    let short = turn(&server.short).await?;
    let done = spawn_blocking(move || {
        let _all = (share, long, short);
        work(&server)
    });
    match done.await {
        Ok(done) => done,
        Err(_) => Err(broken()),
    }
}

/// Waits for a place.
async fn turn(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    let turn = timeout(Limits::QUEUE, Arc::clone(places).acquire_owned()).await;
    let turn = turn.ok().and_then(Result::ok);
    turn.ok_or_else(|| too_much(StatusCode::SERVICE_UNAVAILABLE))
}

fn too_much(status: StatusCode) -> Refusal {
    let error = InputError::new("server", "too many requests", "fewer at once");
    Refusal::new(status, error.with_hint("try again in a moment"))
}

/// A mistake of ours: the thread has told it where the program's errors go.
fn broken() -> Refusal {
    let error = InputError::new("server", "a mistake in the program", "an answer");
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error)
}

/// The question of a request, which is neither long nor slow.
pub(super) struct Asked<Q>(pub(super) Q);

impl<Q: DeserializeOwned> FromRequest<Shared> for Asked<Q> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &Shared) -> Result<Self, Refusal> {
        parse(&body_of(request).await?).map(Self)
    }
}

/// The body of a request, which is neither long nor slow.
async fn body_of(request: Request) -> Result<Bytes, Refusal> {
    let body = to_bytes(request.into_body(), Limits::BODY);
    match timeout(Limits::PATIENCE, body).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => {
            let expected = format!("at most {} bytes", Limits::BODY);
            let error = InputError::new("body", "more", expected);
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error))
        }
        Err(_) => {
            let expected = format!("all of it within {} s", Limits::PATIENCE.as_secs());
            let error = InputError::new("body", "a part", expected);
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, error))
        }
    }
}

/// Refuses a request that nobody needs to read. It is read all the same: an answer that comes before the whole question ends
/// the connection, and a client that is still sending would see that and not the answer.
pub(super) async fn refused(request: Request, refusal: Refusal) -> Response {
    match body_of(request).await {
        Ok(_) => refusal.into_response(),
        Err(other) => other.into_response(),
    }
}

/// Reads a question. What it does not know is refused, as unknown options are.
pub(super) fn parse<Q: DeserializeOwned>(bytes: &Bytes) -> Result<Q, Refusal> {
    // A list would do for an object, too, if nobody looked.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        let place = "body, line 1, column 1";
        return Err(InputError::new(place, "a list", QUESTION).into());
    }
    serde_json::from_slice(bytes).map_err(|error| malformed("body", &error).into())
}

/// The error about JSON that is none, or not what was asked for.
pub(super) fn malformed(place: &str, error: &serde_json::Error) -> InputError {
    let place = match error.line() {
        0 => place.to_owned(),
        line => format!("{place}, line {line}, column {}", error.column()),
    };
    let text = error.to_string();
    let what = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(what, _)| what);
    let what = what.replace('`', "");
    let (found, expected) = what.rsplit_once(", expected ").unwrap_or((&what, QUESTION));
    // An enumeration says in its own words what it expected.
    let (found, expected) = match found.strip_prefix("expected ") {
        Some(expected) if expected.contains(' ') => ("something else", expected),
        _ => (found, expected),
    };
    let found = found.trim_start_matches("invalid type: ");
    let found = found.trim_start_matches("invalid value: ");
    InputError::new(place, found, kind_of(expected))
}

const QUESTION: &str = "a question in JSON";

/// What the types of values are called.
fn kind_of(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "struct Question" => QUESTION,
        "variant identifier" | "variant identifier of an enum" => "a word",
        of if of.starts_with("struct ") || of == "a map" => "an object",
        _ => expected,
    }
}
