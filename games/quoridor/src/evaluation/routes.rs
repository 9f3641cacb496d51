//! All shortest paths of a pawn at once, and the walls that would cross or cut them.
//!
//! A flood from the pawn gives layers of squares at distance 1, 2, and so on. Going back from the goal keeps only the squares on
//! shortest paths. A wall crosses the paths if it blocks one of their steps, and cuts them if it blocks every step between two
//! layers, which makes the path longer.

use crate::rules::board::{ROW, Square, Squares, each};
use crate::rules::paths::Steps;
use crate::rules::walls::Walls;

/// The squares within 0, 1, 2, … steps of a pawn, and of its goal.
struct Floods<const LAYERS: usize> {
    pawn: [Squares; LAYERS],
    goal: [Squares; LAYERS],
    /// The length of the shortest path. The sets up to this index are filled.
    distance: usize,
}

impl<const LAYERS: usize> Floods<LAYERS> {
    /// `None` if there is no path, or if it is too long.
    #[inline]
    fn new(steps: Steps, from: Squares, goal: Squares) -> Option<Self> {
        let mut floods = Self { pawn: [0; LAYERS], goal: [0; LAYERS], distance: 0 };
        floods.pawn[0] = from;
        let mut reached = from;
        while reached & goal == 0 {
            let next = reached | steps.beside(reached);
            floods.distance += 1;
            if next == reached || floods.distance == LAYERS {
                return None;
            }
            reached = next;
            floods.pawn[floods.distance] = reached;
        }
        let mut near = goal;
        floods.goal[0] = near;
        for set in &mut floods.goal[1..=floods.distance] {
            near |= steps.beside(near);
            *set = near;
        }
        Some(floods)
    }

    /// The squares of shortest paths after this number of steps.
    #[inline]
    fn on_paths(&self, step: usize) -> Squares {
        self.pawn[step] & self.goal[self.distance - step]
    }

    /// The length of the shortest path after a wall at `anchor`, which crosses a shortest path; `steps` are those that it leaves open.
    ///
    /// The wall changes neither flood before it reaches one of the four squares around the middle of the wall. So the search begins with the
    /// last unchanged set of the pawn, and ends at the last unchanged set of the goal.
    #[inline]
    fn distance_around(&self, anchor: Squares, steps: Steps) -> Option<usize> {
        let around = anchor | anchor << 1 | anchor << ROW | anchor << (ROW + 1);
        let first = |sets: &[Squares]| sets.iter().position(|set| set & around != 0);
        let (start, end) = (first(&self.pawn)?, first(&self.goal)?);
        let mut reached = self.pawn[start];
        let mut distance = start + end;
        while reached & self.goal[end] == 0 {
            let next = reached | steps.beside(reached);
            if next == reached {
                return None;
            }
            reached = next;
            distance += 1;
        }
        Some(distance)
    }
}

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
    /// The shortest paths from `from` to `goal`, without detours. If there are none, all sets are empty and the distance is 255.
    pub fn new(steps: Steps, from: Squares, goal: Squares) -> Self {
        Self::with_detours(steps, Walls::NONE, from, goal)
    }

    /// Like [`new`](Self::new), with the steps that each cutting wall adds. `room` contains the walls that may be placed.
    pub fn with_detours(steps: Steps, room: Walls, from: Squares, goal: Squares) -> Self {
        Self::within::<USUAL_LAYERS>(steps, room, from, goal)
            .or_else(|| Self::within::<ALL_LAYERS>(steps, room, from, goal))
            .unwrap_or(Self { distance: 255, ..Self::default() })
    }

    fn within<const LAYERS: usize>(
        steps: Steps,
        room: Walls,
        from: Squares,
        goal: Squares,
    ) -> Option<Self> {
        let floods = Floods::<LAYERS>::new(steps, from, goal)?;
        let distance = floods.distance;
        let mut routes = Self { distance: distance as u32, ..Self::default() };
        let mut after = floods.on_paths(distance);
        routes.squares = after;
        for step in (0..distance).rev() {
            let before = floods.on_paths(step);
            // One wall blocks at most two steps, from two squares to two squares.
            if before.count_ones() <= 2 && after.count_ones() <= 2 {
                let north = steps.north & ((before & (after >> ROW)) | (after & (before >> ROW)));
                let east = steps.east & ((before & (after >> 1)) | (after & (before >> 1)));
                routes.note_layer(north, east);
            }
            routes.next = after;
            routes.squares |= before;
            after = before;
        }
        // Neighbouring squares differ by one in their distance from the pawn, as between black and white squares of a chessboard. So every
        // open step between two squares of shortest paths is a step of one.
        let squares = routes.squares;
        let north = steps.north & squares & (squares >> ROW);
        let east = steps.east & squares & (squares >> 1);
        routes.crossing = Walls { horizontal: north | north >> 1, vertical: east | east >> ROW };
        routes.note_detours(steps, room, &floods);
        Some(routes)
    }

    /// Computes how much each cutting wall of `room` lengthens the path.
    #[inline]
    fn note_detours<const LAYERS: usize>(
        &mut self,
        steps: Steps,
        room: Walls,
        floods: &Floods<LAYERS>,
    ) {
        let cuts = self.cutting & room;
        let north = each(cuts.horizontal).map(Square::bit);
        let north =
            north.map(|bit| (bit, Steps { north: steps.north & !(bit | bit << 1), ..steps }));
        let east = each(cuts.vertical).map(Square::bit);
        let east = east.map(|bit| (bit, Steps { east: steps.east & !(bit | bit << ROW), ..steps }));
        for (anchor, steps) in north.chain(east).take(MOST_CUTS) {
            // A wall that leaves no path is illegal, so count it as adding no steps.
            let longer = floods.distance_around(anchor, steps).unwrap_or(floods.distance);
            let longer = (longer - floods.distance) as u32;
            self.detour = self.detour.max(longer);
            self.bad_cuts += u32::from(longer >= 2);
        }
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
