//! What a network sees of a position, for programs that learn: planes of the board, numbers about everything else, and the inputs of the
//! game's own network.
//!
//! The page `docs/src/libraries/actions.md` describes the planes and numbers of each game.

use ludex_learn::Active;
use ludex_search::Game;

/// The greatest absolute value in planes and numbers.
pub const GREATEST: f32 = 8.0;

/// Shows positions to networks, from the view of the player to move. Before a chance event, this is the player who moves next.
///
/// **Invariant:** Equal positions look equal, whatever moves led to them. No value is beyond ±[`GREATEST`]
/// (`testing::GameCheck::check_observations`).
pub trait Observations<G: Game>: Sync {
    /// Number of planes, rows and columns; zeros if the game is shown by numbers alone.
    fn shape(&self) -> [usize; 3];

    /// The names of the planes in order, each with the number of consecutive planes that it names.
    fn plane_names(&self) -> Vec<(&'static str, usize)> {
        Vec::new()
    }

    /// The names of the numbers in order, each with the number of consecutive numbers that it names.
    fn number_names(&self) -> Vec<(&'static str, usize)> {
        Vec::new()
    }

    /// Writes the planes one after another, each row by row. `out` is zero before.
    fn planes(&self, _pos: &G::Position, _out: &mut [f32]) {}

    /// Writes the numbers. `out` is zero before.
    fn numbers(&self, _pos: &G::Position, _out: &mut [f32]) {}

    /// The number of inputs of the game's own network. 0 if the variant has none.
    fn n_inputs(&self) -> usize {
        0
    }

    /// Appends the inputs of the game's own network that are not zero, each with its value. An input that occurs twice counts twice.
    fn inputs(&self, _pos: &G::Position, _out: &mut Vec<Active>) {}
}

/// The number of things that a list of names names.
pub fn named(names: &[(&'static str, usize)]) -> usize {
    names.iter().map(|(_, count)| count).sum()
}

/// Planes of the same size that are written one after another.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    rest: &'a mut [f32],
    size: usize,
}

impl<'a> PlaneWriter<'a> {
    /// Planes of `size` cells each.
    pub fn new(out: &'a mut [f32], size: usize) -> Self {
        Self { rest: out, size }
    }

    /// The next plane.
    pub fn next_plane(&mut self) -> &'a mut [f32] {
        self.next_planes(1)
    }

    /// The next `count` planes.
    pub fn next_planes(&mut self, count: usize) -> &'a mut [f32] {
        let rest = std::mem::take(&mut self.rest);
        let (planes, rest) = rest.split_at_mut(count * self.size);
        self.rest = rest;
        planes
    }

    /// Fills the next plane with a value.
    pub fn fill(&mut self, value: f32) {
        self.next_plane().fill(value);
    }

    /// Sets some cells of the next plane to 1.
    pub fn mark(&mut self, cells: impl IntoIterator<Item = usize>) {
        let plane = self.next_plane();
        for cell in cells {
            plane[cell] = 1.0;
        }
    }
}
