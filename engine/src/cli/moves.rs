//! `ludex moves`: the legal moves, one a line.

use std::path::Path;

use clap::Args;
use serde_json::json;

use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  ludex moves takt --variant size=4
  ludex moves takt --moves \"a1 e5\" --json
  ludex moves takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\" --distinct | wc -l";

/// List the legal moves, one a line; none when the game is over.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Moves {
    #[command(flatten)]
    position: PositionArgs,
    /// Keep one move for each position that can be reached
    #[arg(long)]
    distinct: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl Moves {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let session = self.position.open(&config)?;
        let moves = if self.distinct {
            session.distinct_moves()
        } else {
            session.legal_moves()
        };
        if self.output.json(&config)? {
            output::json(&json!({ "moves": moves }))?;
        } else {
            let lines: String = moves.iter().flat_map(|mv| [mv.as_str(), "\n"]).collect();
            output::print(&lines)?;
        }
        Ok(())
    }
}
