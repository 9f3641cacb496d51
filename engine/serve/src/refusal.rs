//! Error responses.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use ludex_kit::registry::SessionError;
use ludex_kit::{InputError, Language};
use serde_json::{Value, json};

use ludex_base::failure;
use ludex_base::program::own_words;

/// An error with its HTTP status.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    error: anyhow::Error,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, error: InputError) -> Self {
        let error = error.into();
        Self { status, error }
    }

    /// The error as JSON: its parts, and all of it as a line, which begins with `error: ` in every language.
    pub fn to_json(&self) -> Value {
        let words = failure::words(&self.error);
        let whole = || InputError::sentence("question", &*words);
        let parts = failure::input_error(&self.error).cloned();
        let parts = parts.unwrap_or_else(whole);
        let mut error = json!({
            "place": truncate(&parts.place, LONGEST_PART),
            "found": truncate(&parts.found, LONGEST_PART),
            "expected": truncate(&own_words(parts.reason.words()), LONGEST_TEXT),
            "message": truncate(&own_words(&parts.message()), LONGEST_TEXT),
            "hint": parts.hint.as_ref().map(|hint| truncate(&own_words(hint), LONGEST_TEXT)),
        });
        // `place` is the same in all languages, because clients compare it.
        if Language::current() != Language::English {
            error["place_words"] = truncate(&parts.place_words(), LONGEST_PART).into();
        }
        json!({"error": error, "text": truncate(&format!("error: {words}"), LONGEST_TEXT)})
    }
}

/// Maximum characters of the place and of the input in an error. The client has the complete text.
const LONGEST_PART: usize = 100;
/// Maximum characters of the explanation.
const LONGEST_TEXT: usize = 2_000;

fn truncate(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<anyhow::Error> for Refusal {
    /// A valid request that could not be carried out is reported like invalid input, with status 400.
    fn from(error: anyhow::Error) -> Self {
        let status = StatusCode::BAD_REQUEST;
        Self { status, error }
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        anyhow::Error::from(error).into()
    }
}

/// Why a request was refused, for the log and the metrics. It is kept only for reasons without input of the client.
#[derive(Clone, Debug)]
pub(super) struct Cause {
    pub(super) text: String,
    /// The limit that was reached: the place of the error.
    pub(super) limit: Option<String>,
}

/// Time after which a client may repeat a request that a limit refused, in seconds.
const RETRY_S: u64 = 5;

impl Refusal {
    /// Whether a limit of the server has refused the request, so that it may succeed later.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE)
    }

    /// The limit that was reached; `None` for other refusals.
    pub(super) fn limit(&self) -> Option<String> {
        let parts = failure::input_error(&self.error).filter(|_| self.is_busy());
        parts.map(|parts| parts.place.clone())
    }

    fn cause(&self) -> Option<Cause> {
        let limit = self.limit();
        let is_internal = self.status == StatusCode::INTERNAL_SERVER_ERROR;
        (limit.is_some() || is_internal).then(|| Cause { text: self.error.to_string(), limit })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = self.to_json().to_string();
        let cause = self.cause();
        let mut response = (self.status, [(CONTENT_TYPE, JSON)], body).into_response();
        if self.is_busy() {
            response.headers_mut().insert(RETRY_AFTER, RETRY_S.into());
        }
        if let Some(cause) = cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}

/// The media type of JSON.
pub(super) const JSON: &str = "application/json";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_short_and_complete() {
        let long = "x".repeat(200_000);
        let shown = Refusal::from(InputError::new(&*long, &*long, "a clock")).to_json();
        assert!(shown.to_string().len() < 4_000, "{shown}");
        assert_eq!(shown["error"]["expected"], "a clock");
        assert_eq!(shown["error"]["found"], format!("{}…", "x".repeat(100)));
        let shown = Refusal::from(anyhow::anyhow!("no proof")).to_json();
        assert_eq!(shown["error"]["message"], "no proof");
        assert_eq!(shown["text"], "error: no proof");
    }
}
