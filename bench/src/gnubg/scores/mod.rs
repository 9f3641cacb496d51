//! Decisions for money and at match scores, compared with GNU Backgammon's at the same number of plies, with the cube in play.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench -- gnubg scores --verdicts 150 --seed 1
//! cargo run --release -p ludex-bench -- gnubg scores --plays 200 --seed 1
//! ```
//!
//! The positions come from static self-play at random scores, with any cube. The margin of a cube decision is the smaller cost of a wrong
//! answer by either player, as GNU Backgammon estimates it. A cube decision is used if its margin is at least 0.08, or if it is at least
//! 0.04 and GNU Backgammon decides the same with one ply less. Each of the four decisions occurs equally often. Moves are used near the
//! take point or the cash point of a live cube; the difference between two moves is that of GNU Backgammon's evaluations of the positions
//! after them. If the programs choose differently, rollouts to the end decide which one is right (for moves only if the difference is at
//! least 0.02).

mod arguments;
mod ours;
mod plays;
mod rolled;
mod verdicts;
mod walk;

use std::path::Path;

use anyhow::Result;

use super::program::Gnubg;

pub(crate) use arguments::Arguments;

pub(super) fn run(arguments: &Arguments, gnubg: &mut Gnubg, program: &Path) -> Result<()> {
    if arguments.verdicts > 0 {
        verdicts::compare(arguments, gnubg, program)?;
    }
    if arguments.plays > 0 {
        plays::compare(arguments, gnubg)?;
    }
    Ok(())
}
