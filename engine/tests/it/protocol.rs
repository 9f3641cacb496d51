//! Sessions of UGI and TEI through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::program::{Engine, command, with_bytes, with_input};

#[track_caller]
pub(crate) fn check_error(heard: &[String], part: &str) {
    let [line] = heard else { panic!("one line was expected: {heard:?}") };
    assert!(line.starts_with("info string error: "), "{line}");
    assert!(line.contains(part), "{part} is missing in {line}");
}

/// Checks that an invalid `go` is reported and answered by `bestmove none`.
#[track_caller]
pub(crate) fn check_refused(heard: &[String], part: &str) {
    let (none, error) = heard.split_last().expect("an answer");
    assert_eq!(none, "bestmove none", "{heard:?}");
    check_error(error, part);
}

#[test]
fn ugi_introduces_itself() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    engine.say("ugi");
    let heard = engine.read_until("ugiok");
    assert!(heard[0].starts_with("id name Ludex "), "{heard:?}");
    assert!(heard[1].starts_with("id author "), "{heard:?}");
    for option in ["Hash", "Threads", "MultiPV", "Seed", "Size", "HalfKomi", "Flats", "Caps"] {
        let start = format!("option name {option} type spin default ");
        assert!(heard.iter().any(|line| line.starts_with(&start)), "{option}");
    }
    engine.say("quit");
    assert_eq!(engine.end(), 0);
}

#[test]
fn ugi_answers_queries() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    let check = |engine: &mut Engine, query: &str, answer: &str| {
        assert_eq!(engine.ask(&format!("query {query}")), [format!("response {answer}")]);
    };
    check(&mut engine, "p1turn", "true");
    check(&mut engine, "gameover", "false");
    check(&mut engine, "result", "none");
    check(&mut engine, "turn", "1");
    check(&mut engine, "returns", "none");
    assert!(engine.ask("setoption name Size value 3").is_empty());
    assert!(engine.ask("position startpos moves a3").is_empty());
    check(&mut engine, "p1turn", "false");
    assert!(engine.ask("position startpos moves a3 a1 b1 b3 c1").is_empty());
    check(&mut engine, "gameover", "true");
    check(&mut engine, "result", "p1win");
    check(&mut engine, "returns", "1 -1");
    check_refused(&engine.ask("go depth 1"), "over");
    check_error(&engine.ask("query weather"), "weather");
}

#[test]
fn a_wrong_line_changes_nothing() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    assert!(engine.ask("position startpos moves a1").is_empty());
    let wrong = [
        ("xyzzy", "xyzzy"),
        ("position", "startpos"),
        ("position nowhere", "nowhere"),
        ("position startpos moves a1 a1", "move 2"),
        ("position fen x5/x5 1 1", "TPS"),
        ("position fen", "TPS"),
        ("go depth", "go depth"),
        ("go depth x", "go depth"),
        ("go depth 0", "go depth"),
        ("go nodes -3", "go nodes"),
        ("go movetime soon", "go movetime"),
        ("go sideways", "sideways"),
        ("go p1time 1000", "p2time"),
        ("go time 1000", "time, the time of the player to move"),
        ("setoption", "setoption"),
        ("setoption name Hash", "setoption"),
        ("setoption name Hash value 0", "Hash"),
        ("setoption name Hash value 99999999999", "Hash"),
        ("setoption name Threads value many", "Threads"),
        ("setoption name Size value 9", "Size"),
        ("setoption name Sise value 5", "did you mean Size?"),
        ("setoption name Deterministic value perhaps", "true or false"),
        ("tei", "tei"),
    ];
    for (line, part) in wrong {
        let mut heard = engine.ask(line);
        if line.starts_with("go") {
            assert_eq!(heard.pop().as_deref(), Some("bestmove none"), "{line}");
        } else if line.starts_with("position") {
            // After a refused position there is nothing to search until a valid one is set.
            check_refused(&engine.ask("go depth 1"), "refused");
            assert!(engine.ask("position startpos moves a1").is_empty());
        }
        check_error(&heard, part);
        assert_eq!(engine.ask("query turn"), ["response 2"], "{line}");
    }
    assert!(engine.ask("").is_empty());
    assert!(engine.ask("   ").is_empty());
}

#[test]
fn words_after_a_complete_command_are_ignored() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    engine.say("go depth 1 and then some");
    let heard = engine.read_until("bestmove");
    assert!(!heard.iter().any(|line| line.contains("error")), "{heard:?}");
    assert!(engine.ask("position startpos please").is_empty());
    assert_eq!(engine.ask("query gameover now"), ["response false"]);
}

#[test]
fn info_lines_come_before_the_move() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    engine.say("go depth 3");
    let heard = engine.read_until("bestmove");
    let (last, infos) = heard.split_last().expect("some lines");
    let mv = last.strip_prefix("bestmove ").expect("a move");
    let info = infos.last().expect("an info line");
    let words: Vec<&str> = info.split_whitespace().collect();
    for key in ["info", "depth", "seldepth", "score", "cp", "wdl", "nodes", "nps", "time", "pv"] {
        assert!(words.contains(&key), "{key} is missing in {info}");
    }
    let pv = words.iter().position(|&word| word == "pv").expect("it is there");
    assert_eq!(words[pv + 1], mv);
}

#[test]
fn an_unlimited_search_stops_on_request() {
    for go in ["go infinite", "go"] {
        let mut engine = Engine::start(&["ugi", "takt"]);
        engine.say(go);
        engine.read_until("info depth");
        let during =
            ["position startpos", "go depth 1", "setoption name Hash value 1", "uginewgame", "ugi"];
        for line in during {
            let heard = engine.ask(line);
            let errors: Vec<_> =
                heard.iter().filter(|line| line.contains("string error")).collect();
            assert_eq!(errors.len(), 1, "{line}: {heard:?}");
        }
        engine.say("stop");
        let heard = engine.read_until("bestmove");
        assert!(heard.last().expect("it is there").split_whitespace().count() == 2);
        assert!(engine.ask("position startpos moves a1").is_empty());
        assert!(engine.ask("stop").is_empty());
        engine.say("quit");
        assert_eq!(engine.end(), 0);
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_an_endless_search() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    engine.say("go infinite");
    engine.read_until("info depth");
    engine.say("quit");
    assert_eq!(engine.end(), 0);
    let mut engine = Engine::start(&["tei"]);
    engine.say("go infinite");
    engine.read_until("info depth");
    engine.close();
    assert_eq!(engine.end(), 0);
}

#[test]
fn a_script_that_stops_its_last_search_gets_its_move() {
    // Loading the networks may take longer than the engine usually waits for a stopped search. The move must be printed nevertheless.
    let script = "position startpos moves dice:31\ngo infinite\nstop\n";
    let ran = with_input(command(&["ugi", "tryktrak"]), script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.ends_with("bestmove 8/5,6/5\n"), "{ran:?}");
}

#[test]
fn a_script_may_end_before_its_last_search() {
    let script = "tei\nteinewgame 5\nposition startpos moves a1 e5\ngo depth 3\n";
    let ran = with_input(command(&["tei"]), script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("info depth 3 "), "{ran:?}");
    assert!(ran.out.lines().last().expect("some output").starts_with("bestmove "), "{ran:?}");
}

/// The commands of the public match runner for one game.
#[test]
fn tei_plays_with_a_match_runner() {
    let mut engine = Engine::start(&["tei"]);
    engine.say("tei");
    let heard = engine.read_until("teiok");
    assert!(
        heard.contains(&"option name HalfKomi type spin default 0 min -128 max 128".to_owned()),
        "{heard:?}"
    );
    assert!(engine.ask("setoption name HalfKomi value 4").is_empty());
    assert!(engine.ask("teinewgame 6").is_empty());
    engine.say("position startpos moves ");
    engine.say("go wtime 6000 btime 6000 winc 10 binc 10");
    let heard = engine.read_until("bestmove");
    assert!(heard[0].contains(" score cp "), "{heard:?}");
    engine.say("position tps x6/x6/x6/x6/x6/x6 1 1 moves a1 f6 ");
    engine.say("go wtime 6000 btime 6000 winc 10 binc 10");
    engine.read_until("bestmove");
    check_error(&engine.ask("position tps x5/x5/x5/x5/x5 1 1"), "5 rows");
    assert!(engine.ask("teinewgame 5").is_empty());
    assert!(engine.ask("position tps x5/x5/x5/x5/x5 1 1").is_empty());
    check_error(&engine.ask("teinewgame 9"), "size");
    assert!(engine.ask("teinewgame 5").is_empty());
    check_refused(&engine.ask("go wtime 100 winc 1 btime x"), "btime");
}

#[test]
fn a_clock_of_the_player_to_move_is_used() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    assert!(engine.ask("position startpos moves a1").is_empty());
    for go in [
        "go p1time 3600000 p2time 100 p1inc 0 p2inc 0",
        "go time 3600000 100 inc 0 0",
        "go p2time -20",
        "go movetime 30",
        "go nodes 500",
    ] {
        engine.say(go);
        let heard = engine.read_until("bestmove");
        assert!(!heard.iter().any(|line| line.contains("error")), "{go}: {heard:?}");
    }
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    let ran = with_bytes(command(&["ugi", "takt"]), b"\xff\xfe\nisready\n\0\nquit\n");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.code, lines.len()), (0, 3), "{ran:?}");
    assert!(lines[0].starts_with("info string error: line, byte 1"), "{ran:?}");
    assert_eq!(lines[1], "readyok");
    assert!(lines[2].starts_with("info string error: "), "{ran:?}");
}

/// More lines than fit into the pipes and the queue together.
const FLOOD: usize = 300_000;

/// If a peer sends lines without reading the answers, the full pipe blocks it, and no line is lost.
#[test]
fn a_peer_that_does_not_read_is_held_up() {
    let mut child = command(&["ugi", "takt"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    let output = BufReader::new(child.stdout.take().expect("piped"));
    let n_said = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_said);
    let talker = std::thread::spawn(move || {
        for _ in 0..FLOOD {
            input.write_all(b"isready\n").expect("the engine is running");
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    std::thread::sleep(Duration::from_secs(1));
    assert!(n_said.load(Ordering::Relaxed) < FLOOD, "the engine reads ahead without end");
    assert_eq!(output.lines().count(), FLOOD);
    talker.join().expect("all lines were sent");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_tail_of_a_line_that_is_too_long_is_not_obeyed() {
    let long = "x".repeat(3 << 20);
    for tail in ["quit", " quit", ""] {
        let ran = with_input(command(&["ugi", "takt"]), &format!("{long}{tail}\nisready\n"));
        let lines: Vec<&str> = ran.out.lines().collect();
        let [error, ready] = lines.as_slice() else { panic!("two lines were expected: {lines:?}") };
        assert!(error.starts_with("info string error: line: "), "{error}");
        assert_eq!((ran.code, *ready), (0, "readyok"));
    }
    let ran = with_input(command(&["qtp"]), &format!("{long} \nquit\n{long}"));
    assert!(ran.out.starts_with("? line: ") && ran.out.ends_with("=\n\n"), "{ran:?}");
    let ran = with_input(command(&["fpt"]), &format!("{long} -E\n-T\n"));
    assert_eq!((ran.code, ran.out.as_str()), (0, "LX\n"), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
}

/// The side to move wins immediately, so the search is complete before the client asks for its move.
#[test]
fn a_completed_unlimited_search_waits_for_the_stop() {
    let start = || {
        let mut engine = Engine::start(&["ugi", "takt", "--variant", "size=3"]);
        assert!(engine.ask("position startpos moves a3 a1 b1 b3").is_empty());
        engine.say("go infinite");
        engine.read_until("info depth");
        std::thread::sleep(Duration::from_millis(300));
        engine
    };
    let mut engine = start();
    let heard = engine.ask("");
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")), "{heard:?}");
    let heard = engine.ask("position startpos");
    assert!(heard.iter().any(|line| line.contains("error")), "{heard:?}");
    engine.say("stop");
    assert_eq!(engine.read_line(), "bestmove c1");
    assert!(engine.ask("stop").is_empty());
    assert!(engine.ask("position startpos").is_empty());
    for end in [
        |engine: &mut Engine| engine.say("quit"),
        Engine::close,
        |engine: &mut Engine| engine.interrupt(),
    ] {
        let mut engine = start();
        end(&mut engine);
        engine.read_until("bestmove c1");
        engine.end();
    }
}

/// The search has ten minutes for the move, but the engine ends without waiting for it.
#[test]
fn qtp_and_fpt_leave_in_the_middle_of_a_search() {
    let qtp = (["qtp", "--time", "10m"], "name", "= Ludex", "genmove white", "quit");
    let fpt = (["fpt", "--time", "10m"], "-T", "LX", "-R @0/ B1\\ -F -W", "-E");
    for (arguments, hello, answer, go, quit) in [qtp, fpt] {
        for by_signal in [false, true] {
            let mut engine = Engine::start(&arguments);
            // An engine that answers has already installed its signal handler.
            engine.say(hello);
            engine.read_until(answer);
            engine.say(go);
            std::thread::sleep(Duration::from_millis(200));
            if by_signal {
                engine.interrupt();
            } else {
                engine.say(quit);
            }
            engine.end();
        }
    }
}

/// Commands during a search are answered after it, in order; only the end of input acts at once.
#[test]
fn qtp_answers_in_order() {
    let script = "genmove white\nname\ngenmove black\nknown_command fly\n";
    let ran = with_input(command(&["qtp", "--depth", "2"]), script);
    let answers: Vec<&str> = ran.out.split_terminator("\n\n").collect();
    let [first, "= Ludex", second, "= false"] = answers.as_slice() else {
        panic!("four answers were expected: {ran:?}")
    };
    assert!(first.starts_with("= ") && second.starts_with("= "), "{ran:?}");
}

#[test]
fn the_final_findings_are_reported() {
    let mut engine = Engine::start(&["ugi", "quoridor", "--search", "mcts", "--threads", "1"]);
    assert!(engine.ask("position startpos moves e2 e8").is_empty());
    engine.say("go nodes 300");
    let heard = engine.read_until("bestmove");
    let infos = heard.iter().filter(|line| line.starts_with("info depth "));
    assert!(infos.count() > 0, "{heard:?}");
    engine.say("quit");
    assert_eq!(engine.end(), 0);
}
