//! Tests the example program with every command that a game in a catalogue has.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program in an empty, separate folder.
fn run(name: &str, arguments: &[&str], input: &str) -> Output {
    let folder = folder(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    let command = command.args(arguments).current_dir(folder).env_clear();
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn out(name: &str, arguments: &[&str], input: &str) -> String {
    let output = run(name, arguments, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_leaves_are_as_many_as_published() {
    // John Tromp, "Connect-4 perft": oeis.org/A212693, up to the depth at which games begin to end.
    for (depth, leaves) in [("1", "7"), ("4", "2401"), ("7", "823536"), ("8", "5673234")] {
        let text = out("perft", &["perft", "connect-four", "--depth", depth, "--json"], "");
        let object: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(object["nodes"].to_string(), leaves, "{text}");
    }
}

#[test]
fn the_best_move_wins_or_stops_a_win() {
    let best = |position: &str| {
        let head = ["bestmove", "c4", "--position", position, "--nodes", "20000"];
        let text = out("bestmove", &[&head[..], &["--threads", "1", "--json"]].concat(), "");
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let wins = best("-/-/xxx/ooo/-/-/-");
    assert_eq!((&wins["bestmove"], &wins["proof"]["plies"]), (&"c".into(), &1.into()), "{wins}");
    assert_eq!(best("-/x/xo/ooo/x/x/-")["bestmove"], "d");
    let wrong = run("wrong", &["bestmove", "c4", "--position", "-/-/x/xo/o/-"], "");
    let told = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert_eq!(wrong.status.code(), Some(2), "{told}");
    assert!(told.contains("seven columns") && told.contains("-/-/x/xo/o/-"), "{told}");
}

#[test]
fn it_analyses_plays_and_draws() {
    let text = out("analyse", &["analyse", "c4", "--moves", "d d d", "--depth", "4"], "");
    assert!(text.contains("depth"), "{text}");
    let played = out("play", &["play", "c4", "--nodes", "500"], "d\nquit\n");
    assert!(played.contains("a b c d e f g"), "{played}");
    let picture = out("show", &["show", "c4", "--moves", "d c", "--svg", "-"], "");
    assert!(picture.contains("Connect Four: Player 1 to move"), "{picture}");
}

#[test]
fn it_speaks_the_protocol() {
    let said =
        out("ugi", &["ugi", "c4"], "ugi\nisready\nposition startpos moves d d\ngo depth 5\nquit\n");
    assert!(said.contains("ugiok") && said.contains("readyok"), "{said}");
    let said = out("ugi", &["ugi", "c4"], "position startpos moves d d\ngo nodes 2000\nisready\n");
    assert!(said.contains("bestmove "), "{said}");
}

#[test]
fn help_and_hints_name_this_program_and_no_game_of_others() {
    let overview = out("help", &["--help"], "");
    let listed = |name: &str| overview.contains(&format!("\n  {name} "));
    assert!(listed("bestmove") && listed("ugi"), "{overview}");
    for absent in ["rollout", "train", "tei", "qtp", "fpt"] {
        assert!(!listed(absent), "{absent} must not be listed: {overview}");
    }
    let commands = overview.lines().skip_while(|&line| line != "Commands:").skip(1);
    for line in commands.take_while(|line| !line.is_empty()) {
        let command = line.split_whitespace().next().expect("a command");
        let help = out("help", &["help", command], "");
        assert!(!help.contains("ludex "), "{help}");
        for absent in ["rollout", "train", "tei", "qtp", "fpt"] {
            assert!(!help.contains(&format!("connect-four {absent}")), "{command}: {help}");
        }
        let lower = help.to_lowercase();
        for game in ["takt", "tryktrak", "quoridor", "trax", "tantrix"] {
            let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
            assert!(
                !words.any(|word| word == game),
                "the help of {command} mentions {game}: {help}"
            );
        }
    }
    for script in [&["completions", "bash"][..], &["completions", "zsh"], &["man"]] {
        let text = out("script", script, "");
        assert!(text.contains("connect-four") && !text.contains("_ludex"), "{text}");
    }
    let help = out("help", &["games", "--help"], "");
    assert!(help.contains("connect-four games"), "{help}");
    let wrong = run("hint", &[], "");
    let told = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(told.contains("`connect-four --help`"), "{told}");
}

#[test]
fn completions_list_the_commands_that_its_game_can_use() {
    for shell in ["bash", "zsh", "fish"] {
        let script = out("completions", &["completions", shell], "");
        assert!(script.contains("tournament") && !script.contains("rollout"), "{script}");
    }
    let help = out("completions", &["completions", "--help"], "");
    assert!(help.contains("completions/connect-four.fish"), "{help}");
}

#[test]
fn it_plays_a_tournament_whose_games_are_read_strictly() {
    let players = ["--player", "deep: depth=4", "--player", "shallow: depth=1"];
    let head = ["tournament", "c4", "--pairs", "2", "-j", "1", "--out", "games"];
    let text = out("cup", &[&head[..], &players].concat(), "");
    assert!(text.contains("deep") && text.contains("shallow"), "{text}");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cup/games/games-1.c4");
    let file = file.to_str().expect("UTF-8");
    let arguments = ["show", "c4", "--strict", "--game", "2", "--file", file];
    let output = run("strict", &arguments, "");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn what_its_game_lacks_is_refused_in_one_sentence() {
    for arguments in [&["rollout", "c4"][..], &["train", "c4", "--out", "run"]] {
        let output = run("lacks", arguments, "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("this program has no such game"), "{told}");
    }
    let paths = run("lacks", &["show", "c4", "--svg", "-", "--paths"], "");
    let told = String::from_utf8_lossy(&paths.stderr).into_owned();
    assert!(told.contains("paths") && !told.contains("quoridor"), "{told}");
}

#[test]
fn errors_about_its_input_are_complete_sentences() {
    let columns = "a, b, c, d, e, f, g";
    let legal = format!("move 2: \"z\" is not a legal move; use one of {columns}");
    for (arguments, sentence) in [
        (&["moves", "c4", "--moves", "d z"][..], legal.as_str()),
        (
            &["book", "c4", "--show", "default"],
            "does not exist for connect-four: the game has no book",
        ),
        (
            &[
                "tournament",
                "c4",
                "--player",
                "a: depth=1",
                "--player",
                "b: depth=2",
                "--openings",
                "balanced",
            ],
            "no balanced openings for connect-four; no variant has any",
        ),
    ] {
        let output = run("sentences", arguments, "");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(sentence), "{text}");
    }
}

#[test]
fn its_web_board_knows_the_game() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    let command = command.args(["serve", "--port", "0"]).current_dir(folder("serve"));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped"))
        .read_line(&mut line)
        .expect("it says where");
    let host = line.trim().trim_end_matches('/').rsplit("//").next().expect("an address");
    let games = post(host, "/api/games", "{}");
    let unknown = post(host, "/api/view", "{\"line\": {\"game\": \"chess\"}}");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(games.starts_with("HTTP/1.1 200") && games.contains("\"connect-four\""), "{games}");
    assert!(unknown.contains("`connect-four games`") && !unknown.contains("`ludex"), "{unknown}");
}

/// The response to a request, with its head.
fn post(host: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("it listens");
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}
