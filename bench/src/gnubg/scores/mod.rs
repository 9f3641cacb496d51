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
