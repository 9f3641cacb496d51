//! Files that appear whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use ludex_games::InputError;

use crate::failure::CouldNot;

/// Writes a file whole or not at all: into a file beside it first, which then takes its place. It is done by hand because
/// what a kill leaves must be known by its name ([`remove_leftovers`]), and because the file has the rights of any other.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let written = write_file_by(path, |file| file.write_all(contents.as_ref()));
    written.map_err(|error| unwritable(path, &error, "a file that can be written"))
}

/// Makes a folder, with those that it lies in.
pub fn make_folder(path: &Path) -> anyhow::Result<()> {
    let made = std::fs::create_dir_all(path);
    made.map_err(|error| unwritable(path, &error, "a folder that can be written to"))
}

/// Why something could not be written: the user named a place where nothing can be, or the machine could not do it.
pub fn unwritable(path: &Path, error: &io::Error, expected: &str) -> anyhow::Error {
    use io::ErrorKind as Kind;
    let place = path.display().to_string();
    match error.kind() {
        Kind::NotFound
        | Kind::PermissionDenied
        | Kind::AlreadyExists
        | Kind::NotADirectory
        | Kind::IsADirectory
        | Kind::ReadOnlyFilesystem
        | Kind::InvalidFilename
        | Kind::InvalidInput => InputError::new(place, error.to_string(), expected)
            .with_hint("check that the folder exists and may be written to")
            .into(),
        _ => CouldNot(format!("{place}: {error}")).into(),
    }
}

/// The same for a file that is written piece by piece.
pub fn write_file_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        // A device or a pipe is written to, not replaced.
        let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
        write(&mut file)?;
        return file.flush();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = Path::new(&name);
    let attempt = || {
        let mut file = io::BufWriter::new(std::fs::File::create(beside)?);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(beside, path)
    };
    attempt().inspect_err(|_| {
        let _ = std::fs::remove_file(beside);
    })
}

/// Removes what a kill left of files that were being written: `NAME.PID.tmp` of the names that are ours. Nobody else may be
/// writing in the folder.
pub fn remove_leftovers(folder: &Path, is_ours: fn(&str) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let half = name.to_str().and_then(|name| name.strip_suffix(".tmp"));
        let parts = half.and_then(|half| half.rsplit_once('.'));
        let is_left = parts.is_some_and(|(name, pid)| is_ours(name) && pid.parse::<u32>().is_ok());
        if is_left {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
