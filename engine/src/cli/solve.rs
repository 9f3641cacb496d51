//! `ludex solve`: a proof of the result.

use std::path::Path;

use clap::Args;
use ludex_search::StopFlag;

use super::puzzle::PuzzleArgs;
use super::{LimitArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use crate::failure::CouldNot;
use crate::json;
use crate::output::{self, Align, Table, plies, short_count};
use crate::registry::{SolveProgress, SolvedText};

const EXAMPLES: &str = "\
Examples:
  ludex solve takt --position \"2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8\" --time 10s
  ludex solve takt --file game.ptn --ply 31 --depth 7 --json
  ludex solve tantrix --tiles 1-10 --colour R
  ludex solve tantrix --tiles 3,5,8,12,14 --colour B --line --holes yes --count";

/// Prove a win, a loss or a draw within the limits; exit code 1 if a limit comes first.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Solve {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Solve {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        if self.puzzle.is_given() {
            let game = &self.position.game;
            return self
                .puzzle
                .run(game, &config, &self.limits, &self.search, self.output);
        }
        let limits = self.limits.limits(&config)?;
        let mut session = self.position.open(&config)?;
        let mut chosen = self.search.chosen(&config, super::options::all_cores())?;
        super::options::check_deterministic(&chosen.setup.options, &limits)?;
        // `--search` names a solver here; a default of the configuration is meant for the other commands.
        chosen.name.clone_from(&self.search.search);
        session.configure(None, chosen.setup)?;
        let as_json = self.output.json(&config)?;
        let mut observer = |progress: &SolveProgress| {
            if as_json {
                return;
            }
            let found = match progress.moves.as_slice() {
                [] => "no proof".to_owned(),
                moves => moves.join(" "),
            };
            output::remark(&format!(
                "depth {:>2}   {found}   {} nodes   {:.1} s",
                progress.depth,
                short_count(progress.nodes),
                progress.elapsed.as_secs_f64()
            ));
        };
        let stop = StopFlag::default();
        let solved = session.solve(chosen.name.as_deref(), &limits, &stop, &mut observer)?;
        if as_json {
            output::json(&json::solved(&solved))?;
        } else if let Some(result) = solved.result {
            let name = json::result_name(result);
            let verdict = match solved.plies {
                Some(n_plies) => format!("{name} in {}", plies(n_plies)),
                None => name.to_owned(),
            };
            let mut table = Table::plain(&[Align::Left, Align::Left]);
            table.row(vec!["result".into(), verdict]);
            if !solved.moves.is_empty() {
                table.row(vec!["moves".into(), solved.moves.join(" ")]);
            }
            if !solved.line.is_empty() {
                table.row(vec!["line".into(), solved.line.join(" ")]);
            }
            table.row(vec!["nodes".into(), solved.nodes.to_string()]);
            output::print(&table.render())?;
        }
        match solved.result {
            Some(_) => Ok(()),
            None => Err(CouldNot(unproven(&solved)).into()),
        }
    }
}

/// Why there is no proof.
fn unproven(solved: &SolvedText) -> String {
    let (depth, nodes) = (plies(solved.depth), short_count(solved.nodes));
    if solved.exhausted {
        format!("no proof: the search has looked at every line it knows ({nodes} nodes)")
    } else {
        format!("no proof within the limits ({depth} settled, {nodes} nodes)")
    }
}
