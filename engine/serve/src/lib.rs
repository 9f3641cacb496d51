//! The web board: a page with all games, served by the program itself, and what the page asks for.
//!
//! Each file is one thing that can be asked (`games`, `view`, …), with a function `routes` that says under which path; they
//! are put together in `routes`, behind one guard. The server knows games as text, as everything above the registry does.
//! Every question names the whole line of play, so nothing is kept between two of them but games that people play against
//! each other, which have rooms.
//!
//! What is computed runs on threads of its own, never in the runtime: that only waits for connections.
//!
//! **Invariant:** Tabs are independent, and a reload or a restart loses nothing, because each request names the whole line of play. Access
//! is decided in one place (`guard.rs`; `entrance.rs` sets the headers), the amount of work in another (`limits.rs`). What takes long to
//! compute has a thread and a slot that end with the client. A client names no file of the machine. Apart from `--listen` of a protocol,
//! nothing else starts a runtime.

mod analyse;
mod answer;
mod assets;
mod chance;
mod client;
mod connection;
mod connections;
mod cost;
mod engines;
mod export;
mod fair_semaphore;
mod games;
mod guard;
mod handshake;
mod heartbeat;
mod import;
mod judge;
mod limits;
mod line;
mod listen;
mod middleware;
mod modules;
mod outcome;
mod puzzles;
mod quota;
mod refusal;
mod rollout;
mod rooms;
mod routes;
mod search_choice;
mod search_slots;
mod server;
mod setup;
mod socket;
mod solve;
mod stream;
mod view;

pub use client::Client;
pub use engines::{Engines, serve_engines};
pub use guard::{Guard, Token};
pub use limits::Limits;
pub use listen::{BoundListener, open, serve};
pub use refusal::Refusal;
pub use rooms::Rooms;
pub use server::Server;

/// The games of the tests.
#[cfg(test)]
#[ctor::ctor(unsafe)]
fn choose_games() {
    ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
}
