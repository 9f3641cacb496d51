//! The script and the style sheet of the page as they are sent: each in one file, without comments and blanks, in the language of the reader.
//!
//! A release build makes each of them once and shares it; a debug build reads the files from disk for every request.

use std::borrow::Cow;
use std::sync::OnceLock;

use ludex_kit::{InputError, Language};
use minifier::{css, js};
use serde_json::{Map, Value};

use super::modules;

/// Returns the text of a file of the page.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The module that starts the page. It is sent with all modules it imports.
pub(super) const ENTRY: &str = "main.js";
/// The style sheet, sent with all sheets it imports.
pub(super) const SHEET: &str = "style.css";

/// What the module `core/say.js` says about the language, which is replaced for each language.
const PAGE_LANGUAGE: &str = "const LANGUAGE = \"en\";";
const PAGE_WORDS: &str = "const WORDS = {};";
/// The attribute of the document that is replaced for each language.
const DOCUMENT_LANGUAGE: &str = "<html lang=\"en\"";
/// The attributes of the document that people read.
const READ: [&str; 2] = ["aria-label", "placeholder"];
/// The start of calls with a number and English texts for one thing and for several.
const COUNTING: &str = "sayCount(";
/// The starts of all calls with English texts. In the others, the text is the first argument.
const CALLS: [&str; 3] = ["say(", "sayParts(", COUNTING];
/// A line of a style sheet that imports another one.
const IMPORT: &str = "@import \"";

/// A text that a release build makes once.
fn shared(
    known: &'static OnceLock<String>,
    make: impl FnOnce() -> Result<String, InputError>,
) -> Result<Cow<'static, [u8]>, InputError> {
    if let Some(text) = known.get() {
        return Ok(text.as_bytes().into());
    }
    let text = make()?;
    if cfg!(debug_assertions) {
        return Ok(text.into_bytes().into());
    }
    Ok(known.get_or_init(|| text).as_bytes().into())
}

/// The script of the page in the current language.
pub(super) fn script(read: Read) -> Result<Cow<'static, [u8]>, InputError> {
    static SCRIPTS: [OnceLock<String>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    let language = Language::current();
    shared(&SCRIPTS[language as usize], || {
        let script = translated(&modules::join(ENTRY, read)?, language, words(read));
        Ok(js::minify(&script).to_string())
    })
}

/// The document in the current language: the texts of its elements and the attributes that people read.
pub(super) fn document(html: &str, read: Read) -> Cow<'static, str> {
    static DOCUMENTS: [OnceLock<String>; Language::ALL.len()] =
        [const { OnceLock::new() }; Language::ALL.len()];
    let language = Language::current();
    if cfg!(debug_assertions) {
        return translated_document(html, language, words(read)).into();
    }
    let known = &DOCUMENTS[language as usize];
    known.get_or_init(|| translated_document(html, language, words(read))).as_str().into()
}

fn translated_document(html: &str, language: Language, table: Map<String, Value>) -> String {
    let language = format!("<html lang=\"{}\"", language.code());
    let mut html = html.replacen(DOCUMENT_LANGUAGE, &language, 1);
    for (text, word) in table {
        let Value::String(word) = word else { continue };
        let word = word.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        html = html.replace(&format!(">{text}<"), &format!(">{word}<"));
        for name in READ {
            html = html.replace(&format!(" {name}=\"{text}\""), &format!(" {name}=\"{word}\""));
        }
    }
    html
}

/// The table of words of the current language; empty for English.
fn words(read: Read) -> Map<String, Value> {
    let table = read(&format!("words/{}.json", Language::current().code()));
    table.and_then(|table| serde_json::from_str(&table).ok()).unwrap_or_default()
}

/// The style sheet of the page. `read` also knows the sheets that the server itself makes.
pub(super) fn style(read: Read) -> Result<Cow<'static, [u8]>, InputError> {
    static STYLE: OnceLock<String> = OnceLock::new();
    shared(&STYLE, || {
        let sheet = |path: &str| {
            read(path).ok_or_else(|| InputError::problem("page", path, "does not exist"))
        };
        let mut joined = String::new();
        for line in sheet(SHEET)?.lines() {
            match line.strip_prefix(IMPORT).and_then(|rest| rest.strip_suffix("\";")) {
                Some(path) => joined.push_str(&sheet(path)?),
                None => joined.push_str(line),
            }
            joined.push('\n');
        }
        let small =
            css::minify(&joined).map_err(|error| InputError::problem("page", SHEET, error))?;
        Ok(small.to_string())
    })
}

/// A script in a language. Texts that it says become their translations; those that it chooses elsewhere stay in English, and the table of
/// words translates them.
fn translated(script: &str, language: Language, table: Map<String, Value>) -> String {
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    let end_of = |rest: &str, call: &str| Some(rest.find(call)? + call.len());
    while let Some(length) = CALLS.iter().filter_map(|call| end_of(rest, call)).min() {
        let (before, after) = rest.split_at(length);
        text.push_str(before);
        rest = if before.ends_with(COUNTING) {
            translate_count(after, &table, &mut text)
        } else {
            translate_argument(after, &table, &mut text)
        };
    }
    text.push_str(rest);
    let is_needed = |key: &String| {
        let key = Value::from(key.as_str()).to_string();
        text.contains(&key) || !script.contains(&key)
    };
    let table: Map<_, _> = table.into_iter().filter(|(key, _)| is_needed(key)).collect();
    let words = format!("const WORDS = {};", Value::Object(table));
    let language = format!("const LANGUAGE = \"{}\";", language.code());
    text.replacen(PAGE_LANGUAGE, &language, 1).replacen(PAGE_WORDS, &words, 1)
}

/// Copies the first argument of a call, with the text or the texts between which `?` chooses in another language. Returns the rest of the
/// script. Where the argument is not as simple as that, it is copied up to there.
fn translate_argument<'a>(
    script: &'a str,
    table: &Map<String, Value>,
    copy: &mut String,
) -> &'a str {
    let (mut rest, mut last) = (script, '?');
    while let Some(next) = rest.chars().next().filter(|next| !"()[]{}`/',".contains(*next)) {
        // The argument contains another call, as in `show(say("…"))`.
        if CALLS.iter().any(|call| rest.starts_with(call)) {
            break;
        }
        let (mut length, mut word) = (next.len_utf8(), None);
        if next == '"' {
            let Some((key, end)) = literal(rest) else { break };
            length = end;
            word = table.get(&key).filter(|word| word.is_string() && "?:".contains(last));
        }
        let (piece, after) = rest.split_at(length);
        copy.push_str(&word.map_or_else(|| piece.to_owned(), Value::to_string));
        rest = after;
        if !next.is_whitespace() {
            last = next;
        }
    }
    rest
}

/// Copies the arguments of a call with a number: the texts become the forms of another language. Returns the rest of the script.
fn translate_count<'a>(script: &'a str, table: &Map<String, Value>, copy: &mut String) -> &'a str {
    let translate = || {
        let (number, texts) = script.split_at(script.find('"')?);
        let (one, length) = literal(texts)?;
        let forms = table.get(&one).filter(|forms| forms.is_object())?;
        let other = texts[length..].trim_start().strip_prefix(',')?.trim_start();
        let rest = &other[literal(other)?.1..];
        Some((format!("{number}{forms},\"\""), rest))
    };
    let Some((arguments, rest)) = translate() else { return script };
    copy.push_str(&arguments);
    rest
}

/// The string at the start of a script, and its length there.
fn literal(script: &str) -> Option<(String, usize)> {
    let mut values = serde_json::Deserializer::from_str(script).into_iter();
    let text = values.next()?.ok()?;
    Some((text, values.byte_offset()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_script_says_its_texts_in_another_language() {
        let script = "const LANGUAGE = \"en\";\nconst WORDS = {};\ndesk.say(say(\"Your turn.\"), sayParts(\n  \"Press {key}.\", x));\nsay(way === \"loss\" ? \"Lost\" : \"Won\");\nsayCount(\n  n,\n  \"{count} ply\",\n  \"{count} plies\",\n  { x });\nsay(other);\n";
        let table = json!({
            "Your turn.": "Ваш ход.", "Press {key}.": "Нажмите {key}.", "Won": "Победа", "loss": "поражение", "Lost": "Поражение",
            "{count} ply": {"one": "{count} полуход"}, "said elsewhere": "в другом месте",
        });
        let Value::Object(table) = table else { unreachable!("an object") };
        let text = translated(script, Language::Russian, table);
        let (head, rest) = text.split_once("const WORDS = ").expect("the words");
        let (words, rest) = rest.split_once(";\n").expect("the rest");
        assert_eq!(head, "const LANGUAGE = \"ru\";\n");
        let expected = json!({
            "loss": "поражение", "said elsewhere": "в другом месте",
        });
        assert_eq!(serde_json::from_str::<Value>(words).expect("JSON"), expected);
        let expected = "desk.say(say(\"Ваш ход.\"), sayParts(\n  \"Нажмите {key}.\", x));\nsay(way === \"loss\" ? \"Поражение\" : \"Победа\");\nsayCount(\n  n,\n  {\"one\":\"{count} полуход\"},\"\",\n  { x });\nsay(other);\n";
        assert_eq!(rest, expected);
    }

    #[test]
    fn the_document_is_translated() {
        let html = "<html lang=\"en\"><p id=\"Board\" aria-label=\"Board\">Engine</p>";
        let table = "{\"Board\": \"Доска\", \"Engine\": \"A & \\\"B\\\"\"}";
        let read = |path: &str| (path == "words/ru.json").then(|| table.to_owned());
        let translated = Language::Russian.scope(|| document(html, &read));
        let expected =
            "<html lang=\"ru\"><p id=\"Board\" aria-label=\"Доска\">A &amp; &quot;B&quot;</p>";
        assert_eq!(translated, expected);
    }

    #[test]
    fn a_sheet_contains_its_imports_without_blanks() {
        let read = |path: &str| match path {
            "style.css" => {
                Some("/* About. */\n@import \"a/one.css\";\nbody { margin: 0 }\n".into())
            }
            "a/one.css" => Some(":is(p, li) b { color: red; }\n".to_owned()),
            _ => None,
        };
        let sheet = style(&read).expect("a sheet");
        assert_eq!(sheet.trim_ascii(), b":is(p,li) b{color:red;}body{margin:0}");
        let error =
            style(&|path| (path == "style.css").then(|| "@import \"none.css\";".to_owned()));
        assert!(error.expect_err("no such sheet").to_string().contains("none.css"));
    }
}
