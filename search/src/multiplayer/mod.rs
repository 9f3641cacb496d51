//! Searches for more than two players. In max^n each player maximises their own result, and chance nodes average.
//!
//! In the *paranoid* search all other players act together against the player at the root. There are two implementations: expectiminimax
//! [with an evaluator](crate::expectimax::ByEvaluator), which searches all moves, and [`Paranoid`], which searches the moves of a policy by
//! alpha-beta. [`BestReply`] lets players skip turns. The rules of a game usually do not allow that, so the game implements
//! [`SkipTurn`](crate::SkipTurn).
//!
//! CITE: Luckhardt, Irani, "An algorithmic solution of n-person games", AAAI 1986.
//!
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

/// The definition of a node in these searches, for users: the unit of [`Limits::nodes`](crate::Limits::nodes) and of reports.
pub const NODES: &str = "a move made on the board; chance events do not count";

/// Max^n with iterative deepening. Among equal moves a player chooses the first; besides the values of that choice, the search computes
/// bounds that hold for every choice.
pub struct MaxN<G, E, P = AllMoves> {
    game: G,
    evaluator: E,
    policy: P,
    options: SearchOptions,
}

impl<G: Game, E: Evaluator<G>> MaxN<G, E> {
    /// A search of `game` with `evaluator`, which must return a value for every player.
    pub fn new(game: G, evaluator: E, options: SearchOptions) -> Self {
        Self { game, evaluator, policy: AllMoves, options }
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> MaxN<G, E, P> {
    /// The same search, but below the root only the moves of this policy are considered, until everything below them has been searched to
    /// the end of the game.
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
