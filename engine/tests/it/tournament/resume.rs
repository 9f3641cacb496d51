//! Interrupted tournaments that are resumed.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::play::{SMALL, games_of};
use super::versus;
use crate::program::{Folder, command, ludex};

#[test]
fn a_killed_tournament_goes_on_without_loss_or_repetition() {
    let folder = Folder::new("killed");
    let arguments = |pairs: &'static str| {
        versus(
            "takt",
            ["a: nodes=300", "b: nodes=300"],
            &["--variant", "size=4", "--pairs", pairs, "-j", "2", "--json"],
        )
    };
    let mut child = command(&arguments("40"))
        .args(["--out", folder.name()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let end = Instant::now() + Duration::from_mins(2);
    while folder.results().len() < 8 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    // On Unix this is kill -9.
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let before = folder.results();
    assert!(before.len() >= 8, "{} games", before.len());
    let summary = ludex(&["tournament", "--resume", folder.name(), "--json"]).last_json();
    assert_eq!(summary["games"], 80);
    let after = folder.results();
    assert_eq!(after.len(), 80);
    assert_eq!(after[..before.len()], before[..], "finished games stay as they are");
    let whole = Folder::new("unkilled");
    let mut all = arguments("40");
    all.extend(["--out", whole.name()]);
    assert_eq!(ludex(&all).last_json(), summary, "as if it had not been killed");
    assert_eq!(games_of(&whole), games_of(&folder));
    let again = ludex(&["tournament", "--resume", folder.name(), "--json"]).last_json();
    assert_eq!(again, summary, "a finished run prints its summary");
}

/// Some numbers, such as luck, cannot be checked against the moves. They are protected by the checksum of the line.
#[test]
fn a_changed_line_is_reported() {
    let folder = Folder::new("changed");
    let rest = "--variant cube=no --luck yes --pairs 2 -j 1 --json --out";
    let rest: Vec<&str> = rest.split(' ').chain([folder.name()]).collect();
    let players = ["a: depth=0", "b: search=random"];
    let summary = ludex(&versus("tryktrak", players, &rest)).last_json();
    let path = folder.path("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let resumed = || ludex(&["tournament", "--resume", folder.name(), "--json"]).in_words();
    let lines: Vec<&str> = text.lines().collect();
    // A change in the last line is reported too, because that line was not truncated.
    for index in [1, 3] {
        for key in ["luck", "returns"] {
            let (before, after) = lines[index].split_once(&format!("\"{key}\":[")).expect(key);
            let line = format!("{before}\"{key}\":[7.5{}", &after[after.find(',').unwrap()..]);
            let mut lines = lines.clone();
            lines[index] = &line;
            let changed = lines.join("\n") + "\n";
            std::fs::write(&path, &changed).unwrap();
            let ran = resumed();
            assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
            let place = format!("results.jsonl, line {}, checksum: ", index + 1);
            assert!(ran.err.contains(&place), "{ran:?}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), changed);
        }
    }
    // A line with an invalid checksum is not accepted.
    for told in ["7", "null", "[]", "\"\""] {
        let at = lines[1].rfind(":\"").unwrap();
        let line = format!("{}:{told}}}", &lines[1][..at]);
        let mut lines = lines.clone();
        lines[1] = &line;
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let ran = resumed();
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains("line 2, checksum: "), "{ran:?}");
    }
    // The checksum does not cover times, and lines of earlier versions have none.
    let plain = |line: &&str| line.split(",\"checksum\"").next().unwrap().to_owned() + "}\n";
    let earlier: String = lines.iter().map(plain).collect();
    for text in [text.replace("\"ms\":0", "\"ms\":17"), earlier] {
        std::fs::write(&path, &text).unwrap();
        assert_eq!(resumed().last_json(), summary);
    }
}

#[test]
fn a_line_that_was_cut_off_is_played_again() {
    let folder = Folder::new("cut");
    let mut arguments = SMALL.to_vec();
    arguments.extend(["--out", folder.name()]);
    let summary = ludex(&arguments).last_json();
    let path = folder.path("results.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 40]).unwrap();
    let ran = ludex(&["tournament", "--resume", folder.name(), "--json"]);
    assert_eq!(ran.last_json(), summary);
    assert!(ran.err.contains("line 16: the line is cut off"), "{ran:?}");
    assert_eq!(folder.results().len(), 16);
    // Only a line without its end counts as truncated; other invalid lines are reported, including the last one.
    for rubbish in ["rubbish\n", "{\"pair\":\n", "\n"] {
        let rotten = text.clone() + rubbish;
        std::fs::write(&path, &rotten).unwrap();
        let ran = ludex(&["tournament", "--resume", folder.name(), "--json"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("line 17") && ran.err.contains("--repair"), "{ran:?}");
        assert!(!ran.err.contains("cut off"), "{ran:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rotten);
    }
    // A truncated line in the middle of the file is reported as damage, and the file is not changed.
    let lines: Vec<&str> = text.lines().collect();
    let damaged = format!("{}\n{}\n{}\n", lines[0], &lines[1][..50], lines[2..].join("\n"));
    std::fs::write(&path, &damaged).unwrap();
    let ran = ludex(&["tournament", "--resume", folder.name()]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("results.jsonl, line 2"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
}

/// A folder may store a setting only because it was the default of an earlier version. A tournament file without this setting does not
/// contradict the folder.
#[test]
fn a_tournament_with_a_former_default_goes_on() {
    let folder = Folder::new("former-default");
    let text = "pairs = 1\n[[games]]\ngame = \"takt\"\nvariant = \"size=3\"\n[[players]]\nname = \"a\"\nnodes = 5\n\
        [[players]]\nname = \"b\"\nnodes = 5\n";
    let begin = |margin: &str| {
        let file = folder.file("cup.toml", &format!("margin = \"{margin}\"\n{text}"));
        let out = folder.path(margin);
        let summary = ludex(&["tournament", &file, "--out", &out, "--json"]).last_json();
        (out, summary)
    };
    let resume = |out: &str, text: &str| {
        let file = folder.file("again.toml", text);
        ludex(&["tournament", &file, "--resume", out, "--json"])
    };
    // Folders of earlier versions contain the default margin of that version.
    let (former, summary) = begin("50ms");
    let ran = resume(&former, text);
    assert_eq!((ran.code, ran.last_json()), (0, summary), "{ran:?}");
    let (other, _) = begin("70ms");
    let given = format!("margin = \"70ms\"\n{text}");
    for (out, text) in [(&other, text), (&former, &given)] {
        let ran = resume(out, text).in_words();
        assert!(ran.code == 2 && ran.err.contains("margin: \""), "{ran:?}");
    }
}
