//! `ludex train`: networks of a game learn from its self-play.

use std::path::PathBuf;

use clap::Args;
use ludex_games::net::Network;
use ludex_games::{InputError, TRAINING, TrainingKind};

use super::options::all_cores;
use crate::failure::CouldNot;
use crate::interrupt::stop_on_interrupt;
use crate::train::{Checkpoint, Ending, LogLine, Settings, Stage, run};
use crate::{numbers, output};

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

The folder holds networks.bin (the networks, which --from reads), checkpoint.bin
and curve.svg. Ctrl-C and kill lose at most a minute: --resume goes on.";

/// Train a game's networks by self-play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Train {
    /// The game
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,
    /// A stage of the run: NAME: key=value, …; at least one
    #[arg(long = "stage", value_name = "NAME: KEY=VALUE, …")]
    stages: Vec<Stage>,
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
        let (folder, mut checkpoint) = match &self.resume {
            Some(folder) => (folder.clone(), Checkpoint::load(folder)?),
            None => self.start()?,
        };
        let kind = kind_of(&checkpoint.settings.game)?;
        std::fs::create_dir_all(&folder).map_err(|error| {
            InputError::new("--out", error.to_string(), "a folder that can be written")
        })?;
        let threads = self.threads.unwrap_or_else(all_cores);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        let stop = stop_on_interrupt();
        let json = self.json;
        let ending = pool.install(|| {
            run(kind, &mut checkpoint, &folder, &stop, |line| {
                // A pipe that was closed does not end the training.
                let _ = if json {
                    output::json(&serde_json::json!(line))
                } else {
                    output::line(&words(line))
                };
            })
        })?;
        match ending {
            Ending::Done => Ok(()),
            Ending::Stopped => {
                let text = format!(
                    "stopped; `ludex train --resume {}` goes on",
                    folder.display()
                );
                Err(CouldNot(text).into())
            }
        }
    }

    fn start(&self) -> anyhow::Result<(PathBuf, Checkpoint)> {
        let game = self.game.as_deref().expect("required without --resume");
        let kind = kind_of(game)?;
        if self.stages.is_empty() {
            return Err(InputError::new(
                "--stage",
                "no stage",
                "at least one, such as \"td: games=10000\"",
            )
            .into());
        }
        let folder = self.out.clone().expect("required without --resume");
        if folder.join("checkpoint.bin").exists() {
            let found = format!("{}, which holds a run", folder.display());
            return Err(InputError::new("--out", found, "a folder without one")
                .with_hint("`--resume` goes on with it")
                .into());
        }
        let settings = Settings {
            game: kind.game.into(),
            seed: self.seed.unwrap_or(0),
            stages: self.stages.clone(),
        };
        let networks = match &self.from {
            None => None,
            Some(path) => Some(read_networks(kind, path)?),
        };
        Ok((folder, Checkpoint::start(kind, settings, networks)))
    }
}

fn kind_of(game: &str) -> Result<&'static TrainingKind, InputError> {
    TRAINING
        .iter()
        .find(|kind| kind.game == game)
        .copied()
        .ok_or_else(|| {
            let games: Vec<_> = TRAINING.iter().map(|kind| kind.game).collect();
            InputError::new(
                "game",
                game,
                format!("one with networks: {}", games.join(", ")),
            )
        })
}

/// Reads a game's networks; they must have the sizes that the game wants.
fn read_networks(kind: &TrainingKind, path: &std::path::Path) -> Result<Vec<Network>, InputError> {
    let name = path.display().to_string();
    let bytes = crate::input::read(path)
        .map_err(|error| InputError::new(&*name, error.to_string(), "a file of networks"))?;
    let mut rest = &bytes[..];
    (kind.shapes)()
        .iter()
        .map(|shape| {
            let network = Network::read(&mut rest)
                .ok_or_else(|| InputError::new(&*name, "a damaged file", "a file of networks"))?;
            let sizes = (network.inputs(), network.hidden(), network.outputs());
            if sizes == (shape.inputs, shape.hidden, shape.outputs) {
                Ok(network)
            } else {
                let found = format!(
                    "a network {} of {}-{}-{}",
                    shape.name, sizes.0, sizes.1, sizes.2
                );
                let expected = format!("{}-{}-{}", shape.inputs, shape.hidden, shape.outputs);
                Err(InputError::new(&*name, found, expected))
            }
        })
        .collect()
}

fn words(line: &LogLine) -> String {
    let progress = line.progress.map_or_else(String::new, |points| {
        format!("  {points:+.3} points a game")
    });
    format!(
        "{:<8} {:>9} games  loss {:.5}  {:>5.0} games' positions/s{progress}",
        line.stage,
        line.games,
        line.loss,
        line.positions as f64 / (line.playing_s + line.learning_s),
    )
}
