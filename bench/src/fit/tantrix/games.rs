//! Games and what became of the colours in them.

use std::path::Path;

use anyhow::{Context, Result};
use ludex_games::tantrix::evaluation::colour_inputs::ColourInputs;
use ludex_games::tantrix::evaluation::features::NETWORK_POINTS;
use ludex_games::tantrix::search::policy::GreedyPolicy;
use ludex_games::tantrix::{Options, Placement, Position, Tantrix, Tile};
use ludex_kit::Notation;
use ludex_learn::{Active, Example, MAX_OUTPUTS, Network};
use ludex_search::{Game, Policy, Turn};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use crate::shared::json_lines;

/// One game in so many is kept out of the fit.
const HELD_OUT: u64 = 12;
/// The chance that a position of a game by the priors is learnt from.
const KEPT: f64 = 0.15;
/// The powers of the priors by which placements are drawn: a game has one of these.
const POWERS: [f32; 3] = [1.6, 1.0, 0.6];

/// A colour in a position of a game.
pub(crate) struct Sample {
    active: Vec<Active>,
    /// The players of the game.
    pub(crate) players: usize,
    /// What it became, in points.
    points: f32,
}

/// The positions of some games.
#[derive(Default)]
pub(crate) struct Positions {
    pub(crate) samples: Vec<Sample>,
}

/// Five games of eight are for two, one for three, two for four, of which one is for teams in every other eight.
fn options(number: u64, rng: &mut Pcg64) -> Options {
    let mut options = Options::for_players(match number % 8 {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    });
    options.teams = number % 16 == 15;
    options.colours.shuffle(rng);
    options
}

/// Plays a game by the priors and adds its positions.
pub(crate) fn play(number: u64, rng: &mut Pcg64, to: &mut Positions) {
    let game = Tantrix::with_options(options(number, rng));
    let policy = GreedyPolicy::default();
    let power = POWERS[rng.random_range(0..POWERS.len())];
    let mut pos = game.start();
    let (first, mut sides) = (to.samples.len(), Vec::new());
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let tile = game.sample(&pos, rng);
                game.apply_chance(&mut pos, tile);
            }
            Turn::Player(_) => {
                let mv = draw(&policy, &game, &pos, power, rng);
                game.play(&mut pos, mv);
            }
        }
        if rng.random_bool(KEPT) {
            to.add(&game, &pos, &mut sides);
        }
    }
    to.finish(&game, &pos, first, &sides);
}

/// A placement by the power of its prior.
fn draw(
    policy: &GreedyPolicy,
    game: &Tantrix,
    pos: &Position,
    power: f32,
    rng: &mut Pcg64,
) -> Placement {
    let mut priors = Vec::new();
    let _ = policy.priors(game, pos, pos.to_move(), &mut priors);
    for (_, weight) in &mut priors {
        *weight = weight.powf(power);
    }
    let mut ticket = rng.random::<f32>() * priors.iter().map(|&(_, weight)| weight).sum::<f32>();
    let drawn = priors.iter().find(|&&(_, weight)| {
        ticket -= weight;
        ticket < 0.0
    });
    drawn.unwrap_or(&priors[0]).0
}

/// Adds every position of the games of a tournament for two.
pub(crate) fn read_results(
    path: &Path,
    learnt: &mut Positions,
    held_out: &mut Positions,
) -> Result<()> {
    let game = Tantrix::with_options(Options::for_players(2));
    for (number, line) in json_lines(path)?.enumerate() {
        let (place, result): (String, serde_json::Value) = line?;
        let place = || place.clone();
        let steps = result["moves"].as_array().with_context(place)?;
        let to = Positions::of_number(number as u64, learnt, held_out);
        let mut pos = game.start();
        let (first, mut sides) = (to.samples.len(), Vec::new());
        for step in steps {
            let step = step.as_str().with_context(place)?;
            if let Some(tile) = step.strip_prefix('>') {
                let tile = Tile::of_number(tile.parse()?).with_context(place)?;
                game.apply_chance(&mut pos, tile);
            } else {
                let mv = game.parse_move(&pos, step).with_context(place)?;
                game.play(&mut pos, mv);
            }
            to.add(&game, &pos, &mut sides);
        }
        to.finish(&game, &pos, first, &sides);
    }
    Ok(())
}

impl Positions {
    /// Where the positions of a game go.
    pub(crate) fn of_number<'a>(
        number: u64,
        learnt: &'a mut Self,
        held_out: &'a mut Self,
    ) -> &'a mut Self {
        if number.is_multiple_of(HELD_OUT) { held_out } else { learnt }
    }

    /// Adds what every side sees of a position. What became of it is put in when the game is over.
    fn add(&mut self, game: &Tantrix, pos: &Position, sides: &mut Vec<usize>) {
        if pos.board().n_tiles() == 0 || game.turn(pos) == Turn::Over {
            return;
        }
        for side in 0..game.options().n_colours() {
            sides.push(side);
            self.samples.push(Sample {
                active: ColourInputs::of(game, pos, side).active().to_vec(),
                players: game.players(),
                points: 0.0,
            });
        }
    }

    /// Puts in what became of the colours.
    fn finish(&mut self, game: &Tantrix, pos: &Position, first: usize, sides: &[usize]) {
        let points = game.points(pos);
        for (sample, &side) in self.samples[first..].iter_mut().zip(sides) {
            // A player's side is his number, or its remainder by two: the first players stand for all sides.
            sample.points = points[side] as f32;
        }
    }

    /// The root of the mean square error, in points.
    pub(crate) fn error(&self, network: &Network) -> f64 {
        let squares = self.samples.iter().map(|sample| {
            let mut out = [0.0];
            network.evaluate(&sample.active, &mut out);
            f64::from(out[0] * NETWORK_POINTS - sample.points).powi(2)
        });
        (squares.sum::<f64>() / self.samples.len().max(1) as f64).sqrt()
    }
}

impl Sample {
    pub(crate) fn example(&self) -> Example {
        let mut targets = [0.0; MAX_OUTPUTS];
        targets[0] = (self.points / NETWORK_POINTS).clamp(0.01, 0.99);
        Example { active: self.active.clone(), targets }
    }
}
