//! Chance nodes in expectiminimax: the mean over the events, complete or with pruning.

use super::star::{EventBounds, EventSums, Range};
use super::walk::{NodeValue, ValueWalk, WalkNode, same};
use super::{Plays, Star};
use crate::interface::game::{Game, Player, Turn};
use crate::interface::value_model::{Value, ValueModel};
use crate::support::deepening::Coverage;

impl<G: Game, V: ValueModel<G>> ValueWalk<'_, G, V> {
    /// The mean over the events of a chance node.
    pub(super) fn average(
        &mut self,
        pos: &mut G::Position,
        place: WalkNode,
        range: Range,
    ) -> Option<NodeValue<V::Value>> {
        self.worker.pv.begin(place.ply);
        let mut events = self.worker.spare_events.pop().unwrap_or_default();
        events.clear();
        let total = self.game.events(pos, &mut events);
        let found = match self.rules.star {
            None => self.mean(pos, &events, total, place),
            Some((star, limits)) => {
                let mut bounds = self.worker.spare_bounds.pop().unwrap_or_default();
                bounds.clear();
                bounds.extend(events.iter().map(|&(_, weight)| EventBounds {
                    weight: f64::from(weight),
                    least: limits.0,
                    greatest: limits.1,
                }));
                let mut node = ChanceNode {
                    viewer: self.model.viewer(self.game, pos),
                    place,
                    range,
                    sums: EventSums::new(total, limits),
                    bounds: &mut bounds,
                };
                let found = self.pruned_mean(pos, (&events, total), &mut node, (star, limits));
                self.worker.spare_bounds.push(bounds);
                found
            }
        };
        self.worker.spare_events.push(events);
        found
    }

    /// The mean without pruning.
    fn mean(
        &mut self,
        pos: &mut G::Position,
        events: &[(G::Event, u32)],
        total: u32,
        place: WalkNode,
    ) -> Option<NodeValue<V::Value>> {
        let viewer = self.model.viewer(self.game, pos);
        let mut mean = V::Value::default();
        let mut first = None;
        for &(event, weight) in events {
            let found = self.event_value(viewer, pos, event, place, Range::FULL)?;
            let is_other = first.is_some_and(|first| !same(&first, &found.value));
            self.see(is_other, Coverage::All);
            first = Some(found.value);
            mean.add_scaled(&found.value, weight as f32 / total as f32);
        }
        Some(self.found(pos, mean))
    }

    /// The value of an event for the viewer of its chance node.
    pub(super) fn event_value(
        &mut self,
        viewer: Player,
        pos: &mut G::Position,
        event: G::Event,
        place: WalkNode,
        range: Range,
    ) -> Option<NodeValue<V::Value>> {
        let undo = self.game.apply_chance(pos, event);
        let below = WalkNode { ply: place.ply + 1, ..place };
        let found = self.child(viewer, pos, below, range);
        self.game.undo_chance(pos, event, undo);
        found
    }

    /// The mean with \*-minimax pruning, or a bound on it outside of the node's range. Star2 first probes one move after each event, which
    /// gives a bound on the value of the event; then it searches the events in full, as Star1 does.
    fn pruned_mean(
        &mut self,
        pos: &mut G::Position,
        (events, total): (&[(G::Event, u32)], u32),
        node: &mut ChanceNode<'_>,
        (star, limits): (Star, (f32, f32)),
    ) -> Option<NodeValue<V::Value>> {
        let bound = |walk: &mut Self, utility| {
            // The mean can reach the least or the greatest possible value only if every event has that value; so a bound with this value is
            // certain.
            let is_extreme = utility <= limits.0 || utility >= limits.1;
            walk.see(!is_extreme, Coverage::All);
            Some(NodeValue { value: V::Value::default(), utility })
        };
        // Without a window nothing can be pruned. At the last choice, probing one move costs as much as evaluating all of them, unless
        // moves are made in place.
        let least_depth = if self.rules.plays == Plays::Legal { 1 } else { 2 };
        if star == Star::Two && node.range != Range::FULL && node.place.depth >= least_depth {
            for (index, &(event, _)) in events.iter().enumerate() {
                self.probe(pos, event, node, index)?;
                if let Some(failure) = node.sums.failure(node.range) {
                    return bound(self, failure);
                }
            }
        }
        let mut mean = V::Value::default();
        let mut first = None;
        for (index, &(event, weight)) in events.iter().enumerate() {
            let window = node.sums.window(node.range, node.bounds[index]);
            let found = self.event_value(node.viewer, pos, event, node.place, window)?;
            node.set_bounds(index, found.utility, found.utility);
            let is_other = first.is_some_and(|first: f32| first.total_cmp(&found.utility).is_ne());
            self.see(is_other, Coverage::All);
            first = Some(found.utility);
            if found.utility <= window.alpha {
                return bound(self, node.range.alpha.min(node.sums.greatest()));
            }
            if found.utility >= window.beta {
                return bound(self, node.range.beta.max(node.sums.least()));
            }
            mean.add_scaled(&found.value, weight as f32 / total as f32);
        }
        Some(self.found(pos, mean))
    }

    /// Searches one move after an event. The value of the move is a bound on the value of the event: a lower bound if the viewer moves, an
    /// upper bound if the opponent moves.
    fn probe(
        &mut self,
        pos: &mut G::Position,
        event: G::Event,
        node: &mut ChanceNode<'_>,
        index: usize,
    ) -> Option<()> {
        let window = node.sums.window(node.range, node.bounds[index]);
        let undo = self.game.apply_chance(pos, event);
        let is_choice = matches!(self.game.turn(pos), Turn::Player(_))
            && self.model.passes_through(self.game, pos).is_none()
            && self.model.exact(&mut self.worker.scratch, self.game, pos).is_none();
        let same = self.model.viewer(self.game, pos) == node.viewer;
        let found = if is_choice {
            let place = WalkNode { ply: node.place.ply + 1, ..node.place };
            self.worker.pv.begin(place.ply);
            let window = if same { window } else { window.flipped() };
            self.choose(pos, place, window, 1).map(Some)
        } else {
            Some(None)
        };
        self.game.undo_chance(pos, event, undo);
        let Some(found) = found? else { return Some(()) };
        let bounds = node.bounds[index];
        // A move that fails low gives no bound, because another move may be better.
        if same && found.utility > window.alpha {
            node.set_bounds(index, found.utility.max(bounds.least), bounds.greatest);
        } else if !same && -found.utility < window.beta {
            node.set_bounds(index, bounds.least, bounds.greatest.min(-found.utility));
        }
        Some(())
    }
}

/// The state of a chance node during the search of its events, with pruning.
struct ChanceNode<'a> {
    viewer: Player,
    place: WalkNode,
    range: Range,
    sums: EventSums,
    bounds: &'a mut [EventBounds],
}

impl ChanceNode<'_> {
    /// Sets the bounds of an event.
    fn set_bounds(&mut self, index: usize, least: f32, greatest: f32) {
        let before = self.bounds[index];
        let after = EventBounds { least, greatest, ..before };
        self.sums.narrow(before, after);
        self.bounds[index] = after;
    }
}
