//! Tests of the searches over small games.
