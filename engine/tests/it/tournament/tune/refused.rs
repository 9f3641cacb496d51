//! Refusals: bad input, folders of other runs, and lost or damaged files.

use super::{SMALL, history, summary, with};
use crate::program::{Folder, ludex};

#[test]
fn bad_input_is_named() {
    let folder = Folder::new("tune-bad");
    let records = folder.file("results.jsonl", "{\"pair\":0}\nnonsense\n");
    let of_records = format!("takt --parameter tempo_late --method texel --records {records}");
    let cases = [
        ("takt --parameter reduction_bas", "did you mean reduction_base?"),
        ("takt", "parameters: at least one parameter is needed"),
        ("takt --parameter aspiration:5..x", "NAME:MIN..MAX"),
        ("takt --parameter aspiration:900..5000", "expected a range within 5 to 1000"),
        ("takt --parameter aspiration,aspiration", "is named twice"),
        (
            "takt --parameter aspiration --player set.aspiration=9999",
            "expected a starting value from 5",
        ),
        ("takt --parameter aspiration --player cmd=./other", "only searches of Ludex can be tuned"),
        ("takt --parameter aspiration --player nods=5", "did you mean nodes?"),
        ("takt --parameter aspiration --method texel", "files of recorded games"),
        (of_records.as_str(), "results.jsonl, line 1: "),
        (
            "quoridor --variant players=4 --player search=mcts --parameter wall_worth",
            "players: \"4\" is too many",
        ),
        ("takt --parameter aspiration --rate -1", "--rate: expected a number above 0"),
    ];
    let out = folder.path("out");
    for (line, words) in cases {
        let mut all = vec!["tune"];
        all.extend(line.split_whitespace());
        all.extend(["--out", &out]);
        let ran = ludex(&all);
        assert_eq!(ran.code, 2, "{line}: {ran:?}");
        let err = ran.err.lines().last().unwrap_or_default();
        assert!(err.starts_with("error: ") && err.contains(words), "{line}: {ran:?}");
    }
}

#[test]
fn files_and_folders_of_runs_are_guarded() {
    let folder = Folder::new("tune-guarded");
    let file = folder.file("run.toml", "game = \"takt\"\niteration = 5\n[player]\nnodes = \"5\"\n");
    let ran = ludex(&["tune", &file]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("run.toml, line 2") && ran.err.contains("did you mean iterations?"),
        "{ran:?}"
    );
    let ran = ludex(&["tune", "--resume", "/nowhere/at/all"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    // A folder can be used for only one run, and the settings of the run cannot be changed.
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
fn a_lost_history_is_detected_and_can_be_repaired() {
    let folder = Folder::new("tune-lost");
    let whole = summary(&ludex(&with(&folder, &[])));
    let text = history(&folder);
    let lines: Vec<&str> = text.lines().collect();
    let resume = ["tune", "--resume", folder.name(), "--json"];
    let damages = [
        (String::new(), "steps 1 to 12, which"),
        (lines[..9].join("\n") + "\n", "steps 10 to 12, which"),
        (text[..text.len() - 20].to_owned(), "steps 12 to 12, which"),
        (
            format!("{}\nnonsense\n{}\n", lines[..4].join("\n"), lines[5..].join("\n")),
            "history.jsonl, line 5: steps 5 to 5, which come before the checkpoint, are missing",
        ),
        (
            text.replacen("\"values\":[", "\"values\":[1.0,", 1),
            "history.jsonl, line 1: steps 1 to 1, which come before the checkpoint, are missing",
        ),
    ];
    let bytes = [lines[..3].join("\n").as_bytes(), b"\n\xff\xfe\n"].concat();
    std::fs::write(folder.path("history.jsonl"), bytes).unwrap();
    let ran = ludex(&resume).in_words();
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    let words =
        "history.jsonl, line 4: steps 4 to 12, which come before the checkpoint, are missing";
    assert!(ran.err.contains(words), "{ran:?}");
    for (damaged, words) in damages {
        folder.file("history.jsonl", &damaged);
        let ran = ludex(&resume).in_words();
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(words) && ran.err.contains("--repair"), "{ran:?}");
        assert_eq!(history(&folder), damaged, "nothing is touched");
        let repaired = ludex(&[&resume[..], &["--repair"]].concat());
        assert_eq!(summary(&repaired), whole);
        assert!(repaired.err.contains("are lost"), "{repaired:?}");
        assert_eq!(summary(&ludex(&resume)), whole, "once is enough");
    }
    // A lost checkpoint does not silently restart the run.
    folder.file("history.jsonl", &text);
    std::fs::remove_file(folder.path("checkpoint.json")).unwrap();
    let ran = ludex(&resume).in_words();
    assert!(ran.code == 2 && ran.err.contains("checkpoint.json"), "{ran:?}");
    assert_eq!(history(&folder), text);
    let repaired = summary(&ludex(&[&resume[..], &["--repair"]].concat()));
    assert_eq!(repaired["parameters"], whole["parameters"]);
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
fn a_damaged_checkpoint_is_reported_and_repaired() {
    let folder = Folder::new("tune-damaged");
    let whole = summary(&ludex(&with(&folder, &[])));
    folder.file("checkpoint.json", "");
    let resume = ["tune", "--resume", folder.name(), "--json"];
    let ran = ludex(&resume).in_words();
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    for words in ["checkpoint.json", "the file is cut off", "--repair"] {
        assert!(ran.err.contains(words), "{words}: {ran:?}");
    }
    assert!(!ran.err.contains("EOF"), "{ran:?}");
    let repaired = summary(&ludex(&[&resume[..], &["--repair"]].concat()));
    assert_eq!(repaired["parameters"], whole["parameters"]);
    folder.file("tune.json", "");
    let ran = ludex(&resume).in_words();
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
    assert!(
        ran.err.contains(
            "tune.json: the settings of a tuning run cannot be read: the file is cut off"
        ),
        "{ran:?}"
    );
}
