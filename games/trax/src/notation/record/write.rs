//! Writes game files.

use super::comments::{COMMENT_FROM, ENDS, RESULT, TAGS, VARIANT, read_remark, read_tag};
use crate::rules::options::KEYS;
use ludex_kit::interface::record::one_line;
use ludex_kit::{Record, Variant};

/// The options that neither the turns nor the start position of a game show.
fn hidden_options(record: &Record) -> Variant {
    let draws_faces = record.plies.iter().any(|ply| ply.text.starts_with('?'));
    let mut variant = Variant::new();
    for key in &KEYS {
        let chosen = record.variant.get(key.name);
        let unusual = chosen.filter(|&value| Some(value) != key.default.value());
        let is_told = record.start.is_some() || key.name == "luck" && draws_faces;
        if let Some(value) = unusual.filter(|_| !is_told) {
            variant.set(key.name, value);
        }
    }
    variant
}

pub(super) fn write(record: &Record) -> String {
    let mut text = String::new();
    let is_word = |result: &&String| ENDS.contains(&result.as_str());
    let (word, stated) = match &record.result {
        Some(result) if is_word(&result) => (Some(result), None),
        result => (None, result.as_ref()),
    };
    let tags = record.tags.iter().map(|(key, value)| (key.as_str(), value));
    let tags = tags.filter(|(key, _)| TAGS.contains(key));
    let variant = hidden_options(record);
    let variant = (!variant.is_empty()).then(|| variant.to_string());
    let variant = variant.as_ref().map(|variant| (VARIANT, variant));
    let result = stated.map(|result| (RESULT, result));
    for (key, value) in variant.into_iter().chain(tags).chain(result) {
        let value = one_line(value);
        if !value.trim().is_empty() {
            text.extend(["# ", key, ": ", value.trim(), "\n"]);
        }
    }
    for line in record.comment.iter().flat_map(|comment| comment.lines()) {
        let line = one_line(line);
        let is_plain = read_tag(&line).is_none()
            && read_remark(&line).is_none()
            && !format!("# {}", line.trim()).starts_with(COMMENT_FROM);
        let key = if is_plain { "" } else { "Comment: " };
        text.extend(["# ", key, line.trim(), "\n"]);
    }
    for (number, ply) in (1..).zip(&record.plies) {
        for line in ply.remark() {
            text.extend(["# turn ", &number.to_string(), ": ", &one_line(&line), "\n"]);
        }
    }
    if let Some(start) = &record.start {
        text.push_str(COMMENT_FROM);
        text.push(' ');
        text.push_str(&one_line(start));
        text.push('\n');
    }
    let words: Vec<&str> =
        record.plies.iter().map(|ply| ply.text.as_str()).chain(word.map(String::as_str)).collect();
    text.push_str(&words.join(" "));
    text.push('\n');
    text
}
