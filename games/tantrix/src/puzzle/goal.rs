//! The goal of a puzzle.

use crate::rules::hex::opposite;
use crate::rules::tile::{Colour, Face, Tile, TileSet};

/// What the colour must form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// One closed loop through all tiles.
    #[default]
    Loop,
    /// One line with two ends through all tiles.
    Line,
}

/// A puzzle: the tiles, all of which must be used, and what they must form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    first: Tile,
    tiles: TileSet,
    colour: Colour,
    goal: Goal,
    holes: bool,
}

impl Puzzle {
    /// A puzzle with these tiles and the first of them fixed; `None` without tiles.
    pub fn new(tiles: &[Tile], colour: Colour) -> Option<Self> {
        Some(Self {
            first: *tiles.first()?,
            tiles: tiles.iter().copied().collect(),
            colour,
            goal: Goal::Loop,
            holes: false,
        })
    }

    /// Changes the goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Sets whether tiles may enclose empty cells.
    #[must_use]
    pub fn with_holes(self, holes: bool) -> Self {
        Self { holes, ..self }
    }

    /// The tile that is fixed at 0:0 in rotation a.
    pub fn first(&self) -> Tile {
        self.first
    }

    /// All tiles.
    pub fn tiles(&self) -> TileSet {
        self.tiles
    }

    /// The colour of the loop or line.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether tiles may enclose empty cells.
    pub fn holes(&self) -> bool {
        self.holes
    }

    /// A necessary condition: every tile has the colour. A loop turns by 6 × 60 degrees in total, so the number of bends must be even, and
    /// the turns on all tiles must be able to add up to this angle.
    pub(super) fn is_conceivable(&self) -> bool {
        let carries = |tile: Tile| tile.rotated(0).edges().contains(&self.colour);
        if !self.tiles.iter().all(carries) {
            return false;
        }
        let turns = self.tiles.iter().map(|tile| bend(tile.rotated(0), self.colour));
        let sum: u32 = turns.sum();
        self.goal == Goal::Line || (sum >= 6 && sum.is_multiple_of(2))
    }
}

/// How far the colour's line turns on a tile, in steps of 60 degrees: 0 straight, 1 bend, 2 corner.
pub(super) fn bend(face: Face, colour: Colour) -> u32 {
    let [one, two] = ends(face, colour);
    let apart = two - one;
    3 - apart.min(6 - apart) as u32
}

/// The two directions in which the colour's line leaves a tile, the smaller first. The tile must have the colour.
pub(super) fn ends(face: Face, colour: Colour) -> [usize; 2] {
    let edges = face.edges();
    let one = edges.iter().position(|&edge| edge == colour);
    let two = edges.iter().rposition(|&edge| edge == colour);
    [one, two].map(|end| end.expect("every tile of a puzzle carries its colour"))
}

/// The direction in which a line leaves a tile that it enters while going in `direction`.
pub(super) fn leaves(face: Face, direction: usize) -> usize {
    usize::from(face.links()[opposite(direction)])
}
