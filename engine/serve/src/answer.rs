//! Requests with one answer. The JSON body is read strictly, and the answer is JSON too.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Extension, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use ludex_kit::{InputError, Language, say};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::client::Client;
use super::cost::Cost;
use super::fair_semaphore::{FairSemaphore, Permit};
use super::limits::Limits;
use super::quota::QuotaShare;
use super::refusal::{JSON, Refusal};
use super::request_json::parse;
use super::server::{Server, Shared};

/// A handler for requests with a short computation, which runs on a thread of the blocking pool.
pub(super) fn answer<Q, A, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize,
    F: Fn(&Server, &Q) -> Result<A, Refusal> + Clone + Send + Sync + 'static,
{
    with_cost(Cost::Short, move |server: &Server, question: &Q| {
        by(server, question).map(|answer| json(&answer))
    })
}

/// Like [`answer`], for computations that may take longer even for a small request.
pub(super) fn answer_large<Q, A, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize,
    F: Fn(&Server, &Q) -> Result<A, Refusal> + Clone + Send + Sync + 'static,
{
    respond(move |server: &Server, question: &Q| by(server, question).map(|answer| json(&answer)))
}

/// Like [`answer`], for computations that may take seconds; they run one at a time.
pub(super) fn answer_long<Q, A, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize,
    F: Fn(&Server, &Q) -> Result<A, Refusal> + Clone + Send + Sync + 'static,
{
    with_cost(Cost::Long, move |server: &Server, question: &Q| {
        by(server, question).map(|answer| json(&answer))
    })
}

fn json(answer: &impl Serialize) -> Response {
    let text = serde_json::to_string(answer).expect("an answer can be written as JSON");
    ([(CONTENT_TYPE, JSON)], text).into_response()
}

/// Like [`answer_large`], for answers in formats other than JSON.
pub(super) fn respond<Q, F>(by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, &Q) -> Result<Response, Refusal> + Clone + Send + Sync + 'static,
{
    with_cost(Cost::Large, by)
}

fn with_cost<Q, F>(cost: Cost, by: F) -> MethodRouter<Shared>
where
    Q: DeserializeOwned + Send + 'static,
    F: Fn(&Server, &Q) -> Result<Response, Refusal> + Clone + Send + Sync + 'static,
{
    post(
        async move |State(server): State<Shared>,
                    Extension(client): Extension<Client>,
                    RequestBody { question, share }: RequestBody<Q>| {
            let cost = match (cost, Cost::from_share(share.as_ref())) {
                (Cost::Short, of_question) => of_question,
                _ => cost,
            };
            let work = move |server: &Server| {
                let _share = share;
                by(server, &question)
            };
            match compute(Arc::clone(&server), client, cost, work).await {
                Ok(response) => with_counted_bytes(&server, client, response).await,
                Err(refusal) => refusal.into_response(),
            }
        },
    )
}

/// Counts the bytes of an answer until the client has received them, so that a client that reads slowly cannot occupy
/// more than its quota of memory.
async fn with_counted_bytes(server: &Server, client: Client, response: Response) -> Response {
    let (head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return internal_error().into_response();
    };
    if bytes.len() <= Limits::SMALL {
        return Response::from_parts(head, bytes.into());
    }
    let Some(share) = server.answers.take_many(client, bytes.len()) else {
        return too_much(StatusCode::TOO_MANY_REQUESTS).into_response();
    };
    let counted = Bytes::from_owner(Counted { bytes, _share: share });
    Response::from_parts(head, Body::from(counted))
}

/// Bytes of an answer, with the share of the quota that they use until they are sent.
struct Counted {
    bytes: Bytes,
    _share: QuotaShare,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Runs `work`, in the current language, on a thread of the blocking pool once the client has a permit. Clients are served in turn, so a
/// client with many requests does not delay the others.
pub(super) async fn compute<T: Send + 'static>(
    server: Shared,
    client: Client,
    cost: Cost,
    work: impl FnOnce(&Server) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let waiting = match cost {
        Cost::Short => &server.waiting,
        _ => &server.waiting_long,
    };
    let Some(share) = waiting.take(client) else {
        return Err(too_much(StatusCode::TOO_MANY_REQUESTS));
    };
    let long = match cost {
        Cost::Long => Some(acquire_permit(&server.long, client).await?),
        _ => None,
    };
    let permit = match cost {
        Cost::Short => acquire_permit(&server.short, client).await?,
        _ => acquire_permit(&server.large, client).await?,
    };
    let language = Language::current();
    let done = spawn_blocking(move || {
        let _all = (share, long, permit);
        language.scope(|| work(&server))
    });
    match done.await {
        Ok(done) => done,
        Err(_) => Err(internal_error()),
    }
}

/// Waits for a permit, at most [`Limits::QUEUE_TIMEOUT`].
async fn acquire_permit(semaphore: &Arc<FairSemaphore>, client: Client) -> Result<Permit, Refusal> {
    let permit = timeout(Limits::QUEUE_TIMEOUT, semaphore.acquire(client)).await;
    permit.ok().flatten().ok_or_else(|| too_much(StatusCode::SERVICE_UNAVAILABLE))
}

pub(super) fn too_much(status: StatusCode) -> Refusal {
    let error = InputError::sentence("server", say!("there are too many requests at once"));
    Refusal::new(status, error.with_hint(say!("try again in a moment")))
}

/// The answer after a panic. The panicking thread has already printed its message to standard error.
fn internal_error() -> Refusal {
    let error = InputError::sentence("server", say!("an internal error occurred"));
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error)
}

/// The parsed body of a request. Reading it enforces limits of size and time.
pub(super) struct RequestBody<Q> {
    pub(super) question: Q,
    /// The part of the question quota that a large body uses, until the request is done. `None` for small bodies.
    pub(super) share: Option<QuotaShare>,
}

impl<Q: DeserializeOwned> FromRequest<Shared> for RequestBody<Q> {
    type Rejection = Refusal;

    async fn from_request(request: Request, server: &Shared) -> Result<Self, Refusal> {
        let share = reserve_body(&request, server)?;
        let question = parse(&body_of(request).await?)?;
        Ok(Self { question, share })
    }
}

/// Reserves quota for a body that may be large, before any of it is read.
fn reserve_body(request: &Request, server: &Server) -> Result<Option<QuotaShare>, Refusal> {
    let longest = request.body().size_hint().upper();
    let longest =
        longest.map_or(Limits::MAX_BODY, |bytes| bytes.min(Limits::MAX_BODY as u64) as usize);
    match request.extensions().get::<Client>() {
        Some(&client) => reserve_question(longest, server, client),
        None => Ok(None),
    }
}

/// Reserves quota for a question of this many bytes, if it is large.
pub(super) fn reserve_question(
    n_bytes: usize,
    server: &Server,
    client: Client,
) -> Result<Option<QuotaShare>, Refusal> {
    if n_bytes <= Limits::SMALL {
        return Ok(None);
    }
    let share = server.questions.take_many(client, n_bytes);
    share.map(Some).ok_or_else(|| too_much(StatusCode::TOO_MANY_REQUESTS))
}

/// Reads the body of a request, within the limits of size and time.
async fn body_of(request: Request) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    read(request, |part| bytes.extend_from_slice(part)).await?;
    Ok(bytes)
}

/// Passes the body to `take` in parts as they arrive, within the limits of size and time.
async fn read(request: Request, mut take: impl FnMut(&[u8])) -> Result<(), Refusal> {
    let too_long = || {
        let sentence = say!("the body has more than {most} bytes", most = Limits::MAX_BODY);
        let error = InputError::sentence("body", sentence);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    };
    let mut body = request.into_body();
    let mut left = Limits::MAX_BODY;
    let all = async {
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let frame = frame.map_err(|_| too_long())?;
            let part = frame.data_ref().map_or(&[][..], |bytes| bytes);
            left = left.checked_sub(part.len()).ok_or_else(too_long)?;
            take(part);
        }
        Ok(())
    };
    let read = timeout(Limits::BODY_TIMEOUT, all).await;
    read.unwrap_or_else(|_| {
        let seconds = Limits::BODY_TIMEOUT.as_secs();
        let sentence = say!("the body did not arrive completely within {seconds} s", seconds);
        let error = InputError::sentence("body", sentence);
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, error))
    })
}

/// Refuses a request without parsing it. The body is read and discarded first: an answer sent before the whole body
/// has arrived closes the connection, and a client that is still sending would report a broken connection instead of
/// the answer.
pub(super) async fn refused(request: Request, refusal: Refusal) -> Response {
    match read(request, |_| {}).await {
        Ok(()) => refusal.into_response(),
        Err(other) => other.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::super::guard::Guard;
    use super::super::rooms::Rooms;
    use super::super::server::Server;
    use super::*;

    const CLIENT: Client = Client(IpAddr::V4(Ipv4Addr::LOCALHOST));

    fn server() -> Shared {
        let limits = Limits { threads: 1, hash_mib: 1 };
        let address = SocketAddr::new(CLIENT.0, 7730);
        let rooms = Rooms::open(None, 1).expect("no folder is needed");
        Arc::new(Server::new(Guard::new(address, None, None), limits, rooms))
    }

    #[test]
    fn short_questions_do_not_wait_for_long_ones() {
        let server = server();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("the server can be created");
        runtime.block_on(async {
            let mut taken = Vec::new();
            for _ in 0..Limits::LARGE_AT_ONCE {
                taken.push(server.large.acquire(CLIENT).await);
            }
            let compute = |cost| compute(Arc::clone(&server), CLIENT, cost, |_| Ok(()));
            let mut long = pin!(compute(Cost::Large));
            let mut context = Context::from_waker(Waker::noop());
            assert!(long.as_mut().poll(&mut context).is_pending());
            assert!(compute(Cost::Short).await.is_ok());
            // Looking up an unknown room counts as a large computation.
            assert!(matches!(server.rooms.lookup_cost("0123"), Cost::Large));
            assert!(long.as_mut().poll(&mut context).is_pending());
            drop(taken);
            assert!(long.await.is_ok());
        });
        let long = reserve_question(Limits::SMALL + 1, &server, CLIENT);
        let long = long.unwrap_or_default();
        assert!(long.is_some() && matches!(Cost::from_share(long.as_ref()), Cost::Large));
        assert!(matches!(Cost::from_share(None), Cost::Short));
    }
}
