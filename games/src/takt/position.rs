//! A position: stacks, boards of bits, reserves, and the moves that change them.

use ludex_search::Player;

use super::moves::{Action, Direction, Drops, Move, Piece, Square};
use super::pile::{Board, Pile, Size};
use super::road::has_road;
use crate::bitboard::full;
use crate::zobrist;

static WALL_KEYS: [u64; 64] = zobrist::keys(13);
static CAPSTONE_KEYS: [u64; 64] = zobrist::keys(14);
const SIDE_KEY: u64 = zobrist::key(15, 0);
const OPENING_KEY: u64 = zobrist::key(15, 1);

/// A position of Takt on a board of side `N`. Compact: at most 512 bytes up to 6×6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize>
where
    Size<N>: Board,
{
    /// Squares whose top belongs to each player.
    tops: [u64; 2],
    walls: u64,
    capstones: u64,
    /// Squares with two pieces or more: counting moves treats the others all at once.
    tall: u64,
    hash: u64,
    ply: u32,
    /// Plies since the last placement or flattening.
    reversible: u32,
    stones: [u8; 2],
    caps: [u8; 2],
    piles: <Size<N> as Board>::Piles,
}

/// What taking back a move needs beyond the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    hash: u64,
    reversible: u32,
    flattened: bool,
}

impl Undo {
    /// Whether the move flattened a wall.
    pub fn flattened(&self) -> bool {
        self.flattened
    }
}

impl<const N: usize> Position<N>
where
    Size<N>: Board,
{
    /// The squares of the board.
    pub const SQUARES: usize = N * N;
    const FULL: u64 = full::<N>();

    /// The empty board.
    pub fn new(stones: u8, caps: u8) -> Self {
        Self {
            tops: [0; 2],
            walls: 0,
            capstones: 0,
            tall: 0,
            hash: OPENING_KEY,
            ply: 0,
            reversible: 0,
            stones: [stones; 2],
            caps: [caps; 2],
            piles: Size::<N>::EMPTY,
        }
    }

    /// Squares whose top belongs to a player.
    #[inline]
    pub fn tops(&self, player: Player) -> u64 {
        self.tops[player.index() & 1]
    }

    /// Squares that count for a player's roads: flats and capstones on top.
    #[inline]
    pub fn road_pieces(&self, player: Player) -> u64 {
        self.tops(player) & !self.walls
    }

    /// Squares that count for a player at a flat end.
    #[inline]
    pub fn flats(&self, player: Player) -> u64 {
        self.tops(player) & !(self.walls | self.capstones)
    }

    /// Squares with a wall on top.
    #[inline]
    pub fn walls(&self) -> u64 {
        self.walls
    }

    /// Squares with a capstone on top.
    #[inline]
    pub fn capstones(&self) -> u64 {
        self.capstones
    }

    /// Squares with two pieces or more.
    #[inline]
    pub fn tall(&self) -> u64 {
        self.tall
    }

    /// Squares without a piece.
    #[inline]
    pub fn empties(&self) -> u64 {
        Self::FULL & !(self.tops[0] | self.tops[1])
    }

    /// Squares that any piece may be moved onto.
    #[inline]
    pub fn passable(&self) -> u64 {
        Self::FULL & !(self.walls | self.capstones)
    }

    /// The stack of a square.
    #[inline]
    pub fn pile(&self, square: Square) -> <Size<N> as Board>::Pile {
        self.piles.as_ref()[square.index()]
    }

    /// The number of pieces on a square.
    #[inline]
    pub fn height(&self, square: Square) -> u32 {
        self.pile(square).height()
    }

    /// The player whose piece is on top of a square.
    #[inline]
    pub fn controller(&self, square: Square) -> Option<Player> {
        match (self.tops[0] & square.bit(), self.tops[1] & square.bit()) {
            (0, 0) => None,
            (_, 0) => Some(Player(0)),
            _ => Some(Player(1)),
        }
    }

    /// The kind of the piece on top of a square, a flat where there is none.
    #[inline]
    pub fn top_piece(&self, square: Square) -> Piece {
        if self.walls & square.bit() != 0 {
            Piece::Wall
        } else if self.capstones & square.bit() != 0 {
            Piece::Capstone
        } else {
            Piece::Flat
        }
    }

    /// The pieces of a player in a stack, its top included.
    #[inline]
    pub fn pieces_of(&self, square: Square, player: Player) -> u32 {
        let pile = self.pile(square);
        match player.index() {
            0 => pile.height() - pile.seconds(),
            _ => pile.seconds(),
        }
    }

    /// The stones that a player has not placed.
    #[inline]
    pub fn stones(&self, player: Player) -> u32 {
        self.stones[player.index() & 1].into()
    }

    /// The capstones that a player has not placed.
    #[inline]
    pub fn capstones_left(&self, player: Player) -> u32 {
        self.caps[player.index() & 1].into()
    }

    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        Player((self.ply & 1) as u8)
    }

    /// The plies since the start of the game.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the player to move lays a flat of the opponent.
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.ply < 2
    }

    /// Plies since the last placement or flattening.
    #[inline]
    pub fn reversible(&self) -> u32 {
        self.reversible
    }

    /// The hash of everything but the counter of reversible plies.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash, computed anew.
    pub fn hash_from_scratch(&self) -> u64 {
        let mut hash = 0;
        for (square, pile) in self.piles.as_ref().iter().enumerate() {
            hash ^= pile.hash(square) ^ self.top_hash(square, Square(square as u8).bit());
        }
        if self.ply & 1 == 1 {
            hash ^= SIDE_KEY;
        }
        if self.is_opening() {
            hash ^= OPENING_KEY;
        }
        hash
    }

    /// Whether no square is empty or a player has nothing left to place.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.empties() == 0
            || self.stones[0] | self.caps[0] == 0
            || self.stones[1] | self.caps[1] == 0
    }

    /// The player who has won by a road: the player who moved last, if both have one.
    pub fn road_winner(&self) -> Option<Player> {
        let last = self.to_move().other();
        [last, last.other()]
            .into_iter()
            .find(|&player| has_road::<N>(self.road_pieces(player)))
    }

    /// Whether a player has a road.
    #[inline]
    pub fn any_road(&self) -> bool {
        has_road::<N>(self.tops[0] & !self.walls) || has_road::<N>(self.tops[1] & !self.walls)
    }

    #[inline]
    fn top_hash(&self, square: usize, bit: u64) -> u64 {
        if self.walls & bit != 0 {
            WALL_KEYS[square & 63]
        } else if self.capstones & bit != 0 {
            CAPSTONE_KEYS[square & 63]
        } else {
            0
        }
    }

    /// The end of a ply: the other side moves, and after the second ply the opening is over.
    #[inline]
    fn advance(&mut self) {
        self.ply += 1;
        self.hash ^= SIDE_KEY;
        if self.ply == 2 {
            self.hash ^= OPENING_KEY;
        }
    }

    /// Passes the turn, which no rule allows; a search may want to. Not in the opening.
    #[inline]
    pub fn pass(&mut self) -> Undo {
        debug_assert!(!self.is_opening());
        let undo = self.undo_of(false);
        self.reversible += 1;
        self.advance();
        undo
    }

    /// Takes back a pass.
    #[inline]
    pub fn undo_pass(&mut self, undo: Undo) {
        self.ply -= 1;
        self.restore(undo);
    }

    #[inline]
    fn undo_of(&self, flattened: bool) -> Undo {
        Undo {
            hash: self.hash,
            reversible: self.reversible,
            flattened,
        }
    }

    #[inline]
    fn restore(&mut self, undo: Undo) {
        self.hash = undo.hash;
        self.reversible = undo.reversible;
    }

    /// Plays a move, which must be legal.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        match mv.action() {
            Action::Place(piece, square) => self.place(piece, square),
            Action::Spread(square, direction, drops) => self.spread(square, direction, drops),
        }
    }

    /// Takes back the last move.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        self.ply -= 1;
        match mv.action() {
            Action::Place(piece, square) => self.unplace(piece, square),
            Action::Spread(square, direction, drops) => {
                self.gather(square, direction, drops, undo.flattened);
            }
        }
        self.restore(undo);
    }

    /// The owner of the piece that is placed at this ply.
    #[inline]
    fn colour_placed(&self) -> usize {
        ((self.ply & 1) ^ u32::from(self.is_opening())) as usize
    }

    #[inline]
    fn place(&mut self, piece: Piece, square: Square) -> Undo {
        let undo = self.undo_of(false);
        let colour = self.colour_placed();
        self.put(piece, square, colour);
        self.reversible = 0;
        self.advance();
        undo
    }

    /// Puts a piece on an empty square and keeps hash and reserves.
    #[inline]
    fn put(&mut self, piece: Piece, square: Square, colour: usize) {
        let (index, bit) = (square.index(), square.bit());
        debug_assert!(self.empties() & bit != 0);
        let pile = <Size<N> as Board>::Pile::EMPTY.push(1, colour as u64);
        self.piles.as_mut()[index] = pile;
        self.tops[colour & 1] |= bit;
        self.hash ^= pile.hash(index);
        match piece {
            Piece::Flat => self.stones[colour & 1] -= 1,
            Piece::Wall => {
                self.stones[colour & 1] -= 1;
                self.walls |= bit;
                self.hash ^= WALL_KEYS[index & 63];
            }
            Piece::Capstone => {
                self.caps[colour & 1] -= 1;
                self.capstones |= bit;
                self.hash ^= CAPSTONE_KEYS[index & 63];
            }
        }
    }

    #[inline]
    fn unplace(&mut self, piece: Piece, square: Square) {
        let (index, bit) = (square.index(), square.bit());
        let colour = self.colour_placed();
        self.piles.as_mut()[index] = Pile::EMPTY;
        self.tops[colour & 1] &= !bit;
        self.walls &= !bit;
        self.capstones &= !bit;
        match piece {
            Piece::Capstone => self.caps[colour & 1] += 1,
            _ => self.stones[colour & 1] += 1,
        }
    }

    /// Makes `pile` the content of a square. Its top becomes a flat; walls and capstones are the caller's business.
    #[inline]
    fn set_pile(&mut self, index: usize, pile: <Size<N> as Board>::Pile) {
        let bit = 1u64 << index;
        self.piles.as_mut()[index] = pile;
        let top = pile.low() & 1;
        let (occupied, tall) = (u64::from(pile != Pile::EMPTY), u64::from(pile.bits() > 3));
        self.tops[0] = self.tops[0] & !bit | (occupied & (top ^ 1)) << index;
        self.tops[1] = self.tops[1] & !bit | (occupied & top) << index;
        self.tall = self.tall & !bit | tall << index;
    }

    fn spread(&mut self, square: Square, direction: Direction, drops: Drops) -> Undo {
        let (mut index, bit) = (square.index(), square.bit());
        let (wall, capstone) = (self.walls & bit != 0, self.capstones & bit != 0);
        let undo = self.undo_of(false);
        let mut hash = self.hash ^ self.top_hash(index, bit);
        self.walls &= !bit;
        self.capstones &= !bit;

        let pile = self.piles.as_ref()[index];
        let lifted = drops.lifted();
        let hand = pile.low() & ((1 << lifted) - 1);
        let rest = pile.lift(lifted);
        hash ^= pile.hash(index) ^ rest.hash(index);
        self.set_pile(index, rest);

        let mut held = lifted;
        for count in drops.counts() {
            index = index.wrapping_add_signed(direction.step::<N>());
            held -= count;
            let old = self.piles.as_ref()[index];
            let new = old.push(count, hand >> held & ((1 << count) - 1));
            hash ^= old.hash(index) ^ new.hash(index);
            self.set_pile(index, new);
        }

        let last = 1u64 << index;
        let flattened = self.walls & last != 0;
        if flattened {
            self.walls &= !last;
            hash ^= WALL_KEYS[index & 63];
        }
        if wall {
            self.walls |= last;
            hash ^= WALL_KEYS[index & 63];
        } else if capstone {
            self.capstones |= last;
            hash ^= CAPSTONE_KEYS[index & 63];
        }
        self.hash = hash;
        self.reversible = if flattened { 0 } else { self.reversible + 1 };
        self.advance();
        Undo { flattened, ..undo }
    }

    /// Takes back a spread; the hash is restored by the caller.
    fn gather(&mut self, square: Square, direction: Direction, drops: Drops, flattened: bool) {
        let mut index = square.index();
        let mut hand = 0;
        for count in drops.counts() {
            index = index.wrapping_add_signed(direction.step::<N>());
            let pile = self.piles.as_ref()[index];
            hand = hand << count | pile.low() & ((1 << count) - 1);
            self.set_pile(index, pile.lift(count));
        }
        let (last, bit) = (1u64 << index, square.bit());
        let (wall, capstone) = (self.walls & last != 0, self.capstones & last != 0);
        self.walls &= !last;
        self.capstones &= !last;
        if flattened {
            self.walls |= last;
        }
        if wall {
            self.walls |= bit;
        } else if capstone {
            self.capstones |= bit;
        }
        let rest = self.piles.as_ref()[square.index()];
        self.set_pile(square.index(), rest.push(drops.lifted(), hand));
    }

    /// A position from its parts: the stack of each square (bottom piece first, as player numbers) with the kind of its
    /// top. `None` if a player has more pieces on the board than `stones` and `caps` allow.
    pub(super) fn from_parts(
        cells: &[(Vec<u8>, Piece)],
        ply: u32,
        stones: u8,
        caps: u8,
    ) -> Option<Self> {
        let mut pos = Self::new(stones, caps);
        pos.ply = ply;
        for (index, (pieces, top)) in cells.iter().enumerate() {
            let Some((&last, below)) = pieces.split_last() else {
                continue;
            };
            let mut pile = <Size<N> as Board>::Pile::EMPTY;
            for &colour in below {
                let left = &mut pos.stones[usize::from(colour & 1)];
                *left = left.checked_sub(1)?;
                pile = pile.push(1, colour.into());
            }
            let reserve = match top {
                Piece::Capstone => &mut pos.caps,
                _ => &mut pos.stones,
            };
            let left = &mut reserve[usize::from(last & 1)];
            *left = left.checked_sub(1)?;
            pos.set_pile(index, pile.push(1, last.into()));
            match top {
                Piece::Flat => {}
                Piece::Wall => pos.walls |= 1 << index,
                Piece::Capstone => pos.capstones |= 1 << index,
            }
        }
        pos.hash = pos.hash_from_scratch();
        Some(pos)
    }

    /// The image of the position when the content of each square goes to `image(square)`.
    pub(super) fn mapped(&self, image: impl Fn(Square) -> Square) -> Self {
        let mut pos = *self;
        (pos.walls, pos.capstones) = (0, 0);
        for index in 0..Self::SQUARES {
            let from = Square(index as u8);
            let to = image(from);
            pos.set_pile(to.index(), self.piles.as_ref()[index]);
            match self.top_piece(from) {
                Piece::Flat => {}
                Piece::Wall => pos.walls |= to.bit(),
                Piece::Capstone => pos.capstones |= to.bit(),
            }
        }
        pos.hash = pos.hash_from_scratch();
        pos
    }
}
