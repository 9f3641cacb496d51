//! Prints a remark if reading a file blocks: a pipe without a writer makes the program look frozen.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crate::output;

/// How long to wait before the remark.
const DELAY: Duration = Duration::from_millis(500);

/// Prints the remark if it still lives after [`DELAY`].
#[derive(Debug)]
pub(crate) struct SlowInputRemark {
    _ended_when_dropped: Option<Sender<()>>,
}

impl SlowInputRemark {
    /// Starts to wait. Only reading from a pipe can block.
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
    let text = format!("waiting for data from {}", path.display());
    // Without a thread there is no remark, which is harmless.
    let _ = thread::Builder::new().spawn(move || {
        if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
            output::remark(&text);
        }
    });
    sender
}
