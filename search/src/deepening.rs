//! Iterative deepening at the root, for the searches that judge one move after the other.

use crate::{
    Bound, Budget, Evaluator, Game, Limits, Line, MoveList, Report, Returns, Root, SearchOptions,
    Turn,
};

/// What a search says of a move of the root.
pub(crate) struct Judgement<M> {
    /// The value for the player who moves at the root.
    pub(crate) value: f32,
    /// The values of all players, where they are known.
    pub(crate) returns: Option<Returns>,
    /// The play after the move.
    pub(crate) replies: Vec<M>,
    /// Whether every line was followed to the end of the game.
    pub(crate) complete: bool,
}

/// The part of a search that differs: judging a move of the root.
pub(crate) trait Judge<G: Game> {
    /// Judges `mv` by looking at `depth` plies after it; nothing if the budget was spent before. Of a move that is not
    /// worth more than `floor` no more need be said.
    fn judge(
        &mut self,
        pos: &G::Position,
        mv: G::Move,
        depth: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Option<Judgement<G::Move>>;
}

/// How the deepening goes.
pub(crate) struct Deepening<'a, G: Game, E> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) options: &'a SearchOptions,
    /// What users call the depth at which moves are judged by the evaluation right behind them.
    pub(crate) first_depth: u32,
}

/// Nobody looks further ahead than this.
const GREATEST_DEPTH: u32 = 200;

struct Candidate<M> {
    mv: M,
    judgement: Option<Judgement<M>>,
    bound: Bound,
    nodes: u64,
}

impl<G: Game, E: Evaluator<G>> Deepening<'_, G, E> {
    /// Judges the moves of the root deeper and deeper, until a limit is reached or there is nothing more to see.
    pub(crate) fn run(
        &self,
        root: &Root<G>,
        limits: &Limits,
        budget: &mut Budget<'_>,
        judge: &mut dyn Judge<G>,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut candidates = self.candidates(root);
        let mut report = self.report(root, &candidates, 0, budget);
        let last = limits.depth.unwrap_or(GREATEST_DEPTH);
        for depth in self.first_depth..=last.max(self.first_depth) {
            if depth > self.first_depth && budget.is_late() {
                break;
            }
            let below = depth - self.first_depth;
            if !self.iterate(&root.position, below, &mut candidates, judge, budget) {
                if depth == self.first_depth {
                    report = self.report(root, &candidates, 0, budget);
                }
                break;
            }
            report = self.report(root, &candidates, depth, budget);
            observer(&report);
            if candidates.iter().all(Candidate::is_complete) {
                break;
            }
        }
        report.nodes = budget.nodes();
        report.elapsed = budget.elapsed();
        report
    }

    fn candidates(&self, root: &Root<G>) -> Vec<Candidate<G::Move>> {
        let mut moves = MoveList::new();
        self.game.legal_moves(&root.position, &mut moves);
        let candidate = |mv| Candidate {
            mv,
            judgement: None,
            bound: Bound::Exact,
            nodes: 0,
        };
        moves.into_iter().map(candidate).collect()
    }

    /// One iteration; false if it was broken off. The candidates are then as they were, but for the first time.
    fn iterate(
        &self,
        pos: &G::Position,
        depth: u32,
        candidates: &mut [Candidate<G::Move>],
        judge: &mut dyn Judge<G>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let mut values: Vec<f32> = Vec::new();
        let mut judgements = Vec::new();
        for candidate in candidates.iter_mut() {
            let floor = self.floor(&mut values);
            let nodes = budget.nodes();
            let judgement = judge.judge(pos, candidate.mv, depth, floor, budget);
            candidate.nodes += budget.nodes() - nodes;
            let Some(judgement) = judgement else { break };
            values.push(judgement.value);
            judgements.push((judgement, floor));
        }
        let finished = judgements.len() == candidates.len();
        if finished
            || candidates
                .iter()
                .all(|candidate| candidate.judgement.is_none())
        {
            for (candidate, (judgement, floor)) in candidates.iter_mut().zip(judgements) {
                let below = judgement.value <= floor;
                candidate.bound = if below { Bound::Upper } else { Bound::Exact };
                candidate.judgement = Some(judgement);
            }
            // Stable: of equal moves the one that was judged first, and exactly, stays first.
            candidates.sort_by(|a, b| b.value().total_cmp(&a.value()));
        }
        finished
    }

    /// What a move must be worth more than to be among those that are asked for.
    fn floor(&self, values: &mut [f32]) -> f32 {
        let wanted = self.options.multipv.max(1);
        if values.len() < wanted {
            return f32::NEG_INFINITY;
        }
        values.sort_by(|a, b| b.total_cmp(a));
        values[wanted - 1]
    }

    fn report(
        &self,
        root: &Root<G>,
        candidates: &[Candidate<G::Move>],
        depth: u32,
        budget: &Budget<'_>,
    ) -> Report<G::Move> {
        let lines = candidates.iter().take(self.options.multipv.max(1));
        Report {
            lines: lines
                .map(|candidate| self.line(root, candidate, depth))
                .collect(),
            depth,
            seldepth: depth,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            threads: 1,
            hashfull: 0,
            proof: None,
        }
    }

    fn line(&self, root: &Root<G>, candidate: &Candidate<G::Move>, depth: u32) -> Line<G::Move> {
        let mut pv = vec![candidate.mv];
        let mut returns = None;
        if let Some(judgement) = &candidate.judgement {
            pv.extend_from_slice(&judgement.replies);
            returns = judgement.returns;
        }
        debug_assert!(matches!(self.game.turn(&root.position), Turn::Player(_)));
        let score = self.evaluator.score_of(candidate.value().max(-1.0));
        Line {
            pv,
            score,
            bound: candidate.bound,
            outlook: self.evaluator.outlook(score),
            returns,
            depth,
            nodes: candidate.nodes,
            components: Vec::new(),
        }
    }
}

impl<M> Candidate<M> {
    /// The value for the player who moves at the root; moves that were never judged come last.
    fn value(&self) -> f32 {
        self.judgement
            .as_ref()
            .map_or(f32::NEG_INFINITY, |judgement| judgement.value)
    }

    fn is_complete(&self) -> bool {
        self.judgement
            .as_ref()
            .is_some_and(|judgement| judgement.complete)
    }
}
