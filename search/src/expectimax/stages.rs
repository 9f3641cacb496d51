//! The root: one depth after the other, all jobs of a depth on all threads.

use super::jury::{Judgement, Jury, Question};
use super::star::Range;
use super::walk::Walk;
use super::{ExpectimaxOptions, GREATEST_DEPTH, Plays, Ranked, Ranking, RankingOf};
use crate::rank::{best_first, descending};
use crate::{Bound, Budget, Candidate, Game, Limits, StopFlag, Valuer};

/// Where chance nodes are pruned, so many plays are judged against the same floor: enough for a few threads.
const BATCH: usize = 8;

/// A search of one position.
pub(super) struct Stages<'a, G: Game, V: Valuer<G>> {
    pub(super) options: &'a ExpectimaxOptions,
    pub(super) jury: Jury<'a, G, V>,
    pub(super) threads: usize,
    pub(super) root: &'a G::Position,
}

/// A play of the root.
struct Entry<G: Game, V> {
    mv: G::Move,
    /// The position after it.
    position: G::Position,
    value: V,
    utility: f32,
    depth: u32,
    bound: Bound,
    replies: Vec<G::Move>,
    nodes: u64,
    complete: bool,
}

impl<G: Game, V: Valuer<G>> Stages<'_, G, V> {
    /// Judges the plays deeper and deeper, until a limit is reached or there is nothing more to see.
    pub(super) fn run(
        &self,
        limits: &Limits,
        budget: &mut Budget<'_>,
        observer: &mut dyn FnMut(&RankingOf<G, V>),
    ) -> RankingOf<G, V> {
        let mut entries = self.entries(budget);
        let mut finished = 0;
        let last = limits.depth.unwrap_or(GREATEST_DEPTH);
        for below in 0..=last.saturating_sub(self.options.first_depth) {
            let kept = self.kept(below, &entries);
            if below > 0 && (budget.is_late() || self.options.only_choose && kept < 2) {
                break;
            }
            let is_known = below == 0 && self.options.plays != Plays::Legal;
            if below == 0 && !is_known {
                self.judge_some(&mut entries, budget);
            }
            if !is_known && !self.deepen(below, &mut entries[..kept], budget) {
                break;
            }
            finished = below + self.options.first_depth;
            observer(&self.ranking(&entries, finished, budget));
            if entries[..kept].iter().all(|entry| entry.complete) {
                break;
            }
        }
        self.ranking(&entries, finished, budget)
    }

    /// The plays of the root, with their static values if the valuer orders them.
    fn entries(&self, budget: &mut Budget<'_>) -> Vec<Entry<G, V::Value>> {
        let candidates = if self.options.plays == Plays::Legal {
            self.legal_moves()
        } else {
            self.best_plays(budget)
        };
        let entry = |candidate: Candidate<G, V::Value>| Entry {
            mv: candidate.mv,
            position: candidate.position,
            value: candidate.value,
            utility: candidate.utility,
            depth: self.options.first_depth,
            bound: Bound::Exact,
            replies: Vec::new(),
            nodes: 0,
            complete: false,
        };
        candidates.into_iter().map(entry).collect()
    }

    fn legal_moves(&self) -> Vec<Candidate<G, V::Value>> {
        let game = self.jury.game;
        let mut moves = Vec::new();
        game.legal_moves(self.root, &mut moves);
        let candidate = |mv| {
            let mut position = self.root.clone();
            game.play(&mut position, mv);
            Candidate {
                mv,
                position,
                value: V::Value::default(),
                utility: f32::NEG_INFINITY,
            }
        };
        moves.into_iter().map(candidate).collect()
    }

    /// All plays by static value; they are given whatever they cost.
    fn best_plays(&self, budget: &mut Budget<'_>) -> Vec<Candidate<G, V::Value>> {
        let mut purse = budget.share(u64::MAX);
        let list = |walk: &mut Walk<'_, G, V>, _| {
            let mut candidates = Vec::new();
            walk.candidates(self.root, usize::MAX, &mut candidates);
            Some(candidates)
        };
        let mut done = self.jury.walk(1, &mut purse, list);
        budget.count_many(purse.nodes());
        done.pop().and_then(|done| done.result).unwrap_or_default()
    }

    /// How many of the entries are looked at `below` plies below them.
    fn kept(&self, below: u32, entries: &[Entry<G, V::Value>]) -> usize {
        let filters = &self.options.filters;
        let filter = match below.checked_sub(1) {
            Some(index) => filters.get(index as usize).or(filters.last()),
            None => None,
        };
        filter.map_or(entries.len(), |filter| {
            // Those that an earlier filter left out were looked at less deeply.
            let depth = below - 1 + self.options.first_depth;
            let reached = entries.iter().take_while(|entry| entry.depth == depth);
            filter.count(reached.map(|entry| entry.utility))
        })
    }

    /// Judges the entries at one depth; false if that was broken off. They are then as they were, but at the first depth.
    fn deepen(
        &self,
        below: u32,
        entries: &mut [Entry<G, V::Value>],
        budget: &mut Budget<'_>,
    ) -> bool {
        let mut judgements = Vec::new();
        let mut utilities = Vec::new();
        while judgements.len() < entries.len() {
            let first = judgements.len();
            let last = entries.len().min(first.saturating_add(self.batch(first)));
            let floor = self.floor(&mut utilities);
            for judgement in self.judge(below, &entries[first..last], floor, budget) {
                utilities.push(judgement.utility);
                judgements.push((judgement, floor));
            }
            if judgements.len() < last {
                break;
            }
        }
        let finished = judgements.len() == entries.len();
        if finished || below == 0 {
            for (entry, (judgement, floor)) in entries.iter_mut().zip(judgements) {
                entry.take(judgement, floor, below + self.options.first_depth);
            }
            // Stable: of equal plays the one that was judged first, and exactly, stays first.
            best_first(entries, |entry| f64::from(entry.utility));
        }
        finished
    }

    /// Judges as many entries as are asked for at the least depth whatever it costs, so that a value is never made up.
    fn judge_some(&self, entries: &mut [Entry<G, V::Value>], budget: &mut Budget<'_>) {
        let never = StopFlag::default();
        let mut free = Budget::new(&Limits::default(), &never, true);
        let most = entries.len().min(self.options.search.multipv.max(1));
        let judged = self.judge(0, &entries[..most], f32::NEG_INFINITY, &mut free);
        budget.count_many(free.nodes());
        for (entry, judgement) in entries.iter_mut().zip(judged) {
            entry.take(judgement, f32::NEG_INFINITY, self.options.first_depth);
        }
        best_first(entries, |entry| f64::from(entry.utility));
    }

    /// Judges some entries, for the player at the root; the answers end where the budget does.
    fn judge(
        &self,
        below: u32,
        entries: &[Entry<G, V::Value>],
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<Judgement<G::Move, V::Value>> {
        let Jury { game, valuer, .. } = self.jury;
        let question = Question {
            depth: below,
            viewer: valuer.viewer(game, self.root),
            range: Range {
                alpha: floor,
                ..Range::FULL
            },
            after_play: true,
        };
        let positions: Vec<_> = entries.iter().map(|entry| &entry.position).collect();
        let judged = self.jury.judge(&positions, question, budget);
        let with_utility = |mut judgement: Judgement<G::Move, V::Value>| {
            if self.jury.rules.star.is_none() {
                judgement.utility = valuer.utility(game, self.root, &judgement.value);
            }
            judgement
        };
        judged
            .into_iter()
            .map_while(|judgement| judgement.map(with_utility))
            .collect()
    }

    /// How many plays are judged next: all, unless what some are worth helps to prune the others.
    fn batch(&self, judged: usize) -> usize {
        match (self.jury.rules.star, judged) {
            (None, _) => usize::MAX,
            (Some(_), 0) => self.options.search.multipv.max(1),
            (Some(_), _) => BATCH,
        }
    }

    /// What a play must be worth more than to be among those that are asked for.
    fn floor(&self, utilities: &mut [f32]) -> f32 {
        let wanted = self.options.search.multipv.max(1);
        if self.jury.rules.star.is_none() || utilities.len() < wanted {
            return f32::NEG_INFINITY;
        }
        descending(utilities);
        utilities[wanted - 1]
    }

    fn ranking(
        &self,
        entries: &[Entry<G, V::Value>],
        depth: u32,
        budget: &Budget<'_>,
    ) -> RankingOf<G, V> {
        Ranking {
            plays: entries.iter().map(Entry::ranked).collect(),
            depth,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            threads: self.threads,
        }
    }
}

impl<G: Game, V: Copy> Entry<G, V> {
    fn take(&mut self, judgement: Judgement<G::Move, V>, floor: f32, depth: u32) {
        self.bound = if judgement.utility <= floor {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.value = judgement.value;
        self.utility = judgement.utility;
        self.replies = judgement.replies;
        self.complete = judgement.complete;
        self.nodes += judgement.nodes;
        self.depth = depth;
    }

    fn ranked(&self) -> Ranked<G::Move, V> {
        Ranked {
            mv: self.mv,
            value: self.value,
            utility: self.utility,
            depth: self.depth,
            bound: self.bound,
            replies: self.replies.clone(),
            nodes: self.nodes,
        }
    }
}
