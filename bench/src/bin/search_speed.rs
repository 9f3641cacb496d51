//! Nodes a second, and what a second thread brings: nodes a second and time to a depth, against one thread in the same run.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin search_speed -- --positions 40 --seconds 2 --rounds 3
//! ```
//!
//! Every round searches each middle game with one thread for the given time, notes the last depth that was finished and
//! when, and lets two threads search to the same depth. Reported are the geometric means over the positions of the median
//! ratios over the rounds.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

use std::time::Duration;

use clap::Parser;
use ludex_bench::{TAKT_POSITIONS, middle_games, takt};
use ludex_games::takt::{Position, Takt, alpha_beta};
use ludex_search::{Limits, Report, Root, SearchOptions, Searcher, StopFlag};

/// Measure the speed of alpha-beta on Takt.
#[derive(Parser)]
struct Arguments {
    /// Middle games to compare one and two threads on; none skips the comparison.
    #[arg(long, default_value_t = 40)]
    positions: usize,
    /// Seconds for each search with one thread.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Rounds; the median counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let time = Duration::from_secs_f64(arguments.seconds);
    println!("| 6x6 | depth | nodes/s |\n|---|---|---|");
    for (name, tps) in TAKT_POSITIONS {
        let (game, pos) = takt(tps);
        let (_, report) = search(&game, &pos, 1, &Limits::time(time));
        println!(
            "| {name} | {} | {:.2} M |",
            report.depth,
            report.nodes_per_second() as f64 / 1e6
        );
    }
    if arguments.positions == 0 {
        return;
    }
    let (mut speeds, mut times, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for (game, pos) in middle_games(arguments.positions) {
        let (mut speed, mut to_depth) = (Vec::new(), Vec::new());
        for _ in 0..arguments.rounds {
            let (reached, one) = search(&game, &pos, 1, &Limits::time(time));
            let limits = Limits {
                depth: Some(one.depth),
                ..Limits::time(time * 3)
            };
            let (arrived, two) = search(&game, &pos, 2, &limits);
            if reached > Duration::from_millis(200) {
                speed.push(two.nodes_per_second() as f64 / one.nodes_per_second() as f64);
                to_depth.push(arrived.as_secs_f64() / reached.as_secs_f64());
            }
            nodes.push(one.nodes_per_second() as f64);
        }
        if !speed.is_empty() {
            speeds.push(median(speed));
            times.push(median(to_depth));
        }
    }
    println!(
        "\nmiddle games: {:.2} M nodes/s with one thread (geometric mean)",
        mean(&nodes) / 1e6
    );
    println!(
        "two threads: {:.2} times the nodes/s, {:.2} of the time to the same depth ({} positions, median of {})",
        mean(&speeds),
        mean(&times),
        speeds.len(),
        arguments.rounds
    );
}

/// Searches with an empty table; the time at which the last depth was finished, and the report.
fn search(
    game: &Takt<6>,
    pos: &Position<6>,
    threads: usize,
    limits: &Limits,
) -> (Duration, Report<ludex_games::takt::Move>) {
    let options = SearchOptions {
        threads,
        hash_mib: 256,
        ..SearchOptions::default()
    };
    let mut search = alpha_beta(game, options);
    let mut finished = (0, Duration::ZERO);
    let report = search.search(
        &Root::new(*pos),
        limits,
        &StopFlag::default(),
        &mut |report| {
            if report.depth > finished.0 {
                finished = (report.depth, report.elapsed);
            }
        },
    );
    (finished.1, report)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
