//! Tuning: methods against functions whose best values are known, and whole runs through the program.

use std::process::Stdio;
use std::time::{Duration, Instant};

use ludex::tune::space::{Dimension, Space};
use ludex::tune::spsa::{Perturbation, Schedule, update};
use ludex_search::random::stream;
use serde_json::Value;

use super::super::program::{Folder, Ran, command, ludex, with_input};

fn dimension(name: &str, start: i32, step: f64) -> Dimension {
    Dimension {
        name: name.into(),
        start,
        min: -200,
        max: 200,
        step,
    }
}

/// Pairs between values whose strength falls with the square of the distance from (40, −60), with the noise of games.
fn simulate(seed: u64) -> Vec<f64> {
    let space = Space {
        dimensions: vec![dimension("a", 0, 10.0), dimension("b", 0, 10.0)],
    };
    let strength = |values: &[i32]| {
        let off = |value: i32, best: f64| ((f64::from(value) - best) / 100.0).powi(2);
        -(off(values[0], 40.0) + off(values[1], -60.0))
    };
    let (n_pairs, batch) = (8000, 8);
    let schedule = Schedule::new(n_pairs, 0.01);
    let mut values = space.starts();
    for first in (0..n_pairs).step_by(batch as usize) {
        let drawn: Vec<Perturbation> = (first..first + batch)
            .map(|pair| {
                let size = schedule.perturbation(first);
                Perturbation::draw(&space, &values, size, &mut stream(seed, pair))
            })
            .collect();
        let score = |(index, drawn): (u64, &Perturbation)| {
            let chance =
                1.0 / (1.0 + (-4.0 * (strength(&drawn.plus) - strength(&drawn.minus))).exp());
            let mut rng = stream(seed, (1 << 40) | (first + index));
            let game = |roll: f64| if roll < chance { 1.0 } else { -1.0 };
            let rolls: [f64; 2] = [
                rand::RngExt::random(&mut rng),
                rand::RngExt::random(&mut rng),
            ];
            rolls.into_iter().map(game).sum()
        };
        let scores: Vec<f64> = (0..).zip(&drawn).map(score).collect();
        update(&space, &mut values, schedule.gain(first), &drawn, &scores);
    }
    values
}

#[test]
fn perturbation_finds_the_best_values_through_the_noise_of_games() {
    for seed in 0..5 {
        let values = simulate(seed);
        assert!((values[0] - 40.0).abs() < 25.0, "seed {seed}: {values:?}");
        assert!((values[1] + 60.0).abs() < 25.0, "seed {seed}: {values:?}");
    }
}

#[test]
fn gains_follow_the_published_sequences() {
    // c = c_end·N^γ and a = r_end·c_end²·(A+N)^α, with A = N/10: at the end the factors are 1 and the rate.
    let schedule = Schedule::new(10_000, 0.002);
    assert!((schedule.perturbation(10_000) - 1.0).abs() < 1e-9);
    assert!((schedule.perturbation(0) - 10_001_f64.powf(0.101)).abs() < 1e-9);
    assert!((schedule.gain(10_000) - 0.002).abs() < 1e-6);
    let first = 0.002 * (11_000.0_f64 / 1001.0).powf(0.602) / 10_001_f64.powf(0.101);
    assert!((schedule.gain(0) - first).abs() < 1e-9);
}

#[test]
fn small_steps_are_rounded_at_random_and_ranges_hold() {
    let space = Space {
        dimensions: vec![dimension("a", 0, 0.25), dimension("b", 200, 50.0)],
    };
    let (n, mut wide) = (4000, 0);
    for index in 0..n {
        let drawn = Perturbation::draw(&space, &[3.5, 190.0], 1.0, &mut stream(1, index));
        assert!(drawn.plus[1] <= 200 && drawn.minus[1] <= 200);
        let width = (drawn.plus[0] - drawn.minus[0]) * drawn.signs[0] as i32;
        assert!((0..=1).contains(&width), "{drawn:?}");
        wide += width;
    }
    // A distance of ±0.25 is half a step in the mean.
    let share = f64::from(wide) / n as f64;
    assert!((share - 0.5).abs() < 0.05, "{share}");
}

/// A tuning run of a moment: four parameters of Takt, one of them far off.
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

/// The summary, whether the values were accepted or not.
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
    for name in [
        "curves.svg",
        "report.md",
        "checkpoint.json",
        "match/results.jsonl",
    ] {
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
    assert_eq!(
        resumed["accepted"], false,
        "without a match nothing is accepted"
    );
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
        // A step with a game missing changes nothing.
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
    // The lines are what --set takes, the file is one of defaults.
    let file = folder.path("accepted.toml");
    let move_of = |more: &[&str]| {
        let mut arguments = vec![
            "bestmove",
            "takt",
            "--variant",
            "size=4",
            "--nodes",
            "500",
            "--threads",
            "1",
        ];
        arguments.extend(more);
        let ran = ludex(&arguments);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    let by_option = move_of(&["--set", last[0], "--set", last[1]]);
    assert_eq!(move_of(&["--config", &file]), by_option);
}

/// Games between equal players who know what flats are worth.
fn recorded(folder: &Folder) {
    let ran = ludex(&[
        "tournament",
        "takt",
        "--variant",
        "size=4,repetition=3,reversible=20",
        "--player",
        "a: nodes=150",
        "--player",
        "b: nodes=150",
        "--pairs",
        "60",
        "--out",
        folder.name(),
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_fit_to_recorded_games_finds_what_flats_are_worth() {
    let (games, folder, again) = (
        Folder::new("games"),
        Folder::new("fit"),
        Folder::new("fit-again"),
    );
    recorded(&games);
    let records = games.path("results.jsonl");
    let ptn = games.path("games-1.ptn");
    let fit = |folder: &Folder, records: &str, threads: &str| {
        let ran = ludex(&[
            "tune",
            "takt",
            "--method",
            "texel",
            "--variant",
            "size=4,repetition=3,reversible=20",
            "--player",
            "nodes=60 set.half_flats_late=-100",
            "--parameter",
            "half_flats_late,flat_ring_1_late",
            "--records",
            records,
            "--iterations",
            "20",
            "--match-pairs",
            "0",
            "--json",
            "-j",
            threads,
            "--out",
            folder.name(),
        ]);
        summary(&ran)
    };
    let found = fit(&folder, &records, "1");
    assert_eq!(
        found,
        fit(&again, &records, "2"),
        "the same on any number of threads"
    );
    let losses = &found["losses"];
    assert!(
        losses["after"].as_f64() < losses["before"].as_f64(),
        "{found}"
    );
    assert!(
        losses["held_out_after"].as_f64() < losses["held_out_before"].as_f64(),
        "{found}"
    );
    assert!(
        found["parameters"][0]["new"].as_i64().unwrap() > 0,
        "{found}"
    );
    // Game files say the same as the lines of results, but for openings, which they do not mark.
    let of_files = fit(&Folder::new("fit-ptn"), &ptn, "2");
    assert!(of_files["games"].as_u64() > Some(500), "{of_files}");
}

#[test]
fn every_game_can_be_tuned() {
    let cases = [
        (
            "quoridor",
            "board=5x5,walls=2",
            "nodes=60",
            "reduction_base",
        ),
        (
            "quoridor",
            "board=5x5,walls=2",
            "search=mcts nodes=40",
            "wall_worth,sharpness",
        ),
        ("trax", "board=8x8", "nodes=60", "aspiration"),
        ("tantrix", "", "search=expectimax depth=1", "tail,beyond"),
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
fn evaluations_of_other_games_are_fitted_too() {
    for (game, variant, player, parameters) in [
        ("quoridor", "board=5x5,walls=2", "nodes=60", "weight_3_at_0"),
        ("tantrix", "", "search=expectimax depth=1", "tail"),
    ] {
        let (games, folder) = (
            Folder::new(&format!("{game}-games")),
            Folder::new(&format!("{game}-fit")),
        );
        let (one, two) = (format!("a: {player}"), format!("b: {player}"));
        let mut arguments = vec![
            "tournament",
            game,
            "--player",
            &one,
            "--player",
            &two,
            "--pairs",
            "6",
            "--out",
            games.name(),
        ];
        let mut more = vec![];
        if !variant.is_empty() {
            more.extend(["--variant", variant]);
        }
        arguments.extend(&more);
        assert_eq!(ludex(&arguments).code, 0);
        let records = games.path("results.jsonl");
        let mut arguments = vec![
            "tune",
            game,
            "--method",
            "texel",
            "--player",
            player,
            "--parameter",
            parameters,
            "--records",
            &records,
            "--iterations",
            "2",
            "--match-pairs",
            "0",
            "--json",
            "--out",
            folder.name(),
        ];
        arguments.extend(&more);
        let summary = summary(&ludex(&arguments));
        assert!(
            summary["losses"]["after"].as_f64() <= summary["losses"]["before"].as_f64(),
            "{summary}"
        );
    }
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new("tune-bad");
    let records = folder.file("results.jsonl", "{\"pair\":0}\nnonsense\n");
    let of_records = format!("takt --parameter tempo_late --method texel --records {records}");
    let cases = [
        (
            "takt --parameter reduction_bas",
            "did you mean reduction_base?",
        ),
        ("takt", "parameters: found \"none\", expected at least one"),
        ("takt --parameter aspiration:5..x", "NAME:MIN..MAX"),
        (
            "takt --parameter aspiration:900..5000",
            "expected a range within 5 to 1000",
        ),
        ("takt --parameter aspiration,aspiration", "each name once"),
        (
            "takt --parameter aspiration --player set.aspiration=9999",
            "expected a start within 5",
        ),
        (
            "takt --parameter aspiration --player cmd=./other",
            "a search of ours",
        ),
        (
            "takt --parameter aspiration --player nods=5",
            "did you mean nodes?",
        ),
        (
            "takt --parameter aspiration --method texel",
            "files of recorded games",
        ),
        (of_records.as_str(), "results.jsonl, line 1: "),
        (
            "quoridor --variant players=4 --player search=mcts --parameter wall_worth",
            "players: found \"4\", expected 2",
        ),
        (
            "takt --parameter aspiration --rate -1",
            "--rate: found \"-1\", expected a number above 0",
        ),
    ];
    let out = folder.path("out");
    for (line, words) in cases {
        let mut all = vec!["tune"];
        all.extend(line.split_whitespace());
        all.extend(["--out", &out]);
        let ran = ludex(&all);
        assert_eq!(ran.code, 2, "{line}: {ran:?}");
        let err = ran.err.lines().last().unwrap_or_default();
        assert!(
            err.starts_with("error: ") && err.contains(words),
            "{line}: {ran:?}"
        );
    }
}

#[test]
fn files_and_folders_of_runs_are_guarded() {
    let folder = Folder::new("tune-guarded");
    let file = folder.file(
        "run.toml",
        "game = \"takt\"\niteration = 5\n[player]\nnodes = \"5\"\n",
    );
    let ran = ludex(&["tune", &file]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("run.toml, line 2") && ran.err.contains("did you mean iterations?"),
        "{ran:?}"
    );
    let ran = ludex(&["tune", "--resume", "/nowhere/at/all"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    // A folder is used once, and its settings stay.
    let good = Folder::new("tune-good");
    summary(&ludex(&with(&good, &[])));
    let ran = ludex(&with(&good, &[]));
    assert!(ran.code == 2 && ran.err.contains("--resume"), "{ran:?}");
    let mut other = SMALL.to_vec();
    other[9] = "13";
    other.extend(["--resume", good.name()]);
    let ran = ludex(&other);
    assert!(ran.code == 2 && ran.err.contains("iterations"), "{ran:?}");
}

#[test]
fn parameters_that_are_set_to_their_defaults_change_nothing() {
    for (game, variant) in [
        ("takt", "size=5"),
        ("quoridor", "board=9x9"),
        ("trax", "board=8x8"),
    ] {
        let listed = ludex(&["games", game, "--json"]).json();
        let parameters = listed["games"][0]["searches"][0]["parameters"]
            .as_array()
            .unwrap()
            .clone();
        let set: Vec<String> = parameters
            .iter()
            .map(|parameter| {
                format!(
                    "{}={}",
                    parameter["name"].as_str().unwrap(),
                    parameter["default"]
                )
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
            (
                found["pv"].clone(),
                found["score"].clone(),
                found["nodes"].clone(),
            )
        };
        assert_eq!(search(&set), search(&[]), "{game}");
        if game != "trax" {
            assert!(
                set.len() > 100,
                "{game} names the weights of its evaluation: {}",
                set.len()
            );
        }
    }
}

#[test]
fn a_lost_history_is_noticed_and_can_be_gone_on_from() {
    let folder = Folder::new("tune-lost");
    let whole = summary(&ludex(&with(&folder, &[])));
    let text = history(&folder);
    let lines: Vec<&str> = text.lines().collect();
    let resume = ["tune", "--resume", folder.name(), "--json"];
    let damages = [
        (String::new(), "steps 1 to 12 missing"),
        (lines[..9].join("\n") + "\n", "steps 10 to 12 missing"),
        (text[..text.len() - 20].to_owned(), "steps 12 to 12 missing"),
        (
            format!(
                "{}\nnonsense\n{}\n",
                lines[..4].join("\n"),
                lines[5..].join("\n")
            ),
            "steps 5 to 5 missing",
        ),
    ];
    for (damaged, words) in damages {
        folder.file("history.jsonl", &damaged);
        let ran = ludex(&resume);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(
            ran.err.contains(words) && ran.err.contains("--repair"),
            "{ran:?}"
        );
        assert_eq!(history(&folder), damaged, "nothing is touched");
        let repaired = ludex(&[&resume[..], &["--repair"]].concat());
        assert_eq!(summary(&repaired), whole);
        assert!(repaired.err.contains("are lost"), "{repaired:?}");
        assert_eq!(summary(&ludex(&resume)), whole, "once is enough");
    }
    // A lost checkpoint does not begin the run again in silence.
    folder.file("history.jsonl", &text);
    std::fs::remove_file(folder.path("checkpoint.json")).unwrap();
    let ran = ludex(&resume);
    assert!(
        ran.code == 2 && ran.err.contains("checkpoint.json"),
        "{ran:?}"
    );
    assert_eq!(history(&folder), text);
    let repaired = summary(&ludex(&[&resume[..], &["--repair"]].concat()));
    assert_eq!(repaired["parameters"], whole["parameters"]);
}

#[test]
fn games_that_do_not_depend_on_the_parameters_are_told() {
    let folder = Folder::new("tune-alike");
    let arguments = |player: &'static str, folder: &Folder| {
        let mut all: Vec<String> = SMALL[..4].iter().map(ToString::to_string).collect();
        let more = [
            "--player",
            player,
            "--parameter",
            "reduction_base",
            "--iterations",
            "3",
        ];
        all.extend(more.map(str::to_owned));
        all.extend(
            ["--pairs", "8", "--match-pairs", "0", "--out", folder.name()].map(str::to_owned),
        );
        all
    };
    // At one ply nothing is reduced.
    let all = arguments("depth=1", &folder);
    let ran = ludex(&all.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        ran.err.contains("no game depended on the parameters"),
        "{ran:?}"
    );
    assert!(ran.out.contains("in all 24 pairs"), "{ran:?}");
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
        ludex(&[
            "tune",
            "--resume",
            folder.name(),
            "--json",
            "--extend",
            &number,
        ])
    };
    let ran = extend("12");
    assert!(
        ran.code == 2 && ran.err.contains("more than the 12 steps"),
        "{ran:?}"
    );
    let longer = summary(&extend("15"));
    assert_eq!(longer["iterations"], 15);
    assert!(history(&folder).starts_with(&before));
    assert_eq!(history(&folder).lines().count(), 15);
    assert_eq!(
        summary(&ludex(&["tune", "--resume", folder.name(), "--json"])),
        longer
    );
}

#[test]
fn a_run_without_a_match_claims_none() {
    let folder = Folder::new("tune-untested");
    let mut arguments = SMALL.to_vec();
    arguments[15] = "0";
    arguments.extend(["--out", folder.name()]);
    summary(&ludex(&arguments));
    let resume = ["tune", "--resume", folder.name()];
    for more in [&[][..], &["--results", "/dev/null"]] {
        let ran = ludex(&[&resume[..], more].concat());
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("not tested, so not accepted"), "{ran:?}");
        assert!(!ran.out.contains("by the match"), "{ran:?}");
    }
    assert!(!std::path::Path::new(&folder.path("match")).exists());
}

#[test]
fn settings_that_are_refused_leave_no_folder() {
    let here = Folder::new("tune-refused");
    let damaged = here.file("results.jsonl", "nonsense\n");
    let out = here.path("out");
    let fit = |records: &str, more: &[&str]| {
        let words = "tune takt --method texel --parameter tempo_late --out";
        let mut all: Vec<&str> = words.split(' ').collect();
        all.extend([&out, "--records", records]);
        all.extend(more);
        let ran = ludex(&all);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(!std::path::Path::new(&out).exists(), "{ran:?}");
    };
    fit("/nonexistent", &[]);
    fit(&damaged, &[]);
    fit(&damaged, &["--jobs"]);
}

#[test]
fn a_damaged_checkpoint_is_told_and_repaired() {
    let folder = Folder::new("tune-damaged");
    let whole = summary(&ludex(&with(&folder, &[])));
    folder.file("checkpoint.json", "");
    let resume = ["tune", "--resume", folder.name(), "--json"];
    let ran = ludex(&resume);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    for words in ["checkpoint.json", "a file that was cut", "--repair"] {
        assert!(ran.err.contains(words), "{words}: {ran:?}");
    }
    assert!(!ran.err.contains("EOF"), "{ran:?}");
    let repaired = summary(&ludex(&[&resume[..], &["--repair"]].concat()));
    assert_eq!(repaired["parameters"], whole["parameters"]);
    folder.file("tune.json", "");
    let ran = ludex(&resume);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    assert!(
        ran.err.contains("tune.json: found \"a file that was cut\""),
        "{ran:?}"
    );
}
