//! Tests of the games.

mod quoridor;
mod takt;
