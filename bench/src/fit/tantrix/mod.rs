//! Fits the network that tells the points which a colour of Tantrix may expect, from nothing: from games by the priors of placements,
//! then from games of the search, as `ludex tournament tantrix --out FOLDER` writes them down.
//!
//! ```text
//! ludex tournament tantrix --player "a: nodes=8000" --player "b: nodes=8001" --pairs 4000 --seed 900 --out /tmp/games
//! cargo run --release -p ludex-bench -- fit tantrix --search /tmp/games/results.jsonl --out games/tantrix/data/colours.bin
//! ```
//!
//! Games of one number in twelve are kept out of the fit; the error is the root of the mean square, in points.

mod games;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use games::{Positions, Sample, play, read_results};
use ludex_games::tantrix::evaluation::features::empty_network;
use ludex_learn::NetworkTrainer;
use ludex_search::support::random::stream;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// Positions of one step.
const BATCH: usize = 64;
/// The learning rate from the priors' games: at the start, and by what it is multiplied until the end.
const RATE: (f32, f32) = (2e-3, 0.03);
/// The same from games of the search.
const SEARCH_RATE: (f32, f32) = (5e-4, 0.1);
/// Passes over the games of the search.
const SEARCH_PASSES: usize = 2;

/// Fit the network of Tantrix.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Games by the priors.
    #[arg(long, default_value_t = 100_000)]
    games: u64,
    /// Passes over their positions.
    #[arg(long, default_value_t = 3)]
    passes: usize,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Results of games of two by the search.
    #[arg(long)]
    search: Vec<PathBuf>,
    /// The file of the network.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let (mut learnt, mut held_out) = (Positions::default(), Positions::default());
    for number in 0..arguments.games {
        let mut rng = stream(arguments.seed, number);
        play(number, &mut rng, Positions::of_number(number, &mut learnt, &mut held_out));
    }
    let mut rng = stream(arguments.seed, u64::MAX);
    let shape = empty_network();
    let (inputs, hidden, outputs) = (shape.inputs(), shape.hidden(), shape.outputs());
    let mut trainer = NetworkTrainer::random(inputs, hidden, outputs, &mut rng);
    learn(&mut trainer, &mut learnt.samples, &held_out, (arguments.passes, RATE), &mut rng)?;
    if !arguments.search.is_empty() {
        // Of games for more than two the search has none, so those by the priors stay.
        learnt.samples.retain(|sample| sample.players > 2);
        learnt.samples.truncate(learnt.samples.len() / 3);
        let mut held_out = Positions::default();
        for path in &arguments.search {
            read_results(path, &mut learnt, &mut held_out)?;
        }
        learn(
            &mut trainer,
            &mut learnt.samples,
            &held_out,
            (SEARCH_PASSES, SEARCH_RATE),
            &mut rng,
        )?;
    }
    let mut bytes = Vec::new();
    trainer.network().write(&mut bytes);
    std::fs::write(&arguments.out, bytes).with_context(|| arguments.out.display().to_string())
}

/// Goes over the positions so many times, at a rate that falls.
fn learn(
    trainer: &mut NetworkTrainer,
    samples: &mut [Sample],
    held_out: &Positions,
    (passes, (rate, fall)): (usize, (f32, f32)),
    rng: &mut Pcg64,
) -> io::Result<()> {
    let out = &mut io::stdout().lock();
    writeln!(out, "{} samples, {} held out", samples.len(), held_out.samples.len())?;
    for pass in 0..passes {
        samples.shuffle(rng);
        for (step, chunk) in samples.chunks(BATCH).enumerate() {
            let done = (pass * samples.len() + step * BATCH) as f32;
            let rate = rate * fall.powf(done / (passes * samples.len()) as f32);
            let batch: Vec<_> = chunk.iter().map(Sample::example).collect();
            trainer.step(&batch, rate);
        }
        let error = held_out.error(trainer.network());
        writeln!(out, "pass {}: error {error:.3} points, held out", pass + 1)?;
    }
    Ok(())
}
