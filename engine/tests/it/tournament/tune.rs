//! Tuning: whole runs through the program, and the methods on functions whose best values are known.

mod refused;
mod spsa;
mod texel;

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Folder, Ran, command, ludex, with_input};

/// A very short tuning run: four parameters of Takt, one of them far from its best value.
const SMALL: [&str; 17] = [
    "tune",
    "takt",
    "--variant",
    "size=3,repetition=3,reversible=20",
    "--player",
    "nodes=60 set.half_flats_late=-100",
    "--parameter",
    "half_flats_late:-200..200:40,reduction_base,flat_ring_*_early",
    "--iterations",
    "12",
    "--pairs",
    "3",
    "--seed",
    "5",
    "--match-pairs",
    "10",
    "--json",
];

fn with<'a>(folder: &'a Folder, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    arguments.extend(more);
    arguments
}

/// The summary, whether or not the values were accepted.
fn summary(ran: &Ran) -> Value {
    assert!(ran.code <= 1, "{ran:?}");
    serde_json::from_str(ran.out.lines().last().expect("a summary")).expect("JSON")
}

fn history(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("history.jsonl")).expect("a history")
}

#[test]
fn the_same_seed_gives_the_same_values_on_any_number_of_threads() {
    let (one, three) = (Folder::new("tune-1"), Folder::new("tune-3"));
    let alone = summary(&ludex(&with(&one, &["-j", "1"])));
    let together = summary(&ludex(&with(&three, &["-j", "3"])));
    assert_eq!(alone, together);
    assert_eq!(history(&one), history(&three));
    assert_eq!(history(&one).lines().count(), 12);
    assert_eq!(alone["parameters"].as_array().unwrap().len(), 5);
    assert_eq!(alone["games"], 72);
    assert_eq!(alone["match"]["games"], 20);
    assert_eq!(alone["accepted"], false, "twenty games prove nothing");
    assert!(!std::path::Path::new(&one.path("accepted.toml")).exists());
    for name in ["curves.svg", "report.md", "checkpoint.json", "match/results.jsonl"] {
        assert!(std::path::Path::new(&one.path(name)).exists(), "{name}");
    }
}

#[test]
fn a_killed_run_goes_on_as_if_nothing_had_been() {
    let (killed, whole) = (Folder::new("tune-killed"), Folder::new("tune-whole"));
    let long = ["--iterations", "60", "--pairs", "4", "--match-pairs", "0"];
    let arguments = |folder: &Folder| {
        let mut arguments: Vec<String> = SMALL[..8].iter().map(ToString::to_string).collect();
        arguments.extend(long.iter().map(ToString::to_string));
        arguments.extend(["--json", "--out", folder.name()].map(str::to_owned));
        arguments
    };
    let run = arguments(&killed);
    let mut child = command(&run.iter().map(String::as_str).collect::<Vec<_>>())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let end = Instant::now() + Duration::from_mins(2);
    let lines =
        || std::fs::read_to_string(killed.path("history.jsonl")).map_or(0, |t| t.lines().count());
    while lines() < 5 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(2));
    }
    // On Unix this is kill -9.
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(lines() >= 5);
    let resumed = summary(&ludex(&["tune", "--resume", killed.name(), "--json"]));
    let run = arguments(&whole);
    let unkilled = summary(&ludex(&run.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(resumed, unkilled);
    assert_eq!(history(&killed), history(&whole));
    assert_eq!(resumed["match"], Value::Null);
    assert_eq!(resumed["accepted"], false, "without a match nothing is accepted");
}

#[test]
fn steps_can_be_played_elsewhere() {
    let (here, there) = (Folder::new("tune-here"), Folder::new("tune-there"));
    let alone = summary(&ludex(&with(&here, &[])));
    let mut arguments = with(&there, &["--jobs"]);
    let resume = ["tune", "--resume", there.name(), "--jobs"];
    let mut last = None;
    for _ in 0..20 {
        let jobs = ludex(&arguments);
        assert_eq!(jobs.code, 0, "{jobs:?}");
        arguments = resume.to_vec();
        if jobs.out.is_empty() {
            break;
        }
        let played = with_input(command(&["worker", "-j", "2"]), &jobs.out);
        let take = ["tune", "--resume", there.name(), "--results", "-", "--json"];
        // A step with a missing game changes nothing.
        if last.is_none() {
            let lines: Vec<&str> = played.out.lines().skip(1).collect();
            let part = lines.join("\n") + "\n";
            let ran = with_input(command(&take), &part);
            assert_eq!(ran.code, 1, "{ran:?}");
            assert!(ran.err.contains("1 of the 6 games"), "{ran:?}");
            assert_eq!(history(&there), "");
        }
        last = Some(with_input(command(&take), &played.out));
    }
    assert_eq!(summary(&last.expect("steps")), alone);
    assert_eq!(history(&there), history(&here));
}

#[test]
fn better_values_are_accepted_and_can_be_used() {
    let folder = Folder::new("tune-accepted");
    let ran = ludex(&[
        "tune",
        "takt",
        "--variant",
        "size=4,repetition=3,reversible=50",
        "--player",
        "nodes=60 set.adjacent_early=-150 set.critical_early=-150",
        "--parameter",
        "adjacent_early:-200..200:40,critical_early:-200..200:40",
        "--iterations",
        "40",
        "--pairs",
        "8",
        "--rate",
        "0.05",
        "--match-pairs",
        "400",
        "--sprt",
        "elo0=0,elo1=100",
        "--out",
        folder.name(),
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("accepted; the values are in"), "{ran:?}");
    let last: Vec<&str> = ran.out.lines().rev().take(2).collect();
    assert!(last.iter().all(|line| line.contains("_early=")), "{last:?}");
    // The lines are valid for `--set`, and the file as a file of defaults.
    let file = folder.path("accepted.toml");
    let move_of = |more: &[&str]| {
        let mut arguments =
            vec!["bestmove", "takt", "--variant", "size=4", "--nodes", "500", "--threads", "1"];
        arguments.extend(more);
        let ran = ludex(&arguments);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    let by_option = move_of(&["--set", last[0], "--set", last[1]]);
    assert_eq!(move_of(&["--config", &file]), by_option);
}

#[test]
fn every_game_can_be_tuned() {
    let cases = [
        ("quoridor", "board=5x5,walls=2", "nodes=60", "reduction_base"),
        ("quoridor", "board=5x5,walls=2", "search=mcts nodes=40", "wall_worth,sharpness"),
        ("trax", "board=8x8", "nodes=60", "aspiration"),
        ("tantrix", "", "search=expectimax depth=1", "logit,margin_share"),
    ];
    for (number, (game, variant, player, parameters)) in cases.into_iter().enumerate() {
        let folder = Folder::new(&format!("tune-game-{number}"));
        let mut arguments = vec![
            "tune",
            game,
            "--player",
            player,
            "--parameter",
            parameters,
            "--iterations",
            "2",
            "--pairs",
            "1",
            "--match-pairs",
            "0",
            "--max-plies",
            "60",
            "--json",
            "--out",
            folder.name(),
        ];
        if !variant.is_empty() {
            arguments.extend(["--variant", variant]);
        }
        let ran = ludex(&arguments);
        let summary = summary(&ran);
        assert_eq!(summary["games"], 4, "{game}: {ran:?}");
    }
}

#[test]
fn parameters_that_are_set_to_their_defaults_change_nothing() {
    for (game, variant) in [("takt", "size=5"), ("quoridor", "board=9x9"), ("trax", "board=8x8")] {
        let listed = ludex(&["games", game, "--json"]).json();
        let parameters =
            listed["games"][0]["searches"][0]["parameters"].as_array().unwrap().clone();
        let set: Vec<String> = parameters
            .iter()
            .map(|parameter| {
                format!("{}={}", parameter["name"].as_str().unwrap(), parameter["default"])
            })
            .collect();
        let search = |set: &[String]| {
            let mut arguments = vec![
                "bestmove",
                game,
                "--variant",
                variant,
                "--nodes",
                "3000",
                "--threads",
                "1",
                "--json",
            ];
            for text in set {
                arguments.extend(["--set", text]);
            }
            let found = ludex(&arguments).json();
            (found["pv"].clone(), found["score"].clone(), found["nodes"].clone())
        };
        assert_eq!(search(&set), search(&[]), "{game}");
        if game != "trax" {
            assert!(set.len() > 100, "{game} names the weights of its evaluation: {}", set.len());
        }
    }
}

#[test]
fn games_that_do_not_depend_on_the_parameters_are_reported() {
    let folder = Folder::new("tune-alike");
    let arguments = |player: &'static str, folder: &Folder| {
        let mut all: Vec<String> = SMALL[..4].iter().map(ToString::to_string).collect();
        let more = ["--player", player, "--parameter", "reduction_base", "--iterations", "3"];
        all.extend(more.map(str::to_owned));
        all.extend(
            ["--pairs", "8", "--match-pairs", "0", "--out", folder.name()].map(str::to_owned),
        );
        all
    };
    // At depth one there are no reductions.
    let all = arguments("depth=1", &folder);
    let ran = ludex(&all.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(ran.err.contains("no game depended on the parameters"), "{ran:?}");
    let reason =
        "error: not tested, so not accepted: no game depended on the parameters: in all 24 pairs";
    assert!(ran.err.contains(reason) && !ran.out.contains("24 pairs"), "{ran:?}");
    let json = ludex(&["tune", "--resume", folder.name(), "--json"]);
    assert_eq!(summary(&json)["alike_pairs"], 24);
}

#[test]
fn a_run_is_extended() {
    let folder = Folder::new("tune-extended");
    summary(&ludex(&with(&folder, &[])));
    let before = history(&folder);
    let extend = |number: &str| {
        let number = format!("iterations={number}");
        ludex(&["tune", "--resume", folder.name(), "--json", "--extend", &number])
    };
    let ran = extend("12");
    assert!(ran.code == 2 && ran.err.contains("more than the 12 steps"), "{ran:?}");
    let longer = summary(&extend("15"));
    assert_eq!(longer["iterations"], 15);
    assert!(history(&folder).starts_with(&before));
    assert_eq!(history(&folder).lines().count(), 15);
    assert_eq!(summary(&ludex(&["tune", "--resume", folder.name(), "--json"])), longer);
}

#[test]
fn a_run_without_a_match_accepts_nothing() {
    let folder = Folder::new("tune-untested");
    let mut arguments = SMALL.to_vec();
    arguments[15] = "0";
    arguments.extend(["--out", folder.name()]);
    summary(&ludex(&arguments));
    let resume = ["tune", "--resume", folder.name()];
    for more in [&[][..], &["--results", "/dev/null"]] {
        let ran = ludex(&[&resume[..], more].concat());
        assert_eq!(ran.code, 1, "{ran:?}");
        let reason = "not tested, so not accepted: no match was requested (--match-pairs 0)";
        assert!(ran.err.contains(reason) && !ran.out.contains("not tested"), "{ran:?}");
        assert!(!ran.out.contains("by the match"), "{ran:?}");
    }
    assert!(!std::path::Path::new(&folder.path("match")).exists());
}
