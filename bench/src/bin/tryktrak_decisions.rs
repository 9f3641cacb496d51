//! Decisions of a list judged by the search: the time that each takes, and what a reference thinks of the plays.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin tryktrak_decisions -- games/tryktrak/tests/data/decisions.tsv --depth 2
//! cargo run --release -p ludex-bench --bin tryktrak_decisions -- decisions.tsv --depth 2 --set second_keep=5
//! ```
//!
//! Each line of the list is a Position ID, the dice, and plays with their equities and plies, as in the list that comes
//! with the tests. Decisions are cubeless, for money. The time is that of the processor, so that a busy machine does not
//! count; the loss is that of the reference's best equity, over the decisions whose play the reference has looked at with
//! two plies.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

use std::path::PathBuf;

use clap::Parser;
use ludex_bench::processor_time;
use ludex_games::tryktrak::Tryktrak;
use ludex_kit::{Notation, Playable, SearchSetup, Variant};
use ludex_search::{Game, Limits, Root, SearchOptions, Step, StopFlag};

/// Judge a list of decisions.
#[derive(Parser)]
struct Arguments {
    /// The list.
    list: PathBuf,
    /// The depth.
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Parameters of the search, NAME=VALUE.
    #[arg(long)]
    set: Vec<String>,
    /// Tell each play that the reference would not have made.
    #[arg(long)]
    tell: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let text = std::fs::read_to_string(&arguments.list)?;
    let variant: Variant = "cube=no".parse()?;
    let options = ludex_games::tryktrak::Options::default().changed_by(&variant)?;
    let game = Tryktrak::with_options(options);
    let mut parameters = Vec::new();
    for text in &arguments.set {
        let (name, value) = text.split_once('=').ok_or("--set NAME=VALUE")?;
        parameters.push((name.to_owned(), value.to_owned()));
    }
    let setup = SearchSetup {
        options: SearchOptions::default(),
        parameters,
        ..SearchSetup::default()
    };
    let mut search = Tryktrak::SEARCHES[0].build(&game, &setup)?;
    let (mut n_decisions, mut n_judged, mut n_best, mut n_nodes) = (0_u32, 0_u32, 0_u32, 0_u64);
    let (mut times, mut losses) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (Some(id), Some(dice), Some(plays)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let mut pos = game.parse_position(id)?;
        let Step::Event(roll) = game.parse_step(&pos, &format!("dice:{dice}"))? else {
            continue;
        };
        game.apply_chance(&mut pos, roll);
        let started = processor_time();
        let limits = Limits::depth(arguments.depth);
        let report = search.search(&Root::new(pos), &limits, &StopFlag::default(), &mut |_| {});
        times.push(1e3 * (processor_time() - started));
        n_decisions += 1;
        n_nodes += report.nodes;
        let Some(best) = report.best_move() else {
            continue;
        };
        let mut reference = Vec::new();
        for play in plays.split(';') {
            let Some((text, value)) = play.trim().rsplit_once('=') else {
                continue;
            };
            let (equity, plies) = value.split_once('@').unwrap_or((value, "0"));
            let mv = game.parse_move(&pos, &text.trim().replace(' ', ","))?;
            reference.push((mv, equity.parse::<f64>()?, plies == "2"));
        }
        let found = reference.iter().find(|entry| entry.0 == best);
        if let (Some(found), Some(first)) = (found, reference.first()) {
            n_best += u32::from(found.0 == first.0);
            if found.2 || found.0 == first.0 {
                n_judged += 1;
                losses.push(first.1 - found.1);
            }
            if arguments.tell && found.0 != first.0 {
                println!(
                    "{id} {dice}: {}, lost {:.4}",
                    game.write_move(&pos, best),
                    first.1 - found.1
                );
            }
        } else if arguments.tell {
            println!(
                "{id} {dice}: {} is not in the list",
                game.write_move(&pos, best)
            );
        }
    }
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let average = mean(&losses);
    let squares: f64 = losses.iter().map(|loss| (loss - average).powi(2)).sum();
    let error = (squares / (losses.len().max(2) - 1) as f64 / losses.len().max(1) as f64).sqrt();
    times.sort_by(f64::total_cmp);
    println!(
        "{n_decisions} decisions at depth {}: {:.2} ms on average, {:.2} median, {:.2} at most; {:.1} k nodes a decision",
        arguments.depth,
        mean(&times),
        times.get(times.len() / 2).copied().unwrap_or(0.0),
        times.last().copied().unwrap_or(0.0),
        n_nodes as f64 / 1e3 / f64::from(n_decisions.max(1)),
    );
    println!(
        "the reference's best play {n_best} times; mean loss {:.2} ± {:.2} thousandths over {n_judged}",
        1e3 * average,
        1e3 * error,
    );
    Ok(())
}
