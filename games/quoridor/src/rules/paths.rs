//! Distances and shortest paths by floods over bitboards.

use super::board::{ROW, Square, Squares};

/// Which steps are open. A step south or west is the step north or east of the square that it leads to, seen from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Squares from which the step north is open.
    pub north: Squares,
    /// Squares from which the step east is open.
    pub east: Squares,
}

/// Layers of a flood that are kept on the stack at first; longer paths are rare and take the large buffer.
const USUAL_LAYERS: usize = 24;
/// No path on 81 squares has more squares than that.
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

    /// The steps from `from` to the nearest square of `goal`, pawns not counting as obstacles; none if there is no way.
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

    /// Every square that can be reached from a set.
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

    /// The squares of one shortest path, both ends included; none if there is no way. No two of them are joined by an
    /// open step that is not a step of the path, or it could be shortened.
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

    /// The squares of one shortest path in order, `from` left out.
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
