//! With little memory, or with files that block, the program reports an error and never aborts.
#![cfg(unix)]

use std::process::Command;

use super::program::{Engine, Folder, TempFile, ludex, with_input, with_little_memory};

/// A gigabyte, in KiB: enough for the program, but not for hundreds of threads.
const LITTLE: u32 = 1 << 20;

#[test]
fn more_threads_than_memory_are_refused() {
    for options in [
        &["bestmove", "takt", "--nodes", "20000"][..],
        &["bestmove", "trax", "--nodes", "20000"],
        &["perft", "takt", "--depth", "3"],
        &["solve", "tantrix", "--tiles", "1-5"],
    ] {
        let arguments = [options, &["--threads", "256"]].concat();
        let ran = with_input(with_little_memory(&arguments, LITTLE), "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains("no memory for 256 threads"), "{ran:?}");
        let ran = with_input(with_little_memory(options, LITTLE), "");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    let session = "setoption name Threads value 256\ngo nodes 1000\n";
    let ran = with_input(with_little_memory(&["ugi", "takt"], LITTLE), session);
    assert!(ran.out.contains("error: setoption Threads"), "{ran:?}");
    assert!(ran.out.contains("bestmove "), "{ran:?}");
}

#[test]
fn a_table_larger_than_memory_is_refused() {
    for command in
        [&["bestmove", "takt", "--nodes", "1000"][..], &["perft", "takt", "--depth", "3"]]
    {
        let arguments = [command, &["--hash", "1000000"]].concat();
        let ran = with_input(with_little_memory(&arguments, LITTLE), "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains("1000000 MiB of memory are not available"), "{ran:?}");
    }
}

#[test]
fn a_pipe_without_data_causes_a_remark() {
    let fifo = TempFile::unwritten("game.ptn");
    let made = Command::new("mkfifo").arg(&fifo.0).status();
    assert!(made.expect("the command exists").success());
    let mut program = Engine::with_remarks(&["show", "takt", "--json", "--file", fifo.name()]);
    let remark = program.read_remark();
    assert_eq!(remark, format!("waiting for data from {}\n", fifo.name()));
    std::fs::write(&fifo.0, "[Size \"5\"]\n\n1. a1 e5\n").expect("the program reads it");
    assert!(program.read_line().contains("\"ply\":2"));
    assert_eq!(program.end(), 0);
    // Reading an ordinary file prints no remark.
    let plain = TempFile::new("plain.ptn", "[Size \"5\"]\n\n1. a1 e5\n");
    assert_eq!(ludex(&["show", "takt", "--file", plain.name()]).err, "");
}

/// Texts and boards that are too large give an error; the program does not run out of memory.
#[test]
fn texts_and_boards_that_are_too_large_are_refused() {
    let list = "a1 ".repeat(10 << 20 >> 2);
    let tile = |number: usize| format!("A{number}+ ");
    let tall: String = (2..=20_000).map(tile).collect();
    let tall = format!("@0+ {tall}");
    let ring: String = (2..=2_500).map(tile).collect();
    let row = (2..=2_500).map(|number| format!("{}1+ ", column(number)));
    let corner = format!("@0+ {ring}{}", row.collect::<String>());
    let ply = |number: usize| ["e5- a1+ ", "e4+ a2- "][number % 2];
    let shuttle: String = (0..70_000).map(ply).collect();
    let folder = Folder::new("large");
    let ptn = folder.file("long.ptn", &format!("[Size \"5\"]\n\n1. a1 e5\n{shuttle}\n"));
    let svg = folder.path("board.svg");
    let png = folder.path("board.png");
    let moves = ["--variant", "loop=yes", "--moves", "-"];
    let with = |more: &[&'static str]| [&["show", "trax"], &moves[..], more].concat();
    let (as_svg, as_png) = (["--svg", &svg], ["--png", &png]);
    let cases = [
        (vec!["show", "takt", "--moves", "-"], &list, "more than the limit of 100000"),
        (vec!["show", "takt", "--position", "-"], &list, "expected a board, the side to move"),
        (vec!["bestmove", "takt", "--moves", "-"], &list, "more than the limit of 100000"),
        (with(&[]), &tall, "a board has at most 10000 columns and rows"),
        (with(&[]), &corner, "2500 columns and 2500 rows"),
        ([&with(&[])[..], &as_svg].concat(), &corner, "the limit is 100000 cells"),
        ([&with(&[])[..], &as_png].concat(), &corner, "the limit is 100000 cells"),
        (
            vec!["analyse", "takt", "--nodes", "1", "--file", &ptn],
            &String::new(),
            "at most 10000 moves of a game are analysed",
        ),
        (
            vec!["show", "takt", "--file", &ptn],
            &String::new(),
            "a game has at most 30000 moves and events",
        ),
        (
            vec!["convert", "takt", "--to", "sgf", "--file", &ptn],
            &String::new(),
            "a game has at most 30000 moves and events",
        ),
    ];
    for (arguments, input, error) in cases {
        let ran = with_input(with_little_memory(&arguments, 500_000), input);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(error), "{arguments:?}: {}", ran.err);
    }
    // The output without a picture needs less memory and works.
    let as_json = with(&["--json"]);
    let ran = with_input(with_little_memory(&as_json, 500_000), &corner);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// The name of a column in the notation of Trax.
fn column(mut number: usize) -> String {
    let mut name = String::new();
    while number > 0 {
        name.insert(0, char::from(b'A' + ((number - 1) % 26) as u8));
        number = (number - 1) / 26;
    }
    name
}

#[test]
fn a_collection_of_megabytes_is_read() {
    let ply = |number: usize| ["e5- a1+\n", "e4+ a2-\n"][number % 2];
    let moves: String = (0..35).map(ply).collect();
    let game = format!("[Player1 \"Somebody\"]\n[Size \"5\"]\n\n1. a1 e5\n{moves}\n");
    let text = game.repeat((5 << 20) / game.len());
    let file = TempFile::new("games.ptn", text);
    let arguments = ["show", "takt", "--json", "--game", "10000", "--file", file.name()];
    let ran = with_input(with_little_memory(&arguments, 500_000), "");
    assert_eq!(ran.json()["ply"], 72);
}
