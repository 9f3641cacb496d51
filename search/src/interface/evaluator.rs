//! Static evaluation of positions, separate from the rules: [`Evaluator`], and [`IncrementalEvaluator`] for evaluations that update a
//! state from move to move.

use crate::interface::game::{Game, MAX_PLAYERS, Returns, Step, Turn};
use crate::interface::report::Wdl;
use crate::interface::score::Score;
use crate::support::certain::BEST;

/// A static evaluation of positions. One game may have several. An evaluator whose scores are thousandths of an expected result only needs
/// to implement [`evaluate`](Self::evaluate).
pub trait Evaluator<G: Game>: Send + Sync {
    /// The score for the player to move.
    fn evaluate(&self, game: &G, pos: &G::Position) -> Score;

    /// The expected result of each player, −1 to 1. The default derives it from [`evaluate`](Self::evaluate): with two players the
    /// opponent gets the opposite value; with more, all opponents get equal shares.
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

    /// The result of a finished game, for searches that average results. The default is the result by the rules; override it if the size of
    /// a win matters. The result of a win must be above zero, that of a loss below zero.
    fn result(&self, game: &G, pos: &G::Position) -> Returns {
        game.returns(pos)
    }

    /// The least [result](Self::result) that counts as a complete win; its negative is a complete loss.
    fn decisive(&self) -> f32 {
        BEST
    }

    /// The sum of the [results](Self::result) of all players, if it is the same for every finished game: zero for two players with
    /// opposite interests.
    fn total(&self, game: &G) -> Option<f32> {
        (game.players() == 2).then_some(0.0)
    }

    /// Whether [`returns`](Self::returns) may be called at a chance node (before the dice are rolled, for example). If not, a search plays
    /// one more event and evaluates the positions after it.
    fn evaluates_chance(&self) -> bool {
        false
    }

    /// The least and the greatest score that [`evaluate`](Self::evaluate) returns.
    fn bounds(&self) -> (Score, Score) {
        (Score::new(-1000), Score::new(1000))
    }

    /// The calibrated probabilities of win, draw and loss for a score. By default the expected result is the score divided by the greatest
    /// score, without draws.
    fn wdl(&self, score: Score) -> Wdl {
        let greatest = self.bounds().1.value().max(1);
        let expectation = score.value() as f32 / greatest as f32;
        Wdl::without_draws(expectation.clamp(-1.0, 1.0))
    }

    /// Like [`wdl`](Self::wdl), for a score that a search found for this position. Override it if the probabilities also depend on the
    /// phase of the game.
    fn wdl_at(&self, _game: &G, _pos: &G::Position, score: Score) -> Wdl {
        self.wdl(score)
    }

    /// The score with this expected result: the inverse of [`wdl`](Self::wdl), by bisection.
    fn score_of(&self, expectation: f32) -> Score {
        let (least, greatest) = self.bounds();
        let (mut low, mut high) = (least.value(), greatest.value());
        while low < high {
            // Rounds towards minus infinity, so the interval always shrinks.
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

/// An evaluation with a state (such as the accumulators of a network) that is updated from move to move. Alpha-beta uses it, because it
/// evaluates nearly every position on its path. [`Stateless`] wraps an [`Evaluator`] that needs no state.
pub trait IncrementalEvaluator<G: Game>: Send + Sync {
    /// The state. It is stored on the stack of the searching thread, never in a position.
    type State: Clone + Send;

    /// The state for a position, computed from scratch.
    fn fresh(&self, game: &G, pos: &G::Position) -> Self::State;

    /// Sets `state` to the state after `step`, which led from the position of `before` to `pos`. It may leave to
    /// [`complete`](Self::complete) what only [`evaluate`](Self::evaluate) needs, because a search does not evaluate every position.
    fn after(
        &self,
        before: &Self::State,
        state: &mut Self::State,
        game: &G,
        pos: &G::Position,
        step: Step<G::Move, G::Event>,
        undo: &G::Undo,
    );

    /// Sets `state` to the state after a null move, which led from the position of `before` to `pos`.
    fn after_null(
        &self,
        _before: &Self::State,
        state: &mut Self::State,
        game: &G,
        pos: &G::Position,
    ) {
        *state = self.fresh(game, pos);
    }

    /// Completes the state of `pos`, the last of `line`. `line` contains the states of all positions from a [fresh](Self::fresh) one to
    /// `pos`. Call this before [`evaluate`](Self::evaluate). By default a state is always complete.
    fn complete(&self, _line: &mut [Self::State], _game: &G, _pos: &G::Position) {}

    /// The score for the player to move. The state must be [complete](Self::complete).
    fn evaluate(&self, state: &Self::State, game: &G, pos: &G::Position) -> Score;

    /// The expected result of each player at a chance node, where alpha-beta ends a line.
    fn returns_of_chance(&self, _state: &Self::State, _game: &G, _pos: &G::Position) -> Returns {
        [0.0; MAX_PLAYERS]
    }

    /// The greatest score that [`evaluate`](Self::evaluate) returns.
    fn greatest(&self) -> Score;

    /// The calibrated probabilities of win, draw and loss for a score.
    fn wdl(&self, score: Score) -> Wdl;

    /// Like [`wdl`](Self::wdl), for a score that a search found for this position. Override it if the probabilities also depend on the
    /// phase of the game.
    fn wdl_at(&self, _game: &G, _pos: &G::Position, score: Score) -> Wdl {
        self.wdl(score)
    }
}

/// Wraps an [`Evaluator`] for alpha-beta; it keeps no state.
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
        (): &mut (),
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

/// Scores every position as even until the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoEvaluator;

impl<G: Game> Evaluator<G> for NoEvaluator {
    fn evaluate(&self, _game: &G, _pos: &G::Position) -> Score {
        Score::DRAW
    }
}
