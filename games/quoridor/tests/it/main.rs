//! Integration tests of Quoridor.

mod contracts;
mod crowd;
mod data;
mod network;
mod play;
mod race;
mod records;
mod solved;
mod texts;
mod walls;
mod words;
