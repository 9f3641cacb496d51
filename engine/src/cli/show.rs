//! `ludex show`: the board as text.

use std::path::Path;

use clap::Args;

use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use crate::{json, output};

const EXAMPLES: &str = "\
Examples:
  ludex show takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\"
  ludex show takt --file game.ptn --ply 20
  ludex show takt --moves \"a1 e5 c3\" --json";

/// Show a position.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Show {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let session = self.position.open(&config)?;
        if self.output.json(&config)? {
            output::json(&json::standing(&*session))?;
        } else {
            output::print(&session.render())?;
        }
        Ok(())
    }
}
