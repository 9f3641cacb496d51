//! Network inputs of Takt.
//!
//! - Each square: the top piece, by owner and kind.
//! - Each piece below a top: by owner, depth, square and the owner of the top. A piece below a wall or capstone has a second input, which
//!   does not depend on the square.
//! - Each player's reserves of stones and capstones.
//! - The lead in flats with komi, and the number of empty squares. Together with the reserves they show which player can end the game, and
//!   which player would win if it ended now.

use ludex_search::Player;

use crate::rules::game::Takt;
use crate::rules::moves::{Piece, Square};
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::Position;
use ludex_kit::support::bitboard::squares;
use ludex_kit::support::learned::{Inputs, Sight};

/// The inputs of Takt on a board of any size.
#[derive(Clone, Copy, Debug, Default)]
pub struct TaktInputs;

/// Number of different inputs for a reserve of stones; larger reserves share the last one.
const STONES: usize = 64;
/// Number of different inputs for a reserve of capstones.
const CAPSTONES: usize = 4;
/// The largest lead, in half flats, with a separate input; larger leads are clamped.
const LEAD: i32 = 24;
/// The boundaries of the phases. A phase depends on the number of placements left before the board is full or a reserve is empty: the first
/// phase has at least 26, the second 21 to 25, the last 0 or 1.
const PHASES: [u32; 7] = [26, 21, 16, 12, 8, 5, 2];

/// The first index of each kind of input on a board of side `N`.
struct Layout<const N: usize>;

impl<const N: usize> Layout<N> {
    const SQUARES: usize = N * N;
    const TOPS: usize = 0;
    /// Pieces below a top, by owner of the top, owner, depth and square. All pieces that are too deep to be lifted share the last depth.
    const BURIED: usize = Self::TOPS + 6 * Self::SQUARES;
    /// The second input of a piece below a wall or capstone, by owner and kind of the top, owner and depth.
    const HELD: usize = Self::BURIED + 4 * N * Self::SQUARES;
    const STONES: usize = Self::HELD + 8 * N;
    const CAPSTONES: usize = Self::STONES + 2 * STONES;
    const LEAD: usize = Self::CAPSTONES + 2 * CAPSTONES;
    const EMPTY: usize = Self::LEAD + 2 * LEAD as usize + 1;
    const COUNT: usize = Self::EMPTY + Self::SQUARES + 1;
}

/// The inputs for reserves, lead and empty squares, from each player's view.
fn global_inputs<const N: usize>(half_komi: i32, pos: &Position<N>) -> [[u16; 2]; 6]
where
    Size<N>: Board,
{
    // `owned` returns the index of an input about `owner`, from the view of player 1 and from the view of player 2.
    let owned = |first: usize, kinds: usize, owner: usize, left: u32| {
        let left = (left as usize).min(kinds - 1);
        [owner, 1 - owner].map(|relative| (first + relative * kinds + left) as u16)
    };
    let stones = |owner: usize| {
        let left = pos.stones(Player(owner as u8));
        owned(Layout::<N>::STONES, STONES, owner, left)
    };
    let capstones = |owner: usize| {
        let left = pos.capstones_left(Player(owner as u8));
        owned(Layout::<N>::CAPSTONES, CAPSTONES, owner, left)
    };
    let flats = |owner: u8| pos.flats(Player(owner)).count_ones() as i32;
    let lead = (2 * (flats(0) - flats(1)) - half_komi).clamp(-LEAD, LEAD);
    let leads = [lead, -lead].map(|lead| (Layout::<N>::LEAD as i32 + LEAD + lead) as u16);
    let empty = (Layout::<N>::EMPTY + pos.empties().count_ones() as usize) as u16;
    [stones(0), stones(1), capstones(0), capstones(1), leads, [empty; 2]]
}

/// Reports the inputs of a stack to `add`.
#[inline]
fn stack<const N: usize>(pos: &Position<N>, square: Square, mut add: impl FnMut([u16; 2]))
where
    Size<N>: Board,
{
    let Some(holder) = pos.controller(square) else {
        return;
    };
    let (holder, kind) = (holder.index(), pos.top_piece(square));
    let number = |first: usize, entry: usize| (first + entry) as u16;
    add([holder, 1 - holder].map(|holder| {
        let entry = (holder * 3 + kind as usize - 1) * Layout::<N>::SQUARES + square.index();
        number(Layout::<N>::TOPS, entry)
    }));
    let pile = pos.pile(square);
    let mut pieces = pile.bits() >> 1;
    let mut depth = 0;
    while pieces > 1 {
        let owner = (pieces & 1) as usize;
        add([0, 1].map(|viewer| {
            let pair = (holder ^ viewer) * 2 + (owner ^ viewer);
            let entry = (pair * N + depth) * Layout::<N>::SQUARES + square.index();
            number(Layout::<N>::BURIED, entry)
        }));
        if kind != Piece::Flat {
            let strong = kind as usize - 2;
            add([0, 1].map(|viewer| {
                let pair = (holder ^ viewer) * 2 + (owner ^ viewer);
                number(Layout::<N>::HELD, (pair * 2 + strong) * N + depth)
            }));
        }
        pieces >>= 1;
        depth = (depth + 1).min(N - 1);
    }
}

impl<const N: usize> Inputs<Takt<N>> for TaktInputs
where
    Size<N>: Board,
{
    type Kept = ();

    fn count(&self, _: &Takt<N>) -> usize {
        Layout::<N>::COUNT
    }

    fn most(&self, game: &Takt<N>) -> usize {
        // A top piece has one input, a piece below at most two.
        let options = game.options();
        let pieces = 2 * (usize::from(options.stones) + usize::from(options.caps));
        2 * pieces + 6
    }

    fn buckets(&self) -> usize {
        PHASES.len() + 1
    }

    fn bucket(&self, _: &Takt<N>, pos: &Position<N>) -> usize {
        let left = |player| pos.stones(player) + pos.capstones_left(player);
        let reserve = left(Player(0)).min(left(Player(1)));
        let left = pos.empties().count_ones().min(reserve);
        PHASES.iter().filter(|&&least| left < least).count()
    }

    fn changes(
        &self,
        game: &Takt<N>,
        before: Option<Sight<'_, Takt<N>, ()>>,
        (after, ()): Sight<'_, Takt<N>, ()>,
        mut change: impl FnMut([u16; 2], bool),
    ) {
        let half_komi = game.options().half_komi.into();
        let now = global_inputs(half_komi, after);
        let Some((before, ())) = before else {
            for square in squares(!after.empties() & Position::<N>::FULL).map(Square) {
                stack(after, square, |input| change(input, true));
            }
            for input in now {
                change(input, true);
            }
            return;
        };
        for square in squares(before.differences(after)).map(Square) {
            stack(before, square, |input| change(input, false));
            stack(after, square, |input| change(input, true));
        }
        for (old, new) in global_inputs(half_komi, before).into_iter().zip(now) {
            if old != new {
                change(old, false);
                change(new, true);
            }
        }
    }
}
