//! Trains networks that predict the outcome of positions, while games are played.
//!
//! A run consists of stages. In each stage, games are played in rounds, all games of a round with the same networks.
//! Their positions go to a store, and the networks learn from positions drawn at random from the store. All random
//! numbers come from streams of the seed, so a run produces the same networks with any number of threads, even if it
//! was interrupted.

mod checkpoint;
mod settings;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use ludex_kit::interface::learner::{Learner, OutcomePupils};
use ludex_kit::interface::training::{Shape, TrainingSample};
use ludex_kit::{Trained, say};
use ludex_learn::{Example, Network, NetworkTrainer};
use ludex_search::StopFlag;
use ludex_search::support::random;
use rand::RngExt;
use rayon::prelude::*;

pub use checkpoint::{LogLine, NETWORKS, TrainCheckpoint};
pub use settings::{TrainSettings, TrainStage};

use super::RunEnding;
use super::curve::{self, Curve, CurvePoint};

/// Batch size: examples per step.
const BATCH: usize = 512;
/// Random streams that are not used for games.
const LEARNING_STREAM: u64 = 1 << 62;
const FIRST_WEIGHTS_STREAM: u64 = 1 << 63;
/// Fraction of the distance by which the playing networks move towards the learning networks in each round. Such averaged weights are more
/// stable.
const FOLLOW: f32 = 0.2;
/// Interval of saving. If the program is killed, at most the work of this interval is lost.
const SAVED_EVERY: Duration = Duration::from_mins(1);

/// A game for self-play, and the networks that learn from it.
#[derive(Clone, Copy)]
pub struct LearningGame<'a> {
    /// The game.
    pub learner: &'a dyn Learner,
    /// The networks.
    pub pupils: &'a OutcomePupils,
}

/// Runs or resumes the training of a checkpoint, and reports each round; it ends if a report fails. An interrupted
/// round is discarded and repeated from the checkpoint.
pub fn run(
    lesson: LearningGame<'_>,
    checkpoint: &mut TrainCheckpoint,
    folder: &Path,
    stop: &StopFlag,
    mut report: impl FnMut(&LogLine) -> io::Result<()>,
) -> anyhow::Result<RunEnding> {
    let mut saved = Instant::now();
    while let Some(stage) = checkpoint.stage() {
        let Some(line) = play_and_learn(lesson, checkpoint, &stage, stop) else {
            save(checkpoint, folder)?;
            return Ok(RunEnding::Stopped);
        };
        let told = report(&line);
        let measured = line.progress.is_some();
        checkpoint.log.push(line);
        if told.is_err() || measured || saved.elapsed() > SAVED_EVERY {
            save(checkpoint, folder)?;
            saved = Instant::now();
        }
        told?;
    }
    save(checkpoint, folder)?;
    Ok(RunEnding::Done)
}

fn save(checkpoint: &TrainCheckpoint, folder: &Path) -> anyhow::Result<()> {
    checkpoint.save(folder)?;
    let games = |line: &LogLine| line.games as f64;
    let log = checkpoint.log.iter();
    let losses = log.map(|line| CurvePoint::measured(games(line), line.loss));
    let log = checkpoint.log.iter();
    let points = log.filter_map(|line| Some(CurvePoint::measured(games(line), line.progress?)));
    let captions = [say!("loss"), say!("points per game against earlier networks")];
    let panels = [
        Curve { caption: &captions[0], points: losses.collect() },
        Curve { caption: &captions[1], points: points.collect() },
    ];
    curve::draw(&say!("games"), &panels, folder)
}

/// One round; `None` if it was stopped, with the checkpoint unchanged.
fn play_and_learn(
    lesson: LearningGame<'_>,
    checkpoint: &mut TrainCheckpoint,
    stage: &TrainStage,
    stop: &StopFlag,
) -> Option<LogLine> {
    let round = stage.round_at(checkpoint.games_of_stage);
    let started = Instant::now();
    let samples = play_round(lesson, checkpoint, stage, round, stop)?;
    let played = started.elapsed();
    let positions = samples.len();
    let before = checkpoint.begin(samples, stage);
    let passes = (positions as f64 * stage.passes) as usize;
    let pairs = checkpoint.contest_pairs(stage, round);
    let learnt = learn(lesson, checkpoint, stage, passes, stop).and_then(|loss| {
        average_players(checkpoint);
        let learning = started.elapsed().saturating_sub(played);
        let progress = pairs.map(|pairs| progress(lesson, checkpoint, round, pairs, stop));
        match progress {
            Some(None) => None,
            progress => Some((loss, learning, progress.flatten())),
        }
    });
    let Some((loss, learning, progress)) = learnt else {
        checkpoint.take_back(before);
        return None;
    };
    if progress.is_some() {
        checkpoint.earlier = checkpoint.players.clone();
    }
    checkpoint.advance(stage, round);
    Some(LogLine {
        stage: stage.name.clone(),
        games: checkpoint.games,
        positions,
        loss,
        progress,
        playing_s: played.as_secs_f64(),
        learning_s: learning.as_secs_f64(),
    })
}

/// Plays games and returns their positions; `None` if it was stopped.
fn play_round(
    lesson: LearningGame<'_>,
    checkpoint: &TrainCheckpoint,
    stage: &TrainStage,
    round: u64,
    stop: &StopFlag,
) -> Option<Vec<TrainingSample>> {
    let options = stage.play_options(&lesson.pupils.shapes);
    let seed = checkpoint.settings.seed;
    let players = as_played(&checkpoint.players);
    let games: Option<Vec<Vec<TrainingSample>>> = (0..round)
        .into_par_iter()
        .map(|game| {
            let index = checkpoint.games + game;
            let played = lesson.learner.play(Some(&players), &options, seed, index, stop)?;
            let mut samples = played.samples;
            samples.retain(|sample| options.labels.teaches(usize::from(sample.network)));
            Some(samples)
        })
        .collect();
    Some(games?.into_iter().flatten().collect())
}

/// Learns from `n` positions drawn from the store; returns the mean loss, or `None` if it was stopped.
fn learn(
    lesson: LearningGame<'_>,
    checkpoint: &mut TrainCheckpoint,
    stage: &TrainStage,
    n: usize,
    stop: &StopFlag,
) -> Option<f64> {
    let mut rng = random::stream(checkpoint.settings.seed, LEARNING_STREAM + checkpoint.games);
    let rate = stage.rate_at(checkpoint.games_of_stage);
    let n_networks = checkpoint.trainers.len();
    let mut drawn: Vec<Vec<u32>> = vec![Vec::new(); n_networks];
    let stored = checkpoint.store.samples();
    for _ in 0..n {
        let index = rng.random_range(0..stored.len());
        drawn[usize::from(stored[index].network)].push(index as u32);
    }
    let losses: Vec<f64> = checkpoint
        .trainers
        .par_iter_mut()
        .zip(&drawn)
        .map(|(trainer, drawn)| {
            let mut loss = 0.0;
            for indices in drawn.chunks(BATCH) {
                if stop.is_stopped() {
                    break;
                }
                let batch: Vec<_> =
                    indices.iter().map(|&index| example(lesson, &stored[index as usize])).collect();
                // A smaller last batch moves the weights less.
                let share = batch.len() as f32 / BATCH as f32;
                loss += trainer.step(&batch, rate * share);
            }
            loss
        })
        .collect();
    (!stop.is_stopped()).then(|| losses.iter().sum::<f64>() / n.max(1) as f64)
}

/// The networks in the format that games use.
fn as_played(networks: &[Network]) -> Trained {
    Trained::Outcomes(networks.iter().cloned().map(Network::rounded).collect())
}

fn example(lesson: LearningGame<'_>, sample: &TrainingSample) -> Example {
    let mut active = Vec::with_capacity(80);
    lesson.learner.inputs(sample, &mut active);
    Example { active, targets: sample.targets }
}

/// Moves the playing networks towards the learning ones.
fn average_players(checkpoint: &mut TrainCheckpoint) {
    let share = if checkpoint.games == 0 { 1.0 } else { FOLLOW };
    for (player, trainer) in checkpoint.players.iter_mut().zip(&checkpoint.trainers) {
        for (weights, learnt) in player.weights_mut().into_iter().zip(trainer.network().weights()) {
            for (weight, &goal) in weights.iter_mut().zip(learnt) {
                *weight += share * (goal - *weight);
            }
        }
    }
}

/// Points per game against the networks of the last measurement, after the current round; `None` if it was stopped.
fn progress(
    lesson: LearningGame<'_>,
    checkpoint: &TrainCheckpoint,
    round: u64,
    pairs: u64,
    stop: &StopFlag,
) -> Option<f64> {
    let [new, old] = [&checkpoint.players, &checkpoint.earlier].map(|networks| as_played(networks));
    let seed = checkpoint.settings.seed ^ 0x5eed;
    let first = checkpoint.games + round;
    let contest = |pair| {
        (!stop.is_stopped()).then(|| lesson.learner.contest([&new, &old], seed, first + pair))
    };
    let points: Option<Vec<f32>> = (0..pairs).into_par_iter().map(contest).collect();
    let sum: f64 = points?.iter().map(|&points| f64::from(points)).sum();
    Some(sum / (2 * pairs) as f64)
}

/// Networks with random weights.
fn first_pupils(shapes: &[Shape], seed: u64) -> Vec<NetworkTrainer> {
    shapes
        .iter()
        .enumerate()
        .map(|(index, shape)| {
            let mut rng = random::stream(seed, FIRST_WEIGHTS_STREAM + index as u64);
            NetworkTrainer::random(shape.inputs, shape.hidden, shape.outputs, &mut rng)
                .with_outputs(shape.meaning)
        })
        .collect()
}
