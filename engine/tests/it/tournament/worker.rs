//! Games that other machines play: job lines, workers, and merged results.

use std::collections::HashSet;

use serde_json::Value;

use super::super::program::{Engine, Folder, Ran, command, ludex, with_input};
use super::play::{SMALL, games_of};
use super::verdicts::mock;
use super::versus;

fn worker(more: &[&str], input: &str) -> Ran {
    let mut arguments = vec!["worker"];
    arguments.extend(more);
    with_input(command(&arguments), input)
}

/// The remaining jobs, of a new or an existing folder.
fn jobs(arguments: &[&str]) -> String {
    let mut arguments = arguments.to_vec();
    arguments.push("--jobs");
    let ran = ludex(&arguments);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out
}

fn merge(folder: &Folder, results: &str) -> Ran {
    let arguments = ["tournament", "--resume", folder.name(), "--results", "-", "--json"];
    with_input(command(&arguments), results)
}

/// A line without its times.
fn timeless(line: &str) -> Value {
    let mut value: Value = serde_json::from_str(line).expect("JSON");
    value["marks"].as_object_mut().expect("marks").remove("ms");
    value
}

#[test]
fn workers_play_the_games_that_the_tournament_would_have_played() {
    let (here, there) = (Folder::new("here"), Folder::new("there"));
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--seed", "7", "--out", here.name()]);
    let summary = ludex(&arguments).last_json();
    *arguments.last_mut().unwrap() = there.name();
    let all = jobs(&arguments);
    assert_eq!(all.lines().count(), 16);
    let ran = worker(&[], &all);
    assert_eq!(ran.code, 0, "{ran:?}");
    // The same lines, except for times.
    let path = here.path("results.jsonl");
    let played: HashSet<String> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| timeless(line).to_string())
        .collect();
    let answered: HashSet<String> =
        ran.out.lines().map(|line| timeless(line).to_string()).collect();
    assert_eq!(played, answered);
    // Results may arrive in any order, in parts, and more than once.
    let mut lines: Vec<&str> = ran.out.lines().collect();
    lines.reverse();
    let half = lines[..9].join("\n") + "\n";
    merge(&there, &half);
    let left = jobs(&["tournament", "--resume", there.name()]);
    assert_eq!(left.lines().count(), 7);
    let rest = lines[5..].join("\n") + "\n";
    assert_eq!(merge(&there, &rest).last_json(), summary);
    assert_eq!(there.results().len(), 16);
    assert_eq!(games_of(&there), games_of(&here));
    let again = ludex(&["tournament", "--resume", there.name(), "--json"]);
    assert_eq!(again.last_json(), summary);
    assert_eq!(jobs(&["tournament", "--resume", there.name()]), "");
}

#[test]
fn openings_of_a_book_travel_with_the_job() {
    let (here, there) = (Folder::new("book-here"), Folder::new("book-there"));
    let book = here.file("book.txt", "a1 d4 b2\nd1 a4\n# a remark\na4 d1 b2 c3\n");
    let out = here.path("out");
    let arguments = |out: &str| {
        let mut arguments: Vec<String> = SMALL.iter().map(ToString::to_string).collect();
        arguments.extend(["--book", &book, "--out", out].map(str::to_owned));
        arguments
    };
    let run = |arguments: &[String], more: &[&str]| {
        let mut all: Vec<&str> = arguments.iter().map(String::as_str).collect();
        all.extend(more);
        let ran = ludex(&all);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran
    };
    let summary = run(&arguments(&out), &[]).last_json();
    let all = run(&arguments(there.name()), &["--jobs"]).out;
    // The worker does not have the book.
    let moved = here.path("moved.txt");
    std::fs::rename(&book, &moved).unwrap();
    let ran = worker(&["-j", "2"], &all);
    std::fs::rename(&moved, &book).unwrap();
    assert_eq!(merge(&there, &ran.out).last_json(), summary);
}

#[test]
fn lines_that_cannot_be_done_are_answered_too() {
    let folder = Folder::new("bad-lines");
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    let all = jobs(&arguments);
    let good = all.lines().next().unwrap();
    let change = |key: &str, value: Value| {
        let mut line: Value = serde_json::from_str(good).unwrap();
        line[key] = value;
        line.to_string()
    };
    let mut no_settings: Value = serde_json::from_str(good).unwrap();
    no_settings.as_object_mut().unwrap().remove("settings");
    let bad = [
        ("nonsense".to_owned(), "expected a job"),
        ("{}".to_owned(), "prints it, but found nothing"),
        ("[1,2]".to_owned(), "line 3: expected a job"),
        ("\u{0}\u{fffd}".to_owned(), "expected a job"),
        (change("seed", serde_json::json!("x")), "seed: expected a job"),
        (change("settings", serde_json::json!({"a": 1})), "settings: expected a job"),
        (change("seats", serde_json::json!([0, 9])), "seats"),
        (change("seats", serde_json::json!([0])), "seats"),
        (change("seating", serde_json::json!(2)), "seating"),
        (change("game", serde_json::json!(4)), "game"),
        (change("opening", serde_json::json!("a1 a1")), "opening"),
        (no_settings.to_string(), "--settings"),
    ];
    let mut lines: Vec<&str> = bad.iter().map(|(line, _)| line.as_str()).collect();
    lines.extend(["", good]);
    let input = lines.join("\n");
    let ran = worker(&[], &input);
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), bad.len() + 1);
    for ((number, line), (_, words)) in lines.iter().enumerate().zip(&bad) {
        let error = line["error"].as_str().expect("an error");
        assert!(error.contains(words), "{error}");
        assert!(!error.contains("column") && !error.contains("JobLine"), "{error}");
        assert_eq!(line["line"], number + 1);
    }
    assert_eq!(lines[bad.len()]["ending"], "rules");
    // Failed jobs are reported and stay open; the good game counts.
    let ran = merge(&folder, &ran.out);
    assert_eq!(ran.last_json()["games"], 1);
    assert!(ran.err.contains("a job failed: standard input, line 1"), "{ran:?}");
    // Settings may come from a file.
    let file = folder.path("settings.json");
    let ran = worker(&["--settings", &file], &no_settings.to_string());
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn results_of_another_run_are_refused() {
    let (one, other) = (Folder::new("one"), Folder::new("other"));
    let begin = |folder: &Folder, seed: &'static str| {
        let mut arguments = SMALL.to_vec();
        arguments.extend(["--seed", seed, "--out", folder.name()]);
        jobs(&arguments)
    };
    begin(&one, "1");
    let foreign = begin(&other, "2");
    let line = worker(&[], foreign.lines().next().unwrap()).out;
    let cut = &line[..line.len() - 30];
    let mut strange: Value = serde_json::from_str(&line).unwrap();
    strange["pair"] = 1000.into();
    let cases = [
        (&one, line.clone(), "run"),
        (&one, "nonsense\n".to_owned(), "line 1"),
        (&other, format!("{line}{strange}\n"), "line 2"),
    ];
    for (folder, text, words) in cases {
        let ran = merge(folder, &text).in_words();
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(words), "{ran:?}");
    }
    assert_eq!(one.results().len(), 0);
    assert_eq!(other.results().len(), 1, "what came before the bad line stays");
    let ran = merge(&other, cut);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("line 1: the line is cut off"), "{ran:?}");
}

#[test]
fn a_worker_whose_engine_is_missing_says_so() {
    let folder = Folder::new("worker-engine");
    let theirs = format!("theirs: time=1s cmd={} refuse", mock());
    let arguments = versus(
        "takt",
        ["ours: nodes=10", &theirs],
        &["--variant", "size=3", "--pairs", "1", "--out", folder.name()],
    );
    let jobs = jobs(&arguments);
    let ran = worker(&["--allow-cmd"], &jobs);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("player theirs did not start"), "{ran:?}");
    // The user's settings file may name a command.
    let file = folder.path("settings.json");
    let mut bare: Value = serde_json::from_str(jobs.lines().next().unwrap()).unwrap();
    bare.as_object_mut().unwrap().remove("settings");
    let ran = worker(&["--settings", &file], &bare.to_string());
    assert!(ran.out.contains("player theirs did not start"), "{ran:?}");
}

#[test]
fn a_line_starts_no_program_unless_that_is_allowed() {
    let folder = Folder::new("no-cmd");
    let mark = folder.path("mark");
    let theirs = format!("theirs: time=1s protocol=ugi cmd=touch {mark}");
    let arguments =
        versus("takt", ["ours: nodes=10", &theirs], &["--pairs", "1", "--out", folder.name()]);
    let jobs = jobs(&arguments);
    let ran = worker(&[], &jobs);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(ran.out.matches("--allow-cmd").count(), 2, "{ran:?}");
    assert!(!std::path::Path::new(&mark).exists(), "nothing was started");
    worker(&["--allow-cmd"], &jobs);
    assert!(std::path::Path::new(&mark).exists(), "now it was");
}

#[test]
fn what_comes_from_elsewhere_holds_nothing_but_a_game() {
    let folder = Folder::new("strange");
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    let all = jobs(&arguments);
    let good = worker(&[], all.lines().next().unwrap()).out;
    let changes = [
        ("names", serde_json::json!(["../../weak", "strong"])),
        ("moves", serde_json::json!(["a1\n[Event \"x\"]"])),
        ("moves", serde_json::json!([""])),
        ("start", serde_json::json!("x4/x4/x4/x4 1 1\u{1b}[2J")),
        ("returns", serde_json::json!([1.0])),
        ("margins", serde_json::json!([1.0, 2.0, 3.0])),
        ("blame", serde_json::json!(2)),
    ];
    for (key, value) in changes {
        let mut line: Value = serde_json::from_str(&good).unwrap();
        line[key] = value;
        let ran = merge(&folder, &format!("{line}\n"));
        assert_eq!(ran.code, 2, "{key}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
    assert_eq!(folder.results().len(), 0);
    // The settings of a job are checked as well.
    for (key, value) in [("hash", 1_u64 << 40), ("threads", 100_000)] {
        let mut line: Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
        line["settings"]["players"][0][key] = value.into();
        let ran = worker(&[], &line.to_string());
        assert!(ran.code == 1 && ran.out.contains(key), "{ran:?}");
    }
}

/// The worker waits for a line on an open pipe, before the first one and between two.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_worker_that_waits() {
    for threads in ["1", "3"] {
        for signal in ["INT", "TERM"] {
            let mut engine = Engine::start(&["worker", "-j", threads]);
            // The answer shows that the worker has started and now waits for a line.
            engine.say("nonsense");
            assert!(engine.read_line().contains("expected a job"));
            engine.signal(signal);
            assert_eq!(engine.end(), 130, "{signal}");
        }
    }
}

/// A game of an hour is stopped, while another thread waits for a line.
#[cfg(unix)]
#[test]
fn a_signal_stops_the_game_of_a_worker() {
    let folder = Folder::new("worker-signal");
    let arguments =
        versus("takt", ["a: time=1h", "b: time=1h"], &["--pairs", "1", "--out", folder.name()]);
    let all = jobs(&arguments);
    let mut engine = Engine::start(&["worker", "-j", "2"]);
    engine.say(all.lines().next().unwrap());
    engine.say("nonsense");
    assert!(engine.read_line().contains("expected a job"));
    engine.signal("INT");
    assert_eq!(engine.end(), 130);
}
