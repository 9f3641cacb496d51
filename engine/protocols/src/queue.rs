//! The event queue of a protocol server: lines of input, ends of searches and Ctrl-C arrive in one place and in
//! order. A thread reads the input and another one searches, so the server never has to wait for a search.
//!
//! The queue is bounded ([`CAPACITY`]), including the lines that wait for the end of a search. When it is full, the reading thread waits
//! (back-pressure). A peer that keeps sending without reading answers is then blocked by its own full pipe. Nothing is lost, and memory
//! does not grow.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ludex_kit::InputError;
use ludex_search::{Limits, StopFlag};

use super::search::run_search;
use ludex_base::interrupt;
use ludex_base::lines::{Lines, MAX_LINE};
use ludex_kit::registry::Findings;
use ludex_kit::registry::Session;

/// Capacity in units: enough for some thousand short lines of a script, or a few long ones.
const CAPACITY: usize = 4096;

/// A line takes one unit, and one more for each of this many bytes.
const BYTES_PER_UNIT: usize = 256;

/// How long to wait for the move of a stopped search before the program ends: half of the 50 ms within which it must end.
pub(super) const STOP_TIMEOUT: Duration = Duration::from_millis(25);

/// How long to wait for the move of a stopped search with a limit. It usually stops at once, and takes longer only while it loads networks
/// or builds tables.
pub(super) const LIMITED_STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// How long after Ctrl-C the program may be blocked by output that is not read.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);

/// The session and the findings of a finished search.
pub(super) type SearchDone = (Box<dyn Session>, anyhow::Result<Findings>);

/// An event of a protocol server.
pub(super) enum ProtocolEvent {
    /// A line, or why it could not be read.
    Line(Result<Vec<u8>, InputError>),
    /// The end of the input.
    Eof,
    /// Ctrl-C.
    Interrupt,
    /// The end of the search.
    Done(SearchDone),
}

/// The queue of all events of a protocol server.
pub(super) struct EventQueue {
    events: Receiver<ProtocolEvent>,
    sender: Sender<ProtocolEvent>,
    /// Contains one item for each unit of the capacity in use.
    units: Receiver<()>,
    /// Events that arrived during a search and wait for its end.
    held: VecDeque<ProtocolEvent>,
    /// When the engine was asked to quit.
    leaving: Option<Instant>,
}

impl EventQueue {
    /// Starts to read this input and to listen for Ctrl-C.
    pub(super) fn open(input: impl BufRead + Send + 'static) -> Self {
        let queue = Self::open_peer(input);
        let interrupted = queue.sender.clone();
        interrupt::on_interrupt(move || {
            let _ = interrupted.send(ProtocolEvent::Interrupt);
            thread::sleep(OUTPUT_TIMEOUT);
        });
        queue
    }

    /// Starts to read from one of several peers. Ctrl-C is not an event of their queues.
    pub(super) fn open_peer(input: impl BufRead + Send + 'static) -> Self {
        let (sender, events) = mpsc::channel();
        let (unit, units) = mpsc::sync_channel(CAPACITY);
        let reader = sender.clone();
        thread::spawn(move || {
            for line in Lines::new(input, MAX_LINE) {
                let has_capacity = (0..n_units(&line)).all(|_| unit.send(()).is_ok());
                if !has_capacity || reader.send(ProtocolEvent::Line(line)).is_err() {
                    return;
                }
            }
            let _ = reader.send(ProtocolEvent::Eof);
        });
        Self { events, sender, units, held: VecDeque::new(), leaving: None }
    }

    /// The next event, in order.
    pub(super) fn next(&mut self) -> ProtocolEvent {
        let event = self.held.pop_front().unwrap_or_else(|| self.receive());
        self.free_capacity(&event);
        event
    }

    /// The next event during a search. Lines are held, except those that act at once: `acts` decides for each
    /// line, given all lines held before it.
    pub(super) fn next_during_search(
        &mut self,
        acts: impl Fn(&[u8], &mut dyn Iterator<Item = &[u8]>) -> bool,
    ) -> ProtocolEvent {
        let acts_at = |held: &VecDeque<ProtocolEvent>, index: usize| {
            let line = text_of(&held[index]);
            line.is_none_or(|line| acts(line, &mut held.range(..index).filter_map(text_of)))
        };
        let mut index = 0;
        loop {
            if index == self.held.len() {
                let event = self.receive();
                self.held.push_back(event);
            }
            if acts_at(&self.held, index)
                && let Some(event) = self.held.remove(index)
            {
                self.free_capacity(&event);
                return event;
            }
            index += 1;
        }
    }

    /// Whether no line is held.
    pub(super) fn is_clear(&self) -> bool {
        self.held.is_empty()
    }

    /// Removes and returns the first held line.
    pub(super) fn held_line(&mut self) -> Option<Result<Vec<u8>, InputError>> {
        loop {
            if let ProtocolEvent::Line(line) = self.held.pop_front()? {
                return Some(line);
            }
        }
    }

    fn receive(&self) -> ProtocolEvent {
        let event = self.events.recv();
        event.expect("the queue keeps a sender, so the channel is never closed")
    }

    /// Frees the units of a line.
    fn free_capacity(&self, event: &ProtocolEvent) {
        if let ProtocolEvent::Line(line) = event {
            self.units.try_iter().take(n_units(line)).for_each(drop);
        }
    }

    /// Starts a search on a new thread; its end is an event.
    pub(super) fn begin(
        &self,
        mut session: Box<dyn Session>,
        limits: Limits,
        stop: &StopFlag,
        mut observer: Option<impl FnMut(&Findings) + Send + 'static>,
    ) -> io::Result<()> {
        let (stop, events) = (stop.clone(), self.sender.clone());
        let search = move || {
            let findings = run_search(&mut *session, &limits, &stop, &mut observer);
            // Sending fails only if the engine has already quit.
            let _ = events.send(ProtocolEvent::Done((session, findings)));
        };
        let thread = thread::Builder::new().name("search".into());
        thread.spawn(search).map(drop)
    }

    /// Searches and waits for the result. Lines that arrive meanwhile are held. A line that `is_quit` accepts, or Ctrl-C, stops the search;
    /// if the result then takes too long, `None` is returned, and the engine must quit without it.
    pub(super) fn search(
        &mut self,
        session: Box<dyn Session>,
        limits: Limits,
        is_quit: impl Fn(&[u8]) -> bool,
    ) -> io::Result<Option<SearchDone>> {
        let stop = StopFlag::default();
        self.begin(session, limits, &stop, None::<fn(&Findings)>)?;
        loop {
            if self.leaving.is_some() {
                stop.stop();
            }
            let Some(event) = self.next_before(self.leaving.map(|since| since + STOP_TIMEOUT))
            else {
                return Ok(None);
            };
            let leaves = match &event {
                ProtocolEvent::Line(Ok(line)) => is_quit(line),
                event => matches!(event, ProtocolEvent::Interrupt),
            };
            if leaves {
                self.leaving.get_or_insert_with(Instant::now);
            }
            match event {
                ProtocolEvent::Done(done) => return Ok(Some(done)),
                ProtocolEvent::Interrupt => self.held.push_front(event),
                ProtocolEvent::Line(_) | ProtocolEvent::Eof => self.held.push_back(event),
            }
        }
    }

    /// Stops a running search and waits for it, at most for `patience`. All other events are discarded.
    pub(super) fn stop_and_wait(
        &mut self,
        stop: &StopFlag,
        patience: Duration,
    ) -> Option<SearchDone> {
        stop.stop();
        let end = Some(Instant::now() + patience);
        while let Some(event) = self.next_before(end) {
            self.free_capacity(&event);
            if let ProtocolEvent::Done(done) = event {
                return Some(done);
            }
        }
        None
    }

    /// The next new event; `None` if none arrives before `end`.
    fn next_before(&self, end: Option<Instant>) -> Option<ProtocolEvent> {
        match end {
            None => self.events.recv().ok(),
            Some(end) => {
                let left = end.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left).ok()
            }
        }
    }
}

/// Number of units that a line takes.
fn n_units(line: &Result<Vec<u8>, InputError>) -> usize {
    let bytes = line.as_ref().map_or(0, Vec::len);
    (1 + bytes / BYTES_PER_UNIT).min(CAPACITY)
}

/// The text of a line; `None` for other events. An unreadable line is reported when its turn comes.
fn text_of(event: &ProtocolEvent) -> Option<&[u8]> {
    match event {
        ProtocolEvent::Line(line) => Some(line.as_deref().unwrap_or(b"?")),
        _ => None,
    }
}

/// Drops a value on another thread, so that the program can end without waiting until gigabytes of tables are freed.
pub(super) fn drop_in_background(thing: impl Send + 'static) {
    thread::spawn(move || drop(thing));
}
