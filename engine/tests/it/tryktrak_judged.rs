//! Judged Tryktrak matches: cube errors by kind, and resigned games.

use serde_json::Value;

use super::program::TempFile;
use super::tryktrak_analysis::{number, run};

/// The loss of each kind of cube decision is next to its number of errors, and their sum is the loss of all cube
/// decisions.
#[test]
fn cube_errors_are_reported_by_kind() {
    // Ben has no chance but takes; before that Ann doubles far too early.
    let text = "; [XGID \"XGID=-BBBCCC------------dddc---:0:0:1:00:0:0:0:0:6\"]\n 0 point match\n Game 1\n Ann : 0    Ben : 0\n  1)  Doubles => 2               Takes\n\n \
        Game 2\n Ann : 0    Ben : 0\n  1) 31: 8/5 6/5               52: 13/8 24/22\n  2)  Doubles => 2               Drops\n      Wins 1 point\n";
    let file = TempFile::new("cube.mat", text);
    let path = file.0.to_str().expect("text");
    let ran = run("analyse", &["--file", path, "--depth", "0", "--json"]);
    let last = ran.out.lines().last().expect("the sums");
    let sums: Value = serde_json::from_str(last).expect("JSON");
    let players = sums["totals"].as_array().expect("a list");
    let [ann, ben] = &players[..] else {
        panic!("{sums}");
    };
    assert_eq!((number(&ann["doubles"]), number(&ann["takes"])), (2.0, 0.0));
    assert_eq!((number(&ben["takes"]), number(&ben["passes"])), (1.0, 1.0));
    for (player, kinds) in
        [(ann, ["missed_doubles", "wrong_doubles"]), (ben, ["wrong_takes", "wrong_passes"])]
    {
        let errors = kinds.map(|kind| number(&player[format!("error_of_{kind}")]));
        let all = number(&player["error_of_cube_decisions"]);
        assert!((errors[0] + errors[1] - all).abs() < 1e-6, "{player}");
        assert!(all > 0.05, "{player}");
        let rate = 2.0 * number(&player["pr"]) - number(&player["error_rate"]);
        assert!(rate.abs() < 0.01, "{player}");
    }
    assert!(
        number(&ben["error_of_wrong_takes"]) > 0.0 && number(&ben["error_of_wrong_passes"]) > 0.0,
        "{ben}"
    );
    let table = run("analyse", &["--file", path, "--depth", "0"]).out;
    let row = table.lines().find(|line| line.starts_with("wrong takes"));
    assert!(row.is_some_and(|row| row.contains("1 (0.")), "{table}");
}

/// If the cube is already high enough to win the match, a double is legal but loses much, and the opponent's right answer gains it. Before
/// the first roll of a game, its value depends only on the score. GNU Backgammon reports −0.339 for the double and +0.19 for the luck of
/// 42.
#[test]
fn a_useless_double_is_judged() {
    let text = "3 point match\n\n Game 1\n Ann : 0    Ben : 0\n  1) 31: 8/5 6/5               64: 24/14\n  2)  Doubles => 2              Drops\n      Wins 1 point\n\n \
        Game 2\n Ann : 1    Ben : 0\n  1)                           42: 8/4 6/4\n  2) 61: 13/7 8/7               Doubles => 2\n  3)  Takes                     55: 13/3(2)\n  \
        4)  Doubles => 4              Takes\n  5) 52: 13/6                  33: 24/21(2) 13/10(2)\n";
    let file = TempFile::new("idle.mat", text);
    let path = file.0.to_str().expect("text");
    let ran = run("analyse", &["--file", path, "--depth", "0", "--json"]);
    let steps: Vec<Value> =
        (ran.out.lines()).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of_second = |played: &str| {
        let is_it = |step: &&Value| step["game_number"] == 2 && step["played"] == played;
        let found = steps.iter().rfind(is_it);
        found.unwrap_or_else(|| panic!("no {played} in {}", ran.out))
    };
    let double = of_second("double");
    assert_eq!((&double["bestmove"], &double["mark"]), (&"roll".into(), &"??".into()));
    let loss = number(&double["loss"]);
    assert!((0.2..0.5).contains(&loss), "{double}");
    let take = of_second("take");
    assert!(number(&take["loss"]) == 0.0 && number(&take["equity"]) > 0.3, "{take}");
    let luck = number(&of_second("8/4,6/4")["luck"]);
    assert!((0.1..0.3).contains(&luck), "{luck}");
}

/// A resigned game counts and is reported, whatever program recorded it, and the match continues.
#[test]
fn resignations_are_results() {
    let line = "dice:31 8/5,6/5 double take dice:64 24/14 resign2";
    let options = ["--variant", "length=5", "--moves"];
    let at = |moves: &str| run("show", &[&options[..], &[moves, "--json"]].concat());
    let shown = at(&format!("{line} dice:21"));
    assert_eq!(shown.json()["score"], serde_json::json!([2, 0]), "{shown:?}");
    let wrong = at("resign");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("resign1 or resign2"), "{wrong:?}");
    let options = [&options[..], &[line, "--to", "mat"]].concat();
    let written = run("convert", &options).out;
    let file = TempFile::new("resigned.mat", &written);
    let path = file.0.to_str().expect("text");
    let moves = run("convert", &["--file", path, "--to", "moves"]).out;
    assert_eq!(moves.trim(), line);
    let judged = run("analyse", &["--file", path, "--depth", "0"]);
    let told = "player 1 wins 2 points, player 2 resigns";
    assert!(judged.out.contains(told), "{judged:?}");
    let json = run("analyse", &["--file", path, "--depth", "0", "--json"]);
    let last = json.out.lines().last().expect("the sums");
    let sums: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(sums["games"][0]["resigned"], 2, "{sums}");
    assert_eq!(sums["games"][0]["result"], "p1win 2");
    assert_eq!(sums["games"][0]["score_after"], serde_json::json!([2, 0]));
}
