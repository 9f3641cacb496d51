//! `ludex train`: networks of a game learn from its self-play.
//!
//! A run goes through stages. In each, games are played in rounds, all games of a round with the same networks; their
//! positions go into a store, and the networks learn from positions drawn from it. Everything random comes from streams of
//! the seed, so a run gives the same networks whatever the number of threads, also when it was interrupted.

mod adam;
mod checkpoint;
mod curve;
mod settings;

use std::path::Path;
use std::time::Instant;

use ludex_games::TrainingKind;
use ludex_games::net::Network;
use ludex_games::training::Sample;
use ludex_search::{StopFlag, random};
use rand::RngExt;
use rayon::prelude::*;

use adam::{Example, Pupil};
pub use checkpoint::{Checkpoint, LogLine};
pub use settings::{Settings, Stage};

/// Examples of one step.
const BATCH: usize = 128;
/// Streams of random numbers that are not games.
const LEARNING_STREAM: u64 = 1 << 62;
const FIRST_WEIGHTS_STREAM: u64 = 1 << 63;
/// By how much the networks that play follow those that learn, each round: averaged weights are steadier.
const FOLLOW: f32 = 0.2;
/// Pairs of games that measure progress against the networks of an earlier round.
const CONTEST_PAIRS: u64 = 500;

/// What happened to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All stages are done.
    Done,
    /// It was told to stop; the checkpoint goes on from there.
    Stopped,
}

/// Runs, or goes on with, the training of a checkpoint, and tells of every round.
pub fn run(
    kind: &TrainingKind,
    checkpoint: &mut Checkpoint,
    folder: &Path,
    stop: &StopFlag,
    mut tell: impl FnMut(&LogLine),
) -> anyhow::Result<Ending> {
    let mut saved = Instant::now();
    while let Some(stage) = checkpoint.stage() {
        if stop.is_stopped() {
            checkpoint.save(folder)?;
            return Ok(Ending::Stopped);
        }
        let started = Instant::now();
        let samples = play_round(kind, checkpoint, &stage);
        let played = started.elapsed();
        let positions = samples.len();
        checkpoint.store.extend(samples, stage.store);
        let passes = (positions as f64 * stage.passes) as usize;
        let loss = learn(kind, checkpoint, &stage, passes);
        follow(checkpoint);
        checkpoint.advance(&stage);
        let measured = checkpoint.is_measured(&stage);
        let progress = measured.then(|| progress(kind, checkpoint));
        let line = LogLine {
            stage: stage.name.clone(),
            games: checkpoint.games,
            positions,
            loss,
            progress,
            playing_s: played.as_secs_f64(),
            learning_s: started.elapsed().saturating_sub(played).as_secs_f64(),
        };
        tell(&line);
        checkpoint.log.push(line);
        if measured || saved.elapsed().as_secs() > 60 {
            checkpoint.save(folder)?;
            curve::draw(&checkpoint.log, folder)?;
            saved = Instant::now();
        }
    }
    checkpoint.save(folder)?;
    curve::draw(&checkpoint.log, folder)?;
    Ok(Ending::Done)
}

fn play_round(kind: &TrainingKind, checkpoint: &Checkpoint, stage: &Stage) -> Vec<Sample> {
    let lesson = stage.lesson();
    let games: Vec<Vec<Sample>> = (0..stage.round)
        .into_par_iter()
        .map(|game| {
            let mut samples = Vec::new();
            let index = checkpoint.games + game;
            (kind.play)(
                &checkpoint.players,
                &lesson,
                checkpoint.settings.seed,
                index,
                &mut samples,
            );
            samples
        })
        .collect();
    games.into_iter().flatten().collect()
}

/// Learns from `n` positions drawn from the store; returns the mean loss.
fn learn(kind: &TrainingKind, checkpoint: &mut Checkpoint, stage: &Stage, n: usize) -> f64 {
    let mut rng = random::stream(checkpoint.settings.seed, LEARNING_STREAM + checkpoint.games);
    let rate = stage.rate_at(checkpoint.games_of_stage);
    let n_networks = checkpoint.pupils.len();
    let mut drawn: Vec<Vec<u32>> = vec![Vec::new(); n_networks];
    let stored = checkpoint.store.samples();
    for _ in 0..n {
        let index = rng.random_range(0..stored.len());
        drawn[usize::from(stored[index].network)].push(index as u32);
    }
    let losses: Vec<f64> = checkpoint
        .pupils
        .par_iter_mut()
        .zip(&drawn)
        .map(|(pupil, drawn)| {
            let mut loss = 0.0;
            for indices in drawn.chunks(BATCH) {
                let batch: Vec<_> = indices
                    .iter()
                    .map(|&index| example(kind, &stored[index as usize]))
                    .collect();
                // A last batch that is small moves the weights less.
                let share = batch.len() as f32 / BATCH as f32;
                loss += pupil.step(&batch, rate * share);
            }
            loss
        })
        .collect();
    losses.iter().sum::<f64>() / n.max(1) as f64
}

fn example(kind: &TrainingKind, sample: &Sample) -> Example {
    let mut active = Vec::with_capacity(80);
    (kind.inputs)(sample, &mut active);
    Example {
        active,
        targets: sample.targets,
    }
}

/// Moves the networks that play towards those that learn.
fn follow(checkpoint: &mut Checkpoint) {
    let share = if checkpoint.games == 0 { 1.0 } else { FOLLOW };
    for (player, pupil) in checkpoint.players.iter_mut().zip(&checkpoint.pupils) {
        for (weights, learnt) in player
            .weights_mut()
            .into_iter()
            .zip(pupil.network().weights())
        {
            for (weight, &goal) in weights.iter_mut().zip(learnt) {
                *weight += share * (goal - *weight);
            }
        }
    }
}

/// Points a game against the networks of the last measurement, which are then replaced.
fn progress(kind: &TrainingKind, checkpoint: &mut Checkpoint) -> f64 {
    let sides: [&[Network]; 2] = [&checkpoint.players, &checkpoint.earlier];
    let seed = checkpoint.settings.seed ^ 0x5eed;
    let points: Vec<f32> = (0..CONTEST_PAIRS)
        .into_par_iter()
        .map(|pair| (kind.contest)(sides, seed, checkpoint.games + pair))
        .collect();
    checkpoint.earlier = checkpoint.players.clone();
    points.iter().map(|&points| f64::from(points)).sum::<f64>() / (2 * CONTEST_PAIRS) as f64
}

/// Random networks.
fn first_pupils(kind: &TrainingKind, seed: u64) -> Vec<Pupil> {
    (kind.shapes)()
        .iter()
        .enumerate()
        .map(|(index, shape)| {
            let mut rng = random::stream(seed, FIRST_WEIGHTS_STREAM + index as u64);
            Pupil::random(shape.inputs, shape.hidden, shape.outputs, &mut rng)
        })
        .collect()
}
