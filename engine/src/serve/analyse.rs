//! The analysis of a position, as long as somebody looks on: as a stream of events, or over a socket that takes one position
//! after the other.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::Response;
use axum::routing::get;
use ludex_games::registry::{CouldNot, Findings, Session};
use ludex_games::{Facts, InputError};
use ludex_search::Limits as SearchLimits;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::answer::{parse, short};
use super::chosen::{Choice, LevelText};
use super::line::Line;
use super::places::Place;
use super::stream::{Event, Hearing, Job, Teller, stream};
use super::{Client, Limits, Refusal, Server, Shared};
use crate::analysis::plan;
use crate::json;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/analyse", stream(prepare))
        .route("/api/analyse/socket", get(socket))
}

/// What is to be analysed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    line: Line,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    search: Option<String>,
    evaluator: Option<String>,
    level: Option<LevelText>,
    lines: Option<usize>,
    threads: Option<usize>,
    hash: Option<usize>,
    #[serde(default)]
    seed: u64,
}

impl Question {
    fn limits(&self) -> SearchLimits {
        let time = self.time_ms.map(Duration::from_millis);
        SearchLimits {
            time: time.map(|time| time.min(Limits::TIME)),
            nodes: self.nodes,
            depth: self.depth,
            clock: None,
        }
    }
}

fn prepare(server: &Server, client: Client, question: Question) -> Result<Job, Refusal> {
    let limits = question.limits();
    let choice = Choice {
        search: question.search,
        evaluator: question.evaluator,
        level: question.level,
        lines: question.lines,
        threads: question.threads,
        hash: question.hash,
        seed: question.seed,
    };
    let wish = choice.wish(server, Limits::HASH);
    let mut place = server.places.take(client, wish)?;
    let teller_session = question.line.open()?;
    crate::numbers::check_depth("depth", teller_session.info(), &limits)?;
    check_playing(&*teller_session)?;
    let (session, key) = choice.open(&question.line, &mut place)?;
    Ok(Job::new(place, move |teller, place| {
        let analysis = Analysis {
            beside: teller_session,
            limits,
            seed: choice.seed,
        };
        analysis.run(session, key, teller, place)
    }))
}

/// Whether there is something to search.
pub(super) fn check_playing(session: &dyn Session) -> Result<(), Refusal> {
    if let Some(result) = session.status().result {
        let why = format!("no legal move: the game is over ({result})");
        return Err(anyhow::Error::from(CouldNot(why)).into());
    }
    match session.missing_event() {
        Some(missing) if !session.evaluates_chance() => {
            let error = missing.error("line");
            let hint = format!("add {} to the steps", missing.example);
            Err(error.with_hint(hint).into())
        }
        _ => Ok(()),
    }
}

/// An analysis under way.
struct Analysis {
    /// While one session searches, another tells what was found.
    beside: Box<dyn Session>,
    limits: SearchLimits,
    seed: u64,
}

impl Analysis {
    fn run(
        self,
        mut session: Box<dyn Session>,
        key: String,
        teller: &Teller,
        place: Place,
    ) -> Result<(), Refusal> {
        (session.info().warm_up)();
        let mut seen = |findings: &Findings| {
            let object = json::analysis(&*self.beside, findings, self.seed, &Facts::new());
            teller.newest("findings", Value::Object(object));
        };
        let found = session.search(&self.limits, &place.stop, &mut seen)?;
        let appraisal = session.appraise()?;
        let mut object = json::analysis(&*session, &found, self.seed, &appraisal.facts);
        if session.info().long_turns
            && !place.stop.is_stopped()
            && let Some(best) = found.best_move()
        {
            let turn = plan(&mut *session, best, &self.limits, &place.stop)?;
            object.insert("turn".into(), json::turn(&turn));
        }
        teller.tell("done", Value::Object(object));
        place.keep(key, session);
        Ok(())
    }
}

/// The longest message, like the longest body.
const MESSAGE: usize = Limits::BODY;

async fn socket(
    State(server): State<Shared>,
    Extension(client): Extension<Client>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .max_write_buffer_size(4 * MESSAGE);
    upgrade.on_upgrade(move |socket| converse(socket, server, client))
}

/// A message of the page.
#[derive(Deserialize)]
struct Asked {
    /// What the answers are to be known by.
    #[serde(default)]
    id: Value,
    #[serde(default)]
    token: Option<String>,
    /// Whether nothing more is to be told.
    #[serde(default)]
    stop: bool,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Answers one position after the other: a new one takes the place of that before.
async fn converse(mut socket: WebSocket, server: Shared, client: Client) {
    let mut is_known = server.guard.is_token(None);
    let mut hearing: Option<Hearing> = None;
    let mut id = Value::Null;
    loop {
        let told = async {
            match &mut hearing {
                Some(hearing) => hearing.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            message = socket.recv() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => return,
                };
                end(&mut hearing).await;
                let asked = parse::<Asked>(&Bytes::from(text));
                let begun = match asked {
                    Ok(asked) => {
                        is_known |= server.guard.is_token(asked.token.as_deref());
                        id = asked.id.clone();
                        begin(&server, client, asked, is_known).await
                    }
                    Err(refusal) => Err(refusal),
                };
                match begun {
                    Ok(begun) => hearing = begun,
                    Err(refusal) => {
                        let event = Event { name: "error", data: refusal.to_json() };
                        if !send(&mut socket, &id, event).await || !is_known {
                            return;
                        }
                    }
                }
            }
            event = told => match event {
                Some(event) => if !send(&mut socket, &id, event).await {
                    return;
                },
                None => hearing = None,
            }
        }
    }
}

/// Ends an analysis, and waits until it has ended: a client has one at a time, however fast it asks.
async fn end(hearing: &mut Option<Hearing>) {
    if let Some(mut old) = hearing.take() {
        old.stop();
        while old.next().await.is_some() {}
    }
}

async fn begin(
    server: &Shared,
    client: Client,
    asked: Asked,
    is_known: bool,
) -> Result<Option<Hearing>, Refusal> {
    if !is_known {
        let expected = "the token of this server's link";
        let error = InputError::new("token", "another", expected);
        return Err(Refusal::new(axum::http::StatusCode::FORBIDDEN, error));
    }
    if asked.stop {
        return Ok(None);
    }
    let question = serde_json::from_value::<Question>(Value::Object(asked.rest));
    let wrong = |error: serde_json::Error| {
        InputError::new("message", error.to_string(), "a question in JSON")
    };
    let question = question.map_err(wrong)?;
    let job = short(server.clone(), move |server| {
        prepare(server, client, question)
    })
    .await?;
    Ok(Some(job.begin()))
}

/// Sends a word; false if the client takes none.
async fn send(socket: &mut WebSocket, id: &Value, event: Event) -> bool {
    let text = json!({"event": event.name, "id": id, "data": event.data}).to_string();
    let sent = timeout(Limits::STALLED, socket.send(Message::Text(text.into())));
    matches!(sent.await, Ok(Ok(())))
}
