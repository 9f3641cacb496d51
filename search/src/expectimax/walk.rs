//! The recursion of expectiminimax.

use super::cache::ValueCache;
use super::star::{EventBounds, Range};
use super::{ExpectimaxOptions, Plays, Star};
use crate::interface::game::{Game, MoveList, Player, Turn};
use crate::interface::value_model::{Candidate, Value, ValueModel};
use crate::support::budget::Budget;
use crate::support::deepening::Coverage;
use crate::support::pv::PvTable;

/// The working memory of one thread, kept between searches: a few buffers for each ply.
pub(crate) struct WorkerBuffers<G: Game, V: ValueModel<G>> {
    pub(crate) scratch: V::Scratch,
    pub(super) pv: PvTable<G::Move>,
    /// The coverage of the values found so far.
    pub(super) seen: Coverage,
    spare_candidates: Vec<Vec<Candidate<G, V::Value>>>,
    spare_moves: Vec<MoveList<G::Move>>,
    pub(super) spare_events: Vec<Vec<(G::Event, u32)>>,
    pub(super) spare_bounds: Vec<Vec<EventBounds>>,
}

impl<G: Game, V: ValueModel<G>> WorkerBuffers<G, V> {
    pub(crate) fn new() -> Self {
        Self {
            scratch: V::Scratch::default(),
            pv: PvTable::default(),
            seen: Coverage::Sure,
            spare_candidates: Vec::new(),
            spare_moves: Vec::new(),
            spare_events: Vec::new(),
            spare_bounds: Vec::new(),
        }
    }
}

/// A walk through the tree below a position.
pub(crate) struct ValueWalk<'a, G: Game, V: ValueModel<G>> {
    pub(crate) game: &'a G,
    pub(crate) model: &'a V,
    pub(super) rules: Rules<'a, V::Value>,
    pub(crate) worker: &'a mut WorkerBuffers<G, V>,
    pub(crate) budget: Budget<'a>,
}

/// How the tree is searched: the moves, the pruning, and the cache.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a, V> {
    pub(super) plays: Plays,
    /// The pruning of chance nodes and the range of utilities; `None` turns it off.
    pub(super) star: Option<(Star, (f32, f32))>,
    /// The greatest utility; infinite if there is none.
    greatest: f32,
    pub(super) cache: Option<&'a ValueCache<V>>,
}

impl<'a, V> Rules<'a, V> {
    pub(super) fn new(
        options: &ExpectimaxOptions,
        range: Option<(f32, f32)>,
        cache: Option<&'a ValueCache<V>>,
    ) -> Self {
        let star = range.filter(|_| options.star != Star::Off).map(|range| (options.star, range));
        Self {
            plays: options.plays,
            star,
            greatest: range.map_or(f32::INFINITY, |(_, greatest)| greatest),
            cache,
        }
    }
}

/// The remaining depth and the ply of a node.
#[derive(Clone, Copy)]
pub(crate) struct WalkNode {
    /// The remaining depth, in moves.
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

/// The value of a position for its viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NodeValue<V> {
    /// The value. It has no meaning if `utility` is only a bound.
    pub(crate) value: V,
    /// The utility of the value, or a bound outside of the window. Computed only if chance nodes are pruned.
    pub(super) utility: f32,
}

impl<V: Value> NodeValue<V> {
    fn flipped(self) -> Self {
        Self { value: self.value.flipped(), utility: -self.utility }
    }
}

impl<G: Game, V: ValueModel<G>> ValueWalk<'_, G, V> {
    /// The value of a position for its viewer; `None` if the budget was spent.
    pub(super) fn value(
        &mut self,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
    ) -> Option<NodeValue<V::Value>> {
        if self.budget.is_spent() {
            return None;
        }
        self.worker.pv.begin(place.ply);
        let turn = self.game.turn(pos);
        if let Some(value) = self.model.exact(&mut self.worker.scratch, self.game, pos) {
            // The exact value of a game in progress may be a mean over events.
            self.see(turn != Turn::Over, Coverage::All);
            return Some(self.found(pos, value));
        }
        if place.depth == 0 && (turn != Turn::Chance || self.model.evaluates_chance()) {
            self.worker.seen = Coverage::Part;
            let value = self.model.value(&mut self.worker.scratch, self.game, pos);
            return Some(self.found(pos, value));
        }
        match self.rules.cache {
            Some(cache) if place.depth > 0 && self.is_before_chance(pos, turn) => {
                self.remembered(cache, pos, place, range)
            }
            _ => self.below(pos, place, range, turn),
        }
    }

    /// The value of a position from its children.
    fn below(
        &mut self,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
        turn: Turn,
    ) -> Option<NodeValue<V::Value>> {
        if turn == Turn::Chance {
            let found = self.average(pos, place, range)?;
            return Some(self.with_decisions(pos, found));
        }
        let Some(mv) = self.model.passes_through(self.game, pos) else {
            return self.choose(pos, place, range, usize::MAX);
        };
        let undo = self.game.play(pos, mv);
        let found = self.average(pos, place, range);
        self.game.undo(pos, mv, undo);
        Some(self.with_decisions(pos, found?))
    }

    fn is_before_chance(&self, pos: &G::Position, turn: Turn) -> bool {
        turn == Turn::Chance || self.model.passes_through(self.game, pos).is_some()
    }

    /// The value of a chance node from the cache; otherwise it is searched and cached.
    fn remembered(
        &mut self,
        cache: &ValueCache<V::Value>,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
    ) -> Option<NodeValue<V::Value>> {
        let key = (self.game.hash(pos), place.depth);
        if let Some((value, seen)) = cache.get(key) {
            self.see(true, seen);
            return Some(self.found(pos, value));
        }
        let before = std::mem::replace(&mut self.worker.seen, Coverage::Sure);
        let found = self.below(pos, place, range, self.game.turn(pos))?;
        if self.rules.star.is_none() || range.holds(found.utility) {
            cache.insert(key, (found.value, self.worker.seen));
        }
        self.see(true, before);
        Some(found)
    }

    /// Records the coverage of a value if `is_so` is true.
    pub(super) fn see(&mut self, is_so: bool, seen: Coverage) {
        if is_so {
            self.worker.seen = self.worker.seen.max(seen);
        }
    }

    pub(super) fn found(&self, pos: &G::Position, value: V::Value) -> NodeValue<V::Value> {
        let utility = match self.rules.star {
            Some(_) => self.model.utility(self.game, pos, &value),
            None => 0.0,
        };
        NodeValue { value, utility }
    }

    /// Applies the decisions in closed form to a value.
    fn with_decisions(
        &self,
        pos: &G::Position,
        mut found: NodeValue<V::Value>,
    ) -> NodeValue<V::Value> {
        self.model.decide_closed_form(self.game, pos, &mut found.value);
        found
    }

    /// The value of a child for the viewer of its parent.
    pub(super) fn child(
        &mut self,
        viewer: Player,
        child: &mut G::Position,
        place: WalkNode,
        range: Range,
    ) -> Option<NodeValue<V::Value>> {
        if self.model.viewer(self.game, child) == viewer {
            self.value(child, place, range)
        } else {
            let found = self.value(child, place, range.flipped())?;
            Some(found.flipped())
        }
    }

    /// The best of the first `most` moves.
    pub(super) fn choose(
        &mut self,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
        most: usize,
    ) -> Option<NodeValue<V::Value>> {
        match self.rules.plays {
            Plays::Legal => self.choose_in_place(pos, place, range, most),
            // At the last choice all values are static, so the model can find the best move itself.
            Plays::Best(_) | Plays::Ordered if place.depth == 1 => {
                self.worker.seen = Coverage::Part;
                let value = self.model.best(&mut self.worker.scratch, self.game, pos);
                self.count(1);
                Some(self.found(pos, value))
            }
            Plays::Best(keep) => self.choose_among(pos, place, range, keep.clamp(1, most)),
            Plays::Ordered => self.choose_among(pos, place, range, most),
        }
    }

    /// The best legal move; moves are made and taken back on one position.
    fn choose_in_place(
        &mut self,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
        most: usize,
    ) -> Option<NodeValue<V::Value>> {
        let mut moves = self.worker.spare_moves.pop().unwrap_or_default();
        moves.clear();
        self.game.legal_moves(pos, &mut moves);
        let mut choice = self.choice(pos, place, range);
        let mut finished = true;
        for &mv in moves.iter().take(most) {
            let undo = self.game.play(pos, mv);
            self.budget.count();
            let found = self.child(choice.viewer, pos, choice.below(), choice.range);
            self.game.undo(pos, mv, undo);
            finished = found.is_some();
            if !found.is_some_and(|found| self.weigh(&mut choice, pos, mv, found)) {
                break;
            }
        }
        self.worker.spare_moves.push(moves);
        self.worker.seen = choice.coverage();
        finished.then_some(choice.best).flatten()
    }

    /// The best of the moves with the best static values.
    fn choose_among(
        &mut self,
        pos: &G::Position,
        place: WalkNode,
        range: Range,
        keep: usize,
    ) -> Option<NodeValue<V::Value>> {
        let mut candidates = self.worker.spare_candidates.pop().unwrap_or_default();
        self.candidates(pos, keep, &mut candidates);
        let mut choice = self.choice(pos, place, range);
        let mut finished = true;
        for candidate in candidates.iter_mut().take(keep) {
            let after = &mut candidate.position;
            let found = self.child(choice.viewer, after, choice.below(), choice.range);
            finished = found.is_some();
            if !found.is_some_and(|found| self.weigh(&mut choice, pos, candidate.mv, found)) {
                break;
            }
        }
        // A move that was omitted might be better. The legal moves rarely need to be counted: usually some position below was evaluated
        // before the end of the game, so the coverage is [`Coverage::Part`] anyway.
        let kept = candidates.len().min(keep) as u64;
        let left_out = || kept < self.game.count_moves(pos);
        if choice.seen <= Coverage::All && left_out() {
            choice.seen = Coverage::Part;
        }
        self.worker.seen = choice.coverage();
        self.worker.spare_candidates.push(candidates);
        finished.then_some(choice.best).flatten()
    }

    /// The state of a choice before its first move is searched.
    fn choice(&mut self, pos: &G::Position, place: WalkNode, range: Range) -> ChoiceNode<V::Value> {
        ChoiceNode {
            viewer: self.model.viewer(self.game, pos),
            place,
            range,
            best: None,
            before: std::mem::replace(&mut self.worker.seen, Coverage::Sure),
            seen: Coverage::Sure,
            is_won: false,
        }
    }

    /// The moves with the best static values; counts the nodes.
    pub(super) fn candidates(
        &mut self,
        pos: &G::Position,
        keep: usize,
        out: &mut Vec<Candidate<G, V::Value>>,
    ) {
        out.clear();
        let scratch = &mut self.worker.scratch;
        self.model.candidates(scratch, self.game, pos, keep, out);
        self.count(out.len() as u64);
    }

    /// Counts the nodes that the value model reports, or else `seen`.
    fn count(&mut self, seen: u64) {
        let nodes = self.model.take_nodes(&mut self.worker.scratch);
        self.budget.count_many(nodes.unwrap_or(seen));
    }

    /// Compares a move with the moves before it; returns false if the remaining moves need not be searched.
    fn weigh(
        &mut self,
        choice: &mut ChoiceNode<V::Value>,
        pos: &G::Position,
        mv: G::Move,
        found: NodeValue<V::Value>,
    ) -> bool {
        let utility = match self.rules.star {
            Some(_) => found.utility,
            None => self.model.utility(self.game, pos, &found.value),
        };
        let seen = std::mem::replace(&mut self.worker.seen, Coverage::Sure);
        choice.seen = choice.seen.max(seen);
        // A value that does not exceed that of another move may be only a bound.
        let is_sure = seen == Coverage::Sure && utility > choice.range.alpha;
        choice.is_won |= is_sure && utility >= self.rules.greatest;
        let found = NodeValue { utility, ..found };
        let (mut best, other) = match choice.best {
            Some(best) if utility <= best.utility => {
                // A player who loses in any case plays the longest line.
                let is_lost = utility <= -self.rules.greatest && best.utility <= utility;
                if is_lost && self.worker.pv.is_longer_by_move(choice.place.ply) {
                    self.worker.pv.take(choice.place.ply, mv);
                }
                (best, Some(found))
            }
            before => {
                self.worker.pv.take(choice.place.ply, mv);
                (found, before)
            }
        };
        // With pruning, the other moves have bounds instead of values.
        if let Some(other) = other.filter(|_| self.rules.star.is_none()) {
            (self.model).take_in(self.game, pos, &mut best.value, &other.value);
        }
        choice.best = Some(best);
        if self.rules.star.is_some() {
            choice.range.alpha = choice.range.alpha.max(utility);
        }
        choice.range.alpha < choice.range.beta
    }
}

/// The state of a choice during the search of its moves.
struct ChoiceNode<V> {
    viewer: Player,
    place: WalkNode,
    range: Range,
    best: Option<NodeValue<V>>,
    /// The coverage of the values before this choice.
    before: Coverage,
    /// The coverage of the moves' values.
    seen: Coverage,
    /// Whether one of the moves certainly has the greatest possible value.
    is_won: bool,
}

impl<V> ChoiceNode<V> {
    /// The coverage of the node's value. If one move certainly has the greatest possible value, the others do not matter.
    fn coverage(&self) -> Coverage {
        if self.is_won { self.before } else { self.before.max(self.seen) }
    }

    fn below(&self) -> WalkNode {
        WalkNode { depth: self.place.depth - 1, ply: self.place.ply + 1 }
    }
}

/// Whether two values are equal.
pub(super) fn same<V: Value>(one: &V, other: &V) -> bool {
    let equal = |index| {
        let (one, other) = (one.component(index), other.component(index));
        one.total_cmp(&other).is_eq()
    };
    (0..V::COMPONENTS).all(equal)
}
