//! Takt.

mod bad_input;
mod fuzz;
mod notation;
mod perft;
mod playthrough;
mod record;
mod rules;
