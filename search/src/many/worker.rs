//! The recursion of max^n.

use crate::deepening::{Judge, Judgement};
use crate::pv::PvTable;
use crate::{Budget, Evaluator, Game, MAX_PLAYERS, Player, Policy, Returns, Root, Step, Turn};

/// What a search works with.
pub(super) struct Worker<'a, G: Game, E, P> {
    game: &'a G,
    evaluator: &'a E,
    policy: &'a P,
    /// The player who moves at the root.
    viewer: Player,
    pv: PvTable<G::Move>,
    /// Whether no position was evaluated before the end of the game.
    complete: bool,
    spare_moves: Vec<Vec<(G::Move, f32)>>,
}

/// A node in the recursion.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    ply: usize,
}

impl<'a, G: Game, E: Evaluator<G>, P: Policy<G>> Worker<'a, G, E, P> {
    pub(super) fn new(game: &'a G, evaluator: &'a E, policy: &'a P, root: &Root<G>) -> Self {
        let Turn::Player(viewer) = game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        Self {
            game,
            evaluator,
            policy,
            viewer,
            pv: PvTable::default(),
            complete: true,
            spare_moves: Vec::new(),
        }
    }

    /// The values of a position; nothing if the budget was spent before.
    fn values(
        &mut self,
        pos: &mut G::Position,
        state: &mut E::State,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<Returns> {
        if budget.is_spent() {
            return None;
        }
        self.pv.begin(place.ply);
        match self.game.turn(pos) {
            Turn::Over => Some(self.evaluator.result(self.game, pos)),
            Turn::Chance if place.depth > 0 || !self.evaluator.judges_chance() => {
                self.average(pos, state, place, budget)
            }
            Turn::Player(mover) if place.depth > 0 => self.best(pos, state, place, mover, budget),
            Turn::Chance | Turn::Player(_) => {
                self.complete = false;
                Some(self.evaluator.returns(state, self.game, pos))
            }
        }
    }

    fn best(
        &mut self,
        pos: &mut G::Position,
        state: &E::State,
        place: Place,
        mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<Returns> {
        let mut moves = self.spare_moves.pop().unwrap_or_default();
        moves.clear();
        self.policy.priors(self.game, pos, &mut moves);
        let mut best: Option<Returns> = None;
        let mut finished = true;
        for &(mv, _) in &moves {
            let Some(returns) = self.move_values(pos, mv, state, place, budget) else {
                finished = false;
                break;
            };
            let own = mover.index();
            if best.is_none_or(|best| returns[own] > best[own]) {
                best = Some(returns);
                self.pv.take(place.ply, mv);
            }
        }
        self.spare_moves.push(moves);
        best.filter(|_| finished)
    }

    /// The values of a move from a node at `place`, whose depth counts this move.
    fn move_values(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        state: &E::State,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<Returns> {
        let undo = self.game.play(pos, mv);
        budget.count();
        let mut after = self
            .evaluator
            .after(state, self.game, pos, Step::Move(mv), &undo);
        let below = Place {
            depth: place.depth - 1,
            ply: place.ply + 1,
        };
        let returns = self.values(pos, &mut after, below, budget);
        self.game.undo(pos, mv, undo);
        returns
    }

    fn average(
        &mut self,
        pos: &mut G::Position,
        state: &E::State,
        place: Place,
        budget: &mut Budget<'_>,
    ) -> Option<Returns> {
        let mut events = Vec::new();
        let total = self.game.events(pos, &mut events) as f32;
        let mut mean = [0.0; MAX_PLAYERS];
        for (event, weight) in events {
            let undo = self.game.reveal(pos, event);
            let mut after = self
                .evaluator
                .after(state, self.game, pos, Step::Event(event), &undo);
            let below = Place {
                ply: place.ply + 1,
                ..place
            };
            let returns = self.values(pos, &mut after, below, budget);
            self.game.conceal(pos, event, undo);
            for (mean, value) in mean.iter_mut().zip(returns?) {
                *mean += value * weight as f32 / total;
            }
        }
        Some(mean)
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Judge<G> for Worker<'_, G, E, P> {
    fn judge(
        &mut self,
        pos: &G::Position,
        mv: G::Move,
        depth: u32,
        _floor: f32,
        budget: &mut Budget<'_>,
    ) -> Option<Judgement<G::Move>> {
        self.complete = true;
        let state = self.evaluator.fresh(self.game, pos);
        let place = Place {
            depth: depth + 1,
            ply: 0,
        };
        let returns = self.move_values(&mut pos.clone(), mv, &state, place, budget)?;
        Some(Judgement {
            value: returns[self.viewer.index()],
            returns: Some(returns),
            replies: self.pv.line(1).to_vec(),
            complete: self.complete,
        })
    }
}
