//! The solver: finds the shortest win, depth by depth, with all first moves of that length.

use std::time::Duration;

use super::moves::ProofMoves;
use super::numbers::NodeProof;
use super::prover::{ProofOptions, ProofOutcome, ProofRun, Prover, limit, shorter};
use crate::interface::game::{Game, Player, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::{Proof, ProofResult};
use crate::interface::searcher::Root;
use crate::support::budget::Budget;
use crate::support::finish::LineFinisher;

/// The greatest number of moves played to find winning first moves that are not attacks.
const OTHER_MOVES_EFFORT: u32 = 100_000;
/// The greatest number of moves played to complete the line.
const LINE_EFFORT: u32 = 200_000;
/// The least number of nodes available for trying moves that are not attacks.
const OTHER_MOVES_NODES: u64 = 20_000;

/// The progress of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress<M> {
    /// The decided depth: it is known whether there is a win within this many plies.
    pub depth: u32,
    /// First moves that win within `depth`. The search ends at the first depth that has any.
    pub moves: Vec<M>,
    /// The number of calls of `play`.
    pub nodes: u64,
    /// The time since the start of the search.
    pub elapsed: Duration,
}

/// The result of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The result for the player to move; `None` if a limit was reached, or if the moves that the game considers do not win.
    pub result: Option<ProofResult>,
    /// The length of the shortest proof of a win or loss in plies, if it is known.
    pub plies: Option<u32>,
    /// All first moves that win within `plies`: the attacks that the game lists, then other moves as far as the limits of effort allow.
    pub moves: Vec<M>,
    /// A line of the proof: the first move, then the longest resistance and the quickest answers.
    pub line: Vec<M>,
    /// The depth that was decided, in plies.
    pub depth: u32,
    /// Whether a deeper search cannot find anything new.
    pub exhausted: bool,
    /// The number of calls of `play`. Two kinds of calls are not counted: those that complete the line, and those that try other first
    /// moves followed by any moves of both sides.
    pub nodes: u64,
    /// The time that the search took.
    pub elapsed: Duration,
}

/// Solves positions of one game for the player to move.
pub struct Solver<G: Game, A> {
    pub(super) prover: Prover<G, A>,
}

impl<G: Game, A: ProofMoves<G>> Solver<G, A> {
    /// A solver with an empty table.
    pub fn new(game: G, proof_moves: A, options: ProofOptions) -> Self {
        Self { prover: Prover::new(game, proof_moves, options) }
    }

    /// Looks for the shortest win of the player to move; if the game's moves are complete, also for a loss or a draw. `limits.depth` is the
    /// greatest length of a proof in plies. A player must be to move.
    pub fn solve(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Solution<G::Move> {
        let mut budget = Budget::new(limits, stop, self.prover.clockless);
        let mut solution = self.by_depth(root, limits, &mut budget, observer);
        if let (Some(&first), Some(plies)) = (solution.moves.first(), solution.plies) {
            solution.line = self.line(root, first, plies, &mut budget);
            self.take_line(root, &mut solution, &mut budget);
            let proof = solution.proof();
            self.add_other_moves(root, &mut solution, &mut budget);
            let mut finisher = LineFinisher::new(&self.prover.game, root, LINE_EFFORT);
            finisher.finish(&mut solution.line, proof);
        }
        solution.nodes = budget.nodes();
        solution.elapsed = budget.elapsed();
        solution
    }

    /// Finds the result without looking for the shortest win: proof numbers over the whole tree.
    pub fn find_result(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<ProofResult> {
        let mut budget = Budget::new(limits, stop, self.prover.clockless);
        let mover = self.mover(root);
        let win = self.prover.prove(root, mover, None, &mut budget);
        let loss = if A::COMPLETE && win == ProofOutcome::Disproven {
            self.prover.prove(root, mover.other(), None, &mut budget)
        } else {
            ProofOutcome::Open
        };
        match (win, loss) {
            (ProofOutcome::Proven, _) => Some(ProofResult::Win),
            (_, ProofOutcome::Proven) => Some(ProofResult::Loss),
            (_, ProofOutcome::Disproven) => Some(ProofResult::Draw),
            _ => None,
        }
    }

    /// A winning move in a position of a proof, and the plies to the end, if the player to move wins within `plies`. It can be used to play
    /// a proof against any defence.
    pub fn answer(&mut self, root: &Root<G>, plies: u32) -> Option<(G::Move, u32)> {
        let stop = StopFlag::default();
        let mut budget = Budget::new(&Limits::default(), &stop, true);
        let mover = self.mover(root);
        let mut run = self.prover.run(root, mover, &mut budget);
        let mut pos = root.position.clone();
        let plies = run.distance(&mut pos, limit(plies))?;
        let best = run.solve_node(&mut pos, plies).best;
        best.map(|mv| (mv, u32::from(plies)))
    }

    /// The current memory of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.prover.table.bytes()
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.prover.table.clear();
    }

    pub(super) fn mover(&self, root: &Root<G>) -> Player {
        match self.prover.game.turn(&root.position) {
            Turn::Player(mover) => mover,
            Turn::Chance | Turn::Over => unreachable!("only a position with a mover is solved"),
        }
    }

    fn by_depth(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        budget: &mut Budget<'_>,
        observer: &mut dyn FnMut(&Progress<G::Move>),
    ) -> Solution<G::Move> {
        let mut solution = Solution::unknown();
        let step = if G::ALTERNATES { 2 } else { 1 };
        for depth in (1..=limits.depth.unwrap_or(u32::MAX)).step_by(step) {
            let Some(first_moves) = self.first_moves(root, depth, budget) else {
                break;
            };
            let loss = self.loss(root, depth, &first_moves, budget);
            solution.conclude(depth, first_moves, loss);
            observer(&Progress {
                depth,
                moves: solution.moves.clone(),
                nodes: budget.nodes(),
                elapsed: budget.elapsed(),
            });
            if solution.result.is_some() || solution.exhausted || budget.is_late() {
                break;
            }
        }
        self.shorten(root, &mut solution, budget);
        solution
    }

    /// Depths are tried in steps of two plies if players alternate. If the loser's own move can end the game, a win or a loss may be one
    /// ply shorter; this is checked here.
    fn shorten(
        &mut self,
        root: &Root<G>,
        solution: &mut Solution<G::Move>,
        budget: &mut Budget<'_>,
    ) {
        let shorter = solution.plies.map(|plies| plies - 1);
        let Some(plies) = shorter.filter(|&plies| plies > 0) else {
            return;
        };
        if !G::ALTERNATES || !A::COMPLETE || A::MOVER_ALONE_WINS {
            return;
        }
        if solution.result == Some(ProofResult::Loss) {
            let opponent = self.mover(root).other();
            let verdict = self.prover.prove(root, opponent, Some(plies), budget);
            if verdict == ProofOutcome::Proven {
                solution.plies = Some(plies);
            }
            return;
        }
        let found = self.first_moves(root, plies, budget);
        if let Some(found) = found.filter(|found| !found.winning.is_empty()) {
            solution.plies = Some(plies);
            solution.moves = found.winning;
        }
    }

    /// Shortens the proof to the length of its line, if the line is shorter because the loser's own move ends the game. Then only the first
    /// moves that win within that length are listed.
    fn take_line(
        &mut self,
        root: &Root<G>,
        solution: &mut Solution<G::Move>,
        budget: &mut Budget<'_>,
    ) {
        let mut end = root.position.clone();
        for &mv in &solution.line {
            self.prover.game.play(&mut end, mv);
        }
        let plies = solution.line.len() as u32;
        if self.prover.game.turn(&end) != Turn::Over || solution.plies == Some(plies) {
            return;
        }
        let found = self.first_moves(root, plies, budget);
        let known = found.filter(|found| !found.winning.is_empty());
        solution.moves = known.map_or_else(|| vec![solution.line[0]], |found| found.winning);
        solution.plies = Some(plies);
    }

    /// Decides every first move; `None` if the budget was spent.
    fn first_moves(
        &mut self,
        root: &Root<G>,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<FirstMoves<G::Move>> {
        let mover = self.mover(root);
        let mut run = self.prover.run(root, mover, budget);
        let mut pos = root.position.clone();
        let mut moves = Vec::new();
        if depth == 1 {
            run.game.legal_moves(&pos, &mut moves);
        } else {
            run.proof_moves.or_moves(run.game, &pos, &mut moves);
        }
        let mut first_moves = FirstMoves { winning: Vec::new(), refuted: true };
        for mv in moves {
            let found = run.solve_after(&mut pos, mv, depth);
            match found.numbers {
                numbers if numbers.is_proven() => first_moves.winning.push(mv),
                numbers if !numbers.is_disproven() => return None,
                _ => first_moves.refuted &= !found.basis.limit,
            }
        }
        Some(first_moves)
    }
}

impl<G: Game, A: ProofMoves<G>> Solver<G, A> {
    /// Adds first moves that the game does not list as attacks but that win just as soon. Each is tried in two ways: followed by attacks,
    /// with as many nodes as the proof took (at least [`OTHER_MOVES_NODES`]); and followed by any moves of both sides, as far as
    /// [`OTHER_MOVES_EFFORT`] allows.
    fn add_other_moves(
        &mut self,
        root: &Root<G>,
        solution: &mut Solution<G::Move>,
        budget: &mut Budget<'_>,
    ) {
        let Some(plies) = solution.plies.filter(|&plies| plies > 1 && !A::COMPLETE) else {
            return;
        };
        let most = budget.nodes().max(OTHER_MOVES_NODES);
        let mut share = budget.share(most.min(budget.nodes_left()));
        let mover = self.mover(root);
        let mut run = self.prover.run(root, mover, &mut share);
        let mut pos = root.position.clone();
        let mut by_all_moves = LineFinisher::new(run.game, root, OTHER_MOVES_EFFORT);
        let (mut attacks, mut moves) = (Vec::new(), Vec::new());
        run.proof_moves.or_moves(run.game, &pos, &mut attacks);
        run.game.legal_moves(&pos, &mut moves);
        for mv in moves {
            if attacks.contains(&mv) {
                continue;
            }
            if run.budget.is_spent() {
                break;
            }
            let by_attacks = run.solve_after(&mut pos, mv, plies).numbers.is_proven();
            if by_attacks || by_all_moves.wins_after(&mut pos, mv, mover, plies - 1) {
                solution.moves.push(mv);
            }
        }
        budget.count_many(share.nodes());
    }

    /// Decides whether the player to move loses within `depth` plies, or within `depth + 1` plies if turns alternate, because the last ply
    /// is then the opponent's. Also returns this number of plies.
    fn loss(
        &mut self,
        root: &Root<G>,
        depth: u32,
        first_moves: &FirstMoves<G::Move>,
        budget: &mut Budget<'_>,
    ) -> Option<(ProofOutcome, u32)> {
        if !A::COMPLETE || !first_moves.winning.is_empty() || self.prover.game.players() != 2 {
            return None;
        }
        let opponent = self.mover(root).other();
        let plies = depth + u32::from(G::ALTERNATES);
        let verdict = self.prover.prove(root, opponent, Some(plies), budget);
        Some((verdict, plies))
    }
}

impl<G: Game, A: ProofMoves<G>> ProofRun<'_, '_, G, A> {
    /// What is known about the position after a first move, if the win takes `depth` plies including this move.
    fn solve_after(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        depth: u32,
    ) -> NodeProof<G::Move> {
        let undo = self.game.play(pos, mv);
        self.budget.count();
        let found = self.solve_node(pos, shorter(limit(depth)));
        self.game.undo(pos, mv, undo);
        found
    }
}

/// The results of the first moves at one depth.
struct FirstMoves<M> {
    winning: Vec<M>,
    /// Whether every attack fails, in any number of plies.
    refuted: bool,
}

impl<M> Solution<M> {
    /// The proven win or loss, with its length.
    fn proof(&self) -> Option<Proof> {
        let result = self.result?;
        self.plies.map(|plies| Proof { result, plies })
    }

    fn unknown() -> Self {
        Self {
            result: None,
            plies: None,
            moves: Vec::new(),
            line: Vec::new(),
            depth: 0,
            exhausted: false,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    fn conclude(
        &mut self,
        depth: u32,
        first_moves: FirstMoves<M>,
        loss: Option<(ProofOutcome, u32)>,
    ) {
        self.depth = depth;
        self.exhausted = first_moves.refuted;
        if !first_moves.winning.is_empty() {
            self.result = Some(ProofResult::Win);
            self.plies = Some(depth);
            self.moves = first_moves.winning;
            return;
        }
        match loss {
            Some((ProofOutcome::Proven, plies)) => {
                self.result = Some(ProofResult::Loss);
                self.plies = Some(plies);
            }
            Some((ProofOutcome::Disproven, _)) if first_moves.refuted => {
                self.result = Some(ProofResult::Draw);
            }
            // The opponent may still win in more plies.
            Some(_) => self.exhausted = false,
            None => {}
        }
    }
}
