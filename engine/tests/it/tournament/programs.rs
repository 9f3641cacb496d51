//! Other programs: none of their processes outlives the tournament, and their last messages are reported.
#![cfg(unix)]

use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::super::program::Folder;
use super::super::program::{command, ludex};
use super::verdicts::mock;
use super::versus;

/// A script around the mock engine that starts a helper, writes its process id, and ignores requests to end.
fn wrapper(folder: &Folder, mode: &str) -> String {
    let script = folder.file(
        "wrapper.sh",
        &format!(
            "trap '' TERM\nsleep 1000 &\necho $! >> {pids}\necho $$ >> {pids}\n'{mock}' {mode}\nsleep 1000\n",
            pids = folder.path("pids"),
            mock = mock(),
        ),
    );
    format!("sh {script}")
}

/// The remaining processes of a wrapper. A zombie counts as ended.
fn survivors(folder: &Folder) -> Vec<String> {
    let pids = std::fs::read_to_string(folder.path("pids")).expect("the file of process ids");
    let lives = |pid: &&str| {
        let status = command_output("ps", &["-o", "stat=", "-p", pid]);
        !status.trim().is_empty() && !status.trim().starts_with('Z')
    };
    assert!(pids.lines().count() >= 2, "{pids}");
    pids.lines().filter(lives).map(str::to_owned).collect()
}

fn command_output(program: &str, arguments: &[&str]) -> String {
    let output = std::process::Command::new(program).args(arguments).output();
    String::from_utf8_lossy(&output.expect("it is there").stdout).into_owned()
}

fn arguments<'a>(theirs: &'a str, out: &'a str) -> Vec<&'a str> {
    versus(
        "takt",
        ["ours: nodes=100", theirs],
        &["--variant", "size=3", "--pairs", "1", "--random-plies", "0", "--out", out],
    )
}

#[test]
fn an_engine_in_a_script_and_its_helpers_end_with_the_tournament() {
    for mode in ["good", "hang"] {
        let folder = Folder::new(&format!("wrapped-{mode}"));
        let theirs = format!("theirs: time=200ms protocol=ugi cmd={}", wrapper(&folder, mode));
        let ran = with_path(&arguments(&theirs, &folder.path("out")));
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(survivors(&folder), [""; 0], "{mode}");
    }
}

/// The program with a path that contains `sh` and `sleep`.
fn with_path(arguments: &[&str]) -> super::super::program::Ran {
    let mut command = command(arguments);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    super::super::program::with_input(command, "")
}

#[test]
fn an_interrupt_ends_programs_without_a_fault() {
    let folder = Folder::new("wrapped-interrupt");
    // The engine has an hour for its move, and never answers.
    let theirs = format!("theirs: time=1h protocol=ugi cmd={}", wrapper(&folder, "hang"));
    let out = folder.path("out");
    let child = command(&arguments(&theirs, &out))
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .process_group(0)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let end = Instant::now() + Duration::from_mins(1);
    let n_told =
        || std::fs::read_to_string(folder.path("pids")).map_or(0, |text| text.lines().count());
    while n_told() < 2 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Most often the game has started by then.
    std::thread::sleep(Duration::from_millis(300));
    // Signals the whole process group, as the terminal does.
    command_output("kill", &["-INT", "--", &format!("-{}", child.id())]);
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("--resume"), "{err}");
    assert_eq!(survivors(&folder), [""; 0]);
    let results = std::fs::read_to_string(folder.path("out/results.jsonl")).unwrap();
    assert_eq!(results, "", "no engine crashed or lost");
}

#[test]
fn a_crash_is_reported_with_exit_code_and_last_output() {
    let folder = Folder::new("last-words");
    let script = folder.file(
        "crash.sh",
        &format!(
            "'{}' crash\nfor i in $(seq 100000); do echo \"trouble | $i\"; done >&2\nexit 42\n",
            mock()
        ),
    );
    let theirs = format!("theirs: time=1m protocol=ugi cmd=sh {script}");
    let out = folder.path("out");
    let ran = with_path(&arguments(&theirs, &out));
    assert_eq!(ran.code, 0, "{ran:?}");
    let results = std::fs::read_to_string(folder.path("out/results.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(results.lines().next().unwrap()).unwrap();
    let detail = game["detail"].as_str().unwrap();
    assert!(detail.contains("exit code 42"), "{detail}");
    assert!(detail.ends_with("trouble | 100000") && detail.lines().count() == 21, "{detail}");
    let report = std::fs::read_to_string(folder.path("out/report.md")).unwrap();
    assert!(report.contains("exit code 42") && report.contains("trouble | 100000"), "{report}");
    // If a program does not start, the error quotes its messages in one line.
    let script = folder.file("start.sh", "echo no licence >&2\nexit 3\n");
    let theirs = format!("theirs: time=1s protocol=ugi cmd=sh {script}");
    let ran = with_path(&arguments(&theirs, &folder.path("none")));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("exit code 3 | no licence"), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    let ran = ludex(&versus("takt", ["a\u{1b}[2J: nodes=1", "b: nodes=1"], &[]));
    assert!(ran.code == 2 && ran.err.contains("a name contains"), "{ran:?}");
}

#[test]
fn engines_play_the_variant_of_the_tournament() {
    for (game, variant) in [
        ("takt", "size=4,opening=no-swap"),
        ("tryktrak", "length=2,crawford=no"),
        ("quoridor", "board=5x5,walls=2"),
        ("quoridor", "players=3,board=5x5,walls=1,max-plies=60"),
        ("trax", "board=8x8"),
        ("tantrix", "players=2,colours=BG"),
        ("tantrix", "players=4,teams=yes,colours=BG"),
    ] {
        let folder = Folder::new("variants");
        let theirs = format!("theirs: depth=1 cmd=\"{}\" ugi {game}", env!("CARGO_BIN_EXE_ludex"));
        let out = folder.path("out");
        let third = ["--player", "third: search=random"];
        let fourth = ["--player", "fourth: search=random"];
        let players = match variant.get(.."players=N".len()) {
            Some("players=3") => third.to_vec(),
            Some("players=4") => [third, fourth].concat(),
            _ => Vec::new(),
        };
        let head = versus(
            game,
            ["ours: depth=1", &theirs],
            &["--variant", variant, "--pairs", "1", "--out", &out],
        );
        let ran = ludex(&[&head[..], &players].concat());
        assert_eq!(ran.code, 0, "{game} {variant}: {ran:?}");
        let results = std::fs::read_to_string(format!("{out}/results.jsonl")).expect("results");
        let faults = results.lines().filter(|line| line.contains("blame"));
        assert_eq!(faults.count(), 0, "{game} {variant}: {results}");
    }
}

#[test]
fn an_engine_without_an_option_for_the_variant_is_refused() {
    let folder = Folder::new("not-told");
    let theirs = format!("theirs: nodes=10 cmd='{}' legal", mock());
    let mut arguments = arguments(&theirs, "");
    let out = folder.path("out");
    let variant = arguments.iter_mut().find(|word| **word == "size=3");
    *variant.expect("a variant") = "size=3,opening=no-swap";
    *arguments.last_mut().expect("a folder") = &out;
    let ran = ludex(&arguments);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("it has no option Opening"), "{ran:?}");
}

/// Other programs need not support the rules by which a tournament ends games; the referee applies them.
#[test]
fn rules_that_an_engine_does_not_list_are_not_sent() {
    let folder = Folder::new("rules");
    let ours = env!("CARGO_BIN_EXE_ludex");
    let script = format!(
        "sed -u '/^setoption name Re/{{s/.*/quit/;q}}' | {ours} tei takt | sed -u '/^option name Re/d'\n"
    );
    let script = folder.file("start.sh", &script);
    let theirs = format!("theirs: nodes=50 protocol=tei cmd=sh {script}");
    let out = folder.path("out");
    for (number, variant) in ["size=4", "size=4,repetition=2"].into_iter().enumerate() {
        let out = format!("{out}-{number}");
        let more = ["--variant", variant, "--pairs", "1", "--json", "--out", &out];
        let summary = ludex(&versus("takt", ["ours: nodes=50", &theirs], &more)).last_json();
        assert_eq!(summary["games"], 2, "{summary}");
        for status in summary["standings"].as_array().expect("a list") {
            assert_eq!(status["faults"], serde_json::json!({}), "{summary}");
        }
    }
}
