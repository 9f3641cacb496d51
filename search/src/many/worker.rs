//! The recursion of max^n.

use super::listing::Listing;
use crate::certain::{BEST, Bounds, DrawsDue, drawn};
use crate::deepening::{Judge, Judgement, Seen};
use crate::pv::PvTable;
use crate::{Budget, Evaluator, Game, Listed, MAX_PLAYERS, Player, Policy, Returns, Root, Turn};

/// What a search works with.
pub(super) struct Worker<'a, G: Game, E, P> {
    game: &'a G,
    evaluator: &'a E,
    listing: Listing<'a, G, P>,
    /// The sum of all results, if it never changes.
    total: Option<f32>,
    root: &'a G::Position,
    /// The player who moves there.
    viewer: Player,
    draws_due: DrawsDue,
    pv: PvTable<G::Move>,
    seen: Seen,
    spare_moves: Vec<Vec<(G::Move, f32)>>,
}

/// A node in the recursion.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    ply: usize,
}

/// What everybody may expect, and what is certain.
#[derive(Clone, Copy)]
struct Values {
    returns: Returns,
    bounds: Bounds,
}

impl<'a, G: Game, E: Evaluator<G>, P: Policy<G>> Worker<'a, G, E, P> {
    pub(super) fn new(game: &'a G, evaluator: &'a E, policy: &'a P, root: &'a Root<G>) -> Self {
        let Turn::Player(viewer) = game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        Self {
            game,
            evaluator,
            listing: Listing::new(game, policy, viewer),
            total: evaluator.total(game),
            root: &root.position,
            viewer,
            draws_due: DrawsDue::new(game, root),
            pv: PvTable::default(),
            seen: Seen::Sure,
            spare_moves: Vec::new(),
        }
    }

    /// The values of a position; nothing if the budget was spent before.
    fn values(
        &mut self,
        pos: &mut G::Position,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<Values> {
        if budget.is_spent() {
            return None;
        }
        self.pv.begin(place.ply);
        if self.draws_due.holds(self.game, pos) {
            let returns = drawn(self.total, self.game.players());
            let bounds = Bounds::exact(returns);
            return Some(Values { returns, bounds });
        }
        match self.game.turn(pos) {
            Turn::Over => {
                let returns = self.evaluator.result(self.game, pos);
                let bounds = Bounds::exact(returns);
                Some(Values { returns, bounds })
            }
            Turn::Chance if place.depth > 0 || !self.evaluator.judges_chance() => {
                self.average(pos, place, budget)
            }
            Turn::Player(mover) if place.depth > 0 => self.best(pos, place, mover, budget),
            Turn::Chance | Turn::Player(_) => {
                self.seen = Seen::Part;
                let returns = self.evaluator.returns(self.game, pos);
                let bounds = Bounds::unknown(BEST);
                Some(Values { returns, bounds })
            }
        }
    }

    fn best(
        &mut self,
        pos: &mut G::Position,
        place: Place,
        mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<Values> {
        let mut moves = self.spare_moves.pop().unwrap_or_default();
        moves.clear();
        let listed = self.listing.list(pos, place.ply, &mut moves);
        let mut best: Option<Returns> = None;
        let mut bounds = None;
        if listed == Listed::Some {
            self.seen = self.seen.max(Seen::Listed);
            bounds = Some(Bounds::unknown(BEST));
        }
        let mut finished = true;
        for &(mv, _) in &moves {
            let Some(values) = self.move_values(pos, mv, place, budget) else {
                finished = false;
                break;
            };
            let own = mover.index();
            if best.is_none_or(|best| values.returns[own] > best[own]) {
                best = Some(values.returns);
                self.pv.take(place.ply, mv);
            }
            bounds = Bounds::of(Some(mover), bounds.into_iter().chain([values.bounds]));
        }
        self.spare_moves.push(moves);
        let bounds = bounds?.within(self.total, self.game.players());
        best.filter(|_| finished)
            .map(|returns| Values { returns, bounds })
    }

    /// The values of a move from a node at `place`, whose depth counts this move.
    fn move_values(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<Values> {
        let undo = self.game.play(pos, mv);
        budget.count();
        let below = Place {
            depth: place.depth - 1,
            ply: place.ply + 1,
        };
        let values = self.values(pos, below, budget);
        self.game.undo(pos, mv, undo);
        values
    }

    fn average(
        &mut self,
        pos: &mut G::Position,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<Values> {
        let mut events = Vec::new();
        let total = self.game.events(pos, &mut events) as f32;
        let mut mean = [0.0; MAX_PLAYERS];
        let mut bounds = None;
        for (event, weight) in events {
            let undo = self.game.reveal(pos, event);
            let below = Place {
                ply: place.ply + 1,
                ..place
            };
            let values = self.values(pos, below, budget);
            self.game.conceal(pos, event, undo);
            let values = values?;
            for (mean, value) in mean.iter_mut().zip(values.returns) {
                *mean += value * weight as f32 / total;
            }
            bounds = Bounds::of(None, bounds.into_iter().chain([values.bounds]));
        }
        Some(Values {
            returns: mean,
            bounds: bounds?,
        })
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Worker<'_, G, E, P> {
    fn judge_move(
        &mut self,
        mv: G::Move,
        below: u32,
        budget: &mut Budget<'_>,
    ) -> Option<Judgement<G::Move, super::Values>> {
        let before = budget.nodes();
        self.seen = Seen::Sure;
        let mut pos = self.root.clone();
        let place = Place {
            depth: below + 1,
            ply: 0,
        };
        let Values {
            returns,
            mut bounds,
        } = self.move_values(&mut pos, mv, place, budget)?;
        if !self.draws_due.is_empty() {
            bounds = Bounds::unknown(BEST);
        }
        let values = super::Values {
            returns: Some(returns),
            bounds,
        };
        let own = self.viewer.index();
        let nodes = budget.nodes() - before;
        Some(Judgement {
            replies: self.pv.line(1).to_vec(),
            low: bounds.low[own],
            high: bounds.high[own],
            ..Judgement::new(values, returns[own], self.seen, nodes)
        })
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Judge<G::Move, super::Values> for Worker<'_, G, E, P> {
    fn judge(
        &mut self,
        moves: &[G::Move],
        below: u32,
        _floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<Judgement<G::Move, super::Values>> {
        let judged = moves.iter();
        judged
            .map_while(|&mv| self.judge_move(mv, below, budget))
            .collect()
    }

    fn widen(&mut self) {
        self.listing.widen();
    }
}
