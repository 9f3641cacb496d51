//! Measurements that `ludex` itself does not offer: comparisons with peers, and the speed of searches. `bench/RESULTS.md` has the figures.
//!
//! ```text
//! cargo run --release -p ludex-bench -- COMMAND
//! ```

#![expect(clippy::print_stdout, reason = "tables are what the program is for")]

mod gnubg;
mod rolled_out;
mod shared;
mod speed;
mod tryktrak_decisions;

use anyhow::Result;
use clap::Parser;

/// Measure Ludex, and compare it with its peers.
#[derive(Parser)]
#[command(name = "ludex-bench")]
enum Command {
    Speed(speed::Arguments),
    Gnubg(gnubg::Arguments),
    RolledOut(rolled_out::Arguments),
    TryktrakDecisions(tryktrak_decisions::Arguments),
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Speed(arguments) => speed::run(&arguments),
        Command::Gnubg(arguments) => gnubg::run(&arguments),
        Command::RolledOut(arguments) => rolled_out::run(&arguments),
        Command::TryktrakDecisions(arguments) => tryktrak_decisions::run(&arguments),
    }
}
