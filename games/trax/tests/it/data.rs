//! Shared by tests of data files.

use ludex_kit::{InputError, Notation};
use ludex_search::Game;
use ludex_trax::{Options, Position, Trax};

/// The game of a row: `unlimited`, `8x8` or `loop`.
pub(super) fn game(variant: &str) -> Trax {
    let options = Options { eight: variant == "8x8", luck: false, loops: variant == "loop" };
    assert!(["unlimited", "8x8", "loop"].contains(&variant), "{variant}");
    Trax::with_options(options)
}

/// The rows of a file as fields, without comments.
pub(super) fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// The position after these turns and draws.
pub(super) fn replay(game: &Trax, moves: &str) -> Result<Position, InputError> {
    let mut pos = game.start();
    for text in moves.split_whitespace() {
        match game.parse_step(&pos, text)? {
            ludex_search::Step::Move(mv) => drop(game.play(&mut pos, mv)),
            ludex_search::Step::Event(face) => drop(game.apply_chance(&mut pos, face)),
        }
    }
    Ok(pos)
}
