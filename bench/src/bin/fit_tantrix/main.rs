//! Fits the network that tells the points which a colour of Tantrix may expect, from nothing, by its own games.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin fit_tantrix -- --folder /tmp/colours && cp /tmp/colours/generation-6.bin games/data/tantrix/colours.bin
//! ```
//!
//! A generation plays with the network before, one placement deep, and its network learns from nothing what became of each colour; the
//! first plays at random. A run that was broken off goes on behind the last network in its folder. Games of one number in twelve are
//! kept out of the fit; the error is the root of the mean square, in points.

mod generation;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use generation::{Settings, learn_from_play};
use ludex_games::tantrix::evaluation::features::empty_network;
use ludex_learn::Network;

/// Fit the network of Tantrix.
#[derive(Parser)]
struct Arguments {
    /// Games of a generation.
    #[arg(long, default_value_t = 8000)]
    games: u32,
    /// Generations.
    #[arg(long, default_value_t = 6)]
    generations: u32,
    /// Passes over the positions of a generation.
    #[arg(long, default_value_t = 4)]
    passes: usize,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder of the networks.
    #[arg(long)]
    folder: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    std::fs::create_dir_all(&arguments.folder)?;
    let settings = Settings {
        games: arguments.games,
        passes: arguments.passes,
        seed: arguments.seed,
    };
    let mut network = empty_network();
    for number in 1..=arguments.generations {
        let path = arguments.folder.join(format!("generation-{number}.bin"));
        if path.exists() {
            let bytes = std::fs::read(&path)?;
            let read = Network::read(&mut &bytes[..]);
            network = read.with_context(|| format!("{}: no network", path.display()))?;
            continue;
        }
        network = learn_from_play(network, number, &settings, &mut std::io::stdout().lock())?;
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        // Whole or not at all.
        let part = path.with_extension("part");
        std::fs::write(&part, bytes)?;
        std::fs::rename(part, path)?;
    }
    Ok(())
}
