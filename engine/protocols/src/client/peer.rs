//! An engine in another program: starts the program, sends lines, and waits for answers with a time limit.

use std::io::BufReader;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ludex_kit::{InputError, say};
use ludex_search::StopFlag;

use super::exchange::{EngineQuestion, Fault, FaultKind};
use super::program::Program;
use ludex_base::input::io_error_words;
use ludex_base::lines::{Lines, MAX_LINE};

/// Capacity of the queue of lines from an engine; the reading thread waits when it is full.
const QUEUE: usize = 64;

/// Time for an engine to identify itself and to get ready.
const GREETING: Duration = Duration::from_secs(10);

/// How long to wait for a move after the allowed time. The engine has then lost the game in any case, but if it is only late, it is not
/// killed.
const LATE: Duration = Duration::from_millis(500);

/// Interval of checking the stop flag while an engine thinks.
const TICK: Duration = Duration::from_millis(20);

/// How long to wait for an engine, and which fault to report after that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    end: Instant,
    silence: FaultKind,
    waited: Duration,
    allowed: Option<Duration>,
}

impl Wait {
    /// Waits this long; the fault is a hang.
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            end: Instant::now() + patience,
            silence: FaultKind::Hang,
            waited: patience,
            allowed: None,
        }
    }

    /// Waits for an engine to get ready.
    pub(super) fn for_greeting() -> Self {
        Self::new(GREETING)
    }

    /// Waits for a move: for the time its clock allows, else for `patience`.
    pub(super) fn for_move(question: &EngineQuestion<'_>, patience: Duration) -> Self {
        match question.allowed {
            Some(allowed) => Self {
                silence: FaultKind::Time,
                allowed: Some(allowed),
                ..Self::new(allowed + LATE)
            },
            None => Self::new(patience),
        }
    }

    fn timeout_fault(self) -> Fault {
        let seconds = self.waited.as_secs_f64();
        let seconds = format!("{seconds:.1}");
        let detail = match self.allowed.map(|allowed| allowed.as_millis()) {
            Some(allowed) => {
                say!("no answer in {seconds} s, {allowed} ms allowed", seconds, allowed)
            }
            None => say!("no answer in {seconds} s", seconds),
        };
        Fault::new(self.silence, detail)
    }
}

/// A program that runs or will be started.
#[derive(Debug)]
pub(super) struct Peer {
    words: Vec<String>,
    patience: Duration,
    /// Raised when an answer is no longer needed.
    stop: StopFlag,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    // This field is dropped before `program`, so that a program that is blocked while writing can end.
    lines: Receiver<Result<String, InputError>>,
    program: Program,
}

impl Peer {
    /// The program of this command, not yet started.
    pub(super) fn new(words: Vec<String>, patience: Duration) -> Self {
        Self { words, patience, stop: StopFlag::default(), running: None }
    }

    /// How long the program may take for an answer if no clock limits its time.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// From now on, raising this flag ends all waits.
    pub(super) fn set_stop_flag(&mut self, stop: &StopFlag) {
        self.stop = stop.clone();
    }

    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Ends the program if it runs.
    pub(super) fn end(&mut self) {
        self.running = None;
    }

    pub(super) fn start(&mut self) -> Result<(), Fault> {
        let (program, output) = Program::start(&self.words).map_err(|error| {
            Fault::new(FaultKind::Start, format!("{}: {}", self.words[0], io_error_words(&error)))
        })?;
        let output = BufReader::new(output);
        let (sender, lines) = mpsc::sync_channel(QUEUE);
        std::thread::spawn(move || {
            for line in Lines::new(output, MAX_LINE) {
                let line = line.map(|line| String::from_utf8_lossy(&line).trim().to_owned());
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        self.running = Some(Running { lines, program });
        Ok(())
    }

    pub(super) fn send_line(&mut self, line: &str) -> Result<(), Fault> {
        let running = self.running.as_ref().ok_or_else(has_ended)?;
        // A failure is ignored here: a program that no longer reads is noticed at the next wait.
        running.program.send_line(line);
        Ok(())
    }

    /// Reads lines until `wanted` accepts one.
    pub(super) fn wait_for<T>(
        &mut self,
        wait: Wait,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let fault = loop {
            let running = self.running.as_mut().ok_or_else(has_ended)?;
            let left = wait.end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stop.is_stopped() {
                // The limit also applies to a program that keeps writing other lines.
                break wait.timeout_fault();
            }
            match running.lines.recv_timeout(left.min(TICK)) {
                Ok(Ok(line)) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Ok(Err(error)) => break Fault::new(FaultKind::Illegal, error.to_string()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let detail = say!("it ended: {why}", why = running.program.exit_summary());
                    break Fault::new(FaultKind::Crash, detail);
                }
            }
        };
        self.end();
        Err(fault)
    }
}

fn has_ended() -> Fault {
    Fault::new(FaultKind::Crash, say!("the engine has exited"))
}
