//! Fits the weights of Quoridor's evaluation to the results of games that it plays against itself.
//!
//! `cargo run --release -p ludex-bench --bin quoridor_tune -- --games 3000 --nodes 1000` plays, fits by logistic
//! regression and prints the weights for `games/src/quoridor/params.rs` with the loss before and after.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use ludex_games::quoridor::eval::{Features, Phase, Ways, features, phase};
use ludex_games::quoridor::params::{FEATURES, KNOTS, Weights};
use ludex_games::quoridor::tactics::WallTactics;
use ludex_games::quoridor::{Move, Quoridor};
use ludex_search::alphabeta::AlphaBeta;
use ludex_search::{
    Game, History, IncrementalEvaluator, Limits, Player, Root, SearchOptions, Searcher, StopFlag,
    Turn,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Plays games and fits weights to them.
#[derive(Parser, Debug)]
struct Arguments {
    /// Games to play.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Nodes for each move.
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Games at once.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games between the fitted weights and the present ones.
    #[arg(long, default_value_t = 400)]
    validation: usize,
    /// Passes over the data.
    #[arg(long, default_value_t = 300)]
    passes: usize,
    /// The score, in hundredths of a step, at which the odds are e : 1.
    #[arg(long, default_value_t = 150.0)]
    scale: f64,
}

/// Plays the fitted weights against the present ones in pairs; the score of the fitted ones.
fn validate(arguments: &Arguments, fitted: &Weights) -> f64 {
    let next = AtomicUsize::new(0);
    let points = Mutex::new(0.0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.validation {
                        return;
                    }
                    let mut weights = [fitted.clone(), Weights::default()];
                    let fitted_second = number % 2 == 1;
                    if fitted_second {
                        weights.reverse();
                    }
                    let seed = (arguments.seed + 77) << 32 ^ (number / 2) as u64;
                    let (_, first) = play(arguments, seed, weights, false);
                    let score = if fitted_second { 1.0 - first } else { first };
                    *points.lock().expect("no game has panicked") += score;
                }
            });
        }
    });
    points.into_inner().expect("no game has panicked") / arguments.validation as f64
}

/// A position with what came of it for the player to move.
struct Sample {
    features: Features,
    phase: Phase,
    result: f64,
}

const KINDS: usize = KNOTS.len();
const INPUTS: usize = KINDS * FEATURES;

#[expect(clippy::print_stdout, reason = "a program for the command line")]
fn main() {
    let arguments = Arguments::parse();
    let samples = play_all(&arguments);
    let inputs: Vec<[f64; INPUTS]> = samples.iter().map(inputs).collect();
    let mut weights = start();
    println!("{} positions", samples.len());
    println!(
        "loss before {:.5}",
        loss(&arguments, &inputs, &samples, &weights)
    );
    fit(&arguments, &inputs, &samples, &mut weights);
    println!(
        "loss after {:.5}",
        loss(&arguments, &inputs, &samples, &weights)
    );
    println!("features: [");
    for row in to_weights(&weights).features {
        println!("    {row:?},");
    }
    println!("],");
    let score = validate(&arguments, &to_weights(&weights));
    println!("against the present weights: {score:.3}");
}

fn play_all(arguments: &Arguments) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        return;
                    }
                    let seed = arguments.seed << 32 ^ number as u64;
                    let weights = [Weights::default(), Weights::default()];
                    let (game, _) = play(arguments, seed, weights, true);
                    all.lock()
                        .expect("no game has panicked")
                        .push((number, game));
                }
            });
        }
    });
    let mut all = all.into_inner().expect("no game has panicked");
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().flat_map(|(_, game)| game).collect()
}

/// One game, from some random moves on: its positions, and its result for player 1. `noisy` games have random moves later on.
fn play(
    arguments: &Arguments,
    seed: u64,
    weights: [Weights; 2],
    noisy: bool,
) -> (Vec<Sample>, f64) {
    let game = Quoridor::default();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let options = SearchOptions {
        hash_mib: 2,
        ..SearchOptions::default()
    };
    let mut searches = weights.map(|weights| {
        AlphaBeta::new(
            game.clone(),
            Ways::new(weights),
            WallTactics::default(),
            options.clone(),
        )
    });
    let mut played = History::new(&game, game.start());
    let random_plies = rng.random_range(2..10);
    let mut samples = Vec::new();
    let evaluator = Ways::default();
    let mut winner = None;
    for ply in 0..300 {
        if game.turn(played.position()) == Turn::Over {
            winner = played.position().winner();
            break;
        }
        let root = played.root();
        let pos = root.position;
        let mv = if ply < random_plies || noisy && rng.random_range(0..20) == 0 {
            random_move(&game, &root, &mut rng)
        } else {
            let limits = Limits::nodes(arguments.nodes);
            let search = &mut searches[pos.to_move().index()];
            let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
            report
                .best_move()
                .expect("a position that is not over has a move")
        };
        if ply >= random_plies && pos.total_stock() > 0 {
            let routes = evaluator.fresh(&game, &pos);
            samples.push((pos.to_move(), features(&game, &pos, &routes), phase(&pos)));
        }
        played.play(&game, mv);
        if played.is_repeated(&game) {
            break;
        }
    }
    let result = |player| winner.map_or(0.5, |winner| f64::from(u8::from(winner == player)));
    let sample = |(player, features, phase)| Sample {
        features,
        phase,
        result: result(player),
    };
    let first = result(Player(0));
    (samples.into_iter().map(sample).collect(), first)
}

fn to_weights(fitted: &[f64; INPUTS]) -> Weights {
    let mut weights = Weights::default();
    for (weight, slot) in weights.features.as_flattened_mut().iter_mut().zip(fitted) {
        *weight = (slot * 10.0).round() as i32;
    }
    weights
}

/// A step on one of the shortest ways, or a wall anywhere.
fn random_move(game: &Quoridor, root: &Root<Quoridor>, rng: &mut Pcg64Mcg) -> Move {
    let mut moves = Vec::new();
    game.legal_moves(&root.position, &mut moves);
    if rng.random_range(0..2) == 0 {
        let routes = Ways::default().fresh(game, &root.position);
        let next = routes[root.position.to_move().index()].next;
        let forward = |mv: &&Move| matches!(mv, Move::Pawn(to) if next & to.bit() != 0);
        if let Some(&mv) = moves.iter().find(forward) {
            return mv;
        }
    }
    moves[rng.random_range(0..moves.len())]
}

fn inputs(sample: &Sample) -> [f64; INPUTS] {
    let Phase { knot, over, width } = sample.phase;
    let high = f64::from(over) / f64::from(width);
    let mut inputs = [0.0; INPUTS];
    for (slots, &feature) in inputs.chunks_mut(KINDS).zip(&sample.features) {
        slots[knot] = f64::from(feature) * (1.0 - high);
        slots[knot + 1] = f64::from(feature) * high;
    }
    inputs
}

/// The present weights in hundredths of a step.
fn start() -> [f64; INPUTS] {
    let mut weights = [0.0; INPUTS];
    let present = Weights::default();
    for (slot, weight) in weights.iter_mut().zip(present.features.as_flattened()) {
        *slot = f64::from(*weight) / 10.0;
    }
    weights
}

fn expected(arguments: &Arguments, inputs: &[f64; INPUTS], weights: &[f64; INPUTS]) -> f64 {
    let sum: f64 = inputs.iter().zip(weights).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum / arguments.scale).exp())
}

fn loss(
    arguments: &Arguments,
    inputs: &[[f64; INPUTS]],
    samples: &[Sample],
    weights: &[f64; INPUTS],
) -> f64 {
    let mut sum = 0.0;
    for (inputs, sample) in inputs.iter().zip(samples) {
        let win = expected(arguments, inputs, weights).clamp(1e-9, 1.0 - 1e-9);
        sum -= sample.result * win.ln() + (1.0 - sample.result) * (1.0 - win).ln();
    }
    sum / samples.len() as f64
}

/// CITE: Diederik Kingma, Jimmy Ba, "Adam: a method for stochastic optimization", ICLR 2015.
fn fit(
    arguments: &Arguments,
    inputs: &[[f64; INPUTS]],
    samples: &[Sample],
    weights: &mut [f64; INPUTS],
) {
    const BATCH: usize = 4_096;
    let (mut first, mut second) = ([0.0; INPUTS], [0.0; INPUTS]);
    let mut step = 0;
    for pass in 0..arguments.passes {
        let rate = 1.0 * (1.0 - pass as f64 / arguments.passes as f64);
        for (inputs, samples) in inputs.chunks(BATCH).zip(samples.chunks(BATCH)) {
            step += 1;
            let mut gradient = [0.0; INPUTS];
            for (inputs, sample) in inputs.iter().zip(samples) {
                let error = expected(arguments, inputs, weights) - sample.result;
                for (slot, input) in gradient.iter_mut().zip(inputs) {
                    *slot += error * input;
                }
            }
            for index in 0..INPUTS {
                let slope = gradient[index] / samples.len() as f64 + 1e-7 * weights[index];
                first[index] = 0.9 * first[index] + 0.1 * slope;
                second[index] = 0.999 * second[index] + 0.001 * slope * slope;
                let mean = first[index] / (1.0 - 0.9f64.powi(step));
                let spread = second[index] / (1.0 - 0.999f64.powi(step));
                weights[index] -= rate * mean / (spread.sqrt() + 1e-9);
            }
        }
    }
}
