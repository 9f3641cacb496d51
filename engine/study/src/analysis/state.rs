//! The saved progress of judging a record, so that an interrupted run continues where it stopped. It is a file `judged/CHECKSUM.jsonl` in
//! the user's cache folder; the name is a checksum of the record and all options. The first line states what the checksum covers, and each
//! other line contains a checksum and the findings about one step. The file is deleted when the whole record has been judged.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use ludex_kit::{Language, say, say_count};
use serde::Serialize;
use serde::de::DeserializeOwned;

use ludex_base::cache::Cache;
use ludex_base::input;
use ludex_base::output;

/// The progress file of a record. If there is no cache folder, or if the file cannot be written, no progress is saved.
#[derive(Debug)]
pub struct JudgingState {
    path: Option<PathBuf>,
    key: String,
    file: Option<File>,
}

/// Why a file cannot be used.
enum Unusable {
    /// There is no file, or it belongs to another record or to other options.
    Absent,
    /// This line is damaged.
    Damaged(usize),
}

impl JudgingState {
    /// The progress of the record that `key` describes.
    pub fn open(cache: &Cache, key: &str) -> Self {
        let mut key = serde_json::Value::from(key).to_string();
        // Findings contain comments for people.
        if Language::current() != Language::English {
            key = format!("{} {key}", Language::current().code());
        }
        let name = format!("{:08x}.jsonl", crc32fast::hash(key.as_bytes()));
        Self { path: cache.path("judged").map(|folder| folder.join(name)), key, file: None }
    }

    /// A state without a file, which saves nothing.
    pub fn disabled() -> Self {
        Self { path: None, key: String::new(), file: None }
    }

    /// The findings of earlier runs, by step. A damaged file is reported and discarded.
    pub(super) fn read<T: DeserializeOwned>(&mut self) -> BTreeMap<usize, T> {
        let Some(path) = &self.path else {
            return BTreeMap::new();
        };
        match self.read_steps() {
            Ok(steps) => {
                if !steps.is_empty() {
                    output::remark(&say_count!(
                        steps.len() as u64,
                        "resuming: {count} step was analysed before",
                        "resuming: {count} steps were analysed before"
                    ));
                }
                steps
            }
            Err(Unusable::Absent) => BTreeMap::new(),
            Err(Unusable::Damaged(line)) => {
                let place = path.display();
                output::remark(&say!(
                    "{place}, line {line}: the line is damaged, so the analysis starts again",
                    place,
                    line
                ));
                let _ = fs::remove_file(path);
                BTreeMap::new()
            }
        }
    }

    fn read_steps<T: DeserializeOwned>(&self) -> Result<BTreeMap<usize, T>, Unusable> {
        let path = self.path.as_ref().ok_or(Unusable::Absent)?;
        let bytes = input::read_regular(path).map_err(|_| Unusable::Absent)?;
        let text = String::from_utf8(bytes).map_err(|_| Unusable::Damaged(1))?;
        // A killed program may leave an incomplete last line.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = (1..).zip(whole.lines());
        match lines.next() {
            Some((_, key)) if key == self.key => {}
            _ => return Err(Unusable::Absent),
        }
        let read = |line: &str| {
            let (checksum, step) = line.split_once(' ')?;
            let fits = checksum == format!("{:08x}", crc32fast::hash(step.as_bytes()));
            serde_json::from_str::<(usize, T)>(step).ok().filter(|_| fits)
        };
        let step = |(number, line): (usize, &str)| read(line).ok_or(Unusable::Damaged(number));
        lines.map(step).collect()
    }

    /// Saves the findings about a step.
    pub(super) fn add<T: Serialize>(&mut self, index: usize, step: &T) {
        if self.file.is_none() {
            self.file = self.begin();
        }
        let (Some(file), Ok(step)) = (&mut self.file, serde_json::to_string(&(index, step))) else {
            return;
        };
        let checksum = crc32fast::hash(step.as_bytes());
        // If the step cannot be saved, the next run examines it again.
        let _ = file.write_all(format!("{checksum:08x} {step}\n").as_bytes());
    }

    /// Opens the file for appending: truncated after its last complete line, or emptied if it belongs to another record.
    fn begin(&self) -> Option<File> {
        let path = self.path.as_ref()?;
        fs::create_dir_all(path.parent()?).ok()?;
        let known = input::read_regular(path).unwrap_or_default();
        let is_ours = known.starts_with(format!("{}\n", self.key).as_bytes());
        let whole = known.iter().rposition(|&byte| byte == b'\n');
        let length = whole.filter(|_| is_ours).map_or(0, |end| end + 1);
        let mut file =
            OpenOptions::new().create(true).truncate(false).write(true).open(path).ok()?;
        file.set_len(length as u64).ok()?;
        drop(file);
        file = OpenOptions::new().append(true).open(path).ok()?;
        if length == 0 {
            file.write_all(format!("{}\n", self.key).as_bytes()).ok()?;
        }
        Some(file)
    }

    /// Removes the file, because the whole record is judged.
    pub fn remove(self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}
