//! Runs a search on a list of decisions, and measures its time and its loss compared with a reference.
//!
//! ```text
//! cargo run --release -p ludex-bench -- tryktrak-decisions games/tryktrak/tests/data/decisions.tsv --depth 2
//! cargo run --release -p ludex-bench -- tryktrak-decisions decisions.tsv --depth 2 --set second_keep=5
//! ```
//!
//! Each line of the list contains a Position ID, the dice, and moves with their equities and plies, as in the list of the tests. Decisions
//! are for money without the cube. Times are processor times, so other programs on the machine hardly affect them. The loss is the best
//! equity of the reference minus the equity of the chosen move. It is measured for decisions in which the reference has searched the chosen
//! move with two plies.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use ludex_games::tryktrak::{Move, Options, Position, Tryktrak};
use ludex_kit::{Notation, Playable, SearchSetup};
use ludex_search::{Game, Limits, Root, Step, StopFlag};

use crate::shared::{mean_and_error, median, processor_time};

/// Measure a search on a list of decisions.
#[derive(Args)]
pub(crate) struct Arguments {
    /// File with the list of decisions
    list: PathBuf,
    /// Search depth
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// Parameters of the search, NAME=VALUE
    #[arg(long)]
    set: Vec<String>,
    /// Print each move that the reference would not make
    #[arg(long)]
    tell: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let path = || arguments.list.display().to_string();
    let text = std::fs::read_to_string(&arguments.list).with_context(path)?;
    let options = Options::default().changed_by(&"cube=no".parse()?)?;
    let game = Tryktrak::with_options(options);
    let setup = SearchSetup { parameters: parameters(&arguments.set)?, ..SearchSetup::default() };
    let mut search = Tryktrak::SEARCHES[0].build(&game, &setup)?;
    let limits = Limits::depth(arguments.depth);
    let mut sums = Sums::default();
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
        let report = search.search(&Root::new(pos), &limits, &StopFlag::default(), &mut |_| {});
        sums.times.push(1e3 * (processor_time() - started));
        sums.nodes += report.nodes;
        let Some(best) = report.best_move() else {
            continue;
        };
        let judgement = sums.judge(best, &reference(&game, &pos, plays)?);
        if let (true, Some(judgement)) = (arguments.tell, judgement) {
            println!("{id} {dice}: {} {judgement}", game.write_move(&pos, best));
        }
    }
    sums.print(arguments.depth);
    Ok(())
}

/// Parses names and values.
fn parameters(words: &[String]) -> Result<Vec<(String, String)>> {
    let split = |word: &String| {
        let (name, value) = word.split_once('=').context("--set NAME=VALUE")?;
        Ok((name.to_owned(), value.to_owned()))
    };
    words.iter().map(split).collect()
}

/// A move in the reference.
struct KnownPlay {
    mv: Move,
    equity: f64,
    /// Whether it was searched with two plies.
    is_judged: bool,
}

/// The moves in the reference, the best first.
fn reference(game: &Tryktrak, pos: &Position, plays: &str) -> Result<Vec<KnownPlay>> {
    let known = plays.split(';').filter_map(|play| play.trim().rsplit_once('='));
    let read = |(text, value): (&str, &str)| {
        let (equity, plies) = value.split_once('@').unwrap_or((value, "0"));
        Ok(KnownPlay {
            mv: game.parse_move(pos, &text.trim().replace(' ', ","))?,
            equity: equity.parse()?,
            is_judged: plies == "2",
        })
    };
    known.map(read).collect()
}

/// The sums over all decisions.
#[derive(Default)]
struct Sums {
    /// The time of each decision in milliseconds.
    times: Vec<f64>,
    losses: Vec<f64>,
    n_best: u32,
    nodes: u64,
}

impl Sums {
    /// Adds a choice; returns a description unless it is the reference's choice.
    fn judge(&mut self, choice: Move, reference: &[KnownPlay]) -> Option<String> {
        let best = reference.first();
        let found = reference.iter().find(|known| known.mv == choice);
        let (Some(best), Some(found)) = (best, found) else {
            return Some("is not in the list".into());
        };
        let (loss, is_best) = (best.equity - found.equity, found.mv == best.mv);
        self.n_best += u32::from(is_best);
        if found.is_judged || is_best {
            self.losses.push(loss);
        }
        (!is_best).then(|| format!("lost {loss:.4}"))
    }

    fn print(&self, depth: u32) {
        let n = self.times.len().max(1) as f64;
        println!(
            "{} decisions at depth {depth}: {:.2} ms on average, {:.2} median, {:.2} at most; {:.1} k nodes a decision",
            self.times.len(),
            self.times.iter().sum::<f64>() / n,
            median(self.times.clone()),
            self.times.iter().copied().fold(0.0, f64::max),
            self.nodes as f64 / 1e3 / n,
        );
        let (loss, error) = mean_and_error(self.losses.iter().map(|loss| 1e3 * loss));
        println!(
            "chose the best play of the reference {} times; mean loss {loss:.2} ± {error:.2} thousandths over {} decisions",
            self.n_best,
            self.losses.len()
        );
    }
}
