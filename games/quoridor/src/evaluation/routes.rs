//! All the shortest ways of a pawn at once: where they run, and which walls would cross or cut them.

use crate::rules::board::{ROW, Square, Squares, each};
use crate::rules::paths::Steps;
use crate::rules::walls::Walls;

/// What the shortest ways of one player look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// Steps to the goal.
    pub distance: u32,
    /// The squares of all shortest ways.
    pub squares: Squares,
    /// The first steps of them.
    pub next: Squares,
    /// Anchors of walls that would cross one of them. Whether such a wall fits is another question.
    pub crossing: Walls,
    /// Anchors of walls that would cut all of them, so that the way gets longer.
    pub cutting: Walls,
    /// Steps of the way at which all of them lead over one step.
    pub narrow: u32,
    /// How much longer the way gets by the worst single wall, and how many walls make it longer by two or more.
    pub detour: u32,
    /// See [`detour`](Self::detour).
    pub bad_cuts: u32,
}

/// Layers that are kept on the stack at first.
const USUAL_LAYERS: usize = 32;
/// Cuts that are looked at; more are rare.
const MOST_CUTS: usize = 10;
/// No way on 81 squares has more squares than that.
const ALL_LAYERS: usize = 82;

impl Routes {
    /// The shortest ways from `from` to `goal`; none leaves everything empty and the distance at 255.
    pub fn new(steps: Steps, from: Squares, goal: Squares) -> Self {
        Self::within::<USUAL_LAYERS>(steps, from, goal)
            .or_else(|| Self::within::<ALL_LAYERS>(steps, from, goal))
            .unwrap_or(Self { distance: 255, ..Self::default() })
    }

    /// Finds what the walls that cut do, of those that fit `room`.
    pub fn look_ahead(&mut self, steps: Steps, room: Walls, from: Squares, goal: Squares) {
        let cuts = self.cutting & room;
        let north = each(cuts.horizontal).map(Square::bit);
        let north = north.map(|bit| Steps { north: steps.north & !(bit | bit << 1), ..steps });
        let east = each(cuts.vertical).map(Square::bit);
        let east = east.map(|bit| Steps { east: steps.east & !(bit | bit << ROW), ..steps });
        for steps in north.chain(east).take(MOST_CUTS) {
            // A wall that shuts the player out is not legal.
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

    /// Looks for walls that block every step from one layer of the ways to the next.
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
