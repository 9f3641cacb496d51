//! Networks of `ludex train` in place of an evaluator.

use std::fs;

use serde_json::Value;

use crate::program::{Folder, Ran, command, ludex, with_input};

/// A short training run, whose networks certainly differ from the shipped ones.
fn trained() -> (Folder, String) {
    let folder = Folder::new("nets");
    let stage = "td: games=2, round=2, store=300";
    let out = folder.name();
    let ran = ludex(&["train", "tryktrak", "--out", out, "--stage", stage]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let file = folder.path("networks.bin");
    (folder, file)
}

fn run(arguments: &[&str], more: &[&str]) -> Ran {
    ludex(&[arguments, more].concat())
}

#[test]
fn a_trained_file_is_played_with_wherever_an_evaluator_is_chosen() {
    let (_folder, file) = trained();
    let evaluator = ["--evaluator", &file];
    let dice = ["--moves", "dice:31", "--depth", "0", "--json"];
    for command in [&["bestmove", "tryktrak"][..], &["analyse", "tryktrak"]] {
        let arguments = [command, &dice].concat();
        let [shipped, own] = [&[][..], &evaluator].map(|more| run(&arguments, more).json());
        assert_ne!(shipped["equity"], own["equity"], "{own}");
        assert_ne!(shipped["win"], own["win"], "{own}");
        if command[0] == "analyse" {
            assert_ne!(shipped["luck"], own["luck"], "{own}");
        }
        let named = run(&arguments, &["--evaluator", "networks"]).json();
        assert_eq!(shipped["equity"], named["equity"]);
    }
    let rollout = [
        "rollout",
        "tryktrak",
        "--moves",
        "dice:31",
        "--plays",
        "8/5,6/5",
        "--trials",
        "36",
        "--truncate",
        "1",
        "--json",
    ];
    let [shipped, own] = [&[][..], &evaluator].map(|more| run(&rollout, more).json());
    assert_ne!(shipped["lines"][0]["equity"], own["lines"][0]["equity"]);
    let sample =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tryktrak/tests/data/sample_match.mat");
    let judge = ["analyse", "tryktrak", "--file", sample, "--depth", "0", "--json"];
    let [shipped, own] = [&[][..], &evaluator].map(|more| run(&judge, more));
    assert_eq!(own.code, 0, "{own:?}");
    assert_ne!(shipped.out, own.out);
    let session = format!(
        "ugi\nsetoption name Evaluator value {file}\nposition startpos moves dice:31\ngo depth 0\n"
    );
    let ran = with_input(command(&["ugi", "tryktrak"]), &session);
    assert!(ran.out.contains("option name Evaluator type string default networks"), "{ran:?}");
    assert!(ran.out.contains("\nbestmove ") && !ran.out.contains("error"), "{ran:?}");
}

#[test]
fn old_networks_play_against_new_ones() {
    let (folder, file) = trained();
    let out = folder.path("match");
    let new = format!("new: evaluator={file} depth=0");
    let tournament =
        ["tournament", "tryktrak", "--player", &new, "--player", "old: depth=0", "--pairs", "2"];
    let ran = run(&tournament, &["--json", "--out", &out]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let summary: Value =
        serde_json::from_str(ran.out.lines().last().expect("a summary")).expect("JSON");
    assert_eq!(summary["games"], 4);
    assert_eq!(summary["endings"], serde_json::json!({}), "{summary}");
    // The same games, played by a worker.
    let elsewhere = folder.path("jobs");
    let jobs = run(&tournament, &["--jobs", "--out", &elsewhere]);
    let played = with_input(command(&["worker"]), &jobs.out);
    assert_eq!((played.code, played.out.lines().count()), (0, 4), "{played:?}");
    let moves = |text: &str| -> Vec<String> {
        let game =
            |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["moves"].to_string();
        let mut games: Vec<_> = text.lines().map(game).collect();
        games.sort();
        games
    };
    let here = fs::read_to_string(folder.path("match/results.jsonl")).expect("results");
    assert_eq!(moves(&here), moves(&played.out));
}

/// A tournament of a player against the shipped networks.
fn against_shipped<'a>(player: &'a str, out: &'a str) -> [&'a str; 8] {
    ["tournament", "tryktrak", "--player", player, "--player", "old: depth=0", "--out", out]
}

#[test]
fn an_invalid_network_file_is_reported() {
    let (folder, file) = trained();
    let bytes = fs::read(&file).expect("networks");
    let damaged = |name: &str, bytes: &[u8]| {
        let path = folder.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let mut other_sizes = bytes.clone();
    other_sizes[4] = 64;
    let mut turned = bytes.clone();
    turned[bytes.len() / 2] ^= 1;
    let size = bytes.len().to_string();
    let cases = [
        (folder.path("none.bin"), "the file does not exist"),
        (damaged("cut.bin", &bytes[..bytes.len() - 9]), "is cut off or damaged"),
        (damaged("long.bin", &[&bytes[..], b"more"].concat()), "is too long"),
        (damaged("empty.bin", b""), "this file of 0 bytes is cut off or damaged"),
        (damaged("sizes.bin", &other_sizes), "a"),
        (damaged("turned.bin", &turned), "the checksum does not match"),
        (folder.path("checkpoint.bin"), "is cut off or damaged"),
        (folder.name().to_owned(), "directory"),
        ("shipped".to_owned(), "names of evaluators are networks"),
    ];
    let position = ["bestmove", "tryktrak", "--moves", "dice:31", "--depth", "0"];
    for (path, words) in &cases {
        let ran = run(&position, &["--evaluator", path]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{path}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{path}: {ran:?}");
        assert!(ran.err.contains(path) && ran.err.contains(words), "{path}: {ran:?}");
        let session = format!("setoption name Evaluator value {path}\nisready\n");
        let ran = with_input(command(&["ugi", "tryktrak"]), &session);
        assert!(ran.out.starts_with("info string error: setoption Evaluator"), "{ran:?}");
        assert!(ran.out.contains(words), "{ran:?}");
    }
    let cut = run(&position, &["--evaluator", &cases[1].0]);
    assert!(cut.err.contains(&size), "{cut:?}");
    let player = format!("new: evaluator={} depth=0", cases[0].0);
    let out = folder.path("out");
    let ran = ludex(&against_shipped(&player, &out));
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("player new") && ran.err.contains(&cases[0].0), "{ran:?}");
    // If a game has other networks, the error names its evaluators.
    for (game, words) in [
        ("tantrix", "names of evaluators are prospects, points"),
        ("takt", "names of evaluators are network, handmade"),
    ] {
        let ran = ludex(&["bestmove", game, "--depth", "1", "--evaluator", &file]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(words), "{ran:?}");
    }
}

/// A network file states its game and variant.
#[test]
fn a_network_of_another_game_is_named() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../games");
    let other = format!("{data}/quoridor/data/network.bin");
    let ran = ludex(&["tei", "--evaluator", &other]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("a network of quoridor players=2"), "{ran:?}");
    let six = format!("{data}/takt/data/network-6.bin");
    let ran = ludex(&["bestmove", "takt", "--depth", "1", "--evaluator", &six]);
    assert!(ran.code == 2 && ran.err.contains("takt size=6,komi=2"), "{ran:?}");
    let shown = ludex(&["train", "--show", &six]);
    assert!(shown.out.starts_with("network  takt size=6,komi=2\n"), "{shown:?}");
    let shown = ludex(&["train", "--show", &six, "--json"]).json();
    assert_eq!(shown["for"], "takt size=6,komi=2");
}

#[test]
fn weights_are_read_once_and_shared() {
    let (_folder, file) = trained();
    let info = ludex_games::CATALOGUE.info("tryktrak").expect("it is there");
    let resolve = || {
        let chosen = ludex_kit::SearchSetup { evaluator: Some(file.clone()), ..Default::default() };
        ludex_study::trained::resolve(info, chosen).expect("a good file").trained
    };
    let networks = || match resolve() {
        Some(ludex_kit::Trained::Outcomes(networks)) => networks,
        other => panic!("{other:?}"),
    };
    let first = networks();
    fs::write(&file, "something else").expect("a file");
    for (one, other) in first.iter().zip(&networks()) {
        assert_eq!(one.weights()[0].as_ptr(), other.weights()[0].as_ptr());
    }
}

/// A pipe without a writer would block the program for ever.
#[cfg(unix)]
#[test]
fn a_trained_file_is_a_file() {
    let folder = Folder::new("no-file");
    folder.file("beside", "");
    let pipe = folder.path("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("the command exists").success());
    let out = folder.path("out");
    let player = format!("new: evaluator={pipe} depth=0");
    let tournament = against_shipped(&player, &out);
    let dice = ["--moves", "dice:31", "--depth", "0"];
    for (path, found) in [(pipe.as_str(), "a pipe"), ("/dev/zero", "a device")] {
        let chosen = ["bestmove", "tryktrak", "--evaluator", path];
        let ran = ludex(&[&chosen[..], &dice].concat());
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        let words = format!("the network file cannot be read: {found}");
        assert!(ran.err.contains(&words), "{ran:?}");
    }
    let stage = ["--stage", "td: games=2", "--out", &out, "--from", &pipe];
    let train = [&["train", "tryktrak"][..], &stage].concat();
    for arguments in [&tournament[..], &train[..]] {
        let ran = ludex(arguments);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.err.contains("a pipe"), "{ran:?}");
    }
}
