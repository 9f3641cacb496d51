//! Takt.

mod perft;
