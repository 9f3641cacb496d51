//! The lines on the board, stored at their ends and updated as tiles are placed and removed.
//!
//! Every open end of a line stores the other end and the number of tiles in between. Placing a tile joins at most two lines per
//! colour and changes only the two outer ends. The inner ends keep their old values, so removing the tile restores the outer ends
//! from them.

use super::hex::opposite;
use super::tile::{Colour, Face, TILES};

/// One end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct LineEnd {
    /// The other end of the line.
    other: u16,
    /// Number of tiles from end to end.
    length: u8,
}

/// The longest line and the longest loop of each colour, in tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Best {
    /// The longest line of each colour.
    pub lines: [u8; 4],
    /// The longest loop of each colour.
    pub loops: [u8; 4],
}

impl Best {
    /// The points of a colour: one per tile of a line, two per tile of a loop, whichever is more.
    #[inline]
    pub fn points(&self, colour: Colour) -> u32 {
        let colour = colour.index();
        u32::from(self.lines[colour]).max(2 * u32::from(self.loops[colour]))
    }

    /// Whether the points of a colour come from a loop.
    pub fn is_loop(&self, colour: Colour) -> bool {
        2 * self.loops[colour.index()] >= self.lines[colour.index()].max(1)
    }

    /// Number of tiles of the line or loop that counts.
    pub fn length(&self, colour: Colour) -> u32 {
        if self.is_loop(colour) {
            self.loops[colour.index()].into()
        } else {
            self.lines[colour.index()].into()
        }
    }
}

/// The lines on the board: for each tile edge, the line that ends there; for each colour, the longest line and the longest loop.
#[derive(Clone)]
pub(crate) struct Lines {
    ends: [LineEnd; TILES * 6],
    pub(crate) best: Best,
}

/// For each direction, the tile there by its number in order of placement; [`NO_TILE`] if there is none.
pub(crate) type Around = [u8; 6];

/// No tile.
pub(crate) const NO_TILE: u8 = u8::MAX;

/// No end.
pub(crate) const NO_END: u16 = u16::MAX;

/// The index of the end at an edge of a tile.
#[inline(always)]
fn end(tile: u8, direction: usize) -> usize {
    usize::from(tile) * 6 + direction
}

/// The end at the edge of tile number `tile` that faces an empty cell; `direction` leads from that cell to the tile.
#[inline(always)]
pub(crate) fn end_towards(tile: u8, direction: usize) -> u16 {
    end(tile, opposite(direction)) as u16
}

impl Lines {
    pub(crate) const EMPTY: Self = Self {
        ends: [LineEnd { other: 0, length: 0 }; TILES * 6],
        best: Best { lines: [0; 4], loops: [0; 4] },
    };

    /// For the line that reaches tile `here` from `direction`: its far end and its length. Without such a line, the tile's own end and 0.
    #[inline(always)]
    fn coming(&self, here: u8, direction: usize, around: Around) -> (usize, u8) {
        match around[direction] {
            NO_TILE => (end(here, direction), 0),
            there => {
                let near = self.ends[end(there, opposite(direction))];
                (near.other.into(), near.length)
            }
        }
    }

    /// Joins the lines that meet on tile number `here`.
    #[inline]
    pub(crate) fn join(&mut self, here: u8, face: Face, around: Around) {
        let (edges, links) = (face.edges(), face.links());
        for one in 0..6 {
            let two = usize::from(links[one]);
            if two < one {
                continue;
            }
            let colour = edges[one].index();
            let (left, left_length) = self.coming(here, one, around);
            let (right, right_length) = self.coming(here, two, around);
            if around[two] != NO_TILE && left == end(around[two], opposite(two)) {
                let length = left_length + 1;
                self.best.loops[colour] = self.best.loops[colour].max(length);
                continue;
            }
            let length = left_length + right_length + 1;
            self.ends[left] = LineEnd { other: right as u16, length };
            self.ends[right] = LineEnd { other: left as u16, length };
            self.best.lines[colour] = self.best.lines[colour].max(length);
        }
    }

    /// Removes the last tile.
    #[inline]
    pub(crate) fn part(&mut self, around: Around, best: Best) {
        for (direction, &there) in around.iter().enumerate() {
            if there != NO_TILE {
                let near = end(there, opposite(direction));
                let LineEnd { other, length } = self.ends[near];
                self.ends[usize::from(other)] = LineEnd { other: near as u16, length };
            }
        }
        self.best = best;
    }

    /// How much the sum of the squares of all line lengths grows if a tile links two edges. The length of a loop counts twice.
    #[inline]
    pub(crate) fn growth(&self, one: usize, two: usize, around: Around) -> f32 {
        let near = |direction: usize| match around[direction] {
            NO_TILE => None,
            there => Some(end(there, opposite(direction))),
        };
        let length =
            |near: Option<usize>| near.map_or(0.0, |near| f32::from(self.ends[near].length));
        let (left, right) = (near(one), near(two));
        let (left_length, right_length) = (length(left), length(right));
        match (left, right) {
            (Some(left), Some(right)) if usize::from(self.ends[left].other) == right => {
                let points = 2.0 * (left_length + 1.0);
                points * points - left_length * left_length
            }
            _ => 2.0 * left_length * right_length + 2.0 * (left_length + right_length) + 1.0,
        }
    }

    /// Length and other end of the line at an end. Only valid for open ends.
    #[inline]
    pub(crate) fn line_at(&self, end: u16) -> (f32, u16) {
        let LineEnd { other, length } = self.ends[usize::from(end)];
        (f32::from(length), other)
    }
}
