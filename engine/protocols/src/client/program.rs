//! A running program with all processes that it starts. They form one process group, which is ended as a whole.
//!
//! An engine is often wrapped in a script or starts helpers. Ending only the script would leave the others running.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ludex_kit::say;

/// Time for a program to end after `quit`, and again after a signal.
const PATIENCE: Duration = Duration::from_millis(200);

/// Bytes kept from the end of the program's standard error.
const KEPT_BYTES: usize = 4096;
const KEPT_LINES: usize = 20;

/// A running program.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// Lines for the program. A separate thread writes them, because writing blocks if the program does not read.
    input: Option<Sender<String>>,
    complaints: StderrTail,
}

impl Program {
    /// Starts the program in its own process group. Returns its standard output.
    pub(super) fn start(words: &[String]) -> io::Result<(Self, ChildStdout)> {
        let (name, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::make(&mut command);
        let mut child = command.spawn()?;
        let no_pipe = || io::Error::other("no pipes");
        let mut pipe = child.stdin.take().ok_or_else(no_pipe)?;
        let output = child.stdout.take().ok_or_else(no_pipe)?;
        let complaints = StderrTail::start(child.stderr.take().ok_or_else(no_pipe)?);
        let (input, lines) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            for line in lines {
                if pipe.write_all(line.as_bytes()).is_err() || pipe.flush().is_err() {
                    return;
                }
            }
        });
        let program = Self { child, input: Some(input), complaints };
        Ok((program, output))
    }

    /// Sends a line; false if the program has closed its input.
    pub(super) fn send_line(&self, line: &str) -> bool {
        let input = self.input.as_ref();
        input.is_some_and(|input| input.send(format!("{line}\n")).is_ok())
    }

    /// The exit status, if it has ended, and the last lines of its standard error.
    pub(super) fn exit_summary(&mut self) -> String {
        let status = self.wait(PATIENCE);
        let mut text = match status.map(|status| (status.code(), status)) {
            Some((Some(code), _)) => say!("exit code {code}", code),
            Some((None, status)) => status.to_string(),
            None => say!("its standard output is closed"),
        };
        for line in self.complaints.lines() {
            text.push('\n');
            text.push_str(&line);
        }
        text
    }

    /// Waits for the program itself to end.
    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        self.wait_for(patience, |_| true)
    }

    /// Waits for the program itself to end and for another condition.
    fn wait_for(
        &mut self,
        patience: Duration,
        holds: impl Fn(&Child) -> bool,
    ) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() && holds(&self.child) {
                return status;
            }
            if Instant::now() >= end {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    /// Asks the program to end, then sends SIGTERM to the remaining processes of its group, and finally kills them.
    fn drop(&mut self) {
        self.send_line("quit");
        self.input = None;
        self.wait(PATIENCE);
        if group::is_left(&self.child) {
            group::terminate(&self.child);
            self.wait_for(PATIENCE, |child| !group::is_left(child));
            group::kill(&mut self.child);
        }
        let _ = self.child.wait();
    }
}

/// The end of a program's standard error.
#[derive(Debug)]
struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl StderrTail {
    fn start(mut errors: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; KEPT_BYTES];
            while let Ok(n @ 1..) = errors.read(&mut bytes) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&bytes[..n]);
                let surplus = kept.len().saturating_sub(KEPT_BYTES);
                kept.drain(..surplus);
            }
        });
        Self { kept, reader }
    }

    /// The last lines, without control characters that could move the terminal's cursor.
    fn lines(&self) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        while !self.reader.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous()).into_owned();
        let plain = |line: &str| line.trim_end().replace(char::is_control, " ");
        let lines: Vec<String> = text.lines().map(plain).collect();
        lines[lines.len().saturating_sub(KEPT_LINES)..].to_vec()
    }
}

/// Process groups on Unix.
#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    /// Starts a new process group with the program as leader. So the terminal's Ctrl-C does not reach the program, and it can be ended
    /// together with all processes that it starts.
    pub(super) fn make(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether any process of the group still runs.
    pub(super) fn is_left(leader: &Child) -> bool {
        test_kill_process_group(Pid::from_child(leader)).is_ok()
    }

    pub(super) fn terminate(leader: &Child) {
        let _ = kill_process_group(Pid::from_child(leader), Signal::TERM);
    }

    pub(super) fn kill(leader: &mut Child) {
        let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
    }
}

/// On other systems, only the program itself is ended.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn make(_: &mut Command) {}

    pub(super) fn is_left(_: &Child) -> bool {
        true
    }

    pub(super) fn terminate(_: &Child) {}

    pub(super) fn kill(leader: &mut Child) {
        let _ = leader.kill();
    }
}
