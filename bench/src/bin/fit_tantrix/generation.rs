//! One generation: games of the network before, and a network that learns from them.

use std::io::{self, Write};

use ludex_games::tantrix::evaluation::colour_inputs::ColourInputs;
use ludex_games::tantrix::evaluation::features::{NETWORK_POINTS, Prospects, empty_network, wdl};
use ludex_games::tantrix::{Options, Placement, Position, Tantrix};
use ludex_learn::{Active, Example, MAX_OUTPUTS, Network, NetworkTrainer};
use ludex_search::support::random::stream;
use ludex_search::{Game, MoveList, Turn};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// One game in so many is kept out of the fit.
const HELD_OUT: u32 = 12;
/// Positions of one step.
const BATCH: usize = 64;
/// The chance that a position is learnt from.
const KEPT: f64 = 0.3;
/// Points by which a placement must be better to be played e times as often: a game has one of these.
const HEATS: [f32; 3] = [0.2, 0.7, 1.4];
/// The chance of a placement at random: a game has one of these.
const STRAY: [f64; 3] = [0.01, 0.01, 0.1];
/// The learning rate at the start, and by what it is multiplied until the end.
const RATE: (f32, f32) = (2e-3, 0.03);

/// What a generation is to do.
pub(crate) struct Settings {
    /// Games of self-play.
    pub(crate) games: u32,
    /// Passes over their positions.
    pub(crate) passes: usize,
    /// The seed.
    pub(crate) seed: u64,
}

/// A colour in a position of a game.
struct Sample {
    active: Vec<Active>,
    /// What the network before expected, and what it became, in points.
    expected: f32,
    points: f32,
}

/// A position of a game for two.
struct Duel {
    margin: f32,
    n_left: f32,
    /// The share of the first player.
    share: f32,
}

/// The positions of some games.
#[derive(Default)]
struct Positions {
    samples: Vec<Sample>,
    duels: Vec<Duel>,
}

/// Plays with a network, and gives one that learnt from the games.
pub(crate) fn learn_from_play(
    before: Network,
    number: u32,
    settings: &Settings,
    out: &mut impl Write,
) -> io::Result<Network> {
    let prospects = Prospects::default().with_network(before);
    let mut learnt = Positions::default();
    let mut held_out = Positions::default();
    for game in 0..settings.games {
        let mut rng = stream(settings.seed + u64::from(number), game.into());
        let to = if game % HELD_OUT == 0 {
            &mut held_out
        } else {
            &mut learnt
        };
        play(&prospects, options(game, &mut rng), &mut rng, to);
    }
    let n_samples = learnt.samples.len();
    let error = held_out.error(|sample| sample.expected);
    writeln!(
        out,
        "generation {number}: {n_samples} samples; the network before: error {error:.3}"
    )?;
    let (spread, spread_tile, loss) = learnt.best_spread();
    writeln!(
        out,
        "spread {spread:.2} + {spread_tile:.2} a tile, log loss {loss:.4}"
    )?;
    let mut rng = stream(settings.seed + u64::from(number), u64::MAX);
    let shape = empty_network();
    let mut trainer =
        NetworkTrainer::random(shape.inputs(), shape.hidden(), shape.outputs(), &mut rng);
    let mut order: Vec<usize> = (0..n_samples).collect();
    for pass in 0..settings.passes {
        order.shuffle(&mut rng);
        for (step, numbers) in order.chunks(BATCH).enumerate() {
            let done = (pass * n_samples + step * BATCH) as f32;
            let rate = RATE.0 * RATE.1.powf(done / (settings.passes * n_samples) as f32);
            let batch = numbers.iter().map(|&place| learnt.samples[place].example());
            trainer.step(&batch.collect::<Vec<_>>(), rate);
        }
        let network = trainer.network();
        let error = held_out.error(|sample| sample.told_by(network));
        writeln!(out, "pass {}: error {error:.3} points, held out", pass + 1)?;
    }
    Ok(trainer.network().clone())
}

/// Five games of eight are for two, one for three, two for four, of which one is for teams in every other eight.
fn options(game: u32, rng: &mut Pcg64) -> Options {
    let mut options = Options::for_players(match game % 8 {
        0..=4 => 2,
        5 => 3,
        _ => 4,
    });
    options.teams = game % 16 == 15;
    options.colours.shuffle(rng);
    options
}

/// Plays a game and adds its positions.
fn play(prospects: &Prospects, options: Options, rng: &mut Pcg64, to: &mut Positions) {
    let game = Tantrix::with_options(options);
    let heat = HEATS[rng.random_range(0..HEATS.len())];
    let stray = STRAY[rng.random_range(0..STRAY.len())];
    let first = to.samples.len();
    let first_duel = to.duels.len();
    let mut sides = Vec::new();
    let mut pos = game.start();
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let tile = game.sample(&pos, rng);
                game.apply_chance(&mut pos, tile);
            }
            Turn::Player(_) => {
                let mv = choose(prospects, &game, &mut pos, heat, stray, rng);
                game.play(&mut pos, mv);
            }
        }
        let is_over = game.turn(&pos) == Turn::Over;
        if pos.board().n_tiles() > 0 && !is_over && rng.random_bool(KEPT) {
            to.add(prospects, &game, &pos, &mut sides);
        }
    }
    let points = game.points(&pos);
    for (sample, side) in to.samples[first..].iter_mut().zip(sides) {
        // A player's side is his number, or its remainder by two: the first players stand for all sides.
        sample.points = points[side] as f32;
    }
    let share = f32::midpoint(1.0, game.returns(&pos)[0]);
    for duel in &mut to.duels[first_duel..] {
        duel.share = share;
    }
}

/// A placement, the likelier the more it leaves its player; now and then any.
fn choose(
    prospects: &Prospects,
    game: &Tantrix,
    pos: &mut Position,
    heat: f32,
    stray: f64,
    rng: &mut Pcg64,
) -> Placement {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    if moves.len() == 1 || pos.board().n_tiles() == 0 || rng.random_bool(stray) {
        return moves[rng.random_range(0..moves.len())];
    }
    let player = pos.to_move().index();
    let values = moves.iter().map(|&mv| {
        let undo = game.play(pos, mv);
        let margin = prospects.expected_margins(game, pos)[player];
        game.undo(pos, mv, undo);
        margin / heat
    });
    let values: Vec<f32> = values.collect();
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    let weights: Vec<f32> = values.iter().map(|value| (value - most).exp()).collect();
    let mut ticket = rng.random::<f32>() * weights.iter().sum::<f32>();
    let drawn = weights.iter().position(|weight| {
        ticket -= weight;
        ticket < 0.0
    });
    moves[drawn.unwrap_or(moves.len() - 1)]
}

impl Positions {
    /// Adds what every side sees of a position. What became of it is put in when the game is over.
    fn add(
        &mut self,
        prospects: &Prospects,
        game: &Tantrix,
        pos: &Position,
        sides: &mut Vec<usize>,
    ) {
        let expected = prospects.expected_points(game, pos);
        for (side, &expected) in expected.iter().enumerate().take(game.options().n_colours()) {
            sides.push(side);
            self.samples.push(Sample {
                active: ColourInputs::of(game, pos, side).active().to_vec(),
                expected,
                points: 0.0,
            });
        }
        if game.players() == 2 {
            self.duels.push(Duel {
                margin: expected[0] - expected[1],
                n_left: pos.left().len() as f32,
                share: 0.0,
            });
        }
    }

    /// The root of the mean square error, in points.
    fn error(&self, told: impl Fn(&Sample) -> f32) -> f64 {
        let squares = self
            .samples
            .iter()
            .map(|sample| f64::from(told(sample) - sample.points).powi(2));
        (squares.sum::<f64>() / self.samples.len().max(1) as f64).sqrt()
    }

    /// How wide margins spread: with no tile left, for each tile left, and the log loss of the chances then.
    fn best_spread(&self) -> (f32, f32, f64) {
        let choices = (1..=10).flat_map(|spread| (0..=10).map(move |tile| (spread, tile)));
        let losses = choices.map(|(spread, tile)| {
            let (spread, tile) = (spread as f32 * 0.25, tile as f32 * 0.02);
            (spread, tile, self.loss(spread, tile))
        });
        losses
            .min_by(|a, b| a.2.total_cmp(&b.2))
            .expect("there are choices")
    }

    fn loss(&self, spread: f32, spread_tile: f32) -> f64 {
        let losses = self.duels.iter().map(|duel| {
            let win = wdl(duel.margin, spread + spread_tile * duel.n_left).win;
            let win = f64::from(win).clamp(1e-4, 1.0 - 1e-4);
            let share = f64::from(duel.share);
            -(share * win.ln() + (1.0 - share) * (1.0 - win).ln())
        });
        losses.sum::<f64>() / self.duels.len().max(1) as f64
    }
}

impl Sample {
    fn example(&self) -> Example {
        let mut targets = [0.0; MAX_OUTPUTS];
        targets[0] = (self.points / NETWORK_POINTS).clamp(0.01, 0.99);
        Example {
            active: self.active.clone(),
            targets,
        }
    }

    fn told_by(&self, network: &Network) -> f32 {
        let mut out = [0.0];
        network.evaluate(&self.active, &mut out);
        out[0] * NETWORK_POINTS
    }
}
