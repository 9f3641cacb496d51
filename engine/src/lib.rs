//! The engine: command line, protocols, analysis.
//!
//! This crate alone prints, reads files and knows the command line. It knows games as text, through
//! [`ludex_kit::registry`], where their types are erased: nothing here is compiled once for each game.

pub mod analysis;
pub mod book;
pub mod cache;
pub mod catalogue;
pub mod cli;
pub mod config;
pub mod decoded;
pub mod failure;
pub mod input;
pub mod interrupt;
pub mod json;
mod left_out;
pub mod limits;
pub mod lines;
pub mod numbers;
pub mod output;
pub mod page;
pub mod pasted;
pub mod picture;
mod played;
pub mod protocol;
mod rollouts;
#[cfg(feature = "serve")]
pub mod serve;
mod settings_file;
mod terminal_modes;
pub mod tournament;
pub mod train;
pub mod trained;
pub mod tune;
pub mod usage;
mod waiting;
pub mod worker;

use std::ffi::OsString;

use ludex_kit::registry::Catalogue;

/// Runs the program for these games with these arguments, the first of which is its name, and returns its exit code. A process
/// has one catalogue: that of its first call.
pub fn run<I, T>(games: &'static Catalogue, arguments: I) -> u8
where
    I: IntoIterator<Item = T>,
    T: Into<OsString>,
{
    catalogue::choose(games);
    let _modes = terminal_modes::Restored;
    interrupt::handle();
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let code = match cli::run(&arguments) {
        Ok(()) => 0,
        Err(error) => failure::report(&error, cli::wants_json(&arguments)),
    };
    if interrupt::has_come() {
        if code == 0 {
            output::remark("interrupted: this is what was found so far");
        }
        return interrupt::EXIT_CODE;
    }
    code
}
