//! What UGI and TEI report during a search, and the requests they accept.

use super::program::{Engine, command, with_input};
use super::protocol::check_error;

/// The words after a key of an `info` line, as numbers.
fn parse_numbers(line: &str, key: &str, n: usize) -> Vec<i64> {
    let words = line.split_whitespace().skip_while(|&word| word != key).skip(1);
    words.take(n).filter_map(|word| word.parse().ok()).collect()
}

fn infos(heard: &[String]) -> Vec<&String> {
    let infos = heard.iter().filter(|line| line.starts_with("info depth "));
    infos.collect()
}

/// The last `info` line of a search of a Takt position on a 3×3 board.
fn last_info(options: &[&str], position: &str, go: &str) -> String {
    let mut engine = Engine::start(&["ugi", "takt", "--variant", "size=3"]);
    for option in options {
        assert!(engine.ask(option).is_empty());
    }
    assert!(engine.ask(&format!("position {position}")).is_empty());
    engine.say(go);
    let heard = engine.read_until("bestmove");
    (*infos(&heard).last().expect("a report")).clone()
}

/// The first player wins at once by c1.
const WIN: &str = "startpos moves a3 a1 b1 b3";

#[test]
fn proven_results_are_reported_in_moves_of_the_player_to_move() {
    let win = last_info(&[], WIN, "go nodes 2000");
    assert!(win.contains(" score mate 1 wdl 1000 0 0 "), "{win}");
    let both = last_info(&["setoption name ShowCp value true"], WIN, "go nodes 2000");
    assert!(both.contains(" score cp 999999 mate 1 wdl 1000 0 0 "), "{both}");
    // A win for one player is a loss for the other, one move later.
    let loss = last_info(&[], WIN, "go nodes 2000 searchmoves c3");
    assert!(!loss.contains("mate 1 "), "{loss}");
}

#[test]
fn every_game_reports_chances_in_thousandths() {
    for (game, position) in [
        ("takt", "startpos"),
        ("quoridor", "startpos"),
        ("trax", "startpos"),
        ("tryktrak", "startpos moves dice:31"),
    ] {
        let script = format!(
            "position {position}\ngo nodes 3000\nsetoption name MultiPV value 3\ngo nodes 3000\n"
        );
        let ran = with_input(command(&["ugi", game]), &script);
        let heard: Vec<String> = ran.out.lines().map(str::to_owned).collect();
        let infos = infos(&heard);
        assert!(infos.len() >= 4, "{ran:?}");
        for line in infos {
            let wdl = parse_numbers(line, "wdl", 3);
            assert_eq!(wdl.iter().sum::<i64>(), 1000, "{line}");
            assert!(wdl.iter().all(|share| (0..=1000).contains(share)), "{line}");
            assert!(!line.contains(" cp ") || wdl.iter().all(|&share| share < 1000), "{line}");
            assert!(
                parse_numbers(line, "depth", 1) <= parse_numbers(line, "seldepth", 1),
                "{line}"
            );
        }
    }
}

/// A search that reaches the end of the game goes on counting depths.
#[test]
fn no_depth_is_above_the_greatest() {
    let games: [(&[&str], &str); 3] = [
        (&["ugi", "takt", "--variant", "size=3,stones=5"], "startpos moves a1 c3"),
        (&["ugi", "quoridor", "--variant", "board=3x3,walls=0"], "startpos"),
        (
            &["ugi", "quoridor", "--search", "mcts", "--variant", "board=3x3,walls=0"],
            "startpos moves a1",
        ),
    ];
    for (arguments, position) in games {
        let script = format!("position {position}\ngo nodes 5000\n");
        let ran = with_input(command(arguments), &script);
        let heard: Vec<String> = ran.out.lines().map(str::to_owned).collect();
        assert!(!infos(&heard).is_empty(), "{ran:?}");
        for line in infos(&heard) {
            assert!(
                parse_numbers(line, "depth", 1) <= parse_numbers(line, "seldepth", 1),
                "{line}"
            );
        }
    }
}

#[test]
fn a_search_among_some_moves_obeys() {
    for (arguments, position, moves) in [
        (&["tei"][..], "startpos moves a1 e5", "Cc3 a2 e1"),
        (&["ugi", "quoridor"], "startpos", "d1 e3h"),
        (&["ugi", "trax"], "startpos moves @0/", "B1\\ A0/"),
        (&["ugi", "tryktrak"], "startpos moves dice:31", "24/23,13/10 24/20"),
        (&["ugi", "tryktrak"], "startpos moves dice:31 8/5,6/5", "roll"),
    ] {
        let mut engine = Engine::start(arguments);
        assert!(engine.ask(&format!("position {position}")).is_empty());
        for go in [
            format!("go searchmoves {moves} nodes 400"),
            format!("go nodes 400 searchmoves {moves}"),
            format!("go movetime 30 searchmoves {moves}"),
        ] {
            engine.say(&go);
            let heard = engine.read_until("bestmove");
            let last = heard.last().expect("a move");
            let chosen = last.strip_prefix("bestmove ").expect("a move");
            assert!(moves.split(' ').any(|mv| mv == chosen), "{go}: {heard:?}");
            for line in infos(&heard) {
                let pv = line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
                assert!(
                    pv.is_none_or(|first| moves.split(' ').any(|mv| mv == first)),
                    "{go}: {line}"
                );
            }
        }
    }
    // With several lines, neither the book nor the level chooses the move.
    let mut engine = Engine::start(&["tei"]);
    engine.say("go movetime 50 searchmoves c3");
    engine.read_until("bestmove c3");
    assert!(engine.ask("setoption name Level value 3").is_empty());
    engine.say("go movetime 50 searchmoves c3");
    engine.read_until("bestmove c3");
}

/// The commands by which PTN Ninja starts a game with an engine of the newer TEI.
#[test]
fn a_new_game_brings_size_and_komi() {
    let mut engine = Engine::start(&["tei"]);
    assert!(engine.ask("teinewgame size 6 halfkomi 4").is_empty());
    assert!(engine.ask("position startpos moves a1 f6").is_empty());
    engine.say("tei");
    let heard = engine.read_until("teiok");
    assert!(
        heard.iter().any(|line| line.starts_with("option name HalfKomi type spin default 4 ")),
        "{heard:?}"
    );
    assert!(engine.ask("teinewgame 5").is_empty());
    check_error(&engine.ask("position startpos moves a1 f6"), "move 2");
    assert!(engine.ask("teinewgame halfkomi 0 size 4 caps 1 and more").is_empty());
    assert!(engine.ask("position startpos moves a1 d4 Cb2").is_empty());
    for (wrong, part) in [
        ("teinewgame size 9", "Size"),
        ("teinewgame size", "size"),
        ("teinewgame size 6 halfkomi many", "halfkomi"),
        ("teinewgame large", "size"),
    ] {
        let heard = engine.ask(wrong);
        assert!(heard[0].to_lowercase().contains(&part.to_lowercase()), "{heard:?}");
        check_error(&heard, "");
    }
    let mut engine = Engine::start(&["ugi", "takt"]);
    assert!(engine.ask("uginewgame size 3").is_empty());
    check_error(&engine.ask("position startpos moves d4"), "move 1");
}

#[test]
fn tei_answers_queries() {
    let mut engine = Engine::start(&["tei"]);
    assert!(engine.ask("teinewgame 3").is_empty());
    assert_eq!(engine.ask("query p1turn"), ["response true"]);
    assert!(engine.ask("position startpos moves a3 a1 b1 b3 c1").is_empty());
    assert_eq!(engine.ask("query gameover"), ["response true"]);
    assert_eq!(engine.ask("query result"), ["response p1win"]);
}

#[test]
fn a_depth_that_is_too_great_is_cut_with_a_remark() {
    for depth in ["5000", "99999999999"] {
        let script = format!("position startpos moves a3 a1 b1 b3\ngo depth {depth}\n");
        let ran = with_input(command(&["ugi", "takt", "--variant", "size=3"]), &script);
        let remark = format!("info string depth {depth} is too large; the search uses 999");
        assert_eq!(ran.out.lines().filter(|line| *line == remark).count(), 1, "{ran:?}");
        assert!(ran.out.contains("bestmove c1"), "{ran:?}");
    }
    let ran = with_input(command(&["tei"]), "go depth 999 nodes 100\ngo depth x\ngo depth 0\n");
    assert!(!ran.out.contains("too large"), "{ran:?}");
    let expected = "expected a whole number from 1 to 999 (in tryktrak from 0)";
    assert_eq!(ran.out.matches(expected).count(), 2, "{ran:?}");
}

#[test]
fn clocks_are_those_of_all_of_many_players() {
    let mut engine = Engine::start(&["ugi", "quoridor", "--variant", "players=3"]);
    for few in ["go time 1000 1000 inc 0", "go p1time 1000 p2time 1000"] {
        let heard = engine.ask(few);
        let place = few.split(" 1000").next().expect("a word");
        let named = |line: &String| {
            line.contains(&format!("{place}: "))
                && line.contains("3 are needed, one for each player")
        };
        assert!(heard.iter().any(named), "{few}: {heard:?}");
    }
    engine.say("go time 100 100 100 inc 0");
    let heard = engine.read_until("bestmove");
    assert!(!heard.iter().any(|line| line.contains("error")), "{heard:?}");
}

#[test]
fn a_position_of_another_size_gets_a_hint_in_the_words_of_the_protocol() {
    let position = "position tps x4/x4/x4/x4 1 1";
    let mut engine = Engine::start(&["tei"]);
    assert!(engine.ask("teinewgame 5").is_empty());
    let heard = engine.ask(position);
    check_error(&heard, "use teinewgame to change the size");
    let mut engine = Engine::start(&["ugi", "takt", "--variant", "size=5"]);
    check_error(&engine.ask(position), "setoption name Size");
}
