//! Takt.

mod bad_input;
mod fuzz;
mod network;
mod notation;
mod playthrough;
mod record;
mod rules;
mod tactics;
