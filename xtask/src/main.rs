//! The chores of Ludex, in one list: `cargo xtask` prints it.
//!
//! Every chore runs cargo or the program `ludex`, in the root of the project. The program is the one that the variable `LUDEX` names;
//! without it, `cargo build --release` makes it first.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the chores talk to the person who runs them"
)]

mod levels;
mod openings;
mod pictures;
mod release;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

const USAGE: &str = "\
Usage: cargo xtask CHORE

  test GAME                  run the tests of one game, then those that ask the same of all games
  figures [GAME]             measure speed: perft of Takt beside another library, and the search of each game (or of GAME)
  pictures                   draw the pictures of the README in docs/src/pictures (the web board needs Chromium and Node)
  levels GAME DIR [PAIRS]    play neighbouring levels against each other and write DIR/GAME.md; interrupted, it resumes (100 pairs)
  openings DIR               grow the opening books and the balanced openings that ship; interrupted, it resumes
  release                    build the program with full optimisation and pack it into target/dist

LUDEX names the program that pictures, levels and openings use; without it, cargo builds target/release/ludex first.";

/// The games that have a crate in `games`.
const GAMES: [&str; 5] = ["takt", "tryktrak", "quoridor", "trax", "tantrix"];

/// An error is one sentence for the person at the terminal.
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
            "cargo xtask {} is not a chore with its arguments\n\n{USAGE}",
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

/// Runs the tests of a game's crate, then the ones of `ludex-games`, which ask the same of every game.
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

/// Prints how many leaves of Takt are counted per second, beside the library fast-tak.
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

/// Runs a command that talks to the terminal.
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

/// Writes a file as a whole or not at all.
fn write(path: &Path, text: &str) -> Done {
    let part = path.with_extension("part");
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| format!("{}: {error}", path.display()))
}
