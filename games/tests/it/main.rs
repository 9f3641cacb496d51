//! Integration tests of all games.

mod books;
mod conformance;
mod einstein;
mod every_game;
mod faults;
mod gestures;
mod history;
mod lanes;
mod long_texts;
mod luck;
mod move_lists;
mod pictures;
mod position_values;
mod records;
mod searches;
mod setting_up;
mod speech;
mod themes;
mod variations;
mod verifier;
