//! Output is independent of the number of threads and complete; if it cannot be written, the program reports an error.

use crate::program::{Folder, Ran, command, ludex};

/// Results must not depend on how the work is divided.
#[test]
fn deterministic_output_is_equal_for_all_numbers_of_threads() {
    for game in ["takt", "quoridor", "trax", "tantrix"] {
        let run = |threads: &str, json: &[&str]| {
            let words = ["analyse", game, "--deterministic", "--nodes", "1000", "--deal"];
            ludex(&[&words[..], &["--threads", threads], json].concat())
        };
        let object = |threads: &str| {
            let mut object = run(threads, &["--json"]).json();
            for key in ["time_ms", "nps", "threads"] {
                assert!(object[key].is_number(), "{game}: {key}");
                object[key] = serde_json::Value::Null;
            }
            object
        };
        assert_eq!(object("1"), object("3"), "{game}");
        let text = |threads: &str| {
            let ran = run(threads, &[]);
            let lines = ran.out.lines().filter(|line| !line.contains("thread"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(text("1"), text("3"), "{game}");
    }
}

#[test]
fn json_contains_all_that_is_known_and_no_more() {
    let solved = ludex(&["solve", "tryktrak", "--position", "jQAAwCQAAAAAAA", "--json"]).json();
    let win = solved["win"].as_f64().expect("a number");
    let outcome = solved["outcome"]["win"].as_f64().expect("a number");
    assert!((win - outcome).abs() < 1e-12, "{solved}");
    assert!((win * 1e4).fract() != 0.0, "{solved}");
    let moves = "a3 a1 b1 b3";
    let words = ["bestmove", "takt", "--variant", "size=3", "--moves", moves, "--depth", "3"];
    let proven = ludex(&[&words[..], &["--json"]].concat()).json();
    assert!(proven["proof"].is_object(), "{proven}");
    assert_eq!(proven["score"]["value"], serde_json::Value::Null);
    assert_eq!(proven["lines"][0]["score"], serde_json::Value::Null);
}

#[cfg(unix)]
#[test]
fn output_that_does_not_arrive_is_a_failure() {
    let full = || {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        full.ok()
    };
    let commands: &[&[&str]] = &[
        &["help"],
        &["--version"],
        &["moves", "--help"],
        &["games"],
        &["man"],
        &["completions", "bash"],
        &["moves", "takt"],
        &["show", "takt", "--json"],
        &["show", "takt", "--png", "-"],
        &["bestmove", "takt", "--depth", "1"],
        &["convert", "takt", "--moves", "a1", "--to", "tps", "--out", "/dev/full"],
    ];
    for words in commands {
        let Some(full) = full() else { return };
        let output = command(words).stdout(full).output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{words:?}: {err}");
        assert!(err.contains("No space left on device"), "{words:?}: {err}");
        assert_eq!(err.contains("standard output"), !words.contains(&"--out"), "{words:?}: {err}");
        assert!(!err.contains("os error"), "{words:?}: {err}");
    }
    let closed = |words: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        let script = format!("exec \"$0\" {} >&-", words.join(" "));
        let shell = shell.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_ludex"));
        let output = shell.stdin(std::process::Stdio::null()).output();
        let output = output.expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for words in [
        &["--version"][..],
        &["games"],
        &["moves", "takt"],
        &["bestmove", "takt", "--depth", "1"],
        &["ugi", "takt"],
    ] {
        let (code, err) = closed(words);
        assert_eq!(code, Some(1), "{words:?}: {err}");
        assert_eq!(err, "error: standard output is closed\n", "{words:?}");
    }
    let null = command(&["games"]).stdout(std::process::Stdio::null()).status();
    assert_eq!(null.expect("it runs").code(), Some(0));
}

/// For every option that names an output file, a path in a missing folder is refused before the work begins.
#[test]
fn output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new("outputs");
    let record = folder.file("game.ptn", "[Size \"5\"]\n1. a1 e5 2. c3 c4\n");
    let out = |name: &str| folder.path(&format!("no/{name}"));
    let forever = ["--time", "1000s"];
    let (html, ptn, svg, png, text) =
        (out("x.html"), out("x.ptn"), out("x.svg"), out("x.png"), out("x.txt"));
    let analyse = ["analyse", "takt", "--file", &record];
    let cases: &[(&[&str], &[&str], &str)] = &[
        (&analyse, &["--html", &html], &html),
        (&analyse, &["--annotate", &ptn], &ptn),
        (&["play", "takt", "--p1", "engine"], &["--save", &ptn], &ptn),
    ];
    for (command, option, path) in cases {
        check_unwritable(&ludex(&[command, option, &forever[..]].concat()), path);
    }
    let cases: &[(&[&str], &str)] = &[
        (&["show", "takt", "--svg", "-", "--png", &png], &png),
        (&["show", "takt", "--svg", &svg], &svg),
        (&["convert", "takt", "--file", &record, "--to", "ptn", "--out", &ptn], &ptn),
        (&["rollout", "tryktrak", "--deal", "--out", &text], &text),
        (&["book", "takt", "--out", &text], &text),
        (&["tournament", "takt", "--player", "a: time=1000s", "--make-book", &text], &text),
    ];
    for (arguments, path) in cases {
        check_unwritable(&ludex(arguments), path);
    }
}

#[track_caller]
fn check_unwritable(ran: &Ran, path: &str) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains(path), "{ran:?}");
    assert!(ran.err.contains("check that the folder exists"), "{ran:?}");
}

#[test]
fn a_file_is_not_named_after_another_format() {
    let folder = Folder::new("endings");
    let record = folder.file("game.ptn", "[Size \"5\"]\n1. a1 e5 2. c3 c4\n");
    let check = |arguments: &[&str], option: &str, name: &str, parts: &[&str]| {
        let path = folder.path(name);
        let ran = ludex(&[arguments, &[option, &path]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        for part in parts {
            assert!(ran.err.contains(part), "{part} in {ran:?}");
        }
        assert!(!std::path::Path::new(&path).exists(), "{path}");
    };
    let show = ["show", "takt"];
    check(&show, "--svg", "x.png", &["--svg: \"", "expected .svg", "--png writes"]);
    check(&show, "--svg", "x.PNG", &["--png writes"]);
    check(&show, "--png", "x.svg", &["--png: \"", "expected .png", "--svg writes"]);
    check(&show, "--png", "x.jpg", &["expected .png"]);
    let analyse = ["analyse", "takt", "--file", &record, "--nodes", "50"];
    check(&analyse, "--html", "x.svg", &["--html: \"", "expected .html"]);
    let convert = ["convert", "takt", "--file", &record, "--to"];
    check(&[&convert[..], &["ptn"]].concat(), "--out", "x.sgf", &["--out: \"", "expected .ptn"]);
    check(&[&convert[..], &["tps"]].concat(), "--out", "x.ptn", &["use another one"]);
    check(&["play", "takt", "--p1", "engine"], "--save", "x.mat", &["save: \"", "expected .ptn"]);
    // Extensions without a meaning are allowed.
    for (arguments, option, name) in
        [(&show[..], "--svg", "x"), (&show, "--svg", "board.picture"), (&show, "--svg", "x.SVG")]
    {
        let ran = ludex(&[arguments, &[option, &folder.path(name)]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
    }
}
