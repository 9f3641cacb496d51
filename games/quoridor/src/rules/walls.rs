//! Computes, for all anchors at once, where walls fit and which of these walls would enclose a player.
//!
//! A wall touches three lattice points: its two ends and its middle. It leaves a player without a path exactly if it closes a ring,
//! made of walls and the rim of the board, with the pawn inside. The rim along the player's goal side does not count, because the
//! pawn leaves the ring there.
//!
//! The Jordan curve theorem decides which side the pawn is on: the player's known path from the pawn to the goal crosses such a ring an odd
//! number of times, and of the whole ring it can cross only the new wall. So a wall is illegal exactly if two of its points are already
//! connected by walls and rim, and the path crosses the part of the wall between them once. This needs a flood along a few connected chains
//! of walls, which is faster than a flood of the whole board for each wall.
//!
//! CITE: parity of crossings, as in the even–odd rule for points in polygons.

use std::ops::{BitAnd, BitOr, Not};

use super::board::{ROW, Squares};
use super::paths::Steps;

/// A set of walls, by anchor and direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Walls {
    /// Anchors of horizontal walls.
    pub horizontal: Squares,
    /// Anchors of vertical walls.
    pub vertical: Squares,
}

impl BitAnd for Walls {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }
}

impl BitOr for Walls {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal | other.horizontal,
            vertical: self.vertical | other.vertical,
        }
    }
}

impl Not for Walls {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self { horizontal: !self.horizontal, vertical: !self.vertical }
    }
}

impl Walls {
    /// No wall.
    pub const NONE: Self = Self { horizontal: 0, vertical: 0 };

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// Number of walls.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// The walls that fit: those that neither overlap nor cross a wall of this set.
    #[must_use]
    #[inline(always)]
    pub const fn room(self, anchors: Squares) -> Self {
        let (h, v) = (self.horizontal, self.vertical);
        Self {
            horizontal: anchors & !(h | h << 1 | h >> 1 | v),
            vertical: anchors & !(v | v << ROW | v >> ROW | h),
        }
    }

    /// The steps of `steps` that these walls leave open.
    pub const fn close(self, steps: Steps) -> Steps {
        let (h, v) = (self.horizontal, self.vertical);
        Steps { north: steps.north & !(h | h << 1), east: steps.east & !(v | v << ROW) }
    }

    /// The lattice points that these walls touch.
    #[inline(always)]
    pub const fn points(self) -> Squares {
        let (h, v) = (self.horizontal, self.vertical);
        (h | v) << (ROW + 1) | h << ROW | h << (ROW + 2) | v << 1 | v << (2 * ROW + 1)
    }

    /// The points connected to `from` by these walls, `from` included.
    #[inline(always)]
    pub const fn chain(self, from: Squares) -> Squares {
        let (h, v) = (self.horizontal, self.vertical);
        let rows = (h | h << 1) << ROW;
        let columns = (v | v << ROW) << 1;
        let mut joined = from;
        loop {
            let next = joined
                | (joined & rows) << 1
                | (joined >> 1) & rows
                | (joined & columns) << ROW
                | (joined >> ROW) & columns;
            if next == joined {
                return joined;
            }
            joined = next;
        }
    }

    /// The walls that touch at least two of `points`. Only they can close a ring.
    #[inline(always)]
    pub const fn touching_twice(points: Squares) -> Self {
        let (left, middle, right) = (points >> ROW, points >> (ROW + 1), points >> (ROW + 2));
        let (low, high) = (points >> 1, points >> (2 * ROW + 1));
        Self {
            horizontal: (left & middle) | (right & (left | middle)),
            vertical: (low & middle) | (high & (low | middle)),
        }
    }
}

/// For every possible wall, which of its two halves a player's path crosses.
#[derive(Clone, Copy, Debug)]
pub struct Crossings {
    first: Walls,
    second: Walls,
}

impl Crossings {
    /// The crossings of a path. No open step may connect two of its squares except the steps of the path.
    #[inline(always)]
    pub const fn new(way: Squares, steps: Steps) -> Self {
        let north = way & (way >> ROW) & steps.north;
        let east = way & (way >> 1) & steps.east;
        Self {
            first: Walls { horizontal: north, vertical: east },
            second: Walls { horizontal: north >> 1, vertical: east >> ROW },
        }
    }

    /// The walls that the path crosses.
    #[inline(always)]
    pub fn any(self) -> Walls {
        self.first | self.second
    }

    /// The walls that touch two of `points` and that the path crosses exactly once between these two.
    #[inline(always)]
    const fn between(self, points: Squares) -> Walls {
        let (left, middle, right) = (points >> ROW, points >> (ROW + 1), points >> (ROW + 2));
        let (low, high) = (points >> 1, points >> (2 * ROW + 1));
        let (a, b) = (self.first, self.second);
        Walls {
            horizontal: (left & middle & a.horizontal)
                | (middle & right & b.horizontal)
                | (left & right & (a.horizontal ^ b.horizontal)),
            vertical: (low & middle & a.vertical)
                | (middle & high & b.vertical)
                | (low & high & (a.vertical ^ b.vertical)),
        }
    }

    /// Of `candidates`, the walls that would close a ring around the pawn. `rim` is the rim from the player's view.
    #[inline]
    pub fn enclosing(self, standing: Walls, rim: Squares, candidates: Walls) -> Walls {
        let mut loose = standing.points();
        let mut open = candidates & self.between(loose | rim);
        if open.is_empty() {
            return Walls::NONE;
        }
        let mut enclosing = Walls::NONE;
        let mut chain = standing.chain(rim);
        loop {
            let found = open & self.between(chain);
            enclosing = enclosing | found;
            loose &= !chain;
            open = open & !found & self.between(loose);
            if open.is_empty() {
                return enclosing;
            }
            chain = standing.chain(open.some_point_in(loose));
        }
    }
}

impl Walls {
    /// One of `points` that a wall of this set touches. The set must not be empty, and each of its walls must touch at least two of the
    /// points.
    #[inline]
    const fn some_point_in(self, points: Squares) -> Squares {
        let (h, v) = (self.horizontal, self.vertical);
        let touched = if h != 0 {
            let anchor = h & h.wrapping_neg();
            anchor << ROW | anchor << (ROW + 1) | anchor << (ROW + 2)
        } else {
            let anchor = v & v.wrapping_neg();
            anchor << 1 | anchor << (ROW + 1) | anchor << (2 * ROW + 1)
        } & points;
        touched & touched.wrapping_neg()
    }
}
