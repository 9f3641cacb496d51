//! Files that are computed once and kept, under the user's cache folder: tables of endgames, and games under judgement.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use ludex_kit::{InputError, TableStore};

use crate::output;

/// The folder of the user's caches: `$XDG_CACHE_HOME/ludex`, else `~/.cache/ludex`; on Windows where caches live there.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The cache of the user; without a home nothing is kept.
    pub fn of_user() -> Self {
        let folders = etcetera::choose_base_strategy().ok();
        Self { folder: folders.map(|folders| folders.cache_dir().join("ludex")) }
    }

    /// A file or folder of it; none where nothing is kept.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }
}

impl TableStore for Cache {
    fn open(&self, name: &str) -> Option<Box<dyn Read>> {
        let file = File::open(self.folder.as_ref()?.join(name)).ok()?;
        Some(Box::new(file))
    }

    /// Nobody is harmed if it cannot be kept: it is computed again then.
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
