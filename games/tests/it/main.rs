//! Tests of the games.

mod quoridor;
