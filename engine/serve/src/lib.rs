//! The web board: a page for all games, served by the program itself, and its HTTP API.
//!
//! Each module answers one kind of request (`games`, `view`, …) and has a function `routes` with its path;
//! `routes.rs` combines them and puts one guard around all. The server handles games as text only, like everything above the
//! registry of games. Each request states the whole line of play, so the server keeps no state between requests. The
//! exception is games that people play against each other: those are in rooms.
//!
//! Computations run on blocking threads, never on the async runtime, which only handles connections.
//!
//! **Invariant:** Tabs are independent, and a reload or a restart loses nothing, because each request names the whole line of play. Access
//! is decided in one place (`guard.rs`; `middleware.rs` sets the headers), the amount of work in another (`limits.rs`). What takes long to
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

/// Registers the games for the tests.
#[cfg(test)]
#[ctor::ctor(unsafe)]
fn choose_games() {
    ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
}
