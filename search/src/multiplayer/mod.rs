//! Searches for more than two players: max^n, where everybody maximises his own value and chance averages.
//!
//! The *paranoid* search, where all others unite against the player at the root, is expectiminimax [by an
//! evaluator](crate::expectimax::ByEvaluator), with chance, or [`Paranoid`], over the moves of a policy. [`BestReply`] lets players sit out, which
//! the rules of a game cannot be asked for: [`SkipTurn`](crate::SkipTurn) does it.
//! CITE: Luckhardt, Irani, "An algorithmic solution of n-person games", AAAI 1986.
//! CITE: Sturtevant, Korf, "On pruning techniques for multi-player games", AAAI 2000 (paranoid).

mod listing;
mod max_n;
mod paranoid;
mod root;

pub use paranoid::{BestReply, OneAgainstAll, Paranoid};

use crate::interface::evaluator::Evaluator;
use crate::interface::game::Game;
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::policy::{AllMoves, Policy};
use crate::interface::report::Report;
use crate::interface::score::Score;
use crate::interface::searcher::prepare_evaluation;
use crate::interface::searcher::{Root, SearchOptions, Searcher};
use root::deepen;

/// What a node is in this search, as a user reads it: what [`Limits::nodes`](crate::Limits::nodes) limits and reports count.
pub const NODES: &str = "a move made on the board; chance events count nothing";

/// Max^n with iterative deepening. Of equal moves a player takes the first; beside the values that follow from it, it knows
/// what is certain whichever he takes.
pub struct MaxN<G, E, P = AllMoves> {
    game: G,
    evaluator: E,
    policy: P,
    options: SearchOptions,
}

impl<G: Game, E: Evaluator<G>> MaxN<G, E> {
    /// A search of `game` by `evaluator`, which must know its returns for every player.
    pub fn new(game: G, evaluator: E, options: SearchOptions) -> Self {
        Self { game, evaluator, policy: AllMoves, options }
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> MaxN<G, E, P> {
    /// The same search, where below the root everybody looks only at the moves of this policy, until nothing is left to be
    /// seen among them.
    pub fn with_policy<Q: Policy<G>>(self, policy: Q) -> MaxN<G, E, Q> {
        MaxN { game: self.game, evaluator: self.evaluator, policy, options: self.options }
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Searcher<G> for MaxN<G, E, P> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut worker = max_n::MaxNWorker::new(&self.game, &self.evaluator, &self.policy, root);
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
