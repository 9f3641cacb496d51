//! Tournaments: games between searches of ours and programs of others, and what they say about strength.
//!
//! Every finished game is one line of an append-only file, under the key of its [`Job`](schedule::GameJob). All tables can be
//! rebuilt from that file, and a tournament that was broken off goes on where it stopped.
//!
//! **Invariant:** A finished game is one line, appended and never changed. What a sequential test decides depends on the pairs in their
//! order, not on which game ended first (`engine/tests/it/tournament`).

pub mod arena;
mod folder;
mod game_list;
pub mod jobs;
pub(crate) mod late;
mod openings;
mod progress;
mod referee;
pub mod report;
pub mod results;
mod run;
pub mod schedule;
pub mod settings;
pub mod summary;

pub(crate) use openings::openings_of;
pub(crate) use run::{IncomingLine, read_result};
pub use run::{Resume, RunOptions, Tournament, make_book};
