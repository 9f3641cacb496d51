//! `ludex perft`: the number of leaves of the game tree.

use std::path::Path;
use std::time::Instant;

use clap::Args;
use serde_json::{Map, Value, json};

use super::options::all_cores;
use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use crate::numbers;
use crate::output::{self, Align, Table};
use crate::perft::{Counted, PerftOptions};

const EXAMPLES: &str = "\
Examples:
  ludex perft takt --variant size=5 --depth 4
  ludex perft takt --moves \"a1 e5\" --depth 3 --divide
  ludex perft takt --variant size=6 --depth 5 --threads 1 --json";

/// Count the sequences of legal moves of a given length; the last line is `nodes N`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// Plies
    #[arg(long, short, value_name = "PLIES", value_parser = depth, allow_hyphen_values = true)]
    depth: u32,
    /// Count below each move
    #[arg(long)]
    divide: bool,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Remember positions in a table of so many MiB [default: none]
    #[arg(long, value_name = "MIB", value_parser = numbers::hash, allow_hyphen_values = true)]
    hash: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

fn depth(text: &str) -> Result<u32, String> {
    numbers::within(text, 0, 100).map(|depth| depth as u32)
}

impl Perft {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let session = self.position.open(&config)?;
        let threads = config.or(self.threads, "threads", numbers::threads)?;
        let options = PerftOptions {
            depth: self.depth,
            divide: self.divide,
            threads: threads.unwrap_or_else(all_cores),
            hash_mib: self.hash,
        };
        let started = Instant::now();
        let Counted {
            divided,
            nodes,
            weighted,
        } = session.perft(&options)?;
        let time_ms = (started.elapsed().as_secs_f64() * 1e5).round() / 1e2;
        if self.output.json(&config)? {
            let mut object = json!({"depth": self.depth, "nodes": nodes, "time_ms": time_ms});
            if let Some(weighted) = weighted {
                object["weighted"] = json!(weighted);
            }
            if self.divide {
                let divide: Map<_, _> = divided
                    .into_iter()
                    .map(|(mv, nodes)| (mv, json!(nodes)))
                    .collect();
                object["divide"] = Value::Object(divide);
            }
            output::json(&object)?;
            return Ok(());
        }
        let mut table = Table::plain(&[Align::Left, Align::Right]);
        if self.divide {
            for (mv, nodes) in divided {
                table.row(vec![mv, nodes.to_string()]);
            }
        }
        output::print(&format!("{}nodes {nodes}\n", table.render()))?;
        Ok(())
    }
}
