//! What alpha-beta knows about Takt: threats, the order of moves, what is quiet.

use ludex_search::{MoveList, Tactics};

use super::Takt;
use super::moves::{Action, Move, Piece};
use super::pile::{Board, Pile, Size};
use super::position::{Position, Undo};
use super::threats::{Threat, parries};
use crate::bitboard::neighbours;

/// Hints for alpha-beta.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoadTactics;

/// What a node's threats are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats {
    /// A road that the mover can finish now.
    win: Option<Move>,
    /// A road that the opponent could finish if it were his turn.
    danger: Option<Move>,
    /// The squares that would finish a road of the opponent, and of the mover.
    critical: [u64; 2],
}

impl RoadTactics {
    /// Placements have a slot for each piece and square; spreads for each square, direction and number lifted.
    const SPREAD_SLOTS: usize = 64 * 4;
    const SLOTS: usize = Self::SPREAD_SLOTS + 64 * 4 * 9;
}

impl<const N: usize> Tactics<Takt<N>> for RoadTactics
where
    Size<N>: Board,
{
    type Survey = Threats;

    fn pack(&self, mv: Move) -> u32 {
        mv.bits().into()
    }

    fn unpack(&self, packed: u32) -> Option<Move> {
        u16::try_from(packed).ok().and_then(Move::from_bits)
    }

    fn history_slots(&self) -> usize {
        Self::SLOTS
    }

    fn history_slot(&self, _: &Position<N>, mv: Move) -> usize {
        match mv.action() {
            Action::Place(piece, square) => piece as usize * 64 + square.index(),
            Action::Spread(square, direction, drops) => {
                let stack = square.index() * 4 + direction as usize;
                Self::SPREAD_SLOTS + stack * 9 + drops.lifted() as usize
            }
        }
    }

    #[inline]
    fn survey(&self, _: &Takt<N>, pos: &Position<N>) -> Threats {
        let mover = pos.to_move();
        let Threat { mv: win, critical } = Threat::of(pos, mover);
        if win.is_some() {
            return Threats {
                win,
                ..Threats::default()
            };
        }
        let theirs = Threat::of(pos, mover.other());
        Threats {
            win,
            danger: theirs.mv,
            critical: [theirs.critical, critical],
        }
    }

    fn winning_move(&self, _: &Takt<N>, _: &Position<N>, survey: &Threats) -> Option<Move> {
        survey.win
    }

    #[inline]
    fn order(&self, _: &Takt<N>, pos: &Position<N>, survey: &Threats, mv: Move) -> i32 {
        match mv.action() {
            Action::Place(piece, square) => {
                let bit = square.bit();
                let road = pos.road_pieces(pos.to_move());
                let beside = (neighbours::<N>(bit) & road).count_ones() as i32;
                let blocks = if survey.critical[0] & bit != 0 {
                    2_000
                } else {
                    0
                };
                blocks
                    + match piece {
                        Piece::Flat => 300 + 40 * beside,
                        Piece::Capstone => 350 + 40 * beside,
                        Piece::Wall => 0,
                    }
            }
            Action::Spread(square, direction, drops) => {
                let mover = pos.to_move();
                let (own, other) = (pos.tops(mover), pos.tops(mover.other()));
                let step = direction.step::<N>();
                let mut target = square.index() as isize;
                let mut value = 0;
                for _ in 0..drops.squares() {
                    target += step;
                    let bit = 1u64 << target;
                    value += 120 * i32::from(other & bit != 0) - 100 * i32::from(own & bit != 0);
                    value += if survey.critical[0] & bit != 0 {
                        1_500
                    } else {
                        0
                    };
                    value += if survey.critical[1] & bit != 0 {
                        200
                    } else {
                        0
                    };
                }
                value + 20 * (pos.pile(square).height() as i32 - 1).min(5)
            }
        }
    }

    #[inline]
    fn is_quiet(&self, _: &Takt<N>, pos: &Position<N>, survey: &Threats, mv: Move) -> bool {
        match mv.action() {
            Action::Place(_, square) => {
                (survey.critical[0] | survey.critical[1]) & square.bit() == 0
            }
            Action::Spread(_, _, drops) => {
                drops.squares() == 1 && pos.tall() & mv.square().bit() == 0
            }
        }
    }

    fn parries(
        &self,
        game: &Takt<N>,
        pos: &Position<N>,
        survey: &Threats,
        out: &mut MoveList<Move>,
    ) -> bool {
        parries(game, pos, survey.danger, out);
        true
    }

    fn noisy(&self, _: &Takt<N>, _: &Position<N>, _: &Threats, _: &mut MoveList<Move>) {}

    fn in_danger(&self, survey: &Threats) -> bool {
        survey.danger.is_some()
    }

    #[inline]
    fn null_move(&self, _: &Takt<N>, pos: &mut Position<N>, survey: &Threats) -> Option<Undo> {
        // Passing may be best when the reserves run out: a flat end is near then.
        let near_end = pos.empties().count_ones() < 4
            || pos
                .stones(pos.to_move())
                .min(pos.stones(pos.to_move().other()))
                < 4;
        (!pos.is_opening() && survey.danger.is_none() && !near_end).then(|| pos.pass())
    }

    #[inline]
    fn undo_null(&self, _: &Takt<N>, pos: &mut Position<N>, undo: Undo) {
        pos.undo_pass(undo);
    }
}
