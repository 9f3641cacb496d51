//! Folders of runs: a second call does not change their contents, and files left by a killed program do not matter.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::play::{SMALL, games_of};
use super::verdicts::mock;
use super::versus;
use crate::program::{Folder, Ran, command, ludex};

/// Options that do not change the games, or that clap already refuses together with `--resume`.
const NO_SETTINGS: [&str; 15] = [
    "lang",
    "out",
    "resume",
    "extend",
    "repair",
    "jobs",
    "results",
    "concurrency",
    "threads",
    "json",
    "help",
    "config",
    "quiet",
    "color",
    "version",
];

/// A value of the option that differs from the one in the folder; `None` if the option takes no value.
fn other_value(option: &str) -> Option<&'static str> {
    Some(match option {
        "player" => "other: nodes=7",
        "variant" => "size=6",
        "book" | "make-book" | "from" | "show" | "chances" => "/nowhere/at/all",
        "records" => "/nowhere/at/all.jsonl",
        "sprt" => "elo0=1,elo1=99",
        "margin" | "patience" => "77ms",
        "luck" => "yes",
        "rate" | "bound" => "0.77",
        "method" => "texel",
        "parameter" => "null_margin",
        "stage" => "td: games=77",
        "openings" => "balanced",
        "gauntlet" => return None,
        "lines" | "pairs" | "seed" | "random-plies" | "max-plies" | "games" | "iterations"
        | "positions" | "match-pairs" => "77",
        other => {
            panic!("--{other} is new: add a different value here, or add the option to NO_SETTINGS")
        }
    })
}

/// The long options in the help of a command.
fn options(command: &str) -> Vec<String> {
    let help = ludex(&[command, "--help"]).out;
    let lines = help.lines().filter_map(|line| {
        let (_, rest) = line.trim_start().split_once("--")?;
        let is_option = line.trim_start().starts_with('-') && line.starts_with(' ');
        let name: String =
            rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        is_option.then_some(name)
    });
    lines.collect()
}

/// Checks that `--resume` refuses every option of a command that is a setting, and that the error names the option.
fn refuses_all_settings(command: &str, folder: &Folder) {
    let all = options(command);
    assert!(all.len() > 4, "{command}: {all:?}");
    for option in all.iter().filter(|option| !NO_SETTINGS.contains(&option.as_str())) {
        let name = format!("--{option}");
        let mut arguments = vec![command, "--resume", folder.name(), &name];
        arguments.extend(other_value(option));
        let ran = ludex(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(&name), "{arguments:?}: {ran:?}");
    }
}

fn begin(name: &str) -> (Folder, serde_json::Value) {
    let folder = Folder::new(name);
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    let summary = ludex(&arguments).last_json();
    (folder, summary)
}

fn resume(folder: &Folder, more: &[&str]) -> Ran {
    let arguments = ["tournament", "--resume", folder.name(), "--json"];
    ludex(&[&arguments[..], more].concat())
}

#[test]
fn a_tournament_takes_no_other_settings() {
    let (folder, summary) = begin("other-settings");
    refuses_all_settings("tournament", &folder);
    let other_game = ludex(&["tournament", "quoridor", "--resume", folder.name()]);
    assert!(other_game.code == 2 && other_game.err.contains("quoridor"), "{other_game:?}");
    // The same values again are accepted.
    let same = ["--pairs", "8", "--variant", "size=4", "--seed", "0"];
    assert_eq!(resume(&folder, &same).last_json(), summary);
}

#[test]
fn a_tuning_run_takes_no_other_settings() {
    let folder = Folder::new("tune-other");
    let arguments = "tune takt --variant size=3 --player nodes=5 --parameter aspiration --iterations 1 --pairs 1 \
                     --match-pairs 0 --out";
    let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
    arguments.push(folder.name());
    assert_eq!(ludex(&arguments).code, 1, "without a match nothing is accepted");
    refuses_all_settings("tune", &folder);
}

#[test]
fn a_training_run_takes_no_other_settings() {
    // This error does not depend on the folder.
    refuses_all_settings("train", &Folder::new("train-other"));
}

#[test]
fn a_tournament_is_extended() {
    let (folder, _) = begin("extended");
    for bad in ["pairs=8", "pairs=3", "pears=9", "12", "pairs=x"] {
        let ran = resume(&folder, &["--extend", bad]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("--extend"), "{ran:?}");
    }
    let longer = resume(&folder, &["--extend", "pairs=11"]).last_json();
    assert_eq!(longer["games"], 22);
    assert_eq!(resume(&folder, &[]).last_json(), longer);
    let whole = Folder::new("extended-whole");
    let mut arguments = SMALL.to_vec();
    arguments[9] = "11";
    arguments.extend(["--out", whole.name()]);
    assert_eq!(ludex(&arguments).last_json(), longer);
    assert_eq!(games_of(&whole), games_of(&folder));
}

#[test]
fn what_a_kill_left_is_removed_and_nothing_else() {
    let (folder, summary) = begin("leftovers");
    let ours = ["report.md.4711.tmp", "games-1.ptn.12.tmp", "settings.json.1.tmp"];
    let theirs = ["notes.4711.tmp", "report.md.old.tmp", "report.md.tmp", "games-1.tmp"];
    for name in ours.iter().chain(&theirs) {
        folder.file(name, "half");
    }
    assert_eq!(resume(&folder, &[]).last_json(), summary);
    let is_there = |name: &&str| std::path::Path::new(&folder.path(name)).exists();
    assert!(!ours.iter().any(is_there));
    assert!(theirs.iter().all(is_there));
}

#[test]
fn damaged_results_are_repaired() {
    let (folder, summary) = begin("damaged");
    let path = folder.path("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let of_another = lines[3].replacen("\"run\":\"", "\"run\":\"0", 1);
    let damaged =
        [&lines[0][..50], lines[1], "", &of_another, "nonsense", &lines[4..].join("\n"), ""]
            .join("\n");
    std::fs::write(&path, &damaged).unwrap();
    let ran = resume(&folder, &[]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("line 1") && ran.err.contains("--repair"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
    let ran = resume(&folder, &["--repair"]);
    assert_eq!(ran.last_json(), summary, "what was dropped is played again");
    for line in ["line 1", "line 3", "line 4", "line 5"] {
        assert!(
            ran.err.contains(&format!("{line}:")) || ran.err.contains(&format!("{line},")),
            "{line}: {ran:?}"
        );
    }
    assert_eq!(ran.err.matches("removed: ").count(), 4, "{ran:?}");
    assert_eq!(
        std::fs::read_to_string(folder.path("results.jsonl.before-repair-1")).unwrap(),
        damaged
    );
    assert_eq!(folder.results().len(), 16);
    // Results without settings are not mixed with those of a new tournament.
    std::fs::remove_file(folder.path("settings.json")).unwrap();
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    let ran = ludex(&arguments);
    assert!(ran.code == 2 && ran.err.contains("settings.json"), "{ran:?}");
}

/// The values of folder and option are printed in the syntax of the command line.
#[test]
fn different_settings_are_reported_in_command_line_syntax() {
    let (folder, _) = begin("told");
    let cases = [
        (["--variant", "size=5"], "--variant: \"size=5\" differs from size=4"),
        (
            ["--sprt", "elo0=0,elo1=5"],
            "--sprt: \"elo0=0,elo1=5,alpha=0.05,beta=0.05\" differs from none",
        ),
        (["--max-plies", "77"], "--max-plies: \"77\" differs from none"),
        (["--margin", "77ms"], "--margin: \"77ms\" differs from none"),
        (["--patience", "77s"], "--patience: \"77s\" differs from 60s"),
    ];
    for (option, words) in cases {
        let ran = resume(&folder, &option).in_words();
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains(words), "{words}: {ran:?}");
    }
}

#[test]
fn a_damaged_file_of_a_run_gets_a_readable_error() {
    let (folder, _) = begin("told-damaged");
    let whole = std::fs::read_to_string(folder.path("settings.json")).unwrap();
    let (before, after) = whole.split_once("\"pairs\": ").expect("pairs");
    let (_, after) = after.split_once(',').expect("another setting");
    let wrong = format!("{before}\"pairs\": \"many\",{after}");
    for (text, found) in [
        ("", "the file is cut off"),
        (&whole[..whole.len() / 2], "the file is cut off"),
        ("nonsense", "the file is damaged"),
        (&wrong, "expected a whole number, 0 or more, but found \"many\""),
        (&whole.replace("\"seed\"", "\"sead\""), "sead"),
    ] {
        folder.file("settings.json", text);
        let ran = resume(&folder, &[]).in_words();
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        for words in ["settings.json", found, "restore the file"] {
            assert!(ran.err.contains(words), "{words}: {ran:?}");
        }
        assert!(!ran.err.contains("column"), "{ran:?}");
    }
    let bytes = [whole.as_bytes(), b"\n\xff"].concat();
    std::fs::write(folder.path("settings.json"), bytes).unwrap();
    let ran = resume(&folder, &[]);
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    for words in ["settings.json, line ", "the byte 0xff", "text in UTF-8"] {
        assert!(ran.err.contains(words), "{words}: {ran:?}");
    }
}

#[test]
fn folders_are_guarded() {
    let folder = Folder::new("guarded");
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    ludex(&arguments).last_json();
    let ran = ludex(&arguments);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--resume"), "{ran:?}");
    let mut other = SMALL.to_vec();
    other[9] = "9";
    other.extend(["--resume", folder.name()]);
    let ran = ludex(&other);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("pairs: found 9") || ran.err.contains("pairs"), "{ran:?}");
    let ran = ludex(&["tournament", "--resume", "/nowhere/at/all"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    // A second tournament on a folder that is in use.
    let busy = Folder::new("busy");
    let theirs = format!("theirs: time=5s cmd={} good", mock());
    let mut child = command(&versus(
        "takt",
        ["slow: time=3s", &theirs],
        &["--variant", "size=3", "--pairs", "50", "--out", busy.name()],
    ))
    .stderr(Stdio::null())
    .stdout(Stdio::null())
    .spawn()
    .expect("the program starts");
    let end = Instant::now() + Duration::from_mins(1);
    while !std::path::Path::new(&busy.path("settings.json")).exists() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let ran = ludex(&["tournament", "--resume", busy.name()]);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("running"), "{ran:?}");
}
