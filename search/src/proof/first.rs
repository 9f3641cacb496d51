//! A search that tries to prove a win before it starts another search.

use std::time::Duration;

use super::{Progress, ProofMoves, ProofOptions, Solution, Solver};
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag, TimeControl};
use crate::interface::report::{Line, Proof, ProofResult, Report, Wdl};
use crate::interface::score::Score;
use crate::interface::searcher::{Root, Searcher, Wrapped, Wrapper};
use crate::support::budget::Budget;
use crate::support::certain::{BEST, Certain};
use crate::support::rank::best_first;

/// Spends a small part of the limits on a [`Solver`], which sees much deeper into sequences of threats than a general search, and the rest
/// on another search. If the solver proves a win, that win is played; its other results are ignored.
pub struct ProofFirst<G: Game, A> {
    game: G,
    proof_moves: A,
    options: ProofOptions,
    multipv: usize,
    solver: Solver<G, A>,
}

/// The time is divided by this number to give the solver's share.
const TIME_SHARE: u32 = 10;
/// The node limit is divided by this number to give the solver's share, because a node of the solver takes about ten times as long.
const NODE_SHARE: u64 = 64;
/// The solver's node limit if neither time nor nodes are limited.
const NODES: u64 = 50_000;
/// The node limit for each line after the first.
const LINE_NODES: u64 = 1_000;

impl<G: Game + Clone, A: ProofMoves<G> + Clone> ProofFirst<G, A> {
    /// Adds a solver to a search that reports `multipv` lines.
    pub fn around<S>(
        search: S,
        game: G,
        proof_moves: A,
        options: ProofOptions,
        multipv: usize,
    ) -> Wrapped<Self, S> {
        let solver = Solver::new(game.clone(), proof_moves.clone(), options);
        Wrapped { wrapper: Self { game, proof_moves, options, multipv, solver }, inside: search }
    }

    fn solve(&mut self, root: &Root<G>, limits: &Limits, stop: &StopFlag) -> Solution<G::Move> {
        let nodes = match limits.nodes {
            Some(nodes) => Some(nodes / NODE_SHARE),
            None if limits.time.is_none() && limits.clock.is_none() => Some(NODES),
            None => None,
        };
        let share = Limits {
            time: limits.time.map(|time| time / TIME_SHARE),
            clock: limits.clock.map(|clock| clock.part(TIME_SHARE)),
            nodes,
            depth: limits.depth,
        };
        let mut ignore = |_: &Progress<G::Move>| ();
        self.solver.solve(root, &share, stop, &mut ignore)
    }

    /// The lines of a proven win, at most as many as requested. Adds the nodes for the lines after the first to `solution`.
    fn proven_lines(
        &mut self,
        root: &Root<G>,
        solution: &mut Solution<G::Move>,
        stop: &StopFlag,
    ) -> Vec<Line<G::Move>> {
        let (Some(ProofResult::Win), Some(plies)) = (solution.result, solution.plies) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for (index, &mv) in solution.moves.iter().enumerate().take(self.multipv) {
            let mut nodes = solution.nodes;
            let pv = if index == 0 && !solution.line.is_empty() {
                solution.line.clone()
            } else {
                let mut budget = Budget::new(&Limits::nodes(LINE_NODES), stop, true);
                let line = self.solver.line(root, mv, plies, &mut budget);
                nodes = budget.nodes();
                solution.nodes += nodes;
                line
            };
            let line = Line { depth: plies, nodes, ..Line::new(pv, Score::DRAW, Wdl::default()) };
            lines.push(line.with_certain(Certain::exact(BEST, plies)));
        }
        lines
    }
}

impl<G, A, S> Wrapper<G, S> for ProofFirst<G, A>
where
    G: Game + Clone,
    A: ProofMoves<G> + Clone,
    S: Searcher<G>,
{
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        // A proof considers every move, so it does not apply if the choice of moves is restricted.
        if root.is_limited() {
            return inside.search(root, limits, stop, observer);
        }
        let mut solution = self.solve(root, limits, stop);
        if self.options.clockless {
            solution.elapsed = Duration::ZERO;
        }
        let proven = self.proven_lines(root, &mut solution, stop);
        if proven.len() == self.multipv {
            let report = merge(Report::new(Vec::new(), 0), &solution, proven, self.multipv);
            observer(&report);
            return report;
        }
        let rest = Limits {
            time: limits.time.map(|time| time.saturating_sub(solution.elapsed)),
            clock: limits.clock.map(|clock| TimeControl {
                remaining: clock.remaining.saturating_sub(solution.elapsed),
                ..clock
            }),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(solution.nodes)),
            depth: limits.depth,
        };
        let mut notify = |report: &Report<G::Move>| {
            observer(&merge(report.clone(), &solution, proven.clone(), self.multipv));
        };
        let report = inside.search(root, &rest, stop, &mut notify);
        merge(report, &solution, proven, self.multipv)
    }

    fn forget(&mut self) {
        self.solver = Solver::new(self.game.clone(), self.proof_moves.clone(), self.options);
    }
}

/// A report that begins with the solver's lines and includes its nodes.
fn merge<M: Copy + PartialEq>(
    mut report: Report<M>,
    solution: &Solution<M>,
    proven: Vec<Line<M>>,
    most: usize,
) -> Report<M> {
    report.nodes += solution.nodes;
    report.elapsed += solution.elapsed;
    let (Some(plies), false) = (solution.plies, proven.is_empty()) else {
        return report;
    };
    let found = std::mem::replace(&mut report.lines, proven);
    let known: Vec<_> = report.lines.iter().map(|line| line.pv[0]).collect();
    let others =
        found.into_iter().filter(|line| line.pv.first().is_some_and(|mv| !known.contains(mv)));
    report.lines.extend(others);
    best_first(&mut report.lines, |line| f64::from(line.score.value()));
    report.lines.truncate(most.max(1));
    report.depth = report.depth.max(plies);
    report.seldepth = report.seldepth.max(plies);
    report.proof = Some(Proof {
        result: ProofResult::Win,
        plies: report.lines[0].score.plies().unwrap_or(plies),
    });
    report.is_complete |= report.lines.iter().all(|line| line.score.is_proven());
    report
}
