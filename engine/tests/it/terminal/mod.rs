//! The program at a terminal: the test presses keys and reads the screen.

mod dialogue;
mod games;
mod keys;
mod saved;

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rexpect::process::{PtyProcess, Signal, WaitStatus};
use rustix::termios::{Winsize, tcsetwinsize};
use tempfile::TempDir;

use crate::program::command;

/// Generous, because the machine may be busy: the tests only require that the program answers.
const PATIENCE: Duration = Duration::from_mins(2);

const ENTER: &str = "\r";
const TAB: &str = "\t";
const UP: &str = "\x1b[A";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

/// A home folder for one test.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for temporary files"))
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("a plain name").to_owned()
    }

    /// The program with this home folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.env("HOME", self.0.path()).env("TERM", "xterm").env_remove("XDG_STATE_HOME");
        command
    }

    /// The files of saved games with this extension.
    fn saved_files(&self, ending: &str) -> Vec<String> {
        let folder = self.0.path().join(".local/state/ludex/play");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let fits = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
        fits.map(|path| path.to_str().expect("a plain name").to_owned()).collect()
    }
}

/// The program at a terminal.
struct Terminal {
    process: PtyProcess,
    keys: File,
    screen: Arc<Mutex<vt100::Parser>>,
}

/// High enough that nothing scrolls off the screen.
const ROWS: u16 = 400;

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("not zero")
}

impl Terminal {
    fn start(home: &Home, arguments: &[&str]) -> Self {
        Self::run(home.command(arguments))
    }

    /// The program as a shell job; the shell runs `then` when it has stopped.
    fn start_by_shell(home: &Home, arguments: &[&str], then: &str) -> Self {
        let ours = home.command(arguments);
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-mc", &format!("\"$0\" \"$@\"; {then}")])
            .arg(ours.get_program())
            .args(arguments)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .envs(ours.get_envs().filter_map(|(key, value)| Some((key, value?))));
        Self::run(shell)
    }

    fn run(command: Command) -> Self {
        let mut process = PtyProcess::new(command).expect("the program starts");
        process.set_kill_timeout(Some(1000));
        let keys = process.get_file_handle().expect("a terminal");
        let mut output = process.get_file_handle().expect("a terminal");
        let screen = vt100::Parser::new(size(ROWS), size(80), 0);
        let screen = Arc::new(Mutex::new(screen));
        let shown = Arc::clone(&screen);
        let terminal = Self { process, keys, screen };
        terminal.resize(80);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                shown.lock().expect("no thread panicked").process(&bytes[..length]);
            }
        });
        terminal
    }

    fn resize(&self, columns: u16) {
        self.resize_to(ROWS, columns);
    }

    fn resize_to(&self, rows: u16, columns: u16) {
        let window = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keys, window).expect("a terminal");
        let mut screen = self.screen.lock().expect("no thread panicked");
        screen.set_size(size(rows), size(columns));
    }

    /// Presses keys.
    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
    }

    /// The text on the screen.
    fn screen(&self) -> String {
        let screen = self.screen.lock().expect("no thread panicked");
        screen.screen().contents().trim_end().to_owned()
    }

    /// The line with the cursor.
    fn line(&self) -> String {
        self.screen().lines().last().unwrap_or_default().to_owned()
    }

    #[track_caller]
    fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let started = Instant::now();
        while !is_so(self) {
            let screen = self.screen();
            assert!(started.elapsed() < PATIENCE, "{what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until this text is on the screen.
    #[track_caller]
    fn see(&self, text: &str) {
        self.wait(text, |terminal| terminal.screen().contains(text));
    }

    /// Waits until this is the last line.
    #[track_caller]
    fn see_line(&self, text: &str) {
        self.wait(text, |terminal| terminal.line().trim_end() == text.trim_end());
    }

    /// Waits for a prompt, which may contain a clock, and types a line.
    #[track_caller]
    fn say(&mut self, prompt: &str, line: &str) {
        self.wait(prompt, |terminal| {
            let line = terminal.line();
            line.starts_with(prompt) && line.ends_with('>')
        });
        self.press(line);
        self.press(ENTER);
    }

    fn signal(&mut self, signal: Signal) {
        self.process.signal(signal).expect("it runs");
    }

    /// Waits for the end and returns the exit code.
    #[track_caller]
    fn end(&self) -> i32 {
        let started = Instant::now();
        loop {
            match self.process.status() {
                Some(WaitStatus::Exited(_, code)) => return code,
                Some(WaitStatus::StillAlive) => {}
                other => panic!("{other:?}:\n{}", self.screen()),
            }
            assert!(started.elapsed() < PATIENCE, "{}", self.screen());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
