//! Fits what the scores of Takt mean, the chance to win and to draw, to games that it plays against itself.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin takt_calibration -- --size 6 --games 2000 --nodes 1000
//! ```
//!
//! Games start from random plies, are played at a fixed number of nodes a move with one thread, and the score of every search
//! after that is set against the result of its game. One game in ten is kept out of the fit and measures the calibration. The
//! weights themselves are fitted by `ludex tune takt --method texel`.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Parser;
use ludex_games::takt::{Board, Options, Size, Takt, alpha_beta};
use ludex_search::{Game, History, Limits, Player, SearchOptions, Searcher, StopFlag, Turn};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

/// Fit the chances of Takt's scores to self-play.
#[derive(Parser)]
struct Arguments {
    /// Side of the board.
    #[arg(long, default_value_t = 6)]
    size: usize,
    /// Komi in halves; several values are played in turn.
    #[arg(long, value_delimiter = ',', default_value = "0,4")]
    half_komi: Vec<i16>,
    /// Games to play.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Random plies at the start of every game.
    #[arg(long, default_value_t = 5)]
    random_plies: u32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A position as the fit sees it: what the search said, and the result for the mover (0, ½, 1).
struct Sample {
    score: f32,
    result: f32,
    held_out: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    match arguments.size {
        4 => run::<4>(&arguments),
        5 => run::<5>(&arguments),
        6 => run::<6>(&arguments),
        7 => run::<7>(&arguments),
        other => bail!("size: found {other}, expected 4 to 7"),
    }
}

fn run<const N: usize>(arguments: &Arguments) -> Result<()>
where
    Size<N>: Board,
{
    let mut out = std::io::stdout().lock();
    let games: Vec<_> = (0..arguments.games)
        .into_par_iter()
        .map(|index| play::<N>(arguments, index))
        .collect();
    let draws = games
        .iter()
        .filter(|(first, _)| (*first - 0.5).abs() < 0.25)
        .count();
    let firsts = games.iter().filter(|(first, _)| *first > 0.75).count();
    let samples: Vec<Sample> = games.into_iter().flat_map(|(_, samples)| samples).collect();
    writeln!(
        out,
        "games {}, first player won {firsts}, draws {draws}, positions {}",
        arguments.games,
        samples.len()
    )?;
    report(&mut out, &samples, fit(&samples))
}

/// One game: its result for the first player, and its quiet positions.
fn play<const N: usize>(arguments: &Arguments, index: u64) -> (f32, Vec<Sample>)
where
    Size<N>: Board,
{
    let komi = arguments.half_komi[index as usize % arguments.half_komi.len()];
    let options = Options {
        half_komi: komi,
        repetition: Some(3),
        reversible: Some(50),
        ..*Takt::<N>::default().options()
    };
    let game = Takt::<N>::with_options(options);
    let mut rng = Pcg64Mcg::new(u128::from(arguments.seed) << 64 | u128::from(index) << 1 | 1);
    let options = SearchOptions {
        hash_mib: 4,
        ..SearchOptions::default()
    };
    let mut search = alpha_beta(&game, options);
    let (mut played, mut visited) = (History::new(&game, game.start()), Vec::new());
    let mut moves = Vec::new();
    while let Turn::Player(mover) = game.turn(played.position()) {
        let root = played.root();
        let mv = if root.position.ply() < arguments.random_plies {
            moves.clear();
            game.legal_moves(&root.position, &mut moves);
            moves.retain(|mv| mv.is_placement() || root.position.ply() > 3);
            moves[rng.random_range(0..moves.len())]
        } else {
            let report = search.search(
                &root,
                &Limits::nodes(arguments.nodes),
                &StopFlag::default(),
                &mut |_| (),
            );
            let line = &report.lines[0];
            if !line.score.is_proven() && root.position.ply() > arguments.random_plies + 1 {
                visited.push((mover, line.score.value() as f32));
            }
            line.pv[0]
        };
        played.play(&game, mv);
        if played.is_repeated(&game) {
            break;
        }
    }
    let first = match game.turn(played.position()) {
        Turn::Over => game.returns(played.position())[0] / 2.0 + 0.5,
        _ => 0.5,
    };
    let sample = |(mover, score): (Player, f32)| Sample {
        score,
        result: if mover.index() == 0 {
            first
        } else {
            1.0 - first
        },
        held_out: (index / arguments.half_komi.len() as u64).is_multiple_of(10),
    };
    (first, visited.into_iter().map(sample).collect())
}

/// The scale of the logistic curve that fits best, and half the width of the drawn band.
fn fit(samples: &[Sample]) -> (f32, f32) {
    let loss = |scale: f32, margin: f32| -> f64 {
        samples
            .par_iter()
            .filter(|sample| !sample.held_out)
            .map(|sample| {
                let (win, loss) = chances(sample.score, scale, margin);
                let likelihood = match sample.result {
                    r if r > 0.75 => win,
                    r if r < 0.25 => loss,
                    _ => 1.0 - win - loss,
                };
                -f64::from(likelihood.max(1e-6)).ln()
            })
            .sum()
    };
    let mut best = (f64::INFINITY, (0.0, 0.0));
    for scale in (40..=600).step_by(10).map(|scale| scale as f32) {
        for margin in [0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0] {
            let loss = loss(scale, margin);
            if loss < best.0 {
                best = (loss, (scale, margin));
            }
        }
    }
    best.1
}

fn chances(value: f32, scale: f32, margin: f32) -> (f32, f32) {
    let logistic = |x: f32| 1.0 / (1.0 + (-x / scale).exp());
    (logistic(value - margin), logistic(-value - margin))
}

/// Prints the calibration on the games that were held out, in ten bins of the predicted result.
fn report(out: &mut impl Write, samples: &[Sample], (scale, margin): (f32, f32)) -> Result<()> {
    let mut bins = [(0u32, 0.0f64, 0.0f64); 10];
    let (mut brier, mut count) = (0.0, 0u32);
    for sample in samples.iter().filter(|sample| sample.held_out) {
        let (win, loss) = chances(sample.score, scale, margin);
        let predicted = f64::from(win + (1.0 - win - loss) / 2.0);
        let bin = &mut bins[((predicted * 10.0) as usize).min(9)];
        *bin = (
            bin.0 + 1,
            bin.1 + predicted,
            bin.2 + f64::from(sample.result),
        );
        brier += (predicted - f64::from(sample.result)).powi(2);
        count += 1;
    }
    writeln!(out, "win_scale {scale}, draw_margin {margin}")?;
    let mut error = 0.0;
    for &(size, predicted, actual) in bins.iter().filter(|bin| bin.0 > 0) {
        let n = f64::from(size);
        error += (predicted - actual).abs();
        writeln!(
            out,
            "  predicted {:.3}  actual {:.3}  positions {size}",
            predicted / n,
            actual / n
        )?;
    }
    let n = f64::from(count.max(1));
    writeln!(
        out,
        "  calibration error {:.4}, Brier score {:.4}, positions {count}",
        error / n,
        brier / n
    )?;
    Ok(())
}
