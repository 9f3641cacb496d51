//! Measurements that `ludex` itself does not offer: comparisons with other programs, and the speed of searches. The results are in
//! `bench/RESULTS.md`.
//!
//! ```text
//! cargo run --release -p ludex-bench -- COMMAND
//! ```

#![expect(clippy::print_stdout, reason = "the program prints its results")]

mod gnubg;
#[cfg(feature = "values")]
mod lanes;
mod rolled_out;
mod shared;
mod speed;
mod tryktrak_decisions;

use anyhow::Result;
use clap::Parser;

/// Measure Ludex, and compare it with other programs.
#[derive(Parser)]
#[command(name = "ludex-bench")]
enum Command {
    Speed(speed::Arguments),
    #[cfg(feature = "values")]
    Lanes(lanes::Arguments),
    Gnubg(gnubg::Arguments),
    RolledOut(rolled_out::Arguments),
    TryktrakDecisions(tryktrak_decisions::Arguments),
}

fn main() -> Result<()> {
    match Command::parse() {
        #[cfg(feature = "values")]
        Command::Lanes(arguments) => lanes::run(&arguments),
        Command::Speed(arguments) => speed::run(&arguments),
        Command::Gnubg(arguments) => gnubg::run(&arguments),
        Command::RolledOut(arguments) => rolled_out::run(&arguments),
        Command::TryktrakDecisions(arguments) => tryktrak_decisions::run(&arguments),
    }
}
