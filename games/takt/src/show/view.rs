//! The contents of a position that pictures and text show, in types that do not depend on the board size.

use ludex_search::Player;

use crate::any_size::with_position;
use crate::any_size::{AnyPosition, AnyTakt};
use crate::rules::game::{Ending, Takt};
use crate::rules::moves::{Action, Direction, Move, Piece, Square};
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;
use crate::rules::road::shortest_road;
use ludex_kit::Shown;
use ludex_kit::interface::pictures::repeated;

/// The content of a square, in a type that does not depend on the board size.
pub(super) struct Stack {
    /// Bit 0 is the top; a set bit is a piece of the second player.
    pub(super) bits: u128,
    pub(super) height: u32,
    pub(super) top: Piece,
}

/// The contents of a position that pictures and text show.
pub(super) struct View {
    pub(super) size: usize,
    pub(super) stacks: Vec<Stack>,
    pub(super) road: u64,
    /// For each player: stones and capstones in reserve, and flats on top.
    pub(super) counts: [(u32, u32, u32); 2],
    pub(super) half_komi: i16,
    pub(super) to_move: Option<Player>,
    /// The owner of the next piece placed.
    pub(super) placer: Player,
    pub(super) words: String,
}

impl View {
    /// The view of a position.
    pub(super) fn from_position(game: &AnyTakt, pos: &AnyPosition) -> Self {
        let ending = game.ending(pos);
        with_position!(game, pos, game, pos => Self::of_size(game, pos, ending))
    }

    /// The view of a shown position, which may have ended in a draw by repetition.
    pub(super) fn shown(game: &AnyTakt, shown: &Shown<AnyTakt>) -> Self {
        let view = Self::from_position(game, shown.position);
        if !shown.is_repeated {
            return view;
        }
        Self { to_move: None, words: repeated(), ..view }
    }

    fn of_size<const N: usize>(game: &Takt<N>, pos: &Position<N>, ending: Option<Ending>) -> Self
    where
        Size<N>: Board,
    {
        let stack = |index: usize| {
            let square = Square(index as u8);
            let pile = pos.pile(square);
            Stack { bits: pile.bits(), height: pile.height(), top: pos.top_piece(square) }
        };
        let counts = |player| {
            (pos.stones(player), pos.capstones_left(player), pos.flats(player).count_ones())
        };
        let road = match ending {
            Some(Ending::Road(player)) => shortest_road::<N>(pos.road_pieces(player)),
            _ => 0,
        };
        Self {
            size: N,
            stacks: (0..N * N).map(stack).collect(),
            road,
            counts: [counts(Player(0)), counts(Player(1))],
            half_komi: game.options().half_komi,
            placer: pos.owner_placed(),
            to_move: ending.is_none().then(|| pos.to_move()),
            words: game.state(pos),
        }
    }
}

impl Stack {
    /// The owner of the piece at a depth below the top.
    pub(super) fn owner(&self, depth: u32) -> Player {
        Player((self.bits >> depth & 1) as u8)
    }

    /// Removes `count` pieces from the top; `None` if there are fewer.
    pub(super) fn lift(&mut self, count: u32) -> Option<Self> {
        let rest = self.height.checked_sub(count)?;
        let hand = Self { bits: self.bits & ((1 << count) - 1), height: count, top: self.top };
        *self = Self { bits: self.bits >> count, height: rest, top: Piece::Flat };
        Some(hand)
    }

    /// Drops the lowest piece onto another stack.
    pub(super) fn drop_on(&mut self, below: &mut Self) {
        let Some(rest) = self.height.checked_sub(1) else {
            return;
        };
        *below = Self {
            bits: below.bits << 1 | self.bits >> rest & 1,
            height: below.height + 1,
            top: if rest == 0 { self.top } else { Piece::Flat },
        };
        self.bits &= (1 << rest) - 1;
        self.height = rest;
    }
}

/// The name of a square on a board of side `size`.
pub(super) fn square_name(size: usize, index: usize) -> String {
    let file = char::from(b'a' + (index % size) as u8);
    format!("{file}{}", index / size + 1)
}

/// The squares on which a spread drops pieces on a board of side `size`; empty for a placement.
pub(super) fn way(size: usize, mv: Move) -> Vec<usize> {
    let Action::Spread(square, direction, drops) = mv.action() else {
        return Vec::new();
    };
    let step = match direction {
        Direction::Up => size as isize,
        Direction::Down => -(size as isize),
        Direction::Left => -1,
        Direction::Right => 1,
    };
    let squares = 1..=drops.squares() as isize;
    let here = square.index() as isize;
    squares.map(|n| (here + n * step) as usize).collect()
}
