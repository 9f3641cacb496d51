//! Games in the terminal, played through pipes.

use super::program::{Ran, command, ludex, with_input};

fn play(options: &[&str], input: &str) -> Ran {
    let arguments = [
        &["play", "takt", "--variant", "size=3", "--nodes", "200"],
        options,
    ]
    .concat();
    with_input(command(&arguments), input)
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    let ran = play(&["--p1", "engine", "--p2", "engine", "--threads", "1"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    let last = ran.out.lines().last().expect("some output");
    assert!(
        ["result p1win", "result p2win", "result draw"].contains(&last),
        "{ran:?}"
    );
}

#[test]
fn json_tells_every_move_and_the_result() {
    let ran = play(&["--p1", "engine", "--p2", "engine", "--json"], "");
    let lines: Vec<serde_json::Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (last, moves) = lines.split_last().expect("some lines");
    assert!(last["result"].is_string(), "{ran:?}");
    for (index, line) in moves.iter().enumerate() {
        assert_eq!(line["ply"], index + 1);
        assert_eq!(line["player"], index % 2 + 1);
    }
}

#[test]
fn a_person_plays_with_commands() {
    let ran = play(&[], "help\nmoves\nhint\nshow\na1\nundo\nundo\nb2\nquit\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("hint: "), "{ran:?}");
    assert!(ran.out.contains("player 1: a1"), "{ran:?}");
    assert!(ran.out.contains("player 1: b2"), "{ran:?}");
    assert!(ran.err.contains("error: undo"), "{ran:?}");
    assert!(ran.out.ends_with("result none (unfinished)\n"), "{ran:?}");
}

#[test]
fn slips_do_not_end_the_game() {
    let input = b"nonsense\n\xff\xfe\nCa1\n\na1\n";
    let ran = super::program::with_bytes(command(&["play", "takt", "--depth", "1"]), input);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.err
            .lines()
            .filter(|line| line.starts_with("error: "))
            .count(),
        3,
        "{ran:?}"
    );
    assert!(ran.out.contains("player 1: a1"), "{ran:?}");
}

#[test]
fn two_people_finish_a_game() {
    let ran = play(&["--p2", "human"], "a3\na1\nb1\nb3\nc1\n");
    assert_eq!(ran.out.lines().last(), Some("result p1win"), "{ran:?}");
    let over = ludex(&[
        "play",
        "takt",
        "--variant",
        "size=3",
        "--moves",
        "a3 a1 b1 b3 c1",
    ]);
    assert_eq!(over.out.lines().last(), Some("result p1win"), "{over:?}");
}

/// A move in no time at all is not possible: whoever moves first is late and loses.
#[test]
fn who_oversteps_the_time_of_a_move_loses() {
    let ran = play(
        &[
            "--p1",
            "engine",
            "--p2",
            "engine",
            "--move-time",
            "0.000001ms",
        ],
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.out.ends_with("result p2win (player 1 out of time)\n"),
        "{ran:?}"
    );
    let arguments = [
        "play",
        "quoridor",
        "--variant",
        "players=4",
        "--p1",
        "engine",
    ];
    let arguments = [
        &arguments[..],
        &["--move-time", "0.000001ms", "--nodes", "200", "--json"],
    ]
    .concat();
    let ran = ludex(&arguments);
    let last = ran.out.lines().last().expect("a result");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(last["result"], "ended", "{ran:?}");
    assert_eq!(last["late"], 1);
    let third = 2.0 / 3.0 - 1.0;
    assert_eq!(
        last["returns"],
        serde_json::json!([-1.0, third, third, third])
    );
}
