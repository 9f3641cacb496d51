//! If an engine has no option for a setting, the setting is refused or reported, never silently ignored.

use super::super::program::{Folder, Ran, ludex};
use super::verdicts::mock;
use super::versus;

/// A pair of games against the mock engine, which lists these options.
fn against(said: &[&str], settings: &str, variant: &str) -> Ran {
    let folder = Folder::new("told");
    let said: Vec<String> = said.iter().map(|line| format!(" '{line}'")).collect();
    let theirs = format!("theirs: nodes=10 {settings} cmd={} good{}", mock(), said.concat());
    let out = folder.path("out");
    let more = ["--variant", variant, "--pairs", "1", "--random-plies", "0", "--out", &out];
    ludex(&versus("takt", ["ours: nodes=10", &theirs], &more))
}

const SIZE: &str = "option name Size type spin default 3 min 3 max 3";
const KOMI: &str = "option name HalfKomi type spin default 4 min 4 max 4";
const REPETITION: &str = "option name Repetition type spin default 3 min 0 max 9";
const REVERSIBLE: &str = "option name Reversible type spin default 50 min 0 max 99";

#[track_caller]
fn check_refused(ran: &Ran, words: &str) {
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("player theirs") && ran.err.contains(words), "{ran:?}");
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("error")).count(), 1, "{ran:?}");
}

#[test]
fn a_value_outside_of_the_listed_range_is_refused() {
    check_refused(
        &against(&[SIZE, KOMI], "", "size=3"),
        "its option HalfKomi allows a whole number from 4 to 4, not 0",
    );
    check_refused(
        &against(&[SIZE], "", "size=4"),
        "its option Size allows a whole number from 3 to 3, not 4",
    );
    // TEI sends the size with the new-game command.
    check_refused(
        &against(&[SIZE], "protocol=tei", "size=4"),
        "its option Size allows a whole number from 3 to 3, not 4",
    );
    let combo = "option name HalfKomi type combo default 0 var 0 var 4";
    let ran = against(&[SIZE, combo], "", "size=3,komi=1");
    check_refused(&ran, "its option HalfKomi allows one of 0, 4, not 2");
    let fits = against(&[SIZE, KOMI], "", "size=3,komi=2");
    assert_eq!(fits.code, 0, "{fits:?}");
}

#[test]
fn an_option_that_the_engine_does_not_list_is_refused_to_its_user() {
    check_refused(&against(&[SIZE], "option.NoSuch=5", "size=3"), "no option NoSuch");
    check_refused(&against(&[], "option.NoSuch=5", "size=3"), "no option NoSuch");
    let hash = "option name Hash type spin default 16 min 1 max 64";
    check_refused(&against(&[SIZE, hash], "option.Hash=65", "size=3"), "from 1 to 64");
    let taken = against(&[SIZE, hash], "option.hash=64", "size=3");
    assert_eq!(taken.code, 0, "{taken:?}");
    let ours = format!("theirs: nodes=10 option.NoSuch=1 cmd={} tei", env!("CARGO_BIN_EXE_ludex"));
    let ran = ludex(&versus("takt", ["ours: nodes=10", &ours], &["--pairs", "1"]));
    check_refused(&ran, "no option NoSuch");
}

#[test]
fn numbers_and_rules_that_an_engine_does_not_list_are_remarked_upon_once() {
    let remarks = |ran: &Ran| -> Vec<String> {
        assert_eq!(ran.code, 0, "{ran:?}");
        let lines = ran.err.lines().filter(|line| line.contains("player theirs"));
        lines.map(str::to_owned).collect()
    };
    let found = remarks(&against(&[], "", "size=3,komi=2"));
    assert_eq!(found.len(), 4, "{found:?}");
    for (line, words) in found.iter().zip([
        "it has no option Size: its command must set size=3",
        "it has no option HalfKomi: its command must set komi=2",
        "it has no option Repetition: only the referee applies repetition=3",
        "it has no option Reversible: only the referee applies reversible=50",
    ]) {
        assert!(line.contains(words), "{found:?}");
    }
    // Settings with default values need not be sent, so the engine needs no options for them.
    let found = remarks(&against(&[SIZE, REPETITION, REVERSIBLE], "", "size=3"));
    assert_eq!(found, [""; 0]);
    let few = "option name Repetition type spin default 0 min 0 max 2";
    let found = remarks(&against(&[SIZE, few, REVERSIBLE], "", "size=3"));
    assert!(
        found.len() == 1
            && found[0].contains("from 0 to 2, not 3: only the referee applies repetition=3"),
        "{found:?}"
    );
}

#[test]
fn options_that_the_variant_sets_are_refused_to_the_user() {
    for (option, key) in [
        ("HalfKomi=3", "komi="),
        ("size=4", "size="),
        ("Opening=no-swap", "opening="),
        ("Repetition=2", "repetition="),
    ] {
        let ran = against(&[SIZE, KOMI], &format!("option.{option}"), "size=3");
        check_refused(&ran, &format!("set {key} in the variant of the tournament"));
    }
}

#[test]
fn a_protocol_without_words_for_the_game_is_refused() {
    let ours = env!("CARGO_BIN_EXE_ludex");
    for (game, protocol) in
        [("takt", "qtp"), ("takt", "fpt"), ("quoridor", "tei"), ("tryktrak", "qtp")]
    {
        let folder = Folder::new("other-protocol");
        let theirs = format!("theirs: cmd={ours} {protocol}");
        let out = folder.path("out");
        let more = ["--pairs", "1", "--out", &out];
        let ran = ludex(&versus(game, ["ours: nodes=10", &theirs], &more));
        check_refused(&ran, &format!("\"{protocol}\" cannot be used for {game}"));
    }
}

/// QTP and the contest protocol of Trax have no options, so an engine cannot receive every setting.
#[test]
fn settings_that_a_protocol_cannot_express_are_reported() {
    let ours = env!("CARGO_BIN_EXE_ludex");
    let play = |game: &str, command: &str, variant: &str| {
        let folder = Folder::new("wordless");
        let theirs = format!("theirs: nodes=10 {command}");
        let out = folder.path("out");
        let more = ["--variant", variant, "--pairs", "1", "--out", &out];
        ludex(&versus(game, ["ours: nodes=10", &theirs], &more))
    };
    let qtp = format!("cmd={ours} qtp --nodes 10");
    check_refused(
        &play("quoridor", &format!("option.Hash=1 {qtp}"), "board=5x5"),
        "has no options",
    );
    check_refused(&play("quoridor", &qtp, "board=5x7"), "cannot express a board of 5x7");
    let ran = play("quoridor", &qtp, "board=5x5,walls=2,max-plies=40");
    assert!(ran.err.contains("cannot express max-plies=40"), "{ran:?}");
    let fpt = format!("cmd={ours} fpt --variant board=8x8 --nodes 10");
    let ran = play("trax", &fpt, "board=8x8");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.err.matches("cannot express board=8x8").count(), 1, "{ran:?}");
}
