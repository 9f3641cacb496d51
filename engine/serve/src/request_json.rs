//! Parses the JSON of requests and messages. Errors are in the words of this program instead of those of the parser.

use ludex_kit::{InputError, message, say};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::refusal::Refusal;

/// What a request must be.
fn object() -> String {
    say!("a JSON object")
}

/// Parses the body of a request. Unknown fields are errors, like unknown options of the command line.
pub(super) fn parse<Q: DeserializeOwned>(bytes: &[u8]) -> Result<Q, Refusal> {
    // `serde` would also accept a list in place of an object.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(differs("body, line 1, column 1", &object(), &say!("a list")).into());
    }
    serde_json::from_slice(bytes).map_err(|error| malformed("body", &error).into())
}

/// The error for malformed JSON, or for JSON of the wrong shape.
pub(super) fn malformed(place: &str, error: &serde_json::Error) -> InputError {
    let place = match error.line() {
        0 => place.to_owned(),
        line => format!("{place}, line {line}, column {}", error.column()),
    };
    match error.classify() {
        Category::Eof => InputError::sentence(place, say!("the JSON ends too early")),
        Category::Syntax | Category::Io => {
            InputError::sentence(place, say!("this is not valid JSON"))
        }
        Category::Data => wrong_shape(place, &error.to_string()),
    }
}

/// The error for JSON that is not the request that was expected. `text` is the message of the parser.
fn wrong_shape(place: String, text: &str) -> InputError {
    let what = text.rsplit_once(" at line ").map_or(text, |(what, _)| what);
    let (problem, expected) = what.rsplit_once(", expected ").unwrap_or((what, ""));
    if let Some(field) = problem.strip_prefix("unknown field ") {
        return unknown(place, field, UnknownName::Field, expected);
    }
    if let Some(word) = problem.strip_prefix("unknown variant ") {
        return unknown(place, word, UnknownName::Word, expected);
    }
    if let Some(field) = problem.strip_prefix("missing field ") {
        let sentence = say!("the field {field} is missing", field = without_quotes(field));
        return InputError::sentence(place, sentence);
    }
    if let Some(field) = problem.strip_prefix("duplicate field ") {
        let sentence = say!("the field {field} is given twice", field = without_quotes(field));
        return InputError::sentence(place, sentence);
    }
    // For an enum with a custom `expecting` text, the whole message consists of that text.
    if let Some(expected) = what.strip_prefix("expected ") {
        return differs(place, &expecting(expected), &say!("something else"));
    }
    let found = problem.strip_prefix("invalid type: ").or(problem.strip_prefix("invalid value: "));
    match found {
        Some(found) => differs(place, &kind_of(expected), &found_words(found)),
        None => differs(place, &object(), &say!("something else")),
    }
}

fn differs(place: impl Into<String>, expected: &str, found: &str) -> InputError {
    InputError::sentence(place, say!("expected {expected}, but found {found}", expected, found))
}

/// What an unknown name should be.
#[derive(Clone, Copy)]
enum UnknownName {
    Field,
    Word,
}

/// The error for a name that is not in the parser's list of names: ``one of `a`, `b` ``, or empty.
fn unknown(place: String, name: &str, kind: UnknownName, listed: &str) -> InputError {
    let name = without_quotes(name.trim_end_matches(", there are no fields"));
    let names: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
    if names.is_empty() {
        let problem = match kind {
            UnknownName::Field => say!("is not a field here: there are no fields"),
            UnknownName::Word => say!("is not a known word: there are no fields"),
        };
        return InputError::problem(place, name, problem);
    }
    let kind = match kind {
        UnknownName::Field => say!("a field here"),
        UnknownName::Word => say!("a known word"),
    };
    InputError::unknown(place, name, &kind, &names).with_nearest(name, names)
}

/// A name without the parser's quotes.
fn without_quotes(name: &str) -> &str {
    name.trim_matches('`')
}

/// What the parser found, in words: a number, a text, or the kind of value.
fn found_words(found: &str) -> String {
    let found = found.replace('`', "");
    match found.split_once(' ') {
        Some(("integer", number)) => say!("the number {number}", number),
        Some(("floating", rest)) => {
            say!("the number {number}", number = rest.trim_start_matches("point "))
        }
        Some(("string", text)) => say!("the text {text}", text),
        Some(("boolean", value)) => value.to_owned(),
        _ => match &*found {
            "map" => say!("an object"),
            "sequence" => say!("a list"),
            "null" => "null".to_owned(),
            _ => say!("something else"),
        },
    }
}

/// Replaces the names of Rust types by words.
fn kind_of(expected: &str) -> String {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => say!("a whole number"),
        "f32" | "f64" => say!("a number"),
        "a sequence" => say!("a list"),
        "a string" => say!("a string"),
        "a boolean" => say!("a boolean"),
        "struct Question" => object(),
        "variant identifier" | "variant identifier of an enum" => say!("a word"),
        of if of.starts_with("struct ") || of == "a map" => say!("an object"),
        _ => expected.to_owned(),
    }
}

/// The custom texts of `expecting`.
fn expecting(text: &str) -> String {
    const KNOWN: [&str; 3] = [
        message!("a player's number, or mover"),
        message!("a level, 1 to 10, or its name"),
        message!("an object that says what is done, such as {\"do\": \"roll\"}"),
    ];
    let known = KNOWN.iter().find(|known| **known == text);
    known.map_or_else(|| text.to_owned(), |known| crate::WORDS.translate(known).to_owned())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Question {
        moves: Vec<String>,
        #[serde(default)]
        order: Option<Order>,
        #[serde(default)]
        size: u8,
    }

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Ply,
        Worst,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    fn message<Q: DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
        let shown = parse::<Q>(text.as_bytes()).expect_err(text).to_json();
        shown["error"]["message"].as_str().expect("a text").to_owned()
    }

    #[test]
    fn errors_are_sentences_of_this_program() {
        for (text, expected) in [
            ("{\"move\": 1}", "\"move\" is not a field here; use one of moves, order, size"),
            ("{}", "the field moves is missing"),
            ("{\"moves\": [], \"moves\": []}", "the field moves is given twice"),
            ("{\"moves\": \"a1\"}", "expected a list, but found the text \"a1\""),
            ("{\"moves\": {}}", "expected a list, but found an object"),
            ("{\"moves\": [5]}", "expected a string, but found the number 5"),
            ("{\"moves\": [], \"size\": 300}", "expected a whole number, but found the number 300"),
            ("{\"moves\": [], \"size\": 1.5}", "expected a whole number, but found the number 1.5"),
            ("{\"moves\": [], \"size\": true}", "expected a whole number, but found true"),
            (
                "{\"moves\": [], \"order\": \"best\"}",
                "\"best\" is not a known word; use one of ply, worst",
            ),
            ("[]", "expected a JSON object, but found a list"),
            ("null", "expected a JSON object, but found null"),
            ("{", "the JSON ends too early"),
            ("{moves}", "this is not valid JSON"),
        ] {
            assert_eq!(message::<Question>(text), expected, "{text}");
        }
        let none = "\"moves\" is not a field here: there are no fields";
        assert_eq!(message::<Nothing>("{\"moves\": 1}"), none);
    }
}
