//! QR codes, which bring the link of an invitation to another device.

use std::fmt::Write as _;

use axum::Router;
use ludex_kit::{InputError, say};
use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};

use super::answer::answer;
use super::refusal::Refusal;
use super::server::{Server, Shared};

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/api/qr", answer(qr))
}

/// Maximum bytes of the text of a code. A longer text would make modules that cameras cannot read from a screen.
const LONGEST: usize = 600;

/// The light border around the code that readers need, in modules.
const BORDER: i32 = 4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    text: String,
}

#[derive(Serialize)]
struct Picture {
    svg: String,
}

fn qr(_: &Server, question: &Question) -> Result<Picture, Refusal> {
    let length = question.text.len();
    if length > LONGEST {
        let sentence = say!(
            "the text has {length} bytes; a code has room for {longest}",
            length,
            longest = LONGEST
        );
        return Err(InputError::sentence("text", sentence).into());
    }
    let code = QrCode::encode_text(&question.text, QrCodeEcc::Medium);
    let code = code.map_err(|error| InputError::sentence("text", error.to_string()))?;
    Ok(Picture { svg: svg(&code) })
}

/// The code as a picture whose unit is a module: black on white, because not all readers know the reverse.
fn svg(code: &QrCode) -> String {
    let size = code.size();
    let mut dark = String::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) {
                let _ = write!(dark, "M{} {}h1v1h-1z", x + BORDER, y + BORDER);
            }
        }
    }
    let side = size + 2 * BORDER;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><rect width="{side}" height="{side}" fill="#fff"/><path d="{dark}" fill="#000"/></svg>"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_finder_patterns_and_a_border() {
        let code = QrCode::encode_text("http://127.0.0.1:7730/", QrCodeEcc::Medium);
        let code = code.expect("a short text");
        let svg = svg(&code);
        let side = code.size() + 2 * BORDER;
        assert!(svg.contains(&format!("viewBox=\"0 0 {side} {side}\"")), "{svg}");
        // The first dark module is the corner of a finder pattern, whose first row has seven dark modules.
        assert!(svg.contains("d=\"M4 4h1v1h-1zM5 4h"), "{svg}");
        assert_eq!(
            svg.matches("M4 ").count(),
            14 + (7..code.size() - 7).filter(|&y| code.get_module(0, y)).count()
        );
    }
}
