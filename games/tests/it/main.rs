//! Tests of the games.
