//! What all parts of the engine share: the games of the process, files, the terminal, numbers, errors and Ctrl-C. This crate alone
//! prints.

pub mod cache;
pub mod catalogue;
pub mod decoded;
pub mod failure;
pub mod input;
pub mod interrupt;
pub mod left_out;
pub mod limits;
pub mod lines;
pub mod numbers;
pub mod output;
pub mod pasted;
pub mod picture;
pub mod program;
pub mod settings_file;
pub mod terminal_modes;
mod waiting;
