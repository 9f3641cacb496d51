//! `ludex train`: networks of a game learn from its self-play.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use ludex_games::support::figures::signed;
use ludex_games::{GameInfo, InputError, TrainingKind, registry};

use super::options::all_cores;
use super::runs::check_same_game;
use crate::failure::CouldNot;
use crate::interrupt::stop_on_interrupt;
use crate::train::{LogLine, RunEnding, TrainCheckpoint, TrainSettings, TrainStage, run};
use crate::{numbers, output, trained};

const EXAMPLES: &str = "\
Examples:
  ludex train tryktrak --out nets --seed 1 \\
        --stage \"td: games=200000, lambda=0.7, rate=1e-3..2e-4\" \\
        --stage \"ahead: plies=1, games=20000, stray=0.05, rate=5e-4..2e-5, store=1e6\"
  ludex train --resume nets

A stage is `NAME: key=value, …`:
  games   games of self-play                          round   games with the same networks
  plies   0: temporal differences; n: labels from n   lambda  of the temporal differences
          plies of looking ahead                      stray   chance of a move at random
  rate    learning rate, or FROM..TO over the stage   passes  times a position is learnt from
  store   positions that are kept to learn from

The folder holds networks.bin (the networks, which --from and --evaluator read),
checkpoint.bin and curve.svg. Ctrl-C breaks the round off that is played, a kill
loses at most a minute and a round: --resume goes on, to the same networks. Now
and then a round is followed by a contest with earlier networks, a tenth as many
games as were played between: its points a game are told.

The new networks against the shipped ones:
  ludex tournament tryktrak --player \"new: evaluator=nets/networks.bin depth=0\" \\
        --player \"old: depth=0\" --pairs 1000";

/// Train a game's networks by self-play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Train {
    /// The game
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,
    /// A stage of the run: NAME: key=value, …; at least one
    #[arg(
        long = "stage",
        value_name = "NAME: KEY=VALUE, …",
        allow_hyphen_values = true
    )]
    stages: Vec<TrainStage>,
    /// The folder of the run
    #[arg(long, value_name = "DIR", required_unless_present = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run of a folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "stages", "seed", "from"])]
    resume: Option<PathBuf>,
    /// Start from the networks of this file instead of random ones
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The seed of everything random [default: 0]
    #[arg(long, value_name = "SEED", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// Print a JSON line for each round
    #[arg(long)]
    json: bool,
}

impl Train {
    pub(super) fn run(self) -> anyhow::Result<()> {
        // Not after the first round, which may take hours.
        output::stdout()?;
        let (folder, _lock, mut checkpoint) = match &self.resume {
            Some(folder) => {
                // A folder without a run is told as one, and nothing is written into it.
                let lock = TrainCheckpoint::is_in(folder).then(|| TrainCheckpoint::lock(folder));
                (folder.clone(), lock.transpose()?, self.resume(folder)?)
            }
            None => self.start()?,
        };
        let (_, kind) = kind_of(&checkpoint.settings.game)?;
        let threads = self.threads.unwrap_or_else(all_cores);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        let stop = stop_on_interrupt();
        if let Some(stage) = checkpoint.stage() {
            output::remark(&beginning(&stage, checkpoint.games));
        }
        let json = self.json;
        let ending = pool.install(|| {
            run(kind, &mut checkpoint, &folder, &stop, |line| {
                let told = if json {
                    output::json(&serde_json::json!(line))
                } else {
                    output::line(&words(line))
                };
                match told {
                    // A pipe that was closed does not end the training.
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                    told => told,
                }
            })
        })?;
        match ending {
            RunEnding::Done => Ok(()),
            RunEnding::Stopped => {
                let text = format!(
                    "stopped; `ludex train --resume {}` goes on",
                    folder.display()
                );
                Err(CouldNot(text).into())
            }
        }
    }

    /// The run of a folder, of the same game if one is named.
    fn resume(&self, folder: &Path) -> anyhow::Result<TrainCheckpoint> {
        let checkpoint = TrainCheckpoint::load(folder)?;
        if let Some(game) = &self.game {
            check_same_game(game, &checkpoint.settings.game)?;
        }
        Ok(checkpoint)
    }

    fn start(&self) -> anyhow::Result<(PathBuf, Option<File>, TrainCheckpoint)> {
        let game = self.game.as_deref().expect("required without --resume");
        let (info, kind) = kind_of(game)?;
        if self.stages.is_empty() {
            return Err(InputError::new(
                "--stage",
                "no stage",
                "at least one, such as \"td: games=10000\"",
            )
            .into());
        }
        let folder = self.out.clone().expect("required without --resume");
        let settings = TrainSettings {
            game: info.name.into(),
            seed: self.seed.unwrap_or(0),
            stages: self.stages.clone(),
        };
        let networks = match &self.from {
            None => None,
            Some(path) => Some(trained::read(info.name, kind, path)?),
        };
        output::make_folder(&folder)?;
        let lock = TrainCheckpoint::lock(&folder)?;
        if TrainCheckpoint::is_in(&folder) {
            let found = format!("{}, which holds a run", folder.display());
            return Err(InputError::new("--out", found, "a folder without one")
                .with_hint("`--resume` goes on with it")
                .into());
        }
        let checkpoint = TrainCheckpoint::start(kind, settings, networks);
        checkpoint.save(&folder)?;
        Ok((folder, Some(lock), checkpoint))
    }
}

fn kind_of(game: &str) -> Result<(&'static GameInfo, &'static TrainingKind), InputError> {
    let info = registry::info(game)?;
    let kind = info.training.ok_or_else(|| {
        let has = |info: &GameInfo| info.training.is_some();
        registry::not_offered("game", info, "one with networks", has)
    })?;
    Ok((info, kind))
}

/// The line before the first round, which may take a while.
fn beginning(stage: &TrainStage, games: u64) -> String {
    let round = stage.round_at(0);
    format!(
        "{:<8} {games:>9} games so far; a line for every {round}",
        stage.name
    )
}

fn words(line: &LogLine) -> String {
    let progress = line.progress.map_or_else(String::new, |points| {
        format!("  {} points a game", signed(points, 3))
    });
    format!(
        "{:<8} {:>9} games  loss {:.5}  {:>5.0} games' positions/s{progress}",
        line.stage,
        line.games,
        line.loss,
        line.positions as f64 / (line.playing_s + line.learning_s),
    )
}
