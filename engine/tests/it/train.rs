//! `ludex train`: a run that was interrupted gives the same networks as one that was not, whatever the number of threads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::ludex;

const STAGES: [&str; 4] = [
    "--stage",
    "td: games=6, round=2, lambda=0.7, store=300",
    "--stage",
    "ahead: plies=1, games=2, round=1, stray=0.1, passes=1",
];

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludex-train-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn train(folder: &Path, threads: &str, seed: &str) -> String {
    let out = folder.to_str().expect("a plain path");
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

fn networks(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("networks.bin")).expect("the run wrote its networks")
}

#[test]
fn threads_change_nothing() {
    let folders = ["one", "two", "other"].map(folder);
    let told = train(&folders[0], "1", "1");
    assert_eq!(told.lines().count(), 5, "{told}");
    train(&folders[1], "2", "1");
    train(&folders[2], "1", "2");
    assert_eq!(networks(&folders[0]), networks(&folders[1]));
    assert_ne!(networks(&folders[0]), networks(&folders[2]));
    let picture = fs::read_to_string(folders[0].join("curve.svg")).expect("the curve is drawn");
    assert!(picture.contains("loss"));
    for folder in folders {
        fs::remove_dir_all(folder).expect("it is ours");
    }
}

#[test]
fn goes_on_where_it_was_stopped() {
    use ludex::train::{Checkpoint, Ending, Settings, run};
    use ludex_games::TRAINING;
    use ludex_search::StopFlag;

    let (whole, broken) = (folder("whole"), folder("broken"));
    train(&whole, "1", "3");
    fs::create_dir_all(&broken).expect("a folder");
    let settings = Settings {
        game: "tryktrak".into(),
        seed: 3,
        stages: [STAGES[1], STAGES[3]]
            .map(|stage| stage.parse().expect("a stage"))
            .to_vec(),
    };
    // After every round it is told to stop, and begun anew from what it saved.
    Checkpoint::start(TRAINING[0], settings, None)
        .save(&broken)
        .expect("the start is written");
    let mut rounds = 0;
    loop {
        let stop = StopFlag::default();
        let mut checkpoint = Checkpoint::load(&broken).expect("it reads what it wrote");
        let ending = run(TRAINING[0], &mut checkpoint, &broken, &stop, |_| {
            rounds += 1;
            stop.stop();
        });
        if ending.expect("a round goes well") == Ending::Done {
            break;
        }
    }
    assert_eq!(rounds, 5);
    assert_eq!(networks(&whole), networks(&broken));
    fs::remove_dir_all(whole).expect("it is ours");
    fs::remove_dir_all(broken).expect("it is ours");
}

#[test]
fn bad_input() {
    let here = folder("bad");
    let out = here.to_str().expect("a plain path");
    let stage = ["--stage", "td: games=2, round=1"];
    for (arguments, told) in [
        (
            vec!["train", "chess", "--out", out, stage[0], stage[1]],
            "one with networks: tryktrak",
        ),
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
            "games from 1",
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
    fs::create_dir_all(&here).expect("a folder");
    fs::write(here.join("checkpoint.bin"), b"LUDEXTR1 and then nonsense").expect("a file");
    let ran = ludex(&["train", "--resume", out]);
    assert!(ran.code == 2 && ran.err.contains("damaged"), "{ran:?}");
    let ran = ludex(&["train", "tryktrak", "--out", out, stage[0], stage[1]]);
    assert!(ran.code == 2 && ran.err.contains("--resume"), "{ran:?}");
    fs::remove_dir_all(here).expect("it is ours");
}
