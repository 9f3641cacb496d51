//! Every command that a document shows must run and print the output that the document shows.
//!
//! In a block marked `console`, a line `$ ludex …` is a command, and the lines up to the next command are its output. That is the standard
//! output alone, or together with standard error. The commands of a document run in order, in a copy of `docs/src/examples` and on one
//! thread. Only the form of the output is compared: all numbers count as equal, and so do all runs of spaces. A line `…` matches any number
//! of lines.

use std::path::Path;
use std::sync::Mutex;

use super::{Document, book, documents, markdown, project};
use crate::program::{Ran, command, with_input};

/// A command of a document and the output that it shows.
struct Shown<'t> {
    /// The number of its line.
    line: usize,
    command: String,
    output: Vec<&'t str>,
}

#[test]
fn every_command_prints_what_the_document_shows() {
    let mut pages = documents(&book());
    pages.push(Document::read(&project().join("README.md")));
    let waiting = Mutex::new(pages.iter());
    let faults = Mutex::new(Vec::new());
    let n_threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let Some(page) = waiting.lock().expect("no panic").next() else { return };
                    let found = differences(page);
                    faults.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let mut faults = faults.into_inner().expect("no panic");
    faults.sort();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A message for each command of the document whose output differs from what the document shows.
fn differences(document: &Document) -> Vec<String> {
    let (blocks, _) = markdown::split(&document.text);
    let shown: Vec<_> =
        blocks.iter().filter(|block| block.info == "console").flat_map(commands).collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    copy_folder(&book().join("examples"), folder.path());
    let mut faults = Vec::new();
    for shown in shown {
        let place = format!("{}, line {}: $ {}", document.name, shown.line, shown.command);
        let printed = run(&shown.command, folder.path());
        let is_shown =
            |printed: &String| is_like(&shown.output, &printed.lines().collect::<Vec<_>>());
        if !printed.iter().any(is_shown) {
            let (expected, printed) = (shown.output.join("\n"), &printed[0]);
            faults.push(format!("{place}\nexpected\n{expected}\nprinted\n{printed}\n"));
        }
    }
    faults
}

/// The commands of a block. If a line of a command ends in a backslash, the command continues in the next line.
fn commands<'t>(block: &markdown::Block<'t>) -> Vec<Shown<'t>> {
    let mut found = Vec::<Shown>::new();
    let mut continues = false;
    for &(line, text) in &block.lines {
        if let Some(words) = text.strip_prefix("$ ") {
            found.push(Shown { line, command: String::new(), output: Vec::new() });
            continues = extend(&mut found, words);
        } else if continues {
            continues = extend(&mut found, text.trim_start());
        } else if let Some(last) = found.last_mut() {
            last.output.push(text);
        }
    }
    found
}

/// Adds words to the last command. Returns whether the command continues in the next line.
fn extend(found: &mut [Shown], words: &str) -> bool {
    let last = found.last_mut().expect("a command was begun");
    last.command += words.trim_end_matches('\\');
    words.ends_with('\\')
}

/// The outputs that a document may show for a command: standard output followed by standard error, the reverse, or standard output alone.
/// The last form is allowed because remarks about progress depend on time.
pub(super) fn run(words: &str, folder: &Path) -> [String; 3] {
    let words = shlex::split(words).unwrap_or_default();
    let Some(("ludex", arguments)) = words.split_first().map(|(first, rest)| (&**first, rest))
    else {
        return ["(the test runs only ludex)"; 3].map(str::to_owned);
    };
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let mut child = command(&arguments);
    child.current_dir(folder);
    let Ran { out, err, .. } = with_input(child, "");
    [format!("{out}{err}"), format!("{err}{out}"), out]
}

pub(super) fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder for temporary files");
    for entry in std::fs::read_dir(from).expect("the folder of examples") {
        let path = entry.expect("a readable entry").path();
        let copy = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy_folder(&path, &copy);
        } else {
            std::fs::copy(&path, &copy).expect("a copy of an example");
        }
    }
}

/// Whether the printed lines have the same form as the expected ones.
fn is_like(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.iter().all(|line| line.trim().is_empty()),
        Some((&"…", rest)) => (0..=printed.len()).any(|n| is_like(rest, &printed[n..])),
        // Blank lines at the end of a block or of an output are ignored.
        Some((first, rest)) if printed.is_empty() => first.trim().is_empty() && is_like(rest, &[]),
        Some((first, rest)) => form(first) == form(printed[0]) && is_like(rest, &printed[1..]),
    }
}

/// The form of a line: each number is replaced by `0`, and each run of spaces by one space. A sign belongs to a number, except directly
/// after a letter or a digit, as in `size-5`.
fn form(line: &str) -> String {
    let mut form = String::new();
    // The unit in which a speed is shown depends on the machine.
    let line = line.trim_end().replace(" k nodes/s", " nodes/s").replace(" M nodes/s", " nodes/s");
    let letters: Vec<char> = line.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let before = form.chars().last();
        let starts_number = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
        let is_sign = "+-−".contains(letter)
            && starts_number(at + 1)
            && before.is_none_or(|before| !before.is_alphanumeric());
        if is_sign || letter.is_ascii_digit() {
            at += 1;
            while starts_number(at) || letters.get(at) == Some(&'.') && starts_number(at + 1) {
                at += 1;
            }
            form.push('0');
        } else {
            at += 1;
            if letter != ' ' || before != Some(' ') {
                form.push(letter);
            }
        }
    }
    form
}

#[test]
fn outputs_are_compared_in_form() {
    assert_eq!(form("b5    89.2 %  +2.28  x-7"), "b0 0 % 0 x-0");
    assert_eq!(form("  −0.5,1.2.3"), " 0,0");
    assert_eq!(form("1.2 M nodes/s"), form("900 k nodes/s"));
    assert!(is_like(&["a 1", "…", "z"], &["a  22", "b", "c", "z", ""]));
    assert!(!is_like(&["a 1"], &["a 1", "b"]));
}
