//! Distances and shortest paths, by flood fill on bitboards.

use super::board::{ROW, Square, Squares};

/// The open steps. Steps south and west are stored as the steps north and east of the square they lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Squares from which the step north is open.
    pub north: Squares,
    /// Squares from which the step east is open.
    pub east: Squares,
}

/// Number of flood layers in the first, small buffer. Longer paths are rare and use the large one.
const USUAL_LAYERS: usize = 24;
/// No path on 81 squares is longer than this.
const ALL_LAYERS: usize = 82;

impl Steps {
    /// The squares one step away from a set.
    #[inline(always)]
    pub const fn beside(self, set: Squares) -> Squares {
        (set & self.north) << ROW
            | (set >> ROW) & self.north
            | (set & self.east) << 1
            | (set >> 1) & self.east
    }

    /// The number of steps from `from` to the nearest square of `goal`, ignoring pawns. `None` if there is no path.
    #[inline]
    pub fn distance(self, from: Squares, goal: Squares) -> Option<u32> {
        let mut reached = from;
        let mut steps = 0;
        while reached & goal == 0 {
            let next = reached | self.beside(reached);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps)
    }

    /// All squares that can be reached from a set.
    pub fn reachable(self, from: Squares) -> Squares {
        let mut reached = from;
        loop {
            let next = reached | self.beside(reached);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The squares of one shortest path, both ends included; `None` if there is no path. No open step connects two of them except the
    /// steps of the path, because a shorter path would exist.
    pub fn path(self, from: Square, goal: Squares) -> Option<Squares> {
        match self.path_within::<USUAL_LAYERS>(from, goal) {
            Trace::Found(path) => Some(path),
            Trace::Closed => None,
            Trace::Longer => match self.path_within::<ALL_LAYERS>(from, goal) {
                Trace::Found(path) => Some(path),
                Trace::Closed | Trace::Longer => None,
            },
        }
    }

    fn path_within<const LAYERS: usize>(self, from: Square, goal: Squares) -> Trace {
        let mut layers = [0; LAYERS];
        layers[0] = from.bit();
        let mut length = 0;
        while layers[length] & goal == 0 {
            if length + 1 == LAYERS {
                return Trace::Longer;
            }
            let next = layers[length] | self.beside(layers[length]);
            if next == layers[length] {
                return Trace::Closed;
            }
            length += 1;
            layers[length] = next;
        }
        let mut square = lowest_bit(layers[length] & goal);
        let mut path = square;
        for &layer in layers[..length].iter().rev() {
            square = lowest_bit(self.beside(square) & layer);
            path |= square;
        }
        Trace::Found(path)
    }

    /// The squares of one shortest path in order, without `from`.
    pub fn walk(self, from: Square, goal: Squares) -> Vec<Square> {
        let Some(mut path) = self.path(from, goal) else {
            return Vec::new();
        };
        let mut walk = Vec::new();
        let mut here = from.bit();
        loop {
            path &= !here;
            here = self.beside(here) & path;
            if here == 0 {
                return walk;
            }
            walk.push(Square::lowest(here));
        }
    }
}

enum Trace {
    Found(Squares),
    Closed,
    Longer,
}

const fn lowest_bit(set: Squares) -> Squares {
    set & set.wrapping_neg()
}
