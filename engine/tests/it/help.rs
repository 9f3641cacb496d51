//! Help, manual pages, completions, and readers that close the pipe.

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
    assert!(whole.out.contains("Exit codes: 0 done; 1"), "{whole:?}");
    for command in COMMANDS {
        assert!(whole.out.contains(command), "{command}");
    }
}

#[test]
fn manual_pages_and_completions_are_written() {
    let page = ludex(&["man"]);
    assert!(page.out.contains(".TH ludex 1"), "{page:?}");
    assert!(ludex(&["man", "solve"]).out.contains(".TH ludex-solve 1"));
    // The command `help` has no manual page.
    assert!(!page.out.contains("help(1)") && !page.out.contains("\\-help(1)"), "{page:?}");
    let folder = TempFile::unwritten("man");
    let ran = ludex(&["man", "--out", folder.name()]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{ran:?}");
    for command in COMMANDS {
        assert!(folder.0.join(format!("ludex-{command}.1")).is_file(), "{command}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ludex(&["completions", shell]);
        // A command, a game, a search, an evaluator, and a variant key.
        let words = ["bestmove", "backgammon", "alphabeta", "handmade", "komi="];
        // The scripts of the other shells do not complete unnamed arguments, or they complete no values at all.
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
        assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "{ran:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
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
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{arguments:?}");
    }
}

/// Help, manual page and completions do not list options that the command refuses.
#[test]
fn help_lists_no_option_that_is_refused() {
    for (command, game, options) in [
        ("solve", "takt", &["--level=3", "--multipv=2"][..]),
        ("rollout", "tryktrak", &["--level=3", "--workers=2", "--deterministic"]),
        ("qtp", "quoridor", &["--multipv=2"]),
        ("fpt", "trax", &["--multipv=2"]),
    ] {
        let help = ludex(&[command, "--help"]).out;
        let page = ludex(&["man", command]).out;
        for option in options {
            let name = option.split('=').next().expect("a name");
            let listed = |line: &str| line.trim_start().starts_with(name);
            assert!(!help.lines().any(listed), "{command} {name}: {help}");
            let in_page = name.replace('-', "\\-");
            assert!(!page.contains(&format!("{in_page}\\fR")), "{command} {name}: {page}");
            let ran = ludex(&[command, game, option]);
            assert_eq!(ran.code, 2, "{ran:?}");
            assert!(ran.err.contains("has no effect on"), "{ran:?}");
        }
    }
}

/// `solve` accepts every solver that `ludex games` lists.
#[test]
fn games_list_everything_that_solves() {
    let games = ludex(&["games", "--json"]).json();
    for info in games["games"].as_array().expect("a list") {
        let solvers = info["solvers"].as_array().expect("a list");
        assert!(!solvers.is_empty(), "{info}");
        for solver in solvers {
            let name = solver["name"].as_str().expect("a name");
            let game = info["game"].as_str().expect("a name");
            let ran = ludex(&["solve", game, "--deal", "--search", name, "--nodes", "1"]);
            assert!(!ran.err.starts_with("error: --search"), "{ran:?}");
        }
        let game = info["game"].as_str().expect("a name");
        let unknown = ludex(&["solve", game, "--deal", "--search", "guess", "--nodes", "1"]);
        assert!(unknown.err.starts_with("error: --search: \"guess\" is not"), "{unknown:?}");
    }
}
