//! What alpha-beta knows about Takt: road threats, move ordering, and which moves are quiet.
//!
//! A position is tactical if a road can be completed at once. If the mover can complete a road, the search finds this win without a deeper
//! search (`winning_move`). If the opponent threatens to complete a road, the search considers only the moves that stop the threat
//! (`evasions`). This takes the place of a quiescence search: there are no captures to resolve, so `tactical_moves` is empty.

use ludex_search::{Defences, MoveList, Player, Tactics};

use crate::evaluation::evasions::evasions;
use crate::evaluation::threats::Threat;
use crate::rules::game::Takt;
use crate::rules::moves::{Action, Direction, Drops, Move, Piece, Square, path};
use crate::rules::pile::{Board, Pile, Size};
use crate::rules::position::{Position, Undo};
use ludex_kit::support::bitboard::neighbours;

/// Hints for alpha-beta.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoadTactics;

/// The threats in a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats {
    /// A move by which the mover wins now.
    win: Option<Move>,
    /// A move by which the opponent would complete a road if it were their turn.
    danger: Option<Move>,
    /// The squares that would complete a road: first for the opponent, then for the mover.
    critical: [u64; 2],
}

impl Threats {
    #[inline(always)]
    fn new<const N: usize>(
        game: &Takt<N>,
        pos: &Position<N>,
        threat: impl Fn(Player) -> Threat,
    ) -> Self
    where
        Size<N>: Board,
    {
        let mover = pos.to_move();
        let Threat { mv: win, critical } = threat(mover);
        let win = win.or_else(|| winning_placement(game, pos));
        if win.is_some() {
            return Self { win, ..Self::default() };
        }
        let theirs = threat(mover.other());
        Self { win, danger: theirs.mv, critical: [theirs.critical, critical] }
    }
}

impl RoadTactics {
    /// History slots: placements have one slot per piece and square; spreads have one per square, direction and number of lifted pieces
    /// (three or more share a slot). There are fewer than 1,024 slots, the maximum that two-move histories distinguish.
    const PLACEMENT_SLOTS: usize = 3 * 64;
    const SLOTS: usize = Self::PLACEMENT_SLOTS + 64 * 4 * 3;
}

impl<const N: usize> Tactics<Takt<N>> for RoadTactics
where
    Size<N>: Board,
{
    type NodeInfo = Threats;

    fn pack(&self, mv: Move) -> u32 {
        mv.bits().into()
    }

    fn unpack(&self, _: &Takt<N>, _: &Position<N>, packed: u32) -> Option<Move> {
        u16::try_from(packed).ok().and_then(Move::from_bits)
    }

    fn history_slots(&self) -> usize {
        Self::SLOTS
    }

    fn history_slot(&self, _: &Position<N>, mv: Move) -> usize {
        match mv.action() {
            Action::Place(piece, square) => (piece as usize - 1) * 64 + square.index(),
            Action::Spread(square, direction, drops) => {
                let stack = square.index() * 4 + direction as usize;
                Self::PLACEMENT_SLOTS + stack * 3 + drops.lifted().min(3) as usize - 1
            }
        }
    }

    #[inline]
    fn node_info(&self, game: &Takt<N>, pos: &Position<N>) -> Threats {
        Threats::new(game, pos, |player| Threat::find(pos, player))
    }

    #[inline]
    fn node_info_after(
        &self,
        game: &Takt<N>,
        pos: &Position<N>,
        before: &Threats,
        mv: Option<Move>,
    ) -> Threats {
        let mover = pos.to_move();
        Threats::new(game, pos, |player| {
            // A node with a win examines no threat of the opponent.
            let had_none = if player == mover { before.danger.is_none() } else { true };
            if before.win.is_none() && had_none {
                Threat::after(pos, player, mv)
            } else {
                Threat::find(pos, player)
            }
        })
    }

    fn winning_move(&self, _: &Takt<N>, _: &Position<N>, info: &Threats) -> Option<Move> {
        info.win
    }

    #[inline]
    fn order(&self, _: &Takt<N>, pos: &Position<N>, info: &Threats, mv: Move) -> i32 {
        match mv.action() {
            Action::Place(piece, square) => {
                let bit = square.bit();
                let road = pos.road_pieces(pos.to_move());
                let beside = (neighbours::<N>(bit) & road).count_ones() as i32;
                let blocks = if info.critical[0] & bit != 0 { 2_000 } else { 0 };
                blocks
                    + match piece {
                        Piece::Flat => 300 + 40 * beside,
                        Piece::Capstone => 350 + 40 * beside,
                        Piece::Wall => 0,
                    }
            }
            Action::Spread(square, direction, drops) => {
                let path = path::<N>(square, direction, drops);
                let mut value = 150 * flat_gain(pos, square, direction, drops) - 100;
                value += if info.critical[0] & path != 0 { 1_500 } else { 0 };
                value += if info.critical[1] & path != 0 { 200 } else { 0 };
                value
            }
        }
    }

    #[inline]
    fn is_quiet(&self, _: &Takt<N>, _: &Position<N>, info: &Threats, mv: Move) -> bool {
        let touched = match mv.action() {
            Action::Place(_, square) => square.bit(),
            Action::Spread(square, direction, drops) => path::<N>(square, direction, drops),
        };
        (info.critical[0] | info.critical[1]) & touched == 0
    }

    #[inline]
    fn reduction(&self, _: &Takt<N>, pos: &Position<N>, _: &Threats, mv: Move) -> i32 {
        match mv.action() {
            Action::Place(..) => 0,
            Action::Spread(square, direction, drops) => {
                100 * (1 - flat_gain(pos, square, direction, drops)).clamp(0, 3)
            }
        }
    }

    fn evasions(
        &self,
        game: &Takt<N>,
        pos: &Position<N>,
        _: &Threats,
        out: &mut MoveList<Move>,
    ) -> Option<Defences> {
        Some(evasions(game, pos, out))
    }

    fn tactical_moves(&self, _: &Takt<N>, _: &Position<N>, _: &Threats, _: &mut MoveList<Move>) {}

    fn in_danger(&self, info: &Threats) -> bool {
        info.danger.is_some()
    }

    #[inline]
    fn null_move(&self, _: &Takt<N>, pos: &mut Position<N>, info: &Threats) -> Option<Undo> {
        // Shortly before the game ends by flats, passing can be better than any move, so a null move would mislead the search.
        let near_end = pos.empties().count_ones() < 4
            || pos.stones(pos.to_move()).min(pos.stones(pos.to_move().other())) < 4;
        (!pos.is_opening() && info.danger.is_none() && !near_end).then(|| pos.pass())
    }

    #[inline]
    fn undo_null(&self, _: &Takt<N>, pos: &mut Position<N>, undo: Undo) {
        pos.undo_pass(undo);
    }
}

/// A flat that ends the game (on the last empty square or as the last piece of the reserve) and wins by flats.
#[inline]
fn winning_placement<const N: usize>(game: &Takt<N>, pos: &Position<N>) -> Option<Move>
where
    Size<N>: Board,
{
    let mover = pos.to_move();
    let (empties, stones) = (pos.empties(), pos.stones(mover));
    let is_last =
        empties & (empties.wrapping_sub(1)) == 0 || stones + pos.capstones_left(mover) == 1;
    if !is_last || stones == 0 || empties == 0 || pos.is_opening() {
        return None;
    }
    let lead = game.flat_lead(pos) * if mover.index() == 0 { 1 } else { -1 };
    (lead + 2 > 0).then(|| Move::place(Piece::Flat, Square(empties.trailing_zeros() as u8)))
}

/// The number of flats by which a spread increases the mover's lead.
#[inline]
fn flat_gain<const N: usize>(
    pos: &Position<N>,
    square: Square,
    direction: Direction,
    drops: Drops,
) -> i32
where
    Size<N>: Board,
{
    let mover = pos.to_move();
    let (own, other) = (pos.flats(mover), pos.flats(mover.other()));
    let lead = |bits: u64| (own & bits).count_ones() as i32 - (other & bits).count_ones() as i32;
    let pile = pos.pile(square);
    let pieces = if mover.index() == 0 { !pile.low() } else { pile.low() };
    // A mover's piece counts 1, an opponent's piece −1.
    let sign = |index: u32| 2 * (pieces >> index & 1) as i32 - 1;
    let path = path::<N>(square, direction, drops);
    let mut gain = -lead(path | square.bit());
    if drops.lifted() < pile.height() {
        gain += sign(drops.lifted());
    }
    let mut rest = drops.bits();
    loop {
        rest ^= 0x80 >> rest.leading_zeros();
        if rest == 0 {
            let flat = (pos.walls() | pos.capstones()) & square.bit() == 0;
            return gain + i32::from(flat);
        }
        gain += sign(8 - rest.leading_zeros());
    }
}
