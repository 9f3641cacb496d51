//! Middleware: the guard checks each request, each response gets the security headers, and the answer for a wrong method names the methods
//! of the path.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use ludex_kit::{InputError, say};

use std::time::Instant;

use super::answer::refused;
use super::language;
use super::monitor::{note_request, with_routes_noted};
use super::refusal::Refusal;
use super::server::Shared;

/// The content security policy: the page may only load its own files and send requests to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Puts the guard and the headers around all routes.
pub(super) fn guarded(asked: Router, server: &Shared) -> Router {
    // The routes are one service inside another router, because only the response of the whole router lists the allowed methods.
    let routes = Router::new().fallback_service(with_routes_noted(asked));
    routes.layer(from_fn_with_state(server.clone(), check_and_add_headers))
}

async fn check_and_add_headers(
    State(server): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    let (begun, method) = (Instant::now(), request.method().clone());
    let language = language::preferred(request.uri(), request.headers());
    let rest = server.guard.public_url().and_then(|url| url.without_prefix(request.uri()));
    let check = || server.guard.check(request.method(), request.uri(), request.headers());
    let checked = language.scope(check);
    let mut response = match checked {
        Ok(()) => {
            server.guard.keep_connection(&request);
            if let Some(rest) = rest {
                *request.uri_mut() = rest;
            }
            language.scope_future(answer(&method, request, next)).await
        }
        Err(refusal) => language.scope_future(refused(request, refusal)).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    note_request(&server, &method, begun, &response);
    response
}

async fn answer(method: &Method, request: Request, next: Next) -> Response {
    with_methods(method, next.run(request).await)
}

/// Names the methods that the path allows, if the response refuses the method.
fn with_methods(method: &Method, response: Response) -> Response {
    let allowed = response.headers().get(ALLOW).cloned();
    let Some(allowed) = allowed.filter(|_| response.status() == StatusCode::METHOD_NOT_ALLOWED)
    else {
        return response;
    };
    let names = allowed.to_str().unwrap_or_default().replace(',', " or ");
    let problem = say!("is not allowed here; use {names}", names);
    let error = InputError::problem("method", method.as_str(), problem);
    let mut named = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, error).into_response();
    named.headers_mut().insert(ALLOW, allowed);
    named
}
