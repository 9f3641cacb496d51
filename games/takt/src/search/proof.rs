//! Proof search for a tinuë: a road that cannot be prevented, because every move of the attacker threatens to complete one.

use ludex_search::proof::ProofMoves;
use ludex_search::support::rank::best_first;
use ludex_search::{Defences, Game, MoveList, Turn};

use crate::evaluation::evasions::evasions;
use crate::evaluation::threats::winning_road_move;
use crate::rules::game::Takt;
use crate::rules::moves::Move;
use crate::rules::pile::{Board, Size};
use crate::rules::position::Position;

/// Restricts the attacker to road threats, and the defender to moves that stop the threat.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoadThreats;

impl<const N: usize> ProofMoves<Takt<N>> for RoadThreats
where
    Size<N>: Board,
{
    const COMPLETE: bool = false;

    fn immediate_win(&self, game: &Takt<N>, pos: &Position<N>) -> Option<Move> {
        winning_road_move(pos, pos.to_move()).or_else(|| flat_win(game, pos))
    }

    fn or_moves(&self, game: &Takt<N>, pos: &Position<N>, out: &mut MoveList<Move>) {
        let attacker = pos.to_move();
        let first = out.len();
        let mut weighed: Vec<(u32, Move)> = Vec::with_capacity(32);
        game.legal_moves(pos, out);
        for mv in out.drain(first..) {
            let mut child = *pos;
            child.play(mv);
            if game.turn(&child) != Turn::Over && winning_road_move(&child, attacker).is_some() {
                let critical = child.contact(attacker).critical() & !child.road_pieces(attacker);
                weighed.push((critical.count_ones(), mv));
            }
        }
        // First try the threats that can be completed on the most squares: they leave the fewest defences.
        best_first(&mut weighed, |&(critical, _)| f64::from(critical));
        out.extend(weighed.into_iter().map(|(_, mv)| mv));
    }

    fn and_moves(&self, game: &Takt<N>, pos: &Position<N>, out: &mut MoveList<Move>) -> Defences {
        evasions(game, pos, out)
    }
}

/// Considers every move of both sides. The fast threat detection is used only to find immediate wins.
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryMove;

impl<const N: usize> ProofMoves<Takt<N>> for EveryMove
where
    Size<N>: Board,
{
    const COMPLETE: bool = true;

    fn immediate_win(&self, game: &Takt<N>, pos: &Position<N>) -> Option<Move> {
        RoadThreats.immediate_win(game, pos)
    }
}

/// A move that ends the game at once and wins by flats.
fn flat_win<const N: usize>(game: &Takt<N>, pos: &Position<N>) -> Option<Move>
where
    Size<N>: Board,
{
    let mover = pos.to_move();
    if !game.may_run_out(pos) {
        return None;
    }
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    moves.into_iter().find(|&mv| {
        let mut child = *pos;
        child.play(mv);
        game.turn(&child) == Turn::Over && game.returns(&child)[mover.index()] > 0.0
    })
}
