//! Iterative deepening at the root, for the searches that judge one move after the other.

use crate::certain::{BEST, Bounds, DrawsDue, shown};
use crate::rank::{best_first, descending};
use crate::{
    Bound, Budget, Evaluator, Game, Limits, Line, MoveList, Player, Report, Returns, Root,
    SearchOptions, StopFlag, Turn,
};

/// How much of the play behind a move was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// Every move that could matter, to the end of the game.
    All,
    /// What the policy lists, to the end of the game.
    Listed,
    /// Not all that far.
    Part,
}

/// What a search says of a move of the root.
pub(crate) struct Judgement<M> {
    /// The value for the player who moves at the root.
    pub(crate) value: f32,
    /// The values of all players, where they are known.
    pub(crate) returns: Option<Returns>,
    /// The play after the move.
    pub(crate) replies: Vec<M>,
    /// What it was judged by.
    pub(crate) seen: Seen,
    /// What is certain, whatever the others like to do.
    pub(crate) bounds: Bounds,
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

    /// Lets everybody look at all moves one ply further away from the root: nothing is left to be seen among those that
    /// the policy lists.
    fn widen(&mut self) {}
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
        self.judge_some(&root.position, &mut candidates, judge, budget);
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
            match candidates.iter().map(Candidate::seen).max() {
                Some(Seen::Part) => {}
                Some(Seen::Listed) => judge.widen(),
                Some(Seen::All) | None => break,
            }
        }
        report.nodes = budget.nodes();
        report.elapsed = budget.elapsed();
        report
    }

    /// Judges as many moves as are asked for at the least depth whatever it costs, so that a value is never made up.
    fn judge_some(
        &self,
        pos: &G::Position,
        candidates: &mut [Candidate<G::Move>],
        judge: &mut dyn Judge<G>,
        budget: &mut Budget<'_>,
    ) {
        let never = StopFlag::default();
        let mut free = Budget::new(&Limits::default(), &never, true);
        for candidate in candidates.iter_mut().take(self.options.multipv.max(1)) {
            candidate.judgement = judge.judge(pos, candidate.mv, 0, f32::NEG_INFINITY, &mut free);
        }
        budget.count_many(free.nodes());
        best_first(candidates, |candidate| f64::from(candidate.value()));
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
            best_first(candidates, |candidate| f64::from(candidate.value()));
        }
        finished
    }

    /// What a move must be worth more than to be among those that are asked for.
    fn floor(&self, values: &mut [f32]) -> f32 {
        let wanted = self.options.multipv.max(1);
        if values.len() < wanted {
            return f32::NEG_INFINITY;
        }
        descending(values);
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
        let may_claim = DrawsDue::new(self.game, root).is_empty();
        Report {
            lines: lines
                .map(|candidate| self.line(root, candidate, depth, may_claim))
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

    fn line(
        &self,
        root: &Root<G>,
        candidate: &Candidate<G::Move>,
        depth: u32,
        may_claim: bool,
    ) -> Line<G::Move> {
        let mut pv = vec![candidate.mv];
        let mut returns = None;
        let mut bounds = Bounds::unknown(BEST);
        if let Some(judgement) = &candidate.judgement {
            pv.extend_from_slice(&judgement.replies);
            returns = judgement.returns;
            if may_claim {
                bounds = judgement.bounds;
            }
        }
        let Turn::Player(mover) = self.game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        let certain = |player: usize| bounds.settles(Player(player as u8));
        let value = shown(candidate.value(), BEST, certain(mover.index()));
        let score = self.evaluator.score_of(value);
        let returns = returns
            .map(|all| std::array::from_fn(|player| shown(all[player], BEST, certain(player))));
        Line {
            pv,
            score,
            bound: candidate.bound,
            outlook: self.evaluator.outlook(score),
            returns,
            depth,
            nodes: candidate.nodes,
            components: Vec::new(),
            exact: None,
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

    fn seen(&self) -> Seen {
        self.judgement
            .as_ref()
            .map_or(Seen::Part, |judgement| judgement.seen)
    }
}
