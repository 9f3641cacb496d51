//! How much of the full use of the cube is had: the efficiency of Janowski's formulae, fitted to rollouts.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin cube_efficiency -- --positions 100 --out rolled.tsv
//! cargo run --release -p ludex-bench --bin cube_efficiency -- --positions 0 --out rolled.tsv --held-out others.tsv
//! ```
//!
//! Money positions of our static self-play in which nobody has as good as won, one of each kind from a game, are rolled out to the
//! end with the cube in play: in the middle, with the player on roll, with the other. The same games tell the chances, and for
//! these the formulae give a dead and a live value. The efficiencies x are those whose mixtures dead + x (live − dead) are
//! nearest to what the rollouts say. Where both sides bear off, a larger table than that of the evaluation tells the values of up to
//! nine checkers exactly.

mod fit;
mod samples;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use ludex_bench::RolloutArgs;

use crate::samples::{Sample, Sampler};

/// Fit the efficiency of the cube to rollouts.
#[derive(Parser)]
struct Arguments {
    /// Positions of each kind to be rolled out.
    #[arg(long, default_value_t = 100)]
    positions: usize,
    #[command(flatten)]
    rollouts: RolloutArgs,
    /// The file to which positions are added, and all of which are fitted.
    #[arg(long)]
    out: PathBuf,
    /// Files of positions on which the fit is tried.
    #[arg(long)]
    held_out: Vec<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.positions > 0 {
        let mut file =
            (std::fs::OpenOptions::new().create(true).append(true)).open(&arguments.out)?;
        let mut sampler = Sampler::new(&arguments.rollouts);
        while let Some(sample) = sampler.next(arguments.positions) {
            writeln!(file, "{}", sample.line())?;
        }
    }
    let samples = Sample::read(&arguments.out)?;
    let mut others = Vec::new();
    for path in &arguments.held_out {
        others.extend(Sample::read(path)?);
    }
    write!(std::io::stdout(), "{}", fit::report(&samples, &others))?;
    Ok(())
}
