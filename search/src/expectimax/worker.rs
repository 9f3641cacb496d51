//! The recursion of expectiminimax.

use super::ExpectimaxOptions;
use crate::deepening::{Judge, Judgement};
use crate::pv::PvTable;
use crate::{Budget, Evaluator, Game, MAX_PLAYERS, MoveList, Player, Returns, Root, Step, Turn};

/// What a search works with.
pub(super) struct Worker<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    options: &'a ExpectimaxOptions,
    /// The player who moves at the root; all values are his.
    viewer: Player,
    pv: PvTable<G::Move>,
    /// Whether no position was evaluated before the end of the game.
    complete: bool,
    spare_moves: Vec<MoveList<G::Move>>,
}

/// The values that matter, as the viewer sees them.
#[derive(Clone, Copy)]
struct Range {
    alpha: f32,
    beta: f32,
}

/// A node in the recursion.
#[derive(Clone, Copy)]
struct Place {
    depth: u32,
    ply: usize,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a E,
        options: &'a ExpectimaxOptions,
        root: &Root<G>,
    ) -> Self {
        let Turn::Player(viewer) = game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        Self {
            game,
            evaluator,
            options,
            viewer,
            pv: PvTable::default(),
            complete: true,
            spare_moves: Vec::new(),
        }
    }

    /// The value of a position; nothing if the budget was spent before. Outside the range it is only a bound.
    fn value(
        &mut self,
        pos: &mut G::Position,
        state: &mut E::State,
        place: Place,
        range: Range,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        if budget.is_spent() {
            return None;
        }
        self.pv.begin(place.ply);
        match self.game.turn(pos) {
            Turn::Over => Some(self.evaluator.result(self.game, pos)[self.viewer.index()]),
            Turn::Chance if place.depth > 0 || !self.evaluator.judges_chance() => {
                self.average(pos, state, place, range, budget)
            }
            Turn::Player(mover) if place.depth > 0 => {
                self.best(pos, state, place, range, mover, budget)
            }
            Turn::Chance | Turn::Player(_) => {
                self.complete = false;
                Some(self.evaluator.returns(state, self.game, pos)[self.viewer.index()])
            }
        }
    }

    /// A player's choice: the viewer takes the greatest value, anybody else the least.
    fn best(
        &mut self,
        pos: &mut G::Position,
        state: &E::State,
        place: Place,
        mut range: Range,
        mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        let maximises = mover == self.viewer;
        let mut best = if maximises {
            f32::NEG_INFINITY
        } else {
            f32::INFINITY
        };
        let mut moves = self.spare_moves.pop().unwrap_or_default();
        moves.clear();
        self.game.legal_moves(pos, &mut moves);
        let mut finished = true;
        for &mv in &moves {
            let Some(value) = self.move_value(pos, mv, state, place, range, budget) else {
                finished = false;
                break;
            };
            if (maximises && value > best) || (!maximises && value < best) {
                best = value;
                self.pv.take(place.ply, mv);
            }
            if maximises {
                range.alpha = range.alpha.max(best);
            } else {
                range.beta = range.beta.min(best);
            }
            if range.alpha >= range.beta {
                break;
            }
        }
        self.spare_moves.push(moves);
        finished.then_some(best)
    }

    /// The value of a move from a node at `place`, whose depth counts this move.
    fn move_value(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        state: &E::State,
        place: Place,
        range: Range,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        let undo = self.game.play(pos, mv);
        budget.count();
        let mut after = self
            .evaluator
            .after(state, self.game, pos, Step::Move(mv), &undo);
        let below = Place {
            depth: place.depth - 1,
            ply: place.ply + 1,
        };
        let value = self.value(pos, &mut after, below, range, budget);
        self.game.undo(pos, mv, undo);
        value
    }

    /// A chance node: the mean over its events. Star1 gives each event the window in which its value can still matter,
    /// if the events after it are as good, or as bad, as they can be.
    fn average(
        &mut self,
        pos: &mut G::Position,
        state: &E::State,
        place: Place,
        range: Range,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        let mut events = Vec::new();
        let total = self.game.events(pos, &mut events) as f32;
        let (least, greatest) = self.options.range;
        let (mut sum, mut rest) = (0.0, total);
        for (event, weight) in events {
            let weight = weight as f32;
            rest -= weight;
            let window = if self.options.star1 {
                Range {
                    alpha: (range.alpha * total - sum - rest * greatest) / weight,
                    beta: (range.beta * total - sum - rest * least) / weight,
                }
            } else {
                Range::FULL
            };
            let undo = self.game.reveal(pos, event);
            let mut after = self
                .evaluator
                .after(state, self.game, pos, Step::Event(event), &undo);
            let below = Place {
                ply: place.ply + 1,
                ..place
            };
            let value = self.value(pos, &mut after, below, window, budget);
            self.game.conceal(pos, event, undo);
            let value = value?;
            sum += value * weight;
            // Cut to the range, lest rounding lifts a failure above what it failed against.
            if value <= window.alpha {
                return Some(range.alpha.min((sum + rest * greatest) / total));
            }
            if value >= window.beta {
                return Some(range.beta.max((sum + rest * least) / total));
            }
        }
        Some(sum / total)
    }

    fn returns(&self, value: f32) -> Option<Returns> {
        (self.game.players() == 2).then(|| {
            let mut returns = [0.0; MAX_PLAYERS];
            returns[self.viewer.index()] = value;
            returns[self.viewer.other().index()] = -value;
            returns
        })
    }
}

impl<G: Game, E: Evaluator<G>> Judge<G> for Worker<'_, G, E> {
    fn judge(
        &mut self,
        pos: &G::Position,
        mv: G::Move,
        depth: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Option<Judgement<G::Move>> {
        self.complete = true;
        let state = self.evaluator.fresh(self.game, pos);
        let place = Place {
            depth: depth + 1,
            ply: 0,
        };
        let range = Range {
            alpha: floor,
            ..Range::FULL
        };
        let value = self.move_value(&mut pos.clone(), mv, &state, place, range, budget)?;
        Some(Judgement {
            value,
            returns: self.returns(value),
            replies: self.pv.line(1).to_vec(),
            complete: self.complete,
        })
    }
}

impl Range {
    const FULL: Self = Self {
        alpha: f32::NEG_INFINITY,
        beta: f32::INFINITY,
    };
}
