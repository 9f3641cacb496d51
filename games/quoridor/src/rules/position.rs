//! A position: pawns, walls, data derived from them, and the moves that change it.

use ludex_search::Player;

use super::board::{Board, ROW, Square, Squares};
use super::moves::{Direction, Move, Wall};
use super::paths::Steps;
use super::walls::Walls;
use ludex_kit::support::zobrist;

/// Maximum number of players.
pub const MOST_PLAYERS: usize = 4;

static HORIZONTAL_KEYS: [u64; 100] = zobrist::keys(30);
static VERTICAL_KEYS: [u64; 100] = zobrist::keys(31);
static PAWN_KEYS: [[u64; 100]; MOST_PLAYERS] =
    [zobrist::keys(32), zobrist::keys(33), zobrist::keys(34), zobrist::keys(35)];
static STOCK_KEYS: [[u64; 256]; MOST_PLAYERS] =
    [zobrist::keys(36), zobrist::keys(37), zobrist::keys(38), zobrist::keys(39)];
static TURN_KEYS: [u64; MOST_PLAYERS] = zobrist::keys(40);

/// The value for "no player".
const NOBODY: u8 = u8::MAX;

/// A position. It is small: at most 160 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    walls: Walls,
    steps: Steps,
    /// For each player, a path to the goal. It is kept until a wall cuts it, which makes testing the legality of walls cheap.
    ways: [Squares; MOST_PLAYERS],
    hash: u64,
    pawns: [Square; MOST_PLAYERS],
    stock: [u8; MOST_PLAYERS],
    ply: u16,
    to_move: u8,
    /// Bit set of the players whose path must be found again before it is used.
    stale: u8,
    winner: u8,
}

/// The data that is needed to undo a move, in addition to the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    ways: [Squares; MOST_PLAYERS],
    hash: u64,
    from: Square,
    stale: u8,
}

impl Position {
    /// A board without walls. Every player has the same stock, and player 1 moves first.
    pub fn new(board: Board, pawns: &[Square], stock: u8) -> Self {
        let mut all = [Square::default(); MOST_PLAYERS];
        all[..pawns.len()].copy_from_slice(pawns);
        let mut stocks = [0; MOST_PLAYERS];
        stocks[..pawns.len()].fill(stock);
        Self::assemble(board, pawns.len(), all, Walls::NONE, stocks, Player(0))
    }

    /// A position from consistent parts.
    pub fn assemble(
        board: Board,
        players: usize,
        pawns: [Square; MOST_PLAYERS],
        walls: Walls,
        stock: [u8; MOST_PLAYERS],
        to_move: Player,
    ) -> Self {
        let squares = board.squares();
        let inside = Steps { north: squares & (squares >> ROW), east: squares & (squares >> 1) };
        let mut position = Self {
            walls,
            steps: walls.close(inside),
            ways: [0; MOST_PLAYERS],
            hash: 0,
            pawns,
            stock,
            ply: u16::from(to_move.0),
            to_move: to_move.0,
            stale: (1 << players) - 1,
            winner: NOBODY,
        };
        position.hash = position.hash_from_scratch(players);
        position
    }

    /// The hash, computed from scratch.
    pub fn hash_from_scratch(&self, players: usize) -> u64 {
        let mut hash = TURN_KEYS[usize::from(self.to_move)];
        for anchor in super::board::each(self.walls.horizontal) {
            hash ^= HORIZONTAL_KEYS[anchor.index()];
        }
        for anchor in super::board::each(self.walls.vertical) {
            hash ^= VERTICAL_KEYS[anchor.index()];
        }
        for player in 0..players {
            hash ^= PAWN_KEYS[player][self.pawns[player].index()];
            hash ^= STOCK_KEYS[player][usize::from(self.stock[player])];
        }
        hash
    }

    /// The walls on the board.
    #[inline(always)]
    pub fn walls(&self) -> Walls {
        self.walls
    }

    /// The open steps.
    #[inline(always)]
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// A player's pawn.
    #[inline(always)]
    pub fn pawn(&self, player: Player) -> Square {
        self.pawns[player.index() % MOST_PLAYERS]
    }

    /// The walls that a player has left.
    #[inline(always)]
    pub fn stock(&self, player: Player) -> u8 {
        self.stock[player.index() % MOST_PLAYERS]
    }

    /// The number of walls that have not been placed.
    pub fn total_stock(&self) -> u32 {
        self.stock.iter().map(|&walls| u32::from(walls)).sum()
    }

    /// The player to move. After the end of the game: the player whose turn would be next.
    #[inline(always)]
    pub fn to_move(&self) -> Player {
        Player(self.to_move)
    }

    /// The player who has reached the goal; `None` if no player has.
    #[inline(always)]
    pub fn winner(&self) -> Option<Player> {
        (self.winner != NOBODY).then_some(Player(self.winner))
    }

    /// Number of moves played. The text of a position contains it only if the game has a ply limit; in other games, a position read from a
    /// text begins with the smallest number that fits the player to move.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Zobrist hash.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The squares of all pawns.
    #[inline(always)]
    pub fn occupied(&self, players: usize) -> Squares {
        self.pawns[..players.min(MOST_PLAYERS)].iter().fold(0, |set, pawn| set | pawn.bit())
    }

    /// Moves the pawns of two players. The hash and the stored paths are not updated, so use the result only to generate steps.
    pub(crate) fn set_pawns(&mut self, pawns: [Square; 2], to_move: Player) {
        self.pawns[..2].copy_from_slice(&pawns);
        self.to_move = to_move.0;
    }

    /// Ends the game: this player is on the goal.
    pub(crate) fn set_winner(&mut self, player: Player) {
        self.winner = player.0;
    }

    /// Sets the number of moves played.
    pub(crate) fn set_ply(&mut self, ply: u16) {
        self.ply = ply;
    }

    /// Copies from `other` the information that the board does not show: the ply, and whether the game is over.
    pub(crate) fn set_progress(&mut self, other: &Self) {
        self.ply = other.ply;
        self.winner = other.winner;
    }

    /// A path from a player's pawn to the goal, not necessarily a shortest one. No open step connects two of its squares except the steps
    /// of the path.
    #[inline]
    pub fn way(&self, player: Player, goal: Squares) -> Squares {
        if self.stale >> player.0 & 1 == 0 {
            self.ways[player.index() % MOST_PLAYERS]
        } else {
            self.steps.path(self.pawn(player), goal).unwrap_or(0)
        }
    }

    /// Recomputes the stored paths that walls have cut. It is called before a move is played, so that the new paths are computed once
    /// and shared by the positions after each of the possible moves. No path is needed if all walls are on the board.
    #[inline]
    fn refresh_ways(&mut self, goals: &[Squares]) {
        if self.stale == 0 || self.stock == [0; MOST_PLAYERS] {
            return;
        }
        for (player, &goal) in goals.iter().enumerate() {
            if self.stale >> player & 1 == 1 {
                self.ways[player % MOST_PLAYERS] = self.way(Player(player as u8), goal);
            }
        }
        self.stale = 0;
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, goals: &[Squares]) -> Undo {
        self.refresh_ways(goals);
        let undo = Undo {
            ways: self.ways,
            hash: self.hash,
            from: self.pawns[usize::from(self.to_move) % MOST_PLAYERS],
            stale: self.stale,
        };
        match mv {
            Move::Pawn(to) => self.move_pawn(to, goals),
            Move::Wall(wall) => self.place(wall, goals.len()),
            Move::Pass => {}
        }
        let next = (self.to_move + 1) % goals.len() as u8;
        self.hash ^= TURN_KEYS[usize::from(self.to_move) % MOST_PLAYERS]
            ^ TURN_KEYS[usize::from(next) % MOST_PLAYERS];
        self.to_move = next;
        self.ply = self.ply.wrapping_add(1);
        undo
    }

    #[inline]
    fn move_pawn(&mut self, to: Square, goals: &[Squares]) {
        let player = usize::from(self.to_move) % MOST_PLAYERS;
        let from = std::mem::replace(&mut self.pawns[player], to);
        self.hash ^= PAWN_KEYS[player][from.index()] ^ PAWN_KEYS[player][to.index()];
        if goals[player] & to.bit() != 0 {
            self.winner = self.to_move;
        }
        let way = self.ways[player];
        let nearby = self.steps.beside(to.bit());
        if way & to.bit() == 0 && nearby & way == from.bit() {
            // A step off the path lengthens it by one.
            self.ways[player] = way | to.bit();
        } else if way & to.bit() != 0 && nearby & from.bit() != 0 {
            // A step along the path shortens it by one.
            self.ways[player] = way & !from.bit();
        } else {
            self.stale |= 1 << player;
        }
    }

    #[inline]
    fn place(&mut self, wall: Wall, players: usize) {
        let player = usize::from(self.to_move) % MOST_PLAYERS;
        let stock = usize::from(self.stock[player]);
        self.hash ^= STOCK_KEYS[player][stock] ^ STOCK_KEYS[player][stock.wrapping_sub(1) & 255];
        self.stock[player] -= 1;
        let bit = wall.anchor.bit();
        let (closed, across) = match wall.direction {
            Direction::Horizontal => {
                self.hash ^= HORIZONTAL_KEYS[wall.anchor.index()];
                self.walls.horizontal |= bit;
                let closed = bit | bit << 1;
                self.steps.north &= !closed;
                (closed, ROW)
            }
            Direction::Vertical => {
                self.hash ^= VERTICAL_KEYS[wall.anchor.index()];
                self.walls.vertical |= bit;
                let closed = bit | bit << ROW;
                self.steps.east &= !closed;
                (closed, 1)
            }
        };
        for (player, way) in self.ways[..players].iter().enumerate() {
            if way & (way >> across) & closed != 0 {
                self.stale |= 1 << player;
            }
        }
    }

    /// Undoes the last move.
    #[inline]
    pub(crate) fn undo(&mut self, mv: Move, undo: Undo, players: usize) {
        let player = (self.to_move + players as u8 - 1) % players as u8;
        self.to_move = player;
        self.ply = self.ply.wrapping_sub(1);
        self.winner = NOBODY;
        self.hash = undo.hash;
        self.ways = undo.ways;
        self.stale = undo.stale;
        let player = usize::from(player) % MOST_PLAYERS;
        match mv {
            Move::Pawn(_) => self.pawns[player] = undo.from,
            Move::Wall(wall) => self.remove(wall, player),
            Move::Pass => {}
        }
    }

    #[inline]
    fn remove(&mut self, wall: Wall, player: usize) {
        self.stock[player] += 1;
        let bit = wall.anchor.bit();
        match wall.direction {
            Direction::Horizontal => {
                self.walls.horizontal ^= bit;
                self.steps.north |= bit | bit << 1;
            }
            Direction::Vertical => {
                self.walls.vertical ^= bit;
                self.steps.east |= bit | bit << ROW;
            }
        }
    }
}

impl PartialEq for Position {
    /// Compares walls, pawns, stock, the player to move and the winner. The number of plies and cached data are not compared.
    fn eq(&self, other: &Self) -> bool {
        self.walls == other.walls
            && self.pawns == other.pawns
            && self.stock == other.stock
            && self.to_move == other.to_move
            && self.winner == other.winner
    }
}

impl Eq for Position {}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn a_position_is_compact() {
        assert!(size_of::<Position>() <= 160, "{}", size_of::<Position>());
    }
}
