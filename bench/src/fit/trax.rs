//! Fits the weights of Trax's evaluation to what searches find in games that it plays against itself. There are more than a
//! thousand, so they have no names, and `ludex tune` cannot set them.
//!
//! ```text
//! cargo run --release -p ludex-bench -- fit trax --games 20000 --findings findings.tsv --out games/trax/data/weights.txt
//! ```
//!
//! Games start from random turns and are played at a fixed number of nodes a turn. What the searches find of positions of the
//! game and of nodes of their trees (`ludex_kit::support::tree_strap`) goes to a file, game by game, so that a run which is
//! broken off goes on. The weights are fitted by logistic regression: positions of a game to its result and the score, nodes to
//! the score, or to a bound of it where it does not hold. One game in twenty is kept out of the fit.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use ludex_games::trax::evaluation::features::{LineEndsEvaluator, features};
use ludex_games::trax::evaluation::weights::{LOGIT, UNITS, Weights};
use ludex_games::trax::search::searches;
use ludex_games::trax::search::tactics::AttackTactics;
use ludex_games::trax::{Options, Trax};
use ludex_kit::Notation;
use ludex_kit::support::tree_strap::{Finding, TreeStrap, TreeStrapOptions};
use ludex_learn::linear::{LinearBatch, LinearTrainer, Wanted};
use ludex_search::support::random::stream;
use ludex_search::{Bound, Score, Stateless};
use rand::seq::SliceRandom;
use rayon::prelude::*;

/// Games that are played between two writings.
const CHUNK: u64 = 32;
/// One game in so many is on 8x8, and (an odd number of games later) one is kept out of the fit.
const EIGHT: u64 = 5;
const HELD_OUT: u64 = 21;
/// Positions of one step.
const BATCH: usize = 2048;
/// The learning rate at the start, and what is left of it at the end.
const RATE: f32 = 1e-2;
const RATE_LEFT: f32 = 0.02;
/// Units of a weight in one logit.
const ONE: f32 = LOGIT * UNITS as f32;

/// Fit Trax's evaluation to self-play.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Games to play.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Nodes a turn.
    #[arg(long, default_value_t = 1200)]
    nodes: u64,
    /// The most random turns at the start of a game.
    #[arg(long, default_value_t = 8)]
    random_plies: u32,
    /// The share of the result in the targets of positions that were played; the score has the rest.
    #[arg(long, default_value_t = 0.4)]
    lambda: f32,
    /// Passes of the fit over all positions.
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The weights to play with and to start from; the shipped ones if not given.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The file of findings.
    #[arg(long)]
    findings: PathBuf,
    /// Where to write the weights.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let weights = match &arguments.weights {
        Some(path) => Weights::read(&std::fs::read_to_string(path)?),
        None => Weights::default(),
    };
    play_missing(arguments, &weights)?;
    let (batch, held_out) = read(arguments)?;
    let start = weights.0.iter().map(|&weight| f32::from(weight) / ONE);
    let mut trainer = LinearTrainer::new(start.collect());
    let mut out = std::io::stdout().lock();
    let mut tell = |when: &str, weights: &[f32]| {
        let losses = [&batch, &held_out].map(|batch| batch.loss(weights));
        writeln!(out, "{when}: loss {:.5}, held out {:.5}", losses[0], losses[1])
    };
    tell("before", trainer.weights())?;
    let mut numbers: Vec<u32> = (0..batch.len() as u32).collect();
    for epoch in 0..arguments.epochs {
        numbers.shuffle(&mut stream(arguments.seed, epoch.into()));
        let share = epoch as f32 / arguments.epochs.saturating_sub(1).max(1) as f32;
        for numbers in numbers.chunks(BATCH) {
            trainer.step(&batch, numbers, RATE * RATE_LEFT.powf(share));
        }
        tell(&format!("epoch {}", epoch + 1), trainer.weights())?;
    }
    let fitted = trainer.weights().iter();
    let fitted = Weights(fitted.map(|weight| (weight * ONE).round() as i16).collect());
    let header = format!(
        "# Weights of the Trax evaluation in 1/{ONE} logit, made by `ludex-bench fit trax`: {} games, {} nodes, seed {}, {} positions.\n",
        games_of(&arguments.findings)?,
        arguments.nodes,
        arguments.seed,
        batch.len() + held_out.len(),
    );
    std::fs::write(&arguments.out, header + &fitted.write())?;
    Ok(())
}

fn variant(eight: bool) -> Trax {
    Trax::with_options(Options { eight, ..Options::default() })
}

/// Plays the games that the file of findings lacks.
fn play_missing(arguments: &Arguments, weights: &Weights) -> Result<()> {
    let known = games_of(&arguments.findings)?;
    let mut file = OpenOptions::new().create(true).append(true).open(&arguments.findings)?;
    let options = TreeStrapOptions { nodes: arguments.nodes, random_plies: arguments.random_plies };
    let players = [false, true].map(|eight| TreeStrap {
        game: variant(eight),
        evaluator: Stateless(LineEndsEvaluator::new(weights)),
        tactics: AttackTactics,
        parameters: searches::parameters(),
    });
    for start in (known..arguments.games).step_by(CHUNK as usize) {
        let end = arguments.games.min(start + CHUNK);
        let games: Vec<String> = (start..end)
            .into_par_iter()
            .map(|index| {
                let player = &players[usize::from(index.is_multiple_of(EIGHT))];
                let findings = player.play(options, arguments.seed, index);
                findings.iter().map(line).collect::<String>() + "#\n"
            })
            .collect();
        file.write_all(games.concat().as_bytes())?;
    }
    Ok(())
}

/// The number of whole games of a file.
fn games_of(path: &Path) -> Result<u64> {
    if !path.exists() {
        return Ok(0);
    }
    let lines = BufReader::new(File::open(path)?).lines();
    let ends = lines.filter(|line| line.as_ref().is_ok_and(|line| line == "#"));
    Ok(ends.count() as u64)
}

fn line(finding: &Finding) -> String {
    let bound = match finding.bound {
        Bound::Exact => "=",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    let (position, depth, score) = (&finding.position, finding.depth, finding.score.value());
    let result = finding.result.map_or("-".into(), |result| result.to_string());
    format!("{position}\t{depth}\t{bound}\t{score}\t{result}\n")
}

/// The positions of the file to learn from, and those of games that are kept out.
fn read(arguments: &Arguments) -> Result<(LinearBatch, LinearBatch)> {
    let games = [false, true].map(variant);
    let mut batches = [LinearBatch::default(), LinearBatch::default()];
    let mut number = 0;
    for line in BufReader::new(File::open(&arguments.findings)?).lines() {
        let line = line?;
        if line.starts_with('#') {
            number += 1;
            continue;
        }
        let words: Vec<&str> = line.split('\t').collect();
        let &[position, _, bound, score, result] = &words[..] else {
            // The last line of a run that was killed.
            continue;
        };
        let game = &games[usize::from(position.contains("8x8"))];
        let pos = game.parse_position(position).ok().context("a finding")?;
        let score = Score::new(score.parse()?).value() as f32;
        let said = 1.0 / (1.0 + (-score / LOGIT).exp());
        let target = match result {
            "-" => said,
            _ => arguments.lambda * result.parse::<f32>()? + (1.0 - arguments.lambda) * said,
        };
        let wanted = match bound {
            "=" => Wanted::Exactly,
            ">" => Wanted::AtLeast,
            _ => Wanted::AtMost,
        };
        let held_out = u64::is_multiple_of(number, HELD_OUT);
        batches[usize::from(held_out)].add(features(&pos), target, wanted);
    }
    let [batch, held_out] = batches;
    Ok((batch, held_out))
}
