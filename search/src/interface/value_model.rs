//! Values for searches of games with chance. A value is a scalar, or a vector of probabilities; it is averaged over chance events, and
//! moves are compared by its utility. [`ByEvaluator`](crate::expectimax::ByEvaluator) derives a model from an evaluator. A game can do
//! better by implementing [`Values`] (what positions are worth), [`Candidates`] (which moves to search) and [`Decisions`] (decisions before
//! a chance event, such as a double).
//!
//! **Invariant:** Values are averaged as they are and compared only by their utility. Decisions before a chance event, such as those about
//! a doubling cube, are taken in closed form ([`Decisions::decide_closed_form`]); they are never searched.

use crate::interface::game::{Game, Player, Turn};
use crate::interface::report::Wdl;
use crate::interface::score::Score;
use crate::support::certain::BEST;
use crate::support::rank;

/// A value that can be averaged over chance events: a scalar, or a vector of probabilities. It is from the view of one of two players; the
/// default is zero.
pub trait Value: Copy + Send + Sync + Default {
    /// The number of components of a value.
    const COMPONENTS: usize;

    /// The component with this index, from 0.
    fn component(&self, index: usize) -> f32;

    /// Replaces a component.
    fn set_component(&mut self, index: usize, component: f32);

    /// Adds `weight` times `other`.
    fn add_scaled(&mut self, other: &Self, weight: f32);

    /// The same value from the view of the other player. Flipping must commute with averaging (so a probability may become one minus
    /// itself); only complete values are flipped, never differences or partial sums.
    #[must_use]
    fn flipped(&self) -> Self;
}

impl Value for f32 {
    const COMPONENTS: usize = 1;

    fn component(&self, _index: usize) -> f32 {
        *self
    }

    fn set_component(&mut self, _index: usize, component: f32) {
        *self = component;
    }

    fn add_scaled(&mut self, other: &Self, weight: f32) {
        *self += other * weight;
    }

    fn flipped(&self) -> Self {
        -self
    }
}

/// A move of the player to move, with its static value. In games with dice, a move is called a play.
pub struct Candidate<G: Game, V> {
    /// The play.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// Its static value for the player who makes it.
    pub value: V,
    /// The utility of the value for that player.
    pub utility: f32,
}

impl<G: Game, V: Clone> Clone for Candidate<G, V> {
    fn clone(&self) -> Self {
        Self {
            mv: self.mv,
            position: self.position.clone(),
            value: self.value.clone(),
            utility: self.utility,
        }
    }
}

/// Static values of positions.
pub trait Values<G: Game>: Send + Sync {
    /// A value of a position.
    type Value: Value;

    /// Working memory of one thread: accumulators, buffers, a small cache. It is kept between searches.
    type Scratch: Default + Send;

    /// Sets the root of the following searches. Returns true if values now have another meaning, so that cached ones must be dropped.
    fn set_root(&mut self, _game: &G, _root: &G::Position) -> bool {
        false
    }

    /// The static value of `pos` for its [`viewer`](Self::viewer). It is also called at chance nodes and in finished games.
    fn value(&self, scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Self::Value;

    /// The player from whose view values of `pos` are given: the player to move; at a chance node the player who rolls, if there is one; in
    /// a finished game either player. The search flips values where the viewer changes.
    fn viewer(&self, game: &G, pos: &G::Position) -> Player {
        match game.turn(pos) {
            Turn::Player(mover) => mover,
            Turn::Chance | Turn::Over => Player(0),
        }
    }

    /// The exact value of `pos` if a deeper search is useless: in a known endgame, and always in a finished game.
    fn exact(
        &self,
        scratch: &mut Self::Scratch,
        game: &G,
        pos: &G::Position,
    ) -> Option<Self::Value> {
        matches!(game.turn(pos), Turn::Over).then(|| self.value(scratch, game, pos))
    }

    /// The number that the player to move at `pos` maximises. `value` is for the viewer of `pos`.
    fn utility(&self, _game: &G, _pos: &G::Position, value: &Self::Value) -> f32 {
        value.component(0)
    }

    /// Whether [`value`](Self::value) may be called at a chance node of a game in progress. If not, a search plays one more event.
    fn evaluates_chance(&self) -> bool {
        true
    }

    /// The least and the greatest utility. Pruning at chance nodes needs them: return them only if utility is linear in the value, a
    /// flipped value has the negative utility, and there are no [`Decisions`] in closed form. `None` turns that pruning off.
    fn range(&self) -> Option<(f32, f32)> {
        None
    }

    /// The least utility of a finished game that counts as a complete win; its negative is a complete loss.
    fn decisive(&self) -> f32 {
        BEST
    }

    /// The score of a value in reports: thousandths of the utility by default.
    fn score(&self, _value: &Self::Value, utility: f32) -> Score {
        Score::new((utility * 1000.0).round() as i32)
    }

    /// The value in the game's unit, if it is more precise than a score.
    fn exact_score(&self, _value: &Self::Value, _utility: f32) -> Option<f32> {
        None
    }

    /// The probabilities of win, draw and loss of a value in reports.
    fn wdl(&self, _value: &Self::Value, utility: f32) -> Wdl {
        Wdl::without_draws(utility.clamp(-1.0, 1.0))
    }
}

/// The selection and order of the moves to search. By default: all moves, ordered by the static value of the position after each.
pub trait Candidates<G: Game>: Values<G> {
    /// Appends the moves at `pos`, best static utility first; `pos` is a position with a real choice. The list has at least min(`keep`,
    /// number of moves) entries. Moves after the first `keep`, and moves that a cheaper evaluation places far below the best, may be
    /// missing. `out` is empty at the call.
    fn candidates(
        &self,
        scratch: &mut Self::Scratch,
        game: &G,
        pos: &G::Position,
        keep: usize,
        out: &mut Vec<Candidate<G, Self::Value>>,
    ) {
        let viewer = self.viewer(game, pos);
        let mut moves = Vec::new();
        game.legal_moves(pos, &mut moves);
        out.extend(moves.into_iter().map(|mv| {
            let mut position = pos.clone();
            game.play(&mut position, mv);
            let mut value = self.value(scratch, game, &position);
            if self.viewer(game, &position) != viewer {
                value = value.flipped();
            }
            let utility = self.utility(game, pos, &value);
            Candidate { mv, position, value, utility }
        }));
        rank::best_first(out, |candidate| f64::from(candidate.utility));
        out.truncate(keep);
    }

    /// The static value of the best move at `pos` for the player who makes it: the first of [`candidates`](Self::candidates). Override it
    /// if it can be found faster without the other moves.
    fn best(&self, scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Self::Value {
        let mut candidates = Vec::new();
        self.candidates(scratch, game, pos, 1, &mut candidates);
        candidates.first().map_or_else(Self::Value::default, |best| best.value)
    }

    /// An approximation of [`best`](Self::best), with which rollouts measure the luck of every possible event. It must depend on the
    /// position alone, so that the rollout stays unbiased. The closer it is to [`best`](Self::best), the more variance is removed.
    fn nearly_best(&self, scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Self::Value {
        self.best(scratch, game, pos)
    }

    /// The number of moves evaluated inside [`candidates`](Self::candidates) and [`best`](Self::best) with this scratch since the last
    /// call, for reports and limits. `None`: the search counts the candidates that it receives.
    fn take_nodes(&self, _scratch: &mut Self::Scratch) -> Option<u64> {
        None
    }
}

/// Decisions before a chance event that are not searched as moves, such as those about a doubling cube. The default has none.
pub trait Decisions<G: Game>: Values<G> {
    /// The move that the search makes at `pos` without searching the alternatives and without counting a ply, because
    /// [`decide_closed_form`](Self::decide_closed_form) accounts for the alternatives by a formula. An example is `roll`, where the player
    /// may roll or double. `None` if the alternatives must be searched: the position has a *real choice*.
    fn passes_through(&self, _game: &G, _pos: &G::Position) -> Option<G::Move> {
        None
    }

    /// Accounts for a decision by a formula, after the value of `pos` over all events is known. `pos` is the chance node, or the position
    /// before it that was [passed through](Self::passes_through); `value` is for its viewer. Not called at the root.
    fn decide_closed_form(&self, _game: &G, _pos: &G::Position, _value: &mut Self::Value) {}

    /// Merges another move at `pos` into the value of the best one. Override it if a value has components for several stakes: each stake
    /// then has its own best move. Both values are for the viewer of `pos`, and the utility of `best` is at least that of the other value.
    /// By default only the best move counts.
    fn take_in(
        &self,
        _game: &G,
        _pos: &G::Position,
        _best: &mut Self::Value,
        _other: &Self::Value,
    ) {
    }

    /// The move of a rollout at `pos`, if it is a decision outside the [`candidates`](Candidates::candidates), such as to double, to take,
    /// or to roll the dice. `None`: the rollout chooses one of the candidates.
    fn decide(&self, _scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Option<G::Move> {
        self.passes_through(game, pos)
    }

    /// Converts a value of `pos` to the stake at `root`, where a rollout began, because the stake may have changed on the way to `pos`. The
    /// viewer remains that of `pos`.
    fn at_root(
        &self,
        _game: &G,
        _root: &G::Position,
        _pos: &G::Position,
        value: Self::Value,
    ) -> Self::Value {
        value
    }
}

/// Everything that expectiminimax and rollouts need.
pub trait ValueModel<G: Game>: Candidates<G> + Decisions<G> {}

impl<G: Game, V: Candidates<G> + Decisions<G>> ValueModel<G> for V {}
