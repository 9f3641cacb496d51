//! The web board: a page with all games, served by the program itself, and what the page asks for.
//!
//! Each file is one thing that can be asked (`games`, `view`, …), with a function `routes` that says under which path; they
//! are put together here, behind one guard. The server knows games as text, as everything above the registry does.
//! Every question names the whole line of play, so nothing is kept between two of them but games that people play against
//! each other, which have rooms.
//!
//! What is computed runs on threads of its own, never in the runtime: that only waits for connections.

mod analyse;
mod answer;
mod assets;
mod chance;
mod chosen;
mod connection;
mod connections;
mod doorway;
mod engines;
mod export;
mod games;
mod guard;
mod import;
mod judge;
mod limits;
mod line;
mod listen;
mod modules;
mod outcome;
mod places;
mod pulse;
mod puzzles;
mod refusal;
mod rollout;
mod rooms;
mod setup;
mod shares;
mod socket;
mod solve;
mod stream;
mod turns;
mod view;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::Router;
use ludex_kit::GameInfo;

use places::Places;
use shares::Shares;
use turns::Turns;

pub use engines::{Engines, serve_engines};
pub use guard::{Guard, Token};
pub use limits::Limits;
pub use listen::{Client, Listening, open, serve};
pub use refusal::Refusal;
pub use rooms::Rooms;

/// What all requests share.
pub struct Server {
    /// Who may ask.
    pub guard: Guard,
    /// How much may be asked.
    pub limits: Limits,
    /// The games that people play.
    pub rooms: Rooms,
    /// Places for short computations.
    short: Arc<Turns>,
    /// Places for those that take longer.
    large: Arc<Turns>,
    /// The place for computations that may be long.
    long: Arc<Turns>,
    /// Who waits for one of the first, and for one of the others.
    waiting: Arc<Shares>,
    waiting_long: Arc<Shares>,
    /// Bytes of questions, and of answers on their way.
    questions: Arc<Shares>,
    answers: Arc<Shares>,
    /// Bytes of games that are judged.
    judgements: Arc<Shares>,
    /// Games whose tables are made.
    warm: Mutex<HashSet<&'static str>>,
    /// Places for searches.
    places: Arc<Places>,
}

/// The server, as handlers get it.
type Shared = Arc<Server>;

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
    fn warm_up(&self, info: &'static GameInfo) {
        let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
        if warm.insert(info.name) {
            // Whoever comes first makes them anyway.
            let _ = thread::Builder::new().spawn(info.warm_up);
        }
    }
}

/// Everything that can be asked, behind the guard. A folder or file that answers requests adds its routes here.
fn router(server: &Shared) -> Router {
    let asked = Router::new()
        .merge(games::routes())
        .merge(view::routes())
        .merge(setup::routes())
        .merge(rooms::routes())
        .merge(puzzles::routes())
        .merge(analyse::routes())
        .merge(socket::routes())
        .merge(judge::routes())
        .merge(solve::routes())
        .merge(rollout::routes())
        .merge(chance::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(assets::routes())
        .method_not_allowed_fallback(assets::wrong_method)
        .with_state(server.clone());
    guard::before(asked, server)
}

/// The games of the tests.
#[cfg(test)]
#[ctor::ctor(unsafe)]
fn choose_games() {
    ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
}
