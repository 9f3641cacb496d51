//! Tantrix on the command line and in UGI.

use crate::program::{TempFile, command, ludex, with_input};

/// A middle game with a known order of the bag.
const MIDDLE: &str = "54c@0:0,24d@1:-1,41b@2:-2,32f@0:1,55c@1:0,45b@2:-1,22f@-1:2,4f@-1:1,16f@2:-3,52c@2:0,46c@1:1,6f@1:-2 9,29,34,37,38,44|7,10,23,26,30,35 12,19,40,11,49,18,31,5,39,28,43,33,13,2,53,14,15,21,56,17,8,51,25,48,36,42,1,47,3,50,27,20 RY 1 2";

const EMPTY: &str = "- 1,2,3,4,5,6|7,8,9,10,11,12 ? RY 0 2";

#[test]
fn the_common_commands_know_tantrix() {
    let counted = ludex(&["perft", "tantrix", "--position", MIDDLE, "--depth", "3"]);
    assert_eq!(counted.out, "nodes 8123\n");
    let shown = ludex(&["show", "tantrix", "--position", MIDDLE, "--json"]).json();
    assert_eq!(shown["to_move"], 2);
    assert_eq!(shown["legal_moves"], 40);
    assert_eq!(shown["scores"]["Y"]["score"], 12);
    assert_eq!(shown["scores"]["Y"]["kind"], "loop");
    assert_eq!(shown["forced_spaces"][0]["cell"], "0:-1");
    let listed = ludex(&["moves", "tantrix", "--position", MIDDLE]);
    assert_eq!(listed.out.lines().count(), 40);
    let three = ludex(&["show", "tantrix", "--variant", "players=3", "--json"]).json();
    assert_eq!(three["to_move"], serde_json::Value::Null);
    assert_eq!(three["variant"], "players=3,colours=RYB");
}

#[test]
fn a_start_must_be_dealt() {
    let ran = ludex(&["bestmove", "tantrix"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--deal"), "{}", ran.err);
    let deal = |seed: &str| {
        let dealt = ["bestmove", "tantrix", "--deal", "--seed", seed, "--nodes", "500", "--json"];
        ludex(&dealt).json()["position"].clone()
    };
    assert_eq!(deal("3"), deal("3"));
    assert_ne!(deal("3"), deal("4"));
}

#[test]
fn bestmove_answers_one_placement_and_analyse_the_turn() {
    let found = ludex(&["bestmove", "tantrix", "--position", MIDDLE, "--nodes", "3000"]);
    assert_eq!((found.code, found.out.lines().count()), (0, 1));
    let arguments = ["analyse", "tantrix", "--position", MIDDLE, "--nodes", "3000"];
    let told = ludex(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(told["score"]["unit"], "points");
    assert_eq!(told["turn"]["moves"][0], told["bestmove"]);
    let events = |answer: &serde_json::Value| answer["events"].as_array().map_or(0, Vec::len);
    let answers = told["turn"]["answers"].as_array().expect("answers");
    assert_eq!(answers.iter().map(events).sum::<usize>(), 32);
    let text = ludex(&arguments).out;
    assert!(text.contains("forced spaces") && text.contains("\nthen "), "{text}");
}

/// The order of the bag must not affect anything but the position itself.
#[test]
fn an_analysis_does_not_see_the_order_of_the_bag() {
    let words: Vec<&str> = MIDDLE.split(' ').collect();
    let mut bag: Vec<&str> = words[2].split(',').collect();
    bag.reverse();
    let reversed = MIDDLE.replace(words[2], &bag.join(","));
    let told = [MIDDLE, &*reversed].map(|position| {
        let mut told = ludex(&[
            "analyse",
            "tantrix",
            "--position",
            position,
            "--nodes",
            "4000",
            "--deterministic",
            "--json",
        ])
        .json();
        let object = told.as_object_mut().expect("an object");
        for key in ["position", "time_ms", "nps"] {
            object.remove(key);
        }
        told
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn bad_input_is_an_error_and_exit_code_two() {
    let refused = |position: &str, moves: &str, part: &str| {
        let ran = ludex(&["show", "tantrix", "--position", position, "--moves", moves]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(part), "{ran:?}");
    };
    refused("- 1,1|2 - RY 0 2", "", "is given twice");
    refused("- 1|2 - RY 0 9", "", "phase");
    refused(EMPTY, "1a@0:0>1", "in the bag");
    refused(EMPTY, "1a@0:0 >13 1a@0:1", "player 2 holds");
    refused(EMPTY, "13a@0:0", "player 1 holds");
    refused(EMPTY, "1a@5:0", "0:0");
}

#[test]
fn ugi_takes_draws_in_the_list_of_moves() {
    let input = format!(
        "ugi\nposition fen {EMPTY} moves 1a@0:0>13 7a@0:1\nposition fen {EMPTY} moves 1a@0:0>13\n\
         query turn\nquery returns\ngo nodes 200\n"
    );
    let ran = with_input(command(&["ugi", "tantrix"]), &input);
    assert!(ran.out.contains("response 2\nresponse none\n"), "{}", ran.out);
    assert!(ran.out.contains("bestmove "), "{}", ran.out);
    let over = "7a@0:0 -|- - RY 0 2";
    let input =
        format!("ugi\nposition fen {over}\nquery turn\nquery returns\nquery result\nquit\n");
    let ran = with_input(command(&["ugi", "tantrix"]), &input);
    assert!(ran.out.contains("response none\nresponse 0 0\nresponse draw\n"), "{}", ran.out);
}

#[test]
fn a_game_of_the_engine_against_itself_ends() {
    let ran = ludex(&[
        "play", "tantrix", "--p1", "engine", "--p2", "engine", "--search", "greedy", "--seed", "5",
        "--json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let last = ran.last_json();
    assert_eq!(last["ply"], 56);
}

#[test]
fn records_are_checked_with_their_places() {
    let file = TempFile::unwritten("game.tantrix");
    let path = file.name();
    let write = |text: String| std::fs::write(path, text).expect("a file");
    write(format!("position: {EMPTY}\n1a@0:0>13\n"));
    let shown = ludex(&["show", "tantrix", "--file", path, "--json"]).json();
    assert_eq!((shown["ply"].as_u64(), shown["to_move"].as_u64()), (Some(1), Some(2)));
    let again = ludex(&["convert", "tantrix", "--file", path, "--to", "tantrix"]).out;
    assert!(again.contains("1a@0:0>13"), "{again}");
    write(format!("position: {EMPTY}\n1a@0:0>13\n7a@3:0\n"));
    let ran = ludex(&["show", "tantrix", "--file", path]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 3, word 1"), "{}", ran.err);
}
