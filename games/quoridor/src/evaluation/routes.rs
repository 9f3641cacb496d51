//! All shortest paths of a pawn at once, and the walls that would cross or cut them.
//!
//! A flood from the pawn gives layers of squares at distance 1, 2, and so on. Going back from the goal keeps only the squares on
//! shortest paths. A wall crosses the paths if it blocks one of their steps, and cuts them if it blocks every step between two
//! layers, which makes the path longer.

use crate::rules::board::{ROW, Square, Squares, each};
use crate::rules::paths::Steps;
use crate::rules::walls::Walls;

/// The shortest paths of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// Steps to the goal.
    pub distance: u32,
    /// The squares of all shortest paths.
    pub squares: Squares,
    /// The squares after the first step.
    pub next: Squares,
    /// Walls that would block a step of at least one shortest path. Such a wall need not fit on the board.
    pub crossing: Walls,
    /// Walls that would block all shortest paths, so that the path gets longer.
    pub cutting: Walls,
    /// Number of steps that all shortest paths have in common.
    pub narrow: u32,
    /// The number of steps that the worst single wall adds. [`bad_cuts`](Self::bad_cuts) counts the walls that add at least two.
    pub detour: u32,
    /// The number of walls that lengthen the path by at least two steps.
    pub bad_cuts: u32,
}

/// Number of flood layers in the first, small buffer.
const USUAL_LAYERS: usize = 32;
/// Maximum number of cutting walls that are evaluated; more are rare.
const MOST_CUTS: usize = 10;
/// No path on 81 squares is longer than this.
const ALL_LAYERS: usize = 82;

impl Routes {
    /// The shortest paths from `from` to `goal`. If there are none, all sets are empty and the distance is 255.
    pub fn new(steps: Steps, from: Squares, goal: Squares) -> Self {
        Self::within::<USUAL_LAYERS>(steps, from, goal)
            .or_else(|| Self::within::<ALL_LAYERS>(steps, from, goal))
            .unwrap_or(Self { distance: 255, ..Self::default() })
    }

    /// Computes how much each cutting wall lengthens the path. `room` contains the walls that fit.
    pub fn look_ahead(&mut self, steps: Steps, room: Walls, from: Squares, goal: Squares) {
        let cuts = self.cutting & room;
        let north = each(cuts.horizontal).map(Square::bit);
        let north = north.map(|bit| Steps { north: steps.north & !(bit | bit << 1), ..steps });
        let east = each(cuts.vertical).map(Square::bit);
        let east = east.map(|bit| Steps { east: steps.east & !(bit | bit << ROW), ..steps });
        for steps in north.chain(east).take(MOST_CUTS) {
            // A wall that leaves no path is illegal, so count it as adding no steps.
            let longer = steps.distance(from, goal).unwrap_or(self.distance) - self.distance;
            self.detour = self.detour.max(longer);
            self.bad_cuts += u32::from(longer >= 2);
        }
    }

    fn within<const LAYERS: usize>(steps: Steps, from: Squares, goal: Squares) -> Option<Self> {
        let mut layers = [0; LAYERS];
        layers[0] = from;
        let mut reached = from;
        let mut distance = 0;
        while layers[distance] & goal == 0 {
            let next = steps.beside(layers[distance]) & !reached;
            if next == 0 || distance + 1 == LAYERS {
                return None;
            }
            distance += 1;
            layers[distance] = next;
            reached |= next;
        }
        let mut routes = Self { distance: distance as u32, ..Self::default() };
        let mut after = layers[distance] & goal;
        routes.squares = after;
        let (mut all_north, mut all_east) = (0, 0);
        for &layer in layers[..distance].iter().rev() {
            let before = steps.beside(after) & layer;
            let north = steps.north & ((before & (after >> ROW)) | (after & (before >> ROW)));
            let east = steps.east & ((before & (after >> 1)) | (after & (before >> 1)));
            routes.note_layer(north, east);
            all_north |= north;
            all_east |= east;
            routes.next = after;
            routes.squares |= before;
            after = before;
        }
        routes.crossing =
            Walls { horizontal: all_north | all_north >> 1, vertical: all_east | all_east >> ROW };
        Some(routes)
    }

    /// Finds the walls that block every step between two consecutive layers.
    #[inline(always)]
    fn note_layer(&mut self, north: Squares, east: Squares) {
        if north == 0 {
            let pair = east & (east >> ROW);
            let lowest = east & east.wrapping_neg();
            if east == lowest {
                self.cutting.vertical |= east | east >> ROW;
                self.narrow += 1;
            } else if pair != 0 && east == pair | pair << ROW && pair == lowest {
                self.cutting.vertical |= pair;
            }
        } else if east == 0 {
            let pair = north & (north >> 1);
            let lowest = north & north.wrapping_neg();
            if north == lowest {
                self.cutting.horizontal |= north | north >> 1;
                self.narrow += 1;
            } else if pair != 0 && north == pair | pair << 1 && pair == lowest {
                self.cutting.horizontal |= pair;
            }
        }
    }
}
