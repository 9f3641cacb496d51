//! Files that are computed once and kept in the user's cache folder: endgame tables, and games being judged.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use ludex_kit::{InputError, TableStore};

use crate::output;

/// The user's cache folder: `$XDG_CACHE_HOME/ludex`, else `~/.cache/ludex`; on Windows the usual folder for caches.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The cache of the user. Without a home folder, nothing is kept.
    pub fn of_user() -> Self {
        let folders = etcetera::choose_base_strategy().ok();
        Self { folder: folders.map(|folders| folders.cache_dir().join("ludex")) }
    }

    /// The path of a file or folder in the cache; `None` if nothing is kept.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }
}

impl TableStore for Cache {
    fn open(&self, name: &str) -> Option<Box<dyn Read>> {
        let file = File::open(self.folder.as_ref()?.join(name)).ok()?;
        Some(Box::new(file))
    }

    /// Failure is harmless: the value is computed again next time.
    fn keep(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), InputError> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let path = folder.join(name);
        let kept = fs::create_dir_all(folder).and_then(|()| output::write_file_by(&path, write));
        output::remark(&match kept {
            Ok(()) => format!("table saved to {}", path.display()),
            Err(error) => format!("table cannot be saved to {}: {error}", path.display()),
        });
        Ok(())
    }
}
