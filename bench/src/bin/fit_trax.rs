//! Fits the weights of Trax's evaluation to games that it plays against itself. There are more than a thousand, so they have no
//! names, and `ludex tune` cannot set them.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin fit_trax -- --games 4000 --nodes 2000 --out games/data/trax/weights.txt
//! ```
//!
//! Games start from random turns and are played at a fixed number of nodes a turn. Every position without an attack is
//! labelled with the result of its game, and the weights are fitted by logistic regression with a small penalty on their
//! size (CITE: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>). One game in ten is kept out of the fit and
//! measures the calibration.

use std::io::Write;

use anyhow::Result;
use clap::Parser;
use ludex_games::trax::evaluation::features::{LineEndsEvaluator, features, n_features};
use ludex_games::trax::evaluation::threats;
use ludex_games::trax::evaluation::weights::{LOGIT, UNITS, Weights};
use ludex_games::trax::search::searches;
use ludex_games::trax::search::tactics::AttackTactics;
use ludex_games::trax::{Options, Trax};
use ludex_learn::Adam;
use ludex_search::alphabeta::AlphaBeta;
use ludex_search::{Game, Limits, Root, SearchOptions, Searcher, Stateless, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

/// Fit Trax's evaluation to self-play.
#[derive(Parser)]
struct Arguments {
    /// Games to play.
    #[arg(long, default_value_t = 4000)]
    games: u64,
    /// Nodes a turn.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// The most random turns at the start of a game.
    #[arg(long, default_value_t = 6)]
    random_plies: u32,
    /// One game in so many is played on 8x8; 0 is none.
    #[arg(long, default_value_t = 4)]
    eight: u64,
    /// Passes of the fit over all positions.
    #[arg(long, default_value_t = 300)]
    epochs: u32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The weights to play with; the shipped ones if not given.
    #[arg(long)]
    weights: Option<std::path::PathBuf>,
    /// Where to write the weights.
    #[arg(long)]
    out: std::path::PathBuf,
}

/// A position: its features and the result for the player to move.
struct Sample {
    counts: Vec<(u16, u8)>,
    result: f32,
    held_out: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let weights = match &arguments.weights {
        Some(path) => Weights::read(&std::fs::read_to_string(path)?),
        None => Weights::default(),
    };
    let samples: Vec<Sample> = (0..arguments.games)
        .into_par_iter()
        .flat_map_iter(|index| play(&arguments, &weights, index))
        .collect();
    let mut out = std::io::stdout().lock();
    let shipped: Vec<f32> = weights.0.iter().map(|&weight| weight.into()).collect();
    report(&mut out, "before", &samples, &shipped)?;
    let fitted = fit(&samples, &shipped, arguments.epochs);
    report(&mut out, "after", &samples, &fitted)?;
    let weights = Weights(fitted.iter().map(|weight| weight.round() as i16).collect());
    let header = format!(
        "# Weights of the Trax evaluation in 1/{} logit, made by fit_trax: {} games, {} nodes, seed {}, {} positions.\n",
        LOGIT as i32 * UNITS,
        arguments.games,
        arguments.nodes,
        arguments.seed,
        samples.len()
    );
    std::fs::write(&arguments.out, header + &weights.write())?;
    Ok(())
}

/// The positions of one game.
fn play(arguments: &Arguments, weights: &Weights, index: u64) -> Vec<Sample> {
    let game = Trax::with_options(Options {
        eight: arguments.eight > 0 && index.is_multiple_of(arguments.eight),
        ..Options::default()
    });
    let mut rng = Pcg64Mcg::seed_from_u64(arguments.seed << 32 | index);
    let options = SearchOptions {
        hash_mib: 2,
        ..SearchOptions::default()
    };
    let mut search = AlphaBeta::new(
        game.clone(),
        Stateless(LineEndsEvaluator::new(weights)),
        AttackTactics,
        options,
    )
    .with_parameters(searches::parameters());
    let n_random = rng.random_range(1..=arguments.random_plies);
    let mut root = Root::<Trax>::new(game.start());
    let (mut visited, mut moves) = (Vec::new(), Vec::new());
    while let Turn::Player(mover) = game.turn(&root.position) {
        let ply = root.position.ply();
        let quiet = threats::attacks(&game, &root.position);
        let is_quiet = quiet.win.is_none() && quiet.dangers.is_empty();
        // A random turn now and then makes the positions of a game less alike.
        let random = ply < n_random || rng.random_range(0..40) == 0 && is_quiet;
        let mv = if random {
            moves.clear();
            game.legal_moves(&root.position, &mut moves);
            moves[rng.random_range(0..moves.len())]
        } else {
            let limits = Limits::nodes(arguments.nodes);
            let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| ());
            report.lines[0].pv[0]
        };
        if is_quiet && ply > 1 {
            visited.push((mover, features(&root.position), random));
        }
        game.play(&mut root.position, mv);
        // Nobody learns from a game that is not decided in so many turns.
        if root.position.ply() > 100 {
            return Vec::new();
        }
    }
    let first = game.returns(&root.position)[0] / 2.0 + 0.5;
    // What stands before a random turn is not judged by the result.
    let last_random = visited.iter().rposition(|&(_, _, random)| random);
    visited
        .into_iter()
        .skip(last_random.map_or(0, |at| at + 1))
        .map(|(mover, counts, _)| Sample {
            counts,
            result: if mover.index() == 0 {
                first
            } else {
                1.0 - first
            },
            held_out: index.is_multiple_of(10),
        })
        .collect()
}

fn predict(weights: &[f32], sample: &Sample) -> f32 {
    let sum: f32 = sample
        .counts
        .iter()
        .map(|&(feature, count)| weights[usize::from(feature)] * f32::from(count))
        .sum();
    1.0 / (1.0 + (-sum / (LOGIT * UNITS as f32)).exp())
}

fn report(out: &mut impl Write, title: &str, samples: &[Sample], weights: &[f32]) -> Result<()> {
    let mut bins = [(0u32, 0.0f64, 0.0f64); 10];
    let (mut brier, mut entropy, mut count) = (0.0, 0.0, 0u32);
    for sample in samples.iter().filter(|sample| sample.held_out) {
        let (predicted, result) = (
            f64::from(predict(weights, sample)),
            f64::from(sample.result),
        );
        let bin = &mut bins[((predicted * 10.0) as usize).min(9)];
        *bin = (bin.0 + 1, bin.1 + predicted, bin.2 + result);
        brier += (predicted - result).powi(2);
        let chance = if result > 0.5 {
            predicted
        } else {
            1.0 - predicted
        };
        entropy -= chance.max(1e-6).ln();
        count += 1;
    }
    let n = f64::from(count.max(1));
    let error: f64 = bins.iter().map(|bin| (bin.1 - bin.2).abs()).sum();
    writeln!(
        out,
        "{title}: positions {} (held out {count}), Brier {:.4}, log loss {:.4}, calibration error {:.4}",
        samples.len(),
        brier / n,
        entropy / n,
        error / n
    )?;
    Ok(())
}

/// Logistic regression by Adam over the whole set.
fn fit(samples: &[Sample], start: &[f32], epochs: u32) -> Vec<f32> {
    const RATE: f32 = 12.0;
    const PENALTY: f32 = 1.5e-9;
    let mut weights = start.to_vec();
    let (mut means, mut squares) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let training: Vec<&Sample> = samples.iter().filter(|sample| !sample.held_out).collect();
    for epoch in 1..=epochs {
        let gradient = training
            .par_chunks(4096)
            .map(|chunk| gradient(chunk, &weights))
            .reduce(
                || vec![0.0; n_features()],
                |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect(),
            );
        let rate = RATE * (1.0 - epoch as f32 / (epochs + 1) as f32);
        let n = training.len() as f32;
        let penalties: Vec<f32> = weights.iter().map(|weight| PENALTY * weight).collect();
        let slopes = gradient
            .iter()
            .zip(&penalties)
            .map(|(slope, penalty)| slope / n + penalty);
        Adam::step(rate, epoch).descend(&mut weights, slopes, &mut means, &mut squares);
    }
    weights
}

fn gradient(samples: &[&Sample], weights: &[f32]) -> Vec<f32> {
    let mut gradient = vec![0.0; n_features()];
    for sample in samples {
        let error = (predict(weights, sample) - sample.result) / (LOGIT * UNITS as f32);
        for &(feature, count) in &sample.counts {
            gradient[usize::from(feature)] += error * f32::from(count);
        }
    }
    gradient
}
