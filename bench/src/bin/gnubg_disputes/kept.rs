//! The file of disputes: a line of settings, then a line for each dispute.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::dispute::{Dispute, Settings};

/// What is kept; nowhere, if no file was named.
pub(crate) struct Kept {
    file: Option<File>,
    judged: HashMap<usize, Dispute>,
}

impl Kept {
    /// Opens a file and reads what it has, or begins it.
    pub(crate) fn open(path: Option<&Path>, settings: &Settings) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                file: None,
                judged: HashMap::new(),
            });
        };
        Self::of_file(path, settings).with_context(|| path.display().to_string())
    }

    fn of_file(path: &Path, settings: &Settings) -> Result<Self> {
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = match opened {
            Err(error) if error.kind() == ErrorKind::NotFound => File::create_new(path)?,
            opened => opened?,
        };
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let judged = read(&text, settings)?;
        // What was written when the program was killed goes; by now it is clear whose file it is.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::Start(whole as u64))?;
        let mut kept = Self {
            file: Some(file),
            judged,
        };
        if whole == 0 {
            kept.keep(settings)?;
        }
        Ok(kept)
    }

    /// The dispute about a decision, if it was judged before.
    pub(crate) fn take(&mut self, decision: usize) -> Option<Dispute> {
        self.judged.remove(&decision)
    }

    /// Keeps what stands on a line: the settings, or a dispute that was judged.
    pub(crate) fn keep(&mut self, value: &impl Serialize) -> Result<()> {
        let line = format!("{}\n", serde_json::to_string(value)?);
        if let Some(file) = &mut self.file {
            file.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

/// The disputes of a text, which must be of the same settings; its last line may be cut short.
fn read(text: &str, settings: &Settings) -> Result<HashMap<usize, Dispute>> {
    let mut lines = text.split_inclusive('\n').enumerate();
    let Some((_, first)) = lines.next() else {
        return Ok(HashMap::new());
    };
    let found: Settings = serde_json::from_str(first).context("line 1")?;
    ensure!(
        found == *settings,
        "line 1: found {found:?}, expected {settings:?}"
    );
    let whole = lines.filter(|(_, line)| line.ends_with('\n'));
    let dispute = |(index, line): (usize, &str)| -> Result<(usize, Dispute)> {
        let read = serde_json::from_str(line);
        let dispute: Dispute = read.with_context(|| format!("line {}", index + 1))?;
        Ok((dispute.decision, dispute))
    };
    whole.map(dispute).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::dispute;

    fn settings() -> Settings {
        Settings {
            plies: 0,
            gnubg_plies: 0,
            networks: None,
            cube: false,
            trials: 144,
            gnubg_trials: 144,
            truncate: 11,
            rollout_plies: 0,
            seed: 1,
        }
    }

    /// A path of this test's own where no file is.
    fn fresh(name: &str) -> std::path::PathBuf {
        let name = format!("ludex-{name}-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn what_was_kept_is_gone_on_with() {
        let path = fresh("kept");
        let mut kept = Kept::open(Some(&path), &settings()).expect("a new file");
        let (first, second) = (dispute(3, "contact", 0.1), dispute(8, "race", -0.2));
        kept.keep(&first).expect("written");
        kept.keep(&second).expect("written");
        drop(kept);
        // Killed in the middle of a line.
        let text = std::fs::read_to_string(&path).expect("written");
        std::fs::write(&path, format!("{text}{{\"decision\":9,\"cla")).expect("writable");
        let mut kept = Kept::open(Some(&path), &settings()).expect("an old file");
        assert_eq!(kept.take(3), Some(first));
        assert_eq!(kept.take(9), None);
        let third = dispute(9, "contact", 0.3);
        kept.keep(&third).expect("written");
        let mut kept = Kept::open(Some(&path), &settings()).expect("an old file");
        assert_eq!(kept.take(8), Some(second));
        assert_eq!(kept.take(9), Some(third));
        std::fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn other_settings_are_refused() {
        let path = fresh("settings");
        drop(Kept::open(Some(&path), &settings()).expect("a new file"));
        let other = Settings {
            plies: 2,
            ..settings()
        };
        let refused = Kept::open(Some(&path), &other).err().expect("they differ");
        let text = format!("{refused:#}");
        assert!(text.contains("line 1: found Settings { plies: 0"), "{text}");
        assert!(text.contains("expected Settings { plies: 2"), "{text}");
        let other = "{\"decision\":9}\nof somebody else";
        std::fs::write(&path, other).expect("writable");
        let refused = Kept::open(Some(&path), &settings())
            .err()
            .expect("no settings");
        let text = format!("{refused:#}");
        assert!(text.contains("line 1: missing field"), "{text}");
        let left = std::fs::read_to_string(&path).expect("readable");
        assert_eq!(left, other, "what is not ours stays as it is");
        std::fs::remove_file(&path).expect("it is there");
    }
}
