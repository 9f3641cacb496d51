//! What is printed: the same whatever the number of threads, all that is known, and told if it does not arrive.

use crate::program::{command, ludex};

/// Results must not depend on how the work is split.
#[test]
fn deterministic_output_is_equal_for_all_numbers_of_threads() {
    for game in ["takt", "quoridor", "trax", "tantrix"] {
        let run = |threads: &str, json: &[&str]| {
            let words = [
                "analyse",
                game,
                "--deterministic",
                "--nodes",
                "1000",
                "--deal",
            ];
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
fn json_tells_all_that_is_known_and_no_more() {
    let solved = ludex(&[
        "solve",
        "tryktrak",
        "--position",
        "jQAAwCQAAAAAAA",
        "--json",
    ])
    .json();
    let win = solved["win"].as_f64().expect("a number");
    let outcome = solved["outcome"]["win"].as_f64().expect("a number");
    assert!((win - outcome).abs() < 1e-12, "{solved}");
    assert!((win * 1e4).fract() != 0.0, "{solved}");
    let moves = "a3 a1 b1 b3";
    let words = [
        "bestmove",
        "takt",
        "--variant",
        "size=3",
        "--moves",
        moves,
        "--depth",
        "3",
    ];
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
        &["bestmove", "takt", "--depth", "1"],
        &[
            "convert",
            "takt",
            "--moves",
            "a1",
            "--to",
            "tps",
            "--out",
            "/dev/full",
        ],
    ];
    for words in commands {
        let Some(full) = full() else { return };
        let output = command(words).stdout(full).output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{words:?}: {err}");
        assert!(err.contains("No space left on device"), "{words:?}: {err}");
        assert!(!err.contains("os error"), "{words:?}: {err}");
    }
    let closed = |words: &[&str]| {
        let mut shell = std::process::Command::new("sh");
        let script = format!("exec \"$0\" {} >&-", words.join(" "));
        let shell = shell.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_ludex"));
        let output = shell.stdin(std::process::Stdio::null()).output();
        let output = output.expect("it runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
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
    let null = command(&["games"])
        .stdout(std::process::Stdio::null())
        .status();
    assert_eq!(null.expect("it runs").code(), Some(0));
}
