//! `ludex train`: an interrupted run produces the same networks as an uninterrupted one, with any number of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ludex_games::tryktrak::search::self_play::CubelessPlay;
use ludex_kit::interface::learner::Learner;
use ludex_kit::interface::learner::OutcomePupils;
use ludex_kit::interface::learner::Pupils;
use ludex_kit::support::chances::Chances;
use ludex_matches::train::RunEnding;
use ludex_matches::train::outcomes::LearningGame;
use ludex_matches::train::outcomes::TrainCheckpoint;
use ludex_matches::train::outcomes::TrainSettings;
use ludex_matches::train::outcomes::TrainStage;
use ludex_matches::train::outcomes::run;
use ludex_search::StopFlag;

use crate::program::{Engine, Folder, command, ludex};

const STAGES: [&str; 4] = [
    "--stage",
    "td: games=5, round=2, lambda=0.7, store=300",
    "--stage",
    "ahead: plies=1, games=2, round=1, stray=0.1, passes=1, rivals=2, later=0.5",
];

fn train(folder: &Folder, threads: &str, seed: &str) -> String {
    let out = folder.name();
    let arguments =
        [&["train", "tryktrak", "--out", out, "--threads", threads, "--seed", seed][..], &STAGES]
            .concat();
    let ran = ludex(&arguments);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out
}

/// The networks of Tryktrak that can be trained.
fn pupils() -> OutcomePupils {
    match CubelessPlay.pupils() {
        Pupils::Outcomes(pupils) => pupils,
        Pupils::Score(_) => panic!("not the networks of outcomes"),
    }
}

fn read(stage: &str) -> TrainStage {
    TrainStage::read(stage, &pupils()).expect("a stage")
}

fn start(settings: TrainSettings) -> TrainCheckpoint {
    TrainCheckpoint::start(&pupils().shapes, settings, None)
}

fn networks(folder: &Folder) -> Vec<u8> {
    fs::read(folder.path("networks.bin")).expect("the run wrote its networks")
}

#[test]
fn a_damaged_checkpoint_is_reported_with_its_file() {
    let folder = Folder::new("damaged-game");
    train(&folder, "1", "1");
    let mut bytes = fs::read(folder.path("checkpoint.bin")).expect("a checkpoint");
    let at = bytes.windows(8).position(|word| word == b"tryktrak");
    bytes[at.expect("its game") + 3] ^= 1;
    fs::write(folder.path("checkpoint.bin"), bytes).expect("it can be written");
    let told = "checkpoint.bin: the checkpoint is damaged or cut off";
    refused(&["train", "--resume", folder.name()], told);
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
    assert!(ran.err.contains("GAME: \"takt\" does not fit"), "{ran:?}");
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
        stages: [STAGES[1], STAGES[3]].map(read).to_vec(),
    };
    // The run is stopped after every round, and continued from its checkpoint.
    start(settings).save(path).expect("the start is written");
    let pupils = pupils();
    let lesson = LearningGame { learner: &CubelessPlay, pupils: &pupils };
    let mut rounds = 0;
    loop {
        let stop = StopFlag::default();
        let mut checkpoint = TrainCheckpoint::load(path).expect("it reads what it wrote");
        let ending = run(lesson, &mut checkpoint, path, &stop, |_| {
            rounds += 1;
            stop.stop();
            Ok(())
        });
        if ending.expect("the round succeeds") == RunEnding::Done {
            break;
        }
    }
    assert_eq!(rounds, 5);
    assert_eq!(networks(&whole), networks(&broken));
}

#[test]
fn the_last_round_plays_what_is_left() {
    let folder = Folder::new("left");
    let stages = ["--stage", "td: games=3", "--stage", "more: games=3, round=2"];
    let arguments =
        [&["train", "tryktrak", "--json", "--out", folder.name()][..], &stages].concat();
    let ran = ludex(&arguments);
    let lines = ran.out.lines().map(serde_json::from_str::<serde_json::Value>);
    let games: Vec<_> = lines.map(|line| line.expect("JSON")["games"].clone()).collect();
    assert_eq!(games, [3, 5, 6]);
}

/// With three plies a game takes hours, so the run must also stop games that are in progress.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_within_a_round() {
    let folder = Folder::new("signal");
    let stage = "ahead: plies=3, games=9, round=9";
    for (signal, start) in [
        ("TERM", &["tryktrak", "--stage", stage, "--out", folder.name()][..]),
        ("INT", &["--resume", folder.name()]),
    ] {
        let mut program = Engine::with_remarks(&[&["train"], start].concat());
        let first = program.read_remark();
        assert!(first.contains("0 games so far; a line for every 9"), "{first}");
        let busy = ludex(&["train", "--resume", folder.name()]);
        assert!(busy.code == 2 && busy.err.contains("is running"), "{busy:?}");
        program.signal(signal);
        let last = program.read_remark();
        assert!(last.contains("ludex train --resume"), "{last}");
        assert_ne!(program.end(), 0);
    }
}

/// If a round is stopped at any point, the resumed run gives the same result as an uninterrupted one.
#[test]
fn an_interrupted_round_leaves_no_trace() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    let stages = ["td: games=6, round=2, store=150, passes=9", "td: games=3, round=2, store=60"];
    let settings =
        TrainSettings { game: "tryktrak".into(), seed: 4, stages: stages.map(read).to_vec() };
    let pupils = pupils();
    let lesson = LearningGame { learner: &CubelessPlay, pupils: &pupils };
    let begin = |folder: &Folder| {
        fs::create_dir_all(folder.name()).expect("a folder");
        let path = PathBuf::from(folder.name());
        let checkpoint = start(settings.clone());
        checkpoint.save(&path).expect("the start is written");
        (path, checkpoint)
    };
    let (path, mut checkpoint) = begin(&whole);
    let never = StopFlag::default();
    run(lesson, &mut checkpoint, &path, &never, |_| Ok(())).expect("the rounds succeed");
    let (path, mut checkpoint) = begin(&broken);
    let mut n_stops = 0;
    loop {
        let stop = StopFlag::default();
        let raised = stop.clone();
        let delay = Duration::from_millis(3 * n_stops * n_stops);
        let alarm = std::thread::spawn(move || {
            std::thread::sleep(delay);
            raised.stop();
        });
        let ending = run(lesson, &mut checkpoint, &path, &stop, |_| Ok(()));
        alarm.join().expect("it only waits");
        if ending.expect("the rounds succeed") == RunEnding::Done {
            break;
        }
        n_stops += 1;
    }
    assert!(n_stops > 0);
    assert_eq!(networks(&whole), networks(&broken));
}

/// Checks that a command is refused with this reason.
pub(crate) fn refused(arguments: &[&str], told: &str) {
    let ran = ludex(arguments);
    assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
    assert!(ran.err.contains("error:") && ran.err.contains(told), "{arguments:?}: {}", ran.err);
}

#[test]
fn bad_input() {
    let here = Folder::new("bad");
    let out = here.name();
    let stage = ["--stage", "td: games=2, round=1"];
    for (arguments, told) in [
        (vec!["train", "chess", "--out", out, stage[0], stage[1]], "one of takt, tryktrak"),
        (vec!["train", "tantrix", "--out", out, stage[0], "a: rivals=2"], "store, only, nodes"),
        (
            vec!["train", "tryktrak", "--out", out, stage[0], stage[1], "--variant", "match=3"],
            "work for every variant",
        ),
        (vec!["train", "--show", "/nowhere"], "the file cannot be read"),
        (vec!["train", "tryktrak", "--out", out], "at least one stage is needed"),
        (vec!["train", "tryktrak", "--out", out, "--stage", "td: gams=2"], "the keys are games"),
        (
            vec!["train", "tryktrak", "--out", out, "--stage", "td: games=0"],
            "error: --stage: expected games from 1",
        ),
        (vec!["train", "tryktrak", "--out", out, "--stage", "td: rate=3..4"], "rate="),
        (vec!["train", "--resume", "/nowhere/at-all"], "the folder of a training run"),
        (
            vec!["train", "tryktrak", "--out", out, stage[0], stage[1], "--from", "/nowhere"],
            "the network file cannot be read",
        ),
    ] {
        refused(&arguments, told);
    }
    let checkpoint = here.path("checkpoint.bin");
    let begun =
        start(TrainSettings { game: "tryktrak".into(), seed: 1, stages: vec![read(stage[1])] });
    fs::create_dir_all(out).expect("a folder");
    begun.save(Path::new(out)).expect("the start is written");
    let mut turned = fs::read(&checkpoint).expect("it was written");
    let middle = turned.len() / 2;
    turned[middle] ^= 1;
    fs::write(&checkpoint, turned).expect("it can be written");
    let ran = ludex(&["train", "--resume", out]);
    assert!(ran.code == 2 && ran.err.contains("damaged"), "{ran:?}");
    here.file("checkpoint.bin", "LUDEXTR1 and then nonsense");
    let ran = ludex(&["train", "--resume", out]);
    assert!(ran.code == 2 && ran.err.contains("damaged"), "{ran:?}");
    assert!(ran.err.contains("restore the file"), "{ran:?}");
    // The checkpoint of a run with millions of positions may exceed the size limit of other files. So this large file must not be refused
    // for its size.
    let opened = fs::OpenOptions::new().write(true).open(here.path("checkpoint.bin"));
    let grown = opened.and_then(|file| file.set_len(300 << 20));
    grown.expect("the file can be made longer");
    let ran = ludex(&["train", "--resume", out]);
    assert!(ran.code == 2 && ran.err.contains("damaged"), "{ran:?}");
    let ran = ludex(&["train", "tryktrak", "--out", out, stage[0], stage[1]]);
    assert!(ran.code == 2 && ran.err.contains("--resume"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_run_ends_if_its_rounds_cannot_be_reported() {
    let folder = Folder::new("full");
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let stage = ["--stage", "td: games=4, round=2, store=150"];
    let start = ["train", "tryktrak", "--json", "--out", folder.name()];
    let output = command(&[&start[..], &stage].concat()).stdout(full).output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("No space left on device"), "{err}");
    // The round was saved although it could not be reported.
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

/// Tantrix learns like Tryktrak: an interruption does not change the networks, and every search with an evaluator can
/// play with them.
#[test]
fn tantrix_learns_its_network_and_plays_with_it() {
    let (whole, broken) = (Folder::new("tantrix-whole"), Folder::new("tantrix-broken"));
    let stages = [
        "--stage",
        "priors: games=12, round=6, rate=5e-3",
        "--stage",
        "search: games=2, round=1, nodes=20",
    ];
    let begin = |folder: &Folder, threads: &str| {
        let start =
            ["train", "tantrix", "--out", folder.name(), "--threads", threads, "--seed", "2"];
        command(&[&start[..], &stages].concat())
    };
    let ran = begin(&whole, "2").output().expect("it runs");
    assert_eq!(ran.status.code(), Some(0), "{ran:?}");
    assert_eq!(String::from_utf8_lossy(&ran.stdout).lines().count(), 4, "{ran:?}");
    // If reports cannot be written, the run ends after its first round.
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let ran = begin(&broken, "1").stdout(full).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    let ran = ludex(&["train", "--resume", broken.name()]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 3), "{ran:?}");
    assert_eq!(networks(&whole), networks(&broken));
    let file = whole.path("networks.bin");
    for search in ["mcts", "expectimax"] {
        let position = ["bestmove", "tantrix", "--deal", "--seed", "3", "--search", search];
        let limits = ["--depth", "1", "--nodes", "60", "--threads", "1", "--json"];
        let of = |evaluator: &str| {
            let chosen = ["--evaluator", evaluator];
            ludex(&[&position[..], &limits, &chosen].concat()).json()["score"].to_string()
        };
        assert_ne!(of("prospects"), of(&file), "{search}");
    }
    let out = Folder::new("tantrix-next");
    let next = ["train", "tantrix", "--from", &file, "--stage", "a: games=1", "--out", out.name()];
    assert_eq!(ludex(&next).code, 0);
    let greedy = ["bestmove", "tantrix", "--deal", "--search", "greedy", "--evaluator", &file];
    refused(&greedy, "a file of networks");
}

#[test]
fn what_scores_mean_is_fitted_to_games_of_a_tournament() {
    let folder = Folder::new("chances");
    let out = folder.path("games");
    let players = ["--player", "a: nodes=30", "--player", "b: nodes=31"];
    let ran = ludex(
        &[&["tournament", "takt", "--pairs", "6", "--seed", "3", "--out", &out][..], &players]
            .concat(),
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    let results = format!("{out}/results.jsonl");
    let text = ludex(&["train", "takt", "--chances", &results]);
    assert_eq!(text.code, 0, "{text:?}");
    let fitted = Chances::read(&text.out).expect("the printed text is a file of chances");
    assert_eq!((fitted.margin, fitted.knots[0].ply), (0.12, 5));
    let json = ludex(&["train", "takt", "--chances", &results, "--json"]).json();
    assert_eq!(json["knots"].as_array().map(Vec::len), Some(fitted.knots.len()), "{json}");
    refused(
        &["train", "tryktrak", "--chances", &results],
        "has no network that evaluates with a score",
    );
    let other = folder.path("other.jsonl");
    fs::write(&other, "something else\n").expect("a file");
    refused(&["train", "takt", "--chances", &other], "line 1: expected a finished game in JSON");
    refused(&["train", "takt", "--chances", &results, "--out", &out], "--out");
}
