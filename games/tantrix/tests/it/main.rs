//! Integration tests of Tantrix.

mod bag_order;
mod contracts;
mod counts;
mod endgame;
mod expected;
#[cfg(feature = "gobble")]
mod gobble;
mod loops;
mod puzzles;
mod random;
mod scores;
mod search;
mod texts;

ludex_kit::catalogue!(ludex_tantrix);
