//! Bad usage of every command and every option: one line that names the place, in words of the user's.

use clap::builder::ValueRange;
use clap::{Arg, ArgAction, Command, CommandFactory};
use ludex::cli::{Cli, parse};
use ludex::failure;
use ludex_games::InputError;

use super::program::{Folder, Ran, TempFile, command, ludex, with_input};

/// Words of the implementation, which no user knows.
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

/// Values that no number, time, choice or list of keys is.
const BAD: &[&str] = &["", "abc", ",", "-x", "=", "1e", "NaN"];
/// Values that are wrong for most numbers.
const NUMBERS: &[&str] = &["-1", "99999999999999999999999999"];

#[track_caller]
fn check_line(line: &str, named: &str, arguments: &[String]) {
    assert!(line.starts_with("error: "), "{arguments:?}: {line}");
    assert_eq!(line.matches('\n').count(), 1, "{arguments:?}: {line}");
    assert!(line.contains(": found \""), "{arguments:?}: {line}");
    assert!(line.contains("\", expected "), "{arguments:?}: {line}");
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
        panic!("taken: {arguments:?}");
    };
    assert!(error.is::<InputError>(), "{arguments:?}: {error:#}");
    check_line(&failure::line(&error), named, arguments);
}

/// The commands with what each needs at least.
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
                "games" | "worker" | "man" => &[],
                _ => &["takt"],
            };
            words.extend(needed.iter().map(|&word| word.to_owned()));
            parse(&words).expect("what is needed is enough");
            (command.clone(), words)
        })
        .collect()
}

fn with(words: &[String], more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|&word| word.to_owned());
    words.iter().cloned().chain(more).collect()
}

/// Whether an option reads its value when the command line is read; names and texts are looked at later.
fn is_read_at_once(option: &Arg) -> bool {
    let kind = option.get_value_parser().type_id();
    let takes = option.get_num_args().is_none_or(|n| n != ValueRange::EMPTY);
    takes
        && option.get_action().takes_values()
        && kind != std::any::TypeId::of::<String>()
        && kind != std::any::TypeId::of::<std::path::PathBuf>()
}

#[test]
fn every_option_refuses_values_that_are_none() {
    let mut n_checked = 0;
    for (command, words) in commands() {
        for option in command.get_opts().filter(|option| is_read_at_once(option)) {
            let name = format!("--{}", option.get_long().expect("every option has a name"));
            // What is needed already is given once more below, in place of the good one.
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
fn every_option_must_have_its_value_and_stand_once() {
    for (command, words) in commands() {
        let takes_value = |option: &&Arg| option.get_action().takes_values();
        for option in command.get_opts().filter(takes_value) {
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
    check_refused(&whole(&[]), "command: found \"nothing\"");
    check_refused(&whole(&["shwo"]), "did you mean show?");
    check_refused(&whole(&["help", "shwo"]), "command: found \"shwo\"");
    check_refused(&whole(&["--quick"]), "--quick");
    check_refused(&whole(&["show"]), "GAME: found \"nothing\"");
    check_refused(&whole(&["completions", "csh"]), "SHELL: found \"csh\"");
}

#[test]
fn options_that_exclude_each_other_are_named() {
    let whole = |words: &[&str]| with(&["ludex".to_owned()], words);
    for words in [
        &["show", "takt", "--moves", "a1", "--ply", "3"][..],
        &["show", "takt", "--position", "x", "--game", "1"],
        &["show", "takt", "--file", "a.ptn", "--position", "x"],
        &["show", "takt", "--file", "a.ptn", "--moves", "a1"],
        &["moves", "takt", "--moves", "a1", "--ply", "3"],
        &["analyse", "takt", "--moves", "a1", "--ply", "3"],
        &["solve", "tantrix", "--tiles", "1-3", "--moves", "a1"],
        &["analyse", "takt", "--moves", "a1", "--annotate", "x"],
        &["train", "--resume", "x", "--out", "y"],
        &["tournament", "--resume", "x", "--out", "y"],
        &["tune", "--resume", "x", "--out", "y"],
    ] {
        check_refused(&whole(words), " beside ");
    }
    check_refused(&whole(&["show", "takt", "--ply", "3"]), "--file");
    let train = ["train", "--resume", "x", "--stage", "td: games=1"];
    check_refused(
        &whole(&train),
        "\"--stage beside it\", expected one of the two",
    );
}

#[track_caller]
fn check_ran(ran: &Ran, expected: &[&str]) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    for part in expected {
        check_line(&ran.err, part, &[]);
    }
}

/// Command lines with choices that a search, a solver or a game does not know, and what is said of them.
const UNKNOWN: &[(&str, &[&str])] = &[
    (
        "bestmove trax --search mcts --set foo=1 --nodes 1",
        &["--set foo", "mcts has none"],
    ),
    (
        "bestmove trax --variant luck=yes --set aspiration=1 --nodes 1",
        &["--set aspiration"],
    ),
    (
        "bestmove quoridor --search mcts --set explorashun=1",
        &["did you mean exploration?"],
    ),
    (
        "bestmove quoridor --search mcts --set exploration=banana",
        &["from 1 to 1000"],
    ),
    (
        "bestmove quoridor --search mcts --set exploration=1001",
        &["--set exploration", "1 to 1000"],
    ),
    (
        "bestmove quoridor --search maxn --set exploration=1",
        &["--set exploration"],
    ),
    (
        "bestmove quoridor --variant players=3 --search alphabeta",
        &["--search", "mcts"],
    ),
    (
        "bestmove trax --variant luck=yes --search alphabeta",
        &["--search", "expectimax"],
    ),
    (
        "bestmove tantrix --variant players=3 --search expectimax --deal",
        &["--search", "mcts"],
    ),
    (
        "bestmove takt --evaluator magic --depth 1",
        &["--evaluator", "handmade"],
    ),
    (
        "bestmove takt --search magic --depth 1",
        &["--search", "alphabeta"],
    ),
    (
        "bestmove takt --search alfabeta --depth 1",
        &["did you mean alphabeta?"],
    ),
    (
        "bestmove takt --workers 3 --depth 1",
        &["--workers", "--deterministic"],
    ),
    ("analyse takt --set foo=1 --depth 1", &["--set foo"]),
    ("play takt --set foo=1", &["--set foo"]),
    ("solve takt --set foo=1", &["--set foo", "tinue has none"]),
    (
        "solve takt --evaluator handmade",
        &["--evaluator", "tinue has none"],
    ),
    (
        "solve takt --search alphabeta",
        &["--search", "tinue, whole"],
    ),
    ("solve takt --table 0", &["--table"]),
    ("solve takt --table 3", &["--table", "tryktrak"]),
    (
        "solve trax --generate 1 --wins-in 1 --set foo=1",
        &["--set foo"],
    ),
    ("solve tantrix --tiles 1-3 --set foo=1", &["--set"]),
    (
        "solve tantrix --tiles 1-3 --variant players=2",
        &["--variant"],
    ),
    ("solve takt --multipv 3", &["--multipv"]),
    ("solve takt --moves a1 --wins-in 2", &["--wins-in"]),
    ("solve tantrix --moves >1 --colour R", &["--colour"]),
    ("play tantrix --variant mode=gobble --nodes 5", &["--nodes"]),
    (
        "tournament tantrix --variant mode=gobble --pairs 5",
        &["--pairs"],
    ),
    ("rollout tryktrak --set foo=1 --trials 1", &["--set foo"]),
    ("rollout tryktrak --search magic --trials 1", &["--search"]),
    (
        "rollout tryktrak --evaluator magic --trials 1",
        &["--evaluator"],
    ),
    ("ugi takt --set foo=1", &["--set foo"]),
    ("ugi takt --search magic", &["--search"]),
    ("ugi takt --deal", &["--deal"]),
    ("tei --evaluator magic", &["--evaluator"]),
    ("qtp --set foo=1", &["--set foo"]),
    ("fpt --search magic", &["--search"]),
    ("show takt --variant ,", &["error: --variant: found"]),
    ("show takt --variant size=5,", &["--variant"]),
    ("show takt --seed 3", &["--seed"]),
    (
        "tournament takt --player a: --player b:set.foo=1",
        &["player b, set.foo"],
    ),
    (
        "tournament takt --player a: --player b:evaluator=x",
        &["player b, evaluator"],
    ),
    (
        "tournament takt --player a: --player b:search=x",
        &["player b, search"],
    ),
    (
        "tournament takt --player a: --player b:search=random,nodes=5",
        &["player b, nodes", "search=random does not use it"],
    ),
    (
        "tournament takt --player a: --player b:search=random,set.aspiration=5",
        &["player b, set", "search=random does not use it"],
    ),
    (
        "tournament takt --player a: --player b:search=random,threads=2",
        &["player b, threads", "search=random does not use it"],
    ),
    (
        "tournament takt --player a: --player b:threads=x",
        &["--player b, threads"],
    ),
    (
        "tournament takt --player a: --player b:deterministic=x",
        &["--player b, deterministic"],
    ),
    (
        "tune takt --player nodes=1 --parameter foo",
        &["parameters", "foo"],
    ),
];

#[test]
fn what_a_search_does_not_know_is_refused() {
    let folder = Folder::new("usage-out");
    for (line, expected) in UNKNOWN {
        let mut words: Vec<&str> = line.split(' ').collect();
        if matches!(words[0], "tournament" | "tune") {
            words.extend(["--out", folder.name()]);
        }
        check_ran(&ludex(&words), expected);
    }
}

/// Values that are wrong for a default, key by key.
const DEFAULTS: &[(&str, &str)] = &[
    ("variant", "size=99"),
    ("variant", ","),
    ("time", "soon"),
    ("nodes", "0"),
    ("depth", "-1"),
    ("clock", "60s+"),
    ("threads", "0"),
    ("hash", "much"),
    ("multipv", "0"),
    ("search", "magic"),
    ("evaluator", "magic"),
    ("seed", "-1"),
    ("deterministic", "maybe"),
    ("workers", "0"),
    ("set", "foo=1"),
    ("set", "aspiration=x"),
    ("set", "foo"),
    ("json", "maybe"),
];

#[test]
fn every_default_is_checked_used_or_not() {
    let commands: &[&[&str]] = &[
        &["show", "takt", "--variant", "size=5"],
        &["bestmove", "takt", "--depth", "1", "--threads", "1"],
    ];
    for (key, value) in DEFAULTS {
        let variable = format!("LUDEX_{}", key.to_ascii_uppercase());
        let file = TempFile::new("usage.toml", format!("\n[takt]\n{key} = \"{value}\"\n"));
        let place = format!("{}, line 3, {key}", file.name());
        for words in commands {
            let mut by_variable = command(words);
            by_variable.env(&variable, value);
            check_ran(&with_input(by_variable, ""), &[&variable]);
            let mut by_file = command(words);
            by_file.arg("--config").arg(&file.0);
            check_ran(&with_input(by_file, ""), &[&place]);
        }
    }
    for words in [&["games"][..], &["man"], &["worker"]] {
        let mut bad = command(words);
        bad.env("LUDEX_NODES", "x");
        check_ran(&with_input(bad, ""), &["LUDEX_NODES"]);
    }
}

#[test]
fn a_slip_in_the_name_of_a_default_is_told() {
    let mut slip = command(&["show", "takt"]);
    slip.env("LUDEX_TREADS", "2");
    check_ran(
        &with_input(slip, ""),
        &["LUDEX_TREADS", "did you mean LUDEX_THREADS?"],
    );
    let mut other = command(&["show", "takt"]);
    other.env("LUDEX_BINARY", "ludex").env("LUDEX_CONFIG", "");
    other.env_remove("LUDEX_CONFIG");
    assert_eq!(with_input(other, "").code, 0);
    let file = TempFile::new("slip.toml", "treads = 2\n");
    let ran = ludex(&["show", "takt", "--config", file.name()]);
    check_ran(&ran, &["line 1", "did you mean threads?"]);
}

#[test]
fn a_default_for_another_search_of_the_game_is_passed_over() {
    for (key, value) in [("LUDEX_SET", "aspiration=50"), ("LUDEX_EVALUATOR", "ways")] {
        for words in [
            &["solve", "quoridor", "--variant", "board=3x3,walls=0"][..],
            &["bestmove", "quoridor", "--search", "mcts", "--nodes", "10"],
            &["bestmove", "quoridor", "--nodes", "10"],
        ] {
            let mut command = command(words);
            command.env(key, value);
            let ran = with_input(command, "");
            assert_eq!(ran.code, 0, "{key}: {ran:?}");
        }
    }
}

#[test]
fn a_deal_that_is_missing_is_named() {
    let cases: &[(&[&str], &str)] = &[
        (&["tryktrak"], "the dice are not rolled"),
        (&["tantrix"], "the tiles are not dealt"),
        (
            &["trax", "--variant", "luck=yes"],
            "the face of the tile is not drawn",
        ),
    ];
    for (game, words) in cases {
        let moves = [&["moves"], *game].concat();
        check_ran(&ludex(&moves), &["position", words, "--deal"]);
        let listed = ludex(&[&moves[..], &["--json"]].concat()).json();
        assert_eq!(listed["moves"], serde_json::json!([]));
        let events = listed["events"].as_array().expect("events");
        let first = events[0].as_str().expect("a word");
        let played = [&moves[..], &["--moves", first]].concat();
        let ran = ludex(&played);
        assert!(ran.code == 0 || ran.err.contains("--deal"), "{ran:?}");
        let dealt = ludex(&[&moves[..], &["--deal"]].concat());
        assert!(dealt.code == 0 && !dealt.out.is_empty(), "{dealt:?}");
    }
    for command in ["bestmove", "analyse", "solve"] {
        let ran = ludex(&[command, "tantrix", "--nodes", "10"]);
        check_ran(
            &ran,
            &["the tiles are not dealt", "add >1 to --moves, or --deal"],
        );
    }
    let ran = ludex(&["bestmove", "tryktrak", "--depth", "0"]);
    check_ran(&ran, &["the dice are not rolled", "dice:"]);
}

#[test]
fn squares_of_another_board_are_not_named() {
    let file = TempFile::new("range.ptn", "[Size \"5\"]\n\n1. a1 j9\n");
    let ran = ludex(&["show", "takt", "--file", file.name()]);
    check_ran(&ran, &["a1 to e5"]);
}

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
