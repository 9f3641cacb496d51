//! Accepts connections and serves HTTP on them. Limits for each connection prevent it from blocking the others.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ludex_search::StopFlag;
use tokio::net::TcpStream;

use super::client::Client;
use super::connection::Connection;
use super::connections::{ConnectionSlot, Connections};
use super::handshake::{ArrivingBody, Handshakes};
use super::limits::Limits;
use super::monitor;
use super::routes::router;
use super::server::Server;

/// A listening socket.
#[derive(Debug)]
pub struct BoundListener {
    listener: TcpListener,
    /// The address, with the actual port if port 0 was requested.
    pub address: SocketAddr,
}

/// Listens on a port; 0 picks a free one.
pub fn open(address: IpAddr, port: u16) -> anyhow::Result<BoundListener> {
    let wanted = SocketAddr::new(address, port);
    let listener = TcpListener::bind(wanted).with_context(|| wanted.to_string())?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok(BoundListener { listener, address })
}

/// Whether [`open`] failed because another program uses the port.
pub fn is_in_use(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::AddrInUse)
}

/// Time between two checks of the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Serves requests until the flag is raised; `metrics` is the separate address of the metrics, if there is one.
pub fn serve(
    listening: BoundListener,
    metrics: Option<BoundListener>,
    server: Server,
    stop: &StopFlag,
) -> anyhow::Result<()> {
    let server = Arc::new(server);
    let page = Service {
        listening,
        router: router(&server),
        connections: Arc::clone(&server.connections),
    };
    let metrics = metrics.map(|listening| Service {
        router: monitor::own_routes(&server, listening.address),
        connections: Connections::new(METRICS_CONNECTIONS, METRICS_CONNECTIONS),
        listening,
    });
    let meanwhile = || {
        server.search_slots.drop_expired(Instant::now());
        server.rooms.drop_expired(Instant::now());
    };
    let services = [page].into_iter().chain(metrics);
    run(services, stop, meanwhile, || server.begin_to_end())
}

/// Maximum connections to the separate address of the metrics.
const METRICS_CONNECTIONS: usize = 16;

/// Routes, the address at which they are served, and the slots for their connections.
pub(super) struct Service {
    pub(super) listening: BoundListener,
    pub(super) router: Router,
    pub(super) connections: Arc<Connections>,
}

/// Serves these routes until the flag is raised, and calls `meanwhile` at each check of the flag. Answers that are ready by then are still
/// sent. The async runtime exists only during this call.
pub(super) fn run(
    services: impl IntoIterator<Item = Service>,
    stop: &StopFlag,
    meanwhile: impl Fn(),
    at_end: impl FnOnce(),
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(Limits::BLOCKING)
        .thread_name("serve")
        .enable_all()
        .build()?;
    runtime.block_on(async {
        for Service { listening, router, connections } in services {
            let listener = tokio::net::TcpListener::from_std(listening.listener)?;
            tokio::spawn(accept(listener, router, connections));
        }
        while !stop.is_stopped() {
            tokio::time::sleep(POLL_INTERVAL).await;
            meanwhile();
        }
        at_end();
        tokio::time::sleep(POLL_INTERVAL).await;
        anyhow::Ok(())
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

/// Accepts connections while there are free slots.
async fn accept(listener: tokio::net::TcpListener, router: Router, connections: Arc<Connections>) {
    let handshakes = Handshakes::new(Limits::HANDSHAKES);
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Most likely too many files are open; retry when some have been closed.
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        };
        let client = Client::at(peer.ip());
        let Some(connected) = connections.take(client) else {
            continue;
        };
        let (router, handshakes) = (router.clone(), Arc::clone(&handshakes));
        tokio::spawn(async move {
            converse(stream, client, Arc::new(connected), router, &handshakes).await;
        });
    }
}

/// Serves one connection.
async fn converse(
    stream: TcpStream,
    client: Client,
    connected: Arc<ConnectionSlot>,
    router: Router,
    handshakes: &Arc<Handshakes>,
) {
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let (handshake, evicted) = handshakes.enter();
    let handshake = Mutex::new(Some(handshake));
    let own = Arc::clone(&connected);
    let service = service_fn(move |request: Request<Incoming>| {
        let handshake = handshake.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut request = request.map(|body| ArrivingBody::new(body, handshake));
        request.extensions_mut().insert(client);
        // A connection that is upgraded to a WebSocket keeps its slot.
        request.extensions_mut().insert(Arc::clone(&own));
        router.call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Limits::HEAD_TIMEOUT)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Connection::new(stream)), service)
        .with_upgrades();
    // The result is ignored: a client that disconnects is not an error.
    tokio::select! {
        _ = served => {}
        () = evicted.notified() => {}
        () = connected.reclaimed() => {}
    }
}
