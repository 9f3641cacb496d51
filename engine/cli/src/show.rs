//! `ludex show`: the board as text or as a picture.

use std::path::Path;

use clap::Args;

use super::options::refuse_ignored;
use super::picture::PictureArgs;
use super::real_time::RealTimeVariant;
use super::{OutputArgs, PositionArgs};
use crate::config::Config;
use ludex_base::{numbers, output};
use ludex_kit::registry::Session;
use ludex_kit::{GameResult, InputError, message, say};
use ludex_study::json;

const EXAMPLES: &str = "\
Examples:
  ludex show takt --position \"x5/x5/x2,12S,x2/x5/x5 1 5\"
  ludex show takt --file game.ptn --ply 20
  ludex show takt --file game.ptn --branch 3w1
  ludex show takt --moves \"a1 e5 c3\" --json
  ludex show takt --moves \"a1 e5 c3\" --last --svg board.svg
  ludex show quoridor --moves \"e2 e8 e3h\" --arrows \"e7=+0.4;d5v=-0.2\" --png board.png
  ludex show tryktrak --moves dice:31 --theme print --size 400 --svg -
  ludex show tryktrak --variant length=5 --moves \"dice:31 8/5,6/5 resign:gammon\"
  ludex show tantrix --variant mode=gobble,players=4 --seed 7";

/// Show a position as text or as a picture; for a record, the position at its end, with its result.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    position: PositionArgs,
    /// Seed of the deal in games in real time [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Show {
    pub(super) fn run(&self, file: Option<&Path>) -> anyhow::Result<()> {
        let config = Config::load(file, &self.position.game)?;
        let as_picture = self.picture.is_wanted()?;
        if let Some(meant) = RealTimeVariant::from_arguments(&self.position, &config)? {
            refuse_ignored(message!("a game in real time"), &self.picture.given())?;
            let seed = config.or(self.seed, "seed", numbers::seed)?.unwrap_or(0);
            return meant.show(seed, self.output.json(&config)?);
        }
        self.picture.check()?;
        let given = [("--seed", self.seed.is_some())];
        refuse_ignored(message!("a game played in turns"), &given)?;
        let (session, told) = self.open(&config)?;
        let as_json = self.output.json(&config)?;
        if as_picture {
            if self.output.json && self.picture.takes_stdout() {
                let sentence = say!(
                    "JSON and a picture cannot both go to standard output; name a file for the picture"
                );
                return Err(InputError::sentence("--json", sentence).into());
            }
            self.picture.write(&*session)?;
            if !self.output.json {
                return Ok(());
            }
        }
        if as_json {
            self.picture.check_request(&*session)?;
            output::json(&json::status(&*session, told))?;
            return Ok(());
        }
        output::board(&self.picture.text(&*session)?)?;
        if let Some(told) = told {
            output::line(&say!("Result of the record: {result}", result = told.in_words()))?;
        }
        Ok(())
    }

    /// The position, and the result of the record if its end is shown.
    fn open(&self, config: &Config) -> anyhow::Result<(Box<dyn Session>, Option<GameResult>)> {
        let args = &self.position;
        let (mut session, record) = args.open_with_record(config)?;
        let Some(record) = record.filter(|_| args.ply.is_none()) else {
            return Ok((session, None));
        };
        let told = session.recorded_result(&record)?;
        session.end_record(&record);
        Ok((session, told))
    }
}
