//! Numbers for moves on a board without edges: a square window that begins at the first column and row next to the group.
//!
//! A group that is too large for the window is larger than any in real games. The moves are then numbered by their place in the sorted list
//! of legal moves.

/// A window of some planes, each with `side` × `side` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Columns and rows.
    pub side: u32,
    /// Number of planes, one for each kind of move into a cell.
    pub planes: u32,
}

impl Window {
    /// The number of actions: planes × rows × columns.
    pub const fn count(self) -> usize {
        (self.planes * self.side * self.side) as usize
    }

    /// Whether a group of this size and the cells next to it are inside the window.
    pub const fn holds(self, width: usize, height: usize) -> bool {
        let room = self.side as usize;
        width + 2 <= room && height + 2 <= room
    }

    /// The number of an action. The column and row are counted from the first ones of the window.
    #[inline]
    pub const fn number(self, plane: usize, column: i32, row: i32) -> u32 {
        (plane as u32 * self.side + row as u32) * self.side + column as u32
    }

    /// Plane, column and row of an action. `None` if the number is not below [`count`](Self::count).
    pub const fn place(self, action: u32) -> Option<(usize, i32, i32)> {
        let (cell, row) = (action % self.side, action / self.side % self.side);
        let plane = action / self.side / self.side;
        if plane < self.planes { Some((plane as usize, cell as i32, row as i32)) } else { None }
    }
}

/// Appends for each move its place in the sorted list.
pub fn number_by_order<M: Ord + Copy>(moves: &[M], out: &mut Vec<u32>) {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    out.extend(moves.iter().map(|mv| sorted.partition_point(|other| other < mv) as u32));
}

/// The move at a place in the sorted list.
pub fn move_by_order<M: Ord>(mut moves: Vec<M>, place: u32) -> Option<M> {
    moves.sort_unstable();
    moves.into_iter().nth(place as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_one_place() {
        let window = Window { side: 5, planes: 3 };
        let places = (0..window.count() as u32).map(|action| window.place(action));
        for (action, place) in places.enumerate() {
            let (plane, column, row) = place.expect("it is below the number of actions");
            assert_eq!(window.number(plane, column, row), action as u32);
        }
        assert_eq!(window.place(75), None);
        assert!(window.holds(3, 3) && !window.holds(4, 3) && !window.holds(3, 4));
    }

    #[test]
    fn moves_are_numbered_in_sorted_order() {
        let mut numbers = Vec::new();
        number_by_order(&['c', 'a', 'b'], &mut numbers);
        assert_eq!(numbers, [2, 0, 1]);
        assert_eq!(move_by_order(vec!['c', 'a', 'b'], 2), Some('c'));
        assert_eq!(move_by_order(vec!['c'], 1), None);
    }
}
