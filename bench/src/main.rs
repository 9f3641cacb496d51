//! Measurements and fits that no command of `ludex` makes: side-by-side runs against peers, the speed of searches, and the files of
//! weights that are not made by `ludex train`. `bench/RESULTS.md` has the figures.
//!
//! ```text
//! cargo run --release -p ludex-bench -- COMMAND
//! ```

#![expect(clippy::print_stdout, reason = "tables are what the program is for")]

mod fit;
mod gnubg;
mod rolled_out;
mod shared;
mod speed;
mod tryktrak_decisions;

use anyhow::Result;
use clap::Parser;

/// Measure Ludex, compare it with its peers, and fit what it brings along.
#[derive(Parser)]
#[command(name = "ludex-bench")]
enum Command {
    Speed(speed::Arguments),
    Gnubg(gnubg::Arguments),
    RolledOut(rolled_out::Arguments),
    TryktrakDecisions(tryktrak_decisions::Arguments),
    #[command(subcommand)]
    Fit(fit::Command),
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Speed(arguments) => speed::run(&arguments),
        Command::Gnubg(arguments) => gnubg::run(&arguments),
        Command::RolledOut(arguments) => rolled_out::run(&arguments),
        Command::TryktrakDecisions(arguments) => tryktrak_decisions::run(&arguments),
        Command::Fit(command) => fit::run(&command),
    }
}
