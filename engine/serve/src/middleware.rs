//! Middleware: the guard checks each request, and each response gets the security headers.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;

use super::answer::refused;
use super::server::Shared;

/// The content security policy: the page may only load its own files and send requests to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; \
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
    asked.layer(from_fn_with_state(server.clone(), check_and_add_headers))
}

async fn check_and_add_headers(
    State(server): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    let checked = server.guard.check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => {
            server.guard.keep_connection(&request);
            next.run(request).await
        }
        Err(refusal) => refused(request, refusal).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
