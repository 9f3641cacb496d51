//! Requests whose answers are streams of events: a computation sends what it finds while the client listens.
//!
//! The computation has its own thread. There are two classes of events. Of events that replace each other, such as the findings of a
//! search, only the latest is kept. Events that must all arrive, such as judged moves, go through a bounded queue; while the queue is full,
//! the computation waits (back-pressure). When a client disconnects, the body of its response is dropped, which stops the search.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use hyper::body::Frame;
use ludex_kit::Language;
use ludex_search::StopFlag;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::answer::{RequestBody, compute};
use super::client::Client;
use super::cost::Cost;
use super::metrics::{OpenStream, StreamKind};
use super::refusal::Refusal;
use super::search_slots::SearchSlot;
use super::server::{Server, Shared};

/// An event of the stream.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) name: &'static str,
    pub(super) data: Value,
}

/// The sending side of a stream of events.
pub(super) struct EventSender {
    each: mpsc::Sender<Event>,
    newest: watch::Sender<Option<Event>>,
}

impl EventSender {
    /// Sends an event that a later one replaces.
    pub(super) fn send_latest(&self, name: &'static str, data: Value) {
        self.newest.send_replace(Some(Event { name, data }));
    }

    /// Sends an event that must arrive, and waits while the queue is full.
    pub(super) fn send(&self, name: &'static str, data: Value) {
        // An error means that the client has disconnected, which also raises the stop flag.
        let _ = self.each.blocking_send(Event { name, data });
    }
}

/// A computation that is ready to start.
pub(super) struct Job {
    stop: StopFlag,
    work: Box<Computation>,
}

type Computation = dyn FnOnce(&EventSender) -> Result<(), Refusal> + Send;

impl Job {
    /// A computation in this slot. The slot is freed when the computation ends, also after an error.
    pub(super) fn new(
        slot: SearchSlot,
        work: impl FnOnce(&EventSender, SearchSlot) -> Result<(), Refusal> + Send + 'static,
    ) -> Self {
        Self { stop: slot.stop.clone(), work: Box::new(|events| work(events, slot)) }
    }

    /// Starts the computation on a new thread, in the current language.
    pub(super) fn begin(self) -> EventReceiver {
        let (each_sender, each) = mpsc::channel(QUEUE);
        let (newest_sender, newest) = watch::channel(None);
        let events = EventSender { each: each_sender, newest: newest_sender };
        let (work, language) = (self.work, Language::current());
        // If no thread can be started, the stream ends without events.
        let _ = thread::Builder::new().name("search".into()).spawn(move || {
            lower_priority();
            language.scope(|| {
                if let Err(refusal) = work(&events) {
                    events.send("error", refusal.to_json());
                }
            });
        });
        EventReceiver { each, newest, ready: Instant::now(), stop: self.stop }
    }
}

/// Lowers the priority of the thread and of threads that it starts. So requests of the board are answered quickly
/// even while fifty searches run.
fn lower_priority() {
    // `nice` applies to a single thread only on Linux. On other systems everything works, but the board answers more slowly during
    // searches.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

/// The niceness of searches, from 0 to 19.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Events queued for a slow client.
const QUEUE: usize = 16;
/// Minimum time between two events of the replaceable kind: at most 20 per second.
const MIN_INTERVAL: Duration = Duration::from_millis(50);

/// The receiving side of a stream. Dropping it stops the computation.
pub(super) struct EventReceiver {
    each: mpsc::Receiver<Event>,
    newest: watch::Receiver<Option<Event>>,
    /// When the next replaceable event may be sent.
    ready: Instant,
    stop: StopFlag,
}

impl EventReceiver {
    /// The next event; `None` at the end. Safe to cancel.
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
                // A replaceable event that was sent before this event is outdated.
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

/// A handler that answers with a stream of events. Errors that can be detected beforehand become an ordinary error
/// response.
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
            let work = move |server: &Server| {
                let _share = share;
                open_job(server, client, question)
            };
            match compute(Arc::clone(&server), client, cost, work).await {
                Ok(job) => event_stream(job, server.metrics.open_stream(StreamKind::Events)),
                Err(refusal) => refusal.into_response(),
            }
        },
    )
}

/// After this time without events, a comment is sent to keep the connection alive.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

fn event_stream(job: Job, open: OpenStream) -> Response {
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
    (head, Body::new(Events { source: events, stop, _open: open })).into_response()
}

/// The body of the response. Dropping it stops the computation.
struct Events {
    source: mpsc::Receiver<Bytes>,
    stop: StopFlag,
    _open: OpenStream,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = self.source.poll_recv(context);
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
