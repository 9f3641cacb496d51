//! The folder of rooms: one file per room, rewritten after each step and read when the server starts.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ludex_kit::{InputError, say};

use super::room::{Room, RoomStatus, SavedRoom};
use ludex_base::failure::CouldNot;
use ludex_base::input::{put_back, read_error_words, read_regular};
use ludex_base::output;

/// A folder of rooms, locked while in use.
#[derive(Clone, Debug)]
pub(super) struct RoomStore {
    folder: PathBuf,
    _lock: Arc<File>,
}

/// Room files are called `room-ID.json`.
const PREFIX: &str = "room-";
const SUFFIX: &str = ".json";
/// The extension added to the name of a damaged file.
const ASIDE: &str = "damaged";
/// A room is deleted if its file has not been written for this long.
pub(super) const ROOM_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// A room in the folder.
pub(super) struct StoredRoom {
    pub(super) id: String,
    /// The status of its game.
    pub(super) status: RoomStatus,
    /// Time since the file was last written.
    pub(super) age: Duration,
    /// Size of the file.
    pub(super) n_bytes: usize,
}

impl RoomStore {
    /// Opens the folder, or creates it with access for the user only: the files contain the secrets of seats.
    pub(super) fn open(folder: &Path) -> anyhow::Result<Self> {
        output::make_private_folder(folder)?;
        let lock = output::lock_folder(folder).map_err(|error| {
            let place = folder.display();
            match error {
                TryLockError::WouldBlock => {
                    CouldNot(say!("{place}: another server uses this folder", place)).into()
                }
                TryLockError::Error(error) => {
                    output::unwritable(folder, &error, "the folder cannot be written to")
                }
            }
        })?;
        output::remove_leftovers(folder, is_ours);
        Ok(Self { folder: folder.to_owned(), _lock: Arc::new(lock) })
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{PREFIX}{id}{SUFFIX}"))
    }

    /// All saved rooms. Damaged files are set aside and reported. Rooms are not kept in memory, and their games
    /// are not replayed: whether the moves are legal is checked when a guest joins.
    pub(super) fn rooms(&self) -> anyhow::Result<(Vec<StoredRoom>, Vec<InputError>)> {
        let (mut rooms, mut errors) = (Vec::new(), Vec::new());
        let now = SystemTime::now();
        for (written, n_bytes, path) in self.files()? {
            let age = now.duration_since(written).unwrap_or_default();
            if age > ROOM_LIFETIME && path.is_file() {
                let _ = std::fs::remove_file(path);
                continue;
            }
            let room = read(&path, |kept| {
                Ok(StoredRoom { status: kept.status(), id: kept.id, age, n_bytes })
            });
            match room {
                Ok(room) => rooms.push(room),
                Err(error) => errors.push(error),
            }
        }
        Ok((rooms, errors))
    }

    /// Loads one room from its file. Errors are logged.
    pub(super) fn room(&self, id: &str) -> Option<Room> {
        let read = read(&self.file(id)?, Room::from_saved);
        let report = |error: &InputError| {
            tracing::error!(cause = error.to_string(), "a room cannot be loaded");
        };
        read.inspect_err(report).ok()
    }

    /// The file of a room, if it exists.
    fn file(&self, id: &str) -> Option<PathBuf> {
        // Some file systems ignore case: there, an id in capitals would find the file of another id.
        let is_plain = id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let path = is_plain.then(|| self.path(id))?;
        path.is_file().then_some(path)
    }

    fn files(&self) -> anyhow::Result<Vec<(SystemTime, usize, PathBuf)>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder)?.flatten() {
            let name = entry.file_name();
            if name.to_str().is_some_and(is_ours) {
                let data = entry.metadata().ok();
                let written = data.as_ref().and_then(|data| data.modified().ok());
                let n_bytes = data.map_or(0, |data| data.len() as usize);
                let written = written.unwrap_or(SystemTime::UNIX_EPOCH);
                files.push((written, n_bytes, entry.path()));
            }
        }
        Ok(files)
    }

    pub(super) fn write(&self, id: &str, text: &str) -> anyhow::Result<()> {
        output::write_private_file(&self.path(id), text)
    }

    pub(super) fn remove(&self, id: &str) {
        let _ = std::fs::remove_file(self.path(id));
    }
}

fn is_ours(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Reads the room in a file and converts it with `make`. A damaged file is renamed, so that it can be repaired; an
/// unreadable file is left unchanged.
fn read<T>(
    path: &Path,
    make: impl FnOnce(SavedRoom) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let place = path.display().to_string();
    let bytes = read_regular(path);
    let bytes = bytes.map_err(|error| {
        InputError::sentence(
            &place,
            say!("the saved room cannot be read: {error}", error = read_error_words(&error)),
        )
    })?;
    decode(path, &bytes).and_then(make).map_err(|error| {
        let aside = path.with_added_extension(ASIDE);
        let error = error.within(&place);
        match std::fs::rename(path, &aside) {
            Ok(()) => error.with_hint(say!(
                "the file was renamed to {aside}; {put_back}",
                aside = aside.display(),
                put_back = put_back()
            )),
            Err(_) => error.with_hint(put_back()),
        }
    })
}

/// Parses a room file and checks that its name matches the id.
fn decode(path: &Path, bytes: &[u8]) -> Result<SavedRoom, InputError> {
    let kept = SavedRoom::read(bytes)?;
    let name = path.file_name().and_then(|name| name.to_str());
    if name != Some(&format!("{PREFIX}{}{SUFFIX}", kept.id)) {
        let problem = say!("is not the room in the name of the file");
        return Err(InputError::problem("", kept.id, problem));
    }
    Ok(kept)
}
