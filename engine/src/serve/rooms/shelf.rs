//! The folder of rooms: a file for each, written whole after every step and read when the server starts.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ludex_games::InputError;

use super::room::{EXPECTED, KeptRoom, Room, Standing};
use crate::failure::CouldNot;
use crate::input::{PUT_BACK, read_regular, trouble};
use crate::output;

/// A folder of rooms, locked while it is in use.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    folder: PathBuf,
    _lock: Arc<File>,
}

/// How the files are called: `room-ID.json`.
const PREFIX: &str = "room-";
const SUFFIX: &str = ".json";
/// What the name of a damaged file ends in.
const ASIDE: &str = "damaged";
/// A room in which nobody has done anything for so long is dropped.
pub(super) const KEPT_FOR: Duration = Duration::from_hours(30 * 24);

/// A room of the folder, and how far its game is.
pub(super) type ShelvedRoom = (String, Standing);

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

    /// The rooms that are kept, the youngest first, and how far their games are; those that are damaged are set aside, and told.
    /// None stays in memory, and no game is played again: whether its moves are legal is checked when a guest comes.
    pub(super) fn rooms(&self, most: usize) -> anyhow::Result<(Vec<ShelvedRoom>, Vec<InputError>)> {
        let (mut rooms, mut errors) = (Vec::new(), Vec::new());
        let now = SystemTime::now();
        for (written, path) in self.files()? {
            let age = now.duration_since(written).unwrap_or_default();
            if age > KEPT_FOR && path.is_file() {
                let _ = std::fs::remove_file(path);
            } else if rooms.len() < most {
                match read(&path, |kept| Ok((kept.standing(), kept.id))) {
                    Ok((standing, id)) => rooms.push((id, standing)),
                    Err(error) => errors.push(error),
                }
            }
        }
        Ok((rooms, errors))
    }

    /// The room of a file that was not read at the start or is no longer in memory. What is wrong with it is told.
    pub(super) fn room(&self, id: &str) -> Option<Room> {
        let read = read(&self.file(id)?, Room::from_kept);
        read.inspect_err(|error| output::remark(&format!("{error}")))
            .ok()
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

/// Makes something of the room of a file. One that is damaged is set aside, where it can be mended; one that cannot be read stays where it is.
fn read<T>(
    path: &Path,
    make: impl FnOnce(KeptRoom) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let place = path.display().to_string();
    let bytes = read_regular(path);
    let bytes = bytes.map_err(|error| InputError::new(&place, trouble(&error), EXPECTED))?;
    decode(path, &bytes).and_then(make).map_err(|error| {
        let aside = path.with_added_extension(ASIDE);
        let error = error.within(&place);
        match std::fs::rename(path, &aside) {
            Ok(()) => error.with_hint(format!(
                "it was set aside as {}; {PUT_BACK}",
                aside.display()
            )),
            Err(_) => error.with_hint(PUT_BACK),
        }
    })
}

/// The room that these bytes of a file tell of.
fn decode(path: &Path, bytes: &[u8]) -> Result<KeptRoom, InputError> {
    let kept = KeptRoom::read(bytes)?;
    let name = path.file_name().and_then(|name| name.to_str());
    if name != Some(&format!("{PREFIX}{}{SUFFIX}", kept.id)) {
        let expected = "the room that the name of the file says";
        return Err(InputError::new("", kept.id, expected));
    }
    Ok(kept)
}
