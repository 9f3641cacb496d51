//! A machine with little memory, and files that keep one waiting: a word, never an abort.
#![cfg(unix)]

use std::process::Command;

use super::program::{Engine, TempFile, ludex, with_input, with_little_memory};

/// A gigabyte: enough for the program, not for hundreds of threads.
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
    for command in [
        &["bestmove", "takt", "--nodes", "1000"][..],
        &["perft", "takt", "--depth", "3"],
    ] {
        let arguments = [command, &["--hash", "1000000"]].concat();
        let ran = with_input(with_little_memory(&arguments, LITTLE), "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains("cannot give 1000000 MiB"), "{ran:?}");
    }
}

#[test]
fn a_pipe_without_data_is_told() {
    let fifo = TempFile::unwritten("game.ptn");
    let made = Command::new("mkfifo").arg(&fifo.0).status();
    assert!(made.expect("it is everywhere").success());
    let mut program = Engine::with_remarks(&["show", "takt", "--json", "--file", fifo.name()]);
    let remark = program.hear_remark();
    assert_eq!(remark, format!("waiting for data from {}\n", fifo.name()));
    std::fs::write(&fifo.0, "[Size \"5\"]\n\n1. a1 e5\n").expect("somebody reads");
    assert!(program.hear().contains("\"ply\":2"));
    assert_eq!(program.end(), 0);
    // A file that is there says nothing.
    let plain = TempFile::new("plain.ptn", "[Size \"5\"]\n\n1. a1 e5\n");
    assert_eq!(ludex(&["show", "takt", "--file", plain.name()]).err, "");
}
