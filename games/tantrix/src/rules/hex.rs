//! Cells of the hexagonal grid: axial coordinates, six directions, and indices on a torus.

/// A cell in the coordinates that players write: `q` increases to the south-east, `r` downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hex {
    /// The column.
    pub q: i8,
    /// The row within the column.
    pub r: i8,
}

/// The steps to the six neighbours, clockwise from the top: N NE SE S SW NW.
pub const STEPS: [(i8, i8); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// Side of the torus.
pub const SIDE: usize = 64;
/// Number of cells of the torus.
pub const CELLS: usize = SIDE * SIDE;

/// The opposite direction.
#[inline(always)]
pub const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

impl Hex {
    /// The cell with these coordinates.
    pub const fn new(q: i8, r: i8) -> Self {
        Self { q, r }
    }

    /// The neighbour in a direction.
    #[inline(always)]
    #[must_use]
    pub const fn neighbour(self, direction: usize) -> Self {
        let (q, r) = STEPS[direction];
        Self { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) }
    }

    /// The image after a rotation by `steps` × 60 degrees clockwise around the origin.
    #[must_use]
    pub const fn turned(self, steps: usize) -> Self {
        let mut hex = self;
        let mut step = 0;
        while step < steps % 6 {
            hex = Self { q: hex.r.wrapping_neg(), r: hex.q.wrapping_add(hex.r) };
            step += 1;
        }
        hex
    }

    /// The index on the torus, below [`CELLS`].
    #[inline(always)]
    pub const fn cell(self) -> Cell {
        Cell((self.q as u16 & 63) | (self.r as u16 & 63) << 6)
    }
}

/// A cell of the 64×64 torus: `(q & 63) | (r & 63) << 6`. 56 connected tiles span fewer than 64 cells in each direction, so no two
/// cells of a game share an index, and no code has to check for an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell as an index below [`CELLS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & (CELLS as u16 - 1)) as usize
    }

    /// The cell with an index below [`CELLS`].
    #[inline(always)]
    pub const fn of_index(index: usize) -> Self {
        Self(index as u16 & (CELLS as u16 - 1))
    }

    /// The neighbour in a direction.
    #[inline(always)]
    #[must_use]
    pub const fn neighbour(self, direction: usize) -> Self {
        let (q, r) = STEPS[direction];
        let column = self.0.wrapping_add(q as u16) & 63;
        let row = self.0.wrapping_add((r as u16).wrapping_shl(6)) & (63 << 6);
        Self(column | row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_agree_with_coordinates() {
        for q in -40..40 {
            for r in -40..40 {
                let hex = Hex::new(q, r);
                for direction in 0..6 {
                    let next = hex.neighbour(direction);
                    assert_eq!(hex.cell().neighbour(direction), next.cell());
                    assert_eq!(next.neighbour(opposite(direction)), hex);
                }
            }
        }
    }

    #[test]
    fn a_turn_takes_each_direction_to_the_next() {
        for direction in 0..6 {
            let step = Hex::default().neighbour(direction);
            let next = Hex::default().neighbour((direction + 1) % 6);
            assert_eq!(step.turned(1), next);
            assert_eq!(step.turned(6), step);
        }
    }
}
