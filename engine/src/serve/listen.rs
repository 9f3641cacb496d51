//! Connections: each has its time and its place, and none can hold up the others.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

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

use super::connection::Connection;
use super::shares::Shares;
use super::{Limits, Server, router};

/// A place where the server is asked.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    /// Its address, with the port that was taken.
    pub address: SocketAddr,
}

/// Takes a port of an address; 0 is any that is free.
pub fn open(address: IpAddr, port: u16) -> anyhow::Result<Listening> {
    let wanted = SocketAddr::new(address, port);
    let listener = TcpListener::bind(wanted).with_context(|| wanted.to_string())?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok(Listening { listener, address })
}

/// Between two looks at whether the program is to end.
const LOOK: Duration = Duration::from_millis(50);

/// Answers until the flag is raised.
pub fn serve(listening: Listening, server: Server, stop: &StopFlag) -> anyhow::Result<()> {
    let server = Arc::new(server);
    run(listening, router(&server), stop, || {
        server.places.stop_all();
        server.rooms.stop_thinking();
    })
}

/// Answers by these routes until the flag is raised. The runtime that waits for connections is made here and ends here.
pub(super) fn run(
    listening: Listening,
    router: Router,
    stop: &StopFlag,
    at_end: impl FnOnce(),
) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("serve")
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listening.listener)?;
        tokio::spawn(accept(listener, router));
        while !stop.is_stopped() {
            tokio::time::sleep(LOOK).await;
        }
        at_end();
        anyhow::Ok(())
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(())
}

/// Takes connections, as long as there is room for them.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let seats = Shares::new(Limits::CONNECTIONS_EACH, Limits::CONNECTIONS);
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Too many files are open, most likely: some will be closed.
            tokio::time::sleep(LOOK).await;
            continue;
        };
        let client = Client(peer.ip().to_canonical());
        let Some(seat) = seats.take(client) else {
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            let _seat = seat;
            converse(stream, client, router).await;
        });
    }
}

/// Answers what comes on one connection.
async fn converse(stream: TcpStream, client: Client, router: Router) {
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        router.call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Limits::PATIENCE)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(Connection::new(stream)), service)
        .with_upgrades();
    // A client that breaks off is nobody's mistake.
    let _ = served.await;
}

/// Who asks, as far as that is known. Every request has it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(pub IpAddr);
