//! Searches for more than two players: max^n, where everybody maximises his own value and chance averages.
//!
//! The *paranoid* search, where all others unite against the player at the root, is [`Paranoid`]. A best-reply search
//! needs players to move out of turn, which the rules of a game cannot be asked for.
//! CITE: Luckhardt, Irani, "An algorithmic solution of n-person games", AAAI 1986.
//! CITE: Sturtevant, Korf, "On pruning techniques for multi-player games", AAAI 2000 (paranoid).

mod worker;

use crate::deepening::Deepening;
use crate::expectimax::Expectimax;
use crate::{Budget, Evaluator, Game, Limits, Report, Root, SearchOptions, Searcher, StopFlag};

/// All others against the player at the root: expectiminimax does just that.
pub type Paranoid<G, E> = Expectimax<G, E>;

/// Max^n with iterative deepening. Of equal moves a player takes the first.
pub struct MaxN<G, E> {
    game: G,
    evaluator: E,
    options: SearchOptions,
}

impl<G: Game, E: Evaluator<G>> MaxN<G, E> {
    /// A search of `game` by `evaluator`, which must know its returns for every player.
    pub fn new(game: G, evaluator: E, options: SearchOptions) -> Self {
        Self {
            game,
            evaluator,
            options,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for MaxN<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits, stop, self.options.deterministic);
        let mut worker = worker::Worker::new(&self.game, &self.evaluator, root);
        let deepening = Deepening {
            game: &self.game,
            evaluator: &self.evaluator,
            options: &self.options,
            first_depth: 1,
        };
        deepening.run(root, limits, &mut budget, &mut worker, observer)
    }

    fn new_game(&mut self) {}
}
