//! Network inputs of Quoridor for two players.
//!
//! - Pawns by square, and walls by anchor and direction.
//! - The walls that fit and would cross one of a player's shortest paths. They show where the paths run.
//! - Walls in stock, lengths of the shortest paths, and the lead in steps.
//!
//! Each player sees the board with their own pawn moving up.

use ludex_search::Player;

use super::routes::Routes;
use crate::rules::board::{Square, Squares, each};
use crate::rules::game::Quoridor;
use crate::rules::position::Position;
use ludex_kit::support::learned::{Inputs, Sight};

/// The inputs of Quoridor for two players on any board.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallInputs;

/// Number of inputs for path lengths. Longer paths share the last input.
const DISTANCES: usize = 32;
/// The largest lead, in steps, with a separate input; larger leads are clamped.
const LEAD: i32 = 12;
/// The phases in which both players have walls in stock. Each number is the minimum total stock of a phase; the last phase has fewer walls
/// than the last number.
const PHASES: [u32; 4] = [18, 14, 10, 6];
/// Number of sets of squares or anchors among the inputs.
const SETS: usize = 8;
/// Number of inputs besides the sets.
const NUMBERS: usize = 5;

/// The first index of each kind of input. Inputs that belong to a player exist twice: first for the viewer, then for the opponent.
struct Layout {
    width: usize,
    height: usize,
    walls: usize,
    crossing: usize,
    stocks: usize,
    distances: usize,
    leads: usize,
    count: usize,
}

impl Layout {
    #[inline]
    fn new(game: &Quoridor) -> Self {
        let board = game.options().board;
        let [width, height] = [board.width, board.height].map(usize::from);
        let anchors = (width - 1) * (height - 1);
        let walls = 2 * width * height;
        let crossing = walls + 2 * anchors;
        let stocks = crossing + 4 * anchors;
        let distances = stocks + 2 * stock_kinds(game);
        let leads = distances + 2 * DISTANCES;
        Self {
            width,
            height,
            walls,
            crossing,
            stocks,
            distances,
            leads,
            count: leads + 2 * LEAD as usize + 1,
        }
    }

    /// The index of the first input of each set, from the view of each player. The first two sets contain squares, and the others contain
    /// anchors.
    #[inline]
    fn firsts(&self) -> [[usize; 2]; SETS] {
        let anchors = (self.width - 1) * (self.height - 1);
        let owned = |first, size, owner| [owner, 1 - owner].map(|relative| first + relative * size);
        let pawn = |owner| owned(0, self.width * self.height, owner);
        let crossing = |owner| owned(self.crossing, 2 * anchors, owner);
        let vertical = |firsts: [usize; 2]| firsts.map(|first| first + anchors);
        [
            pawn(0),
            pawn(1),
            [self.walls; 2],
            vertical([self.walls; 2]),
            crossing(0),
            vertical(crossing(0)),
            crossing(1),
            vertical(crossing(1)),
        ]
    }

    /// The index of the input for a square or an anchor, from the view of each player.
    #[inline]
    fn input(&self, [own, other]: [usize; 2], is_anchor: bool, square: Square) -> [u16; 2] {
        let less = usize::from(is_anchor);
        let [width, height] = [self.width - less, self.height - less];
        let [column, row] = [square.column(), square.row()].map(usize::from);
        let own = own + row * width + column;
        let other = other + (height - 1 - row) * width + column;
        [own as u16, other as u16]
    }

    #[inline]
    fn stock_and_distance_inputs(
        &self,
        game: &Quoridor,
        (pos, routes): View<'_>,
    ) -> [[u16; 2]; NUMBERS] {
        let owned = |first: usize, kinds: usize, owner: usize, number: usize| {
            let number = number.min(kinds - 1);
            [owner, 1 - owner].map(|relative| (first + relative * kinds + number) as u16)
        };
        let stock = |owner: usize| {
            let stock = pos.stock(Player(owner as u8)).into();
            owned(self.stocks, stock_kinds(game), owner, stock)
        };
        let distances = [0, 1].map(|owner| routes[owner].distance);
        let distance = |owner| owned(self.distances, DISTANCES, owner, distances[owner] as usize);
        let lead = (distances[1] as i32 - distances[0] as i32).clamp(-LEAD, LEAD);
        let leads = [lead, -lead].map(|lead| (self.leads as i32 + LEAD + lead) as u16);
        [stock(0), stock(1), distance(0), distance(1), leads]
    }
}

/// Number of different stock sizes.
fn stock_kinds(game: &Quoridor) -> usize {
    usize::from(game.options().walls) + 1
}

/// A position with its shortest paths.
type View<'a> = Sight<'a, Quoridor, [Routes; 2]>;

/// The sets of squares and anchors that are active.
#[inline]
fn sets(game: &Quoridor, (pos, routes): View<'_>) -> [Squares; SETS] {
    let walls = pos.walls();
    let room = walls.room(game.anchors);
    let crossing = [0, 1].map(|player: usize| routes[player].crossing & room);
    [
        pos.pawn(Player(0)).bit(),
        pos.pawn(Player(1)).bit(),
        walls.horizontal,
        walls.vertical,
        crossing[0].horizontal,
        crossing[0].vertical,
        crossing[1].horizontal,
        crossing[1].vertical,
    ]
}

impl Inputs<Quoridor> for WallInputs {
    type Kept = [Routes; 2];

    fn count(&self, game: &Quoridor) -> usize {
        Layout::new(game).count
    }

    fn most(&self, game: &Quoridor) -> usize {
        // An upper bound. Each anchor has at most four inputs: either a wall, or walls in two directions that would cross the paths of two
        // players.
        2 + 4 * game.anchors.count_ones() as usize + NUMBERS
    }

    fn buckets(&self) -> usize {
        3 + PHASES.len() + 1
    }

    fn bucket(&self, _: &Quoridor, pos: &Position) -> usize {
        let mover = pos.to_move();
        match (pos.stock(mover), pos.stock(mover.other())) {
            (0, 0) => 0,
            (0, _) => 1,
            (_, 0) => 2,
            (own, other) => {
                let stock = u32::from(own) + u32::from(other);
                3 + PHASES.iter().filter(|&&least| stock < least).count()
            }
        }
    }

    fn changes(
        &self,
        game: &Quoridor,
        before: Option<View<'_>>,
        after: View<'_>,
        mut change: impl FnMut([u16; 2], bool),
    ) {
        let layout = Layout::new(game);
        let old = before.map_or([0; SETS], |before| sets(game, before));
        let pairs = old.into_iter().zip(sets(game, after));
        for (set, (first, (old, new))) in layout.firsts().into_iter().zip(pairs).enumerate() {
            for square in each(old ^ new) {
                let input = layout.input(first, set >= 2, square);
                change(input, new & square.bit() != 0);
            }
        }
        let old = before.map(|before| layout.stock_and_distance_inputs(game, before));
        for (index, new) in layout.stock_and_distance_inputs(game, after).into_iter().enumerate() {
            match old.map(|old| old[index]) {
                Some(old) if old == new => continue,
                Some(old) => change(old, false),
                None => {}
            }
            change(new, true);
        }
    }
}
