//! Options and defaults with values that a search, a solver or a game does not support.

use super::check_ran;
use crate::program::{Folder, TempFile, command, ludex, with_input};

/// Command lines with unsupported values, and the expected errors.
const UNKNOWN: &[(&str, &[&str])] = &[
    ("bestmove trax --search mcts --set foo=1 --nodes 1", &["--set foo", "mcts has no parameters"]),
    ("bestmove trax --variant luck=yes --set aspiration=1 --nodes 1", &["--set aspiration"]),
    ("bestmove quoridor --search mcts --set explorashun=1", &["did you mean exploration?"]),
    ("bestmove quoridor --search mcts --set exploration=banana", &["from 1 to 1000"]),
    ("bestmove quoridor --search mcts --set exploration=1001", &["--set exploration", "1 to 1000"]),
    ("bestmove quoridor --search maxn --set exploration=1", &["--set exploration"]),
    ("bestmove quoridor --variant players=3 --search alphabeta", &["--search", "mcts"]),
    ("bestmove trax --variant luck=yes --search alphabeta", &["--search", "expectimax"]),
    ("bestmove tantrix --variant players=3 --search expectimax --deal", &["--search", "mcts"]),
    ("bestmove takt --evaluator magic --depth 1", &["--evaluator", "handmade"]),
    (
        "bestmove takt --variant size=7 --evaluator network --depth 1",
        &["--evaluator", "handmade", "size=5; size=6"],
    ),
    (
        "bestmove trax --variant board=8x8 --evaluator network --depth 1",
        &["--evaluator", "handmade", "board=unlimited"],
    ),
    (
        "analyse quoridor --variant players=3 --evaluator network --depth 1",
        &["--evaluator", "chances", "players=2"],
    ),
    (
        "bestmove takt --book default --time 1ms",
        &["--book", "size=5,komi=0", "size=5,komi=2; size=6,komi=2"],
    ),
    ("book takt --show default", &["--show", "size=5,komi=0", "size=6,komi=2"]),
    ("book --show default", &["--show", "ludex book takt"]),
    ("book takt --show none.book", &["GAME", "names its game"]),
    ("bestmove takt --search magic --depth 1", &["--search", "alphabeta"]),
    ("bestmove takt --search alfabeta --depth 1", &["did you mean alphabeta?"]),
    ("bestmove takt --workers 3 --depth 1", &["--workers", "--deterministic"]),
    ("analyse takt --set foo=1 --depth 1", &["--set foo"]),
    ("play takt --set foo=1", &["--set foo"]),
    ("solve takt --set foo=1", &["--set foo", "tinue has no parameters"]),
    ("solve takt --evaluator handmade", &["--evaluator", "tinue has no evaluators"]),
    ("solve takt --search alphabeta", &["--search", "tinue, whole"]),
    ("solve takt --table 0", &["--table"]),
    ("solve takt --table 3", &["--table", "tryktrak"]),
    ("solve trax --generate 1 --wins-in 1 --set foo=1", &["--set foo"]),
    ("solve tantrix --tiles 1-3 --set foo=1", &["--set"]),
    ("solve tantrix --tiles 1-3 --variant players=2", &["--variant"]),
    ("solve takt --multipv 3", &["--multipv"]),
    ("solve takt --moves a1 --wins-in 2", &["--wins-in"]),
    ("solve tantrix --moves >1 --colour R", &["--colour"]),
    ("play tantrix --variant mode=gobble --nodes 5", &["--nodes"]),
    ("tournament tantrix --variant mode=gobble --pairs 5", &["--pairs"]),
    ("rollout tryktrak --set foo=1 --trials 1", &["--set foo"]),
    ("rollout tryktrak --search magic --trials 1", &["--search"]),
    ("rollout tryktrak --evaluator magic --trials 1", &["--evaluator"]),
    ("ugi takt --set foo=1", &["--set foo"]),
    ("ugi takt --search magic", &["--search"]),
    ("ugi takt --deal", &["--deal"]),
    ("tei --evaluator magic", &["--evaluator"]),
    ("qtp --set foo=1", &["--set foo"]),
    ("fpt --search magic", &["--search"]),
    ("show takt --variant ,", &["error: --variant: expected"]),
    ("show takt --variant size=5,", &["--variant"]),
    ("show takt --seed 3", &["--seed"]),
    ("solve takt --level 3", &["--level"]),
    ("solve tantrix --tiles 1-3 --level 3", &["--level"]),
    ("rollout tryktrak --level 3 --trials 1", &["--level"]),
    ("play takt --level 3 --book default", &["--book", "level 10; use --book none"]),
    (
        "tournament takt --player a: --player b:level=11",
        &["--player b, level", "1 to 10 or a name"],
    ),
    (
        "tournament takt --player a: --player b:level=3,book=default",
        &["player b, book", "level 10"],
    ),
    ("tournament takt --player a: --player b:set.foo=1", &["player b, set.foo"]),
    ("tournament takt --player a: --player b:evaluator=x", &["player b, evaluator"]),
    ("tournament takt --player a: --player b:search=x", &["player b, search"]),
    (
        "tournament takt --player a: --player b:search=random,nodes=5",
        &["player b, nodes", "search=random does not use it"],
    ),
    (
        "tournament takt --player a: --player b:search=random,set.aspiration=5",
        &["player b, set", "search=random does not use it"],
    ),
    (
        "tournament takt --player a: --player b:search=random,threads=2",
        &["player b, threads", "search=random does not use it"],
    ),
    (
        "tournament takt --player a: --player b:set.aspiration=5,cmd=ludex,tei",
        &["player b, set", "a player with cmd does not use it"],
    ),
    (
        "tournament takt --player a: --player b:level=3,cmd=ludex,tei",
        &["player b, level", "a player with cmd does not use it"],
    ),
    (
        "tournament takt --player a: --player b:option.Hash=5",
        &["player b, options", "a player without cmd does not use it"],
    ),
    (
        "tournament takt --player a: --player b:protocol=tei",
        &["player b, protocol", "a player without cmd does not use it"],
    ),
    (
        "tournament takt --player a: --player b:nodes=5,nodes=6",
        &["--player b, nodes", "the key is given twice"],
    ),
    (
        "tournament takt --player a: --player b:option.=5,cmd=ludex,tei",
        &["\"option.\" is not a known key"],
    ),
    ("rollout tryktrak --plays ;;", &["--plays", "plays separated by semicolons"]),
    ("tournament takt --player a: --player b:threads=x", &["--player b, threads"]),
    ("tournament takt --player a: --player b:deterministic=x", &["--player b, deterministic"]),
    ("tune takt --player nodes=1 --parameter foo", &["parameters", "foo"]),
];

#[test]
fn what_a_search_does_not_know_is_refused() {
    let folder = Folder::new("usage-out");
    for (line, expected) in UNKNOWN {
        let mut words: Vec<&str> = line.split(' ').collect();
        if matches!(words[0], "tournament" | "tune") {
            words.extend(["--out", folder.name()]);
        }
        check_ran(&ludex(&words), expected);
    }
}

/// Values that are invalid for a default, key by key.
const DEFAULTS: &[(&str, &str)] = &[
    ("variant", "size=99"),
    ("variant", ","),
    ("time", "soon"),
    ("nodes", "0"),
    ("depth", "-1"),
    ("clock", "60s+"),
    ("threads", "0"),
    ("hash", "much"),
    ("multipv", "0"),
    ("search", "magic"),
    ("evaluator", "magic"),
    ("level", "0"),
    ("level", "grandmaster"),
    ("seed", "-1"),
    ("deterministic", "maybe"),
    ("workers", "0"),
    ("set", "foo=1"),
    ("set", "aspiration=x"),
    ("set", "foo"),
    ("json", "maybe"),
];

#[test]
fn every_default_is_checked_used_or_not() {
    let commands: &[&[&str]] = &[
        &["show", "takt", "--variant", "size=5"],
        &["bestmove", "takt", "--depth", "1", "--threads", "1"],
    ];
    for (key, value) in DEFAULTS {
        let variable = format!("LUDEX_{}", key.to_ascii_uppercase());
        let file = TempFile::new("usage.toml", format!("\n[takt]\n{key} = \"{value}\"\n"));
        let place = format!("{}, line 3, {key}", file.name());
        for words in commands {
            let mut by_variable = command(words);
            by_variable.env(&variable, value);
            check_ran(&with_input(by_variable, ""), &[&variable]);
            let mut by_file = command(words);
            by_file.arg("--config").arg(&file.0);
            check_ran(&with_input(by_file, ""), &[&place]);
        }
    }
    for words in [&["games"][..], &["man"], &["worker"]] {
        let mut bad = command(words);
        bad.env("LUDEX_NODES", "x");
        check_ran(&with_input(bad, ""), &["LUDEX_NODES"]);
    }
}

#[test]
fn a_misspelt_default_is_reported() {
    let mut slip = command(&["show", "takt"]);
    slip.env("LUDEX_TREADS", "2");
    check_ran(&with_input(slip, ""), &["LUDEX_TREADS", "did you mean LUDEX_THREADS?"]);
    let mut other = command(&["show", "takt"]);
    other.env("LUDEX_BINARY", "ludex").env("LUDEX_CONFIG", "");
    other.env_remove("LUDEX_CONFIG");
    assert_eq!(with_input(other, "").code, 0);
    let file = TempFile::new("slip.toml", "treads = 2\n");
    let ran = ludex(&["show", "takt", "--config", file.name()]);
    check_ran(&ran, &["line 1", "did you mean threads?"]);
}

#[test]
fn a_default_for_another_search_of_the_game_is_passed_over() {
    for (key, value) in [("LUDEX_SET", "aspiration=50"), ("LUDEX_EVALUATOR", "handmade")] {
        for words in [
            &["solve", "quoridor", "--variant", "board=3x3,walls=0"][..],
            &["bestmove", "quoridor", "--search", "mcts", "--nodes", "10"],
            &["bestmove", "quoridor", "--nodes", "10"],
        ] {
            let mut command = command(words);
            command.env(key, value);
            let ran = with_input(command, "");
            assert_eq!(ran.code, 0, "{key}: {ran:?}");
        }
    }
}

#[test]
fn a_deal_that_is_missing_is_named() {
    let cases: &[(&[&str], &str)] = &[
        (&["tryktrak"], "the dice are not rolled"),
        (&["tantrix"], "the tiles are not dealt"),
        (&["trax", "--variant", "luck=yes"], "the face of the tile is not drawn"),
    ];
    for (game, words) in cases {
        let moves = [&["moves"], *game].concat();
        check_ran(&ludex(&moves), &["position", words, "--deal"]);
        let listed = ludex(&[&moves[..], &["--json"]].concat()).json();
        assert_eq!(listed["moves"], serde_json::json!([]));
        let events = listed["events"].as_array().expect("events");
        let first = events[0].as_str().expect("a word");
        let played = [&moves[..], &["--moves", first]].concat();
        let ran = ludex(&played);
        assert!(ran.code == 0 || ran.err.contains("--deal"), "{ran:?}");
        let dealt = ludex(&[&moves[..], &["--deal"]].concat());
        assert!(dealt.code == 0 && !dealt.out.is_empty(), "{dealt:?}");
    }
    for command in ["bestmove", "analyse", "solve"] {
        let ran = ludex(&[command, "tantrix", "--nodes", "10"]);
        check_ran(&ran, &["the tiles are not dealt", "add >1 to --moves, or use --deal"]);
    }
    let ran = ludex(&["bestmove", "tryktrak", "--depth", "0"]);
    check_ran(&ran, &["the dice are not rolled", "dice:"]);
}

#[test]
fn squares_of_another_board_are_not_named() {
    let file = TempFile::new("range.ptn", "[Size \"5\"]\n\n1. a1 j9\n");
    let ran = ludex(&["show", "takt", "--file", file.name()]);
    check_ran(&ran, &["a1 to e5"]);
}
