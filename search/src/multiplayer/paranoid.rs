//! Alpha-beta for more than two players: one player against all others.

use std::marker::PhantomData;

use super::listing::Listing;
use super::root::{Values, deepen};
use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, Player, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::policy::Listed;
use crate::interface::policy::{Policy, SkipTurn};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::interface::searcher::prepare_evaluation;
use crate::interface::searcher::{Root, SearchOptions, Searcher};
use crate::support::budget::Budget;
use crate::support::certain::{BEST, DrawsDue, ResultScale, drawn};
use crate::support::deepening::{Coverage, RootMoveEvaluator, RootMoveValue, replies};
use crate::support::pv::PvTable;

/// One player against all others, by alpha-beta over the moves of a policy: [`Paranoid`], in which all other players answer, or
/// [`BestReply`], in which one of them answers.
pub struct OneAgainstAll<G, E, P, A> {
    game: G,
    evaluator: E,
    policy: P,
    options: SearchOptions,
    answers: PhantomData<A>,
}

/// The paranoid search with alpha-beta: all other players act together against the player at the root, and each player considers only the
/// moves of the policy.
///
/// CITE: Sturtevant, Korf, "On pruning techniques for multi-player games", AAAI 2000.
pub type Paranoid<G, E, P> = OneAgainstAll<G, E, P, All>;

/// Best-reply search: after each move of the player at the root, only one of the others answers, with the move that is worst for that
/// player; the rest skip their turns. It searches deeper than max^n or the paranoid search, but its lines contain skipped turns, which the
/// rules may not allow.
///
/// CITE: Schadd, Winands, "Best reply search for multiplayer games", IEEE Transactions on Computational Intelligence and AI in Games 3(1),
/// 2011.
pub type BestReply<G, E, P> = OneAgainstAll<G, E, P, One>;

impl<G: Game, E: Evaluator<G>, P: Policy<G>, A: Answers<G, P>> OneAgainstAll<G, E, P, A> {
    /// A search of `game` with `evaluator`, which must return a value for every player.
    pub fn new(game: G, evaluator: E, policy: P, options: SearchOptions) -> Self {
        Self { game, evaluator, policy, options, answers: PhantomData }
    }
}

/// How the other players answer.
pub trait Answers<G: Game, P>: Send + Sized {
    /// Whether all players move in turn, so that the best moves form a line of play.
    const IN_TURN: bool;

    /// The value, for the viewer, of a position in which another player is to move.
    fn answer<E: Evaluator<G>>(
        worker: &mut ParanoidWorker<'_, G, E, P, Self>,
        pos: &mut G::Position,
        place: ParanoidNode,
        mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<f32>;
}

/// All other players answer, in turn.
pub struct All;
/// One of the other players answers.
pub struct One;

/// The state of one thread.
pub struct ParanoidWorker<'a, G: Game, E, P, A> {
    game: &'a G,
    evaluator: &'a E,
    policy: &'a P,
    listing: Listing<'a, G, P>,
    root: &'a Root<G>,
    viewer: Player,
    draws_due: DrawsDue,
    pv: PvTable<G::Move>,
    seen: Coverage,
    spare: Vec<Vec<(G::Move, f32)>>,
    answers: PhantomData<A>,
}

/// A node in the recursion, with its window.
#[derive(Clone, Copy)]
pub struct ParanoidNode {
    depth: u32,
    ply: usize,
    alpha: f32,
    beta: f32,
}

impl ParanoidNode {
    fn below(self) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, ..self }
    }
}

impl<'a, G: Game, E: Evaluator<G>, P: Policy<G>, A: Answers<G, P>> ParanoidWorker<'a, G, E, P, A> {
    fn new(game: &'a G, evaluator: &'a E, policy: &'a P, root: &'a Root<G>) -> Self {
        let Turn::Player(viewer) = game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        Self {
            game,
            evaluator,
            policy,
            listing: Listing::new(game, policy, viewer),
            root,
            viewer,
            draws_due: DrawsDue::new(game, root),
            pv: PvTable::default(),
            seen: Coverage::Sure,
            spare: Vec::new(),
            answers: PhantomData,
        }
    }

    /// The value of a position for the viewer; `None` if the budget was spent.
    fn value(
        &mut self,
        pos: &mut G::Position,
        place: ParanoidNode,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        if budget.is_spent() {
            return None;
        }
        self.pv.begin(place.ply);
        if self.draws_due.holds(self.game, pos) {
            let returns = drawn(self.evaluator.total(self.game), self.game.players());
            return Some(returns[self.viewer.index()]);
        }
        match self.game.turn(pos) {
            Turn::Over => Some(self.evaluator.result(self.game, pos)[self.viewer.index()]),
            Turn::Player(mover) if place.depth > 0 && mover == self.viewer => {
                self.best(pos, place, true, budget, |worker, pos, place, budget| {
                    worker.value(pos, place.below(), budget)
                })
            }
            Turn::Player(mover) if place.depth > 0 => A::answer(self, pos, place, mover, budget),
            Turn::Chance if place.depth > 0 || !self.evaluator.evaluates_chance() => {
                self.average(pos, place, budget)
            }
            Turn::Chance | Turn::Player(_) => {
                self.seen = Coverage::Part;
                Some(self.evaluator.returns(self.game, pos)[self.viewer.index()])
            }
        }
    }

    /// The viewer's value of the best move (or of the worst, if `maximise` is false). `after` evaluates the position after a move.
    fn best(
        &mut self,
        pos: &mut G::Position,
        mut place: ParanoidNode,
        maximise: bool,
        budget: &mut Budget<'_>,
        mut after: impl FnMut(&mut Self, &mut G::Position, ParanoidNode, &mut Budget<'_>) -> Option<f32>,
    ) -> Option<f32> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        let listed = self.listing.list(pos, place.ply, &mut moves);
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut best: Option<f32> = None;
        let mut finished = true;
        let before = std::mem::replace(&mut self.seen, Coverage::Sure);
        let (mut seen, mut is_decided) = (Coverage::Sure, false);
        for &(mv, _) in &moves {
            let undo = self.game.play(pos, mv);
            budget.count();
            let value = after(self, pos, place, budget);
            self.game.undo(pos, mv, undo);
            let Some(value) = value else {
                finished = false;
                break;
            };
            let move_seen = std::mem::replace(&mut self.seen, Coverage::Sure);
            seen = seen.max(move_seen);
            let own = if maximise { value } else { -value };
            let is_win = own >= BEST;
            // An immediate win is exact whatever the window is, and no other win is quicker.
            if is_win && move_seen == Coverage::Sure && self.pv.line(place.ply + 1).is_empty() {
                best = Some(value);
                self.pv.take(place.ply, mv);
                is_decided = true;
                break;
            }
            // A value that does not exceed another move's may be only a bound.
            is_decided |= is_win
                && move_seen == Coverage::Sure
                && if maximise { value > place.alpha } else { value < place.beta };
            let is_better = |best| if maximise { value > best } else { value < best };
            // A player who loses in any case plays the longest line.
            let is_longer = own <= -BEST && self.pv.is_longer_by_move(place.ply);
            let is_same = |best: f32| value.total_cmp(&best).is_eq();
            if best.is_none_or(|best| is_better(best) || is_same(best) && is_longer) {
                best = Some(value);
                self.pv.take(place.ply, mv);
            }
            if maximise {
                place.alpha = place.alpha.max(value);
            } else {
                place.beta = place.beta.min(value);
            }
            if place.alpha >= place.beta {
                break;
            }
        }
        self.spare.push(moves);
        // After a cutoff the other moves do not matter.
        if listed == Listed::Some && place.alpha < place.beta {
            seen = seen.max(Coverage::Listed);
        }
        // If one move certainly has the best possible result, the others do not matter either.
        self.seen = if is_decided { before } else { before.max(seen) };
        best.filter(|_| finished)
    }

    fn average(
        &mut self,
        pos: &mut G::Position,
        place: ParanoidNode,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        let mut events = Vec::new();
        let total = self.game.events(pos, &mut events) as f32;
        let (mut mean, mut first) = (0.0, None);
        for (event, weight) in events {
            let undo = self.game.apply_chance(pos, event);
            let below = ParanoidNode {
                ply: place.ply + 1,
                alpha: f32::NEG_INFINITY,
                beta: f32::INFINITY,
                ..place
            };
            let value = self.value(pos, below, budget);
            self.game.undo_chance(pos, event, undo);
            let value = value?;
            if first.is_some_and(|first: f32| first.total_cmp(&value).is_ne()) {
                self.seen = self.seen.max(Coverage::All);
            }
            first = Some(value);
            mean += value * weight as f32 / total;
        }
        Some(mean)
    }
}

impl<G: Game, P: Policy<G>> Answers<G, P> for All {
    const IN_TURN: bool = true;

    fn answer<E: Evaluator<G>>(
        worker: &mut ParanoidWorker<'_, G, E, P, Self>,
        pos: &mut G::Position,
        place: ParanoidNode,
        _mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        worker.best(pos, place, false, budget, |worker, pos, place, budget| {
            worker.value(pos, place.below(), budget)
        })
    }
}

impl<G: Game, P: Policy<G> + SkipTurn<G>> Answers<G, P> for One {
    const IN_TURN: bool = false;

    /// Lets each of the other players answer alone; the worst answer counts. All these answers together count as one ply of depth.
    fn answer<E: Evaluator<G>>(
        worker: &mut ParanoidWorker<'_, G, E, P, Self>,
        pos: &mut G::Position,
        mut place: ParanoidNode,
        mover: Player,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        let players = worker.game.players();
        let others: Vec<_> = (0..players)
            .map(|offset| Player(((mover.index() + offset) % players) as u8))
            .take_while(|&player| player != worker.viewer)
            .collect();
        if others.len() > 1 {
            // Lines in which more than one of them answers were not searched.
            worker.seen = worker.seen.max(Coverage::Listed);
        }
        let mut worst: Option<f32> = None;
        for (number, &player) in others.iter().enumerate() {
            if !worker.policy.may_answer(worker.game, pos, player) && number + 1 < others.len() {
                continue;
            }
            let policy = worker.policy;
            let mut before = Vec::new();
            for _ in 0..number {
                before.push(policy.skip_turn(worker.game, pos));
            }
            let after = others.len() - number - 1;
            let value = worker.best(pos, place, false, budget, |worker, pos, place, budget| {
                worker.after_skipped_turns(pos, after, place, budget)
            });
            while let Some(undo) = before.pop() {
                policy.undo_skip(worker.game, pos, undo);
            }
            let value = value?;
            worst = Some(worst.map_or(value, |worst| worst.min(value)));
            place.beta = place.beta.min(value);
            if place.alpha >= place.beta {
                break;
            }
        }
        worst
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G> + SkipTurn<G>> ParanoidWorker<'_, G, E, P, One> {
    /// The value after `players` more players have skipped their turns.
    fn after_skipped_turns(
        &mut self,
        pos: &mut G::Position,
        players: usize,
        place: ParanoidNode,
        budget: &mut Budget<'_>,
    ) -> Option<f32> {
        if players == 0 || self.game.turn(pos) == Turn::Over {
            return self.value(pos, place.below(), budget);
        }
        let policy = self.policy;
        let undo = policy.skip_turn(self.game, pos);
        let value = self.after_skipped_turns(pos, players - 1, place, budget);
        policy.undo_skip(self.game, pos, undo);
        value
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>, A: Answers<G, P>> ParanoidWorker<'_, G, E, P, A> {
    fn evaluate_move(
        &mut self,
        mv: G::Move,
        below: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Option<RootMoveValue<G::Move, Values>> {
        let before = budget.nodes();
        self.seen = Coverage::Sure;
        let mut child = self.root.position.clone();
        self.game.play(&mut child, mv);
        budget.count();
        let place = ParanoidNode { depth: below, ply: 1, alpha: floor, beta: f32::INFINITY };
        let value = self.value(&mut child, place, budget)?;
        let nodes = budget.nodes() - before;
        let mut known = RootMoveValue::new(Values::default(), value, self.seen, nodes);
        if A::IN_TURN || self.game.players() == 2 {
            (known.replies, known.is_finished) = replies(self.game, self.root, mv, self.pv.line(1));
        }
        let scale = ResultScale::new(self.game.players(), self.evaluator.decisive());
        known.bound(floor, (-BEST, BEST), scale);
        Some(known)
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>, A: Answers<G, P>> RootMoveEvaluator<G::Move, Values>
    for ParanoidWorker<'_, G, E, P, A>
{
    fn evaluate(
        &mut self,
        moves: &[G::Move],
        below: u32,
        floor: f32,
        budget: &mut Budget<'_>,
    ) -> Vec<RootMoveValue<G::Move, Values>> {
        let evaluated = moves.iter();
        evaluated.map_while(|&mv| self.evaluate_move(mv, below, floor, budget)).collect()
    }

    fn widen(&mut self) {
        self.listing.widen();
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>, A: Answers<G, P>> Searcher<G>
    for OneAgainstAll<G, E, P, A>
{
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut worker =
            ParanoidWorker::<_, _, _, A>::new(&self.game, &self.evaluator, &self.policy, root);
        let with = (&self.game, &self.evaluator, &self.options);
        deepen(with, root, &mut worker, limits, stop, observer)
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        Some(self.evaluator.evaluate(&self.game, pos))
    }

    fn new_game(&mut self) {}

    fn prepare(&mut self) {
        prepare_evaluation(&self.game, self);
    }
}
