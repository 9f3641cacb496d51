//! `ludex tournament`: many games, and who wins how often.

use std::path::Path;

use clap::Args;
use ludex_games::real_time::Effort;
use ludex_games::{InputError, Variant};
use serde_json::json;

use super::options::all_cores;
use super::{OutputArgs, PositionArgs, real_time};
use crate::config::Config;
use crate::failure::CouldNot;
use crate::interrupt::stop_on_interrupt;
use crate::{numbers, output, registry};

const EXAMPLES: &str = "\
Examples:
  ludex tournament tantrix --variant mode=gobble,players=4 --games 10000
  ludex tournament tantrix --variant mode=gobble,players=4,handicap=6/0/0/0,speed=2/3/3/3 --json";

/// Play many games; so far of the games in real time, such as tantrix with mode=gobble.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Tournament {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The variant: key=value,…
    #[arg(long, value_name = "KEY=VALUE,…", allow_hyphen_values = true)]
    variant: Option<Variant>,
    /// How many games
    #[arg(long, value_name = "N", value_parser = numbers::count, default_value = "1000", allow_hyphen_values = true)]
    games: u64,
    /// Seed of every random choice [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Tournament {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.game)?;
        let game = PositionArgs {
            game: self.game.clone(),
            variant: self.variant.clone(),
            ..PositionArgs::default()
        };
        let variant = game.variant(&config)?;
        let kind = registry::real_time(&self.game, &variant)?.ok_or_else(|| {
            let expected = "a game in real time";
            InputError::new("tournament", &self.game, expected)
                .with_hint("tantrix with --variant mode=gobble")
        })?;
        let effort = Effort {
            n_games: self.games,
            seed: config.or(self.seed, "seed", numbers::seed)?.unwrap_or(0),
            threads: config
                .or(self.threads, "threads", numbers::threads)?
                .unwrap_or(all_cores()),
        };
        let stop = stop_on_interrupt();
        let sheet = (kind.series)(&variant, &effort, &stop)?;
        if self.output.json(&config)? {
            let mut object =
                json!({"game": kind.game, "variant": variant.to_string(), "seed": effort.seed});
            for (key, value) in sheet.facts {
                object[key] = value;
            }
            output::json(&object)?;
        } else {
            output::print(&real_time::table(&sheet))?;
        }
        if stop.is_stopped() {
            return Err(CouldNot("stopped before all games were played".into()).into());
        }
        Ok(())
    }
}
