//! Decisions at money and at scores of matches beside GNU Backgammon's at as many plies, with the cube in play.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench -- gnubg scores --verdicts 150 --seed 1
//! cargo run --release -p ludex-bench -- gnubg scores --plays 200 --seed 1
//! ```
//!
//! Positions are of our static self-play at random scores, with the cube anywhere. Verdicts about the cube are asked for where
//! GNU Backgammon thinks both margins to be 0.04 or more, and at one ply less the same, or both 0.08: as many of each of the four as
//! there are. Plays are asked for near the take point or the cash point of a live cube; what one play is worth less than the
//! other is GNU Backgammon's judgement of the positions that they lead to. Rollouts to the end judge where the programs differ, those
//! of plays where it is by 0.02 or more.

mod plays;
mod rolled;
mod verdicts;
mod walk;

use std::path::Path;

use anyhow::Result;
use clap::Args;
use ludex_games::tryktrak::{CubeDecision, Move, Position, Tryktrak};
use ludex_kit::{Playable, SearchSetup};
use ludex_search::{Limits, Report, Root, StopFlag};

use super::program::Gnubg;

/// Compare decisions with GNU Backgammon's at many scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Verdicts about the cube.
    #[arg(long, default_value_t = 0)]
    verdicts: usize,
    /// Plays near a take point of matches.
    #[arg(long, default_value_t = 0)]
    plays: usize,
    /// How deep both look.
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Games of rollouts from each position; 0 leaves them out.
    #[arg(long, default_value_t = 1296)]
    trials: u64,
    /// How many threads roll out.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of the games and of all dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, gnubg: &mut Gnubg, program: &Path) -> Result<()> {
    if arguments.verdicts > 0 {
        verdicts::compare(arguments, gnubg, program)?;
    }
    if arguments.plays > 0 {
        plays::compare(arguments, gnubg)?;
    }
    Ok(())
}

/// What our search finds.
fn search(game: &Tryktrak, pos: &Position, depth: u32) -> Result<Report<Move>> {
    let mut search = Tryktrak::SEARCHES[0].build(game, &SearchSetup::default())?;
    let (root, limits) = (Root::new(*pos), Limits::depth(depth));
    Ok(search.search(&root, &limits, &StopFlag::default(), &mut |_| {}))
}

/// Our decision about the cube, with its equities.
fn decision(game: &Tryktrak, pos: &Position, depth: u32) -> Result<CubeDecision> {
    let report = search(game, pos, depth)?;
    let [.., no_double, take, pass] = report.lines[0].components[..] else {
        anyhow::bail!("no equities of the cube");
    };
    Ok(CubeDecision::new(no_double, take, pass))
}
