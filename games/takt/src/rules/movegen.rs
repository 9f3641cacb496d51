//! Legal moves: listing them, counting them without a list, and testing a single move.

use ludex_search::{MoveList, Player};

use super::moves::{Action, Direction, Drops, Move, Piece, Square};
use super::patterns::{COUNT, PATTERNS, Rays, SMASH_COUNT, SMASHES};
use super::pile::{Board, Size};
use super::position::Position;
use ludex_kit::support::bitboard::{down, left, right, squares, up};

/// How far a stack can move in one direction.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// Number of free squares in this direction.
    pub(crate) range: usize,
    /// The same squares as bits.
    pub(crate) free: u64,
    /// The first blocked square as a bit; 0 if the board ends first.
    pub(crate) stop: u64,
}

/// The reach of a stack, given the `blockers` (walls and capstones).
#[inline(always)]
pub(crate) fn reach<const N: usize>(square: Square, direction: usize, blockers: u64) -> Reach {
    let ray = Rays::<N>::TABLE[direction & 3][square.index() & 63];
    let hits = ray & blockers;
    let (stop, free) =
        if direction == Direction::Up as usize || direction == Direction::Right as usize {
            // The bits below the lowest blocker; all bits if there is none.
            (hits & hits.wrapping_neg(), ray & !hits & hits.wrapping_sub(1))
        } else {
            // The bits above the highest blocker; all bits if there is none.
            let zeros = hits.leading_zeros();
            let stop = (1u64 << 63).checked_shr(zeros).unwrap_or(0);
            (stop, ray & !u64::MAX.checked_shr(zeros).unwrap_or(0))
        };
    Reach { range: free.count_ones() as usize, free, stop }
}

impl<const N: usize> Position<N>
where
    Size<N>: Board,
{
    /// Appends every legal move. The game must not be over.
    pub fn legal_moves(&self, out: &mut MoveList<Move>) {
        let player = self.to_move();
        let mut buffer = [Square(0); 64];
        let mut length = 0;
        for square in squares(self.empties()) {
            buffer[length & 63] = Square(square);
            length += 1;
        }
        let empties = &buffer[..length];
        if self.is_opening() {
            if self.can_open() {
                place_all(Piece::Flat, empties, out);
            }
            return;
        }
        if self.stones(player) > 0 {
            place_all(Piece::Flat, empties, out);
            place_all(Piece::Wall, empties, out);
        }
        if self.capstones_left(player) > 0 {
            place_all(Piece::Capstone, empties, out);
        }
        self.spreads(player, out);
    }

    /// Appends every spread of a player.
    pub fn spreads(&self, player: Player, out: &mut MoveList<Move>) {
        for square in squares(self.tops(player)) {
            self.spreads_from(Square(square), out);
        }
    }

    /// Appends every spread of the stack on an occupied square.
    #[inline]
    pub fn spreads_from(&self, square: Square, out: &mut MoveList<Move>) {
        let lift = (self.height(square) as usize).min(N);
        let capstone = self.capstones() & square.bit() != 0;
        let blockers = self.walls() | self.capstones();
        for (number, direction) in Direction::ALL.into_iter().enumerate() {
            let reach = reach::<N>(square, number, blockers);
            let patterns = &PATTERNS[reach.range & 7][..usize::from(COUNT[lift][reach.range & 7])];
            append(square, direction, patterns, out);
            if capstone && reach.stop & self.walls() != 0 {
                let smashes =
                    &SMASHES[reach.range & 7][..usize::from(SMASH_COUNT[lift][reach.range & 7])];
                append(square, direction, smashes, out);
            }
        }
    }

    /// Counts the legal moves. The game must not be over.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let player = self.to_move();
        let empties = u64::from(self.empties().count_ones());
        if self.is_opening() {
            return empties * u64::from(self.can_open());
        }
        let kinds =
            2 * u64::from(self.stones(player) > 0) + u64::from(self.capstones_left(player) > 0);
        empties * kinds + self.count_spreads(player)
    }

    /// Counts the spreads of a player.
    #[inline]
    pub fn count_spreads(&self, player: Player) -> u64 {
        let own = self.tops(player);
        let single = own & !self.tall();
        let (passable, walls, capstones) = (self.passable(), self.walls(), self.capstones());
        let mut count = steps::<N>(single, passable);
        let smashing = single & capstones;
        if smashing != 0 {
            count += steps::<N>(smashing, walls);
        }
        for square in squares(own & self.tall()) {
            count += self.count_spreads_from(Square(square));
        }
        count
    }

    #[inline]
    fn count_spreads_from(&self, square: Square) -> u64 {
        let lift = (self.height(square) as usize).min(N);
        let blockers = self.walls() | self.capstones();
        let capstone = self.capstones() & square.bit() != 0;
        let mut count = 0;
        for direction in 0..4 {
            let reach = reach::<N>(square, direction, blockers);
            count += u64::from(COUNT[lift][reach.range & 7]);
            if capstone && reach.stop & self.walls() != 0 {
                count += u64::from(SMASH_COUNT[lift][reach.range & 7]);
            }
        }
        count
    }

    /// Whether an arbitrary move is legal. The game must not be over.
    pub fn is_legal(&self, mv: Move) -> bool {
        let player = self.to_move();
        if mv.square().index() >= Self::SQUARES {
            return false;
        }
        match mv.action() {
            Action::Place(piece, square) => {
                let has_piece = match piece {
                    _ if self.is_opening() => piece == Piece::Flat && self.can_open(),
                    Piece::Capstone => self.capstones_left(player) > 0,
                    _ => self.stones(player) > 0,
                };
                self.empties() & square.bit() != 0 && has_piece
            }
            Action::Spread(square, direction, drops) => {
                !self.is_opening()
                    && self.tops(player) & square.bit() != 0
                    && self.can_spread(square, direction, drops)
            }
        }
    }

    /// Whether the stack on an occupied square can be spread like this, regardless of whose turn it is.
    pub fn can_spread(&self, square: Square, direction: Direction, drops: Drops) -> bool {
        let lifted = drops.lifted();
        if lifted as usize > N || lifted > self.height(square) {
            return false;
        }
        let blockers = self.walls() | self.capstones();
        let reach = reach::<N>(square, direction as usize, blockers);
        let needed = drops.squares() as usize;
        needed <= reach.range
            || needed == reach.range + 1
                && drops.last_is_single()
                && self.capstones() & square.bit() != 0
                && reach.stop & self.walls() != 0
    }
}

/// Counts the steps from squares of `from` to neighbours in `to`.
#[inline(always)]
fn steps<const N: usize>(from: u64, to: u64) -> u64 {
    let counts =
        [up::<N>(to) & from, down::<N>(to) & from, left::<N>(to) & from, right::<N>(to) & from];
    counts.iter().map(|bits| u64::from(bits.count_ones())).sum()
}

#[inline]
fn place_all(piece: Piece, empties: &[Square], out: &mut MoveList<Move>) {
    out.extend(empties.iter().map(|&square| Move::place(piece, square)));
}

#[inline]
fn append(square: Square, direction: Direction, patterns: &[Drops], out: &mut MoveList<Move>) {
    // The length is known, so the list grows once and needs no capacity check per move.
    out.extend(patterns.iter().map(|&drops| Move::spread(square, direction, drops)));
}
