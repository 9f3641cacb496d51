//! The shared state of all requests: guard, limits, permits and quotas.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use ludex_kit::GameInfo;

use super::connections::Connections;
use super::fair_semaphore::FairSemaphore;
use super::guard::Guard;
use super::limits::Limits;
use super::metrics::Metrics;
use super::quota::Quota;
use super::rooms::Rooms;
use super::search_slots::SearchSlots;

/// The shared state of all requests.
pub struct Server {
    /// Checks access.
    pub guard: Guard,
    /// The limits that the user has set.
    pub limits: Limits,
    /// The games that people play.
    pub rooms: Rooms,
    /// Permits for short computations.
    pub(super) short: Arc<FairSemaphore>,
    /// Permits for longer computations.
    pub(super) large: Arc<FairSemaphore>,
    /// The permit for computations that may take seconds.
    pub(super) long: Arc<FairSemaphore>,
    /// Quota for the number of waiting short computations.
    pub(super) waiting: Arc<Quota>,
    /// Quota for the number of waiting longer computations.
    pub(super) waiting_long: Arc<Quota>,
    /// Quota for questions, in bytes.
    pub(super) questions: Arc<Quota>,
    /// Quota for answers that are being sent, in bytes.
    pub(super) answers: Arc<Quota>,
    /// Quota for games that are being judged, in bytes of memory.
    pub(super) judgements: Arc<Quota>,
    /// Games whose tables have been built, or are being built.
    warm: Mutex<HashSet<&'static str>>,
    /// Slots for searches.
    pub(super) search_slots: Arc<SearchSlots>,
    /// Slots for connections.
    pub(super) connections: Arc<Connections>,
    /// What the server has counted.
    pub(super) metrics: Metrics,
    /// Whether the metrics have their own address.
    pub(super) has_own_metrics: bool,
    /// When the server was created.
    pub(super) started: Instant,
    /// Whether the server is shutting down.
    is_ending: AtomicBool,
}

/// The server as handlers receive it.
pub(super) type Shared = Arc<Server>;

impl Server {
    /// A server with this guard, these limits and these rooms.
    pub fn new(guard: Guard, limits: Limits, rooms: Rooms) -> Self {
        let connections = Connections::new(Limits::CONNECTIONS_EACH, Limits::CONNECTIONS);
        Self {
            guard,
            limits,
            rooms,
            short: FairSemaphore::new(Limits::SHORT_AT_ONCE),
            large: FairSemaphore::new(Limits::LARGE_AT_ONCE),
            long: FairSemaphore::new(1),
            waiting: Quota::with_spare(Limits::WAITING_EACH, Limits::WAITING, 1),
            waiting_long: Quota::with_spare(Limits::WAITING_EACH, Limits::WAITING, 1),
            questions: Quota::with_spare(
                Limits::QUESTIONS_EACH,
                Limits::QUESTIONS,
                Limits::QUESTION_SPARE,
            ),
            answers: Quota::with_spare(Limits::ANSWERS_EACH, Limits::ANSWERS, Limits::ANSWER_SPARE),
            judgements: Quota::new(Limits::JUDGEMENTS_EACH, Limits::JUDGEMENTS),
            warm: Mutex::default(),
            search_slots: Arc::new(SearchSlots::new(limits)),
            metrics: Metrics::new(&connections.refused),
            connections,
            has_own_metrics: false,
            started: Instant::now(),
            is_ending: AtomicBool::new(false),
        }
    }

    /// Serves the metrics at their own address only.
    #[must_use]
    pub fn with_own_metrics(mut self) -> Self {
        self.has_own_metrics = true;
        self
    }

    /// Whether the server is shutting down.
    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// Stops all searches; from now on the server says that it is shutting down.
    pub(super) fn begin_to_end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        self.search_slots.stop_all();
        self.rooms.stop_searches();
    }

    /// Builds the tables of a game when its position is first viewed, so that the first search does not wait for
    /// them.
    pub(super) fn warm_up(&self, info: &'static GameInfo) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        if warm.insert(info.name) {
            // If no thread can be started, the first search builds the tables.
            let _ = thread::Builder::new().spawn(info.warm_up);
        }
    }
}
