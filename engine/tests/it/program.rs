//! Runs the program.
//!
//! **Invariant:** No test depends on chance or timing. The program runs on one thread in an empty folder, files are in separate folders,
//! random cases are the same in every run (`PROPTEST_RNG_SEED` gives others), and only a program that never ends can exceed a time limit.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The result of running the program.
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

    /// The same result, but with a JSON error converted to the line that is printed without `--json`.
    pub(crate) fn in_words(mut self) -> Self {
        let object = serde_json::from_str::<serde_json::Value>(&self.err).unwrap_or_default();
        if let Some(message) = object["error"]["message"].as_str() {
            let place = object["error"]["place"].as_str();
            let place = place.map_or_else(String::new, |place| format!("{place}: "));
            let hint = object["error"]["hint"].as_str();
            let hint = hint.map_or_else(String::new, |hint| format!(" (hint: {hint})"));
            self.err = format!("error: {place}{message}{hint}\n");
        }
        self
    }

    /// The last line of the standard output, which must be a JSON object.
    pub(crate) fn last_json(&self) -> serde_json::Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(self.out.lines().last().expect("a line")).expect("JSON")
    }
}

/// The program without the user's configuration, in an empty folder. It runs on one thread, unless the arguments set another number: with
/// several threads, the result of a search depends on timing, and a test must not.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nobody-writes-here");
    std::fs::create_dir_all(&empty).expect("the target folder can be written to");
    command
        .args(arguments)
        .env_clear()
        .env("HOME", empty.join("no-home"))
        .env("LUDEX_THREADS", "1")
        .current_dir(empty);
    command
}

/// The program with this many KiB of address space.
#[cfg(unix)]
pub(crate) fn with_little_memory(arguments: &[&str], kib: u32) -> Command {
    let ours = command(arguments);
    let mut limited = Command::new("/bin/sh");
    limited
        .arg("-c")
        .arg(format!("ulimit -c 0; ulimit -v {kib}; exec \"$0\" \"$@\""))
        .arg(ours.get_program())
        .args(arguments)
        .env_clear()
        .current_dir(ours.get_current_dir().expect("an empty folder"));
    limited
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
    // A program that reads no input may have ended already.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    Ran {
        code: status.code().expect("no signal"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}

/// A file in a new folder, deleted when dropped.
pub(crate) struct TempFile(
    pub(crate) PathBuf,
    #[expect(dead_code, reason = "dropping it deletes the folder")] TempDir,
);

impl TempFile {
    pub(crate) fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let file = Self::unwritten(name);
        std::fs::write(&file.0, bytes).expect("the folder was just created");
        file
    }

    /// A file that does not exist yet.
    pub(crate) fn unwritten(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        Self(folder.path().join(name), folder)
    }

    pub(crate) fn name(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }
}

/// A folder that does not exist yet, deleted when dropped.
pub(crate) struct Folder(TempFile);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        Self(TempFile::unwritten(name))
    }

    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.0.0.join(name);
        path.to_str().expect("a plain name").to_owned()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        std::fs::create_dir_all(&self.0.0).expect("a folder for temporary files");
        std::fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }

    /// The games of a tournament in the folder.
    pub(crate) fn results(&self) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(self.path("results.jsonl")).unwrap_or_default();
        let whole = text.lines().map(serde_json::from_str);
        whole.filter_map(Result::ok).collect()
    }
}

/// A protocol engine connected by two pipes.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    errors: Option<BufReader<ChildStderr>>,
    lines: Receiver<String>,
}

impl Engine {
    /// Generous, because the machine may be busy; the tests measure no times.
    const PATIENCE: Duration = Duration::from_mins(1);

    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::run(command(arguments).stdin(Stdio::piped()))
    }

    /// A program whose standard error is read too.
    pub(crate) fn with_remarks(arguments: &[&str]) -> Self {
        Self::run(command(arguments).stdin(Stdio::null()).stderr(Stdio::piped()))
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
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
            errors: child.stderr.take().map(BufReader::new),
            child,
            lines,
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("not closed");
        writeln!(input, "{line}").expect("the engine listens");
    }

    /// The next line on standard error.
    pub(crate) fn read_remark(&mut self) -> String {
        let errors = self.errors.as_mut().expect("piped");
        let mut line = String::new();
        errors.read_line(&mut line).expect("text");
        line
    }

    /// The next line.
    pub(crate) fn read_line(&mut self) -> String {
        self.lines.recv_timeout(Self::PATIENCE).expect("the engine answers")
    }

    /// The lines up to and including one that starts with `start`.
    pub(crate) fn read_until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.read_line();
            let found = line.starts_with(start);
            heard.push(line);
            if found {
                return heard;
            }
        }
    }

    /// Sends a line and `isready`, and returns the lines before `readyok`.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.read_until("readyok");
        heard.pop();
        heard
    }

    /// The process id.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends Ctrl-C.
    pub(crate) fn interrupt(&self) {
        self.signal("INT");
    }

    /// Closes the input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Sends a signal such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let kill =
            Command::new("kill").args([format!("-{name}"), self.child.id().to_string()]).status();
        assert!(kill.expect("the command exists").success());
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
