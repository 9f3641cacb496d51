//! The program at the other end: it is started, spoken to, and listened to for as long as it may take.

use std::io::BufReader;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ludex_kit::InputError;
use ludex_search::StopFlag;

use super::exchange::{EngineQuestion, Fault, FaultKind};
use super::program::Program;
use ludex_base::lines::{Lines, MAX_LINE};

/// How many lines of an engine are kept before they are read; then it waits.
const QUEUE: usize = 64;

/// How long an engine may take to say who it is, and that it is ready.
const GREETING: Duration = Duration::from_secs(10);

/// How long a move is waited for after its time is over: the game is lost, but an engine that is only late is not ended.
const LATE: Duration = Duration::from_millis(500);

/// Time between two looks at the flag while an engine thinks.
const TICK: Duration = Duration::from_millis(20);

/// How long an engine is waited for, and what its silence is after that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    end: Instant,
    silence: FaultKind,
    waited: Duration,
    allowed: Option<Duration>,
}

impl Wait {
    /// So long; whoever is silent then hangs.
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            end: Instant::now() + patience,
            silence: FaultKind::Hang,
            waited: patience,
            allowed: None,
        }
    }

    /// For an engine that gets ready.
    pub(super) fn for_greeting() -> Self {
        Self::new(GREETING)
    }

    /// For a move: as long as its clock says, or else as long as anybody may keep silent.
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
        let allowed = match self.allowed {
            Some(allowed) => format!(", {} ms allowed", allowed.as_millis()),
            None => String::new(),
        };
        let detail = format!("no answer in {seconds:.1} s{allowed}");
        Fault::new(self.silence, detail)
    }
}

/// A program that runs, or is to be started.
#[derive(Debug)]
pub(super) struct Peer {
    words: Vec<String>,
    patience: Duration,
    /// Raised when nobody waits for an answer any more.
    stop: StopFlag,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    // First of all nobody listens any more: an engine that waits for it can end.
    lines: Receiver<Result<String, InputError>>,
    program: Program,
}

impl Peer {
    /// The program of this command; it is not started yet.
    pub(super) fn new(words: Vec<String>, patience: Duration) -> Self {
        Self { words, patience, stop: StopFlag::default(), running: None }
    }

    /// How long it may keep silent where no clock says so.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// From here on this flag ends all waiting.
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
        let (program, output) = Program::start(&self.words)
            .map_err(|error| Fault::new(FaultKind::Start, format!("{}: {error}", self.words[0])))?;
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
        // Who reads no more is noticed when he is listened to.
        running.program.send_line(line);
        Ok(())
    }

    /// Reads lines until one is what was waited for.
    pub(super) fn wait_for<T>(
        &mut self,
        wait: Wait,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let fault = loop {
            let running = self.running.as_mut().ok_or_else(has_ended)?;
            let left = wait.end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stop.is_stopped() {
                // Somebody who talks without an end is late too.
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
                    let detail = format!("it ended: {}", running.program.exit_summary());
                    break Fault::new(FaultKind::Crash, detail);
                }
            }
        };
        self.end();
        Err(fault)
    }
}

fn has_ended() -> Fault {
    Fault::new(FaultKind::Crash, "the engine has exited")
}
