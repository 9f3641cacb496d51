//! Checks of evaluators.

use super::{Conformance, Walked};
use crate::interface::evaluator::{Evaluator, IncrementalEvaluator};
use crate::interface::game::{Game, Returns, Turn};
use crate::interface::report::Wdl;
use crate::interface::score::Score;

/// The number of scores between the bounds that are converted to probabilities.
const SCALE: i32 = 32;
/// A score is near 0 if it is at most this fraction (one of `NEAR`) of the range.
const NEAR: i32 = 1_000;
/// The tolerance for sums of probabilities.
const ROUNDING: f32 = 1e-3;

/// The functions that both kinds of evaluators have.
struct Scores<'e, P> {
    bounds: (Score, Score),
    evaluate: &'e dyn Fn(&P) -> Score,
    wdl: &'e dyn Fn(Score) -> Wdl,
    wdl_at: &'e dyn Fn(&P, Score) -> Wdl,
}

impl<G: Game> Conformance<'_, G> {
    /// Checks an evaluator: scores are within its bounds; images under symmetries have the same score, and so has the position with the
    /// players exchanged if the [game defines one](Self::swapped); probabilities add up to 1 and increase with the score; values of players
    /// and results are in range.
    ///
    /// # Panics
    /// If the evaluator breaks a rule; the message says which.
    pub fn check_evaluator(&self, evaluator: &impl Evaluator<G>) {
        let game = self.game;
        let scores = Scores {
            bounds: evaluator.bounds(),
            evaluate: &|pos| evaluator.evaluate(game, pos),
            wdl: &|score| evaluator.wdl(score),
            wdl_at: &|pos, score| evaluator.wdl_at(game, pos, score),
        };
        check_scale(&scores);
        for seed in 0..self.games {
            self.walk(seed, &mut |Walked { pos, .. }| match game.turn(pos) {
                Turn::Player(_) => {
                    self.check_score(pos, &scores);
                    self.check_values(pos, evaluator.returns(game, pos), "returns");
                }
                Turn::Chance if evaluator.evaluates_chance() => {
                    self.check_values(pos, evaluator.returns(game, pos), "returns");
                }
                Turn::Chance => {}
                Turn::Over => self.check_result(pos, evaluator),
            });
        }
    }

    /// Checks an incremental evaluator in the same way. In addition, an updated state must give the same score as a new state.
    ///
    /// # Panics
    /// If the evaluator breaks a rule; the message says which.
    pub fn check_incremental<E: IncrementalEvaluator<G>>(&self, evaluator: &E) {
        let (game, greatest) = (self.game, evaluator.greatest());
        let scores = Scores {
            bounds: (-greatest, greatest),
            evaluate: &|pos| evaluator.evaluate(&evaluator.fresh(game, pos), game, pos),
            wdl: &|score| evaluator.wdl(score),
            wdl_at: &|pos, score| evaluator.wdl_at(game, pos, score),
        };
        check_scale(&scores);
        for seed in 0..self.games {
            let mut line: Vec<E::State> = Vec::new();
            self.walk(seed, &mut |Walked { pos, last }| {
                let mut state = evaluator.fresh(game, pos);
                if let (Some(before), Some(last)) = (line.last(), last) {
                    state.clone_from(before);
                    evaluator.after(before, &mut state, game, pos, last.step, &last.undo);
                }
                line.push(state);
                if let Turn::Player(_) = game.turn(pos) {
                    self.check_score(pos, &scores);
                    let found = evaluate_last(evaluator, &mut line, game, pos);
                    self.check_equal(pos, &scores, (found, self.kept_within), |score| {
                        format!(
                            "`after` leads to the score {found}, but `fresh` to {score}; let `after` update everything in the state that \
                            the step changes"
                        )
                    });
                }
            });
        }
    }

    fn check_score(&self, pos: &G::Position, scores: &Scores<'_, G::Position>) {
        let (score, text) = ((scores.evaluate)(pos), (self.text)(pos));
        let (least, greatest) = scores.bounds;
        assert!(
            (least..=greatest).contains(&score) && !score.is_proven(),
            "`evaluate` gives {score}, outside of the bounds from {least} to {greatest}; clamp the score, or widen the bounds. \
             Position: {text}"
        );
        let place = format!(" Position: {text}");
        check_wdl((scores.wdl)(score), "wdl", score, &place);
        check_wdl((scores.wdl_at)(pos, score), "wdl_at", score, &place);
        for symmetry in 0..self.game.symmetries() {
            let image = self.game.transform(pos, symmetry);
            self.check_equal(&image, scores, (score, self.images_within), |found| {
                format!(
                    "`evaluate` gives the image under symmetry {symmetry} the score {found}, but the position itself {score}; use the \
                    same weights for features that a symmetry exchanges, or do not count this symmetry in `symmetries`"
                )
            });
        }
        if let Some(swapped) = &self.swapped {
            self.check_equal(&swapped(pos), scores, (score, 0), |found| {
                format!(
                    "`evaluate` gives {score}, but {found} after the players are exchanged; evaluate the position from the view of the \
                    player to move"
                )
            });
        }
    }

    /// A position must have this score, within the tolerance.
    fn check_equal(
        &self,
        pos: &G::Position,
        scores: &Scores<'_, G::Position>,
        (score, within): (Score, i32),
        sentence: impl Fn(Score) -> String,
    ) {
        let found = (scores.evaluate)(pos);
        assert!(
            found.value().abs_diff(score.value()) <= within.unsigned_abs(),
            "{}. Position: {}",
            sentence(found),
            (self.text)(pos)
        );
    }

    /// Values of players are between −1 and 1.
    fn check_values(&self, pos: &G::Position, returns: Returns, method: &str) {
        for (player, &value) in returns[..self.game.players()].iter().enumerate() {
            assert!(
                (-1.0..=1.0).contains(&value),
                "`Evaluator::{method}` gives {value} for player {player}; return values from -1 to 1. Position: {}",
                (self.text)(pos)
            );
        }
    }

    /// A win by the rules has a result above zero, and a loss a result below zero; all results have the declared sum.
    fn check_result(&self, pos: &G::Position, evaluator: &impl Evaluator<G>) {
        let (result, text) = (evaluator.result(self.game, pos), (self.text)(pos));
        self.check_values(pos, result, "result");
        let returns = self.game.returns(pos);
        for player in 0..self.game.players() {
            let (by_rules, value) = (returns[player], result[player]);
            let is_won = self.game.players() == 2 && by_rules > 0.0;
            let is_lost = self.game.players() == 2 && by_rules < 0.0;
            assert!(
                (!is_won || value > 0.0) && (!is_lost || value < 0.0),
                "`result` gives {value} for player {player}, whose `returns` are {by_rules}; return more than 0 for a win and less than 0 \
                for a loss. \
                 Position: {text}"
            );
        }
        let sum: f32 = result[..self.game.players()].iter().sum();
        assert!(
            evaluator.total(self.game).is_none_or(|total| (sum - total).abs() < ROUNDING),
            "`result` adds up to {sum}, but `total` returns {:?}; let `total` return `None` if the sum of the results varies. \
             Position: {text}",
            evaluator.total(self.game)
        );
    }
}

/// The score of the last position of a line. Every third state is completed in a copy, so that a later one is completed across it.
fn evaluate_last<G: Game, E: IncrementalEvaluator<G>>(
    evaluator: &E,
    line: &mut [E::State],
    game: &G,
    pos: &G::Position,
) -> Score {
    let last = line.len() - 1;
    if line.len() % 3 > 0 {
        evaluator.complete(line, game, pos);
        return evaluator.evaluate(&line[last], game, pos);
    }
    let mut copy = line.to_vec();
    evaluator.complete(&mut copy, game, pos);
    evaluator.evaluate(&copy[last], game, pos)
}

/// A greater score never has a smaller expected result, and a score near 0 is not certain.
fn check_scale<P>(scores: &Scores<'_, P>) {
    let (least, greatest) = (scores.bounds.0.value(), scores.bounds.1.value());
    assert!(
        least <= greatest,
        "`bounds` are {least} and {greatest}; return the least score first."
    );
    let mut before = f32::NEG_INFINITY;
    for step in 0..=SCALE {
        let score = Score::from_raw(least + (greatest - least) / SCALE * step);
        let wdl = (scores.wdl)(score);
        check_wdl(wdl, "wdl", score, "");
        let expectation = wdl.expectation();
        assert!(
            expectation >= before - ROUNDING,
            "`wdl` of the score {score} has the expected result {expectation}, but a lower score has {before}; give no greater score a \
            smaller expected result."
        );
        before = expectation;
    }
    let near = ((greatest - least) / NEAR).max(1);
    for value in [-near, 0, near] {
        let score = Score::from_raw(value.clamp(least, greatest));
        let Wdl { win, draw, loss } = (scores.wdl)(score);
        assert!(
            win < 1.0 && loss < 1.0,
            "`wdl` of the score {score} is certain, win {win}, draw {draw}, loss {loss}, although the score is near 0; let only great scores \
             be nearly certain."
        );
    }
}

/// Probabilities are between 0 and 1 and add up to 1.
fn check_wdl(wdl: Wdl, method: &str, score: Score, place: &str) {
    let Wdl { win, draw, loss } = wdl;
    let is_chance = |chance: f32| (0.0..=1.0).contains(&chance);
    assert!(
        [win, draw, loss].into_iter().all(is_chance) && (win + draw + loss - 1.0).abs() < ROUNDING,
        "`{method}` of the score {score} is win {win}, draw {draw}, loss {loss}; return three numbers from 0 to 1 with the sum 1.{place}"
    );
}
