//! The evaluation: the expected final points of every colour, converted to margins and win probabilities.

use std::sync::LazyLock;

use ludex_kit::InputError;
use ludex_kit::interface::training::{Shape, Trained, read_outcomes};
use ludex_learn::{BLOCK, Network, Outputs};
use ludex_search::{Evaluator, Game, MAX_PLAYERS, Returns, Score, Wdl};

use super::colour_inputs::{ColourInputs, INPUTS};
use super::ends::OpenEnds;
use super::weights::Weights;
use crate::rules::game::Tantrix;
use crate::rules::position::{Position, Stage};

/// Units of a score per point.
pub const UNITS: f32 = 100.0;

/// The margin, in points, that gives half of the maximum value of a margin.
const MARGIN_SCALE: f32 = 10.0;

/// With three or four players, the margin computed from the odds of winning is too large; multiplied by this factor, it is the expected
/// margin. (Measured on 2026-11-25: 0.41 to 0.66 in the four quarters of 277 games.)
const AMONG_SEVERAL: f32 = 0.55;

/// The largest margin, in points; averaged margins are stored as a fraction of it.
const MOST_POINTS: f32 = 112.0;

/// The number of points that corresponds to a network output of 1.
pub const NETWORK_POINTS: f32 = 60.0;

/// The network predicts the points of a colour, in units of [`NETWORK_POINTS`].
const SHAPE: Shape =
    Shape { name: "colours", inputs: INPUTS, hidden: BLOCK, outputs: 1, meaning: Outputs::Chances };

/// The shipped network.
static SHIPPED: LazyLock<Trained> = LazyLock::new(|| {
    let bytes = include_bytes!("../../data/colours.bin");
    read_networks(bytes).expect("the shipped file is whole; a test reads it")
});

/// The shapes of the networks that can be trained. There is only one.
pub(crate) fn shapes() -> Vec<Shape> {
    vec![SHAPE]
}

/// Parses a networks file.
pub fn read_networks(bytes: &[u8]) -> Result<Trained, InputError> {
    read_outcomes(&shapes(), bytes)
}

/// The evaluation by the points that a network predicts for every colour.
#[derive(Clone, Debug)]
pub struct Prospects {
    /// The weights.
    pub weights: Weights,
    network: Network,
}

impl Default for Prospects {
    fn default() -> Self {
        Self::new(Weights::default(), None)
    }
}

/// Additional values for two-player games. They are stored in the entries of [`Returns`] for players 3 and 4.
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

    /// Reads the values that [`Prospects::result`] stored.
    pub(crate) fn from_returns(returns: &Returns) -> Self {
        Self { result: returns[Self::RESULT], margin: returns[Self::MARGIN] * MOST_POINTS }
    }
}

impl Prospects {
    /// The evaluation with these weights, and with the network of `trained` or, if that is `None`, the shipped network.
    pub fn new(weights: Weights, trained: Option<&Trained>) -> Self {
        let networks = trained.unwrap_or(&SHIPPED).outcomes();
        Self { weights, network: networks.first().unwrap_or(&SHIPPED.outcomes()[0]).clone() }
    }

    /// The network in file format.
    pub fn network_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.network.write(&mut bytes);
        bytes
    }

    /// Combines the result by the rules with the margin. A win stays positive, a loss negative.
    fn mix(&self, result: f32, margin: f32) -> f32 {
        let share = self.weights.margin_share as f32 / 100.0;
        result * (1.0 - share) + share * margin / (margin.abs() + MARGIN_SCALE)
    }

    /// Each player's margin over the best other side, computed from the expected points of the sides. Odds of winning change by a factor of
    /// e per `spread` points. With several opponents, the margin is smaller than the difference to the best of them, because the expected
    /// maximum of their points exceeds the largest of their expected points.
    fn margins(game: &Tantrix, points: [f32; MAX_PLAYERS], spread: f32) -> [f32; MAX_PLAYERS] {
        let options = game.options();
        let sides = options.n_colours();
        std::array::from_fn(|player| {
            if player >= game.players() {
                return 0.0;
            }
            let own = options.side_of(player);
            let others = || (0..sides).filter(|&side| side != own).map(|side| points[side]);
            let most = others().fold(0.0, f32::max);
            let margin = points[own] - most;
            if sides == 2 {
                return margin;
            }
            let odds: f32 = others().map(|other| ((other - most) / spread).exp()).sum();
            margin - spread * odds.ln()
        })
    }

    /// The margins of a finished game.
    pub(crate) fn final_margins(game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        game.leads(pos).map(|lead| lead as f32)
    }

    /// The margin, in expected points, that changes the odds of winning by a factor of e. It decreases as tiles are used up.
    fn spread(&self, pos: &Position) -> f32 {
        let Weights { spread, spread_tile, .. } = self.weights;
        (spread as f32 + spread_tile as f32 * pos.left().len() as f32) / 100.0
    }

    /// The margin over the best of several opponents that corresponds to these win probabilities.
    pub(crate) fn margin_of(&self, pos: &Position, wdl: Wdl) -> f32 {
        let win = f32::midpoint(1.0, wdl.expectation()).clamp(0.001, 0.999);
        AMONG_SEVERAL * self.spread(pos) * (win / (1.0 - win)).ln()
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

    /// The expected final points of each player.
    pub fn expected_points(&self, game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        let options = game.options();
        let sides = self.points_of_sides(game, pos);
        std::array::from_fn(|player| {
            if player < game.players() { sides[options.side_of(player)] } else { 0.0 }
        })
    }

    /// The expected final points of each colour, by side.
    fn points_of_sides(&self, game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        let (ends, mut inputs) = (OpenEnds::find(pos), ColourInputs::NONE);
        let mut sides = [0.0; MAX_PLAYERS];
        for (side, points) in (sides.iter_mut().enumerate()).take(game.options().n_colours()) {
            inputs.fill(game, pos, &ends, side);
            let mut out = [0.0];
            self.network.evaluate(inputs.active(), &mut out);
            *points = out[0] * NETWORK_POINTS;
        }
        sides
    }

    /// The expected margin of each player in points; after the end of the game, the actual margin. With several players it is smaller than
    /// the margin that corresponds to the odds of winning.
    pub(crate) fn likely_margins(&self, game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        Self::in_points(game, pos, self.expected_margins(game, pos))
    }

    /// Converts expected margins to points.
    fn in_points(
        game: &Tantrix,
        pos: &Position,
        margins: [f32; MAX_PLAYERS],
    ) -> [f32; MAX_PLAYERS] {
        let is_over = matches!(pos.stage(), Stage::Over | Stage::Stuck);
        if is_over || game.options().n_colours() == 2 {
            return margins;
        }
        margins.map(|margin| AMONG_SEVERAL * margin)
    }

    /// Each player's probability of winning, and the margins in points.
    pub(crate) fn chances_and_margins(
        &self,
        game: &Tantrix,
        pos: &Position,
    ) -> [[f32; MAX_PLAYERS]; 2] {
        let spread = self.spread(pos);
        let margins = self.expected_margins(game, pos);
        let chances = margins.map(|margin| wdl(margin, spread).win);
        [chances, Self::in_points(game, pos, margins)]
    }

    /// The expected margin of each player; after the end of the game, the actual margin. With several players it is scaled so that the odds
    /// of winning change by a factor of e per `spread`.
    pub fn expected_margins(&self, game: &Tantrix, pos: &Position) -> [f32; MAX_PLAYERS] {
        match pos.stage() {
            Stage::Over | Stage::Stuck => Self::final_margins(game, pos),
            Stage::Play | Stage::Chance(_) => {
                Self::margins(game, self.points_of_sides(game, pos), self.spread(pos))
            }
        }
    }
}

impl Evaluator<Tantrix> for Prospects {
    fn evaluate(&self, game: &Tantrix, pos: &Position) -> Score {
        let mut margin = self.expected_margins(game, pos)[pos.to_move().index()];
        if game.options().n_colours() > 2 {
            // Equal scores mean equal odds in all phases of the game.
            margin *= self.weights.logit as f32 / 100.0 / self.spread(pos);
        }
        Score::new((margin * UNITS) as i32)
    }

    fn returns(&self, game: &Tantrix, pos: &Position) -> Returns {
        let margins = self.expected_margins(game, pos);
        let mut returns = [0.0; MAX_PLAYERS];
        let spread = self.spread(pos);
        for player in 0..game.players() {
            returns[player] = wdl(margins[player], spread).expectation();
        }
        self.worth(game, returns, margins)
    }

    fn result(&self, game: &Tantrix, pos: &Position) -> Returns {
        self.worth(game, game.returns(pos), Self::final_margins(game, pos))
    }

    fn decisive(&self) -> f32 {
        // The weight of winning or losing, without the margin.
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
        wdl(score.value() as f32 / UNITS, self.weights.logit as f32 / 100.0)
    }
}

/// The win probabilities for an expected margin; `logit` points change the odds by a factor of e.
fn wdl(margin: f32, logit: f32) -> Wdl {
    let win = 1.0 / (1.0 + (-margin / logit).exp());
    Wdl { win, draw: 0.0, loss: 1.0 - win }
}
