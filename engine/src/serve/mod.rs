//! The web board: a page with all games, served by the program itself, and what the page asks for.
//!
//! Each file is one thing that can be asked (`games`, `view`, …), with a function `routes` that says under which path; they
//! are put together here, behind one [guard](guard). The server knows games as text, as everything above the registry does.
//! Every question names the whole line of play, so nothing is kept between two of them but games that people play against
//! each other, which have rooms.
//!
//! What is computed runs on threads of its own, never in the runtime: that only waits for connections.

mod answer;
mod assets;
mod games;
mod guard;
mod limits;
mod line;
mod listen;
mod refusal;
mod rooms;
mod view;

use std::sync::Arc;

use axum::Router;
use tokio::sync::Semaphore;

pub use guard::{Guard, Token};
pub use limits::Limits;
pub use listen::{Client, Listening, open, serve};
pub use refusal::Refusal;
pub use rooms::Rooms;

/// What all requests share.
#[derive(Debug)]
pub struct Server {
    /// Who may ask.
    pub guard: Guard,
    /// How much may be asked.
    pub limits: Limits,
    /// The games that people play.
    pub rooms: Rooms,
    /// Places for short computations.
    short: Arc<Semaphore>,
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
            short: Arc::new(Semaphore::new(Limits::SHORT_AT_ONCE)),
        }
    }
}

/// Everything that can be asked, behind the guard. A folder or file that answers requests adds its routes here.
fn router(server: &Shared) -> Router {
    let asked = Router::new()
        .merge(games::routes())
        .merge(view::routes())
        .merge(rooms::routes())
        .merge(assets::routes())
        .with_state(server.clone());
    guard::before(asked, server)
}
