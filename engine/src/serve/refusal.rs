//! What a client is told that gets no answer.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use ludex_games::InputError;
use serde_json::{Value, json};

use crate::failure;

/// Why there is no answer, with the status that says so to programs.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    error: anyhow::Error,
}

impl Refusal {
    /// A refusal of this kind.
    pub fn new(status: StatusCode, error: InputError) -> Self {
        let error = error.into();
        Self { status, error }
    }

    /// As JSON: the error in its parts, and the line that the command line would print.
    pub fn to_json(&self) -> Value {
        let nothing = InputError::new("", "", "");
        let parts = self.error.downcast_ref::<InputError>().unwrap_or(&nothing);
        json!({
            "error": {
                "place": parts.place,
                "found": parts.found,
                "expected": parts.expected,
                "hint": parts.hint,
            },
            "text": failure::line(&self.error).trim_end(),
        })
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<anyhow::Error> for Refusal {
    /// What was understood but could not be done is told like bad input: the request was at fault.
    fn from(error: anyhow::Error) -> Self {
        let status = StatusCode::BAD_REQUEST;
        Self { status, error }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = self.to_json().to_string();
        (self.status, [(CONTENT_TYPE, JSON)], body).into_response()
    }
}

/// The type of every answer that is no file and no stream.
pub(super) const JSON: &str = "application/json";
