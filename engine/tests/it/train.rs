//! `ludex train`: a run that was interrupted gives the same networks as one that was not, whatever the number of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ludex::train::RunEnding;
use ludex::train::outcomes::{TrainCheckpoint, TrainSettings, TrainStage, run};
use ludex_games::tryktrak::search::self_play::OUTCOMES;
use ludex_search::StopFlag;

use crate::program::{Engine, Folder, command, ludex};

const STAGES: [&str; 4] = [
    "--stage",
    "td: games=5, round=2, lambda=0.7, store=300",
    "--stage",
    "ahead: plies=1, games=2, round=1, stray=0.1, passes=1",
];

fn train(folder: &Folder, threads: &str, seed: &str) -> String {
    let out = folder.name();
    let arguments = [
        &[
            "train",
            "tryktrak",
            "--out",
            out,
            "--threads",
            threads,
            "--seed",
            seed,
        ][..],
        &STAGES,
    ]
    .concat();
    let ran = ludex(&arguments);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out
}

fn networks(folder: &Folder) -> Vec<u8> {
    fs::read(folder.path("networks.bin")).expect("the run wrote its networks")
}

#[test]
fn threads_change_nothing() {
    let folders = ["one", "two", "other"].map(Folder::new);
    let told = train(&folders[0], "1", "1");
    assert_eq!(told.lines().count(), 5, "{told}");
    train(&folders[1], "2", "1");
    train(&folders[2], "1", "2");
    assert_eq!(networks(&folders[0]), networks(&folders[1]));
    assert_ne!(networks(&folders[0]), networks(&folders[2]));
    let picture = fs::read_to_string(folders[0].path("curve.svg")).expect("the curve is drawn");
    assert!(picture.contains("loss"));
    let ran = ludex(&["train", "takt", "--resume", folders[0].name()]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("GAME: found \"takt\""), "{ran:?}");
}

#[test]
fn goes_on_where_it_was_stopped() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    train(&whole, "1", "3");
    let path = Path::new(broken.name());
    fs::create_dir_all(path).expect("a folder");
    let settings = TrainSettings {
        game: "tryktrak".into(),
        seed: 3,
        stages: [STAGES[1], STAGES[3]]
            .map(|stage| TrainStage::read(stage).expect("a stage"))
            .to_vec(),
    };
    // After every round it is told to stop, and begun anew from what it saved.
    TrainCheckpoint::start(&OUTCOMES, settings, None)
        .save(path)
        .expect("the start is written");
    let mut rounds = 0;
    loop {
        let stop = StopFlag::default();
        let mut checkpoint = TrainCheckpoint::load(path).expect("it reads what it wrote");
        let ending = run(&OUTCOMES, &mut checkpoint, path, &stop, |_| {
            rounds += 1;
            stop.stop();
            Ok(())
        });
        if ending.expect("a round goes well") == RunEnding::Done {
            break;
        }
    }
    assert_eq!(rounds, 5);
    assert_eq!(networks(&whole), networks(&broken));
}

#[test]
fn the_last_round_plays_what_is_left() {
    let folder = Folder::new("left");
    let stages = [
        "--stage",
        "td: games=3",
        "--stage",
        "more: games=3, round=2",
    ];
    let arguments = [
        &["train", "tryktrak", "--json", "--out", folder.name()][..],
        &stages,
    ]
    .concat();
    let ran = ludex(&arguments);
    let lines = ran
        .out
        .lines()
        .map(serde_json::from_str::<serde_json::Value>);
    let games: Vec<_> = lines
        .map(|line| line.expect("JSON")["games"].clone())
        .collect();
    assert_eq!(games, [3, 5, 6]);
}

/// A game of three plies takes hours, so only a run that breaks games off ends.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_within_a_round() {
    let folder = Folder::new("signal");
    let stage = "ahead: plies=3, games=9, round=9";
    for (signal, start) in [
        (
            "TERM",
            &["tryktrak", "--stage", stage, "--out", folder.name()][..],
        ),
        ("INT", &["--resume", folder.name()]),
    ] {
        let mut program = Engine::with_remarks(&[&["train"], start].concat());
        let first = program.hear_remark();
        assert!(
            first.contains("0 games so far; a line for every 9"),
            "{first}"
        );
        let busy = ludex(&["train", "--resume", folder.name()]);
        assert!(
            busy.code == 2 && busy.err.contains("is running"),
            "{busy:?}"
        );
        program.signal(signal);
        let last = program.hear_remark();
        assert!(last.contains("ludex train --resume"), "{last}");
        assert_ne!(program.end(), 0);
    }
}

/// Wherever a round is broken off, the next run plays it as if nothing had been.
#[test]
fn a_round_that_is_broken_off_leaves_nothing_behind() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    let stages = [
        "td: games=6, round=2, store=150, passes=9",
        "td: games=3, round=2, store=60",
    ];
    let settings = TrainSettings {
        game: "tryktrak".into(),
        seed: 4,
        stages: stages
            .map(|stage| TrainStage::read(stage).expect("a stage"))
            .to_vec(),
    };
    let kind = &OUTCOMES;
    let start = |folder: &Folder| {
        fs::create_dir_all(folder.name()).expect("a folder");
        let path = PathBuf::from(folder.name());
        let checkpoint = TrainCheckpoint::start(kind, settings.clone(), None);
        checkpoint.save(&path).expect("the start is written");
        (path, checkpoint)
    };
    let (path, mut checkpoint) = start(&whole);
    let never = StopFlag::default();
    run(kind, &mut checkpoint, &path, &never, |_| Ok(())).expect("rounds go well");
    let (path, mut checkpoint) = start(&broken);
    let mut n_stops = 0;
    loop {
        let stop = StopFlag::default();
        let raised = stop.clone();
        let delay = Duration::from_millis(3 * n_stops * n_stops);
        let alarm = std::thread::spawn(move || {
            std::thread::sleep(delay);
            raised.stop();
        });
        let ending = run(kind, &mut checkpoint, &path, &stop, |_| Ok(()));
        alarm.join().expect("it only waits");
        if ending.expect("rounds go well") == RunEnding::Done {
            break;
        }
        n_stops += 1;
    }
    assert!(n_stops > 0);
    assert_eq!(networks(&whole), networks(&broken));
}

#[test]
fn bad_input() {
    let here = Folder::new("bad");
    let out = here.name();
    let stage = ["--stage", "td: games=2, round=1"];
    for (arguments, told) in [
        (
            vec!["train", "chess", "--out", out, stage[0], stage[1]],
            "one of takt, tryktrak",
        ),
        (
            vec!["train", "quoridor", "--out", out, stage[0], stage[1]],
            "one with networks: takt, tryktrak",
        ),
        (
            vec![
                "train",
                "tryktrak",
                "--out",
                out,
                stage[0],
                stage[1],
                "--variant",
                "match=3",
            ],
            "serve every variant",
        ),
        (vec!["train", "--show", "/nowhere"], "records of self-play"),
        (
            vec!["train", "tryktrak", "--out", out],
            "expected at least one",
        ),
        (
            vec!["train", "tryktrak", "--out", out, "--stage", "td: gams=2"],
            "one of games",
        ),
        (
            vec!["train", "tryktrak", "--out", out, "--stage", "td: games=0"],
            "error: --stage: found \"games=0\", expected games from 1",
        ),
        (
            vec![
                "train",
                "tryktrak",
                "--out",
                out,
                "--stage",
                "td: rate=3..4",
            ],
            "rate=",
        ),
        (
            vec!["train", "--resume", "/nowhere/at-all"],
            "the checkpoint of a training run",
        ),
        (
            vec![
                "train", "tryktrak", "--out", out, stage[0], stage[1], "--from", "/nowhere",
            ],
            "a file of networks",
        ),
    ] {
        let ran = ludex(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(
            ran.err.contains("error:") && ran.err.contains(told),
            "{arguments:?}: {}",
            ran.err
        );
    }
    here.file("checkpoint.bin", "LUDEXTR1 and then nonsense");
    let ran = ludex(&["train", "--resume", out]);
    assert!(ran.code == 2 && ran.err.contains("damaged"), "{ran:?}");
    assert!(ran.err.contains("put the file back"), "{ran:?}");
    let ran = ludex(&["train", "tryktrak", "--out", out, stage[0], stage[1]]);
    assert!(ran.code == 2 && ran.err.contains("--resume"), "{ran:?}");
}

#[test]
fn bad_input_of_generations() {
    let here = Folder::new("bad-generations");
    let out = here.name();
    for (arguments, told) in [
        (
            vec!["train", "takt", "--out", out, "--stage", "a: round=2"],
            "one of games, nodes",
        ),
        (
            vec![
                "train",
                "takt",
                "--out",
                out,
                "--stage",
                "a: elo0=9, elo1=9",
            ],
            "elo0 below elo1",
        ),
        (
            vec!["train", "takt", "--out", out, "--stage", "a: gate=soon"],
            "gate=100ms or gate=none",
        ),
        (
            vec!["train", "takt", "--out", out, "--variant", "size=9"],
            "--variant, size",
        ),
        (
            vec!["train", "takt", "--out", out, "--from", "/dev/null"],
            "/dev/null",
        ),
        (
            vec!["train", "takt", "--out", out, "--records", "/nowhere"],
            "records of self-play",
        ),
    ] {
        let ran = ludex(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(
            ran.err.contains("error:") && ran.err.contains(told),
            "{arguments:?}: {}",
            ran.err
        );
    }
}

#[cfg(unix)]
#[test]
fn a_run_ends_where_its_rounds_cannot_be_told() {
    let folder = Folder::new("full");
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let stage = ["--stage", "td: games=4, round=2, store=150"];
    let start = ["train", "tryktrak", "--json", "--out", folder.name()];
    let output = command(&[&start[..], &stage].concat())
        .stdout(full)
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("No space left on device"), "{err}");
    // The round counts all the same.
    let ran = ludex(&["train", "--resume", folder.name(), "--json"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{ran:?}");
    let closed = Folder::new("closed");
    let script = "exec \"$0\" train tryktrak --stage 'td: games=2' --out \"$1\" >&-";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_ludex"), closed.name()])
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert_eq!(err, "error: standard output is closed\n");
    assert!(!Path::new(closed.name()).exists());
}

const GENERATIONS: [&str; 4] = [
    "--stage",
    "first: games=40, nodes=40, epochs=2, gate=none",
    "--stage",
    "second: games=35, nodes=40, epochs=2, window=1, gate=none",
];

/// Two small generations of Takt on a small board.
fn generations(folder: &Folder, more: &[&str]) -> crate::program::Ran {
    let arguments = [
        "train",
        "takt",
        "--variant",
        "size=4",
        "--out",
        folder.name(),
    ];
    ludex(&[&arguments[..], &GENERATIONS, more].concat())
}

#[test]
fn generations_do_not_depend_on_threads() {
    let folders = ["gen-one", "gen-two", "gen-other"].map(Folder::new);
    for (folder, more) in folders.iter().zip([["1", "5"], ["2", "5"], ["1", "6"]]) {
        let ran = generations(folder, &["--threads", more[0], "--seed", more[1], "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let lines: Vec<serde_json::Value> = ran
            .out
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!([&lines[0]["games"], &lines[1]["games"]], [40, 35]);
        assert!(lines[1]["held_out"].as_f64() > Some(0.0), "{ran:?}");
    }
    let read = |folder: &Folder, file| fs::read(folder.path(file)).expect("the run wrote it");
    for file in [
        "records-1.bin",
        "records-2.bin",
        "network-1.bin",
        "network.bin",
    ] {
        assert_eq!(read(&folders[0], file), read(&folders[1], file), "{file}");
        assert_ne!(read(&folders[0], file), read(&folders[2], file), "{file}");
    }
    // The second generation is played by the network of the first.
    let header = String::from_utf8_lossy(&read(&folders[0], "records-2.bin")).into_owned();
    assert!(header.contains("network-1.bin"), "{header}");
}

/// What a kill leaves behind: a run that has not ended, games that are cut off.
#[test]
fn a_run_goes_on_behind_a_cut_game() {
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
    assert!(
        cut.err.contains("a damaged or cut record at byte"),
        "{cut:?}"
    );
    let ran = ludex(&["train", "--resume", broken.name(), "--threads", "1"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{ran:?}");
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
    let last: serde_json::Value = shown
        .out
        .lines()
        .last()
        .expect("a line")
        .parse()
        .expect("JSON");
    assert_eq!(last["game"], 40);
    let position = last["position"].as_str().expect("a position");
    let told = ludex(&["show", "takt", "--position", position]);
    assert_eq!(told.code, 0, "{told:?}");
    // Another run takes them in, unless it plays another variant.
    let other = Folder::new("gen-more");
    let more = [
        "--records",
        &records,
        "--from",
        &folder.path("network.bin"),
        "--json",
    ];
    let ran = generations(&other, &more);
    assert!(ran.code == 0 && ran.out.contains("\"games\":80"), "{ran:?}");
    let stage = ["--stage", "a: games=1, nodes=9, gate=none"];
    let out = folder.path("komi");
    let arguments = ["train", "takt", "--variant", "size=4,komi=2", "--out", &out];
    let ran = ludex(&[&arguments[..], &stage, &more[..2]].concat());
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.err.contains("games of takt with size=4,komi=2"),
        "{ran:?}"
    );
}

/// Half a minute from nothing: what the network says is nearer to what comes than what the hand-made evaluation says, on games
/// that it has not seen, and a match decides.
#[test]
fn a_short_run_learns() {
    let folder = Folder::new("gen-learns");
    let stage = "only: games=700, nodes=120, epochs=4, gate=4ms, pairs=2";
    let arguments = [
        "train",
        "takt",
        "--variant",
        "size=4",
        "--json",
        "--stage",
        stage,
        "--out",
    ];
    let ran = ludex(&[&arguments[..], &[folder.name()]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let line: serde_json::Value = ran
        .out
        .lines()
        .last()
        .expect("a line")
        .parse()
        .expect("JSON");
    let number = |key: &str| line[key].as_f64().expect("a number");
    assert!(number("held_out") < 0.98 * number("handmade"), "{line}");
    assert_eq!(line["match_games"], 4, "{line}");
    assert!(Path::new(&folder.path("match-1/results.jsonl")).exists());
}
