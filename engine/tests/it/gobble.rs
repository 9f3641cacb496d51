//! Gobble, the real-time game, on the command line.

use super::program::{command, ludex, with_input};

const FOUR: &str = "mode=gobble,players=4,speed=2/2.5/3/4";

#[test]
fn a_simulated_game_gives_ranks_times_and_gobbles() {
    let arguments = ["play", "tantrix", "--variant", FOUR, "--seed", "3"];
    let played = ludex(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(played["over"], true);
    let players = played["players"].as_array().expect("valid test data");
    let mut ranks: Vec<u64> =
        players.iter().map(|p| p["rank"].as_u64().expect("valid test data")).collect();
    let winner = played["winner"].as_u64().expect("valid test data") as usize;
    assert_eq!(ranks[winner - 1], 1);
    ranks.sort_unstable();
    assert_eq!(ranks, [1, 2, 3, 4]);
    assert!(players.iter().all(|p| p["gobbles"].is_u64() && !p["time"].is_string()));
    let text = ludex(&arguments);
    assert!(text.out.starts_with("player  rank"), "{text:?}");
    assert_eq!(text.out, ludex(&arguments).out);
}

#[test]
fn a_tournament_reports_how_often_each_player_wins() {
    let arguments =
        ["tournament", "tantrix", "--variant", FOUR, "--games", "400", "--seed", "5", "--json"];
    let played = ludex(&arguments).json();
    assert_eq!(played["games"], 400);
    let players = played["players"].as_array().expect("valid test data");
    let wins: Vec<u64> =
        players.iter().map(|p| p["wins"].as_u64().expect("valid test data")).collect();
    assert_eq!(wins.iter().sum::<u64>(), 400);
    assert!(wins[0] > wins[3]);
    let alone = ludex(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!(alone.out, ludex(&arguments).out);
}

#[test]
fn the_deal_is_shown() {
    let arguments = ["show", "tantrix", "--variant", "mode=gobble,players=3", "--seed", "9"];
    let shown = ludex(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(shown["variant"], "mode=gobble,players=3");
    assert_eq!(shown["players"].as_array().expect("valid test data").len(), 3);
    assert!(ludex(&arguments).out.contains("player 3"));
}

#[test]
fn a_person_may_sit_down_and_leave() {
    let arguments = ["play", "tantrix", "--variant", FOUR, "--p1", "human", "--seed", "3"];
    let ran = with_input(command(&arguments), "turn\nnonsense\ndiscard\nhelp\nshow\nquit\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("player 1 flips tile"), "{ran:?}");
    assert!(ran.out.contains("player 1 puts"), "{ran:?}");
    assert!(ran.out.contains("game stopped after"), "{ran:?}");
    assert!(ran.err.contains("but found \"nonsense\""), "{ran:?}");
}

#[test]
fn every_other_command_says_that_it_does_not_know_it() {
    for name in ["bestmove", "analyse", "moves", "perft", "solve", "convert", "ugi"] {
        let mut arguments = vec![name, "tantrix", "--variant", FOUR];
        if name == "perft" {
            arguments.extend(["--depth", "1"]);
        }
        if name == "convert" {
            arguments.extend(["--to", "position"]);
        }
        let ran = ludex(&arguments);
        assert_eq!(ran.code, 2, "{name}: {ran:?}");
        assert!(ran.err.starts_with("error: "), "{name}: {ran:?}");
    }
}

#[test]
fn bad_options_say_where() {
    let check = |variant: &str, words: &str| {
        for name in ["play", "show", "tournament"] {
            let ran = ludex(&[name, "tantrix", "--variant", variant]);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
            assert!(ran.err.starts_with("error: ") && ran.err.contains(words), "{ran:?}");
        }
    };
    check("mode=gobble,players=9", "but found \"9\"");
    check("mode=gobble,speed=fast", "speed: expected one number");
    check("mode=gobble,split=1/2/3", "split: expected");
    check("mode=gobble,size=5", "\"size\" is not an option");
    let moved = ludex(&["play", "tantrix", "--variant", FOUR, "--moves", "1a@0:0"]);
    assert_eq!(moved.code, 2, "{moved:?}");
    let turns = ludex(&["tournament", "takt"]);
    assert_eq!(turns.code, 2, "{turns:?}");
    let two = ["play", "tantrix", "--variant", FOUR, "--p1", "human", "--p2", "human"];
    assert_eq!(ludex(&two).code, 2);
}

#[test]
fn a_level_of_gobble_is_a_key_of_its_variant() {
    let arguments = ["play", "tantrix", "--variant", "mode=gobble"];
    let ran = ludex(&[&arguments[..], &["--level", "2"]].concat());
    assert_eq!(ran.code, 2, "{ran:?}");
    let hint = "write it as --variant mode=gobble,level=…";
    assert!(ran.err.contains(hint), "{ran:?}");
}
