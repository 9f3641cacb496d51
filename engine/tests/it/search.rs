//! Every search must obey limits, be reproducible, and find a win in one move.

use super::program::{Ran, ludex};

/// Player 1 to move wins by c2.
const WIN_IN_ONE: &str = "2,x,2/1,1,x/2,x2 1 4";

fn bestmove(options: &[&str]) -> Ran {
    ludex(&[&["bestmove", "takt"], options].concat())
}

#[test]
fn standard_output_contains_only_the_move() {
    let ran = bestmove(&["--depth", "2"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_eq!(ran.out.split_whitespace().count(), 1, "{ran:?}");
    assert!(ran.out.ends_with('\n'), "{ran:?}");
}

#[test]
fn a_win_in_one_is_found_and_proven() {
    let object = bestmove(&["--position", WIN_IN_ONE, "--depth", "3", "--json"]).json();
    assert_eq!(object["bestmove"], "c2");
    assert_eq!(object["proof"]["result"], "win");
    assert_eq!(object["proof"]["plies"], 1);
    assert_eq!(object["win"], 1.0);
}

/// A position is reported as a certain draw only when no move can achieve more.
#[test]
fn a_certain_draw_is_reported() {
    for search in ["alphabeta", "mcts", "maxn", "paranoid", "reply"] {
        let variant = "players=2,max-plies=2";
        let head = ["bestmove", "quoridor", "--variant", variant, "--search", search];
        let ran = ludex(&[&head[..], &["--nodes", "100000", "--book", "none", "--json"]].concat());
        let object = ran.json();
        assert_eq!(object["proof"]["result"], "draw", "{search}: {object}");
        assert_eq!(object["proof"]["plies"], 2, "{search}: {object}");
        assert_eq!(object["draw"], 1.0, "{search}: {object}");
    }
}

#[test]
fn one_thread_with_a_fixed_depth_is_reproducible() {
    let run = || {
        let mut object = bestmove(&["--depth", "4", "--threads", "1", "--json"]).json();
        object["time_ms"].take();
        object["nps"].take();
        object
    };
    assert_eq!(run(), run());
}

/// With several threads the best move depends on timing, but it is always legal.
#[test]
fn several_threads_find_a_legal_move() {
    for (game, more) in [
        ("takt", &[][..]),
        ("quoridor", &[]),
        ("quoridor", &["--variant", "players=4"]),
        ("trax", &["--moves", "@0/ @1+"]),
        ("tryktrak", &["--moves", "dice:31"]),
        ("tantrix", &["--position", "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2"]),
    ] {
        let search = [&["bestmove", game, "--nodes", "3000", "--threads", "3"], more].concat();
        let found = ludex(&search);
        let listed = ludex(&[&["moves", game], more].concat()).out;
        assert!(listed.lines().any(|mv| mv == found.out.trim()), "{game}: {found:?}");
    }
}

#[test]
fn deterministic_output_does_not_depend_on_the_threads() {
    let run = |threads: &str| {
        let options = ["--nodes", "20000", "--deterministic", "--threads", threads, "--json"];
        let mut object = bestmove(&options).json();
        for key in ["time_ms", "nps", "threads"] {
            object[key].take();
        }
        object
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn a_table_of_lines_is_printed() {
    let ran = ludex(&["analyse", "takt", "--depth", "2", "--multipv", "2"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.starts_with("position  x5/x5/x5/x5/x5 1 1\n"), "{ran:?}");
    let (_, table) = ran.out.split_once("\n\n").expect("two tables");
    assert_eq!(table.lines().count(), 3, "{ran:?}");
}

/// A published puzzle (tiltak): player 1 has one winning first move, and needs three plies.
const TINUE: &str = "2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8";

#[test]
fn solve_proves_a_win() {
    let ran = ludex(&["solve", "takt", "--position", TINUE, "--depth", "5"]);
    let told: Vec<_> = ran.err.lines().map(|line| &line[..14]).collect();
    assert_eq!(told, ["depth  1   no ", "depth  3   d2>"], "{ran:?}");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("result  win in 3 plies\nmoves   d2>\nline    d2> "), "{ran:?}");
    let object = ludex(&["solve", "takt", "--position", TINUE, "--json"]).json();
    let keys: Vec<_> = object.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["result", "plies", "moves", "nodes"]);
    assert_eq!((&object["result"], &object["plies"]), (&"win".into(), &3.into()));
    assert_eq!(object["moves"], serde_json::json!(["d2>"]));
}

#[test]
fn solve_without_a_proof_says_so_and_fails() {
    let ran = ludex(&["solve", "takt", "--depth", "1", "--json"]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{ran:?}");
    assert!(ran.err.contains("\"message\":\"no proof"), "{ran:?}");
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&object["result"], &object["plies"]), (&"unknown".into(), &().into()));
    // The answer says which lines were searched, and whether all of them were.
    for (more, looked_at, exhausted, wider) in [
        (&[][..], "sequences of road threats", false, Some("--search whole tries more")),
        (&["--search", "whole"], "every move of both sides", false, None),
    ] {
        let words = [&["solve", "takt", "--depth", "1"], more].concat();
        let ran = ludex(&words);
        assert!(ran.err.contains(looked_at), "{ran:?}");
        match wider {
            Some(wider) => assert!(ran.err.contains(wider), "{ran:?}"),
            None => assert!(!ran.err.contains("--search"), "{ran:?}"),
        }
        let ran = ludex(&[&words[..], &["--json"]].concat());
        let object: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(
            (&object["looked_at"], &object["exhausted"]),
            (&looked_at.into(), &exhausted.into()),
            "{object}"
        );
    }
    let ran = ludex(&["solve", "takt", "--search", "magic"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("one of tinue"), "{ran:?}");
}

/// Proven moves must be sorted correctly, although they were not searched as deeply as the others.
#[test]
fn proven_wins_come_before_other_moves() {
    let takt = [
        "takt",
        "--variant",
        "size=3,stones=3,caps=1,repetition=3",
        "--moves",
        "a3 c2 a1 a3- Sa3 c1 a1+ Cb3 a2-",
        "--depth",
        "4",
    ];
    let trax = [
        "trax",
        "--moves",
        "@0+ A0+ @2\\ B0\\ @1/ A3+ D2+ D1/ A0/ @1/ A3+ B0+ F3\\ D6/ @2\\ F6/ D1/ B6\\",
        "--nodes",
        "5000",
    ];
    for words in [&takt[..], &trax[..]] {
        let more = ["--threads", "1", "--multipv", "500", "--json"];
        let object = ludex(&[&["bestmove"], words, &more].concat()).json();
        let lines = object["lines"].as_array().expect("lines");
        let wins: Vec<bool> = lines.iter().map(|line| line["win"] == 1.0).collect();
        assert!(wins.iter().filter(|&&win| win).count() > 1, "{object}");
        assert!(wins.is_sorted_by(|a, b| a >= b), "{wins:?}");
    }
}

/// A result from a table is certain in the summary as well as in the lines.
#[test]
fn a_certain_bear_off_is_won_in_full() {
    let xgid = "XGID=-A------------------a-----:1:-1:1:00:0:0:0:0:10";
    let object = ludex(&["bestmove", "tryktrak", "--position", xgid, "--json"]).json();
    assert_eq!(object["win"], 1.0, "{object}");
    assert_eq!(object["lines"][0]["win"], 1.0, "{object}");
}

#[test]
fn a_lost_position_is_reported_as_lost() {
    // Player 2 has two ways to win at once; player 1 can stop only one of them.
    let tps = "x5/1,x4/2,2,2,2,x/2,2,2,2,x/1,1,x3 1 9";
    let object = bestmove(&["--position", tps, "--depth", "4", "--json"]).json();
    assert_eq!(object["proof"], serde_json::json!({"result": "loss", "plies": 2}), "{object}");
    assert_eq!((&object["win"], &object["loss"]), (&0.0.into(), &1.0.into()));
}
