//! The development tasks of Ludex: `cargo xtask` lists them.
//!
//! Every task runs cargo or the program `ludex`, in the root of the project. The environment variable `LUDEX` gives the path of the
//! program; without it, `cargo build --release` builds the program first.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the tasks print to the terminal")]

mod levels;
mod openings;
mod pictures;
mod release;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

const USAGE: &str = "\
Usage: cargo xtask TASK

  test GAME                  run the tests of one game, then the common tests of all games
  figures [GAME]             measure the speed of each search (or only of GAME's), and of perft at Takt against another library
  pictures                   draw the pictures of README and book in docs/src/pictures (needs Chromium and Node)
  levels GAME DIR [PAIRS]    play each level against the next one, PAIRS (100) pairs of games each, and write DIR/GAME.md; resumes
  openings DIR               make the opening books and balanced openings that Ludex contains; resumes
  release                    build the program with full optimisation and pack it into target/dist

If a task that resumes was interrupted, run the same command again to continue. The environment variable LUDEX gives
the path of the program for pictures, levels and openings; without it, cargo builds target/release/ludex first.";

/// The games that have a crate in `games`.
const GAMES: [&str; 5] = ["takt", "tryktrak", "quoridor", "trax", "tantrix"];

/// The result of a task. The error is one sentence for the terminal.
type Done<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test", game] => test(game),
        ["figures"] => GAMES.into_iter().try_for_each(speed).and_then(|()| perft()),
        ["figures", game] => speed(game),
        ["pictures"] => pictures::draw(),
        ["levels", game, folder] => levels::play(game, Path::new(folder), "100"),
        ["levels", game, folder, pairs] => levels::play(game, Path::new(folder), pairs),
        ["openings", folder] => openings::make(Path::new(folder)),
        ["release"] => release::pack(),
        [] | ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!(
            "`cargo xtask {}` is not a task, or its arguments do not fit\n\n{USAGE}",
            words.join(" ")
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the tests of a game's crate, then the tests of `ludex-games`, which apply to every game.
fn test(game: &str) -> Done {
    known(game)?;
    run(cargo().args(["test", "--locked", "-p", &format!("ludex-{game}")]))?;
    run(cargo().args(["test", "--locked", "-p", "ludex-games"]))
}

/// Prints the speed of a game's search on one thread and on two.
fn speed(game: &str) -> Done {
    known(game)?;
    run(cargo().args(["run", "--release", "--locked", "-p", "ludex-bench", "--", "speed", game]))
}

/// Prints the perft speed of Takt in leaves per second, and that of the library fast-tak.
fn perft() -> Done {
    run(cargo().env("RUSTFLAGS", "-Ctarget-cpu=native").args([
        "bench",
        "--locked",
        "-p",
        "ludex-bench",
        "--bench",
        "perft_peers",
    ]))
}

fn known(game: &str) -> Done {
    if GAMES.contains(&game) {
        Ok(())
    } else {
        Err(format!("there is no game {game:?}: use one of {}", GAMES.join(", ")))
    }
}

/// The root of the project, where every command runs.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The folder into which cargo builds.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |folder| root().join(folder))
}

fn cargo() -> Command {
    program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A command that runs in the root of the project.
fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// The program `ludex`: the one that `LUDEX` names, or a release build.
fn ludex() -> Done<PathBuf> {
    if let Some(named) = env::var_os("LUDEX") {
        return Ok(named.into());
    }
    run(cargo().args(["build", "--release", "--locked", "-p", "ludex"]))?;
    Ok(target().join("release").join(format!("ludex{}", env::consts::EXE_SUFFIX)))
}

/// Runs a command whose input and output are the terminal.
fn run(command: &mut Command) -> Done {
    let status = command.status().map_err(|error| format!("{command:?} did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}

/// Runs a command and returns what it wrote to standard output.
fn text_of(command: &mut Command) -> Done<String> {
    command.stderr(std::process::Stdio::inherit());
    let Output { status, stdout, .. } =
        command.output().map_err(|error| format!("{command:?} did not start: {error}"))?;
    if !status.success() {
        return Err(format!("{command:?} ended with {status}"));
    }
    String::from_utf8(stdout).map_err(|_| format!("{command:?} wrote something that is not UTF-8"))
}

fn create_folder(path: &Path) -> Done {
    std::fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file completely or not at all.
fn write(path: &Path, text: &str) -> Done {
    let part = path.with_extension("part");
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}
