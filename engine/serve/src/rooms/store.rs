//! The folder of rooms: a file for each, written whole after every step and read when the server starts.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ludex_kit::InputError;

use super::room::{EXPECTED, Room, RoomStatus, SavedRoom};
use ludex_base::failure::CouldNot;
use ludex_base::input::{PUT_BACK, read_regular, trouble};
use ludex_base::output;

/// A folder of rooms, locked while it is in use.
#[derive(Clone, Debug)]
pub(super) struct RoomStore {
    folder: PathBuf,
    _lock: Arc<File>,
}

/// How the files are called: `room-ID.json`.
const PREFIX: &str = "room-";
const SUFFIX: &str = ".json";
/// What the name of a damaged file ends in.
const ASIDE: &str = "damaged";
/// A room in which nobody has done anything for so long is dropped.
pub(super) const ROOM_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// A room of the folder.
pub(super) struct StoredRoom {
    pub(super) id: String,
    /// How far its game is.
    pub(super) status: RoomStatus,
    /// Since when nothing was written.
    pub(super) age: Duration,
    /// The bytes of its file.
    pub(super) n_bytes: usize,
}

impl RoomStore {
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
        Ok(Self { folder: folder.to_owned(), _lock: Arc::new(lock) })
    }

    /// The file of a room.
    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{PREFIX}{id}{SUFFIX}"))
    }

    /// The rooms that are kept; those that are damaged are set aside, and told. None stays in memory, and no game is played again:
    /// whether its moves are legal is checked when a guest comes.
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

    /// The room of a file that was not read at the start or is no longer in memory. What is wrong with it is told.
    pub(super) fn room(&self, id: &str) -> Option<Room> {
        let read = read(&self.file(id)?, Room::from_saved);
        read.inspect_err(|error| output::remark(&format!("{error}"))).ok()
    }

    /// The file of a room, if there is one.
    fn file(&self, id: &str) -> Option<PathBuf> {
        // Where names differ by capitals alone, the system may take one file for another.
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

/// Makes something of the room of a file. One that is damaged is set aside, where it can be mended; one that cannot be read stays where it is.
fn read<T>(
    path: &Path,
    make: impl FnOnce(SavedRoom) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let place = path.display().to_string();
    let bytes = read_regular(path);
    let bytes = bytes.map_err(|error| {
        InputError::sentence(&place, format!("{EXPECTED} cannot be read here: {}", trouble(&error)))
    })?;
    decode(path, &bytes).and_then(make).map_err(|error| {
        let aside = path.with_added_extension(ASIDE);
        let error = error.within(&place);
        match std::fs::rename(path, &aside) {
            Ok(()) => {
                error.with_hint(format!("the file was renamed to {}; {PUT_BACK}", aside.display()))
            }
            Err(_) => error.with_hint(PUT_BACK),
        }
    })
}

/// The room that these bytes of a file tell of.
fn decode(path: &Path, bytes: &[u8]) -> Result<SavedRoom, InputError> {
    let kept = SavedRoom::read(bytes)?;
    let name = path.file_name().and_then(|name| name.to_str());
    if name != Some(&format!("{PREFIX}{}{SUFFIX}", kept.id)) {
        let problem = "is not the room in the name of the file";
        return Err(InputError::problem("", kept.id, problem));
    }
    Ok(kept)
}
