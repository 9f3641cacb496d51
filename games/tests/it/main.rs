//! Tests of the games.

mod takt;
