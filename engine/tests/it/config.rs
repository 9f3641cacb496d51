//! Defaults: options take precedence over the environment, and the environment over the file.

use super::program::{Ran, TempFile, command, with_input};

const FILE: &str = "seed = 3\ntime = \"1h\"\n[takt]\nvariant = \"size=4\"\ndepth = 1\n";

fn run(file: &str, environment: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let file = TempFile::new("config.toml", file);
    let mut command = command(arguments);
    command.arg("--config").arg(&file.0);
    command.env_remove("LUDEX_THREADS");
    command.envs(environment.iter().copied());
    with_input(command, "")
}

#[test]
fn an_option_goes_before_the_environment_and_that_before_the_file() {
    let seed = |environment: &[(&str, &str)], options: &[&str]| {
        let arguments = [&["bestmove", "takt", "--json", "--depth", "1"], options].concat();
        run(FILE, environment, &arguments).json()["seed"].clone()
    };
    assert_eq!(seed(&[], &[]), 3);
    assert_eq!(seed(&[("LUDEX_SEED", "4")], &[]), 4);
    assert_eq!(seed(&[("LUDEX_SEED", "4")], &["--seed", "5"]), 5);
}

#[test]
fn a_games_own_table_goes_before_the_rest() {
    let shown = run(FILE, &[], &["show", "tak", "--json"]).json();
    assert_eq!(shown["variant"], "size=4,komi=0");
}

#[test]
fn the_variant_is_merged_key_by_key() {
    let shown = run(FILE, &[], &["show", "takt", "--json", "--variant", "komi=2"]).json();
    assert_eq!(shown["variant"], "size=4,komi=2");
}

#[test]
fn a_position_decides_against_a_default() {
    let tps = "x5/x5/x5/x5/x5 1 1";
    let shown = run(FILE, &[], &["show", "takt", "--json", "--position", tps]).json();
    assert_eq!(shown["variant"], "size=5,komi=0");
}

#[test]
fn limits_come_from_one_source() {
    // A depth on the command line replaces the time in the file, and nodes on the command line replace the depth in the file.
    let ran = run("time = \"1h\"", &[], &["bestmove", "takt", "--depth", "1", "--json"]);
    assert_eq!(ran.json()["depth"], 1);
    let ran = run("time = \"1h\"", &[("LUDEX_DEPTH", "1")], &["bestmove", "takt", "--json"]);
    assert_eq!(ran.json()["depth"], 1);
}

#[test]
fn the_file_can_set_switches() {
    let ran = run("json = true", &[], &["moves", "takt", "--variant", "size=3"]);
    assert_eq!(ran.json()["moves"].as_array().expect("a list").len(), 9);
}

#[test]
fn mistakes_are_named_with_their_place() {
    let check = |file: &str, environment: &[(&str, &str)], expected: &[&str]| {
        let ran = run(file, environment, &["bestmove", "takt"]);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        for part in expected {
            assert!(ran.err.contains(part), "{part} is missing in {ran:?}");
        }
    };
    check("thread = 2", &[], &["toml", "thread", "did you mean threads?"]);
    check("[takt]\nsede = 2", &[], &["line 2", "sede", "did you mean seed?"]);
    check("[tkt]\nseed = 2", &[], &["tkt", "did you mean takt?"]);
    check("threads = 0", &[], &["toml, line 1, threads", "1 to"]);
    check("threads = ", &[], &["toml, line 1"]);
    check("seed = {a = 1}", &[], &["toml, line 1, seed"]);
    check("variant = \"size\"", &[], &["toml, line 1, variant"]);
    check("deterministic = 5", &[], &["toml, line 1, deterministic", "true or false"]);
    check("", &[("LUDEX_HASH", "much")], &["LUDEX_HASH", "much"]);
}
