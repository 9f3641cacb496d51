//! Complete solution of small boards: it computes, for every way to place the remaining walls and for every placement of the pawns, whether
//! player 1 can force an arrival. Endless play is a draw, so the set of won positions is a least fixed point: it contains only positions
//! with a forced arrival.
//!
//! Walls are only ever added. So wall patterns are solved in layers, those with the most walls first. Within one pattern and one division
//! of the stock only pawns move, and the won positions are found by iteration over bitboards: for each square of player 1, a bitboard
//! contains squares of player 2. The wins of player 2 are found by exchanging the players and turning the board by 180°.
//!
//! CITE: Retrograde analysis: Richard Bellman, "On the application of dynamic programming to the determination of optimal play in
//! chess and checkers", PNAS 53, 1965; the division by irreversible moves as in endgame tables.

mod packing;

use std::collections::HashMap;

use ludex_search::{Game, Player, StopFlag};

use crate::rules::board::{Square, Squares, each};
use crate::rules::game::Quoridor;
use crate::rules::moves::Move;
use crate::rules::position::Position;
use crate::rules::walls::Walls;

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// There are more wall patterns than the limit.
    TooLarge,
    /// The caller stopped it.
    Stopped,
}

/// The packed sets of one wall pattern and one division of the stock: for player 1 to move, then for player 2.
type Packed = Box<[u64]>;

/// A layer: the packed sets of all patterns with the same number of walls. A pattern has one entry for each possible stock of player 1.
type Layer = HashMap<Walls, Vec<Packed>>;

/// Solves positions for two players.
pub struct Retrograde<'a> {
    game: &'a Quoridor,
    squares: Vec<Square>,
    /// The index of each square in `squares`.
    place: [u8; 100],
    /// Maximum number of patterns in a layer.
    limit: usize,
    threads: usize,
    /// Stops the work. Unlike `go_on`, it is also checked in the middle of a batch.
    stop: StopFlag,
    /// Number of pawn placements solved, plus patterns from which others were generated.
    pub nodes: u64,
}

/// Patterns per thread between two checks of the clock: some milliseconds.
const BATCH: usize = 16;

/// The sets of positions during the computation. The index is the square of player 1; each set contains squares of player 2.
#[derive(Clone)]
struct Sets {
    /// Player 1 is to move and wins.
    first: Vec<Squares>,
    /// Player 2 is to move and player 1 wins.
    second: Vec<Squares>,
}

/// The effect of placing walls. The index is the square of player 1; each set contains squares of player 2.
struct WallMoves {
    /// Positions in which player 1 has a wall that wins.
    wins: Vec<Squares>,
    /// Positions in which player 1 has a legal wall.
    any_first: Vec<Squares>,
    /// Positions in which player 2 has a wall after which player 1 does not win.
    escapes: Vec<Squares>,
    /// Positions in which player 2 has a legal wall.
    any_second: Vec<Squares>,
}

/// The board of one pattern.
struct PatternBoard {
    position: Position,
    /// For each player, the squares from which the goal can be reached.
    valid: [Squares; 2],
}

impl<'a> Retrograde<'a> {
    /// A solver that fails if there are more than `limit` wall patterns with the same number of walls.
    pub fn new(game: &'a Quoridor, limit: usize) -> Self {
        let squares: Vec<_> = each(game.squares).collect();
        let mut place = [0; 100];
        for (number, square) in squares.iter().enumerate() {
            place[square.index()] = number as u8;
        }
        Self { game, squares, place, limit, threads: 1, stop: StopFlag::default(), nodes: 0 }
    }

    /// Sets a flag that stops the solver.
    #[must_use]
    pub fn with_stop(self, stop: &StopFlag) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Returns whether player 1 can force an arrival from `pos`. If it is player 1's turn, it also returns the moves that do so. `go_on` is
    /// called regularly with the number of nodes; returning false stops the solver.
    pub fn first_wins(
        &mut self,
        pos: &Position,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(bool, Vec<Move>), Unsolved> {
        let stock = [0, 1].map(|player| usize::from(pos.stock(Player(player))));
        let layers = self.patterns(pos.walls(), stock[0] + stock[1], go_on)?;
        let (mut layer, mut above) = (Layer::new(), Layer::new());
        for (placed, patterns) in layers.iter().enumerate().rev() {
            above = std::mem::take(&mut layer);
            layer = self.solve_layer(patterns, stock, placed, &above, go_on)?;
        }
        if !self.is_won(pos, &layer[&pos.walls()][0]) {
            return Ok((false, Vec::new()));
        }
        let mut moves = Vec::new();
        if pos.to_move() == Player(0) {
            self.game.legal_moves(pos, &mut moves);
            moves.retain(|&mv| {
                let mut child = *pos;
                self.game.play(&mut child, mv);
                let layer = if child.walls() == pos.walls() { &layer } else { &above };
                let used = usize::from(child.walls() != pos.walls());
                let least = used.saturating_sub(stock[1]);
                self.is_won(&child, &layer[&child.walls()][used - least])
            });
        }
        Ok((true, moves))
    }

    /// Solves all patterns with the same number of walls, in batches that are distributed among the threads.
    fn solve_layer(
        &mut self,
        patterns: &[Walls],
        stock: [usize; 2],
        placed: usize,
        above: &Layer,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Layer, Unsolved> {
        let mut layer = Layer::with_capacity(patterns.len());
        for batch in patterns.chunks(BATCH * self.threads) {
            if !go_on(self.nodes) {
                return Err(Unsolved::Stopped);
            }
            let solve = |walls: &Walls| (*walls, self.solve_pattern(*walls, stock, placed, above));
            let solve_all = |share: &[Walls]| {
                let goes_on = |_: &&Walls| !self.stop.is_stopped();
                share.iter().take_while(goes_on).map(solve).collect::<Vec<_>>()
            };
            let mut shares = batch.chunks(batch.len().div_ceil(self.threads));
            let own = shares.next().unwrap_or_default();
            let solved: Vec<_> = std::thread::scope(|scope| {
                let others: Vec<_> =
                    shares.map(|share| scope.spawn(move || solve_all(share))).collect();
                let mut solved = solve_all(own);
                for other in others {
                    solved.extend(other.join().expect("solving a pattern does not panic"));
                }
                solved
            });
            for (walls, sets) in solved {
                self.nodes += 2 * (sets.len() * self.squares.len() * self.squares.len()) as u64;
                layer.insert(walls, sets);
            }
        }
        if layer.len() < patterns.len() {
            return Err(Unsolved::Stopped);
        }
        Ok(layer)
    }

    /// Looks up a position.
    fn is_won(&self, pos: &Position, packed: &Packed) -> bool {
        let sets = self.unpack(packed);
        let rows = if pos.to_move() == Player(0) { sets.first } else { sets.second };
        let row = usize::from(self.place[pos.pawn(Player(0)).index()]);
        rows[row] & pos.pawn(Player(1)).bit() != 0
    }

    /// All patterns with up to `most` walls in addition to `walls`, grouped by the number of added walls.
    fn patterns(
        &mut self,
        walls: Walls,
        most: usize,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<Vec<Walls>>, Unsolved> {
        let mut layers = vec![vec![walls]];
        for _ in 0..most {
            let mut next = std::collections::HashSet::new();
            for &pattern in layers.last().expect("the first layer is there") {
                self.nodes += 1;
                if !go_on(self.nodes) {
                    return Err(Unsolved::Stopped);
                }
                let room = pattern.room(self.game.anchors);
                for wall in single_walls(room) {
                    next.insert(pattern | wall);
                    if next.len() > self.limit {
                        return Err(Unsolved::TooLarge);
                    }
                }
            }
            next.retain(|&pattern| {
                if !go_on(self.nodes) {
                    return false;
                }
                let ground = self.ground(pattern);
                ground.valid[0] & !self.game.goals[0] != 0
                    && ground.valid[1] & !self.game.goals[1] != 0
            });
            if !go_on(self.nodes) {
                return Err(Unsolved::Stopped);
            }
            if next.is_empty() {
                break;
            }
            // Sorted, so that a node limit stops every run at the same place.
            let mut patterns: Vec<Walls> = next.into_iter().collect();
            patterns.sort_unstable();
            layers.push(patterns);
        }
        Ok(layers)
    }

    /// The board of a pattern, with arbitrary pawns and stock.
    fn ground(&self, walls: Walls) -> PatternBoard {
        let board = self.game.options().board;
        let pawns = [self.squares[0]; 4];
        let position = Position::assemble(board, 2, pawns, walls, [0; 4], Player(0));
        let valid = [0, 1].map(|player| position.steps().reachable(self.game.goals[player]));
        PatternBoard { position, valid }
    }

    /// Solves all divisions of the stock for one pattern. Each of the `placed` walls may have been placed by either player, if that player
    /// had enough walls.
    fn solve_pattern(
        &self,
        walls: Walls,
        stock: [usize; 2],
        placed: usize,
        above: &Layer,
    ) -> Vec<Packed> {
        let ground = self.ground(walls);
        let children: Vec<(PatternBoard, &Vec<Packed>)> =
            single_walls(walls.room(self.game.anchors))
                .filter_map(|wall| Some((self.ground(walls | wall), above.get(&(walls | wall))?)))
                .collect();
        let least = placed.saturating_sub(stock[1]);
        let mut all = Vec::new();
        for used in least..=placed.min(stock[0]) {
            let left = [stock[0] - used, stock[1] + used - placed];
            // The lists in `above` begin with this number of walls placed by player 1.
            let least_above = (placed + 1).saturating_sub(stock[1]);
            let moves = self.wall_moves(&children, left, used, least_above);
            let sets = self.iterate(&ground, &moves);
            all.push(self.pack(&sets));
        }
        all
    }

    fn wall_moves(
        &self,
        children: &[(PatternBoard, &Vec<Packed>)],
        left: [usize; 2],
        used: usize,
        least_above: usize,
    ) -> WallMoves {
        let n = self.squares.len();
        let mut moves = WallMoves {
            wins: vec![0; n],
            any_first: vec![0; n],
            escapes: vec![0; n],
            any_second: vec![0; n],
        };
        for (ground, lists) in children {
            let inside = |row: usize| {
                let bit = self.squares[row].bit();
                if ground.valid[0] & bit != 0 { ground.valid[1] & !bit } else { 0 }
            };
            if left[0] > 0 {
                let sets = self.unpack(&lists[used + 1 - least_above]);
                for row in 0..n {
                    moves.wins[row] |= sets.second[row] & inside(row);
                    moves.any_first[row] |= inside(row);
                }
            }
            if left[1] > 0 {
                let sets = self.unpack(&lists[used - least_above]);
                for row in 0..n {
                    moves.escapes[row] |= !sets.first[row] & inside(row);
                    moves.any_second[row] |= inside(row);
                }
            }
        }
        moves
    }

    /// Computes the least fixed point of a pattern. The results of placing a wall are already known.
    fn iterate(&self, ground: &PatternBoard, moves: &WallMoves) -> Sets {
        let n = self.squares.len();
        let steps = ground.position.steps();
        let [goal, other_goal] = [self.game.goals[0], self.game.goals[1]];
        let mut sets = Sets { first: vec![0; n], second: vec![0; n] };
        let mut rows = Vec::new();
        for (row, square) in self.squares.iter().enumerate() {
            if goal & square.bit() != 0 {
                sets.second[row] = self.game.squares;
            } else if ground.valid[0] & square.bit() != 0 {
                let domain = ground.valid[1] & !other_goal & !square.bit();
                let contacts = self.contacts(ground, *square, domain);
                rows.push((row, steps.beside(square.bit()), domain, contacts));
            }
        }
        loop {
            let mut changed = false;
            for (row, beside, domain, contacts) in &rows {
                let row = *row;
                let apart = domain & !beside;
                let mut first = moves.wins[row] & domain;
                for square in each(*beside) {
                    first |= sets.second[usize::from(self.place[square.index()])] & apart;
                }
                for contact in contacts {
                    let wins = each(contact.first).any(|to| {
                        sets.second[usize::from(self.place[to.index()])] & contact.other != 0
                    });
                    let must_pass = contact.first == 0 && moves.any_first[row] & contact.other == 0;
                    if wins || must_pass && sets.second[row] & contact.other != 0 {
                        first |= contact.other;
                    }
                }
                changed |= first & !sets.first[row] != 0;
                sets.first[row] |= first;
                let lost = !sets.first[row] & self.game.squares;
                let mut second = apart & !steps.beside(lost) & !moves.escapes[row];
                for contact in contacts {
                    let holds =
                        contact.second & lost == 0 && moves.escapes[row] & contact.other == 0;
                    let must_pass =
                        contact.second == 0 && moves.any_second[row] & contact.other == 0;
                    if holds && (!must_pass || sets.first[row] & contact.other != 0) {
                        second |= contact.other;
                    }
                }
                changed |= second & !sets.second[row] != 0;
                sets.second[row] |= second;
            }
            if !changed {
                return sets;
            }
        }
    }

    /// For each square next to player 1 where player 2 may be: the moves of both pawns.
    fn contacts(&self, ground: &PatternBoard, square: Square, domain: Squares) -> Vec<PawnContact> {
        let beside = ground.position.steps().beside(square.bit());
        let contact = |other: Square| {
            let targets = |mover| {
                let mut position = ground.position;
                position.set_pawns([square, other], mover);
                self.game.pawn_targets(&position)
            };
            PawnContact {
                other: other.bit(),
                first: targets(Player(0)),
                second: targets(Player(1)),
            }
        };
        each(beside & domain).map(contact).collect()
    }
}

/// Adjacent pawns.
struct PawnContact {
    /// Player 2's square.
    other: Squares,
    /// Where player 1 can move.
    first: Squares,
    /// Where player 2 can move.
    second: Squares,
}

/// The walls of a set, each as a set that contains only this wall.
fn single_walls(walls: Walls) -> impl Iterator<Item = Walls> {
    let horizontal =
        each(walls.horizontal).map(|anchor| Walls { horizontal: anchor.bit(), vertical: 0 });
    let vertical =
        each(walls.vertical).map(|anchor| Walls { horizontal: 0, vertical: anchor.bit() });
    horizontal.chain(vertical)
}

/// The position turned by 180° with the players exchanged.
pub fn exchanged(game: &Quoridor, pos: &Position) -> Position {
    let board = game.options().board;
    let turn = |square: Square, columns: u8, rows: u8| {
        Square::new(columns - 1 - square.column(), rows - 1 - square.row())
    };
    let anchors = |set: Squares| {
        each(set)
            .map(|anchor| turn(anchor, board.width - 1, board.height - 1).bit())
            .fold(0, |all, bit| all | bit)
    };
    let walls = Walls {
        horizontal: anchors(pos.walls().horizontal),
        vertical: anchors(pos.walls().vertical),
    };
    let mut pawns = [Square::default(); 4];
    let mut stock = [0; 4];
    for player in [Player(0), Player(1)] {
        pawns[player.other().index()] = turn(pos.pawn(player), board.width, board.height);
        stock[player.other().index()] = pos.stock(player);
    }
    Position::assemble(board, game.players(), pawns, walls, stock, pos.to_move().other())
}
