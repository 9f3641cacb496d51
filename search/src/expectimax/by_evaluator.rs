//! A value model from an evaluator; values are scalars.

use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, Player, Turn};
use crate::interface::report::Wdl;
use crate::interface::score::Score;
use crate::interface::value_model::{Candidates, Decisions, Values};

/// Uses the expected results of an evaluator as values. With more than two players, all others are treated as one opponent of the player at
/// the root: the *paranoid* search.
#[derive(Clone, Copy, Debug)]
pub struct ByEvaluator<E> {
    evaluator: E,
    range: (f32, f32),
    /// The player at the root, whom all others oppose. Values of positions in which no player is to move are from this player's view.
    viewer: Player,
}

impl<E> ByEvaluator<E> {
    /// Uses `evaluator`, whose values are between −1 and 1.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, range: (-1.0, 1.0), viewer: Player(0) }
    }

    /// The same with another range of values.
    #[must_use]
    pub fn with_range(self, least: f32, greatest: f32) -> Self {
        Self { range: (least, greatest), ..self }
    }
}

impl<E> ByEvaluator<E> {
    /// Converts a value of the viewer to the view of `other`.
    fn seen_by(&self, other: Player, value: f32) -> f32 {
        if other == self.viewer { value } else { -value }
    }

    /// The value for the viewer.
    fn view<G: Game>(&self, game: &G, pos: &G::Position) -> f32
    where
        E: Evaluator<G>,
    {
        let viewer = self.viewer.index();
        match game.turn(pos) {
            Turn::Over => self.evaluator.result(game, pos)[viewer],
            Turn::Chance if !self.evaluator.evaluates_chance() => {
                let mut events = Vec::new();
                let total = game.events(pos, &mut events) as f32;
                let value_of = |(event, weight): (G::Event, u32)| {
                    let mut child = pos.clone();
                    game.apply_chance(&mut child, event);
                    self.view(game, &child) * weight as f32
                };
                events.into_iter().map(value_of).sum::<f32>() / total
            }
            Turn::Chance | Turn::Player(_) => self.evaluator.returns(game, pos)[viewer],
        }
    }
}

impl<G: Game, E: Evaluator<G>> Values<G> for ByEvaluator<E> {
    type Value = f32;
    type Scratch = ();

    fn viewer(&self, game: &G, pos: &G::Position) -> Player {
        match game.turn(pos) {
            Turn::Player(mover) if mover != self.viewer => self.viewer.other(),
            _ => self.viewer,
        }
    }

    fn set_root(&mut self, game: &G, root: &G::Position) -> bool {
        let before = self.viewer;
        if let Turn::Player(mover) = game.turn(root)
            && game.players() > 2
        {
            self.viewer = mover;
        }
        self.viewer != before
    }

    fn value(&self, (): &mut (), game: &G, pos: &G::Position) -> f32 {
        self.seen_by(self.viewer(game, pos), self.view(game, pos))
    }

    fn evaluates_chance(&self) -> bool {
        self.evaluator.evaluates_chance()
    }

    fn range(&self) -> Option<(f32, f32)> {
        Some(self.range)
    }

    fn decisive(&self) -> f32 {
        self.evaluator.decisive()
    }

    fn score(&self, _value: &f32, utility: f32) -> Score {
        self.evaluator.score_of(utility.max(-1.0))
    }

    fn wdl(&self, value: &f32, utility: f32) -> Wdl {
        let score = Values::<G>::score(self, value, utility);
        self.evaluator.wdl(score)
    }
}

impl<G: Game, E: Evaluator<G>> Candidates<G> for ByEvaluator<E> {}

impl<G: Game, E: Evaluator<G>> Decisions<G> for ByEvaluator<E> {}
