//! What an operator asks the server: whether it is well (`/health`), and what it has done (`/metrics`). One log line for each request.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ludex_kit::{InputError, say};

use super::guard::Guard;
use super::metrics::PROMETHEUS;
use super::refusal::{Cause, Refusal};
use super::server::{Server, Shared};

/// The routes at the address of the page. `/metrics` needs the token, and is not there if the metrics have their own address.
pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/health", get(health)).route("/metrics", get(guarded_metrics))
}

/// The routes at the separate address of the metrics. They need no token. On the loopback address only its own names are accepted, so that
/// pages of strangers cannot read the metrics; elsewhere Prometheus may use any name of the machine.
pub(super) fn own_routes(server: &Shared, address: SocketAddr) -> Router {
    let routes = Router::new().route("/health", get(health)).route("/metrics", get(metrics));
    let guard = address.ip().is_loopback().then(|| Arc::new(Guard::new(address, None, None)));
    let checked = from_fn(move |request: Request, next: Next| {
        let guard = guard.clone();
        async move {
            let checked =
                guard.map_or(Ok(()), |guard| guard.check_name(request.uri(), request.headers()));
            match checked {
                Ok(()) => next.run(request).await,
                Err(refusal) => refusal.into_response(),
            }
        }
    });
    routes.with_state(Arc::clone(server)).layer(checked)
}

async fn health(State(server): State<Shared>) -> Response {
    let (status, word) = if server.is_ending() {
        (StatusCode::SERVICE_UNAVAILABLE, "ending")
    } else {
        (StatusCode::OK, "ok")
    };
    let head = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, head, word).into_response()
}

async fn guarded_metrics(State(server): State<Shared>, headers: HeaderMap) -> Response {
    if server.has_own_metrics {
        let error =
            InputError::problem("path", "/metrics", say!("is served at --metrics-listen only"));
        return Refusal::new(StatusCode::NOT_FOUND, error).into_response();
    }
    match server.guard.check_token(&headers) {
        Ok(()) => metrics(State(server)).await,
        Err(refusal) => refusal.into_response(),
    }
}

async fn metrics(State(server): State<Shared>) -> Response {
    let head = [(CONTENT_TYPE, PROMETHEUS), (CACHE_CONTROL, "no-store")];
    (head, server.metrics.render(&server)).into_response()
}

/// The route pattern that answered a request.
#[derive(Clone)]
struct Route(MatchedPath);

/// Notes in each response which route has answered.
pub(super) fn with_routes_noted(asked: Router) -> Router {
    asked.layer(from_fn(async |request: Request, next: Next| {
        let route = request.extensions().get::<MatchedPath>().cloned();
        let mut response = next.run(request).await;
        if let Some(route) = route {
            response.extensions_mut().insert(Route(route));
        }
        response
    }))
}

/// The route in metrics and logs of a request for a file of the page, or for an unknown path.
const FILES: &str = "/*";

/// Counts and logs an answered request.
pub(super) fn note_request(server: &Server, method: &Method, begun: Instant, response: &Response) {
    let status = response.status();
    let route = response.extensions().get::<Route>().map_or(FILES, |route| route.0.as_str());
    let took = begun.elapsed();
    let method = method_name(method);
    server.metrics.count_request(method, route, status.as_u16(), took.as_secs_f64());
    let cause = response.extensions().get::<Cause>();
    if let Some(Cause { limit: Some(limit), .. }) = cause {
        server.metrics.count_refused(limit);
    }
    let ms = took.as_secs_f64() * 1e3;
    match cause {
        Some(cause) if status == StatusCode::INTERNAL_SERVER_ERROR => {
            tracing::error!(
                method,
                route,
                status = status.as_u16(),
                ms,
                cause = cause.text,
                "request failed"
            );
        }
        Some(cause) if cause.limit.is_some() => {
            tracing::warn!(
                method,
                route,
                status = status.as_u16(),
                ms,
                cause = cause.text,
                "request refused"
            );
        }
        _ => tracing::info!(method, route, status = status.as_u16(), ms, "request"),
    }
}

/// The name of a method; clients cannot add others to the metrics.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
