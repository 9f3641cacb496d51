//! Writes files atomically: each appears whole or not at all.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ludex_kit::{InputError, message, say};

use ludex_kit::registry::CouldNot;

use crate::catalogue::catalogue;
use crate::input::io_error_words;

/// Writes a file atomically: to a temporary file next to it, which is then renamed. No library is used for two
/// reasons: a temporary file left by a killed program must be recognised by its name ([`remove_leftovers`]), and the
/// file gets ordinary permissions.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let written = write_file_by(path, |file| file.write_all(contents.as_ref()));
    written.map_err(|error| unwritable(path, &error, message!("the file cannot be written")))
}

/// Checks that a file can be written, before doing the work whose result it will hold. Devices and pipes are not
/// touched.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let test = || {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if path.metadata().is_ok_and(|known| !known.is_file()) {
            return Ok(());
        }
        let beside = temporary_path(path);
        File::create(&beside)?;
        std::fs::remove_file(&beside)
    };
    test().map_err(|error| unwritable(path, &error, message!("the file cannot be written")))
}

/// Checks that files can be written in a folder, which need not exist yet.
pub fn check_folder(path: &Path) -> anyhow::Result<()> {
    let mut there = path.ancestors().filter(|folder| folder.exists());
    let test = temporary_path(&there.next().unwrap_or(Path::new(".")).join("test"));
    let tested = File::create(&test).and_then(|_| std::fs::remove_file(&test));
    tested.map_err(|error| unwritable(path, &error, message!("the folder cannot be written to")))
}

/// Extensions that promise a certain kind of content, besides those of records.
const KNOWN_ENDINGS: [&str; 13] = [
    "svg", "png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf", "html", "htm", "json", "jsonl",
    "toml",
];

/// An error if the extension of a file promises other content. `own` lists the extensions that fit the content.
pub fn check_ending(path: &Path, own: &[&str]) -> Result<(), InputError> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    let formats = catalogue().games().flat_map(|info| info.formats);
    let mut of_records = formats.flat_map(|format| format.extensions.iter());
    // A `.txt` file may contain anything.
    let is_free = ending == "txt" || own.contains(&ending.as_str());
    let mut is_known =
        || KNOWN_ENDINGS.contains(&ending.as_str()) || of_records.any(|it| *it == ending);
    if is_free || !is_known() {
        return Ok(());
    }
    let wanted: Vec<String> = own.iter().map(|own| format!(".{own}")).collect();
    let problem = match wanted.join(" or ") {
        wanted if wanted.is_empty() => {
            say!("has the ending of {ending} files; use another one", ending)
        }
        wanted => say!("has the wrong ending; expected {wanted}", wanted),
    };
    Err(InputError::problem("", path.display().to_string(), problem))
}

/// An error if a file or folder of this name exists. `hint` returns how to continue an existing file.
pub fn refuse_existing(path: &Path, hint: impl FnOnce() -> String) -> Result<(), InputError> {
    let Ok(known) = path.metadata() else {
        return Ok(());
    };
    let error = |sentence: String| InputError::sentence(path.display().to_string(), sentence);
    Err(match known.file_type() {
        kind if kind.is_file() => error(say!("the file exists already")).with_hint(hint()),
        kind if kind.is_dir() => error(say!("this is a folder, not a file")),
        _ => error(say!("this is a device, not a file")),
    })
}

/// Creates a folder with its parents.
pub fn make_folder(path: &Path) -> anyhow::Result<()> {
    let made = std::fs::create_dir_all(path);
    made.map_err(|error| unwritable(path, &error, message!("the folder cannot be written to")))
}

/// Creates a folder for secrets with its parents. Only the user can access the folders that this function creates.
pub fn make_private_folder(path: &Path) -> anyhow::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let made = builder.create(path);
    made.map_err(|error| unwritable(path, &error, message!("the folder cannot be written to")))
}

/// Writes a file atomically that only the user can read.
pub fn write_private_file(path: &Path, contents: &str) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = write_opened(path, &mut options, |file| file.write_all(contents.as_bytes()));
    written.map_err(|error| unwritable(path, &error, message!("the file cannot be written")))
}

/// The name of the lock file: while it is locked, no other program may use the folder.
const LOCK: &str = "lock";

/// Locks a folder for this program, while the returned file is open.
pub fn lock_folder(folder: &Path) -> Result<File, TryLockError> {
    locked(&folder.join(LOCK))
}

/// A lock on a file, released when dropped. Each write replaces the file itself, so a second file next to it is locked, and deleted when
/// the lock is released.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    _lock: File,
}

impl FileLock {
    /// Locks a file for this program.
    pub fn take(path: &Path) -> Result<Self, TryLockError> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let lock = locked(&path)?;
        if !is_still_at(&lock, &path) {
            // The previous owner deleted the lock file after we opened it and before we locked it: the file is in use.
            return Err(TryLockError::WouldBlock);
        }
        Ok(Self { path, _lock: lock })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Creates or opens an empty file and locks it.
fn locked(path: &Path) -> Result<File, TryLockError> {
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        // Opening a pipe would wait for a reader.
        return Err(TryLockError::Error(io::Error::other(say!("its lock is not a file"))));
    }
    let lock = File::create(path).map_err(TryLockError::Error)?;
    lock.try_lock()?;
    Ok(lock)
}

/// Whether an open file is still the one at this path.
#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |of: io::Result<std::fs::Metadata>| of.map(|of| (of.dev(), of.ino()));
    matches!((id(file.metadata()), id(path.metadata())), (Ok(opened), Ok(there)) if opened == there)
}

/// Whether an open file is still the one at this path. On this system, open files cannot be deleted.
#[cfg(not(unix))]
fn is_still_at(_file: &File, _path: &Path) -> bool {
    true
}

/// The error for a file or folder that could not be written: an input error if the user's path is unsuitable, else a failure of the
/// machine. `problem` is the start of the sentence, such as "the file cannot be written".
pub fn unwritable(path: &Path, error: &io::Error, problem: &str) -> anyhow::Error {
    use io::ErrorKind as Kind;
    let place = path.display().to_string();
    let kind = error.kind();
    let error = io_error_words(error);
    match kind {
        Kind::NotFound
        | Kind::PermissionDenied
        | Kind::AlreadyExists
        | Kind::NotADirectory
        | Kind::IsADirectory
        | Kind::ReadOnlyFilesystem
        | Kind::InvalidFilename
        | Kind::InvalidInput => {
            InputError::sentence(place, format!("{}: {error}", crate::WORDS.translate(problem)))
                .with_hint(say!("check that the folder exists and may be written to"))
                .into()
        }
        _ => CouldNot(format!("{place}: {error}")).into(),
    }
}

/// Writes a file atomically, piece by piece.
pub fn write_file_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write_opened(path, &mut OpenOptions::new(), write)
}

/// Writes a file atomically. It is created with these options, and `write` writes its content.
fn write_opened(
    path: &Path,
    options: &mut OpenOptions,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if path.metadata().is_ok_and(|known| !known.is_file()) {
        // A device or a pipe is written to directly.
        let mut file = OpenOptions::new().write(true).open(path)?;
        write(&mut file)?;
        return file.flush();
    }
    let beside = &temporary_path(path);
    options.write(true).create(true).truncate(true);
    let attempt = || {
        let mut file = io::BufWriter::new(options.open(beside)?);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        std::fs::rename(beside, path)
    };
    attempt().inspect_err(|_| {
        let _ = std::fs::remove_file(beside);
    })
}

/// The temporary file next to a file.
fn temporary_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    name.into()
}

/// Removes temporary files, `NAME.PID.tmp`, that killed programs have left, for names that `is_ours` accepts. No
/// other program may be writing in the folder.
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
