//! Wire protocols. Here stand the servers, on standard input and output: a plain thread reads, the search has a thread of its
//! own, and the server between them never waits for either. The programs of others are asked by [`client`].

pub mod client;
pub mod fpt;
mod go;
mod options;
mod qtp;
mod queue;
mod search;
mod server;
mod settings;
mod strength;
mod tei;
mod ugi;
mod wire;

pub use qtp::serve as serve_qtp;
pub use server::serve;
pub use server::serve_peer;
pub use settings::{Bounds, ServerSettings};
pub use strength::Strength;
pub use tei::TEI;
pub use ugi::UGI;
pub use wire::Wire;

/// What tells one protocol of this family from another.
#[derive(Debug)]
pub struct Dialect {
    /// The word that asks the engine who it is.
    pub hello: &'static str,
    /// The word that ends the answer.
    pub hello_ok: &'static str,
    /// The word that begins a new game.
    pub new_game: &'static str,
    /// The key of the variant that a number behind the new-game word sets.
    pub new_game_key: Option<&'static str>,
    /// The word in front of a position's text, beside the name of the game's notation.
    pub position: &'static str,
    /// Words for the players' clocks in `go`.
    pub times: [&'static str; 2],
    /// Words for the increments of the players' clocks.
    pub increments: [&'static str; 2],
}
