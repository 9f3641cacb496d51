//! Fits the priors of placements of Tantrix: how often the tree search looks at each, told from what is seen of it at a glance.
//!
//! ```text
//! cargo run --release -p ludex-bench -- fit placements play --games 2000 --out /tmp/placements.jsonl
//! cargo run --release -p ludex-bench -- fit placements fit --from /tmp/placements.jsonl --out games/tantrix/data/placements.bin
//! ```
//!
//! `play` plays games of the tree search against itself and writes down the visits of every placement at the root; a run that was broken
//! off goes on behind the last whole game of its file. `fit` learns the weights: the cross entropy between the shares of the visits
//! and the softmax of the sums of weights is made small. One game in twelve is kept out of the fit.

mod fit;
mod play;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;

/// Fit the priors of placements of Tantrix.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Play games and write down what was looked at.
    Play {
        /// Games.
        #[arg(long, default_value_t = 2000)]
        games: u64,
        /// Nodes of each search.
        #[arg(long, default_value_t = 20_000)]
        nodes: u64,
        /// The seed of everything random.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Search with the priors that are shipped, not with those by growth alone.
        #[arg(long)]
        by_learnt: bool,
        /// The file of the games.
        #[arg(long)]
        out: PathBuf,
    },
    /// Learn from such files.
    Fit {
        /// The files of the games.
        #[arg(long, required = true)]
        from: Vec<PathBuf>,
        /// Passes over the positions.
        #[arg(long, default_value_t = 6)]
        passes: usize,
        /// The seed of everything random.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file of the weights.
        #[arg(long)]
        out: PathBuf,
    },
}

pub(super) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Play { games, nodes, seed, by_learnt, out } => {
            play::play(*games, *nodes, *seed, *by_learnt, out)
        }
        Command::Fit { from, passes, seed, out } => fit::fit(from, *passes, *seed, out),
    }
}
