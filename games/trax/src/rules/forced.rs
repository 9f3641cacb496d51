//! Trying turns: finds the cascade of a tile in an overlay, so that the board does not change.
//!
//! A tile adds an edge to each of its four neighbour cells. If a second edge of the same colour enters an empty cell, that cell is
//! forced and its tile is placed too; if a third one enters, the turn is illegal. The queue holds the cells of the cascade in the
//! order in which they are filled.

use super::board::Board;
use super::edges::one_more;
use super::face::{FORCED, FORCES, Face, SIDES, opposite};
use super::space::{Overlay, Space, TrialBuffers};

/// A tile that another one forces.
pub(crate) struct Forced {
    pub(crate) cell: usize,
    pub(crate) tile: u8,
    /// The side of the other tile that it touches.
    pub(crate) side: usize,
}

impl<S: Space> Board<S> {
    /// The sides, except those in `decided`, on which a tile in this cell forces its neighbour or makes the turn illegal.
    #[inline(always)]
    pub(crate) fn consequences(&self, cell: usize, tile: u8, decided: u8) -> u8 {
        let edges = |side| self.space.edges(self.neighbour(cell, side));
        let all = u8::from(one_more::<0>(edges(0), tile) != 0)
            | u8::from(one_more::<1>(edges(1), tile) != 0) << 1
            | u8::from(one_more::<2>(edges(2), tile) != 0) << 2
            | u8::from(one_more::<3>(edges(3), tile) != 0) << 3;
        all & !decided
    }

    /// The tile that a turn forces, if it places exactly two tiles, as a third of all turns do. The tile must fit the edges around its
    /// cell.
    #[inline(always)]
    pub(crate) fn only_forced(&self, cell: usize, tile: u8) -> Option<Forced> {
        let forced = self.consequences(cell, tile, 0);
        if !forced.is_power_of_two() {
            return None;
        }
        let side = forced.trailing_zeros() as usize;
        let (next, back) = self.front(cell, side);
        let edges = self.space.edges(next) | (tile >> side & 0x11) << back;
        let second = FORCED[usize::from(edges)];
        // A cell and its neighbour have no neighbour in common, so the second tile is tested without the first.
        let is_last = self.consequences(next, second, 1 << back) == 0;
        is_last.then_some(Forced { cell: next, tile: second, side })
    }

    /// Whether a turn is legal. The error is a cell that three edges of one colour enter. The tile must fit the edges around its cell.
    #[inline]
    pub(crate) fn try_out(
        &self,
        cell: usize,
        face: Face,
        trial: &mut TrialBuffers<S::Overlay>,
    ) -> Result<(), usize> {
        let tile = face.byte();
        if self.consequences(cell, tile, 0) == 0 || self.only_forced(cell, tile).is_some() {
            return Ok(());
        }
        let result = self.lay_on_trial(cell, tile, trial, |_, _, _| ());
        self.clear_trial(trial);
        result
    }

    /// Places a tile and its cascade in the overlay, where they stay until [`clear_trial`](Self::clear_trial). The queue then contains
    /// their cells; if the turn is illegal, only the cells filled up to the point where three edges of one colour meet. `laid` is called
    /// with every cell and the edges that entered it.
    #[inline(always)]
    pub(crate) fn lay_on_trial(
        &self,
        cell: usize,
        tile: u8,
        trial: &mut TrialBuffers<S::Overlay>,
        laid: impl FnMut(&mut S::Overlay, usize, u8),
    ) -> Result<(), usize> {
        trial.queue.clear();
        self.lay_upon_trial(cell, tile, trial, laid)
    }

    /// Like [`lay_on_trial`](Self::lay_on_trial), for a second turn after one that is already in the overlay. Its cells are appended to
    /// the queue.
    #[inline(always)]
    pub(crate) fn lay_upon_trial(
        &self,
        cell: usize,
        tile: u8,
        trial: &mut TrialBuffers<S::Overlay>,
        mut laid: impl FnMut(&mut S::Overlay, usize, u8),
    ) -> Result<(), usize> {
        let (overlay, queue) = (&mut trial.overlay, &mut trial.queue);
        let start = queue.len();
        queue.push(cell as u32);
        let mut tile = tile;
        let (mut index, mut result) = (start, Ok(()));
        while index < queue.len() && result.is_ok() {
            let cell = queue[index] as usize;
            let entered = self.space.edges(cell) | *overlay.at(cell);
            if index > start {
                tile = FORCED[usize::from(entered)];
            }
            *overlay.at(cell) = tile;
            laid(overlay, cell, entered);
            index += 1;
            result = self
                .enter_on_trial::<0>(cell, tile, overlay, queue)
                .and(self.enter_on_trial::<1>(cell, tile, overlay, queue))
                .and(self.enter_on_trial::<2>(cell, tile, overlay, queue))
                .and(self.enter_on_trial::<3>(cell, tile, overlay, queue));
        }
        queue.truncate(index);
        result
    }

    /// Removes the tiles from the overlay.
    #[inline(always)]
    pub(crate) fn clear_trial(&self, trial: &mut TrialBuffers<S::Overlay>) {
        for &cell in &trial.queue {
            let cell = cell as usize;
            *trial.overlay.at(cell) = 0;
            for side in SIDES {
                *trial.overlay.at(self.neighbour(cell, side)) = 0;
            }
        }
    }

    #[inline(always)]
    fn enter_on_trial<const SIDE: usize>(
        &self,
        cell: usize,
        tile: u8,
        overlay: &mut S::Overlay,
        queue: &mut Vec<u32>,
    ) -> Result<(), usize> {
        let next = self.neighbour(cell, SIDE);
        let over = overlay.at(next);
        let before = self.space.edges(next) | *over;
        *over = before | (tile >> SIDE & 0x11) << opposite(SIDE);
        match one_more::<SIDE>(before, tile) {
            0 => Ok(()),
            FORCES => {
                queue.push(next as u32);
                Ok(())
            }
            _ => Err(next),
        }
    }
}
