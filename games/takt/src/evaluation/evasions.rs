//! Moves that stop the road threats of the opponent.

use std::ops::ControlFlow;

use ludex_search::{Defences, Game, MoveList, Player, Turn};

use super::threats::{Scope, Spread, Threat, visit_winning_moves, winning_road_move};
use crate::rules::game::Takt;
use crate::rules::moves::{Action, Move, Piece, Square};
use crate::rules::pile::{Board, Size};
use crate::rules::position::Position;
use crate::rules::road::{has_road, road_squares};

/// Appends every legal move after which the opponent cannot complete a road at once, or which ends the game without a road of the
/// opponent.
pub fn evasions<const N: usize>(
    game: &Takt<N>,
    pos: &Position<N>,
    out: &mut MoveList<Move>,
) -> Defences
where
    Size<N>: Board,
{
    let first = out.len();
    pos.legal_moves(out);
    let attack = Attack::new(game, pos);
    let mut child = *pos;
    let mut kept = first;
    for index in first..out.len() {
        let mv = out[index];
        if attack.is_parried(game, pos, &mut child, mv) {
            out[kept] = mv;
            kept += 1;
        }
    }
    let is_whole = kept == out.len();
    out.truncate(kept);
    if is_whole { Defences::All } else { Defences::AllButLost }
}

/// The threats of the player who is not to move.
struct Attack {
    attacker: Player,
    /// The first winning moves of the attacker.
    wins: [Move; MOST_WINS],
    count: usize,
    /// Whether the attacker has no other winning move.
    is_whole: bool,
    /// The squares on which each of these winning moves depends. A move elsewhere does not stop it.
    footings: [u64; MOST_WINS],
    /// Whether the next move could end the game without a road.
    may_run_out: bool,
}

/// The greatest number of winning moves that are tested one by one.
const MOST_WINS: usize = 8;

impl Attack {
    fn new<const N: usize>(game: &Takt<N>, pos: &Position<N>) -> Self
    where
        Size<N>: Board,
    {
        let attacker = pos.to_move().other();
        let mut attack = Self {
            attacker,
            wins: [Move::place(Piece::Flat, Square(0)); MOST_WINS],
            count: 0,
            is_whole: true,
            footings: [0; MOST_WINS],
            may_run_out: game.may_run_out(pos),
        };
        let _ = visit_winning_moves(pos, attacker, Scope::ALL, |win| {
            if attack.count == MOST_WINS {
                attack.is_whole = false;
                return ControlFlow::Break(());
            }
            attack.wins[attack.count] = win;
            attack.footings[attack.count] = footing(pos, attacker, win);
            attack.count += 1;
            ControlFlow::Continue(())
        });
        attack
    }

    /// Whether a legal move stops every threat, or ends the game without a road of the attacker. `child` equals `pos`.
    #[inline]
    fn is_parried<const N: usize>(
        &self,
        game: &Takt<N>,
        pos: &Position<N>,
        child: &mut Position<N>,
        mv: Move,
    ) -> bool
    where
        Size<N>: Board,
    {
        let (squares, footings) = (mv.squares::<N>(), &self.footings[..self.count]);
        if !self.may_run_out && footings.iter().any(|footing| squares & footing == 0) {
            return false;
        }
        let undo = child.play(mv);
        let is_lost = child.has_road(self.attacker);
        let is_parried =
            !is_lost && (!self.remains(pos, child, mv) || game.turn(child) == Turn::Over);
        child.undo(mv, undo);
        is_parried
    }

    /// Whether the attacker has a winning move in `child`, the position after `mv`.
    #[inline]
    fn remains<const N: usize>(&self, pos: &Position<N>, child: &Position<N>, mv: Move) -> bool
    where
        Size<N>: Board,
    {
        let wins = &self.wins[..self.count];
        if wins.iter().any(|&win| still_wins(child, self.attacker, win)) {
            return true;
        }
        if !self.is_whole || pos.is_opening() {
            return winning_road_move(child, self.attacker).is_some();
        }
        // None of the former threats is left, so any threat is new.
        Threat::after(child, self.attacker, Some(mv)).mv.is_some()
    }
}

/// The squares that a winning road move of `player` depends on. A move elsewhere cannot stop it.
fn footing<const N: usize>(pos: &Position<N>, player: Player, mv: Move) -> u64
where
    Size<N>: Board,
{
    let road = pos.road_pieces(player);
    let road = match mv.action() {
        Action::Place(_, square) => road | square.bit(),
        Action::Spread(square, direction, drops) => {
            Spread::new(pos, player, road, square, direction).road_after(drops.bits())
        }
    };
    mv.squares::<N>() | road_squares::<N>(road)
}

/// Whether a move that won for `player` before the last move of the opponent is still legal (as if it were the player's turn) and completes a
/// road.
#[inline]
fn still_wins<const N: usize>(pos: &Position<N>, player: Player, mv: Move) -> bool
where
    Size<N>: Board,
{
    match mv.action() {
        Action::Place(_, square) => {
            // The reserves need no check: they have not changed since the move was found, because only the opponent has moved.
            pos.empties() & pos.contact(player).critical() & square.bit() != 0
        }
        Action::Spread(square, direction, drops) => {
            let road = pos.road_pieces(player);
            pos.tops(player) & square.bit() != 0
                && pos.can_spread(square, direction, drops)
                && has_road::<N>(
                    Spread::new(pos, player, road, square, direction).road_after(drops.bits()),
                )
        }
    }
}
