//! Decisions in Tryktrak, judged by GNU Backgammon.
//!
//! ```text
//! apt-get install gnubg
//! cargo run --release -p ludex-bench -- gnubg referee --decisions 2000
//! cargo run --release -p ludex-bench -- gnubg referee --decisions 2000 --our-plies 2
//! ```
//!
//! The decisions come from self-play of Ludex, without the cube. GNU Backgammon first evaluates every position that the roll can lead to
//! statically. Then it evaluates with two plies the positions within 0.16 of its best one (at most eight), and the position that Ludex
//! chose. The loss is the best of these values minus the value of the choice. Losses are reported for all positions, and for each class of
//! positions.

mod choices;
mod judgement;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use ludex_games::tryktrak::evaluation::inputs::Class;
use ludex_games::tryktrak::evaluation::networks::Networks;
use ludex_games::tryktrak::shipped_networks;

use self::judgement::{Judge, Judged};
use super::program::Gnubg;
use crate::shared::{load_networks, mean_and_error};

/// Let GNU Backgammon judge decisions.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of self-play decisions to judge
    #[arg(long, default_value_t = 2000)]
    decisions: usize,
    /// Search depth of GNU Backgammon as the judge, in plies
    #[arg(long, default_value_t = 2)]
    plies: u32,
    /// Files of networks to judge instead of the shipped ones; all are judged on the same decisions
    #[arg(long)]
    networks: Vec<PathBuf>,
    /// Search depth of Ludex in plies; 0 is static play, more works with the shipped networks only
    #[arg(long, default_value_t = 0, conflicts_with = "networks")]
    our_plies: u32,
    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, gnubg: Gnubg) -> Result<()> {
    let mut networks = load_networks(&arguments.networks)?;
    if networks.is_empty() {
        networks.push(("shipped".into(), shipped_networks()));
    }
    judge(gnubg, &networks, arguments)
}

/// Judges the decisions. Prints a line after each hundred decisions, then the results for each class.
fn judge(gnubg: Gnubg, networks: &[(String, Arc<Networks>)], arguments: &Arguments) -> Result<()> {
    let sources = networks.iter().map(|(_, networks)| networks.clone());
    let mut judge = Judge::new(gnubg, sources, arguments.our_plies)?;
    let (turns, games) = judgement::decisions(arguments.seed, arguments.decisions);
    let mut judged: Vec<Judged> = Vec::new();
    for turns in turns.chunks(100) {
        judged.extend(judge.judge(turns, arguments.plies)?);
        let first = format_loss(&judged, |entry| entry.ours[0]);
        let theirs = format_loss(&judged, |entry| entry.gnubg);
        writeln!(
            std::io::stdout(),
            "{} decisions of {games} games: loss {first} thousandths; gnubg 0-ply {theirs}",
            judged.len()
        )?;
    }
    for (index, (name, _)) in networks.iter().enumerate() {
        writeln!(std::io::stdout(), "{name}")?;
        let classes = Class::ALL.map(Some).into_iter();
        for class in std::iter::once(None).chain(classes) {
            let of_class =
                judged.iter().filter(|entry| class.is_none_or(|class| entry.class == class));
            let of_class: Vec<Judged> = of_class.cloned().collect();
            if of_class.len() < 2 {
                continue;
            }
            writeln!(
                std::io::stdout(),
                "  {:8} {:5} decisions: loss {}; {} less than the first networks, {} less than gnubg 0-ply",
                class.map_or("all", Class::name),
                of_class.len(),
                format_loss(&of_class, |entry| entry.ours[index]),
                format_loss(&of_class, |entry| entry.ours[0] - entry.ours[index]),
                format_loss(&of_class, |entry| entry.gnubg - entry.ours[index]),
            )?;
        }
    }
    Ok(())
}

/// The mean in thousandths, with its standard error.
fn format_loss(judged: &[Judged], loss: impl Fn(&Judged) -> f64) -> String {
    let (mean, error) = mean_and_error(judged.iter().map(|entry| 1000.0 * loss(entry)));
    format!("{mean:.2} ± {error:.2}")
}
