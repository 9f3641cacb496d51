//! The web board: a page for all games, served by the program itself, and its HTTP API.
//!
//! Each module that answers requests (`games`, `view`, …) has a function `routes` with its paths; `routes.rs` combines them and adds one
//! guard for all. The server handles games only as text, like all code above the registry of games. Each request contains the whole line of
//! play, so the server needs no state between requests. Only games in rooms have state: those that people play against each other or
//! against the engine.
//!
//! Computations run on blocking threads, never on the async runtime, which only handles connections.
//!
//! **Invariant:** Tabs are independent, and a reload or a restart loses nothing, because each request names the whole line of play.
//! `guard.rs` alone decides about access (`middleware.rs` sets the security headers), and `limits.rs` defines all limits on work. A long
//! computation has its own thread and slot, and stops when its client disconnects. No request can name a file of the server's machine. Only
//! this crate starts an async runtime: for the web board, and for `--listen` of a protocol.

mod analyse;
mod answer;
mod assets;
mod bundle;
mod chance;
mod choice;
mod client;
mod colours;
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
mod language;
#[cfg(test)]
mod lessons;
mod limits;
mod limits_table;
mod line;
mod listen;
mod log;
mod memory;
mod metrics;
mod middleware;
mod modules;
mod monitor;
mod outcome;
mod public_url;
mod puzzles;
mod qr;
mod quota;
mod refusal;
mod request_json;
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
pub use limits_table::LimitRow;
pub use listen::{BoundListener, is_in_use, open, serve};
pub use log::{LogFormat, LogLevel, log_end, start_log};
pub use public_url::PublicUrl;
pub use refusal::Refusal;
pub use rooms::Rooms;
pub use server::Server;

/// Registers the games for all tests of this crate.
#[cfg(test)]
#[ctor::ctor(unsafe)]
fn choose_games() {
    ludex_base::catalogue::choose(&ludex_games::CATALOGUE);
}

ludex_kit::words!();
