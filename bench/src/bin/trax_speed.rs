//! The speed of the search of Trax, and what a second thread brings.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin trax_speed -- --positions 16 --nodes 300000
//! cargo run --release -p ludex-bench --bin trax_speed -- --positions 16 --seconds 1 --rounds 3
//! ```
//!
//! The positions are middle games of the tests, in which nobody wins soon. The first
//! part searches each with one thread and a fixed number of nodes, so the depths and moves that it prints change exactly
//! when search or evaluation do. The second part lets one thread and two search each for the same time, in turn; positions that are solved sooner do not count.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

use std::time::{Duration, Instant};

use clap::Parser;
use ludex_games::trax::{Position, Trax, alpha_beta};
use ludex_kit::Notation;
use ludex_search::{Game, Limits, Root, SearchOptions, Searcher, StopFlag};

/// Measure the speed of alpha-beta on Trax.
#[derive(Parser)]
struct Arguments {
    /// Middle games to search.
    #[arg(long, default_value_t = 16)]
    positions: usize,
    /// Nodes for each position, with one thread; 0 leaves the first part out.
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
    /// Seconds for each search of the second part; 0 leaves it out.
    #[arg(long, default_value_t = 0.0)]
    seconds: f64,
    /// Rounds of the second part; the median ratio counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

fn main() {
    let arguments = Arguments::parse();
    let game = Trax::new();
    let positions = middle_games(&game, arguments.positions);
    if arguments.nodes > 0 {
        fixed_nodes(&game, &positions, arguments.nodes);
    }
    if arguments.seconds > 0.0 {
        two_threads(&game, &positions, &arguments);
    }
}

fn fixed_nodes(game: &Trax, positions: &[Position], nodes: u64) {
    let (mut total, mut depths, mut moves) = (0, 0, String::new());
    let (start, before) = (Instant::now(), processor_time());
    for pos in positions {
        let report = engine(game, 1).search(
            &Root::new(pos.clone()),
            &Limits::nodes(nodes),
            &StopFlag::default(),
            &mut |_| (),
        );
        total += report.nodes;
        depths += report.depth;
        moves += &report
            .best_move()
            .map_or_else(String::new, |mv| game.write_move(pos, mv));
        moves.push(' ');
    }
    println!("depths {depths}, moves {moves}");
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{total} nodes, {:.3} M/s by the clock",
        total as f64 / seconds / 1e6
    );
    if let (Some(before), Some(after)) = (before, processor_time()) {
        println!(
            "{:.3} M/s of processor time",
            total as f64 / (after - before) / 1e6
        );
    }
}

/// Seconds that this process has run on a processor, where the system tells.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn two_threads(game: &Trax, positions: &[Position], arguments: &Arguments) {
    let limits = Limits::time(Duration::from_secs_f64(arguments.seconds));
    // A search that is over sooner measures how it starts.
    let least = limits.time.unwrap_or_default().mul_f64(0.9);
    let speed = |pos: &Position, threads| -> Option<f64> {
        let root = Root::new(pos.clone());
        let report =
            engine(game, threads).search(&root, &limits, &StopFlag::default(), &mut |_| ());
        (report.elapsed >= least).then(|| report.nodes_per_second() as f64)
    };
    let mut logarithms = Vec::new();
    for (index, pos) in positions.iter().enumerate() {
        let ratio = |_| Some(speed(pos, 2)? / speed(pos, 1)?);
        let mut ratios: Vec<f64> = (0..arguments.rounds).filter_map(ratio).collect();
        if ratios.is_empty() {
            continue;
        }
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ratios.len() / 2];
        println!("position {index}: {median:.2} ({ratios:.2?})");
        logarithms.push(median.ln());
    }
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    println!(
        "two threads: {:.2} times the nodes/s (geometric mean of {})",
        mean.exp(),
        logarithms.len()
    );
}

fn engine(game: &Trax, threads: usize) -> impl Searcher<Trax> {
    let options = SearchOptions {
        hash_mib: 64,
        threads,
        ..SearchOptions::default()
    };
    alpha_beta(game, options)
}

/// The first unlimited games among the positions where nobody wins within three turns, as the tests have them.
fn middle_games(game: &Trax, count: usize) -> Vec<Position> {
    include_str!("../../../games/trax/tests/data/puzzles_nowin3.tsv")
        .lines()
        .filter_map(|line| line.strip_prefix("unlimited\t"))
        .filter_map(|line| line.split('\t').next())
        .take(count)
        .map(|turns| after(game, turns))
        .collect()
}

fn after(game: &Trax, turns: &str) -> Position {
    let mut pos = game.start();
    for text in turns.split_whitespace() {
        let mv = game.parse_move(&pos, text).expect("a legal turn");
        game.play(&mut pos, mv);
    }
    pos
}
