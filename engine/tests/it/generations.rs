//! `ludex train` in generations: games, a network, a match. An interrupted run produces the same files.

use std::fs;
use std::path::Path;

use crate::program::{Folder, Ran, ludex};
use crate::train::refused;

const GENERATIONS: [&str; 4] = [
    "--stage",
    "first: games=40, nodes=40, epochs=2, gate=none",
    "--stage",
    "second: games=35, nodes=40, epochs=2, window=1, gate=none",
];

/// Two small generations of Takt on a small board.
fn generations(folder: &Folder, more: &[&str]) -> Ran {
    let arguments = ["train", "takt", "--variant", "size=4", "--out", folder.name()];
    ludex(&[&arguments[..], &GENERATIONS, more].concat())
}

#[test]
fn generations_do_not_depend_on_threads() {
    let folders = ["gen-one", "gen-two", "gen-other"].map(Folder::new);
    for (folder, more) in folders.iter().zip([["1", "5"], ["2", "5"], ["1", "6"]]) {
        let ran = generations(folder, &["--threads", more[0], "--seed", more[1], "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let lines: Vec<serde_json::Value> =
            ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!([&lines[0]["games"], &lines[1]["games"]], [40, 35]);
        assert!(lines[1]["held_out"].as_f64() > Some(0.0), "{ran:?}");
    }
    let read = |folder: &Folder, file| fs::read(folder.path(file)).expect("the run wrote it");
    for file in ["records-1.bin", "records-2.bin", "network-1.bin", "network.bin"] {
        assert_eq!(read(&folders[0], file), read(&folders[1], file), "{file}");
        assert_ne!(read(&folders[0], file), read(&folders[2], file), "{file}");
    }
    // The network of the first generation plays the games of the second one.
    let header = String::from_utf8_lossy(&read(&folders[0], "records-2.bin")).into_owned();
    assert!(header.contains("network-1.bin"), "{header}");
}

/// A killed program leaves an unfinished run and truncated games.
#[test]
fn a_run_resumes_after_a_truncated_game() {
    let (whole, broken) = (Folder::new("gen-whole"), Folder::new("gen-broken"));
    for folder in [&whole, &broken] {
        assert_eq!(generations(folder, &["--threads", "1"]).code, 0);
    }
    let records = broken.path("records-2.bin");
    let bytes = fs::read(&records).expect("the run wrote it");
    fs::write(&records, &bytes[..bytes.len() / 2]).expect("a file");
    let run = fs::read_to_string(broken.path("run.json")).expect("the run wrote it");
    let mut run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
    run["log"].as_array_mut().expect("a list").pop();
    fs::write(broken.path("run.json"), run.to_string()).expect("a file");
    let cut = ludex(&["train", "--show", &records]);
    assert_eq!(cut.code, 2, "{cut:?}");
    assert!(cut.err.contains("is damaged or cut off"), "{cut:?}");
    let ran = ludex(&["train", "--resume", broken.name(), "--threads", "1"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{ran:?}");
    let again = ludex(&["train", "--resume", broken.name()]);
    assert_eq!((again.code, again.out.as_str()), (0, ""), "{again:?}");
    let told = format!("finished: its networks are in {}", broken.path("network.bin"));
    assert!(again.err.contains(&told), "{again:?}");
    // No match was played, so the curve has no measured point.
    let curve = fs::read_to_string(broken.path("curve.svg")).expect("the run drew it");
    assert!(curve.contains("a generation without a match"), "{curve}");
    for file in ["records-2.bin", "network-2.bin", "network.bin"] {
        let read = |folder: &Folder| fs::read(folder.path(file)).expect("a file");
        assert_eq!(read(&whole), read(&broken), "{file}");
    }
}

#[test]
fn records_are_shown_and_learnt_from() {
    let folder = Folder::new("gen-records");
    assert_eq!(generations(&folder, &[]).code, 0);
    let records = folder.path("records-1.bin");
    let text = ludex(&["train", "--show", &records]);
    assert_eq!(text.code, 0, "{text:?}");
    let games = text.out.lines().filter(|line| line.starts_with("game "));
    assert_eq!(games.count(), 40, "{text:?}");
    let shown = ludex(&["train", "--show", &records, "--json"]);
    let last = shown.last_json();
    assert_eq!(last["game"], 40);
    let position = last["position"].as_str().expect("a position");
    let told = ludex(&["show", "takt", "--position", position]);
    assert_eq!(told.code, 0, "{told:?}");
    // Another run accepts these records, unless its variant differs.
    let other = Folder::new("gen-more");
    let more = ["--records", &records, "--from", &folder.path("network.bin"), "--json"];
    let ran = generations(&other, &more);
    assert!(ran.code == 0 && ran.out.contains("\"games\":80"), "{ran:?}");
    let stage = ["--stage", "a: games=1, nodes=9, gate=none"];
    let out = folder.path("komi");
    let arguments = ["train", "takt", "--variant", "size=4,komi=2", "--out", &out];
    let ran = ludex(&[&arguments[..], &stage, &more[..2]].concat());
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("but the run is for takt size=4,komi=2"), "{ran:?}");
}

/// After half a minute of training from scratch, the network predicts held-out games better than the hand-made evaluation does. A match is
/// played to decide whether the network is accepted.
#[test]
fn a_short_run_learns() {
    let folder = Folder::new("gen-learns");
    let stage = "only: games=700, nodes=120, epochs=4, gate=4ms, pairs=2";
    let arguments = ["train", "takt", "--variant", "size=4", "--json", "--stage", stage, "--out"];
    let ran = ludex(&[&arguments[..], &[folder.name()]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let line = ran.last_json();
    let number = |key: &str| line[key].as_f64().expect("a number");
    assert!(number("held_out") < 0.98 * number("handmade"), "{line}");
    assert_eq!(line["match_games"], 4, "{line}");
    // There are too few games to decide the test, so the network is not reported as accepted. The report says which player continues.
    assert_eq!(line["accepted"], false, "{line}");
    assert!(line["goes_on"].is_boolean(), "{line}");
    assert!(Path::new(&folder.path("match-1/results.jsonl")).exists());
}

#[test]
fn bad_input_of_generations() {
    let here = Folder::new("bad-generations");
    let out = here.name();
    for (arguments, told) in [
        (vec!["train", "takt", "--out", out, "--stage", "a: round=2"], "the keys are games, nodes"),
        (vec!["train", "takt", "--out", out, "--stage", "a: elo0=9, elo1=9"], "elo0 below elo1"),
        (vec!["train", "takt", "--out", out, "--stage", "a: gate=soon"], "gate=100ms or gate=none"),
        (vec!["train", "takt", "--out", out, "--variant", "size=9"], "--variant, size"),
        (vec!["train", "takt", "--out", out, "--from", "/dev/null"], "/dev/null"),
        (vec!["train", "takt", "--out", out, "--records", "/nowhere"], "the file cannot be read"),
    ] {
        refused(&arguments, told);
    }
}
