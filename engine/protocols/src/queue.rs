//! The desk: everything that a protocol waits for comes to one place, in order. A plain thread reads the input, a search
//! has a thread of its own, and Ctrl-C is an event like any other; so nobody ever waits for a search who does not want to.
//!
//! The reader waits when the desk is full ([`DESK`]), also of lines that wait for the end of a search. A peer that sends and does
//! not read what it is answered is held up by its own full pipe then, nothing is lost, and no memory grows.

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

/// How many places the desk has: room for some thousand lines of a script, or a few long ones.
const CAPACITY: usize = 4096;

/// How many bytes of a line take one more place.
const BYTES_PER_UNIT: usize = 256;

/// How long whoever leaves waits for a search to give its move: half of the 50 ms in which a program has to be gone.
pub(super) const STOP_TIMEOUT: Duration = Duration::from_millis(25);

/// The same where a search with a limit was asked for: it gives its move as soon as it hears the stop, which takes longer only where
/// it still loads its networks or makes its tables.
pub(super) const LIMITED_STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// How long after Ctrl-C an engine whose output nobody reads may hang in writing.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);

/// A search that has ended gives the game back, with what it found.
pub(super) type SearchDone = (Box<dyn Session>, anyhow::Result<Findings>);

/// What a protocol waits for.
pub(super) enum ProtocolEvent {
    /// A line, or why it could not be read.
    Line(Result<Vec<u8>, InputError>),
    /// The input has ended.
    Eof,
    /// Ctrl-C.
    Interrupt,
    /// The search has ended.
    Done(SearchDone),
}

/// One queue for all that a protocol waits for: lines of input, and ends of searches.
pub(super) struct EventQueue {
    events: Receiver<ProtocolEvent>,
    sender: Sender<ProtocolEvent>,
    /// Holds one thing for every place that is taken.
    places: Receiver<()>,
    /// What came while a search was waited for, and still waits.
    held: VecDeque<ProtocolEvent>,
    /// Since when the engine is asked to leave.
    leaving: Option<Instant>,
}

impl EventQueue {
    /// Begins to read this input, and to listen for Ctrl-C.
    pub(super) fn open(input: impl BufRead + Send + 'static) -> Self {
        let queue = Self::open_peer(input);
        let interrupted = queue.sender.clone();
        interrupt::on_interrupt(move || {
            let _ = interrupted.send(ProtocolEvent::Interrupt);
            thread::sleep(OUTPUT_TIMEOUT);
        });
        queue
    }

    /// Begins to read what one of several peers says, none of whom Ctrl-C concerns.
    pub(super) fn open_peer(input: impl BufRead + Send + 'static) -> Self {
        let (sender, events) = mpsc::channel();
        let (place, places) = mpsc::sync_channel(CAPACITY);
        let reader = sender.clone();
        thread::spawn(move || {
            for line in Lines::new(input, MAX_LINE) {
                let is_placed = (0..n_units(&line)).all(|_| place.send(()).is_ok());
                if !is_placed || reader.send(ProtocolEvent::Line(line)).is_err() {
                    return;
                }
            }
            let _ = reader.send(ProtocolEvent::Eof);
        });
        Self { events, sender, places, held: VecDeque::new(), leaving: None }
    }

    /// What happens next, in order.
    pub(super) fn next(&mut self) -> ProtocolEvent {
        let event = self.held.pop_front().unwrap_or_else(|| self.receive());
        self.free_capacity(&event);
        event
    }

    /// What happens next while a search is under way. Lines wait, but for those that act at once: `acts` is asked of each,
    /// with all those that wait before it.
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

    /// Whether nothing waits.
    pub(super) fn is_clear(&self) -> bool {
        self.held.is_empty()
    }

    /// The first of the lines that wait.
    pub(super) fn held_line(&mut self) -> Option<Result<Vec<u8>, InputError>> {
        loop {
            if let ProtocolEvent::Line(line) = self.held.pop_front()? {
                return Some(line);
            }
        }
    }

    fn receive(&self) -> ProtocolEvent {
        let event = self.events.recv();
        event.expect("the desk keeps a sender, so the channel is never closed")
    }

    /// Makes room for other lines if this was one.
    fn free_capacity(&self, event: &ProtocolEvent) {
        if let ProtocolEvent::Line(line) = event {
            self.places.try_iter().take(n_units(line)).for_each(drop);
        }
    }

    /// Begins a search on a thread of its own; its end is an event.
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
            // If nobody listens any more, the engine has quit already.
            let _ = events.send(ProtocolEvent::Done((session, findings)));
        };
        let thread = thread::Builder::new().name("search".into());
        thread.spawn(search).map(drop)
    }

    /// Searches and waits for the end of it. Lines that come meanwhile are held back, but for one that is to quit: it and
    /// Ctrl-C stop the search, and none comes back if that takes long. Then the engine has to leave without it.
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

    /// Stops a search that is under way and waits a little for it; what else comes is of no interest any more.
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

    /// The next event that nobody has seen; none if it does not come in time.
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

/// How many places a line takes.
fn n_units(line: &Result<Vec<u8>, InputError>) -> usize {
    let bytes = line.as_ref().map_or(0, Vec::len);
    (1 + bytes / BYTES_PER_UNIT).min(CAPACITY)
}

/// The text of a line; none of anything else. One that cannot be read is reported in its turn.
fn text_of(event: &ProtocolEvent) -> Option<&[u8]> {
    match event {
        ProtocolEvent::Line(line) => Some(line.as_deref().unwrap_or(b"?")),
        _ => None,
    }
}

/// Frees a game with its tables on a thread of its own: the end of the program does not wait for gigabytes to be freed.
pub(super) fn drop_in_background(thing: impl Send + 'static) {
    thread::spawn(move || drop(thing));
}
