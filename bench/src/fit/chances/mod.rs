//! Measures whether the chances that scores stand for come true, phase by phase, and fits what scores mean.
//!
//! ```text
//! ludex tournament trax --player "a: nodes=2000" --player "b: nodes=2100" --pairs 2000 --out games
//! cargo run --release -p ludex-bench -- fit chances games/results.jsonl \
//!     --chances games/trax/data/chances.txt --fit chances.txt --picture calibration.svg --title Trax
//! ```
//!
//! It reads results of tournaments and what `ludex train --show FILE --json` prints, of any game for two who move in turn. The
//! players should be equally strong, or else what is measured is who plays better. The fit sees every other game; the table and
//! the picture show the games that it did not see. A game that was played twice counts once.

mod fit;
mod measure;
mod picture;
mod samples;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use ludex_kit::support::chances::Chances;

/// Measure and fit the chances that scores stand for.
#[derive(Args)]
pub(crate) struct Arguments {
    /// results.jsonl of tournaments, or the JSON lines of `ludex train --show FILE --json`; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What scores mean: a file of the games' data, such as games/trax/data/chances.txt. Without it and --fit the results that
    /// searches told are measured.
    #[arg(long)]
    chances: Option<PathBuf>,
    /// Fit what scores mean to every other game, and write it to this file.
    #[arg(long)]
    fit: Option<PathBuf>,
    /// Half the width of the band of scores that are drawn, for a fit without --chances.
    #[arg(long, default_value_t = 0.0)]
    margin: f32,
    /// Draw expected against scored results into this file.
    #[arg(long)]
    picture: Option<PathBuf>,
    /// What the picture is of.
    #[arg(long, default_value = "calibration")]
    title: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let games = samples::read(&arguments.files)?;
    if games.is_empty() {
        bail!("files: found no game with scores, expected results of a tournament or records");
    }
    let positions: usize = games.iter().map(|game| game.samples.len()).sum();
    writeln!(out, "games {}, positions {positions}", games.len())?;
    let known = arguments.chances.as_ref().map(|path| {
        let text = std::fs::read_to_string(path)?;
        let chances = Chances::read(&text);
        chances.map_err(|error| anyhow::anyhow!("{}", error.within(path.display())))
    });
    let known = known.transpose()?;
    let (seen, held_out): (Vec<_>, Vec<_>) = match &arguments.fit {
        Some(_) => games.into_iter().partition(|game| game.number.is_multiple_of(2)),
        None => (Vec::new(), games),
    };
    let mut shown = known.clone();
    if let Some(chances) = &known {
        writeln!(out, "\nas it is")?;
        measure::table(&mut out, &held_out, Some(chances))?;
    } else if arguments.fit.is_none() {
        writeln!(out, "\nas it was told")?;
        measure::table(&mut out, &held_out, None)?;
    }
    if let Some(path) = &arguments.fit {
        let margin = known.as_ref().map_or(arguments.margin, |known| known.margin);
        let fitted = fit::fit(&seen, margin);
        let what = format!(
            "# Fitted to {} games of equal players (`ludex-bench fit chances`).\n",
            seen.len()
        );
        std::fs::write(path, what + &fitted.write()).with_context(|| path.display().to_string())?;
        writeln!(out, "\nfitted, on games that the fit did not see\n{}", fitted.write())?;
        measure::table(&mut out, &held_out, Some(&fitted))?;
        shown = Some(fitted);
    }
    if let Some(path) = &arguments.picture {
        picture::draw(&held_out, shown.as_ref(), &arguments.title, path)?;
    }
    Ok(())
}
