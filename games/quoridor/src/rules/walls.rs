//! Where walls fit, and which of them would shut a player out, for all anchors at once.
//!
//! A wall joins three lattice points: its two ends and its middle. It shuts a player out exactly if it closes a ring of
//! walls and rim with his pawn inside. The rim inside his goal side does not count, for there he leaves the board. One
//! way of his from pawn to goal crosses such a ring an odd number of times, and of all the ring only the new wall can be
//! crossed. So a wall is forbidden exactly if two of its points are already joined by walls and rim, and the way crosses
//! the part of the wall between them once. Nothing has to be flooded but the few chains of walls that matter.
//!
//! CITE: parity of crossings, the Jordan curve theorem as in the even–odd rule for points in polygons.

use std::ops::{BitAnd, BitOr, Not};

use super::board::{ROW, Squares};
use super::paths::Steps;

/// A set of walls: anchors of horizontal and of vertical ones.
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

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// How many there are.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// The walls that neither overlap nor cross one of these.
    #[must_use]
    #[inline(always)]
    pub const fn room(self, anchors: Squares) -> Self {
        let (h, v) = (self.horizontal, self.vertical);
        Self {
            horizontal: anchors & !(h | h << 1 | h >> 1 | v),
            vertical: anchors & !(v | v << ROW | v >> ROW | h),
        }
    }

    /// The steps that these walls leave open of those in `steps`.
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

    /// The points joined to `from` by these walls, `from` included.
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

    /// Walls that touch at least two of `points`: only they can close a ring.
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

/// The crossings of a player's way with the two halves of every wall.
#[derive(Clone, Copy, Debug)]
pub struct Crossings {
    first: Walls,
    second: Walls,
}

impl Crossings {
    /// The crossings of a way: squares, of which no two are joined by an open step unless they follow each other.
    #[inline(always)]
    pub const fn new(way: Squares, steps: Steps) -> Self {
        let north = way & (way >> ROW) & steps.north;
        let east = way & (way >> 1) & steps.east;
        Self {
            first: Walls { horizontal: north, vertical: east },
            second: Walls { horizontal: north >> 1, vertical: east >> ROW },
        }
    }

    /// Walls that are crossed at all.
    #[inline(always)]
    pub fn any(self) -> Walls {
        self.first | self.second
    }

    /// Walls that touch two of `points` and are crossed once between them.
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

    /// Those of `candidates` that would close a ring around the pawn. `rim` is the player's.
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
    /// One of `points` that a wall of this set touches; the set is not empty, and its walls touch at least two.
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
