//! The recursion of expectiminimax.

use super::cache::ValueCache;
use super::star::{EventBounds, Range};
use super::{ExpectimaxOptions, Plays, Star};
use crate::interface::game::{Game, MoveList, Player, Turn};
use crate::interface::value_model::{Candidate, Value, ValueModel};
use crate::support::budget::Budget;
use crate::support::deepening::Coverage;
use crate::support::pv::PvTable;

/// What one thread works with, kept from search to search: a few buffers for every ply.
pub(crate) struct WorkerBuffers<G: Game, V: ValueModel<G>> {
    pub(crate) scratch: V::Scratch,
    pub(super) pv: PvTable<G::Move>,
    /// What the values so far rest on.
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

/// One walk through the tree below a position.
pub(crate) struct ValueWalk<'a, G: Game, V: ValueModel<G>> {
    pub(crate) game: &'a G,
    pub(crate) model: &'a V,
    pub(super) rules: Rules<'a, V::Value>,
    pub(crate) worker: &'a mut WorkerBuffers<G, V>,
    pub(crate) budget: Budget<'a>,
}

/// How the tree is walked: which plays are looked at, what is pruned, where values are kept.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a, V> {
    pub(super) plays: Plays,
    /// How chance nodes are pruned, and the range of utilities; none: not at all.
    pub(super) star: Option<(Star, (f32, f32))>,
    /// The greatest utility, if there is one.
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

/// A node in the recursion.
#[derive(Clone, Copy)]
pub(crate) struct WalkNode {
    /// Plays still to be looked at.
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

/// The value of a position for its viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NodeValue<V> {
    /// The value; it means nothing where `utility` is but a bound.
    pub(crate) value: V,
    /// What it is worth, or a bound outside the window that was asked for. Kept only where chance nodes are pruned.
    pub(super) utility: f32,
}

impl<V: Value> NodeValue<V> {
    fn flipped(self) -> Self {
        Self { value: self.value.flipped(), utility: -self.utility }
    }
}

impl<G: Game, V: ValueModel<G>> ValueWalk<'_, G, V> {
    /// The value of a position for its viewer; nothing if the budget was spent before.
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
            // What is known of a game that goes on may be a mean.
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

    /// The value of a position whose children are looked at.
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

    /// The value of a chance node out of the cache, or into it.
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

    /// Notes what a value rests on, if it is so.
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

    /// What is worth so much after the decisions that need no search.
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

    /// A player's choice among the first `most` of the plays.
    pub(super) fn choose(
        &mut self,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
        most: usize,
    ) -> Option<NodeValue<V::Value>> {
        match self.rules.plays {
            Plays::Legal => self.choose_in_place(pos, place, range, most),
            // Whatever the order, behind the last choice lie static values.
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

    /// A player's choice among all legal moves, made and taken back.
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
        self.worker.seen = choice.rests_on();
        finished.then_some(choice.best).flatten()
    }

    /// A player's choice among the statically best plays.
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
        // A play that is left out might be better. Counting them all is rarely needed: mostly some position below was valued
        // before the end of the game.
        let kept = candidates.len().min(keep) as u64;
        let left_out = || kept < self.game.count_moves(pos);
        if choice.seen <= Coverage::All && left_out() {
            choice.seen = Coverage::Part;
        }
        self.worker.seen = choice.rests_on();
        self.worker.spare_candidates.push(candidates);
        finished.then_some(choice.best).flatten()
    }

    /// A choice before any play is weighed.
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

    /// The statically best plays, counted.
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

    /// Counts what the value model looked at, or what came of it.
    fn count(&mut self, seen: u64) {
        let nodes = self.model.take_nodes(&mut self.worker.scratch);
        self.budget.count_many(nodes.unwrap_or(seen));
    }

    /// Weighs a play against those before it; false if no more need be looked at.
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
        // What is no better than another play may be but a bound.
        let is_sure = seen == Coverage::Sure && utility > choice.range.alpha;
        choice.is_won |= is_sure && utility >= self.rules.greatest;
        let found = NodeValue { utility, ..found };
        let (mut best, other) = match choice.best {
            Some(best) if utility <= best.utility => {
                // A player who loses by every play shows how long that takes.
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
        // What is pruned leaves bounds instead of values.
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

/// A choice while its plays are weighed.
struct ChoiceNode<V> {
    viewer: Player,
    place: WalkNode,
    range: Range,
    best: Option<NodeValue<V>>,
    /// What the values before this choice rest on.
    before: Coverage,
    /// What the values of the plays rest on.
    seen: Coverage,
    /// Whether one of them is sure to be worth as much as anything can be.
    is_won: bool,
}

impl<V> ChoiceNode<V> {
    /// What the node's value rests on: on nothing else where one play is as good as can be.
    fn rests_on(&self) -> Coverage {
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
