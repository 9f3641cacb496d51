//! The evaluation: the points that every colour may expect, and what a margin is worth.

use ludex_search::{Evaluator, Game, MAX_PLAYERS, Player, Returns, Score, Wdl};

use super::prospects;
use super::weights::Weights;
use crate::tantrix::rules::game::Tantrix;
use crate::tantrix::rules::position::{Position, Stage};

/// Units of a score in a point.
pub const UNITS: f32 = 100.0;

/// The margin, in points, that counts as half of all that a margin can be worth.
const MARGIN_SCALE: f32 = 10.0;

/// Points over which margins are spread, where they are averaged.
const MOST_POINTS: f32 = 112.0;

/// The evaluation by expected points.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospects {
    /// The weights.
    pub weights: Weights,
}

/// What two players' results say beyond [`Returns`] for each: the places behind the players are free for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aside {
    /// The first player's result by the rules, −1 to 1.
    pub(crate) result: f32,
    /// The first player's margin in points.
    pub(crate) margin: f32,
}

impl Aside {
    const RESULT: usize = 2;
    const MARGIN: usize = 3;

    /// Reads what [`Prospects::result`] wrote.
    pub(crate) fn of(returns: &Returns) -> Self {
        Self {
            result: returns[Self::RESULT],
            margin: returns[Self::MARGIN] * MOST_POINTS,
        }
    }
}

impl Prospects {
    /// Results by the rules and margins in one: a win stays above zero, a loss below.
    fn mix(&self, result: f32, margin: f32) -> f32 {
        let share = self.weights.margin_share as f32 / 100.0;
        result * (1.0 - share) + share * margin / (margin.abs() + MARGIN_SCALE)
    }

    /// The margin of each player over the best of the others.
    fn margins(game: &Tantrix, points: [f32; MAX_PLAYERS]) -> [f32; MAX_PLAYERS] {
        let players = game.players();
        let options = game.options();
        std::array::from_fn(|player| {
            if player >= players {
                return 0.0;
            }
            let others = (0..players).filter(|&o| options.side_of(o) != options.side_of(player));
            points[player] - others.map(|other| points[other]).fold(0.0, f32::max)
        })
    }

    /// The margins of a finished game.
    pub(crate) fn final_margins(game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        match pos.stage() {
            Stage::Stuck => [0.0; MAX_PLAYERS],
            _ => Self::margins(game, game.points(pos).map(|points| points as f32)),
        }
    }

    fn worth(&self, game: &Tantrix, returns: Returns, margins: [f32; MAX_PLAYERS]) -> Returns {
        let mut mixed = [0.0; MAX_PLAYERS];
        for player in 0..game.players() {
            mixed[player] = self.mix(returns[player], margins[player]);
        }
        if game.players() == 2 {
            mixed[Aside::RESULT] = returns[0];
            mixed[Aside::MARGIN] = margins[0] / MOST_POINTS;
        }
        mixed
    }

    /// The points that each player may expect at the end.
    pub fn expected_points(&self, game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        let colours = prospects::expected(pos, &self.weights);
        std::array::from_fn(|player| {
            if player < game.players() {
                colours[game.options().colour_of(player).index()]
            } else {
                0.0
            }
        })
    }

    /// The margin that each player may expect.
    pub fn expected_margins(&self, game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        Self::margins(game, self.expected_points(game, pos))
    }

    /// The margin that a player may expect.
    pub fn expected_margin(&self, game: &Tantrix, pos: &Position, player: usize) -> f32 {
        self.expected_margins(game, pos)[player]
    }
}

impl Evaluator<Tantrix> for Prospects {
    fn evaluate(&self, game: &Tantrix, pos: &Position) -> Score {
        let margins = Self::margins(game, self.expected_points(game, pos));
        Score::new((margins[pos.to_move().index()] * UNITS) as i32)
    }

    fn returns(&self, game: &Tantrix, pos: &Position) -> Returns {
        let margins = Self::margins(game, self.expected_points(game, pos));
        let mut returns = [0.0; MAX_PLAYERS];
        let hands: usize = (0..4).map(|player| pos.hand(Player(player)).len()).sum();
        let n_left = (hands + pos.unseen().len()) as f32;
        let Weights {
            spread,
            spread_tile,
            ..
        } = self.weights;
        let logit = (spread as f32 + spread_tile as f32 * n_left) / 100.0;
        for player in 0..game.players() {
            returns[player] = wdl(margins[player], logit).expectation();
        }
        self.worth(game, returns, margins)
    }

    fn result(&self, game: &Tantrix, pos: &Position) -> Returns {
        self.worth(game, game.returns(pos), Self::final_margins(game, pos))
    }

    fn decisive(&self) -> f32 {
        // The part that is not the margin's.
        1.0 - self.weights.margin_share as f32 / 100.0
    }

    fn evaluates_chance(&self) -> bool {
        true
    }

    fn bounds(&self) -> (Score, Score) {
        let most = (MOST_POINTS * UNITS) as i32;
        (Score::new(-most), Score::new(most))
    }

    fn wdl(&self, score: Score) -> Wdl {
        wdl(
            score.value() as f32 / UNITS,
            self.weights.logit as f32 / 100.0,
        )
    }
}

/// The chances of an expected margin, of which `logit` points change the odds by a factor of e.
pub(crate) fn wdl(margin: f32, logit: f32) -> Wdl {
    let win = 1.0 / (1.0 + (-margin / logit).exp());
    Wdl {
        win,
        draw: 0.0,
        loss: 1.0 - win,
    }
}
