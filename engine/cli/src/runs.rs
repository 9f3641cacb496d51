//! Code that the commands `tournament`, `tune` and `train` share: folders, settings that a resumed run must not change, and games that are
//! played elsewhere.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use ludex_kit::{InputError, say};
use serde::Serialize;

use ludex_base::catalogue::catalogue;
use ludex_base::input::{STDIN, read_error_words};
use ludex_base::numbers;
use ludex_base::output;
use ludex_base::settings_file::difference;
use ludex_matches::tournament::jobs::JobLine;

/// An option, and how it changes the settings if it is given.
pub(super) type Change<C, S> = (&'static str, fn(&C, &mut S) -> Result<(), InputError>);

/// Converts a number to 32 bits; an error names the option.
pub(super) fn narrow(option: &str, number: u64) -> Result<u32, InputError> {
    u32::try_from(number).map_err(|_| {
        InputError::new(option, number.to_string(), say!("at most {most}", most = u32::MAX))
    })
}

/// An error if the given game is not the game of the run. Aliases count as the same game.
pub(super) fn check_same_game(given: &str, begun: &str) -> Result<(), InputError> {
    if catalogue().info(given).is_ok_and(|info| info.answers_to(begun)) {
        return Ok(());
    }
    let problem = say!("does not fit: the run was begun with {game}", game = begun);
    Err(InputError::problem("GAME", given, problem))
}

/// An error for the first option that would change these settings.
pub(super) fn refuse_changes<C, S: Serialize + Clone>(
    command: &C,
    changes: &[Change<C, S>],
    known: &S,
) -> Result<(), InputError> {
    changes.iter().try_for_each(|(option, change)| {
        let mut changed = known.clone();
        change(command, &mut changed)?;
        match difference(&changed, known) {
            Some((_, found, known)) => Err(other_setting(option, found, &known)),
            None => Ok(()),
        }
    })
}

/// An error if a file contains different settings.
pub(super) fn refuse_different<S: Serialize>(
    file: &str,
    given: &S,
    known: &S,
) -> Result<(), InputError> {
    match difference(given, known) {
        Some((path, found, known)) => Err(other_setting(&format!("{file}, {path}"), found, &known)),
        None => Ok(()),
    }
}

fn other_setting(place: &str, found: String, known: &str) -> InputError {
    let problem = say!("differs from {known}, with which the run was begun", known);
    InputError::problem(place, found, problem)
        .with_hint(say!("--resume cannot change settings; --extend makes the run longer"))
}

/// Parses `KEY=NUMBER` of `--extend`.
pub(super) fn extension(key: &str, text: &str) -> Result<u32, String> {
    let number = text.split_once('=').filter(|(found, _)| found.trim() == key);
    let number = number.and_then(|(_, number)| numbers::count(number).ok());
    let number = number.and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{key}=N"))
}

/// Prints the remaining games, one per line.
pub(super) fn print_jobs(jobs: &[JobLine]) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(output::stdout()?);
    for job in jobs {
        writeln!(out, "{}", serde_json::to_string(job)?)?;
    }
    Ok(out.flush()?)
}

/// Waits for the first result on standard input. In a pipe, the command that prints the jobs must open the folder before this command does.
pub(super) fn await_results(path: Option<&Path>) -> io::Result<()> {
    if path == Some(Path::new(STDIN)) {
        io::stdin().lock().fill_buf()?;
    }
    Ok(())
}

/// The lines of a file or of standard input, with the name of their place.
pub(super) fn open_results(path: &Path) -> Result<(Box<dyn BufRead>, String), InputError> {
    if path == Path::new(STDIN) {
        return Ok((Box::new(io::stdin().lock()), say!("standard input")));
    }
    let place = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| {
        let why = read_error_words(&error);
        InputError::sentence(&*place, say!("the file cannot be read: {why}", why))
    })?;
    Ok((Box::new(io::BufReader::new(file)), place))
}

/// Whether the first argument names a file.
pub(super) fn is_file(what: &str) -> bool {
    Path::new(what).extension().is_some_and(|ending| ending == "toml")
}

/// The first unused name for a folder.
pub(super) fn free_folder(what: &str) -> PathBuf {
    let name = |number: u32| PathBuf::from(format!("{what}-{number}"));
    (1..=u32::MAX).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}
