//! Wire protocols. The servers use standard input and output. One thread reads the input, another one searches, and the server thread never
//! blocks on either of them. [`client`] talks to other engines.

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

/// The differences between the protocols of the UGI family.
#[derive(Debug)]
pub struct Dialect {
    /// The command that asks the engine to identify itself.
    pub hello: &'static str,
    /// The last line of the answer.
    pub hello_ok: &'static str,
    /// The command that starts a new game.
    pub new_game: &'static str,
    /// The variant key that a number after the new-game command sets.
    pub new_game_key: Option<&'static str>,
    /// The word before the text of a position. The name of the game's notation is accepted in its place.
    pub position: &'static str,
    /// The words for the players' clocks in `go`.
    pub times: [&'static str; 2],
    /// The words for the players' increments.
    pub increments: [&'static str; 2],
}

ludex_kit::words!();
