//! The web board over real connections, as a browser uses it.

mod analysis;
mod client;
mod files;
mod flood;
mod guard;
mod memory;
mod records;
mod service;
mod socket;
mod start;
mod typed;
mod types;
mod view;
