//! `ludex show`: the board as text.

use std::path::Path;

use clap::Args;

use super::{OutputArgs, PositionArgs, real_time};
use crate::config::Config;
use crate::{json, numbers, output};

const EXAMPLES: &str = "\
Examples:
  ludex show takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\"
  ludex show takt --file game.ptn --ply 20
  ludex show takt --moves \"a1 e5 c3\" --json
  ludex show tantrix --variant mode=gobble,players=4 --seed 7";

/// Show a position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Seed of the deal, for games in real time [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Show {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        if let Some((kind, variant)) = real_time::meant(&self.position, &config)? {
            let seed = config.or(self.seed, "seed", numbers::seed)?.unwrap_or(0);
            return real_time::show(kind, &variant, seed, self.output.json(&config)?);
        }
        let session = self.position.open(&config)?;
        if self.output.json(&config)? {
            output::json(&json::standing(&*session))?;
        } else {
            output::print(&session.render())?;
        }
        Ok(())
    }
}
