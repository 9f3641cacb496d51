//! What all requests share: who may ask, how much, and the places for what is computed.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludex_kit::GameInfo;

use super::fair_semaphore::FairSemaphore;
use super::guard::Guard;
use super::limits::Limits;
use super::quota::Quota;
use super::rooms::Rooms;
use super::search_slots::SearchSlots;

/// What all requests share.
pub struct Server {
    /// Who may ask.
    pub guard: Guard,
    /// How much may be asked.
    pub limits: Limits,
    /// The games that people play.
    pub rooms: Rooms,
    /// Places for short computations.
    pub(super) short: Arc<FairSemaphore>,
    /// Places for those that take longer.
    pub(super) large: Arc<FairSemaphore>,
    /// The place for computations that may be long.
    pub(super) long: Arc<FairSemaphore>,
    /// Who waits for one of the first, and for one of the others.
    pub(super) waiting: Arc<Quota>,
    pub(super) waiting_long: Arc<Quota>,
    /// Bytes of questions, and of answers on their way.
    pub(super) questions: Arc<Quota>,
    pub(super) answers: Arc<Quota>,
    /// Bytes of games that are judged.
    pub(super) judgements: Arc<Quota>,
    /// Games whose tables are made.
    warm: Mutex<HashSet<&'static str>>,
    /// Places for searches.
    pub(super) search_slots: Arc<SearchSlots>,
}

/// The server, as handlers get it.
pub(super) type Shared = Arc<Server>;

impl Server {
    /// A server that asks this guard, within these limits, with these rooms.
    pub fn new(guard: Guard, limits: Limits, rooms: Rooms) -> Self {
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
        }
    }

    /// Makes the tables of a game that somebody looks at, once, before the first search needs them.
    pub(super) fn warm_up(&self, info: &'static GameInfo) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        if warm.insert(info.name) {
            // Whoever comes first makes them anyway.
            let _ = thread::Builder::new().spawn(info.warm_up);
        }
    }
}
