//! The order in which UGI and TEI run commands: lines after a stop, or after a search with a limit, wait for its end,
//! and every `go` is answered once.

use std::time::{Duration, Instant};

use super::program::{Engine, command, with_input};
use super::protocol::{check_error, check_refused};

/// A game with a position and the next one.
const GAMES: [(&[&str], &str, &str); 5] = [
    (&["tei"], "startpos moves a1 e5", "startpos moves a1 e5 c3"),
    (&["ugi", "takt"], "startpos moves a1", "startpos moves a1 e5"),
    (&["ugi", "quoridor"], "startpos", "startpos moves e2 e8 e3"),
    (&["ugi", "trax"], "startpos", "startpos moves @0/ B1+"),
    (&["ugi", "tryktrak"], "startpos moves dice:31", "startpos moves dice:31 8/5,6/5 roll dice:64"),
];

fn bestmoves(heard: &[String]) -> Vec<&str> {
    let moves = heard.iter().filter_map(|line| line.strip_prefix("bestmove "));
    moves.collect()
}

/// The lines of the output.
fn lines(out: &str) -> Vec<String> {
    out.lines().map(str::to_owned).collect()
}

/// Whether a move is legal in a position.
fn is_legal(arguments: &[&str], position: &str, mv: &str) -> bool {
    let moves = if position.contains(" moves ") { "" } else { " moves" };
    let script = format!("position {position}{moves} {mv}\n");
    !with_input(command(arguments), &script).out.contains("error")
}

#[test]
fn commands_after_a_stop_run_in_order() {
    for (arguments, first, second) in &GAMES {
        let mut engine = Engine::start(arguments);
        engine.say(&format!("position {first}\ngo infinite"));
        engine.read_until("info depth");
        engine.say(&format!("stop\nposition {second}\ngo nodes 300\nquery gameover\nisready"));
        let heard = engine.read_until("readyok");
        let moves = bestmoves(&heard);
        assert_eq!(moves.len(), 2, "{arguments:?}: {heard:?}");
        assert!(!heard.iter().any(|line| line.contains("error")), "{heard:?}");
        assert_eq!(heard[heard.len() - 2], "response false", "{heard:?}");
        assert!(is_legal(arguments, first, moves[0]), "{arguments:?}: {moves:?}");
        assert!(is_legal(arguments, second, moves[1]), "{arguments:?}: {moves:?}");
    }
}

#[test]
fn a_script_waits_for_its_limited_searches() {
    for (arguments, first, second) in &GAMES {
        let script = format!(
            "position {first}\ngo nodes 300\nposition {second}\ngo nodes 300\nsetoption name Hash value 2\nposition {first}\ngo nodes 300\n"
        );
        let ran = with_input(command(arguments), &script);
        let heard = lines(&ran.out);
        let moves = bestmoves(&heard);
        assert_eq!((ran.code, moves.len()), (0, 3), "{arguments:?}: {ran:?}");
        assert!(!ran.out.contains("error"), "{ran:?}");
        assert!(is_legal(arguments, second, moves[1]), "{arguments:?}: {moves:?}");
    }
}

#[test]
fn a_quit_leaves_no_limited_search_unanswered() {
    for (arguments, first, second) in &GAMES {
        let script = format!(
            "position {first}\ngo movetime 600000\nposition {second}\ngo nodes 100000000\nquit\ngo nodes 10\n"
        );
        let ran = with_input(command(arguments), &script);
        let heard = lines(&ran.out);
        let moves = bestmoves(&heard);
        assert_eq!((ran.code, moves.len()), (0, 2), "{arguments:?}: {ran:?}");
        assert!(!ran.out.contains("error"), "{ran:?}");
        for (position, mv) in [(first, moves[0]), (second, moves[1])] {
            assert!(is_legal(arguments, position, mv), "{arguments:?}: {moves:?}");
        }
    }
}

#[test]
fn new_games_options_and_queries_wait_too() {
    let script = "go nodes 200\nteinewgame 6\nposition startpos moves a1 f6\nquery p1turn\ngo nodes 200\n\
                  setoption name Size value 4\nposition startpos moves a1 d4\ngo nodes 200\nquery result\n";
    let ran = with_input(command(&["tei"]), script);
    let heard: Vec<String> =
        lines(&ran.out).into_iter().filter(|line| !line.starts_with("info depth")).collect();
    let shape: Vec<&str> = heard.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(shape, ["bestmove", "response", "bestmove", "bestmove", "response"], "{ran:?}");
    assert_eq!((&*heard[1], &*heard[4]), ("response true", "response none"));
}

/// Thousands of lines are sent at once, and none of them is lost.
#[test]
fn a_long_script_is_obeyed_to_its_end() {
    let script = "position startpos moves a1 e5\ngo nodes 1\n".repeat(3_000);
    let ran = with_input(command(&["tei"]), &script);
    assert_eq!(bestmoves(&lines(&ran.out)).len(), 3_000);
    assert!(!ran.out.contains("error"), "{}", ran.out.len());
}

#[test]
fn a_stop_is_for_the_last_go_before_it() {
    // A stop for the second search does not end the first one.
    let script = "go nodes 2000\nposition startpos moves a1\ngo infinite\nstop\nposition startpos moves a1 e5\ngo nodes 10\n";
    let ran = with_input(command(&["tei"]), script);
    assert_eq!(bestmoves(&lines(&ran.out)).len(), 3, "{ran:?}");
    let first = ran.out.split("bestmove").next().expect("a search");
    let nodes = first.rsplit(" nodes ").next().and_then(|rest| rest.split(' ').next());
    let nodes: u64 = nodes.expect("a number").parse().expect("a number");
    assert!(nodes >= 1000, "{ran:?}");
    // A stop for the running search acts immediately, even if a `setoption` before it is still waiting.
    let mut engine = Engine::start(&["tei"]);
    engine.say("go movetime 3600000\nsetoption name Hash value 2\nstop");
    engine.read_until("bestmove");
    engine.say("go movetime 3600000");
    assert!(bestmoves(&engine.ask("")).is_empty());
    engine.say("quit");
    assert_eq!(engine.end(), 0);
}

#[test]
fn an_endless_search_ends_with_the_input_and_gives_its_move() {
    for (arguments, position, _) in &GAMES {
        for script in [
            format!("position {position}\ngo infinite\n"),
            format!("go nodes 100\nposition {position}\ngo\n"),
        ] {
            let ran = with_input(command(arguments), &script);
            let heard = lines(&ran.out);
            let n_moves = script.matches("go").count();
            // If no player is to move at the start, `go` is answered by `bestmove none`.
            assert_eq!((ran.code, bestmoves(&heard).len()), (0, n_moves), "{arguments:?}: {ran:?}");
            assert!(is_legal(arguments, position, bestmoves(&heard)[n_moves - 1]), "{ran:?}");
        }
    }
}

/// During an unlimited search, commands that would have to wait for its end are refused. The other commands act within 50 ms; the limit of
/// this test is longer for busy machines.
#[test]
fn stop_isready_and_quit_act_at_once_in_an_endless_search() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    engine.say("go infinite");
    engine.read_until("info depth");
    let heard = engine.ask("position startpos moves a1");
    check_error(&errors(&heard), "only stop, isready and quit are");
    engine.say("stop");
    engine.read_until("bestmove");
    // The position was refused, so the old one is not searched.
    let heard = engine.ask("go nodes 10");
    check_refused(&heard, "there is no position, because the last `position` was refused");
    engine.say("position startpos\ngo infinite");
    engine.read_until("info depth");
    let began = Instant::now();
    engine.say("quit");
    assert_eq!(engine.end(), 0);
    assert!(began.elapsed() < Duration::from_secs(5));
}

fn errors(heard: &[String]) -> Vec<String> {
    let errors = heard.iter().filter(|line| line.contains("string error"));
    errors.cloned().collect()
}

#[test]
fn every_go_is_answered_once() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    check_error(&engine.ask("position startpos moves a1 a1"), "move 2");
    check_refused(
        &engine.ask("go nodes 10"),
        "there is no position, because the last `position` was refused",
    );
    // Options do not set a position.
    assert!(engine.ask("setoption name HalfKomi value 4").is_empty());
    check_refused(
        &engine.ask("go nodes 10"),
        "there is no position, because the last `position` was refused",
    );
    assert!(engine.ask("uginewgame").is_empty());
    engine.say("go nodes 10");
    engine.read_until("bestmove");
    for wrong in [
        "go depth x",
        "go movetime -5",
        "go sideways",
        "go nodes 0",
        "go searchmoves z9 nodes 5",
        "go searchmoves nodes 5",
    ] {
        check_refused(&engine.ask(wrong), "go");
    }
    assert!(engine.ask("setoption name Size value 3").is_empty());
    assert!(engine.ask("position startpos moves a3 a1 b1 b3 c1").is_empty());
    check_refused(&engine.ask("go nodes 10"), "over (p1win)");
    let mut engine = Engine::start(&["tei"]);
    check_error(&engine.ask("teinewgame 9"), "size");
    check_refused(
        &engine.ask("go nodes 10"),
        "there is no position, because the last `teinewgame` was refused",
    );
    let mut engine = Engine::start(&["ugi", "tryktrak"]);
    check_refused(&engine.ask("go nodes 10"), "go");
}

/// Protocols accept move lists with numbers and separators, like all commands.
#[test]
fn positions_take_lists_of_moves_as_people_write_them() {
    for (server, moves) in [
        (&["ugi", "quoridor"][..], "1. e2 e8; 2. e3 e7"),
        (&["ugi", "takt"], "1. a1 e5, 2. c3"),
        (&["tei"], "1) a1 e5 2) c3"),
        (&["ugi", "trax"], "1. @0/ 2. B1+"),
        (&["ugi", "tryktrak"], "1. 31: 8-5 6-5 roll 64"),
    ] {
        let text = format!("position startpos moves {moves}\ngo nodes 50\n");
        let ran = with_input(command(server), &text);
        assert!(!ran.out.contains("error"), "{server:?}: {ran:?}");
        assert!(ran.out.contains("bestmove "), "{server:?}: {ran:?}");
    }
}
