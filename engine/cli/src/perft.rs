//! `ludex perft`: the number of leaves of the game tree.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, Value, json};

use super::options::{SeededDealArgs, all_cores};
use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::numbers;
use ludex_base::output::{self, Align, LiveLine, TextTable, short_count};
use ludex_kit::registry::{Counted, PerftOptions, PerftWatch};
use ludex_kit::say;

const EXAMPLES: &str = "\
Examples:
  ludex perft takt --variant size=5 --depth 4
  ludex perft takt --moves \"a1 e5\" --depth 3 --divide
  ludex perft takt --variant size=6 --depth 5 --threads 1 --json
  ludex perft tantrix --deal --seed 7 --depth 2

Dice and draws do not count as plies. Each chance event is counted once; the weighted
count of --json multiplies it by its probability. Ctrl-C prints the counts so far.";

/// Time after which a count shows its progress.
const QUICK: Duration = Duration::from_secs(2);
/// Interval of updating the progress.
const TICK: Duration = Duration::from_millis(250);

/// Count the sequences of legal moves of a given length; the last line is `nodes N`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Depth in plies
    #[arg(long, short, value_name = "PLIES", value_parser = numbers::depth_from_zero(numbers::MAX_DEPTH), allow_hyphen_values = true)]
    depth: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Size of a table of known positions in MiB [default: no table]
    #[arg(long, value_name = "MIB", value_parser = numbers::hash, allow_hyphen_values = true)]
    hash: Option<usize>,
    #[command(flatten)]
    deal: SeededDealArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Perft {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let mut session = self.position.open(&config)?;
        self.deal.deal(&mut *session, &config)?;
        let threads = config.or(self.threads, "threads", numbers::threads)?;
        let options = PerftOptions {
            depth: self.depth,
            divide: self.divide,
            threads: threads.unwrap_or_else(all_cores),
            hash_mib: self.hash,
        };
        let started = Instant::now();
        let watch = PerftWatch { stop: stop_on_interrupt(), ..PerftWatch::default() };
        let Counted { divided, nodes, weighted, is_complete } =
            with_progress(&watch, || session.perft(&options, &watch))?;
        let time_ms = (started.elapsed().as_secs_f64() * 1e5).round() / 1e2;
        if self.output.json(&config)? {
            let mut object = json!({"depth": self.depth, "nodes": nodes, "time_ms": time_ms});
            if let Some(weighted) = weighted {
                object["weighted"] = json!(weighted);
            }
            if !is_complete {
                object["complete"] = json!(false);
            }
            if self.divide {
                let divide: Map<_, _> =
                    divided.into_iter().map(|(mv, nodes)| (mv, json!(nodes))).collect();
                object["divide"] = Value::Object(divide);
            }
            output::json(&object)?;
            return Ok(());
        }
        let mut table = TextTable::plain(&[Align::Left, Align::Right]);
        if self.divide {
            for (mv, nodes) in divided {
                table.row(vec![mv, nodes.to_string()]);
            }
        }
        let total = if is_complete {
            say!("nodes {nodes}", nodes)
        } else {
            say!("nodes {nodes} so far", nodes)
        };
        output::print(&format!("{}{total}\n", table.render()))?;
        Ok(())
    }
}

/// Counts, and shows the progress on a terminal.
fn with_progress<T>(watch: &PerftWatch, count: impl FnOnce() -> T) -> T {
    let mut live = LiveLine::new();
    if !live.is_terminal() {
        return count();
    }
    thread::scope(|scope| {
        let (done, ended) = channel::<()>();
        let started = Instant::now();
        scope.spawn(move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if started.elapsed() >= QUICK {
                    let nodes = watch.nodes.load(Ordering::Relaxed);
                    live.show(&progress(nodes, started.elapsed()));
                }
            }
        });
        let counted = count();
        drop(done);
        counted
    })
}

fn progress(nodes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let speed = (nodes as f64 / seconds.max(1e-6)) as u64;
    say!(
        "{nodes} nodes so far   {seconds} s   {speed}/s",
        nodes = short_count(nodes),
        seconds = format!("{seconds:.1}"),
        speed = short_count(speed)
    )
}
