//! Ctrl-C, sent to the real program: it prints what it has found, and the exit code is 130.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Folder, Ran, TempFile, command};

/// Generous, because the machine may be busy: the tests only require that the program ends.
const PATIENCE: Duration = Duration::from_mins(3);
/// Processor time after which the program is interrupted, in hundredths of a second. The start takes about two. If the program had not
/// begun its work yet, the test is repeated with the next value.
const UNDER_WAY: [u64; 6] = [40, 80, 160, 320, 640, 1280];

fn send_interrupt(child: &Child) {
    send(child, "-INT");
}

fn send(child: &Child, signal: &str) {
    let mut kill = Command::new("kill");
    let sent = kill.args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill is there").success());
}

/// The processor time of the program so far, on all threads.
fn work_done(child: &Child) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_whitespace();
    let times = fields.skip(11).take(2).filter_map(|n| n.parse::<u64>().ok());
    times.sum()
}

fn start(arguments: &[&str]) -> Child {
    let mut command = command(arguments);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for the program to end, and returns its output.
fn ending(mut child: Child) -> Ran {
    let mut code = None;
    // The output is read only after the end, because it is small enough to fit into the pipes.
    wait_until("the program ends", || {
        code = child.try_wait().expect("it can be asked");
        code.is_some()
    });
    let (mut out, mut err) = (String::new(), String::new());
    let said = child.stdout.take().expect("piped").read_to_string(&mut out);
    said.expect("text");
    let said = child.stderr.take().expect("piped").read_to_string(&mut err);
    said.expect("text");
    let code = code.expect("it ended").code();
    let code = code.unwrap_or_else(|| panic!("a signal ended it: {out} {err}"));
    Ran { code, out, err }
}

/// Interrupts the program in the middle of its work. An earlier interrupt would end it without output.
fn interrupted(arguments: &[&str]) -> Ran {
    interrupted_with(arguments, |ran| !(ran.out.is_empty() && ran.err.is_empty()))
}

/// Interrupts the program later and later, until its output satisfies a condition.
fn interrupted_with(arguments: &[&str], is_enough: impl Fn(&Ran) -> bool) -> Ran {
    let interrupt_after = |work: u64| {
        let child = start(arguments);
        wait_until("the program works", || work_done(&child) > work);
        send_interrupt(&child);
        let ran = ending(child);
        assert_eq!(ran.code, 130, "{arguments:?}: {ran:?}");
        ran
    };
    let mut runs = UNDER_WAY.into_iter().map(interrupt_after);
    let found = runs.find(is_enough);
    found.unwrap_or_else(|| panic!("the output never satisfied the condition: {arguments:?}"))
}

fn last_object(ran: &Ran) -> Value {
    let last = ran.out.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

const LONG: [&str; 2] = ["--time", "10m"];

#[test]
fn bestmove_prints_the_best_move_so_far() {
    for (game, more) in [
        ("takt", &[][..]),
        ("takt", &["--threads", "1", "--json"]),
        ("quoridor", &["--json"]),
        ("trax", &["--moves", "@0/"]),
        ("tryktrak", &["--moves", "dice:31", "--depth", "5", "--nodes", "1e15"]),
        ("tantrix", &["--deal"]),
    ] {
        let limits: &[&str] = if more.contains(&"--nodes") { &[] } else { &LONG };
        let ran = interrupted(&[&["bestmove", game], limits, more].concat());
        if more.contains(&"--json") {
            assert!(last_object(&ran)["bestmove"].is_string(), "{ran:?}");
        } else {
            assert_eq!(ran.out.lines().count(), 1, "{ran:?}");
        }
        assert!(ran.err.contains("interrupted"), "{ran:?}");
    }
}

#[test]
fn a_position_is_analysed_as_far_as_it_was() {
    let ran = interrupted(&[&["analyse", "takt"], &LONG[..]].concat());
    assert!(ran.out.contains("nodes") && ran.out.contains("line"), "{ran:?}");
    let ran = interrupted(&[&["analyse", "tantrix", "--deal", "--json"], &LONG[..]].concat());
    let object = last_object(&ran);
    assert!(object["bestmove"].is_string(), "{object}");
    let planned = object["turn"]["moves"].as_array().map(Vec::len);
    assert_eq!(planned, Some(1), "{object}");
}

#[test]
fn an_unlimited_analysis_reports_every_iteration() {
    let endless = ["--time", "infinite", "--json"];
    let ran = interrupted_with(&[&["analyse", "quoridor"], &endless[..]].concat(), |ran| {
        ran.out.lines().count() > 2
    });
    let depths = ran.out.lines().map(|line| {
        let object: Value = serde_json::from_str(line).expect(line);
        object["depth"].as_u64().expect(line)
    });
    assert!(depths.is_sorted(), "{ran:?}");
    let ran = interrupted(&["bestmove", "takt", "--time", "infinite"]);
    assert_eq!(ran.out.lines().count(), 1, "{ran:?}");
    for refused in [&["solve", "takt"][..], &["play", "takt"], &["qtp"]] {
        let ran = crate::program::ludex(&[refused, &["--time", "infinite"]].concat());
        let told = "--time: \"infinite\" works only with bestmove";
        assert!(ran.code == 2 && ran.err.contains(told), "{ran:?}");
    }
}

#[test]
fn a_game_is_judged_as_far_as_it_was() {
    // Two stones move to and fro, long enough to be interrupted on a busy machine.
    let moves = "c3> c4> d3< d4< ".repeat(20);
    let text = format!("[Size \"5\"]\na1 e5 c3 c4 {moves}\n");
    let file = TempFile::new("judged.ptn", text);
    let limits = ["--time", "300ms", "--json"];
    // This test uses a separate cache folder. Progress is saved there, and a later run of the test must not resume it.
    let cache = Folder::new("cache");
    let mut child = command(&[&["analyse", "takt", "--file", file.name()], &limits[..]].concat())
        .env("XDG_CACHE_HOME", cache.name())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    out.read_line(&mut first).expect("text");
    send_interrupt(&child);
    let rest: Vec<String> = out.lines().map(|line| line.expect("text")).collect();
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(130), "{rest:?}");
    let totals: Value = serde_json::from_str(&rest[rest.len() - 1]).expect("an object");
    let totals = totals["totals"].as_array().expect("a list");
    let n_judged: u64 = totals.iter().filter_map(|sum| sum["moves"].as_u64()).sum();
    assert_eq!(n_judged as usize, rest.len(), "{rest:?}");
    assert!((1..80).contains(&n_judged), "{rest:?}");
}

#[test]
fn perft_reports_how_far_it_counted() {
    for more in [&[][..], &["--divide"], &["--hash", "16"], &["--threads", "1"]] {
        let ran = interrupted(&[&["perft", "takt", "--depth", "9"], more].concat());
        let last = ran.out.lines().last().unwrap_or_default();
        assert!(last.starts_with("nodes ") && last.contains("so far"), "{ran:?}");
    }
    let ran = interrupted(&["perft", "takt", "--depth", "9", "--json"]);
    assert_eq!(last_object(&ran)["complete"], false, "{ran:?}");
}

#[test]
fn solvers_stop() {
    for place in [
        &["trax", "--moves", "@0/ A2+"][..],
        &["quoridor"],
        &["quoridor", "--variant", "board=5x5,walls=3"],
    ] {
        let ran = interrupted(&[&["solve"], place, &LONG[..]].concat());
        assert!(ran.err.contains("interrupted before a proof"), "{ran:?}");
        let ran = interrupted(&[&["solve"], place, &LONG[..], &["--json"]].concat());
        assert_eq!(last_object(&ran)["result"], "unknown", "{ran:?}");
    }
}

#[test]
fn rollouts_print_what_there_is() {
    // Short games without tables, so that some end soon.
    let games = ["--trials", "100000000", "--truncate", "1", "--plays", "8/5,6/5"];
    let rollout = ["rollout", "tryktrak", "--moves", "dice:31", "--json"];
    let arguments = [&rollout[..], &games, &["--variance-reduction", "no"]].concat();
    let some_trials = |ran: &Ran| !ran.out.is_empty() && last_object(ran)["trials"] != 0;
    let object = last_object(&interrupted_with(&arguments, some_trials));
    assert!(object["trials"].as_u64().expect("a number") > 0, "{object}");
}

#[test]
fn an_interrupted_rollout_is_saved() {
    for signal in ["-INT", "-TERM"] {
        let file = TempFile::unwritten("kept.rollout");
        let rollout = ["rollout", "tryktrak", "--moves", "dice:31", "--truncate", "1"];
        let games = ["--variance-reduction", "no", "--trials", "1e8", "--json"];
        let child = start(&[&rollout[..], &games, &["--out", file.name()]].concat());
        wait_until("the first games are kept", || file.0.exists());
        send(&child, signal);
        let ran = ending(child);
        assert_eq!(ran.code, 130, "{ran:?}");
        let hint = format!("continue with `ludex rollout tryktrak --resume {}", file.name());
        assert!(ran.err.contains(&hint), "{ran:?}");
        // The file contains all games of the report.
        let told = last_object(&ran);
        assert_eq!(told["ended"], "stopped");
        let trials = told["trials"].to_string();
        let resume = ["rollout", "tryktrak", "--resume", file.name(), "--json"];
        let again = crate::program::ludex(&[&resume[..], &["--trials", &trials]].concat()).json();
        assert_eq!((&again["lines"], &again["ended"]), (&told["lines"], &"trials".into()));
    }
}

#[test]
fn what_finds_nothing_ends_at_once() {
    // The program reads standard input and does not check for an interrupt there.
    let mut command = command(&["show", "takt", "--file", "-"]);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    // This is more than a pipe holds. So when all of it is written, the program is reading.
    input.write_all(&vec![b' '; 1 << 20]).expect("it reads");
    send_interrupt(&child);
    assert_eq!(ending(child).code, 130);
    drop(input);
}
