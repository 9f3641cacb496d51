//! What a search says is certain is so, and it says nothing where it has seen nothing.

use serde_json::Value;

use crate::program::ludex;

/// Both players have no walls left, and have gone to and fro; the square c9 was there twice.
const TO_AND_FRO: [&str; 4] = [
    "--variant",
    "board=5x9,walls=0",
    "--moves",
    "b1 b9 c1 c9 b1 b9 c1",
];

fn object(arguments: &[&str]) -> Value {
    let ran = ludex(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
    let line = ran.out.lines().last().unwrap_or_default();
    serde_json::from_str(line).expect("an object")
}

#[test]
fn a_move_that_draws_by_repetition_does_not_win() {
    let solved = object(&[&["solve", "quoridor"], &TO_AND_FRO[..]].concat());
    assert_eq!(solved["result"], "win");
    assert_eq!(solved["moves"], serde_json::json!(["b8"]));
}

#[test]
fn every_search_sees_that_a_move_draws_by_repetition() {
    for search in ["default", "alphabeta", "mcts", "maxn", "paranoid", "reply"] {
        let more = [
            "--search",
            search,
            "--nodes",
            "3000",
            "--threads",
            "1",
            "--multipv",
            "9",
        ];
        let found = object(&[&["bestmove", "quoridor"], &TO_AND_FRO[..], &more].concat());
        let lines = found["lines"].as_array().expect("lines");
        let drawn = lines.iter().find(|line| line["move"] == "c9");
        let win = drawn.and_then(|line| line["win"].as_f64());
        assert_eq!(win, Some(0.5), "{search}: {found}");
    }
}

#[test]
fn nothing_is_claimed_of_what_was_not_searched() {
    for (game, searches) in [
        (
            "quoridor",
            &["alphabeta", "mcts", "maxn", "paranoid", "reply"][..],
        ),
        ("trax", &["alphabeta", "expectimax", "mcts"]),
        ("tantrix", &["mcts", "expectimax", "greedy", "flat"]),
        ("takt", &["alphabeta"]),
    ] {
        for search in searches {
            let deal: &[&str] = if game == "tantrix" { &["--deal"] } else { &[] };
            let few = ["--search", search, "--nodes", "1", "--threads", "1"];
            let found = object(&[&["bestmove", game], deal, &few].concat());
            let win = found["win"].as_f64().unwrap_or_default();
            assert!((0.02..0.98).contains(&win), "{game} {search}: {found}");
        }
    }
}

#[test]
fn a_depth_ends_the_tree_search_where_chance_follows_the_moves() {
    for more in [
        &["tantrix", "--deal", "--depth", "3"][..],
        &["tantrix", "--deal", "--depth", "2", "--deterministic"],
        &["tantrix", "--deal", "--depth", "2", "--set", "open_loop=1"],
        &[
            "trax",
            "--variant",
            "luck=yes",
            "--moves",
            "?+ns",
            "--search",
            "mcts",
            "--depth",
            "2",
        ],
    ] {
        let found = object(&[&["bestmove"], more].concat());
        assert!(found["depth"].as_u64() >= Some(2), "{found}");
    }
}

/// The last tiles of a game of three: player 3 has lost, whatever he does.
const LAST_TILES: &str = "2a@0:0,31f@1:-1,39c@1:0,28f@2:-2,34e@2:-1,50a@3:-2,26c@0:1,16c@2:0,21f@3:-1,47c@1:1,52f@3:-3,23e@-1:\
    1,18a@3:-4,10d@4:-4,44b@4:-3,30c@2:-3,24b@2:-4,9c@4:-2,41c@1:-2,7c@1:-3,19d@5:-3,55a@0:-1,45a@5:-4,5\
    a@0:-2,46a@-1:0,13d@5:-2,37a@4:-1,20c@3:0,51b@-1:-1,32c@6:-4,1f@6:-3,42a@-1:-2,15e@-2:0,14f@-2:-1,33\
    f@2:1,11f@-2:1,49a@2:2,3f@3:1,29f@4:0,38d@1:2,4b@0:2,48e@5:-1,6b@7:-3,12f@7:-4,22a@-3:2,27c@-2:2,54f\
    @6:-1,25b@5:0,35b@-3:1,40d@4:1,17e@8:-5,56c@3:2,53b@7:-1,43e@6:0 -|-|8,36 - RYB 2 1";

#[test]
fn a_proven_result_of_three_players_is_shown_as_certain() {
    let found = object(&[
        "bestmove",
        "tantrix",
        "--position",
        LAST_TILES,
        "--nodes",
        "5000",
    ]);
    assert_eq!(found["proof"]["result"], "loss", "{found}");
    assert_eq!((&found["win"], &found["loss"]), (&0.0.into(), &1.0.into()));
    assert_eq!(found["score"]["value"], Value::Null);
    assert_eq!(found["players"][2], -1.0);
}

#[test]
fn equities_have_every_digit_and_chances_lie_between_0_and_1() {
    let position = ["--position", "jQAAwCQAAAAAAA", "--moves", "dice:31"];
    let solved = object(&[&["solve", "tryktrak"], &position[..]].concat());
    let found = object(&[&["bestmove", "tryktrak"], &position[..], &["--depth", "0"]].concat());
    let near = |value: &Value| {
        let difference = value.as_f64()? - solved["equity"].as_f64()?;
        Some(difference.abs() < 1e-6)
    };
    assert_eq!(near(&found["equity"]), Some(true), "{found}");
    assert_eq!(near(&found["score"]["value"]), Some(true), "{found}");
}

#[test]
fn a_repetition_is_the_same_with_a_count_of_reversible_plies() {
    let moves = "a1 e5 a5 e1 a5> e1< b5< d1> a5> e1< b5< d1>";
    for variant in ["repetition=3", "repetition=3,reversible=20"] {
        let shown = object(&["show", "takt", "--variant", variant, "--moves", moves]);
        assert_eq!(shown["result"], "draw", "{variant}: {shown}");
    }
}
