//! Checks the translations of a crate: no text is missing, none is unused, and all have the same values.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::words::{Entry, Language, Words};

/// Checks the tables of a crate against its sources. `folder` is the folder of the crate, `env!("CARGO_MANIFEST_DIR")`. `constants` are
/// texts that the tables must contain besides those of `say!`, `say_count!` and `message!`, such as the help of a command line.
///
/// # Panics
/// If a text is missing or unused, or if a translation has other values or plural forms; the message lists all of them.
pub fn check_words(words: &Words, folder: &str, constants: &[String]) {
    let mut texts: BTreeMap<String, bool> =
        constants.iter().map(|text| (text.clone(), false)).collect();
    collect_folder(&Path::new(folder).join("src"), &mut texts);
    let mut problems = Vec::new();
    for language in [Language::Russian, Language::Polish] {
        let Some(table) = words.table_of(language) else { continue };
        let (code, entries) = (language.code(), table.entries());
        for (text, is_counted) in &texts {
            match entries.get(text) {
                None => problems.push(format!("{code}: missing: {text:?}")),
                Some(entry) => problems.extend(
                    problem_of(text, *is_counted, entry)
                        .map(|problem| format!("{code}: {problem}: {text:?}")),
                ),
            }
        }
        let unused = entries.keys().filter(|text| !texts.contains_key(*text));
        problems.extend(unused.map(|text| format!("{code}: unused: {text:?}")));
    }
    problems.sort();
    assert!(
        problems.is_empty(),
        "{} problems of {folder}/words:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

/// What is wrong with a translation.
fn problem_of(text: &str, is_counted: bool, entry: &Entry) -> Option<String> {
    const FORMS: [&str; 4] = ["few", "many", "one", "other"];
    let translations: Vec<&String> = match (entry, is_counted) {
        (Entry::Text(text), false) => vec![text],
        (Entry::Forms(forms), true) => {
            let known: BTreeSet<&str> = forms.keys().map(String::as_str).collect();
            if known != BTreeSet::from(FORMS) {
                return Some(format!("must have the plural forms {}", FORMS.join(", ")));
            }
            forms.values().collect()
        }
        (Entry::Text(_), true) => return Some("must have plural forms".to_owned()),
        (Entry::Forms(_), false) => return Some("must not have plural forms".to_owned()),
    };
    let mut wanted = names(text);
    wanted.remove("count");
    translations.into_iter().find_map(|translation| {
        let mut found = names(translation);
        found.remove("count");
        (found != wanted).then(|| format!("must contain {wanted:?}, but contains {found:?}"))
    })
}

/// The names in braces.
fn names(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    parts.map(|(name, _)| name).filter(|name| !name.is_empty() && is_name(name)).collect()
}

/// Collects the texts of all sources in a folder; the value says whether a text has a count.
fn collect_folder(folder: &Path, texts: &mut BTreeMap<String, bool>) {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            collect_folder(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = std::fs::read_to_string(&path).expect("a source file");
            collect(&source, texts);
        }
    }
}

/// Collects the texts of a source. Comments and the tests at its end are left out.
fn collect(source: &str, texts: &mut BTreeMap<String, bool>) {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let source = lines.collect::<Vec<_>>().join("\n");
    for (name, is_counted) in [("say!", false), ("message!", false), ("say_count!", true)] {
        for (index, _) in source.match_indices(&format!("{name}(")) {
            let before = source[..index].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            if let Some(text) = first_literal(&source[index + name.len()..]) {
                texts.insert(text, is_counted);
            }
        }
    }
}

/// The first string literal, without its escapes.
fn first_literal(source: &str) -> Option<String> {
    let mut text = String::new();
    let mut chars = source[source.find('"')? + 1..].chars().peekable();
    loop {
        match chars.next()? {
            '"' => return Some(text),
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                '\n' => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_source_are_found() {
        let source = "// say!(\"comment\")\nsay!(\"a \\\"b\\\" {c}\", c); say_count!(\n    n + 1,\n    \"{count} x\",\n    \"{count} xs\");\nconst A: &str = message!(\"long \\\n    text\");\nessay!(\"no\");\n#[cfg(test)]\nmod tests { say!(\"test\") }";
        let mut texts = BTreeMap::new();
        collect(source, &mut texts);
        let expected = [("a \"b\" {c}", false), ("{count} x", true), ("long text", false)];
        assert_eq!(texts, expected.map(|(text, counted)| (text.to_owned(), counted)).into());
    }

    #[test]
    fn each_problem_is_named() {
        static WORDS: Words =
            Words::new(r#"{"a {b}": "а {c}", "old": "старое"}"#, r#"{"a {b}": "a {b}"}"#);
        let folder = std::env::temp_dir().join(format!("ludex-words-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("src")).expect("a folder");
        std::fs::write(folder.join("src/lib.rs"), "say!(\"a {b}\", b)").expect("a file");
        let text = folder.to_string_lossy().into_owned();
        let checked = std::panic::catch_unwind(|| check_words(&WORDS, &text, &["new".to_owned()]));
        std::fs::remove_dir_all(&folder).expect("the folder");
        let message = *checked.expect_err("problems").downcast::<String>().expect("a text");
        for problem in ["pl: missing: \"new\"", "ru: unused: \"old\"", "ru: must contain {\"b\"}"] {
            assert!(message.contains(problem), "{message}");
        }
    }
}
