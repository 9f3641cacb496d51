//! The speed of random games in batches.
//!
//! ```text
//! cargo run --release -p ludex-bench --features values -- lanes
//! cargo run --release -p ludex-bench --features values -- lanes tryktrak --variant cube=no --masks
//! ```
//!
//! All lanes play random legal actions, and begin a new game when their game is over. The program prints the number of actions per second
//! (in dice games, a roll and its play are one action) on one thread and on two, and the mean number of actions of a game. On a busy
//! machine, the number per second of processor time shows what one free core would do.

use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use ludex_kit::Variant;
use ludex_kit::registry::{LaneOptions, Lanes};

use crate::shared::processor_time;

/// Measure random games in batches.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game; without it, every game
    game: Option<String>,
    /// Variant of the game, as KEY=VALUE,…
    #[arg(long, default_value = "")]
    variant: Variant,
    /// Number of games that advance together
    #[arg(long, default_value_t = 1024)]
    lanes: usize,
    /// Seconds for each measurement
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Also write the mask of legal actions after each step
    #[arg(long)]
    masks: bool,
    /// Also write the observations after each step
    #[arg(long)]
    observations: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let names = ludex_games::CATALOGUE.games().map(|info| info.name);
    for name in names.filter(|name| arguments.game.as_deref().is_none_or(|game| game == *name)) {
        let session = ludex_games::CATALOGUE.session(name, &arguments.variant, None)?;
        print!("{name:<9} {:>6} actions", session.n_actions().unwrap_or_default());
        for threads in [1, 2] {
            let options =
                LaneOptions { lanes: arguments.lanes, threads, seed: 1, ..LaneOptions::default() };
            let measured = measure(arguments, &mut *session.lanes(&options)?)?;
            let per_second = measured.n_actions as f64 / measured.seconds / 1e3;
            let length = measured.n_actions as f64 / measured.n_games.max(1) as f64;
            print!("   {threads} threads: {per_second:8.1} k/s, {length:.1} actions a game");
            if threads == 1 && measured.processor > 0.0 {
                let per_second = measured.n_actions as f64 / measured.processor / 1e3;
                print!(", {per_second:.1} k per second of processor time");
            }
        }
        println!();
    }
    Ok(())
}

/// What was played in a time.
struct Measured {
    n_actions: u64,
    n_games: u64,
    seconds: f64,
    /// Processor time of the calling thread, in seconds.
    processor: f64,
}

fn measure(arguments: &Arguments, lanes: &mut dyn Lanes) -> Result<Measured> {
    let n = lanes.n_lanes();
    let (mut actions, mut endings) = (vec![0; n], vec![0; n]);
    let mut mask = vec![0; if arguments.masks { n * lanes.n_actions() } else { 0 }];
    let size: usize = lanes.plane_shape().iter().product();
    let seen = if arguments.observations { n } else { 0 };
    let (mut planes, mut numbers) = (vec![0.0; seen * size], vec![0.0; seen * lanes.n_numbers()]);
    let mut measured = Measured { n_actions: 0, n_games: 0, seconds: 0.0, processor: 0.0 };
    let begun = processor_time();
    let (start, time) = (Instant::now(), Duration::from_secs_f64(arguments.seconds));
    while start.elapsed() < time {
        lanes.choose_random(&mut actions)?;
        lanes.step(&actions)?;
        lanes.write_endings(&mut endings)?;
        measured.n_actions += n as u64;
        measured.n_games += endings.iter().filter(|&&ending| ending != 0).count() as u64;
        if arguments.masks {
            lanes.write_mask(&mut mask)?;
        }
        if arguments.observations {
            lanes.write_planes(&mut planes)?;
            lanes.write_numbers(&mut numbers)?;
        }
    }
    measured.seconds = start.elapsed().as_secs_f64();
    measured.processor = processor_time() - begun;
    Ok(measured)
}
