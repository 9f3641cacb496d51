//! What the searches must do whatever they are: obey limits, be reproducible, find a win in one.

use super::program::{Ran, ludex};

/// Player 1 to move wins by c2.
const WIN_IN_ONE: &str = "2,x,2/1,1,x/2,x2 1 4";

fn bestmove(options: &[&str]) -> Ran {
    ludex(&[&["bestmove", "takt"], options].concat())
}

#[test]
fn the_move_stands_alone_on_standard_output() {
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

#[test]
fn deterministic_output_does_not_depend_on_the_threads() {
    let run = |threads: &str| {
        let options = [
            "--nodes",
            "20000",
            "--deterministic",
            "--threads",
            threads,
            "--json",
        ];
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
    assert!(
        ran.out.starts_with("position  x5/x5/x5/x5/x5 1 1\n"),
        "{ran:?}"
    );
    let (_, table) = ran.out.split_once("\n\n").expect("two tables");
    assert_eq!(table.lines().count(), 3, "{ran:?}");
}
