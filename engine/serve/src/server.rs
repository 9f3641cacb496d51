//! What all requests share: who may ask, how much, and the places for what is computed.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ludex_kit::GameInfo;

use super::guard::Guard;
use super::limits::Limits;
use super::places::Places;
use super::rooms::Rooms;
use super::shares::Shares;
use super::turns::Turns;

/// What all requests share.
pub struct Server {
    /// Who may ask.
    pub guard: Guard,
    /// How much may be asked.
    pub limits: Limits,
    /// The games that people play.
    pub rooms: Rooms,
    /// Places for short computations.
    pub(super) short: Arc<Turns>,
    /// Places for those that take longer.
    pub(super) large: Arc<Turns>,
    /// The place for computations that may be long.
    pub(super) long: Arc<Turns>,
    /// Who waits for one of the first, and for one of the others.
    pub(super) waiting: Arc<Shares>,
    pub(super) waiting_long: Arc<Shares>,
    /// Bytes of questions, and of answers on their way.
    pub(super) questions: Arc<Shares>,
    pub(super) answers: Arc<Shares>,
    /// Bytes of games that are judged.
    pub(super) judgements: Arc<Shares>,
    /// Games whose tables are made.
    warm: Mutex<HashSet<&'static str>>,
    /// Places for searches.
    pub(super) places: Arc<Places>,
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
            short: Turns::new(Limits::SHORT_AT_ONCE),
            large: Turns::new(Limits::LARGE_AT_ONCE),
            long: Turns::new(1),
            waiting: Shares::with_spare(Limits::WAITING_EACH, Limits::WAITING, 1),
            waiting_long: Shares::with_spare(Limits::WAITING_EACH, Limits::WAITING, 1),
            questions: Shares::with_spare(
                Limits::QUESTIONS_EACH,
                Limits::QUESTIONS,
                Limits::QUESTION_SPARE,
            ),
            answers: Shares::with_spare(
                Limits::ANSWERS_EACH,
                Limits::ANSWERS,
                Limits::ANSWER_SPARE,
            ),
            judgements: Shares::new(Limits::JUDGEMENTS_EACH, Limits::JUDGEMENTS),
            warm: Mutex::default(),
            places: Arc::new(Places::new(limits)),
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
