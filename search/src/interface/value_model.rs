//! What a game with chance tells a search about values: scalars, or vectors of chances that are averaged as they are and
//! compared by what they are worth. [`ByEvaluator`](crate::expectimax::ByEvaluator) makes it of an evaluator; a game that
//! knows better says what positions are worth ([`Values`]), which plays to look at ([`Candidates`]), and what is decided
//! before chance ([`Decisions`]).

use crate::interface::game::{Game, Player, Turn};
use crate::interface::report::Wdl;
use crate::interface::score::Score;
use crate::support::certain::BEST;
use crate::support::rank;

/// A value that can be averaged over chance events: a scalar, or a vector of chances. It is seen by one player of two; the
/// default is zero.
pub trait Value: Copy + Send + Sync + Default {
    /// How many numbers a value consists of.
    const COMPONENTS: usize;

    /// A number of the value, from 0.
    fn component(&self, index: usize) -> f32;

    /// Replaces a number of the value.
    fn set_component(&mut self, index: usize, component: f32);

    /// Adds `weight` times `other`.
    fn add_scaled(&mut self, other: &Self, weight: f32);

    /// The same value seen by the other player of two. The mean of flipped values is the flipped mean (so a chance to win
    /// may become one minus itself); only whole values are flipped, never differences or parts of a mean.
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

/// One play of the player to move.
pub struct Candidate<G: Game, V> {
    /// The play.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// Its static value for the player who plays it.
    pub value: V,
    /// What the value is worth to him.
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

/// What positions are worth.
pub trait Values<G: Game>: Send + Sync {
    /// A value of a position.
    type Value: Value;

    /// What one thread works with: accumulators, buffers, a small cache. It is kept from search to search.
    type Scratch: Default + Send;

    /// Takes `root` as the root of the searches to come. True if values then mean something else than before, so that none
    /// can be kept.
    fn set_root(&mut self, _game: &G, _root: &G::Position) -> bool {
        false
    }

    /// The static value of `pos` for its [`viewer`](Self::viewer), at chance nodes and in finished games too.
    fn value(&self, scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Self::Value;

    /// From whose view values of `pos` are: who is to move; at a chance node who rolls, if the game knows; after the end
    /// of the game whoever comes handy. The search turns values round wherever the viewer changes.
    fn viewer(&self, game: &G, pos: &G::Position) -> Player {
        match game.turn(pos) {
            Turn::Player(mover) => mover,
            Turn::Chance | Turn::Over => Player(0),
        }
    }

    /// The exact value of `pos`, if looking deeper is useless: a known endgame, and a finished game in any case.
    fn exact(
        &self,
        scratch: &mut Self::Scratch,
        game: &G,
        pos: &G::Position,
    ) -> Option<Self::Value> {
        matches!(game.turn(pos), Turn::Over).then(|| self.value(scratch, game, pos))
    }

    /// What a player to move at `pos` chooses by: higher is better. `value` is for the viewer of `pos`.
    fn utility(&self, _game: &G, _pos: &G::Position, value: &Self::Value) -> f32 {
        value.component(0)
    }

    /// Whether [`value`](Self::value) may be asked at a chance node where the game goes on. Otherwise a search goes one
    /// event further.
    fn evaluates_chance(&self) -> bool {
        true
    }

    /// The least and the greatest utility, if utility is linear in the value, a flipped value has the opposite utility, and
    /// nothing is settled: what pruning at chance nodes rests on.
    fn range(&self) -> Option<(f32, f32)> {
        None
    }

    /// From how much on the utility of a finished game is a whole win, and the negative of it a loss.
    fn decisive(&self) -> f32 {
        BEST
    }

    /// The score that stands for a value in reports: thousandths of the utility, unless a game says otherwise.
    fn score(&self, _value: &Self::Value, utility: f32) -> Score {
        Score::new((utility * 1000.0).round() as i32)
    }

    /// The same in the game's unit, where that is known more finely than a score counts.
    fn exact_score(&self, _value: &Self::Value, _utility: f32) -> Option<f32> {
        None
    }

    /// The chances that a value stands for in reports.
    fn wdl(&self, _value: &Self::Value, utility: f32) -> Wdl {
        Wdl::without_draws(utility.clamp(-1.0, 1.0))
    }
}

/// Which plays are looked at, and in which order. By default all, by the value of the positions that they lead to.
pub trait Candidates<G: Game>: Values<G> {
    /// Appends the plays at `pos`, where a player has a real choice, by static utility, best first. At least
    /// min(`keep`, number of plays) of them; those beyond need not be there, nor need plays be that a cheaper evaluation puts
    /// far behind. `out` comes empty.
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

    /// The static value of the best play at `pos` for the player who makes it: the first of
    /// [`candidates`](Self::candidates), which may be found faster where nothing else is asked for.
    fn best(&self, scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Self::Value {
        let mut candidates = Vec::new();
        self.candidates(scratch, game, pos, 1, &mut candidates);
        candidates.first().map_or_else(Self::Value::default, |best| best.value)
    }

    /// The static value of about the best play at `pos`, by which rollouts measure the luck of every event that might have
    /// happened. It depends on the position alone: then nothing is biased, and the nearer it comes to
    /// [`best`](Self::best) the more luck is taken away.
    fn nearly_best(&self, scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Self::Value {
        self.best(scratch, game, pos)
    }

    /// The plays that were looked at inside [`candidates`](Self::candidates) and [`best`](Self::best) with this scratch
    /// since it was last asked, for reports and limits. None: the search counts the candidates it is given.
    fn take_nodes(&self, _scratch: &mut Self::Scratch) -> Option<u64> {
        None
    }
}

/// Decisions before chance that are no plays and are never searched, such as about a doubling cube. By default there is
/// none.
pub trait Decisions<G: Game>: Values<G> {
    /// The move that is made at `pos` without a choice and counts no ply, where [`decide_closed_form`](Self::decide_closed_form) decides about the
    /// others in closed form (`roll`, where the dice may be rolled or the cube turned). None: a real choice.
    fn passes_through(&self, _game: &G, _pos: &G::Position) -> Option<G::Move> {
        None
    }

    /// Decides in closed form, once the value of `pos` over all events is known: `pos` is the chance node, or the position
    /// from which it was reached by [`passes_through`](Self::passes_through), and `value` is for its viewer. Not called at
    /// the root.
    fn decide_closed_form(&self, _game: &G, _pos: &G::Position, _value: &mut Self::Value) {}

    /// Takes another play at `pos` into the value of the best one: where a value tells what a position is worth for several
    /// stakes, each stake has its own best play. Both are for the viewer of `pos`, and `best` is worth no less. By default the best
    /// play is all that counts.
    fn take_in(
        &self,
        _game: &G,
        _pos: &G::Position,
        _best: &mut Self::Value,
        _other: &Self::Value,
    ) {
    }

    /// A decision of a rollout that is no play, such as to double, to take, or to roll the dice; none where a play is to be
    /// chosen from the [`candidates`](Candidates::candidates).
    fn decide(&self, _scratch: &mut Self::Scratch, game: &G, pos: &G::Position) -> Option<G::Move> {
        self.passes_through(game, pos)
    }

    /// What a value of `pos` means at `root`, from where a rollout came to it: the stake may have changed in between. The
    /// viewer stays that of `pos`.
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

/// All that expectiminimax and rollouts ask.
pub trait ValueModel<G: Game>: Candidates<G> + Decisions<G> {}

impl<G: Game, V: Candidates<G> + Decisions<G>> ValueModel<G> for V {}
