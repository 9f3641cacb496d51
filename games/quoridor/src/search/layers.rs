//! Computes, for one layout of walls, which player can force an arrival and in how many plies. The positions are solved backwards from the
//! goal, one layer per ply. For each square of the attacker, a bitboard holds the squares of the defender.
//!
//! CITE: Retrograde analysis by layers: Ken Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986.

use ludex_search::Player;

use crate::rules::board::{Square, Squares, each};
use crate::rules::game::Quoridor;
use crate::rules::paths::Steps;
use crate::rules::position::Position;

/// The largest distance, in plies, that is represented.
pub const MOST_PLIES: u8 = 254;

/// Number of square indices.
const SQUARES: usize = 100;

/// A layout of walls, and the pawn moves on it.
#[derive(Debug)]
pub struct WallLayout {
    steps: Steps,
    goals: [Squares; 2],
    /// For each player, the squares from which the goal can be reached.
    valid: [Squares; 2],
    /// For each square: where a pawn on it can move if the other pawn is on the adjacent square to the east, west, north or south.
    targets: [[Squares; 4]; SQUARES],
}

/// The results of placing walls. Everything is indexed by the attacker's square and holds sets of the defender's squares.
#[derive(Debug)]
pub struct WallResults {
    /// At index `n`: positions in which the attacker is to move and wins in `n` plies by placing a wall.
    wins: Vec<Vec<(Square, Squares)>>,
    /// At index `n`: positions in which the defender is to move and every wall loses; the wall that resists longest loses in `n` plies.
    losses: Vec<Vec<(Square, Squares)>>,
    /// Positions in which the defender can place a wall that is not yet known to lose.
    open: [Squares; SQUARES],
    /// Positions with a legal wall: first those in which the attacker is to move, then those in which the defender is.
    any: [[Squares; SQUARES]; 2],
}

impl Default for WallResults {
    fn default() -> Self {
        Self { wins: Vec::new(), losses: Vec::new(), open: [0; SQUARES], any: [[0; SQUARES]; 2] }
    }
}

impl WallResults {
    /// Records that the attacker on `square` wins in `plies` plies by placing a wall, if the defender is on one of `others`.
    pub fn wins(&mut self, square: Square, others: Squares, plies: u8) {
        self.any[0][square.index()] |= others;
        add_entry(&mut self.wins, square, others, plies);
    }

    /// Records that every wall of the defender loses; the wall that resists longest loses in `plies` plies.
    pub fn loses(&mut self, square: Square, others: Squares, plies: u8) {
        add_entry(&mut self.losses, square, others, plies);
    }
}

fn add_entry(list: &mut Vec<Vec<(Square, Squares)>>, square: Square, others: Squares, plies: u8) {
    if list.len() <= usize::from(plies) {
        list.resize_with(usize::from(plies) + 1, Vec::new);
    }
    list[usize::from(plies)].push((square, others));
}

/// Positions with the same number of plies to the arrival.
#[derive(Clone, Copy, Debug)]
pub struct SolvedLayer {
    /// True: the attacker is to move and wins. False: the defender is to move and loses.
    pub attacker_moves: bool,
    /// The attacker's square.
    pub square: Square,
    /// The defender's squares.
    pub others: Squares,
    /// Plies to the arrival.
    pub plies: u8,
}

/// One square of the attacker that is not a goal square.
struct Row {
    square: Square,
    /// Adjacent squares.
    beside: Squares,
    /// The squares where the defender may be: `apart` contains those that are not adjacent to the attacker, `contact` those that are.
    apart: Squares,
    contact: Squares,
}

impl WallLayout {
    /// The layout of a two-player position.
    pub fn new(game: &Quoridor, pos: &Position) -> Self {
        let steps = pos.steps();
        let goals = [game.goals[0], game.goals[1]];
        let mut ground = Self {
            steps,
            goals,
            valid: goals.map(|goal| steps.reachable(goal)),
            targets: [[0; 4]; SQUARES],
        };
        let mut position = *pos;
        for square in each(game.squares) {
            for other in each(steps.beside(square.bit())) {
                position.set_pawns([square, other], Player(0));
                ground.targets[square.index()][side(square, other)] = game.pawn_targets(&position);
            }
        }
        ground
    }

    fn targets(&self, square: Square, other: Square) -> Squares {
        self.targets[square.index()][side(square, other)]
    }

    fn rows(&self, attacker: usize) -> Vec<Row> {
        let others = self.valid[1 - attacker] & !self.goals[1 - attacker];
        each(self.valid[attacker] & !self.goals[attacker])
            .map(|square| {
                let beside = self.steps.beside(square.bit());
                let domain = others & !square.bit();
                Row { square, beside, apart: domain & !beside, contact: domain & beside }
            })
            .collect()
    }

    /// Passes to `found` every position that the attacker wins, in the order of the number of plies. Returns false if there may be more at
    /// a distance above [`MOST_PLIES`].
    pub fn solve(
        &self,
        attacker: Player,
        walls: &WallResults,
        mut found: impl FnMut(SolvedLayer),
    ) -> bool {
        let attacker = attacker.index();
        let rows = self.rows(attacker);
        // The positions that the attacker wins: with the attacker to move, and with the defender to move.
        let (mut attack, mut defend) = ([0; SQUARES], [0; SQUARES]);
        let mut open = walls.open;
        for goal in each(self.goals[attacker]) {
            defend[goal.index()] = Squares::MAX;
        }
        let last = walls.wins.len().max(walls.losses.len());
        let mut quiet = 0;
        for plies in 1..=MOST_PLIES {
            let attacker_moves = plies % 2 == 1;
            let mut walled = [0; SQUARES];
            if attacker_moves {
                for &(square, others) in walls.wins.get(usize::from(plies)).into_iter().flatten() {
                    walled[square.index()] |= others;
                }
            } else {
                for &(square, others) in walls.losses.get(usize::from(plies)).into_iter().flatten()
                {
                    open[square.index()] &= !others;
                }
            }
            let mut changed = false;
            for row in &rows {
                let index = row.square.index();
                let (others, known) = if attacker_moves {
                    let stepped = self.wins(row, &defend, &walls.any[0]);
                    (stepped | walled[index], &mut attack[index])
                } else {
                    let stepped = self.losses(row, attack[index], &walls.any[1]);
                    (stepped & !open[index], &mut defend[index])
                };
                let others = others & !*known;
                if others != 0 {
                    *known |= others;
                    changed = true;
                    found(SolvedLayer { attacker_moves, square: row.square, others, plies });
                }
            }
            quiet = if changed { 0 } else { quiet + 1 };
            if quiet == 2 && usize::from(plies) >= last {
                return true;
            }
        }
        false
    }

    /// The defender's squares for which the attacker has a winning step.
    #[inline]
    fn wins(
        &self,
        row: &Row,
        defend: &[Squares; SQUARES],
        has_wall: &[Squares; SQUARES],
    ) -> Squares {
        let mut wins = 0;
        for to in each(row.beside) {
            wins |= defend[to.index()];
        }
        wins &= row.apart;
        for other in each(row.contact) {
            let targets = self.targets(row.square, other);
            let passes = targets == 0 && has_wall[row.square.index()] & other.bit() == 0;
            let mut reached = if passes { defend[row.square.index()] } else { 0 };
            for to in each(targets) {
                reached |= defend[to.index()];
            }
            wins |= reached & other.bit();
        }
        wins
    }

    /// The defender's squares from which every step loses.
    #[inline]
    fn losses(&self, row: &Row, attack: Squares, has_wall: &[Squares; SQUARES]) -> Squares {
        let mut losses = row.apart & !self.steps.beside(!attack);
        for other in each(row.contact) {
            let targets = self.targets(other, row.square);
            let passes = targets == 0 && has_wall[row.square.index()] & other.bit() == 0;
            if targets & !attack == 0 && (!passes || attack & other.bit() != 0) {
                losses |= other.bit();
            }
        }
        losses
    }
}

/// The index of the direction from a square to an adjacent one.
#[inline]
fn side(square: Square, other: Square) -> usize {
    match other.index() as isize - square.index() as isize {
        1 => 0,
        -1 => 1,
        distance if distance > 0 => 2,
        _ => 3,
    }
}
