//! Tantrix puzzles on the command line.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::program::{command, ludex};

fn solve(arguments: &[&str]) -> super::program::Ran {
    ludex(&[&["solve", "tantrix"], arguments].concat())
}

#[test]
fn a_puzzle_is_solved_counted_and_listed() {
    let solved = solve(&["--tiles", "1-10", "--colour", "R", "--json"]).json();
    assert_eq!(solved["result"], "win");
    assert_eq!(solved["plies"], 10);
    assert_eq!(solved["moves"].as_array().expect("valid test data").len(), 10);
    assert_eq!(solved["count"], serde_json::Value::Null);
    let counted = solve(&["--tiles", "1-10", "--colour", "Y", "--count", "--json"]).json();
    assert_eq!((&counted["count"], &counted["complete"]), (&388.into(), &true.into()));
    let none = solve(&["--tiles", "48-56", "--colour", "green", "--json"]);
    assert_eq!(none.json()["result"], "loss");
    let listed = solve(&["--tiles", "1-7", "--colour", "B", "--all", "--json"]);
    let lines: Vec<serde_json::Value> = listed
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("valid test data"))
        .collect();
    assert_eq!(lines.len(), 37);
    assert_eq!(lines[36]["count"], 36);
    assert_eq!(lines[0]["moves"], lines[36]["moves"]);
    let text = solve(&["--tiles", "1-7", "--colour", "B", "--all"]);
    assert_eq!(text.out.lines().filter(|line| line.starts_with("1a@0:0,")).count(), 36);
}

#[test]
fn a_search_for_a_puzzle_keeps_few_nodes() {
    for (tiles, nodes) in [("1-30", "100"), ("1-10", "1")] {
        let ran = solve(&[
            "--tiles",
            tiles,
            "--colour",
            "R",
            "--nodes",
            nodes,
            "--threads",
            "1",
            "--json",
        ]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(told["result"], "unknown", "{told}");
        let most: u64 = nodes.parse().expect("a number");
        assert!(told["nodes"].as_u64().expect("a number") <= 2 * most + 16, "{told}");
    }
    let refused = solve(&["--tiles", "1-10", "--depth", "1"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("--depth"), "{refused:?}");
}

#[test]
fn lines_holes_and_lists_are_understood() {
    // The official puzzle of the first n tiles has the colour on the back of tile n.
    let without_colour = solve(&["--tiles", "1-5", "--count", "--json"]).json();
    assert_eq!(without_colour["count"], 4);
    let line = solve(&["--tiles", "1", "--colour", "Y", "--line", "--count", "--json"]).json();
    assert_eq!(line["count"], 1);
    let roomy =
        &["--tiles", "3,5,8,12,14,43,46,50,52,54", "--colour", "B", "--holes", "yes", "--json"];
    assert_eq!(solve(roomy).json()["result"], "win");
    let threads = |n: &str| solve(&["--tiles", "1-19", "--json", "--threads", n]).out;
    assert_eq!(threads("1"), threads("3"));
}

#[test]
fn bad_puzzles_say_what_is_wrong() {
    let check = |arguments: &[&str], words: &str| {
        let ran = solve(arguments);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(words), "{ran:?}");
        assert_eq!(ran.out, "");
    };
    check(&["--tiles", "1-3,2"], "--tiles: \"2\" is given twice");
    check(&["--tiles", "0-3"], "--tiles: expected tile numbers from 1 to 56");
    check(&["--tiles", "1-57"], "found \"57\"");
    check(&["--tiles", "9-3"], "found \"9-3\"");
    check(&["--tiles", "-3"], "found nothing");
    check(&["--tiles", ""], "found nothing");
    check(&["--tiles", "1-3,"], "found nothing");
    check(&["--tiles", "99999999999999999999"], "found \"99999999999999999999\"");
    check(&["--tiles", "1-3", "--colour", "W"], "--colour: expected R, Y, B or G, but found \"W\"");
    check(&["--tiles", "50-52"], "--colour");
    check(
        &["--tiles", "1-3", "--holes", "some"],
        "--holes: expected yes or no, but found \"some\"",
    );
    check(&["--tiles", "1-3", "--loop", "--line"], "--line");
    check(&["--count"], "--tiles");
    let takt = ludex(&["solve", "takt", "--tiles", "1-3"]);
    assert_eq!(takt.code, 2);
    assert!(takt.err.contains("a game with puzzles (tantrix)"), "{takt:?}");
}

#[test]
fn limits_end_with_what_was_found() {
    let cut = solve(&["--tiles", "1-20", "--count", "--json", "--nodes", "100k"]);
    assert_eq!(cut.code, 1, "{cut:?}");
    let object: serde_json::Value = serde_json::from_str(&cut.out).expect("valid test data");
    assert_eq!(object["complete"], false);
    assert!(cut.err.contains("not finished"), "{cut:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_was_found() {
    let mut child = command(&["solve", "tantrix", "--tiles", "1-15", "--all", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("valid test data");
    let mut lines = BufReader::new(child.stdout.take().expect("valid test data")).lines();
    let first = lines.next().expect("valid test data").expect("valid test data");
    assert!(first.starts_with("{\"moves\":"), "{first}");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("valid test data").success());
    let last = lines.last().expect("valid test data").expect("valid test data");
    let summary: serde_json::Value = serde_json::from_str(&last).expect("valid test data");
    assert_eq!((&summary["result"], &summary["complete"]), (&"win".into(), &false.into()));
    assert_eq!(child.wait().expect("valid test data").code(), Some(130));
}

#[test]
fn the_search_for_puzzles_of_tiles_needs_tiles() {
    for more in [&[][..], &["--deal"]] {
        let ran = ludex(&[&["solve", "tantrix", "--search", "tiles"], more].concat());
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{ran:?}");
        let expected = "--tiles: --search tiles solves puzzles, not positions";
        assert!(ran.err.contains(expected), "{ran:?}");
    }
}
