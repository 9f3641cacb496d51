//! Expectiminimax: the player at the root maximises his value, all others minimise it, chance averages it.
//!
//! Depth counts players' moves; chance events count nothing. With more than two players this is the *paranoid* search.
//! CITE: Michie, "Game-playing and game-learning automata", 1966. CITE: Ballard, "The *-minimax search procedure for trees
//! containing chance nodes", Artificial Intelligence 21, 1983.

mod options;
mod worker;

pub use options::ExpectimaxOptions;

use crate::deepening::Deepening;
use crate::{Budget, Evaluator, Game, Limits, Report, Root, Score, Searcher, StopFlag, Window};

/// Expectiminimax with iterative deepening.
pub struct Expectimax<G, E> {
    game: G,
    evaluator: E,
    options: ExpectimaxOptions,
}

impl<G: Game, E: Evaluator<G>> Expectimax<G, E> {
    /// A search of `game` by `evaluator`.
    pub fn new(game: G, evaluator: E, options: ExpectimaxOptions) -> Self {
        Self {
            game,
            evaluator,
            options,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Expectimax<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits, stop, self.options.search.deterministic);
        let mut worker = worker::Worker::new(&self.game, &self.evaluator, &self.options, root);
        let deepening = Deepening {
            game: &self.game,
            evaluator: &self.evaluator,
            options: &self.options.search,
            first_depth: self.options.first_depth,
        };
        deepening.run(root, limits, &mut budget, &mut worker, observer)
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        let mut state = self.evaluator.fresh(&self.game, pos);
        Some(
            self.evaluator
                .evaluate(&mut state, &self.game, pos, Window::FULL),
        )
    }

    fn new_game(&mut self) {}
}
