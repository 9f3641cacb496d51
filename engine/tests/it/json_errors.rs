//! Errors of all commands with `--json`: one object on standard error, with the usual exit code.

use clap::CommandFactory;
use ludex_cli::Cli;
use serde_json::Value;

use super::program::{Ran, TempFile, command, ludex, with_input};

/// The parts of the error, which must be the only output on standard error.
#[track_caller]
fn error_of(ran: &Ran, code: i32) -> Value {
    assert_eq!(ran.code, code, "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    let object: Value = serde_json::from_str(&ran.err).unwrap_or_else(|error| {
        panic!("{error}: {ran:?}");
    });
    let keys: Vec<&String> = object["error"].as_object().expect("parts").keys().collect();
    assert_eq!(keys, ["place", "message", "hint"], "{ran:?}");
    object["error"].clone()
}

#[test]
fn a_wrong_option_of_any_command_is_an_object() {
    let whole = Cli::command();
    for command in whole.get_subcommands().filter(|c| c.get_name() != "help") {
        let error = error_of(&ludex(&[command.get_name(), "--no-such", "--json"]), 2);
        assert!(error["place"].is_string(), "{error}");
        let message = error["message"].as_str().expect("a text");
        assert!(message.contains("\"--no-such\""), "{error}");
    }
}

#[test]
fn wrong_usage_and_wrong_input_name_their_place_and_help() {
    let cases: &[(&[&str], &str, &str)] = &[
        (&["bestmov", "takt"], "command", "bestmove"),
        (&["bestmove"], "GAME", ""),
        (&["bestmove", "takd"], "game", "did you mean tak"),
        (&["bestmove", "takt", "--depth", "x"], "--depth", ""),
        (&["bestmove", "takt", "--dept", "1"], "option", "--depth"),
        (&["show", "takt", "--moves", "a1 a1"], "--moves, move 2", ""),
        (&["show", "takt", "--file", "nowhere"], "nowhere", "check the name"),
        (&["tournament", "takt", "--player", "a: nodes=1"], "players", ""),
        (&["rollout", "tryktrak", "--resume", "nowhere"], "nowhere", ""),
        (&["tune", "--resume", "nowhere"], "nowhere", ""),
        (&["perft", "takt", "--depth", "-1"], "--depth", ""),
    ];
    for (arguments, place, hint) in cases {
        let error = error_of(&ludex(&[arguments, &["--json"][..]].concat()), 2);
        assert_eq!(error["place"], *place, "{arguments:?}");
        assert_eq!(hint.is_empty(), error["hint"].is_null(), "{error}");
        let told = error["hint"].as_str().unwrap_or_default();
        assert!(told.contains(hint), "{error}");
    }
}

#[test]
fn what_could_not_be_done_is_an_object_too() {
    let over = ["--moves", "a3 a1 b1 b3 c1", "--variant", "size=3", "--json"];
    let error = error_of(&ludex(&[&["bestmove", "takt"], &over[..]].concat()), 1);
    assert_eq!(error["place"], Value::Null);
    assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()));
}

#[test]
fn json_by_default_holds_for_errors() {
    let file = TempFile::new("config.toml", "[quoridor]\njson = true\n");
    let run = |game: &str, environment: &[(&str, &str)], more: &[&str]| {
        let mut command = command(&[&["show", game, "--moves", "q9"], more].concat());
        command.envs(environment.iter().copied());
        with_input(command, "")
    };
    let named = ["--config", file.name()];
    error_of(&run("takt", &[("LUDEX_JSON", "1")], &[]), 2);
    error_of(&run("takt", &[("LUDEX_JSON", "1")], &["--no-such"]), 2);
    error_of(&run("quoridor", &[], &named), 2);
    error_of(&run("quoridor", &[("LUDEX_CONFIG", file.name())], &["--no-such"]), 2);
    for ran in [
        run("takt", &[], &named),
        run("takt", &[], &[]),
        run("quoridor", &[("LUDEX_JSON", "no")], &named),
    ] {
        assert!(ran.err.starts_with("error: "), "{ran:?}");
    }
}

#[test]
fn help_is_not_an_error() {
    let ran = ludex(&["show", "--json", "--help"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
}
