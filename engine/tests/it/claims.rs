//! Results that a search reports as certain must be true, and a search must not claim anything about moves that it has not searched.

use serde_json::Value;

use crate::program::ludex;

/// Both players have no walls left and have moved to and fro; the square c9 was reached twice.
const TO_AND_FRO: [&str; 4] = ["--variant", "board=5x9,walls=0", "--moves", "b1 b9 c1 c9 b1 b9 c1"];

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
        let more = ["--search", search, "--nodes", "3000", "--threads", "1", "--multipv", "9"];
        let found = object(&[&["bestmove", "quoridor"], &TO_AND_FRO[..], &more].concat());
        let lines = found["lines"].as_array().expect("lines");
        let drawn = lines.iter().find(|line| line["move"] == "c9");
        let win = drawn.and_then(|line| line["win"].as_f64());
        // If the draw is certain, the line has no score, and the win probability is 0.
        let is_certain = drawn.is_some_and(|line| line["score"].is_null());
        let expected = if is_certain { 0.0 } else { 0.5 };
        assert_eq!(win, Some(expected), "{search}: {found}");
    }
}

/// The limit is reached when some moves are known to lose and the others are not yet searched. So the position must not be reported as
/// lost.
#[test]
fn a_loss_is_proven_by_all_moves() {
    for (variant, moves) in [
        ("board=unlimited", "@0/ A0+ @2\\ C2+ C1+ D2/ E1+ B3\\ B4+ A4/"),
        ("board=unlimited", "@0/ A2/ B1\\ @1/ D1\\ D2/ A2/ D3/ A4+ C0/"),
        ("board=8x8", "@0+ B1/ A0\\ @1/ D2/ B3+ D3+ D4\\ A0+ @2\\ C5/ F5\\ B5/"),
    ] {
        let at = ["--variant", variant, "--moves", moves, "--threads", "1"];
        for nodes in ["20", "60", "200", "300", "500"] {
            let arguments = [&["bestmove", "trax", "--nodes", nodes], &at[..]].concat();
            let found = object(&arguments);
            assert_ne!(found["proof"]["result"], "loss", "{found}");
            assert_ne!(found["loss"], 1.0, "{found}");
        }
    }
}

/// The lines are sorted even if the limit is reached when only some moves have been searched at the next depth.
#[test]
fn the_best_line_comes_first() {
    let mut n_lines = 0;
    for (game, moves) in [
        ("takt", "a1 e5 c3 c2 d3 d2"),
        ("quoridor", "e2 e8 e3 e7 d3h"),
        ("trax", "@0/ @1\\ @1\\ C2/ A0+ @1+ E3\\"),
    ] {
        for nodes in (400..4000).step_by(300) {
            let nodes = nodes.to_string();
            let at = ["--moves", moves, "--threads", "1", "--multipv", "4"];
            let arguments = [&["bestmove", game, "--nodes", &nodes], &at[..]].concat();
            let found = object(&arguments);
            let lines = found["lines"].as_array().expect("lines");
            let worth: Vec<f64> =
                lines.iter().map(|line| line["win"].as_f64().expect("a chance")).collect();
            assert!(worth.is_sorted_by(|one, other| one >= other), "{found}");
            assert_eq!(found["bestmove"], lines[0]["move"], "{found}");
            n_lines += lines.len();
        }
    }
    assert!(n_lines > 100, "{n_lines} lines");
}

#[test]
fn nothing_is_claimed_of_what_was_not_searched() {
    for (game, searches) in [
        ("quoridor", &["alphabeta", "mcts", "maxn", "paranoid", "reply"][..]),
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
        &["trax", "--variant", "luck=yes", "--moves", "?+ns", "--search", "mcts", "--depth", "2"],
    ] {
        let found = object(&[&["bestmove"], more].concat());
        assert!(found["depth"].as_u64() >= Some(2), "{found}");
    }
}

/// The last tiles of a three-player game: player 3 loses with any move.
const LAST_TILES: &str = "2a@0:0,31f@1:-1,39c@1:0,28f@2:-2,34e@2:-1,50a@3:-2,26c@0:1,16c@2:0,21f@3:-1,47c@1:1,52f@3:-3,23e@-1:\
    1,18a@3:-4,10d@4:-4,44b@4:-3,30c@2:-3,24b@2:-4,9c@4:-2,41c@1:-2,7c@1:-3,19d@5:-3,55a@0:-1,45a@5:-4,5\
    a@0:-2,46a@-1:0,13d@5:-2,37a@4:-1,20c@3:0,51b@-1:-1,32c@6:-4,1f@6:-3,42a@-1:-2,15e@-2:0,14f@-2:-1,33\
    f@2:1,11f@-2:1,49a@2:2,3f@3:1,29f@4:0,38d@1:2,4b@0:2,48e@5:-1,6b@7:-3,12f@7:-4,22a@-3:2,27c@-2:2,54f\
    @6:-1,25b@5:0,35b@-3:1,40d@4:1,17e@8:-5,56c@3:2,53b@7:-1,43e@6:0 -|-|8,36 - RYB 2 1";

#[test]
fn a_proven_result_of_three_players_is_shown_as_certain() {
    let found = object(&["bestmove", "tantrix", "--position", LAST_TILES, "--nodes", "5000"]);
    assert_eq!(found["proof"]["result"], "loss", "{found}");
    assert_eq!((&found["win"], &found["loss"]), (&0.0.into(), &1.0.into()));
    assert_eq!(found["score"]["value"], Value::Null);
    assert_eq!(found["players"][2], -1.0);
}

#[test]
fn equities_have_every_digit_and_chances_are_between_0_and_1() {
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

/// Won positions in which alpha-beta once proved a win for the wrong side: the refutation is a wall far from all pawns and their paths.
/// Each entry has the variant, the position, and all first moves that win, as found by complete analysis.
const FAR_WALLS: [(&str, &[&str]); 4] = [
    ("d2/b1/b2 a3/1 1/1/6x6", &[]),
    ("e6c7/c6/b6 f6/1 1/2/8x8", &["a7h"]),
    ("e6c7/c6/b6 b7/1 1/2/8x8", &["a7h"]),
    ("e6c7/c6/f5 a7/1 1/2/8x8", &["a6"]),
];

#[test]
fn alpha_beta_proves_nothing_by_the_walls_that_it_likes() {
    for (position, winning) in FAR_WALLS {
        for nodes in ["30000", "100000"] {
            let found = object(&[
                "bestmove",
                "quoridor",
                "--position",
                position,
                "--nodes",
                nodes,
                "--threads",
                "1",
            ]);
            let is_won = winning.contains(&found["bestmove"].as_str().expect("a move"));
            match found["proof"]["result"].as_str() {
                Some("win") => assert!(is_won, "{found}"),
                Some(_) => assert!(winning.is_empty(), "{found}"),
                None => {}
            }
        }
    }
}

#[test]
fn alpha_beta_proves_a_draw_that_it_would_prune() {
    for threads in ["1", "2"] {
        let found = object(&[
            "bestmove",
            "quoridor",
            "--variant",
            "board=3x3,walls=1,max-plies=5",
            "--threads",
            threads,
            "--nodes",
            "1000000",
        ]);
        agrees(&found, "draw");
        assert_eq!(found["proof"]["plies"], 5, "{found}");
    }
}

/// Checks the three fields of a report that depend on a certain result.
fn agrees(found: &Value, result: &str) {
    let part = match result {
        "win" => "win",
        "loss" => "loss",
        _ => "draw",
    };
    assert_eq!(found["proof"]["result"], result, "{found}");
    assert_eq!(found[part], 1.0, "{found}");
    assert_eq!(found["score"]["value"], Value::Null, "{found}");
}

#[test]
fn a_draw_of_three_or_four_is_not_a_loss() {
    for (variant, plies) in
        [("players=3,max-plies=3,walls=0", 3), ("players=4,max-plies=4,walls=0", 4)]
    {
        for search in ["mcts", "maxn", "paranoid", "reply"] {
            let found = object(&[
                "bestmove",
                "quoridor",
                "--variant",
                variant,
                "--search",
                search,
                "--nodes",
                "30000",
                "--threads",
                "1",
            ]);
            match found["proof"]["result"].as_str() {
                // A search that assumes that all opponents cooperate says nothing about the real
                // result.
                None if search == "paranoid" || search == "reply" => {}
                _ => {
                    agrees(&found, "draw");
                    assert_eq!(found["proof"]["plies"], plies, "{search}: {found}");
                }
            }
        }
    }
}

#[test]
fn a_win_is_proven_whatever_came_up_before() {
    const SHUFFLED: &str = "e2 e8 e1 e9 e2 d9 e3 d8 e4 c8 e5 c9 e6 b9 e7 b8 e8 a8";
    for search in ["alphabeta", "mcts", "maxn", "paranoid", "reply"] {
        let found = object(&[
            "bestmove",
            "quoridor",
            "--moves",
            SHUFFLED,
            "--search",
            search,
            "--nodes",
            "100000",
            "--threads",
            "1",
        ]);
        agrees(&found, "win");
        assert_eq!(found["proof"]["plies"], 1, "{search}: {found}");
        assert!(found["nodes"].as_u64() < Some(10_000), "{search}: {found}");
    }
}

#[test]
fn no_line_of_play_continues_after_a_repetition() {
    for search in ["alphabeta", "mcts", "maxn", "paranoid", "reply"] {
        let before = "a2h a3 a1 b3 a2 a3 a1 b3 b1";
        let variant = "board=3x3,walls=1";
        let found = object(&[
            "bestmove",
            "quoridor",
            "--variant",
            variant,
            "--moves",
            before,
            "--search",
            search,
            "--nodes",
            "20000",
            "--threads",
            "1",
        ]);
        let line: Vec<_> = found["pv"].as_array().expect("moves").iter().collect();
        let words: Vec<_> = line.iter().filter_map(|mv| mv.as_str()).collect();
        let moves = format!("{before} {}", words.join(" "));
        object(&["show", "quoridor", "--variant", variant, "--moves", &moves]);
    }
}

/// A game that ends with a margin of one point.
const CLOSE: &str = ">25 >19 >21 >25 >11 >26 >41 >35 >48 >15 >50 >43 >22 >6 25a@0:0 >49 50d@1:-1 >3 11b@2:-1 >7 21c@1:0 >55 \
    22d@0:1 >23 7f@3:-2 >30 48a@2:-2 >18 23d@4:-3 >24 55b@0:-1 >39 39b@1:-2 >53 24b@-1:-1 >13 6f@-1:0 >46 \
    30f@1:1 >36 26a@2:0 >29 36c@-1:1 >34 34a@0:-2 >40 46c@1:2 >47 41d@-2:-1 >8 8d@3:-1 >20 29e@4:-2 >4 20b@-2:0 \
    >17 3b@-1:-2 >12 12a@2:1 >51 51f@3:-3 >28 15c@5:-4 >45 18b@4:-4 >1 45e@-2:1 >44 40e@3:0 >42 42c@2:-3 >38 \
    35b@3:-4 >37 4c@-2:-2 >56 47c@1:-3 >33 33e@0:2 >14 44f@2:-4 >27 27e@0:-3 >9 13e@-1:-3 >5 28d@-3:-2 >10 \
    9f@-2:-3 >19 19e@-1:2 >31 14d@-2:2 >54 43f@-3:-1 >16 37c@1:-4 >52 52f@5:-3 >32 32f@-3:0 >2 2a@-4:-2 1f@0:-4 \
    10c@-1:-4 54c@-4:-3 49f@-3:2 31f@-4:2 53a@-5:3 38c@-4:3 56f@-3:3 16e@-2:3";

#[test]
fn a_narrow_result_is_as_certain_as_a_clear_one() {
    let variant = "endgame-forced=exactly3,start-tile=return";
    for search in ["mcts", "expectimax"] {
        let found = object(&[
            "bestmove",
            "tantrix",
            "--variant",
            variant,
            "--moves",
            CLOSE,
            "--search",
            search,
            "--nodes",
            "500",
            "--threads",
            "1",
        ]);
        agrees(&found, "win");
    }
}

/// The player to move threatens a road, and the opponent could then complete one at once. But returning to an earlier
/// position is a draw by repetition, which ends the game first.
const DRAWN_BY_REPETITION: [&str; 4] = [
    "--variant",
    "size=3,stones=1,caps=2,repetition=3",
    "--moves",
    "c1 a3 a3- Cc2 a2> c2< Cb3 c1< b3< b2+ a3- b3- a2+ b2+ a3-",
];

#[test]
fn a_threat_is_not_a_win_if_the_answer_repeats_a_position() {
    for more in [
        &["--depth", "1"][..],
        &["--depth", "6", "--threads", "1"],
        &["--depth", "4", "--set", "quiescence_parries=15"],
        &["--nodes", "3000", "--threads", "2", "--multipv", "50"],
    ] {
        let found = object(&[&["bestmove", "takt"], &DRAWN_BY_REPETITION[..], more].concat());
        assert_ne!(found["proof"]["result"], "win", "{found}");
        assert_ne!(found["win"], 1.0, "{found}");
    }
    for search in ["tinue", "whole"] {
        let more = ["--search", search, "--depth", "7", "--json"];
        let ran = ludex(&[&["solve", "takt"], &DRAWN_BY_REPETITION[..], &more].concat());
        let solved: Value = serde_json::from_str(&ran.out).expect("an object");
        assert_ne!(solved["result"], "win", "{search}: {ran:?}");
    }
}

/// At a low level, the engine may choose a move that is not the best. The reported facts about the position are correct even then.
#[test]
fn the_choice_of_a_weak_player_does_not_prove_the_position() {
    // Player 1 wins at once; player 2 threatens to win.
    let position = ["--position", "2,x,2/1,1,x/2,x2 1 4", "--level", "1"];
    let mut n_overlooked = 0;
    for seed in 0..30 {
        let seed = seed.to_string();
        let found = object(&[&["bestmove", "takt", "--seed", &seed], &position[..]].concat());
        let is_win = found["bestmove"] == "c2";
        n_overlooked += u32::from(!is_win);
        assert_ne!(found["proof"]["result"], "loss", "{found}");
        assert_ne!(found["loss"], 1.0, "{found}");
        assert_eq!(found["proof"]["result"] == "win", is_win, "{found}");
    }
    assert!(n_overlooked > 0, "no seed overlooks the win");
}
