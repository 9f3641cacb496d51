//! Trains a network from recorded games.

use ludex_kit::InputError;
use ludex_kit::interface::learner::{Learner, PlayedGame, ScoreLabels, ScorePupil};
use ludex_learn::nnue::{Nnue, NnueBatch, NnueTrainer};
use ludex_search::StopFlag;
use ludex_search::support::random;
use rand::RngExt;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::settings::Generation;

/// One game in this many is held out for validation.
const HELD_BACK: usize = 20;
/// Maximum number of held-out games.
const MOST_HELD_BACK: usize = 5_000;
/// Number of positions that are in memory and shuffled together.
const SHUFFLED: usize = 1 << 20;
/// Games whose positions one task computes.
const TASK: usize = 64;

/// The result of learning.
pub(super) struct Learnt {
    pub(super) network: Nnue,
    pub(super) positions: usize,
    pub(super) loss: f64,
    pub(super) held_out: Option<f64>,
    pub(super) handmade: Option<f64>,
}

/// Trains a new network from games; `None` if it was stopped. `report` is called after each epoch with its number, the training loss and
/// the validation loss.
pub(super) fn learn(
    (learner, pupil): (&dyn Learner, ScorePupil),
    games: &[PlayedGame],
    generation: &Generation,
    seed: u64,
    stop: &StopFlag,
    mut report: impl FnMut(u32, f64, f64),
) -> Result<Option<Learnt>, InputError> {
    let labels = ScoreLabels { lambda: generation.lambda };
    let n_held = (games.len() / HELD_BACK).min(MOST_HELD_BACK);
    let step = games.len().checked_div(n_held).unwrap_or(usize::MAX);
    let is_held = |number: usize| n_held > 0 && number.is_multiple_of(step);
    let (held, mut order): (Vec<usize>, Vec<usize>) = (0..games.len()).partition(|&n| is_held(n));
    let held_out = batch_of(learner, games, &held, labels, None)?;
    let is_judged = !held_out.is_empty();
    let mut rng = random::stream(seed, 0);
    let mut trainer = NnueTrainer::random(pupil.shape, pupil.unit, &mut rng);
    let (mut learnt, mut loss_held_out) = ((0, 0.0), 0.0);
    for epoch in 0..generation.epochs {
        let mut rng = random::stream(seed, 1 + u64::from(epoch));
        order.shuffle(&mut rng);
        learnt = (0, 0.0);
        let rate = generation.rate_at(epoch);
        for part in parts(games, &order) {
            let batch = batch_of(learner, games, part, labels, Some(rng.random()))?;
            let mut numbers: Vec<u32> = (0..batch.len() as u32).collect();
            numbers.shuffle(&mut rng);
            for numbers in numbers.chunks(generation.batch) {
                if stop.is_stopped() {
                    return Ok(None);
                }
                learnt.1 += trainer.step(&batch, numbers, rate);
            }
            learnt.0 += batch.len();
        }
        loss_held_out = trainer.loss(&held_out);
        report(epoch, learnt.1 / learnt.0.max(1) as f64, loss_held_out);
    }
    Ok(Some(Learnt {
        network: trainer.network(),
        positions: learnt.0,
        loss: learnt.1 / learnt.0.max(1) as f64,
        held_out: is_judged.then_some(loss_held_out),
        handmade: is_judged.then(|| held_out.skip_loss()),
    }))
}

/// Splits the games into parts of about [`SHUFFLED`] positions.
fn parts<'a>(games: &[PlayedGame], order: &'a [usize]) -> Vec<&'a [usize]> {
    let plies: usize = order.iter().map(|&number| games[number].moves.len()).sum();
    let n_parts = plies.div_ceil(SHUFFLED).max(1);
    order.chunks(order.len().div_ceil(n_parts).max(1)).collect()
}

/// The positions of some games; with a seed, each is replaced by a random symmetric image.
fn batch_of(
    learner: &dyn Learner,
    games: &[PlayedGame],
    numbers: &[usize],
    labels: ScoreLabels,
    seed: Option<u64>,
) -> Result<NnueBatch, InputError> {
    let tasks: Result<Vec<NnueBatch>, InputError> = numbers
        .par_chunks(TASK)
        .enumerate()
        .map(|(task, numbers)| {
            let mut rng = seed.map(|seed| random::stream(seed, task as u64));
            let mut choose = |images| rng.as_mut().map_or(0, |rng| rng.random_range(0..images));
            let mut batch = NnueBatch::default();
            for &number in numbers {
                let game = learner.examples(&games[number], labels, &mut choose, &mut batch);
                game.map_err(|error| error.within(format!("game {}", number + 1)))?;
            }
            Ok(batch)
        })
        .collect();
    let mut all = NnueBatch::default();
    for batch in tasks? {
        all.append(batch);
    }
    Ok(all)
}
