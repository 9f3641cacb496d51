//! The web board, asked as a browser asks it: over real connections.

mod analysis;
mod client;
mod files;
mod flood;
mod guard;
mod memory;
mod records;
mod socket;
mod start;
mod typed;
mod types;
mod view;
