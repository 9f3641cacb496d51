//! A position: stacks, bit boards, reserves.

mod play;

use ludex_search::Player;

use super::contact::Contact;
use super::moves::{Piece, Square};
use super::opening::Opening;
use super::pile::{Board, Pile, Size};
use ludex_kit::support::bitboard::full;
use ludex_kit::support::zobrist;

static WALL_KEYS: [u64; 64] = zobrist::keys(13);
static CAPSTONE_KEYS: [u64; 64] = zobrist::keys(14);
const SIDE_KEY: u64 = zobrist::key(15, 0);
const OPENING_KEY: u64 = zobrist::key(15, 1);

/// A position of Takt on a board of side `N`. It is small: at most 512 bytes for sizes up to 6×6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize>
where
    Size<N>: Board,
{
    tops: Tops,
    /// The contact of each player's road pieces with the edges.
    contact: [Contact; 2],
    hash: u64,
    ply: u32,
    /// Plies since the last placement or flattened wall.
    reversible: u32,
    stones: [u8; 2],
    caps: [u8; 2],
    /// Number of plies at the start in which the players place opposing flats: 2 or 0.
    swapped_plies: u8,
    /// Number of flats placed in the first ply: 1, or 2 as a stack.
    first_flats: u8,
    piles: <Size<N> as Board>::Piles,
}

/// The owners and kinds of all top pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tops {
    /// Squares whose top belongs to each player.
    of: [u64; 2],
    walls: u64,
    capstones: u64,
    /// Squares with at least two pieces. The moves from all other squares can be counted at once, without a loop over squares.
    tall: u64,
}

/// The data that is needed to undo a move, in addition to the move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    hash: u64,
    reversible: u32,
    contact: [Contact; 2],
    /// The tops before a spread: restoring them is faster than computing them again. They are not used for a placement, which changes only
    /// one square, so that computing is faster than copying.
    tops: Tops,
}

impl<const N: usize> Position<N>
where
    Size<N>: Board,
{
    /// Number of squares.
    pub const SQUARES: usize = N * N;
    /// All squares as bits.
    pub const FULL: u64 = full::<N>();
    const OPENING_PLIES: u8 = 2;

    /// The position with the opening rule `opening`.
    #[must_use]
    pub fn with_opening(mut self, opening: Opening) -> Self {
        self.swapped_plies = match opening {
            Opening::NoSwap => 0,
            Opening::Swap | Opening::DoubleBlackStack => Self::OPENING_PLIES,
        };
        self.first_flats = opening.first_flats();
        self
    }

    /// The empty board.
    pub fn new(stones: u8, caps: u8) -> Self {
        Self {
            tops: Tops::default(),
            contact: [Contact::new::<N>(0); 2],
            hash: OPENING_KEY,
            ply: 0,
            reversible: 0,
            stones: [stones; 2],
            caps: [caps; 2],
            swapped_plies: Self::OPENING_PLIES,
            first_flats: 1,
            piles: Size::<N>::EMPTY,
        }
    }

    /// Squares whose top belongs to a player.
    #[inline]
    pub fn tops(&self, player: Player) -> u64 {
        self.tops.of[player.index() & 1]
    }

    /// Squares that count for a player's roads: own flats and capstones on top.
    #[inline]
    pub fn road_pieces(&self, player: Player) -> u64 {
        self.tops(player) & !self.tops.walls
    }

    /// Squares that count for a player if flats decide the game.
    #[inline]
    pub fn flats(&self, player: Player) -> u64 {
        self.tops(player) & !(self.tops.walls | self.tops.capstones)
    }

    /// Squares with a wall on top.
    #[inline]
    pub fn walls(&self) -> u64 {
        self.tops.walls
    }

    /// Squares with a capstone on top.
    #[inline]
    pub fn capstones(&self) -> u64 {
        self.tops.capstones
    }

    /// Squares with at least two pieces.
    #[inline]
    pub fn tall(&self) -> u64 {
        self.tops.tall
    }

    /// Squares without a piece.
    #[inline]
    pub fn empties(&self) -> u64 {
        Self::FULL & !(self.tops.of[0] | self.tops.of[1])
    }

    /// Squares that any piece may be moved onto.
    #[inline]
    pub fn passable(&self) -> u64 {
        Self::FULL & !(self.tops.walls | self.tops.capstones)
    }

    /// The squares whose contents differ from another position.
    #[inline]
    pub fn differences(&self, other: &Self) -> u64 {
        let mut squares =
            (self.tops.walls ^ other.tops.walls) | (self.tops.capstones ^ other.tops.capstones);
        let piles = self.piles.as_ref().iter().zip(other.piles.as_ref());
        for (square, (own, others)) in piles.enumerate() {
            squares |= u64::from(own != others) << square;
        }
        squares
    }

    /// The stack on a square.
    #[inline]
    pub fn pile(&self, square: Square) -> <Size<N> as Board>::Pile {
        self.piles.as_ref()[square.index()]
    }

    /// Number of pieces on a square.
    #[inline]
    pub fn height(&self, square: Square) -> u32 {
        self.pile(square).height()
    }

    /// The player who controls a square, that is, owns its top piece.
    #[inline]
    pub fn controller(&self, square: Square) -> Option<Player> {
        match (self.tops.of[0] & square.bit(), self.tops.of[1] & square.bit()) {
            (0, 0) => None,
            (_, 0) => Some(Player(0)),
            _ => Some(Player(1)),
        }
    }

    /// The kind of the top piece on a square; a flat if the square is empty.
    #[inline]
    pub fn top_piece(&self, square: Square) -> Piece {
        if self.tops.walls & square.bit() != 0 {
            Piece::Wall
        } else if self.tops.capstones & square.bit() != 0 {
            Piece::Capstone
        } else {
            Piece::Flat
        }
    }

    /// Number of a player's pieces in a stack, the top included.
    #[inline]
    pub fn pieces_of(&self, square: Square, player: Player) -> u32 {
        let pile = self.pile(square);
        match player.index() {
            0 => pile.height() - pile.seconds(),
            _ => pile.seconds(),
        }
    }

    /// Stones that a player has not placed yet.
    #[inline]
    pub fn stones(&self, player: Player) -> u32 {
        self.stones[player.index() & 1].into()
    }

    /// Capstones that a player has not placed yet.
    #[inline]
    pub fn capstones_left(&self, player: Player) -> u32 {
        self.caps[player.index() & 1].into()
    }

    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        Player((self.ply & 1) as u8)
    }

    /// Plies since the start of the game.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the opening rule applies, so that the player to move can only place a flat.
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.ply < u32::from(Self::OPENING_PLIES)
    }

    /// The owner of a piece placed in this ply: in most openings the opponent of the player to move.
    #[inline]
    pub fn owner_placed(&self) -> Player {
        let is_swapped = self.ply < u32::from(self.swapped_plies);
        Player(((self.ply & 1) ^ u32::from(is_swapped)) as u8)
    }

    /// Whether the player to move places a stack of two flats.
    #[inline]
    pub fn lays_stack(&self) -> bool {
        self.ply == 0 && self.first_flats == 2
    }

    /// Whether the reserve contains the flats that the opening requires.
    #[inline]
    pub fn can_open(&self) -> bool {
        self.stones(self.owner_placed()) > u32::from(self.lays_stack())
    }

    /// Plies since the last placement or flattened wall.
    #[inline]
    pub fn reversible(&self) -> u32 {
        self.reversible
    }

    /// Hash of everything except the counter of reversible plies.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash, computed from scratch.
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

    /// The contact of both players, computed from scratch.
    pub fn contact_from_scratch(&self) -> [Contact; 2] {
        [0, 1].map(|player| Contact::new::<N>(self.road_pieces(Player(player))))
    }

    /// Whether the board is full or a player has no piece left to place.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.empties() == 0
            || self.stones[0] | self.caps[0] == 0
            || self.stones[1] | self.caps[1] == 0
    }

    /// The player who has won by a road: if both have one, the player who moved last.
    pub fn road_winner(&self) -> Option<Player> {
        let last = self.to_move().other();
        [last, last.other()].into_iter().find(|&player| self.has_road(player))
    }

    /// The contact of a player's road pieces with the edges of the board.
    #[inline]
    pub fn contact(&self, player: Player) -> &Contact {
        &self.contact[player.index() & 1]
    }

    /// Whether a player has a road.
    #[inline]
    pub fn has_road(&self, player: Player) -> bool {
        self.contact(player).has_road(self.road_pieces(player))
    }

    /// Whether any player has a road.
    #[inline]
    pub fn any_road(&self) -> bool {
        self.has_road(Player(0)) || self.has_road(Player(1))
    }

    #[inline]
    fn top_hash(&self, square: usize, bit: u64) -> u64 {
        if self.tops.walls & bit != 0 {
            WALL_KEYS[square & 63]
        } else if self.tops.capstones & bit != 0 {
            CAPSTONE_KEYS[square & 63]
        } else {
            0
        }
    }

    /// A position from its parts: for each square the stack (bottom first, as player numbers) and the kind of its top. `None` if a player
    /// has more pieces on the board than `stones` and `caps` allow.
    pub(crate) fn from_parts(
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
                Piece::Wall => pos.tops.walls |= 1 << index,
                Piece::Capstone => pos.tops.capstones |= 1 << index,
            }
        }
        pos.hash = pos.hash_from_scratch();
        pos.contact = pos.contact_from_scratch();
        Some(pos)
    }

    /// The image of the position, with the content of each square moved to `image(square)`.
    pub(crate) fn mapped(&self, image: impl Fn(Square) -> Square) -> Self {
        let mut pos = *self;
        (pos.tops.walls, pos.tops.capstones) = (0, 0);
        for index in 0..Self::SQUARES {
            let from = Square(index as u8);
            let to = image(from);
            pos.set_pile(to.index(), self.piles.as_ref()[index]);
            match self.top_piece(from) {
                Piece::Flat => {}
                Piece::Wall => pos.tops.walls |= to.bit(),
                Piece::Capstone => pos.tops.capstones |= to.bit(),
            }
        }
        pos.hash = pos.hash_from_scratch();
        pos.contact = pos.contact_from_scratch();
        pos
    }
}
