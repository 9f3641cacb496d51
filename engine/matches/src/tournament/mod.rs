//! Tournaments between searches of Ludex and other programs, with statistics of their strength.
//!
//! Each finished game is one line of an append-only file, which contains the identity of its [job](schedule::GameJob). All tables are
//! computed from this file. So an interrupted tournament resumes where it stopped: the games in the file are skipped, and only games that
//! were in progress are played again.
//!
//! **Invariant:** A finished game is one line, appended and never changed. The decision of a sequential test depends on the pairs in the
//! order of the schedule, not on which game ended first (`engine/tests/it/tournament`).

pub mod arena;
mod folder;
mod game_list;
pub mod jobs;
pub(crate) mod late;
mod marks;
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
