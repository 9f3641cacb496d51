//! What positions are worth, apart from the rules: [`Evaluator`], and [`IncrementalEvaluator`] for those that keep
//! something along a line of play.

use crate::interface::game::{Game, MAX_PLAYERS, Returns, Step, Turn};
use crate::interface::report::Wdl;
use crate::interface::score::Score;
use crate::support::certain::BEST;

/// An evaluation of positions, apart from the rules: several may exist for one game. Who counts scores in thousandths of an
/// expected result need only say how to evaluate.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The score for the player to move.
    fn evaluate(&self, game: &G, pos: &G::Position) -> Score;

    /// One value for each player, −1 to 1. The default serves two players whose interests are opposed; of several others
    /// it takes all to be equally well off.
    fn returns(&self, game: &G, pos: &G::Position) -> Returns {
        let mut returns = [0.0; MAX_PLAYERS];
        if let Turn::Player(mover) = game.turn(pos) {
            let value = self.wdl(self.evaluate(game, pos)).expectation();
            let others = game.players().saturating_sub(1);
            returns[..=others].fill(-value / others.max(1) as f32);
            returns[mover.index()] = value;
        }
        returns
    }

    /// What a finished game is worth to a search that averages results: the result by the rules, unless it should matter by
    /// how much a game is won. A win must stay above zero, a loss below.
    fn result(&self, game: &G, pos: &G::Position) -> Returns {
        game.returns(pos)
    }

    /// From how much on a [result](Self::result) is a whole win, and the negative of it a loss.
    fn decisive(&self) -> f32 {
        BEST
    }

    /// What the [results](Self::result) of all players add up to, if that is the same however a game ends: nothing for two
    /// players, whose interests are opposed.
    fn total(&self, game: &G) -> Option<f32> {
        (game.players() == 2).then_some(0.0)
    }

    /// Whether [`returns`](Self::returns) may be asked at a chance node, before the dice are rolled, say. Otherwise a search
    /// goes one event further and evaluates the positions behind it.
    fn evaluates_chance(&self) -> bool {
        false
    }

    /// The least and the greatest score that [`evaluate`](Self::evaluate) gives.
    fn bounds(&self) -> (Score, Score) {
        (Score::new(-1000), Score::new(1000))
    }

    /// The calibrated chances that a score stands for; unless a game says otherwise, the expected result is the score as a
    /// part of the greatest.
    fn wdl(&self, score: Score) -> Wdl {
        let greatest = self.bounds().1.value().max(1);
        let expectation = score.value() as f32 / greatest as f32;
        Wdl::without_draws(expectation.clamp(-1.0, 1.0))
    }

    /// The same for a score that a search has found of this position, where the phase of the game tells more.
    fn wdl_at(&self, _game: &G, _pos: &G::Position, score: Score) -> Wdl {
        self.wdl(score)
    }

    /// The score that stands for an expected result: the inverse of [`wdl`](Self::wdl), by bisection.
    fn score_of(&self, expectation: f32) -> Score {
        let (least, greatest) = self.bounds();
        let (mut low, mut high) = (least.value(), greatest.value());
        while low < high {
            // Rounded down, also below zero: so the interval always shrinks.
            let middle = low + (high - low) / 2;
            if self.wdl(Score::from_raw(middle)).expectation() < expectation {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Score::from_raw(low)
    }
}

/// An evaluation that keeps something along a line of play (accumulators), for alpha-beta, which evaluates nearly every
/// position on its way. [`Stateless`] makes one of an [`Evaluator`], which keeps nothing.
pub trait IncrementalEvaluator<G: Game>: Send + Sync {
    /// What is kept; it lives on the searching thread's stack, never in a position.
    type State: Clone + Send;

    /// The state for a position, from scratch.
    fn fresh(&self, game: &G, pos: &G::Position) -> Self::State;

    /// The state after `step`, which led to `pos`.
    fn after(
        &self,
        state: &Self::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    ) -> Self::State;

    /// The state after a null move, which led to `pos`.
    fn after_null(&self, _state: &Self::State, game: &G, pos: &G::Position) -> Self::State {
        self.fresh(game, pos)
    }

    /// The score for the player to move.
    fn evaluate(&self, state: &Self::State, game: &G, pos: &G::Position) -> Score;

    /// What everybody may expect at a chance node, where a line of alpha-beta ends.
    fn returns_of_chance(&self, _state: &Self::State, _game: &G, _pos: &G::Position) -> Returns {
        [0.0; MAX_PLAYERS]
    }

    /// The greatest score that [`evaluate`](Self::evaluate) gives.
    fn greatest(&self) -> Score;

    /// The calibrated chances that a score stands for.
    fn wdl(&self, score: Score) -> Wdl;

    /// The same for a score that a search has found of this position, where the phase of the game tells more.
    fn wdl_at(&self, _game: &G, _pos: &G::Position, score: Score) -> Wdl {
        self.wdl(score)
    }
}

/// An evaluator that keeps nothing along a line, for alpha-beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stateless<E>(pub E);

impl<G: Game, E: Evaluator<G>> IncrementalEvaluator<G> for Stateless<E> {
    type State = ();

    #[inline]
    fn fresh(&self, _game: &G, _pos: &G::Position) {}

    #[inline]
    fn after(
        &self,
        (): &(),
        _game: &G,
        _pos: &G::Position,
        _step: Step<G::Move, G::Event>,
        _undo: &G::Undo,
    ) {
    }

    #[inline]
    fn evaluate(&self, (): &(), game: &G, pos: &G::Position) -> Score {
        self.0.evaluate(game, pos)
    }

    fn returns_of_chance(&self, (): &(), game: &G, pos: &G::Position) -> Returns {
        self.0.returns(game, pos)
    }

    fn greatest(&self) -> Score {
        self.0.bounds().1
    }

    fn wdl(&self, score: Score) -> Wdl {
        self.0.wdl(score)
    }

    fn wdl_at(&self, game: &G, pos: &G::Position, score: Score) -> Wdl {
        self.0.wdl_at(game, pos, score)
    }
}

/// Knows nothing: nobody stands better until the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoEvaluator;

impl<G: Game> Evaluator<G> for NoEvaluator {
    fn evaluate(&self, _game: &G, _pos: &G::Position) -> Score {
        Score::DRAW
    }
}
