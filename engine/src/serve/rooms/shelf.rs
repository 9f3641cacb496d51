//! The folder of rooms: a file for each, written whole after every step and read when the server starts.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ludex_games::InputError;

use super::room::{KeptRoom, Room};
use crate::failure::CouldNot;
use crate::input::{PUT_BACK, read_written};
use crate::output;

/// A folder of rooms, locked while it is in use.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    folder: PathBuf,
    _lock: Arc<File>,
}

/// What a file of it should hold, for errors.
const EXPECTED: &str = "a room, as `ludex serve` keeps it";
/// How the files are called: `room-ID.json`.
const PREFIX: &str = "room-";
const SUFFIX: &str = ".json";
/// A room in which nobody has done anything for so long is dropped.
pub(super) const KEPT_FOR: Duration = Duration::from_hours(30 * 24);

impl Shelf {
    /// The folder, which is made if there is none, for nobody but the user: the secrets of seats are in it.
    pub(super) fn open(folder: &Path) -> anyhow::Result<Self> {
        output::make_private_folder(folder)?;
        let lock = output::lock_folder(folder).map_err(|error| {
            let place = folder.display();
            match error {
                TryLockError::WouldBlock => {
                    CouldNot(format!("{place}: another server uses this folder")).into()
                }
                TryLockError::Error(error) => {
                    output::unwritable(folder, &error, "a folder that can be written to")
                }
            }
        })?;
        output::remove_leftovers(folder, is_ours);
        Ok(Self {
            folder: folder.to_owned(),
            _lock: Arc::new(lock),
        })
    }

    /// The file of a room.
    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{PREFIX}{id}{SUFFIX}"))
    }

    /// The rooms that are kept, the youngest first; those that cannot be read stay where they are and are told.
    pub(super) fn rooms(&self, most: usize) -> anyhow::Result<(Vec<Room>, Vec<InputError>)> {
        let (mut rooms, mut errors) = (Vec::new(), Vec::new());
        let now = SystemTime::now();
        for (written, path) in self.files()? {
            let age = now.duration_since(written).unwrap_or_default();
            if age > KEPT_FOR && path.is_file() {
                let _ = std::fs::remove_file(path);
            } else if rooms.len() < most {
                match read(&path) {
                    Ok(room) => rooms.push(room),
                    Err(error) => errors.push(error),
                }
            }
        }
        Ok((rooms, errors))
    }

    /// The room of a file that was not read at the start or is no longer in memory.
    pub(super) fn room(&self, id: &str) -> Option<Room> {
        read(&self.file(id)?).ok()
    }

    /// Whether there is a file of a room.
    pub(super) fn has(&self, id: &str) -> bool {
        self.file(id).is_some()
    }

    /// The file of a room, if there is one.
    fn file(&self, id: &str) -> Option<PathBuf> {
        let is_plain = id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let path = is_plain.then(|| self.path(id))?;
        path.is_file().then_some(path)
    }

    fn files(&self) -> anyhow::Result<Vec<(SystemTime, PathBuf)>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder)?.flatten() {
            let name = entry.file_name();
            if name.to_str().is_some_and(is_ours) {
                let written = entry.metadata().and_then(|data| data.modified());
                files.push((written.unwrap_or(SystemTime::UNIX_EPOCH), entry.path()));
            }
        }
        files.sort_unstable_by(|a, b| b.cmp(a));
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

/// Reads a file, which stays as it is whatever it holds.
fn read(path: &Path) -> Result<Room, InputError> {
    let place = path.display().to_string();
    let text = read_written(path, EXPECTED)?
        .ok_or_else(|| InputError::new(&place, "no such file", EXPECTED))?;
    let kept: KeptRoom = serde_json::from_str(&text).map_err(|error| {
        InputError::new(&place, error.to_string(), EXPECTED).with_hint(PUT_BACK)
    })?;
    let name = path.file_name().and_then(|name| name.to_str());
    if name != Some(&format!("{PREFIX}{}{SUFFIX}", kept.id)) {
        let expected = "the room that the name of the file says";
        return Err(InputError::new(&place, kept.id, expected).with_hint(PUT_BACK));
    }
    Room::from_kept(kept).map_err(|error| error.within(&place).with_hint(PUT_BACK))
}
