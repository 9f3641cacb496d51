//! Bad usage of each command and option: one line that names the place, in words that users know.

mod choices;

use clap::builder::ValueRange;
use clap::{Arg, ArgAction, Command, CommandFactory};
use ludex_base::failure;
use ludex_cli::{Cli, parse};
use ludex_kit::InputError;

use crate::program::{Ran, ludex};

/// Words of the implementation, unknown to users.
const FOREIGN: &[&str] = &[
    "invalid digit",
    "invalid float",
    "out of range integral",
    "number too large",
    "Job {",
    "..=",
    "unwrap",
    "panicked",
    "Some(",
    "None",
    "InputError",
    "os error",
    "u32",
    "usize",
    "Usage:",
    "tip:",
];

/// Values that are not a number, a time, a choice or a list of keys.
const BAD: &[&str] = &["", "abc", ",", "-x", "=", "1e", "NaN"];
/// Values that are invalid for most numbers.
const NUMBERS: &[&str] = &["-1", "99999999999999999999999999"];

#[track_caller]
fn check_line(line: &str, named: &str, arguments: &[String]) {
    assert!(line.starts_with("error: "), "{arguments:?}: {line}");
    assert_eq!(line.matches('\n').count(), 1, "{arguments:?}: {line}");

    assert!(line.contains(named), "{named} in {arguments:?}: {line}");
    for word in FOREIGN {
        assert!(!line.contains(word), "{word} in {arguments:?}: {line}");
    }
}

/// The arguments must be refused with a line that contains `named`.
#[track_caller]
fn check_refused(arguments: &[String], named: &str) {
    let refused = parse(arguments).map(drop);
    let Err(error) = refused else {
        panic!("accepted: {arguments:?}");
    };
    assert!(error.is::<InputError>(), "{arguments:?}: {error:#}");
    check_line(&failure::line(&error), named, arguments);
}

/// All commands with their required arguments.
fn commands() -> Vec<(Command, Vec<String>)> {
    let whole = Cli::command();
    let commands = whole.get_subcommands().filter(|c| c.get_name() != "help");
    commands
        .map(|command| {
            let mut words = vec!["ludex".to_owned(), command.get_name().to_owned()];
            let needed = match command.get_name() {
                "perft" => &["takt", "--depth", "1"][..],
                "convert" => &["takt", "--to", "tps"],
                "completions" => &["bash"],
                "train" => &["tryktrak", "--out", "x"],
                "book" => &["takt", "--out", "x"],
                "games" | "worker" | "man" | "serve" => &[],
                _ => &["takt"],
            };
            words.extend(needed.iter().map(|&word| word.to_owned()));
            parse(&words).expect("the required arguments are sufficient");
            (command.clone(), words)
        })
        .collect()
}

fn with(words: &[String], more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|&word| word.to_owned());
    words.iter().cloned().chain(more).collect()
}

/// Whether the value of an option is parsed with the command line; names and texts are checked later.
fn is_read_at_once(option: &Arg) -> bool {
    let kind = option.get_value_parser().type_id();
    let takes = option.get_num_args().is_none_or(|n| n != ValueRange::EMPTY);
    takes
        && option.get_action().takes_values()
        && kind != std::any::TypeId::of::<String>()
        && kind != std::any::TypeId::of::<std::path::PathBuf>()
        // The value of --openings may be a word or the name of a file, so it is checked later.
        && option.get_long() != Some("openings")
}

#[test]
fn every_option_refuses_invalid_values() {
    let mut n_checked = 0;
    for (command, words) in commands() {
        for option in command.get_opts().filter(|option| is_read_at_once(option)) {
            let name = format!("--{}", option.get_long().expect("every option has a name"));
            // If the option is a required argument, its good value is removed here; a bad one is added below.
            let base: Vec<String> = match words.iter().position(|word| *word == name) {
                Some(at) => [&words[..at], &words[at + 2..]].concat(),
                None => words.clone(),
            };
            for value in BAD {
                check_refused(&with(&base, &[&name, value]), &name);
                check_refused(&with(&base, &[&format!("{name}={value}")]), &name);
                n_checked += 2;
            }
            for value in NUMBERS {
                check_refused(&with(&base, &[&name, value]), &name);
            }
        }
    }
    assert!(n_checked > 1000, "{n_checked}");
}

#[test]
fn every_option_needs_its_value_and_is_given_once() {
    for (command, words) in commands() {
        let needs_value = |option: &&Arg| {
            let may_stand_alone = option.get_num_args().is_some_and(|n| n.min_values() == 0);
            option.get_action().takes_values() && !may_stand_alone
        };
        for option in command.get_opts().filter(needs_value) {
            let name = format!("--{}", option.get_long().expect("every option has a name"));
            check_refused(&with(&words, &[&name]), &name);
        }
        for option in command.get_arguments().filter(|arg| !arg.is_positional()) {
            let Some(long) = option.get_long() else {
                continue;
            };
            let name = format!("--{long}");
            match option.get_action() {
                ArgAction::SetTrue => {
                    check_refused(&with(&words, &[&name, &name]), &name);
                    check_refused(&with(&words, &[&format!("{name}=yes")]), &name);
                }
                ArgAction::Set if !words.contains(&name) && !is_read_at_once(option) => {
                    check_refused(&with(&words, &[&name, "a", &name, "b"]), &name);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_command_refuses_what_it_does_not_know() {
    for (command, words) in commands() {
        let name = command.get_name();
        check_refused(&with(&words, &["--no-such-option"]), "--no-such-option");
        check_refused(&with(&words, &["-Q"]), "-Q");
        if name != "games" && name != "man" {
            check_refused(&with(&words, &["one-word-more"]), "one-word-more");
        }
        if words.len() > 2 && !matches!(name, "tei" | "qtp" | "fpt") {
            let place = if name == "completions" { "SHELL" } else { "" };
            check_refused(&words[..2], place);
        }
    }
    let whole = |words: &[&str]| with(&["ludex".to_owned()], words);
    check_refused(&whole(&[]), "command: a command is missing");
    check_refused(&whole(&["shwo"]), "did you mean show?");
    check_refused(&whole(&["help", "shwo"]), "command: \"shwo\" is not a command");
    check_refused(&whole(&["--quick"]), "--quick");
    check_refused(&whole(&["show"]), "GAME: this argument is missing");
    check_refused(
        &whole(&["completions", "csh"]),
        "SHELL: \"csh\" is not a possible value; use one of bash",
    );
}

#[test]
fn options_that_exclude_each_other_are_named() {
    let whole = |words: &[&str]| with(&["ludex".to_owned()], words);
    for words in [
        &["show", "takt", "--file", "a.ptn", "--position", "x"][..],
        &["show", "takt", "--file", "a.ptn", "--moves", "a1"],
        &["solve", "tantrix", "--tiles", "1-3", "--moves", "a1"],
        &["train", "--resume", "x", "--out", "y"],
        &["tournament", "--resume", "x", "--out", "y"],
        &["tune", "--resume", "x", "--out", "y"],
    ] {
        check_refused(&whole(words), "this option cannot be used with");
    }
    for (words, expected) in [
        (&["show", "takt", "--ply", "3"][..], "--ply: this option needs --file <FILE>"),
        (&["show", "takt", "--json", "--strict"], "--strict: this option needs --file"),
        (
            &["show", "takt", "--moves", "a1", "--ply", "3"],
            "--ply: this option needs --file and cannot be used with --moves",
        ),
        (
            &["show", "takt", "--position", "x", "--game", "1"],
            "--game: this option needs --file and cannot be used with --position",
        ),
        (
            &["moves", "takt", "--moves", "a1", "--branch", "3"],
            "--branch: this option needs --file",
        ),
        (
            &["analyse", "takt", "--moves", "a1", "--annotate", "x"],
            "--annotate: this option needs --file",
        ),
        (&["analyse", "takt", "--order", "worst"], "--order: this option needs --file"),
        (&["perft", "takt", "--depth", "1", "--seed", "3"], "--seed: this option needs --deal"),
        (&["solve", "tantrix", "--count"], "--count: this option needs --tiles"),
        (&["solve", "trax", "--generate", "2"], "--generate: this option needs --wins-in"),
        (&["solve", "trax", "--wins-in", "2"], "--wins-in: this option needs --generate"),
        (&["tournament", "takt", "--extend", "pairs=3"], "--extend: this option needs --resume"),
        (&["tune", "takt", "--repair"], "--repair: this option needs --resume"),
        (&["tournament", "takt", "--lines", "3"], "--lines: this option needs --make-book"),
        (
            &["tei", "--allow-origin", "https://a.example"],
            "--allow-origin: this option needs --listen",
        ),
    ] {
        check_refused(&whole(words), expected);
    }
    let train = ["train", "--resume", "x", "--stage", "td: games=1"];
    check_refused(&whole(&train), "this option cannot be used with --stage");
}

#[track_caller]
fn check_ran(ran: &Ran, expected: &[&str]) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    for part in expected {
        check_line(&ran.err, part, &[]);
    }
}

/// For an invalid depth, all commands list the possible depths in the same words.
#[test]
fn all_commands_describe_depths_alike() {
    let expected = "expected a whole number from 1 to 999 (in tryktrak from 0)";
    for command in ["bestmove", "analyse", "solve", "play"] {
        for depth in ["0", "-1", "abc", "1000"] {
            let ran = ludex(&[command, "takt", "--depth", depth]);
            assert_eq!(ran.code, 2, "{ran:?}");
            assert!(ran.err.contains(expected), "{ran:?}");
        }
    }
    for depth in ["0", "abc"] {
        let player = format!("a: depth={depth}");
        let ran = ludex(&["tournament", "takt", "--player", &player, "--player", "b"]);
        assert!(ran.code == 2 && ran.err.contains(expected), "{ran:?}");
    }
    let ran = ludex(&[
        "bestmove",
        "tryktrak",
        "--depth",
        "0",
        "--moves",
        "dice:31",
        "--position",
        "4HPwATDgc/ABMA",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn blanks_instead_of_commas_get_a_hint() {
    for (arguments, hint) in [
        (&["--variant", "size=6", "komi=2"][..], "with commas: --variant …,komi=2"),
        (&["--variant", "size=6 komi=2"], "did you mean size=6,komi=2?"),
        (&["--variant", "size=6; komi=2"], "did you mean size=6,komi=2?"),
        (&["--moves", "a1", "e5"], "quotation marks"),
    ] {
        let ran = ludex(&[&["show", "takt"], arguments].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(hint), "{ran:?}");
    }
}

/// A word without similar ones gets no misleading hint.
#[test]
fn hints_are_near_the_word() {
    for (arguments, word) in [
        (&["completions", "tcsh"][..], "did you mean"),
        (&["completions", "pwsh"], "did you mean"),
        (&["man", "foo"], "did you mean"),
        (&["convert", "takt", "--to", "fen"], "did you mean"),
    ] {
        let ran = ludex(arguments);
        assert!(ran.code == 2 && !ran.err.contains(word), "{ran:?}");
    }
    for (arguments, near) in [
        (&["convert", "takt", "--to", "pgn"][..], "did you mean ptn?"),
        (&["completions", "fsih"], "did you mean fish?"),
        (&["completions", "powershel"], "did you mean powershell?"),
    ] {
        let ran = ludex(arguments);
        assert!(ran.code == 2 && ran.err.contains(near), "{ran:?}");
    }
}

#[test]
fn a_proof_refuses_what_it_does_not_use() {
    for words in [
        &["solve", "takt", "--seed", "3"][..],
        &["solve", "takt", "--clock", "60s+1s"],
        &["solve", "tryktrak", "--evaluator", "x"],
        &["solve", "tryktrak", "--set", "x=1"],
    ] {
        let ran = ludex(&[words, &["--nodes", "10"]].concat());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(words[2]), "{ran:?}");
    }
    let help = ludex(&["solve", "--help"]);
    for option in ["--evaluator", "--set ", "--clock"] {
        assert!(!help.out.contains(option), "{help:?}");
    }
}

#[test]
fn pairs_of_an_extended_tournament_are_reported_consistently() {
    let folder = super::program::Folder::new("extended");
    let out = folder.path("out");
    let players = ["--player", "a: search=random", "--player", "b: search=random"];
    let begin = [
        &["tournament", "takt", "--variant", "size=3"][..],
        &players,
        &["--pairs", "1", "--out", &out],
    ];
    assert_eq!(ludex(&begin.concat()).code, 0);
    let resume = ["tournament", "--resume", &out];
    let more = ludex(&[&resume[..], &["--extend", "pairs=2"]].concat());
    assert_eq!(more.code, 0, "{more:?}");
    let ran = ludex(&[&resume[..], &["--pairs", "3"]].concat());
    let told = "--pairs: \"3\" does not fit: the run was begun with 1 pairs and extended to 2";
    assert!(ran.code == 2 && ran.err.contains(told), "{ran:?}");
    let ran = ludex(&["tournament", "--extend", "pairs=5"]);
    assert!(ran.code == 2 && !ran.err.contains("GAME"), "{ran:?}");
}
