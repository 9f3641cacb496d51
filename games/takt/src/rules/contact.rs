//! The connection of a player's road pieces to the edges of the board.
//!
//! The idea: flood each edge's group of road pieces and take its neighbours. A square that touches the groups of two opposite edges
//! completes a road (a critical square). A [`Position`](super::position::Position) keeps the contact of both players up to date, because
//! every node of a search needs it: to see whether the game is over, to find threats, and to evaluate.

use ludex_kit::support::bitboard::{file, flood, grown, neighbours, rank};

/// For each edge of the board: the squares that touch it directly or through a player's road pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    /// South, north, west, east.
    edges: [u64; 4],
}

/// The squares of each edge.
const fn edges<const N: usize>() -> [u64; 4] {
    [rank::<N>(0), rank::<N>(N - 1), file::<N>(0), file::<N>(N - 1)]
}

impl Contact {
    /// For each edge: its squares, the groups of `road` that touch it, and the neighbours of these groups.
    #[inline]
    pub fn new<const N: usize>(road: u64) -> Self {
        let edges = const { edges::<N>() };
        // All four floods run together: their steps are independent, so the processor overlaps them, and only one loop ends.
        let mut groups = edges.map(|edge| edge & road);
        loop {
            let mut is_grown = 0;
            for group in &mut groups {
                let next = grown::<N>(grown::<N>(*group, road), road);
                is_grown |= next ^ *group;
                *group = next;
            }
            if is_grown == 0 {
                break;
            }
        }
        let mut contact = Self { edges };
        for (edge, group) in contact.edges.iter_mut().zip(groups) {
            *edge |= group | neighbours::<N>(group);
        }
        contact
    }

    /// Updates the contact for a piece that was added to `road` on one square.
    #[inline]
    pub(super) fn add<const N: usize>(&mut self, road: u64, bit: u64) {
        let joined = flood::<N>(bit, road);
        let grown = joined | neighbours::<N>(joined);
        for edge in &mut self.edges {
            if *edge & bit != 0 {
                *edge |= grown;
            }
        }
    }

    /// Whether one of these road pieces belongs to the group of an edge.
    #[inline]
    pub(super) fn includes(&self, pieces: u64) -> bool {
        self.edges.iter().fold(0, |all, edge| all | edge) & pieces != 0
    }

    /// The squares on which one more road piece would complete a road, and the road pieces that are part of a road.
    #[inline]
    pub fn critical(&self) -> u64 {
        let [south, north, west, east] = self.edges;
        south & north | west & east
    }

    /// Whether `road`, for which this contact was computed, connects two opposite edges: then one of its pieces belongs to both groups.
    #[inline]
    pub fn has_road(&self, road: u64) -> bool {
        self.critical() & road != 0
    }

    /// Whether adding `squares` could connect two opposite edges. This requires a square in contact with each of the two edges.
    #[inline]
    pub(crate) fn allows(&self, squares: u64) -> bool {
        let [south, north, west, east] = self.edges;
        squares & south != 0 && squares & north != 0 || squares & west != 0 && squares & east != 0
    }
}
