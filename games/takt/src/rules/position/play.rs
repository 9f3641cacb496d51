//! Playing and undoing moves.

use super::{CAPSTONE_KEYS, OPENING_KEY, Position, SIDE_KEY, Tops, Undo, WALL_KEYS};
use crate::rules::contact::Contact;
use crate::rules::moves::{Action, Direction, Drops, Move, Piece, Square};
use crate::rules::pile::{Board, Pile, Size};
use ludex_kit::support::bitboard::squares;
use ludex_search::Player;

/// The squares that a spread has changed, with their new owners and kinds.
#[derive(Default)]
struct Changed {
    squares: u64,
    occupied: u64,
    seconds: u64,
    tall: u64,
}

impl Changed {
    #[inline(always)]
    fn add<P: Pile>(&mut self, index: usize, pile: P) {
        let low = pile.low();
        self.squares |= 1 << index;
        self.occupied |= u64::from(pile != P::EMPTY) << index;
        self.seconds |= (low & 1) << index;
        self.tall |= u64::from(pile.bits() > 3) << index;
    }
}

impl<const N: usize> Position<N>
where
    Size<N>: Board,
{
    /// Ends a ply: the other player is to move. After the second ply, the opening is over.
    #[inline]
    fn advance(&mut self) {
        self.ply += 1;
        self.hash ^= SIDE_KEY;
        if self.ply == 2 {
            self.hash ^= OPENING_KEY;
        }
    }

    #[inline]
    fn undo_with(&self, tops: Tops) -> Undo {
        Undo { hash: self.hash, reversible: self.reversible, contact: self.contact, tops }
    }

    #[inline]
    fn restore(&mut self, undo: Undo) {
        self.hash = undo.hash;
        self.reversible = undo.reversible;
        self.contact = undo.contact;
    }

    /// Passes the turn. The rules do not allow a pass; searches use it as a null move. It must not be used in the opening.
    #[inline]
    pub fn pass(&mut self) -> Undo {
        debug_assert!(!self.is_opening());
        let undo = self.undo_with(Tops::default());
        self.reversible += 1;
        self.advance();
        undo
    }

    /// Undoes a pass.
    #[inline]
    pub fn undo_pass(&mut self, undo: Undo) {
        self.ply -= 1;
        self.restore(undo);
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        match mv.action() {
            Action::Place(piece, square) => self.place(piece, square),
            Action::Spread(square, direction, drops) => self.spread(square, direction, drops),
        }
    }

    /// Undoes the last move.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        self.ply -= 1;
        self.restore(undo);
        match mv.action() {
            Action::Place(piece, square) => {
                self.unplace(piece, square);
            }
            Action::Spread(square, direction, drops) => {
                self.tops = undo.tops;
                self.gather(square, direction, drops);
            }
        }
    }

    #[inline]
    fn unplace(&mut self, piece: Piece, square: Square) {
        let (index, bit) = (square.index(), square.bit());
        let colour = self.owner_placed().index();
        self.piles.as_mut()[index] = Pile::EMPTY;
        self.tops.of[colour & 1] &= !bit;
        self.tops.walls &= !bit;
        self.tops.capstones &= !bit;
        match piece {
            Piece::Capstone => self.caps[colour & 1] += 1,
            _ => self.stones[colour & 1] += 1,
        }
        if self.lays_stack() {
            self.stones[colour & 1] += 1;
            self.tops.tall &= !bit;
        }
    }

    #[inline]
    fn place(&mut self, piece: Piece, square: Square) -> Undo {
        let undo = self.undo_with(Tops::default());
        let colour = self.owner_placed().index();
        self.put(piece, square, colour);
        if self.lays_stack() {
            self.lay_another(square, colour);
        }
        if piece != Piece::Wall {
            self.contact[colour & 1].add::<N>(self.road_pieces(Player(colour as u8)), square.bit());
        }
        self.reversible = 0;
        self.advance();
        undo
    }

    /// Puts a piece on an empty square and updates hash and reserves.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square, colour: usize) {
        let (index, bit) = (square.index(), square.bit());
        debug_assert!(self.empties() & bit != 0);
        let pile = <Size<N> as Board>::Pile::EMPTY.push(1, colour as u64);
        self.piles.as_mut()[index] = pile;
        self.tops.of[colour & 1] |= bit;
        self.hash ^= pile.hash(index);
        match piece {
            Piece::Flat => self.stones[colour & 1] -= 1,
            Piece::Wall => {
                self.stones[colour & 1] -= 1;
                self.tops.walls |= bit;
                self.hash ^= WALL_KEYS[index & 63];
            }
            Piece::Capstone => {
                self.caps[colour & 1] -= 1;
                self.tops.capstones |= bit;
                self.hash ^= CAPSTONE_KEYS[index & 63];
            }
        }
    }

    /// Places a second flat on one that was just placed.
    #[cold]
    fn lay_another(&mut self, square: Square, colour: usize) {
        let index = square.index();
        let pile = self.piles.as_ref()[index];
        let stack = pile.push(1, colour as u64);
        self.piles.as_mut()[index] = stack;
        self.tops.tall |= square.bit();
        self.hash ^= pile.hash(index) ^ stack.hash(index);
        self.stones[colour & 1] -= 1;
    }

    /// Sets the stack on a square. Its top becomes a flat; the caller handles walls and capstones.
    #[inline]
    pub(super) fn set_pile(&mut self, index: usize, pile: <Size<N> as Board>::Pile) {
        let bit = 1u64 << index;
        self.piles.as_mut()[index] = pile;
        let top = pile.low() & 1;
        let (occupied, tall) = (u64::from(pile != Pile::EMPTY), u64::from(pile.bits() > 3));
        self.tops.of[0] = self.tops.of[0] & !bit | (occupied & (top ^ 1)) << index;
        self.tops.of[1] = self.tops.of[1] & !bit | (occupied & top) << index;
        self.tops.tall = self.tops.tall & !bit | tall << index;
    }

    fn spread(&mut self, square: Square, direction: Direction, drops: Drops) -> Undo {
        let (mut index, bit) = (square.index(), square.bit());
        let (wall, capstone) = (self.tops.walls & bit != 0, self.tops.capstones & bit != 0);
        let undo = self.undo_with(self.tops);
        let roads = self.roads();
        let mut hash = self.hash ^ self.top_hash(index, bit);

        let piles = self.piles.as_mut();
        let pile = piles[index];
        let lifted = drops.lifted();
        let hand = pile.low() & ((1 << lifted) - 1);
        let rest = pile.lift(lifted);
        hash ^= pile.hash(index) ^ rest.hash(index);
        piles[index] = rest;
        let mut changed = Changed::default();
        changed.add(index, rest);

        let mut held = lifted;
        for count in drops.counts() {
            index = index.wrapping_add_signed(direction.step::<N>());
            held -= count;
            let old = piles[index];
            let new = old.push(count, hand >> held & ((1 << count) - 1));
            hash ^= old.hash(index) ^ new.hash(index);
            piles[index] = new;
            changed.add(index, new);
        }
        self.retop(&changed);

        let last = 1u64 << index;
        let flattened = self.tops.walls & last != 0;
        self.tops.walls &= !(bit | last);
        self.tops.capstones &= !bit;
        if flattened {
            hash ^= WALL_KEYS[index & 63];
        }
        if wall {
            self.tops.walls |= last;
            hash ^= WALL_KEYS[index & 63];
        } else if capstone {
            self.tops.capstones |= last;
            hash ^= CAPSTONE_KEYS[index & 63];
        }
        self.update_contact(roads);
        self.hash = hash;
        self.reversible = if flattened { 0 } else { self.reversible + 1 };
        self.advance();
        undo
    }

    /// Moves the pieces of a spread back to their stack.
    #[inline]
    fn gather(&mut self, square: Square, direction: Direction, drops: Drops) {
        let mut index = square.index();
        let mut hand = 0;
        let piles = self.piles.as_mut();
        for count in drops.counts() {
            index = index.wrapping_add_signed(direction.step::<N>());
            hand = hand << count | piles[index].low() & ((1 << count) - 1);
            piles[index] = piles[index].lift(count);
        }
        let origin = square.index();
        piles[origin] = piles[origin].push(drops.lifted(), hand);
    }

    /// The road pieces of both players.
    #[inline]
    fn roads(&self) -> [u64; 2] {
        self.tops.of.map(|tops| tops & !self.tops.walls)
    }

    /// Updates the contact after a spread; `before` are the road pieces before it.
    #[inline]
    fn update_contact(&mut self, before: [u64; 2]) {
        let after = self.roads();
        for ((contact, before), after) in self.contact.iter_mut().zip(before).zip(after) {
            if contact.includes(before & !after) {
                *contact = Contact::new::<N>(after);
            } else {
                for square in squares(after & !before) {
                    contact.add::<N>(after, 1 << square);
                }
            }
        }
    }

    /// Updates the top-piece bit boards of the squares that a spread has changed.
    #[inline]
    fn retop(&mut self, changed: &Changed) {
        let Changed { squares, occupied, seconds, tall } = *changed;
        self.tops.of[0] = self.tops.of[0] & !squares | occupied & !seconds;
        self.tops.of[1] = self.tops.of[1] & !squares | occupied & seconds;
        self.tops.tall = self.tops.tall & !squares | tall;
    }
}
