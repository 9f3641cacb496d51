//! Moves in the order in which they are tried, each found as late as possible: the move from the table before any
//! generation, then moves that refuted siblings, then the rest by what is known about them.

use super::worker::{AlphaBetaWorker, Scored};
use crate::interface::evaluator::IncrementalEvaluator;
use crate::interface::game::Game;
use crate::interface::policy::Listed;
use crate::interface::tactics::{Defences, Tactics};
use crate::support::ordering::Context;

enum PickStage {
    Hash,
    Killers(usize),
    Generate,
    Rest,
}

/// The moves of one node. Those that wait lie in the worker, from `start`; the node hands them back at its end.
pub(super) struct Picker<M> {
    stage: PickStage,
    /// The move from the table, known to be legal.
    hash: Option<M>,
    /// Moves to try before generation; those that were tried stay.
    refutations: [Option<M>; 3],
    pub(super) context: Context,
    start: usize,
    next: usize,
    no_quiets: bool,
    danger: bool,
    /// Only defences were generated, and lost moves are missing.
    pub(super) lacks_lost: bool,
    /// Whether the generated moves are all there are.
    listed: Listed,
}

impl<M: Copy + Eq> Picker<M> {
    /// All the legal moves of a node; in danger those that parry, if the game can tell.
    pub(super) fn all(
        hash: Option<M>,
        [killer, other]: [Option<M>; 2],
        counter: Option<M>,
        context: Context,
        start: usize,
        danger: bool,
    ) -> Self {
        Self {
            stage: PickStage::Hash,
            hash,
            refutations: [killer, other, counter],
            context,
            start,
            next: start,
            no_quiets: false,
            danger,
            lacks_lost: false,
            listed: Listed::All,
        }
    }

    /// The moves that wait already, scored with [`AlphaBetaWorker::await_generated`].
    pub(super) fn waiting(context: Context, start: usize) -> Self {
        Self {
            stage: PickStage::Rest,
            hash: None,
            refutations: [None; 3],
            context,
            start,
            next: start,
            no_quiets: false,
            danger: false,
            lacks_lost: false,
            listed: Listed::All,
        }
    }

    /// Where this node's moves begin.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The next move.
    #[inline]
    pub(super) fn next<G, E, T>(
        &mut self,
        worker: &mut AlphaBetaWorker<'_, G, E, T>,
        info: &T::NodeInfo,
    ) -> Option<M>
    where
        G: Game<Move = M>,
        E: IncrementalEvaluator<G>,
        T: Tactics<G>,
    {
        loop {
            match self.stage {
                PickStage::Hash => {
                    self.stage = PickStage::Killers(0);
                    if self.hash.is_some() {
                        return self.hash;
                    }
                }
                PickStage::Killers(3) => self.stage = PickStage::Generate,
                PickStage::Killers(index) => {
                    self.stage = PickStage::Killers(index + 1);
                    if let Some(mv) = self.refutations[index] {
                        let known =
                            self.hash == Some(mv) || self.refutations[..index].contains(&Some(mv));
                        if !known && worker.game.is_legal(&worker.pos, mv) {
                            return Some(mv);
                        }
                        self.refutations[index] = None;
                    }
                }
                PickStage::Generate => {
                    self.stage = PickStage::Rest;
                    worker.generated.clear();
                    let defences = self.danger.then(|| worker.generate_defences(info));
                    let defences = defences.flatten();
                    self.lacks_lost = defences == Some(Defences::AllButLost);
                    if defences.is_none() {
                        let (game, pos) = (worker.game, &worker.pos);
                        let moves = &mut worker.generated;
                        self.listed = worker.tactics.candidates(game, pos, info, moves);
                    }
                    worker.await_generated(&self.context, info, self.tried(), None);
                    if self.no_quiets {
                        self.skip_quiets(worker, info);
                    }
                }
                PickStage::Rest => return self.best_waiting(&mut worker.waiting),
            }
        }
    }

    /// Whether moves are left that nobody generated.
    pub(super) fn has_gaps(&self) -> bool {
        self.listed == Listed::Some
    }

    /// The moves that were tried before any generation.
    fn tried(&self) -> [Option<M>; 4] {
        let [first, second, third] = self.refutations;
        [self.hash, first, second, third]
    }

    /// Leaves out the quiet moves that have not had their turn.
    pub(super) fn skip_quiets<G, E, T>(
        &mut self,
        worker: &mut AlphaBetaWorker<'_, G, E, T>,
        info: &T::NodeInfo,
    ) where
        G: Game<Move = M>,
        E: IncrementalEvaluator<G>,
        T: Tactics<G>,
    {
        self.no_quiets = true;
        if !matches!(self.stage, PickStage::Rest) {
            return;
        }
        let (game, tactics, pos) = (worker.game, worker.tactics, &worker.pos);
        let mut kept = self.next;
        for index in self.next..worker.waiting.len() {
            let scored = worker.waiting[index];
            if !tactics.is_quiet(game, pos, info, scored.mv) {
                worker.waiting[kept] = scored;
                kept += 1;
            }
        }
        worker.waiting.truncate(kept);
    }

    #[inline]
    fn best_waiting(&mut self, waiting: &mut [Scored<M>]) -> Option<M> {
        let rest = waiting.get_mut(self.next..)?;
        let (first, others) = rest.split_first_mut()?;
        let mut best: Option<&mut Scored<M>> = None;
        let mut best_score = first.score;
        for other in others {
            if other.score > best_score {
                best_score = other.score;
                best = Some(other);
            }
        }
        if let Some(best) = best {
            std::mem::swap(first, best);
        }
        self.next += 1;
        Some(first.mv)
    }
}

impl<G: Game, E: IncrementalEvaluator<G>, T: Tactics<G>> AlphaBetaWorker<'_, G, E, T> {
    /// Lets the moves wait that a picker has not generated, after all others have had their turn.
    #[cold]
    pub(super) fn fill_gaps(&mut self, picker: &mut Picker<G::Move>, info: &T::NodeInfo) {
        picker.listed = Listed::All;
        self.generated.clear();
        self.game.legal_moves(&self.pos, &mut self.generated);
        let known = &self.waiting[picker.start..];
        self.generated.retain(|&mv| known.iter().all(|scored| scored.mv != mv));
        self.await_generated(&picker.context, info, picker.tried(), None);
    }

    /// Generates the moves of a player in danger that may defend, where the game can tell them, and adds those to draws by
    /// repetition, which no position alone shows.
    pub(super) fn generate_defences(&mut self, info: &T::NodeInfo) -> Option<Defences> {
        let moves = &mut self.generated;
        let defences = (self.tactics).evasions(self.game, &self.pos, info, moves)?;
        if defences == Defences::AllButLost
            && let Some(draws) = self.path.draws_due()
        {
            draws.append_moves(self.game, &mut self.pos, moves);
        }
        Some(defences)
    }

    /// Scores the generated moves and lets them wait; those of `tried` are left out, and `first` goes to the front.
    pub(super) fn await_generated(
        &mut self,
        context: &Context,
        info: &T::NodeInfo,
        tried: [Option<G::Move>; 4],
        first: Option<G::Move>,
    ) {
        let (game, tactics, pos, memory) = (self.game, self.tactics, &self.pos, &*self.memory);
        let anything_tried = tried.iter().any(Option::is_some);
        for &mv in &self.generated {
            if anything_tried && tried.contains(&Some(mv)) {
                continue;
            }
            let score = if first == Some(mv) {
                i32::MAX
            } else {
                tactics.order(game, pos, info, mv)
                    + memory.score(context, tactics.history_slot(pos, mv))
            };
            self.waiting.push(Scored { mv, score });
        }
    }
}
