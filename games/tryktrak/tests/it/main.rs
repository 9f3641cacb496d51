//! Integration tests of Tryktrak.

mod bad_input;
mod contracts;
mod counts;
mod decisions;
mod dialects;
mod fuzz;
mod match_play;
mod networks;
mod records;
mod resignations;
mod round_trips;
mod tables;
mod texts;

use ludex_kit::{Notation, Variant};
use ludex_search::{Game, Step};
use ludex_tryktrak::{Position, Setup, Tryktrak};

ludex_kit::catalogue!(ludex_tryktrak);

/// The rows of a table from the data folder, split into columns.
fn rows(text: &'static str) -> Vec<Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect()).collect()
}

/// The game and the position that a position text describes.
fn open(text: &str) -> (Tryktrak, Position) {
    let setup = Setup::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let options = setup.options(&Variant::new()).expect("a position fits itself");
    let game = Tryktrak::with_options(options);
    let pos = setup.position(&game).expect("a legal position");
    (game, pos)
}

/// The game of a variant, and its position after a line of moves and rolls.
fn after(variant: &str, line: &str) -> (Tryktrak, Position) {
    let variant: Variant = variant.parse().expect("a variant");
    let options = ludex_tryktrak::Options::default();
    let game = Tryktrak::with_options(options.changed_by(&variant).expect("known keys"));
    let mut pos = game.start();
    for word in line.split_whitespace() {
        play(&game, &mut pos, word);
    }
    (game, pos)
}

/// Plays a move or a roll.
fn play(game: &Tryktrak, pos: &mut Position, word: &str) {
    match game.parse_step(pos, word).unwrap_or_else(|error| panic!("{word}: {error}")) {
        Step::Move(mv) => drop(game.play(pos, mv)),
        Step::Event(event) => drop(game.apply_chance(pos, event)),
    }
}
