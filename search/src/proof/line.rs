//! The principal variation of a proof.

use super::moves::ProofMoves;
use super::prover::{ProofRun, limit};
use super::solver::Solver;
use crate::interface::game::{Game, Turn};
use crate::interface::searcher::Root;
use crate::support::budget::Budget;

impl<G: Game, A: ProofMoves<G>> Solver<G, A> {
    /// The line after `first`, which wins within `plies`: the longest resistance against the quickest win. It ends early if the budget is
    /// spent.
    pub(super) fn line(
        &mut self,
        root: &Root<G>,
        first: G::Move,
        plies: u32,
        budget: &mut Budget<'_>,
    ) -> Vec<G::Move> {
        let mover = self.mover(root);
        let mut run = self.prover.run(root, mover, budget);
        let mut pos = root.position.clone();
        let mut line = vec![first];
        let mut remaining = limit(plies) - 1;
        run.game.play(&mut pos, first);
        while let Turn::Player(player) = run.game.turn(&pos) {
            let next = if player == run.attacker {
                run.quickest(&mut pos, remaining)
            } else {
                run.longest(&mut pos, remaining)
            };
            let Some((mv, plies)) = next else { break };
            run.game.play(&mut pos, mv);
            line.push(mv);
            remaining = plies;
        }
        line
    }
}

impl<G: Game, A: ProofMoves<G>> ProofRun<'_, '_, G, A> {
    /// The length in plies of the shortest win from here; `None` if it is greater than `most`, or if the budget is spent. The length may be
    /// even or odd if a player's own move can lose the game.
    pub(super) fn distance(&mut self, pos: &mut G::Position, most: u16) -> Option<u16> {
        if self.assess(pos, 0).numbers.is_proven() {
            return Some(0);
        }
        let (least, step) =
            if G::ALTERNATES && A::MOVER_ALONE_WINS { (most % 2, 2) } else { (0, 1) };
        for plies in (least..=most).step_by(step) {
            if self.solve_node(pos, plies).numbers.is_proven() {
                return Some(plies);
            }
            if self.budget.is_spent() {
                break;
            }
        }
        None
    }

    /// The attacker's move that wins soonest, and the plies left after it.
    fn quickest(&mut self, pos: &mut G::Position, most: u16) -> Option<(G::Move, u16)> {
        let plies = self.distance(pos, most)?;
        let best = self.solve_node(pos, plies).best?;
        Some((best, plies - 1))
    }

    /// The defence with the longest resistance, and the plies left after it.
    fn longest(&mut self, pos: &mut G::Position, most: u16) -> Option<(G::Move, u16)> {
        let mut moves = self.moves(pos, most, &[]);
        let mut longest = self.longest_of(pos, most, &moves);
        // A move that is not listed loses immediately or to the attacker's next move. The second kind resists longer than a listed move
        // that ends the game itself, so all moves are tried.
        if moves.is_empty() || longest.is_some_and(|(_, left)| left == 0) {
            moves.clear();
            self.game.legal_moves(pos, &mut moves);
            longest = self.longest_of(pos, most, &moves);
        }
        self.spare_moves.push(moves);
        longest
    }

    /// The defence with the longest resistance among these moves; `None` if there are none, or if one of them is not refuted.
    fn longest_of(
        &mut self,
        pos: &mut G::Position,
        most: u16,
        moves: &[G::Move],
    ) -> Option<(G::Move, u16)> {
        let below = most.checked_sub(1)?;
        let mut longest = None;
        for &mv in moves {
            let undo = self.game.play(pos, mv);
            self.budget.count();
            let plies = self.distance(pos, below);
            self.game.undo(pos, mv, undo);
            let plies = plies?;
            if longest.is_none_or(|(_, most)| most < plies) {
                longest = Some((mv, plies));
            }
        }
        longest
    }
}
