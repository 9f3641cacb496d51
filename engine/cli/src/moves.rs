//! `ludex moves`: the legal moves, one per line.

use std::path::Path;

use clap::Args;
use ludex_kit::say;
use serde_json::json;

use super::options::SeededDealArgs;
use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use ludex_base::output;

const EXAMPLES: &str = "\
Examples:
  ludex moves takt --variant size=4
  ludex moves takt --moves \"a1 e5\" --json
  ludex moves takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\" --distinct | wc -l";

/// List the legal moves, one per line; none if the game is over. Before a chance event, --json lists the possible events.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Moves {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    deal: SeededDealArgs,
    /// List only one move for each resulting position
    #[arg(long)]
    distinct: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl Moves {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let mut session = self.position.open(&config)?;
        self.deal.deal(&mut *session, &config)?;
        let moves = if self.distinct { session.distinct_moves() } else { session.legal_moves() };
        if self.output.json(&config)? {
            let mut object = json!({ "moves": moves });
            let events: Vec<_> = session.events().into_iter().map(|(event, _)| event).collect();
            if !events.is_empty() {
                object["events"] = json!(events);
            }
            output::json(&object)?;
        } else if let Some(missing) = session.missing_event() {
            return Err(missing.error_with_deal(&say!("position")).into());
        } else {
            let lines: String = moves.iter().flat_map(|mv| [mv.as_str(), "\n"]).collect();
            output::print(&lines)?;
        }
        Ok(())
    }
}
