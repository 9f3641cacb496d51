//! Prints a remark if reading a file blocks: a pipe without a writer makes the program look frozen.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ludex_kit::say;

use crate::output;

/// How long reading must block before the remark is printed.
const DELAY: Duration = Duration::from_millis(500);

/// Prints the remark unless this value is dropped within [`DELAY`].
#[derive(Debug)]
pub(crate) struct SlowInputRemark {
    _ended_when_dropped: Option<Sender<()>>,
}

impl SlowInputRemark {
    /// Starts the delay if the path is a pipe, because only reading from a pipe can block.
    pub(crate) fn watch(path: &Path) -> Self {
        Self { _ended_when_dropped: is_pipe(path).then(|| remark_after_a_while(path)) }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata().is_ok_and(|data| data.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

fn remark_after_a_while(path: &Path) -> Sender<()> {
    let (sender, ended) = mpsc::channel();
    let text = say!("waiting for data from {path}", path = path.display());
    // If the thread cannot be started, only the remark is missing.
    let _ = thread::Builder::new().spawn(move || {
        if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
            output::remark(&text);
        }
    });
    sender
}
