//! The user's cache folder. It holds files that are computed once: endgame tables, and the progress of judging a game.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use etcetera::BaseStrategy as _;
use ludex_kit::{InputError, TableStore, say};

use crate::output;

/// The user's cache folder: `$XDG_CACHE_HOME/ludex`, else `~/.cache/ludex`; on Windows the usual folder for caches.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The cache of the current user. If there is no home folder, the cache stores nothing.
    pub fn of_user() -> Self {
        let folders = etcetera::choose_base_strategy().ok();
        Self { folder: folders.map(|folders| folders.cache_dir().join("ludex")) }
    }

    /// The path of a file or folder in the cache; `None` if the cache stores nothing.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }
}

impl TableStore for Cache {
    fn open(&self, name: &str) -> Option<Box<dyn Read>> {
        let file = File::open(self.folder.as_ref()?.join(name)).ok()?;
        Some(Box::new(file))
    }

    /// A failure is only a remark: the next run computes the table again.
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
            Ok(()) => say!("the table is saved to {path}", path = path.display()),
            Err(error) => {
                say!("the table cannot be saved to {path}: {error}", path = path.display(), error)
            }
        });
        Ok(())
    }
}
