//! `ludex bestmove`: prints only the best move of a position to standard output.

use ludex_base::limits::DEFAULT_TIME;
use ludex_study::book::NONE;
use std::path::Path;

use clap::Args;
use ludex_search::Limits;
use serde_json::Value;

use super::analyse::search_progress;
use super::{BookArgs, DealArgs, LimitArgs, OutputArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use ludex_base::failure::CouldNot;
use ludex_base::interrupt::stop_on_interrupt;
use ludex_base::output;
use ludex_base::output::LiveLine;
use ludex_kit::registry::{Findings, SoFar};
use ludex_kit::say;
use ludex_study::json;

const EXAMPLES: &str = "\
Examples:
  ludex bestmove takt
  ludex bestmove takt --variant size=6,komi=2 --moves \"a1 f6 c3\" --time 5s
  ludex bestmove takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\" --nodes 1e6 --json
  ludex bestmove takt --file game.ptn --ply 12 --depth 8 --deterministic
  ludex bestmove tryktrak --position 4HPwATDgc/ABMA --moves dice:31 --depth 2
  ludex bestmove tryktrak --position 4HPwATDgc/ABMA
  ludex bestmove quoridor --time 5s --book default
  ludex bestmove quoridor --moves \"e2 e8\" --level casual --seed 7

In Tryktrak without dice the answer is roll or double; after a double it is take or
pass.
With --book, a position in the book is answered at once, provided that time is the
only limit and no search options were chosen; --json then includes `book`.
Below --level 10 the engine makes the mistakes of a weaker player, different ones for
each --seed. The reported score is that of the move it chose.";

/// Print the best move of a position; before a random draw (trax with luck), print the expected result of the player to move, 0 to 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Bestmove {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    deal: DealArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    book: BookArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Bestmove {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let limits = self.limits.until_stopped(&config)?;
        let mut session = self.position.open(&config)?;
        let mut chosen = self.search.configure(&mut *session, &config, &limits)?;
        let book = &self.book;
        // By default this command uses no book, because a user who requests one move expects a search.
        book.open(NONE, &mut *session, &config, &limits, &mut chosen)?;
        self.deal.deal(&mut *session, chosen.setup.options.seed)?;
        let mut live = LiveLine::new();
        if live.is_terminal() && limits == Limits::time(DEFAULT_TIME) {
            output::remark(&default_time_remark(&limits));
        }
        let mut observer =
            |found: &SoFar<'_, Findings>| live.show_with(|| search_progress(&found.words()));
        // Tables are built before the time of the move starts.
        if limits.time.is_some() || limits.clock.is_some() {
            session.prepare()?;
        }
        let findings = session.search(&limits, &stop_on_interrupt(), &mut observer)?;
        drop(live);
        let Some(best) = findings.best() else {
            return Err(CouldNot(say!("no legal move")).into());
        };
        if self.output.json(&config)? {
            let seed = chosen.setup.options.seed;
            output::json(&Value::Object(json::findings(&*session, &findings, seed)))?;
        } else {
            // Before a chance event there is no move; its value is printed instead.
            output::line(&best.first_or_value())?;
        }
        Ok(())
    }
}

/// The remark that the default time applies, because the user gave no limit.
fn default_time_remark(limits: &Limits) -> String {
    let time = limits.time.unwrap_or_default();
    let time = humantime::format_duration(time);
    say!("searching for {time}; set another limit with --time, --nodes or --depth", time)
}
