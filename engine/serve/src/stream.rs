//! Questions with many answers: a computation tells what it finds as long as somebody listens.
//!
//! It runs on a thread of its own, and stands on no ground that a slow client could take away: of what is only the newest
//! (the findings of a search) it keeps one, and where every word counts (judged moves) it waits. A client that goes away drops
//! the answer's body, which raises the flag of the search.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use hyper::body::Frame;
use ludex_search::StopFlag;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::answer::{RequestBody, compute};
use super::client::Client;
use super::cost::Cost;
use super::refusal::Refusal;
use super::search_slots::SearchSlot;
use super::server::{Server, Shared};

/// A word of an answer.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) name: &'static str,
    pub(super) data: Value,
}

/// Where a computation tells what it finds.
pub(super) struct EventSender {
    each: mpsc::Sender<Event>,
    newest: watch::Sender<Option<Event>>,
}

impl EventSender {
    /// Tells what is worth nothing as soon as there is something newer.
    pub(super) fn send_latest(&self, name: &'static str, data: Value) {
        self.newest.send_replace(Some(Event { name, data }));
    }

    /// Tells what must be heard, and waits until there is room for it.
    pub(super) fn send(&self, name: &'static str, data: Value) {
        // Nobody listens any more: the flag says so too.
        let _ = self.each.blocking_send(Event { name, data });
    }
}

/// A computation that is ready to begin.
pub(super) struct Job {
    stop: StopFlag,
    work: Box<Computation>,
}

/// What is computed.
type Computation = dyn FnOnce(&EventSender) -> Result<(), Refusal> + Send;

impl Job {
    /// A computation at this place. The place is given back at its end, whatever that is.
    pub(super) fn new(
        slot: SearchSlot,
        work: impl FnOnce(&EventSender, SearchSlot) -> Result<(), Refusal> + Send + 'static,
    ) -> Self {
        Self { stop: slot.stop.clone(), work: Box::new(|events| work(events, slot)) }
    }

    /// Begins, on a thread of its own.
    pub(super) fn begin(self) -> EventReceiver {
        let (each_sender, each) = mpsc::channel(QUEUE);
        let (newest_sender, newest) = watch::channel(None);
        let events = EventSender { each: each_sender, newest: newest_sender };
        let work = self.work;
        // Where there is no memory for another thread, nothing is told, and the answer ends.
        let _ = thread::Builder::new().name("search".into()).spawn(move || {
            lower_priority();
            if let Err(refusal) = work(&events) {
                events.send("error", refusal.to_json());
            }
        });
        EventReceiver { each, newest, ready: Instant::now(), stop: self.stop }
    }
}

/// Whoever waits for a picture goes before whoever waits for a deeper line: fifty searches do not make the board slow. Threads
/// that this one starts are like it.
fn lower_priority() {
    // Without it everything works, only slower. Elsewhere than on Linux it would be said of the whole program.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

/// How far searches stand back, of 19.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Words that wait for a slow client.
const QUEUE: usize = 16;
/// Between two pieces of news, so that there are at most 20 a second.
const MIN_INTERVAL: Duration = Duration::from_millis(50);

/// Who listens to a computation; it ends when nobody does.
pub(super) struct EventReceiver {
    each: mpsc::Receiver<Event>,
    newest: watch::Receiver<Option<Event>>,
    /// When the next piece of news may be told.
    ready: Instant,
    stop: StopFlag,
}

impl EventReceiver {
    /// The next word; none when all is said. Nothing is lost if the wait is broken off.
    pub(super) async fn next(&mut self) -> Option<Event> {
        let Self { each, newest, ready, .. } = self;
        let news = async {
            sleep_until(*ready).await;
            if newest.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            biased;
            event = each.recv() => {
                // What was news before it is none any more.
                newest.mark_unchanged();
                return event;
            }
            () = news => {}
        }
        self.ready = Instant::now() + MIN_INTERVAL;
        self.newest.borrow_and_update().clone()
    }
}

impl Drop for EventReceiver {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Answers a question by a stream of events. What can be refused is refused before the first one.
pub(super) fn stream<Q, F>(open_job: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, Client, Q) -> Result<Job, Refusal> + Clone + Send + Sync + 'static,
{
    post(
        async move |State(server): State<Shared>,
                    Extension(client): Extension<Client>,
                    RequestBody { question, share }: RequestBody<Q>| {
            let cost = Cost::from_share(share.as_ref());
            let job = compute(server, client, cost, move |server| {
                let _share = share;
                open_job(server, client, question)
            })
            .await;
            job.map_or_else(IntoResponse::into_response, event_stream)
        },
    )
}

/// A pause after which a client hears that it is not forgotten.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

fn event_stream(job: Job) -> Response {
    let stop = job.stop.clone();
    let mut receiver = job.begin();
    let (sender, events) = mpsc::channel(1);
    tokio::spawn(async move {
        loop {
            let text = match timeout(KEEP_ALIVE, receiver.next()).await {
                Ok(Some(event)) => format!("event: {}\ndata: {}\n\n", event.name, event.data),
                Ok(None) => break,
                Err(_) => ":\n\n".to_owned(),
            };
            if sender.send(Bytes::from(text)).await.is_err() {
                break;
            }
        }
    });
    let head = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
    (head, Body::new(Events { events, stop })).into_response()
}

/// The body of an answer. Dropped, it ends the computation.
struct Events {
    events: mpsc::Receiver<Bytes>,
    stop: StopFlag,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = self.events.poll_recv(context);
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
