//! Running the program.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// What a run of the program gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The standard output, which must be one JSON object.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// The program without the user's own configuration, in an empty folder.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    let home = std::env::temp_dir();
    command
        .args(arguments)
        .env_clear()
        .env("HOME", home.join("ludex-tests-have-no-home"))
        .current_dir(home);
    command
}

/// Runs the program.
pub(crate) fn ludex(arguments: &[&str]) -> Ran {
    with_input(command(arguments), "")
}

/// Runs a command with this text on its standard input.
pub(crate) fn with_input(command: Command, input: &str) -> Ran {
    with_bytes(command, input.as_bytes())
}

/// Runs a command with these bytes on its standard input.
pub(crate) fn with_bytes(mut command: Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that reads nothing may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().expect("it ends");
    Ran {
        code: status.code().expect("no signal"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}

/// A file that lives as long as this value.
pub(crate) struct TempFile(pub(crate) PathBuf);

impl TempFile {
    pub(crate) fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = Self::path(name);
        std::fs::write(&path, bytes).expect("the folder for temporary files can be written to");
        Self(path)
    }

    /// A name for a file that is not there yet.
    pub(crate) fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("ludex-test-{}-{name}", std::process::id()))
    }

    pub(crate) fn name(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A protocol engine at the other end of two pipes.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Generous, because the machine may be busy; nothing is measured by it.
    const PATIENCE: Duration = Duration::from_mins(1);

    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("not closed");
        writeln!(input, "{line}").expect("the engine listens");
    }

    /// The next line.
    pub(crate) fn hear(&mut self) -> String {
        self.lines
            .recv_timeout(Self::PATIENCE)
            .expect("the engine answers")
    }

    /// Lines up to one that begins so, with that one.
    pub(crate) fn hear_until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            let found = line.starts_with(start);
            heard.push(line);
            if found {
                return heard;
            }
        }
    }

    /// Says a line and `isready`, and returns what comes before `readyok`.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.hear_until("readyok");
        heard.pop();
        heard
    }

    /// Presses Ctrl-C.
    pub(crate) fn interrupt(&self) {
        let kill = Command::new("kill")
            .args(["-INT", &self.child.id().to_string()])
            .status();
        assert!(kill.expect("kill is there").success());
    }

    /// Closes the input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end and returns the exit code.
    pub(crate) fn end(&mut self) -> i32 {
        let deadline = Instant::now() + Self::PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code().expect("no signal");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine does not end");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
