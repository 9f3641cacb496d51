//! `ludex fpt`: the protocol of the Trax contests.

use std::io;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use ludex_kit::Variant;
use ludex_search::Limits;

use super::options::{refuse_ignored, unlisted};
use super::protocols::{speaker, speaks};
use super::{BookArgs, LimitArgs, PositionArgs, SearchArgs};
use crate::config::Config;
use ludex_base::catalogue::catalogue;
use ludex_base::limits::check_deterministic;
use ludex_base::output;
use ludex_protocols::{Wire, fpt};
use ludex_study::book::SHIPPED;

const EXAMPLES: &str = "\
Examples:
  ludex fpt
  printf -- '-T\\n-B\\n@0/\\n' | ludex fpt --time 200ms";

/// The fraction (one in `MARGIN`) of a turn's time that is reserved for communication with the referee.
const MARGIN: u32 = 20;

/// Speak the protocol of the Trax contests on standard input and output: -T, -W, -B, then one turn per line.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_args(unlisted(&["multipv"])))]
pub(super) struct Fpt {
    /// The game
    #[arg(value_name = "GAME", default_value = speaker("fpt"))]
    game: String,
    /// The variant
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = super::options::variant, allow_hyphen_values = true)]
    variant: Option<Variant>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    book: BookArgs,
}

impl Fpt {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let info = speaks(&self.game, "fpt")?;
        refuse_ignored("FPT", &[("--multipv", self.search.multipv.is_some())])?;
        let config = Config::load(file, &self.game)?;
        let limits = with_margin(self.limits.limits(&config)?);
        let position = PositionArgs { variant: self.variant.clone(), ..PositionArgs::default() };
        let mut session = catalogue().session(info.name, &position.variant(&config)?, None)?;
        // The default is one thread, because in local contests two engines share the machine.
        let mut chosen = self.search.chosen_player(&config, 1)?;
        ludex_base::numbers::check_depth("--depth", session.info(), &limits)?;
        check_deterministic(&chosen.setup.options, &limits)?;
        self.search.resolve(&mut *session, &config, &mut chosen)?;
        let book = &self.book;
        book.open(SHIPPED, &mut *session, &config, &limits, &mut chosen)?;
        let contest = fpt::ContestSettings { session, limits };
        let input = io::BufReader::new(io::stdin());
        fpt::serve(contest, input, &Wire::new(output::stdout()?))
    }
}

/// Reduces the time by one twentieth, but at least a few milliseconds: a late turn loses.
fn with_margin(limits: Limits) -> Limits {
    let keep = |time: Duration| {
        let margin = (time / MARGIN).max(Duration::from_millis(10)).min(time / 2);
        time.saturating_sub(margin)
    };
    Limits { time: limits.time.map(keep), ..limits }
}
