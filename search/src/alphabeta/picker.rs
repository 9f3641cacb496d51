//! Move ordering. Moves are generated as late as possible: first the table's move and the moves that refuted sibling nodes, which need no
//! generation; then all others, sorted by score.

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

/// Selects the next move of one node. Generated moves are appended to the worker's queue, from index `start` on; the node removes them when
/// its search ends.
pub(super) struct Picker<M> {
    stage: PickStage,
    /// The move from the table; it is legal.
    hash: Option<M>,
    /// Moves to try before any are generated. They remain here afterwards, so that they are not tried twice.
    refutations: [Option<M>; 3],
    pub(super) context: Context,
    start: usize,
    next: usize,
    no_quiets: bool,
    danger: bool,
    /// Whether only defences were generated, so that moves that lose are missing.
    pub(super) lacks_lost: bool,
    /// Whether all legal moves were generated.
    listed: Listed,
}

impl<M: Copy + Eq> Picker<M> {
    /// A picker for all legal moves of a node. In danger it generates only the evasions, if the game lists them.
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

    /// A picker for moves that were already queued by [`AlphaBetaWorker::queue_generated`].
    pub(super) fn queued(context: Context, start: usize) -> Self {
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

    /// Index of this node's first move.
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
                    worker.queue_generated(&self.context, info, self.tried(), None);
                    if self.no_quiets {
                        self.skip_quiets(worker, info);
                    }
                }
                PickStage::Rest => return self.best_waiting(&mut worker.queue),
            }
        }
    }

    /// Whether some legal moves were not generated.
    pub(super) fn has_gaps(&self) -> bool {
        self.listed == Listed::Some
    }

    /// The moves that were tried before the generation.
    fn tried(&self) -> [Option<M>; 4] {
        let [first, second, third] = self.refutations;
        [self.hash, first, second, third]
    }

    /// Removes the quiet moves that were not tried yet.
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
        for index in self.next..worker.queue.len() {
            let scored = worker.queue[index];
            if !tactics.is_quiet(game, pos, info, scored.mv) {
                worker.queue[kept] = scored;
                kept += 1;
            }
        }
        worker.queue.truncate(kept);
    }

    #[inline]
    fn best_waiting(&mut self, queue: &mut [Scored<M>]) -> Option<M> {
        let rest = queue.get_mut(self.next..)?;
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
    /// Queues the legal moves that were omitted before. Called after all others were tried.
    #[cold]
    pub(super) fn fill_gaps(&mut self, picker: &mut Picker<G::Move>, info: &T::NodeInfo) {
        picker.listed = Listed::All;
        self.generated.clear();
        self.game.legal_moves(&self.pos, &mut self.generated);
        let known = &self.queue[picker.start..];
        self.generated.retain(|&mv| known.iter().all(|scored| scored.mv != mv));
        self.queue_generated(&picker.context, info, picker.tried(), None);
    }

    /// Generates the evasions of a player in danger, if the game can list them. Adds the moves that lead to a draw by repetition, which the
    /// game's list may lack because it depends on the position alone.
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

    /// Scores and queues the generated moves, except those in `tried`; the move `first` gets the highest score.
    pub(super) fn queue_generated(
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
            self.queue.push(Scored { mv, score });
        }
    }
}
