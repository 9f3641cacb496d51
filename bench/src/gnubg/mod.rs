//! Comparisons with GNU Backgammon (`apt-get install gnubg`): it plays against Ludex, it judges decisions, and its own decisions are
//! compared with those of Ludex at the same number of plies.

mod player;
mod program;
mod referee;
mod rollouts;
mod scores;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};

use program::Gnubg;

/// Compare Tryktrak with GNU Backgammon.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The program.
    #[arg(long, default_value = "/usr/games/gnubg", global = true)]
    gnubg: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Player(player::Arguments),
    Referee(referee::Arguments),
    Scores(scores::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let program = arguments.gnubg.as_path();
    let mut gnubg = Gnubg::start(program)?;
    match &arguments.command {
        Command::Player(arguments) => player::run(arguments, gnubg),
        Command::Referee(arguments) => referee::run(arguments, gnubg),
        Command::Scores(arguments) => scores::run(arguments, &mut gnubg, program),
    }
}
