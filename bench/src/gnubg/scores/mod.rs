//! Decisions for money and at match scores, compared with GNU Backgammon's at the same number of plies, with the cube in play.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench -- gnubg scores --verdicts 150 --seed 1
//! cargo run --release -p ludex-bench -- gnubg scores --plays 200 --seed 1
//! ```
//!
//! The positions come from static self-play at random scores, with any cube. A cube decision is used if GNU Backgammon estimates both
//! margins as at least 0.04 and decides the same with one ply less, or both as at least 0.08; there are equally many of each of the four
//! decisions. Moves are used near the take point or the cash point of a live cube; the difference between two moves is GNU Backgammon's
//! evaluation of the positions after them. If the programs differ, rollouts to the end judge between them (for moves: if the difference is
//! at least 0.02).

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
