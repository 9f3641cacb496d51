//! Fits of what ships with the games and is not made by `ludex train` or `ludex tune`.

mod chances;
mod crowd;
mod loops;
mod placements;
mod tantrix;
mod trax;

use anyhow::Result;
use clap::Subcommand;

/// Fit what the games bring along: weights, networks, what scores mean, puzzles.
#[derive(Subcommand)]
pub(crate) enum Command {
    Chances(chances::Arguments),
    Crowd(crowd::Arguments),
    Loops(loops::Arguments),
    #[command(subcommand)]
    Placements(placements::Command),
    Tantrix(tantrix::Arguments),
    Trax(trax::Arguments),
}

pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Chances(arguments) => chances::run(arguments),
        Command::Crowd(arguments) => crowd::run(arguments),
        Command::Loops(arguments) => loops::run(arguments),
        Command::Placements(command) => placements::run(command),
        Command::Tantrix(arguments) => tantrix::run(arguments),
        Command::Trax(arguments) => trax::run(arguments),
    }
}
