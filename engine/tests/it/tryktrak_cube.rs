//! Answers to doubles, correct and wrong, and to beavers.

use serde_json::Value;

use super::program::{Ran, TempFile, ludex};

/// Player 2 has redoubled to 8 while far behind; beavers are allowed.
const BEAVER: &str = "XGID=-a--ABCBC---eB---dBda-----:2:-1:-1:D:0:0:2:0:6";

fn run(command: &str, options: &[&str]) -> Ran {
    ludex(&[&[command, "tryktrak"], options].concat())
}

fn object(command: &str, options: &[&str]) -> Value {
    run(command, &[options, &["--json"]].concat()).json()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

/// The line of an answer.
fn line<'a>(json: &'a Value, mv: &str) -> &'a Value {
    let lines = json["lines"].as_array().expect("a list");
    let told = lines.iter().find(|line| line["move"] == mv);
    told.unwrap_or_else(|| panic!("{mv} in {json}"))
}

fn equity(json: &Value, mv: &str) -> f64 {
    number(&line(json, mv)["equity"])
}

/// After a take the game is played with the doubled cube, after a beaver with twice that; but then the doubler may pass.
#[test]
fn a_bad_double_is_beavered() {
    let told = object("analyse", &["--position", BEAVER, "--depth", "0"]);
    let take = equity(&told, "take");
    assert!((1.4..1.75).contains(&take), "{told}");
    assert_eq!(line(&told, "beaver")["equity"], 2.0, "{told}");
    assert_eq!(told["bestmove"], "beaver");
    assert_eq!(told["cube"]["double_beaver"], -2.0);
    let plain = BEAVER.replace(":2:0:6", ":0:0:6");
    let without = object("analyse", &["--position", &plain, "--depth", "0"]);
    assert!((equity(&without, "take") - take).abs() < 1e-3, "{without}");
    assert!(without["cube"]["double_beaver"].is_null(), "{without}");
    let few = ["--position", BEAVER, "--trials", "36", "--truncate", "3"];
    let rolled = object("rollout", &few);
    assert_eq!(rolled["bestmove"], "beaver", "{rolled}");
    assert!((equity(&rolled, "take") - take).abs() < 0.3, "{rolled}");
}

/// The text names the beaver as the answer. JSON has one of four verdicts, and a separate field for the beaver.
#[test]
fn a_beaver_is_named() {
    let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:2:0:6";
    let options = ["--position", position, "--depth", "0"];
    let told = object("analyse", &options);
    assert_eq!(told["cube"]["verdict"], "no double, take", "{told}");
    assert_eq!(told["cube"]["beavers"], true, "{told}");
    let text = run("analyse", &options).out;
    assert!(text.contains("no double, beaver"), "{text}");
}

/// After accepting a beaver, the doubler rolls, and the opponent owns the cube.
#[test]
fn a_beaver_is_answered_by_the_doubler() {
    let options = [
        "--variant",
        "length=0,beavers=yes",
        "--moves",
        "dice:31 8/5,6/5 dice:64 24/14 double beaver",
    ];
    let told = object("analyse", &[&options[..], &["--depth", "0"]].concat());
    assert_eq!(line(&told, "pass")["equity"], -1.0);
    let take = equity(&told, "take");
    let win = number(&told["outcome"]["win"]);
    assert!((0.53..0.61).contains(&win), "{told}");
    assert!((-0.1..0.4).contains(&take), "{told}");
    let rolled = object("rollout", &[&options[..], &["--trials", "72"]].concat());
    assert!((equity(&rolled, "take") - take).abs() < 0.25, "{rolled}");
    let taken = "dice:31 8/5,6/5 dice:64 24/14 double beaver take";
    let after = object("analyse", &["--variant", options[1], "--moves", taken, "--depth", "0"]);
    assert!((number(&after["outcome"]["win"]) - win).abs() < 1e-6, "{after}");
}

#[test]
fn beavers_are_judged() {
    let file = TempFile::new(
        "beavers.mat",
        "; [Beavers \"On\"]\n\n 0 point match\n\n Game 1\n Ann : 0                       Bob : 0\n  \
         1) 31: 8/5 6/5                 64: 24/14\n  2)  Doubles => 2               Beavers => 4\n  \
         3)  Takes                      \n  4) 52: 13/8 6/4                61: 14/8 6/5\n",
    );
    let path = file.0.to_str().expect("text");
    let judged = run("analyse", &["--file", path, "--depth", "0", "--json"]);
    let rows: Vec<Value> =
        judged.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let beaver = rows.iter().find(|row| row["played"] == "beaver");
    let beaver = beaver.unwrap_or_else(|| panic!("a beaver in {judged:?}"));
    assert_eq!((&beaver["player"], &beaver["bestmove"]), (&2.into(), &"take".into()));
    assert!((0.02..0.4).contains(&number(&beaver["loss"])), "{beaver}");
}

/// A double when the cube already suffices to win the match. It is never useful, but the opponent must answer it.
#[test]
fn an_idle_double_is_answered_by_the_right_player() {
    for (position, variant) in [
        ("XGID=-b----E-C---eE---c-e----B-:1:1:1:D:5:0:0:7:6", "length=7"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:1:6", "length=1"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:6", "cube=no"),
    ] {
        let at = ["--position", position, "--variant", variant];
        let few = [&at[..], &["--trials", "36", "--truncate", "3"]].concat();
        for told in
            [object("analyse", &[&at[..], &["--depth", "0"]].concat()), object("rollout", &few)]
        {
            assert_eq!((&told["to_move"], &told["bestmove"]), (&2.into(), &"take".into()));
            assert_eq!(line(&told, "pass")["equity"], -1.0);
            let take = equity(&told, "take");
            assert!((-0.9..2.5).contains(&take), "{told}");
            assert!(number(&told["outcome"]["win"]) < 0.5, "{told}");
        }
    }
}

/// A rollout ends when the reported error is at most the requested one, in matches too.
#[test]
fn rollouts_of_matches_end_at_the_requested_error() {
    let at = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10";
    let options = ["--position", at, "--plays", "24/22,13/8", "--error", "0.03"];
    let rolled = object("rollout", &[&options[..], &["--truncate", "2"]].concat());
    assert_eq!(rolled["ended"], "error", "{rolled}");
    assert!(number(&rolled["lines"][0]["error"]) <= 0.03, "{rolled}");
    let luck = ["rollout", "trax", "--variant", "luck=yes", "--moves", "?+ns @0+ns ?+ns"];
    let wanted = ["--error", "0.3", "--truncate", "6", "--json"];
    let rolled = ludex(&[&luck[..], &wanted].concat()).json();
    assert_eq!(rolled["ended"], "error", "{rolled}");
    assert!(number(&rolled["lines"][0]["error"]) <= 0.3, "{rolled}");
}

#[test]
fn chances_of_rollouts_are_chances() {
    let at = "XGID=-d-----------------BEBA-CB:0:0:1:00:0:0:1:1:6";
    let options = ["--position", at, "--trials", "1", "--seed", "98"];
    let rolled = object("rollout", &options);
    let line = &rolled["lines"][0];
    assert!((0.0..=1.0).contains(&number(&line["mwc"])), "{line}");
    let outcome = &line["outcome"];
    for (part, whole) in [("win_gammon", "win"), ("win_backgammon", "win_gammon")] {
        assert!(number(&outcome[part]) <= number(&outcome[whole]), "{line}");
    }
    assert!(!run("rollout", &options).out.contains("-8.01"));
}

#[test]
fn plays_before_the_roll_are_refused() {
    let start = "4HPwATDgc/ABMA";
    let ran = run("rollout", &["--position", start, "--plays", "double"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("--plays: \"double\" cannot be chosen before the roll"), "{ran:?}");
}

/// The cube of the table has no limit. In this position a double to 32 is taken, and the redouble to 64 is the last. By a calculation on
/// paper, the equity after a double is +0.124, so doubling is wrong.
#[test]
fn bear_offs_near_the_limit_of_the_cube_are_searched() {
    let at = "XGID=-AA---A---------------b---:4:1:1:00:0:0:0:0:10";
    let told = object("analyse", &["--position", at, "--depth", "3"]);
    assert_eq!(told["bestmove"], "roll", "{told}");
    let taken = number(&told["cube"]["double_take"]);
    assert!((taken - 0.124).abs() < 0.02, "{told}");
    let solved = object("solve", &["--position", at]);
    assert!(solved["cube"].is_null(), "{solved}");
}
