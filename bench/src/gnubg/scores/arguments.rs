//! What is compared, and how deeply.

use clap::Args;

/// Compare decisions with GNU Backgammon's at many scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Verdicts about the cube.
    #[arg(long, default_value_t = 0)]
    pub(super) verdicts: usize,
    /// Plays near a take point of matches.
    #[arg(long, default_value_t = 0)]
    pub(super) plays: usize,
    /// How deep both look.
    #[arg(long, default_value_t = 2)]
    pub(super) depth: u32,
    /// Games of rollouts from each position; 0 leaves them out.
    #[arg(long, default_value_t = 1296)]
    pub(super) trials: u64,
    /// How many threads roll out.
    #[arg(long, default_value_t = 1)]
    pub(super) threads: usize,
    /// Seed of the games and of all dice.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}
