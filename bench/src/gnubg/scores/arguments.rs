//! The options of the comparison.

use clap::Args;

/// Compare decisions with those of GNU Backgammon at many match scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of cube decisions
    #[arg(long, default_value_t = 0)]
    pub(super) verdicts: usize,
    /// Number of moves near a take point of matches
    #[arg(long, default_value_t = 0)]
    pub(super) plays: usize,
    /// Search depth of both programs
    #[arg(long, default_value_t = 2)]
    pub(super) depth: u32,
    /// Rollout games for each position; 0 for no rollouts
    #[arg(long, default_value_t = 1296)]
    pub(super) trials: u64,
    /// Threads for rollouts
    #[arg(long, default_value_t = 1)]
    pub(super) threads: usize,
    /// Seed of the games and of all dice
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}
