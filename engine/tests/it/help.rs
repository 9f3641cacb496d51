//! Help, manual pages, completions, and a reader that goes away.

use std::process::Stdio;

use super::program::{TempFile, command, ludex};

const COMMANDS: &[&str] = &[
    "bestmove",
    "analyse",
    "play",
    "book",
    "moves",
    "show",
    "perft",
    "solve",
    "rollout",
    "tournament",
    "convert",
    "games",
    #[cfg(feature = "serve")]
    "serve",
    "completions",
    "man",
    "ugi",
    "tei",
];

#[test]
fn every_help_text_has_examples_of_its_own_command() {
    for command in COMMANDS {
        let ran = ludex(&[command, "--help"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let (_, examples) = ran.out.split_once("Examples:").expect(command);
        assert!(examples.contains(&format!("ludex {command}")), "{examples}");
    }
    let whole = ludex(&["--help"]);
    assert!(whole.out.contains("Exit codes: 0 done, 1"), "{whole:?}");
    for command in COMMANDS {
        assert!(whole.out.contains(command), "{command}");
    }
}

#[test]
fn manual_pages_and_completions_are_written() {
    let page = ludex(&["man"]);
    assert!(page.out.contains(".TH ludex 1"), "{page:?}");
    assert!(ludex(&["man", "solve"]).out.contains(".TH ludex-solve 1"));
    let folder = TempFile::unwritten("man");
    let ran = ludex(&["man", "--out", folder.name()]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    for command in COMMANDS {
        assert!(
            folder.0.join(format!("ludex-{command}.1")).is_file(),
            "{command}"
        );
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ludex(&["completions", shell]);
        // A command, a game, a search, an evaluator, the key of a variant.
        let words = ["bestmove", "backgammon", "alphabeta", "handmade", "komi="];
        // The others complete no arguments without a name, or no values at all.
        let completed = match shell {
            "bash" | "zsh" => 5,
            _ => 1,
        };
        for word in &words[..completed] {
            assert!(script.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn nothing_is_coloured_outside_a_terminal() {
    for arguments in [&["games"][..], &["show", "takt"], &["bestmove", "--help"]] {
        let ran = ludex(arguments);
        assert!(
            !ran.out.contains('\x1b') && !ran.err.contains('\x1b'),
            "{ran:?}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [
        &["moves", "takt", "--variant", "size=8", "--moves", "a1 h8"][..],
        &["man"],
        &["completions", "bash"],
        &["bestmove", "takt", "--depth", "1"],
        &["ugi", "takt"],
    ] {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        if let Some(mut input) = child.stdin.take() {
            use std::io::Write;
            let _ = input.write_all(b"ugi\nisready\n");
        }
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*err),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}
