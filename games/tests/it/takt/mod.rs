//! Takt.

mod bad_input;
mod fuzz;
mod notation;
mod playthrough;
mod record;
mod rules;
