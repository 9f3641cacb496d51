//! The output of a protocol: whole lines, one at a time, flushed at once.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use ludex_base::program::own_words;

/// Writes lines; clones share the output.
#[derive(Clone)]
pub struct Wire(Arc<Mutex<dyn Write + Send>>);

impl Wire {
    /// A wire to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(writer)))
    }

    /// Writes one line. Commands in it get the name of this program.
    pub fn line(&self, text: &str) -> io::Result<()> {
        let text = own_words(text);
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.write_all(format!("{text}\n").as_bytes())?;
        writer.flush()
    }
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wire")
    }
}
