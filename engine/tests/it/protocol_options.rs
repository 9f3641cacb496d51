//! Options of UGI and TEI.

use super::program::{Engine, command, with_input};
use super::protocol::{check_error, check_refused};

#[test]
fn pieces_may_be_set_before_the_size() {
    let mut engine = Engine::start(&["tei"]);
    assert!(engine.ask("setoption name Flats value 40").is_empty());
    assert!(engine.ask("setoption name Caps value 0").is_empty());
    assert!(engine.ask("teinewgame 7").is_empty());
    assert!(engine.ask("position startpos moves a1 g7 b1").is_empty());
    // Without capstones, none can be placed.
    check_error(&engine.ask("position startpos moves a1 g7 Cb1"), "move 3");
    assert!(engine.ask("setoption name Caps value -1").is_empty());
    assert!(engine.ask("position startpos moves a1 g7 Cb1").is_empty());
}

#[test]
fn options_take_effect() {
    let mut engine = Engine::start(&["ugi", "takt"]);
    assert!(engine.ask("setoption name MultiPV value 3").is_empty());
    assert!(engine.ask("setoption name threads value 2").is_empty());
    assert!(engine.ask("setoption name Hash value 2").is_empty());
    assert!(engine.ask("setoption name Seed value 9").is_empty());
    engine.say("go depth 2");
    let heard = engine.read_until("bestmove");
    assert!(heard.iter().any(|line| line.contains(" multipv 3 ")), "{heard:?}");
    assert!(engine.ask("setoption name Deterministic value true").is_empty());
    check_refused(&engine.ask("go movetime 50"), "--deterministic");
    engine.say("go depth 2");
    engine.read_until("bestmove");
}

/// The user of a match may set draws by repetition as the referee applies them, or leave them to the referee.
#[test]
fn takt_draws_by_repetition_where_the_option_says_so() {
    let moves = format!("position startpos moves a1 e5{}", " e5- a1+ e4+ a2-".repeat(2));
    let mut engine = Engine::start(&["ugi", "takt"]);
    assert!(engine.ask(&moves).is_empty());
    assert_eq!(engine.ask("query result"), ["response none"]);
    assert!(engine.ask("setoption name Repetition value 3").is_empty());
    assert!(engine.ask(&moves).is_empty());
    assert_eq!(engine.ask("query result"), ["response draw"]);
    for (variant, value) in [("size=5", 0), ("repetition=3", 3)] {
        let mut engine = Engine::start(&["tei", "--variant", variant]);
        engine.say("tei");
        let line = format!("option name Repetition type spin default {value} min 0 max 9");
        assert!(engine.read_until("teiok").contains(&line), "{line}");
    }
}

#[test]
fn the_overhead_of_a_clock_can_be_set() {
    let mut engine = Engine::start(&["tei", "--overhead", "120ms"]);
    engine.say("tei");
    let line = "option name Overhead type spin default 120 min 0 max 10000".to_owned();
    assert!(engine.read_until("teiok").contains(&line));
    assert!(engine.ask("setoption name Overhead value 80").is_empty());
    check_error(&engine.ask("setoption name Overhead value soon"), "Overhead");
    engine.say("go wtime 1000 btime 1000");
    engine.read_until("bestmove");
}

/// Some clients send every option with its default first, without meaning to fix the variant.
#[test]
fn an_evaluator_does_not_hold_the_variant_fast() {
    for (game, option) in [("quoridor", "Players value 4"), ("trax", "Luck value yes")] {
        let session = format!(
            "ugi\nsetoption name Evaluator value network\nsetoption name {option}\nposition startpos\nquery result\nquit\n"
        );
        let ran = with_input(command(&["ugi", game]), &session);
        assert!(ran.out.contains("the default evaluator of this variant is used"), "{ran:?}");
        assert!(!ran.out.contains("error"), "{ran:?}");
    }
}

/// The size of the board is sent with the new game, after the options.
#[test]
fn a_file_of_networks_waits_for_its_size() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/takt/data/network-6.bin");
    let by_option = format!("setoption name Evaluator value {file}");
    for (arguments, option) in
        [(&["tei", "--evaluator", file][..], None), (&["tei"], Some(by_option))]
    {
        let mut engine = Engine::start(arguments);
        if let Some(option) = option {
            assert!(engine.ask(&option).is_empty());
        }
        // The file does not fit the current size: the search is refused, instead of silently using another evaluator.
        check_refused(&engine.ask("go depth 1"), "go, evaluator");
        assert!(engine.ask("teinewgame 6").is_empty());
        engine.say("go depth 1");
        engine.read_until("bestmove");
        assert!(engine.ask("teinewgame 5").is_empty());
        check_refused(&engine.ask("go depth 1"), "but this variant needs");
        assert!(engine.ask("setoption name Evaluator value handmade").is_empty());
        engine.say("go depth 1");
        engine.read_until("bestmove");
    }
    let ran = with_input(command(&["tei", "--evaluator", "/nowhere/at/all"]), "");
    assert_eq!(ran.code, 2, "{ran:?}");
}
