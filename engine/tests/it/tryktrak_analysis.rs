//! Tryktrak analysis through the program: plays, cube decisions, rollouts, bear-offs, recorded games. The networks
//! may be retrained, so these tests do not depend on exact values.

use std::path::PathBuf;

use serde_json::Value;

use super::program::{Ran, TempFile, ludex};

const START: &str = "4HPwATDgc/ABMA";

pub(crate) fn run(command: &str, options: &[&str]) -> Ran {
    ludex(&[&[command, "tryktrak"], options].concat())
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

fn sample() -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("../games/tryktrak/tests/data/sample_match.mat");
    path.to_str().expect("text").to_owned()
}

#[test]
fn plays_have_equities_chances_and_depths() {
    let options = ["--position", START, "--moves", "dice:31", "--depth", "1"];
    let json = run("analyse", &[&options[..], &["--json"]].concat()).json();
    assert_eq!(json["bestmove"], "8/5,6/5");
    let outcome = &json["outcome"];
    assert_eq!(outcome["win"], json["win"]);
    for key in ["win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"] {
        assert!((0.0..0.5).contains(&number(&outcome[key])), "{json}");
    }
    assert!((number(&json["equity"]) - number(&json["score"]["value"])).abs() < 1e-3);
    assert!(json["luck"].is_number() && json["cube"].is_null() && json["mwc"].is_null());
    let lines = json["lines"].as_array().expect("a list");
    assert_eq!(lines.len(), 10);
    let key = |line: &Value| (-number(&line["depth"]), -number(&line["equity"]));
    assert!(lines.is_sorted_by(|a, b| key(a) <= key(b)), "{json}");
    let text = run("analyse", &options).out;
    for part in ["equity", "W g", "pips", "luck", "8/5,6/5"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn static_values_are_depth_nought() {
    let json =
        run("bestmove", &["--position", START, "--moves", "dice:42", "--depth", "0", "--json"])
            .json();
    assert_eq!((&json["depth"], &json["bestmove"]), (&0.into(), &"8/4,6/4".into()));
    assert_eq!(ludex(&["bestmove", "takt", "--depth", "0"]).code, 2);
}

#[test]
fn without_dice_the_cube_is_the_question() {
    let cube = |options: &[&str]| run("bestmove", &[options, &["--depth", "1"]].concat()).out;
    assert_eq!(cube(&["--position", START]), "roll\n");
    assert_eq!(cube(&["--position", START, "--moves", "double"]), "take\n");
    // Twenty pips ahead at the end of a race.
    let race = "XGID=-BBBCCC------------dddc---:0:0:1:00:0:0:0:0:6";
    assert_eq!(cube(&["--position", race]), "double\n");
    assert_eq!(cube(&["--position", race, "--moves", "double"]), "pass\n");
    let json = run("analyse", &["--position", race, "--depth", "1", "--json"]).json();
    let decision = &json["cube"];
    assert_eq!(decision["verdict"], "double, pass");
    assert_eq!(decision["double_pass"], 1.0);
    assert!(number(&decision["double_take"]) > 1.0 && number(&decision["no_double"]) < 1.0);
    // If the player may not double, the report has the value of the position and no cube decision.
    for options in [
        &["--position", START, "--variant", "cube=no"][..],
        &["--position", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:1:3:10"],
        &["--position", "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10"],
        &["--position", START, "--moves", "roll"],
    ] {
        assert_eq!(cube(options), "roll\n");
        let json = run("bestmove", &[options, &["--depth", "1", "--json"]].concat()).json();
        assert!(json["cube"].is_null() && json["equity"].is_number(), "{json}");
    }
    // Before the opening roll there is no decision.
    let opening = run("bestmove", &[]);
    assert_eq!(opening.code, 2);
    assert!(opening.err.contains("the dice are not rolled"), "{opening:?}");
}

#[test]
fn without_a_cube_a_position_is_worth_what_the_chances_say() {
    let at = ["--position", START, "--depth", "0"];
    let told = run("analyse", &at).out;
    let row = told.lines().find(|line| line.starts_with("cubeless "));
    let row = row.expect("a row").split_whitespace();
    let cubeless: f64 = row.last().expect("a number").parse().expect("a number");
    let json = run("analyse", &[&at[..], &["--json"]].concat()).json();
    let chance = |key: &str| number(&json["outcome"][key]);
    let won = chance("win") + chance("win_gammon") + chance("win_backgammon");
    let lost = 1.0 - chance("win") + chance("lose_gammon") + chance("lose_backgammon");
    assert!((cubeless - (won - lost)).abs() < 1e-3, "{told} {json}");
    // The answer to a double is reported from the opponent's view, like the equities of the decision.
    let doubled = run("analyse", &[&at[..], &["--moves", "double"]].concat()).out;
    assert!(doubled.contains(&format!("{cubeless:+.4}")), "{doubled}");
}

#[test]
fn the_largest_cube_is_reported() {
    let cube = |log2: u32| {
        let position = format!("XGID=-AABCDD------------dddba--:{log2}:1:1:00:0:0:0:0:10");
        let told = run("analyse", &["--position", &position, "--depth", "0"]);
        let line = told.out.lines().find(|line| line.starts_with("cube "));
        line.expect("the cube").trim_start_matches("cube").trim().to_owned()
    };
    assert_eq!(cube(5), "32, of player 1");
    assert_eq!(cube(6), "64, of player 1, the largest");
}

#[test]
fn matches_show_the_match_winning_chances() {
    let options = ["--variant", "length=5", "--position", START, "--depth", "1", "--json"];
    let json = run("analyse", &options).json();
    let chance = number(&json["mwc"]);
    assert!((0.5..0.6).contains(&chance), "{json}");
}

#[test]
fn rollouts_are_the_same_whatever_the_threads() {
    let rollout = |threads: &str, options: &[&str]| {
        let common = [
            "--position",
            START,
            "--trials",
            "72",
            "--truncate",
            "3",
            "--seed",
            "5",
            "--json",
            "--threads",
            threads,
        ];
        let mut json = run("rollout", &[&common[..], options].concat()).json();
        let object = json.as_object_mut().expect("an object");
        object.remove("time_ms");
        object.remove("threads");
        json
    };
    let plays = ["--moves", "dice:21", "--plays", "13/11 6/5; 24/23,13/11"];
    for options in [&plays[..], &[], &["--cubeful", "no"], &["--variant", "length=3"]] {
        let one = rollout("1", options);
        assert_eq!(one, rollout("3", options));
        assert_eq!(one["trials"], 72);
        let line = &one["lines"][0];
        let equity = number(&line["equity"]);
        let [low, high] = [0, 1].map(|end| number(&line["interval"][end]));
        assert!(low < equity && equity < high && number(&line["error"]) > 0.0, "{one}");
    }
    let played = rollout("2", &plays);
    assert_eq!(played["lines"].as_array().expect("a list").len(), 2);
    let cube = rollout("2", &[]);
    assert_eq!(cube["cube"]["verdict"], "no double, take");
    let other = ludex(&["rollout", "takt"]);
    assert_eq!((other.code, other.err.contains("tryktrak")), (2, true), "{other:?}");
}

#[test]
fn rollouts_end_at_the_wanted_error() {
    let options =
        ["--position", START, "--trials", "100000", "--truncate", "2", "--error", "0.2", "--json"];
    let json = run("rollout", &options).json();
    assert_eq!(json["trials"], 72, "{json}");
}

#[test]
fn bear_offs_are_solved() {
    let json = run("solve", &["--position", "AgAAIAEAAAAAAA", "--json"]).json();
    assert!((number(&json["win"]) - 0.222_222_222).abs() < 1e-6, "{json}");
    assert_eq!((&json["result"], &json["exact"]), (&"unknown".into(), &true.into()));
    let json = run("solve", &["--position", "jQAAwCQAAAAAAA", "--json"]).json();
    assert!((number(&json["win"]) - 0.521_342_891).abs() < 1e-6, "{json}");
    let equities = &json["equities"];
    for (key, expected) in [("mine", 0.1575), ("centre", 0.0513), ("theirs", -0.0128)] {
        assert!((number(&equities[key]) - expected).abs() < 2e-4, "{json}");
    }
    let plays =
        run("solve", &["--position", "jQAAwCQAAAAAAA", "--moves", "dice:61", "--json"]).json();
    let list = plays["plays"].as_array().expect("a list");
    assert!(
        list.is_sorted_by_key(|play| std::cmp::Reverse((number(&play["equity"]) * 1e7) as i64))
    );
    assert_eq!(plays["moves"][0], list[0]["move"]);
    let sure =
        run("solve", &["--position", "AgAAIAEAAAAAAA", "--moves", "dice:66", "--json"]).json();
    assert_eq!(sure["result"], "win", "{sure}");
    let no_bear_off = run("solve", &["--position", START]);
    assert_eq!(no_bear_off.code, 2, "{no_bear_off:?}");
}

#[test]
fn records_are_judged_and_annotated() {
    let annotated = TempFile::unwritten("annotated.sgf");
    let out = annotated.0.to_str().expect("text");
    let file = sample();
    let options = ["--file", file.as_str(), "--depth", "0", "--json", "--annotate", out];
    let ran = run("analyse", &options);
    assert_eq!(ran.code, 0, "{ran:?}");
    let objects: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (totals, verdicts) = objects.split_last().expect("the totals");
    let double = verdicts.iter().find(|verdict| verdict["played"] == "double");
    assert!(double.is_some_and(|verdict| verdict["kind"] == "cube"));
    for verdict in verdicts.iter().filter(|verdict| verdict["kind"] == "play") {
        // The best play has rank 1, even if other plays are equally good, as at the end of a bear-off.
        let is_best = verdict["played"] == verdict["bestmove"];
        assert_eq!(is_best, verdict["rank"] == 1, "{verdict}");
    }
    let players = totals["totals"].as_array().expect("a list");
    for (index, player) in players.iter().enumerate() {
        let of = |verdict: &&Value| verdict["player"] == index + 1;
        let losses: f64 = verdicts.iter().filter(of).map(|verdict| number(&verdict["loss"])).sum();
        assert!((losses - number(&player["error"])).abs() < 1e-2, "{player}");
        let rating = 500.0 * number(&player["error"]) / number(&player["decisions"]);
        assert!((rating - number(&player["pr"])).abs() < 0.01, "{player}");
        assert!(number(&player["plays"]) >= 22.0);
    }
    let worst = totals["worst"].as_array().expect("a list");
    assert!((1..=10).contains(&worst.len()), "{totals}");
    assert!(worst.is_sorted_by(|a, b| number(&a["loss"]) >= number(&b["loss"])));
    let most = verdicts.iter().map(|verdict| number(&verdict["loss"]));
    let most = most.fold(0.0, f64::max);
    assert!((most - number(&worst[0]["loss"])).abs() < 1e-9, "{totals}");
    for key in ["position", "position_id", "match_id", "played", "bestmove", "name"] {
        assert!(worst[0][key].is_string(), "{key}: {totals}");
    }
    let games = totals["games"].as_array().expect("a list");
    let scores: Vec<String> = games.iter().map(|game| game["score_after"].to_string()).collect();
    assert_eq!(scores, ["[0,2]", "[2,2]", "[3,2]"]);
    // In a match, the value of a game is its effect on the probability of winning the match; the sum is the whole
    // match.
    let sum = |key: &str| games.iter().map(|game| number(&game["luck"][key][0])).sum::<f64>();
    assert!((sum("won") - 1.0).abs() < 1e-3, "{totals}");
    assert!((sum("won") - sum("luck") - sum("without_luck")).abs() < 1e-3, "{totals}");
    let text = std::fs::read_to_string(&annotated.0).expect("it was written");
    assert!(text.contains("equity"), "{text}");
    let again = run("convert", &["--file", out, "--to", "mat"]);
    assert_eq!(again.code, 0, "{again:?}");
    let table = run("analyse", &["--file", file.as_str(), "--depth", "0"]).out;
    for part in [
        "PR",
        "Snowie rate",
        "very bad",
        "luck",
        "unforced plays",
        "won (match: −1 lost, 1 won)",
        "without luck",
        "Game 2: gnubg – guest, 0 : 2, gnubg wins 2 points",
        "error rate of cube decisions",
        "worst",
    ] {
        assert!(table.contains(part), "{table}");
    }
    let other = ludex(&["analyse", "takt", "--file", "x.ptn", "--annotate", "y.ptn"]);
    assert_eq!(other.code, 2);
}

#[test]
fn the_protocol_decides_about_the_cube() {
    let answer = |position: &str| {
        let input = format!("ugi\nposition {position}\ngo depth 1\n");
        let command = super::program::command(&["ugi", "tryktrak"]);
        super::program::with_input(command, &input).out
    };
    let check = |position: &str, expected: &str| {
        let out = answer(position);
        assert!(out.contains(&format!("\nbestmove {expected}\n")), "{position}: {out}");
    };
    check(&format!("fen {START}"), "roll");
    check(&format!("fen {START} moves dice:31"), "8/5,6/5");
    check(&format!("fen {START} moves double"), "take");
    check("startpos moves dice:31 8/5,6/5 dice:42", "8/4,6/4");
    // The opponent owns the cube, so there is no cube decision, only the value of the position.
    check("fen XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "roll");
    let unrolled = answer("startpos");
    assert!(
        unrolled
            .contains("info string error: go: no player is to move: the dice are not rolled yet"),
        "{unrolled}"
    );
}

/// Inputs in the forms that players use: a match in the format of a site, a position pasted from a forum, and common words for plays.
#[test]
fn files_and_texts_as_players_have_them() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let data = folder.join("../games/tryktrak/tests/data");
    let read = |name: &str| {
        let path = data.join(name);
        let ran = run(
            "convert",
            &["--file", path.to_str().expect("text"), "--game", "3", "--to", "xgid"],
        );
        assert_eq!(ran.code, 0, "{name}: {ran:?}");
        ran.out
    };
    let known = read("sample_match.mat");
    for name in
        ["sample_match.sgg", "sample_match.tmg", "sample_listing.txt", "sample_oldmoves.txt"]
    {
        assert_eq!(read(name), known, "{name}");
    }
    let xgid = "-b----E-C---eE---c-e----B-:0:0:1:31:3:2:0:7:10";
    let pasted = format!("Best play?\n\nXGID={xgid}\n\nX:Anna   O:Ben\nX to play 31\n");
    for text in [&pasted, xgid, &format!("XGID={xgid}")] {
        let ran = run("bestmove", &["--position", text, "--depth", "0"]);
        assert_eq!(ran.out, "8/5,6/5\n", "{ran:?}");
        let file = TempFile::new("position.txt", text);
        let alone =
            run("analyse", &["--file", file.0.to_str().expect("text"), "--depth", "0", "--json"]);
        assert_eq!(alone.json()["bestmove"], "8/5,6/5");
        let shown = run("show", &["--position", text, "--json"]).json();
        assert_eq!(shown["xgid"], format!("XGID={xgid}"));
    }
    let race = "XGID=-BBBCCC------------dddc---:0:0:1:00:0:0:0:0:6";
    let ran = run("show", &["--position", race, "--moves", "double drop", "--json"]).json();
    assert_eq!(ran["result"], "p1win", "{ran}");
}

#[test]
fn of_equal_actions_of_the_cube_the_verdict_is_played() {
    // A certain win: playing on is worth as much as the opponent's pass.
    let position = ["--position", "XGID=aBCCCBB----------bbbcb-b--:1:1:1:00:0:0:0:0:10"];
    let json = run("analyse", &[&position[..], &["--depth", "2", "--json"]].concat()).json();
    assert_eq!(json["cube"]["verdict"], "double, pass");
    assert_eq!(json["bestmove"], "double");
}
