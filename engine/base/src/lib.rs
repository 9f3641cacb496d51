//! Code that all parts of the engine share: the catalogue of games, files, the terminal, numbers, errors and Ctrl-C. Only this crate
//! prints.

pub mod cache;
pub mod catalogue;
pub mod encoding;
pub mod failure;
pub mod input;
pub mod interrupt;
pub mod limits;
pub mod lines;
pub mod losses;
pub mod numbers;
pub mod output;
pub mod pasted;
pub mod picture;
pub mod program;
pub mod settings_file;
mod slow_input;
pub mod terminal_modes;

ludex_kit::words!();
