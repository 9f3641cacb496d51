//! The recursion of max^n.

use super::listing::Listing;
use super::root::Values;
use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, MAX_PLAYERS, Player, Returns, Turn};
use crate::interface::policy::{Listed, Policy};
use crate::interface::searcher::Root;
use crate::support::budget::Budget;
use crate::support::certain::{BEST, Bounds, DrawsDue, ResultScale, drawn};
use crate::support::deepening::{Coverage, RootMoveEvaluator, RootMoveValue, replies};
use crate::support::pv::PvTable;

/// The state of one thread.
pub(super) struct MaxNWorker<'a, G: Game, E, P> {
    game: &'a G,
    evaluator: &'a E,
    listing: Listing<'a, G, P>,
    /// The sum of all results, if it is constant.
    total: Option<f32>,
    root: &'a Root<G>,
    /// The player to move at the root.
    viewer: Player,
    draws_due: DrawsDue,
    pv: PvTable<G::Move>,
    seen: Coverage,
    spare_moves: Vec<Vec<(G::Move, f32)>>,
}

/// A node in the recursion.
#[derive(Clone, Copy)]
struct MaxNNode {
    depth: u32,
    ply: usize,
}

/// The expected result of each player, and what is proven.
#[derive(Clone, Copy)]
struct PlayerValues {
    returns: Returns,
    bounds: Bounds,
}

impl<'a, G: Game, E: Evaluator<G>, P: Policy<G>> MaxNWorker<'a, G, E, P> {
    pub(super) fn new(game: &'a G, evaluator: &'a E, policy: &'a P, root: &'a Root<G>) -> Self {
        let Turn::Player(viewer) = game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        Self {
            game,
            evaluator,
            listing: Listing::new(game, policy, viewer),
            total: evaluator.total(game),
            root,
            viewer,
            draws_due: DrawsDue::new(game, root),
            pv: PvTable::default(),
            seen: Coverage::Sure,
            spare_moves: Vec::new(),
        }
    }

    /// The values of a position; `None` if the budget was spent.
    fn values(
        &mut self,
        pos: &mut G::Position,
        place: MaxNNode,
        budget: &mut Budget<'_>,
    ) -> Option<PlayerValues> {
        if budget.is_spent() {
            return None;
        }
        self.pv.begin(place.ply);
        if self.draws_due.holds(self.game, pos) {
            let returns = drawn(self.total, self.game.players());
            let bounds = Bounds::exact(returns);
            return Some(PlayerValues { returns, bounds });
        }
        match self.game.turn(pos) {
            Turn::Over => {
                let returns = self.evaluator.result(self.game, pos);
                let bounds = Bounds::exact(returns);
                Some(PlayerValues { returns, bounds })
            }
            Turn::Chance if place.depth > 0 || !self.evaluator.evaluates_chance() => {
                self.average(pos, place, budget)
            }
            Turn::Player(mover) if place.depth > 0 => self.best(pos, place, mover, budget),
            Turn::Chance | Turn::Player(_) => {
                self.seen = Coverage::Part;
                let returns = self.evaluator.returns(self.game, pos);
                let bounds = Bounds::unknown(BEST);
                Some(PlayerValues { returns, bounds })
            }
        }
    }

    fn best(
        &mut self,
        pos: &mut G::Position,
        place: MaxNNode,
        mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<PlayerValues> {
        let mut moves = self.spare_moves.pop().unwrap_or_default();
        moves.clear();
        let listed = self.listing.list(pos, place.ply, &mut moves);
        let mut best: Option<Returns> = None;
        let mut bounds = None;
        if listed == Listed::Some {
            self.seen = self.seen.max(Coverage::Listed);
            bounds = Some(Bounds::unknown(BEST));
        }
        let mut finished = true;
        for &(mv, _) in &moves {
            let Some(values) = self.move_values(pos, mv, place, budget) else {
                finished = false;
                break;
            };
            let own = mover.index();
            let is_better = |best: Returns| values.returns[own] > best[own];
            // Among moves that are equal for all players, a player who loses in any case plays the longest line, and a winner the shortest.
            let is_longer = values.returns[own] <= -BEST && self.pv.is_longer_by_move(place.ply);
            let is_shorter = values.returns[own] >= BEST && self.pv.is_shorter_by_move(place.ply);
            let is_same =
                |best: Returns| values.returns.map(f32::to_bits) == best.map(f32::to_bits);
            if best.is_none_or(|best| is_better(best) || is_same(best) && (is_longer || is_shorter))
            {
                best = Some(values.returns);
                self.pv.take(place.ply, mv);
            }
            bounds = Bounds::of(Some(mover), bounds.into_iter().chain([values.bounds]));
        }
        self.spare_moves.push(moves);
        let bounds = bounds?.within(self.total, self.game.players());
        best.filter(|_| finished).map(|returns| PlayerValues { returns, bounds })
    }

    /// The values of a move from a node at `place`; the depth of `place` includes this move.
    fn move_values(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        place: MaxNNode,
        budget: &mut Budget<'_>,
    ) -> Option<PlayerValues> {
        let undo = self.game.play(pos, mv);
        budget.count();
        let below = MaxNNode { depth: place.depth - 1, ply: place.ply + 1 };
        let values = self.values(pos, below, budget);
        self.game.undo(pos, mv, undo);
        values
    }

    fn average(
        &mut self,
        pos: &mut G::Position,
        place: MaxNNode,
        budget: &mut Budget<'_>,
    ) -> Option<PlayerValues> {
        let mut events = Vec::new();
        let total = self.game.events(pos, &mut events) as f32;
        let mut mean = [0.0; MAX_PLAYERS];
        let mut bounds = None;
        for (event, weight) in events {
            let undo = self.game.apply_chance(pos, event);
            let below = MaxNNode { ply: place.ply + 1, ..place };
            let values = self.values(pos, below, budget);
            self.game.undo_chance(pos, event, undo);
            let values = values?;
            for (mean, value) in mean.iter_mut().zip(values.returns) {
                *mean += value * weight as f32 / total;
            }
            bounds = Bounds::of(None, bounds.into_iter().chain([values.bounds]));
        }
        Some(PlayerValues { returns: mean, bounds: bounds? })
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> MaxNWorker<'_, G, E, P> {
    fn evaluate_move(
        &mut self,
        mv: G::Move,
        below: u32,
        budget: &mut Budget<'_>,
    ) -> Option<RootMoveValue<G::Move, Values>> {
        let before = budget.nodes();
        self.seen = Coverage::Sure;
        let mut pos = self.root.position.clone();
        let place = MaxNNode { depth: below + 1, ply: 0 };
        let PlayerValues { returns, bounds } = self.move_values(&mut pos, mv, place, budget)?;
        let values = Values { returns: Some(returns), bounds };
        let own = self.viewer.index();
        let nodes = budget.nodes() - before;
        let (replies, is_finished) = replies(self.game, self.root, mv, self.pv.line(1));
        Some(RootMoveValue {
            is_finished,
            replies,
            low: bounds.low[own],
            high: bounds.high[own],
            scale: ResultScale::new(self.game.players(), self.evaluator.decisive()),
            ..RootMoveValue::new(values, returns[own], self.seen, nodes)
        })
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> RootMoveEvaluator<G::Move, Values>
    for MaxNWorker<'_, G, E, P>
{
    fn evaluate(
        &mut self,
        moves: &[G::Move],
        below: u32,
        _floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<RootMoveValue<G::Move, Values>> {
        let evaluated = moves.iter();
        evaluated.map_while(|&mv| self.evaluate_move(mv, below, budget)).collect()
    }

    fn widen(&mut self) {
        self.listing.widen();
    }
}
