//! The recursion of expectiminimax.

use super::cache::Cache;
use super::star::{EventBounds, Range};
use super::{ExpectimaxOptions, Plays, Star};
use crate::pv::PvTable;
use crate::{Budget, Candidate, Game, MoveList, Player, Turn, Value, Valuer};

/// What one thread works with, kept from search to search: a few buffers for every ply.
pub(crate) struct Worker<G: Game, V: Valuer<G>> {
    pub(crate) scratch: V::Scratch,
    pub(super) pv: PvTable<G::Move>,
    /// Whether no position was valued before the end of the game, and nobody left out a play.
    pub(super) complete: bool,
    spare_candidates: Vec<Vec<Candidate<G, V::Value>>>,
    spare_moves: Vec<MoveList<G::Move>>,
    pub(super) spare_events: Vec<Vec<(G::Event, u32)>>,
    pub(super) spare_bounds: Vec<Vec<EventBounds>>,
}

impl<G: Game, V: Valuer<G>> Worker<G, V> {
    pub(crate) fn new() -> Self {
        Self {
            scratch: V::Scratch::default(),
            pv: PvTable::default(),
            complete: true,
            spare_candidates: Vec::new(),
            spare_moves: Vec::new(),
            spare_events: Vec::new(),
            spare_bounds: Vec::new(),
        }
    }
}

/// One walk through the tree below a position.
pub(crate) struct Walk<'a, G: Game, V: Valuer<G>> {
    pub(crate) game: &'a G,
    pub(crate) valuer: &'a V,
    pub(super) rules: Rules<'a, V::Value>,
    pub(crate) worker: &'a mut Worker<G, V>,
    pub(crate) budget: Budget<'a>,
}

/// How a walk goes.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a, V> {
    pub(super) plays: Plays,
    /// How chance nodes are pruned, and the range of utilities; none: not at all.
    pub(super) star: Option<(Star, (f32, f32))>,
    pub(super) cache: Option<&'a Cache<V>>,
}

impl<'a, V> Rules<'a, V> {
    pub(super) fn new(
        options: &ExpectimaxOptions,
        range: Option<(f32, f32)>,
        cache: Option<&'a Cache<V>>,
    ) -> Self {
        let star = range
            .filter(|_| options.star != Star::Off)
            .map(|range| (options.star, range));
        Self {
            plays: options.plays,
            star,
            cache,
        }
    }
}

/// A node in the recursion.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Plays still to be looked at.
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

/// The value of a position for its viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Found<V> {
    /// The value; it means nothing where `utility` is but a bound.
    pub(crate) value: V,
    /// What it is worth, or a bound outside the window that was asked for. Kept only where chance nodes are pruned.
    pub(super) utility: f32,
}

impl<V: Value> Found<V> {
    fn flipped(self) -> Self {
        Self {
            value: self.value.flipped(),
            utility: -self.utility,
        }
    }
}

impl<G: Game, V: Valuer<G>> Walk<'_, G, V> {
    /// The value of a position for its viewer; nothing if the budget was spent before.
    pub(super) fn value(
        &mut self,
        pos: &mut G::Position,
        place: Place,
        range: Range,
    ) -> Option<Found<V::Value>> {
        if self.budget.is_spent() {
            return None;
        }
        self.worker.pv.begin(place.ply);
        if let Some(value) = self.valuer.exact(&mut self.worker.scratch, self.game, pos) {
            return Some(self.found(pos, value));
        }
        let turn = self.game.turn(pos);
        if place.depth == 0 && (turn != Turn::Chance || self.valuer.judges_chance()) {
            self.worker.complete = false;
            let value = self.valuer.value(&mut self.worker.scratch, self.game, pos);
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
        place: Place,
        range: Range,
        turn: Turn,
    ) -> Option<Found<V::Value>> {
        if turn == Turn::Chance {
            let found = self.average(pos, place, range)?;
            return Some(self.settled(pos, found));
        }
        let Some(mv) = self.valuer.passes_through(self.game, pos) else {
            return self.choose(pos, place, range, usize::MAX);
        };
        let undo = self.game.play(pos, mv);
        let found = self.average(pos, place, range);
        self.game.undo(pos, mv, undo);
        Some(self.settled(pos, found?))
    }

    fn is_before_chance(&self, pos: &G::Position, turn: Turn) -> bool {
        turn == Turn::Chance || self.valuer.passes_through(self.game, pos).is_some()
    }

    /// The value of a chance node out of the cache, or into it.
    fn remembered(
        &mut self,
        cache: &Cache<V::Value>,
        pos: &mut G::Position,
        place: Place,
        range: Range,
    ) -> Option<Found<V::Value>> {
        let key = (self.game.hash(pos), place.depth);
        if let Some((value, complete)) = cache.get(key) {
            self.worker.complete &= complete;
            return Some(self.found(pos, value));
        }
        let before = std::mem::replace(&mut self.worker.complete, true);
        let found = self.below(pos, place, range, self.game.turn(pos))?;
        if self.rules.star.is_none() || range.holds(found.utility) {
            cache.insert(key, (found.value, self.worker.complete));
        }
        self.worker.complete &= before;
        Some(found)
    }

    pub(super) fn found(&self, pos: &G::Position, value: V::Value) -> Found<V::Value> {
        let utility = match self.rules.star {
            Some(_) => self.valuer.utility(self.game, pos, &value),
            None => 0.0,
        };
        Found { value, utility }
    }

    /// What is worth so much after the decisions that need no search.
    fn settled(&self, pos: &G::Position, mut found: Found<V::Value>) -> Found<V::Value> {
        self.valuer.settle(self.game, pos, &mut found.value);
        found
    }

    /// The value of a child for the viewer of its parent.
    pub(super) fn child(
        &mut self,
        viewer: Player,
        child: &mut G::Position,
        place: Place,
        range: Range,
    ) -> Option<Found<V::Value>> {
        if self.valuer.viewer(self.game, child) == viewer {
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
        place: Place,
        range: Range,
        most: usize,
    ) -> Option<Found<V::Value>> {
        match self.rules.plays {
            Plays::Legal => self.choose_in_place(pos, place, range, most),
            // Whatever the order, behind the last choice lie static values.
            Plays::Best(_) | Plays::Ordered if place.depth == 1 => {
                self.worker.complete = false;
                let value = self.valuer.best(&mut self.worker.scratch, self.game, pos);
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
        place: Place,
        range: Range,
        most: usize,
    ) -> Option<Found<V::Value>> {
        let mut moves = self.worker.spare_moves.pop().unwrap_or_default();
        moves.clear();
        self.game.legal_moves(pos, &mut moves);
        let mut choice = Choice::new(self.valuer.viewer(self.game, pos), place, range);
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
        finished.then_some(choice.best).flatten()
    }

    /// A player's choice among the statically best plays.
    fn choose_among(
        &mut self,
        pos: &G::Position,
        place: Place,
        range: Range,
        keep: usize,
    ) -> Option<Found<V::Value>> {
        let mut candidates = self.worker.spare_candidates.pop().unwrap_or_default();
        self.candidates(pos, keep, &mut candidates);
        let mut choice = Choice::new(self.valuer.viewer(self.game, pos), place, range);
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
        self.worker.complete = self.worker.complete && !left_out();
        self.worker.spare_candidates.push(candidates);
        finished.then_some(choice.best).flatten()
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
        self.valuer.candidates(scratch, self.game, pos, keep, out);
        self.count(out.len() as u64);
    }

    /// Counts what the valuer looked at, or what came of it.
    fn count(&mut self, seen: u64) {
        let nodes = self.valuer.take_nodes(&mut self.worker.scratch);
        self.budget.count_many(nodes.unwrap_or(seen));
    }

    /// Weighs a play against those before it; false if no more need be looked at.
    fn weigh(
        &mut self,
        choice: &mut Choice<V::Value>,
        pos: &G::Position,
        mv: G::Move,
        found: Found<V::Value>,
    ) -> bool {
        let utility = match self.rules.star {
            Some(_) => found.utility,
            None => self.valuer.utility(self.game, pos, &found.value),
        };
        if choice.best.is_none_or(|best| utility > best.utility) {
            choice.best = Some(Found { utility, ..found });
            self.worker.pv.take(choice.place.ply, mv);
        }
        if self.rules.star.is_some() {
            choice.range.alpha = choice.range.alpha.max(utility);
        }
        choice.range.alpha < choice.range.beta
    }
}

/// A choice while its plays are weighed.
struct Choice<V> {
    viewer: Player,
    place: Place,
    range: Range,
    best: Option<Found<V>>,
}

impl<V> Choice<V> {
    fn new(viewer: Player, place: Place, range: Range) -> Self {
        Self {
            viewer,
            place,
            range,
            best: None,
        }
    }

    fn below(&self) -> Place {
        Place {
            depth: self.place.depth - 1,
            ply: self.place.ply + 1,
        }
    }
}
