//! Weights by which the priors come near the visits.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ludex_games::tantrix::evaluation::placement_inputs::{INPUTS, Outlook};
use ludex_games::tantrix::{Colour, Options, Tantrix, Tile};
use ludex_learn::Adam;
use ludex_search::support::random::stream;
use ludex_search::{Game, MoveList, Turn};
use rand::seq::SliceRandom;

use super::play::{Record, Told};
use crate::shared::json_lines;

/// One game in so many is kept out of the fit.
const HELD_OUT: usize = 12;
/// Positions of one step.
const BATCH: usize = 32;
/// The learning rate at the start, and at the end.
const RATE: (f32, f32) = (0.01, 0.0003);

/// The placements of a position: what is seen of each, and its share of the visits.
struct Choice {
    /// Where the inputs of each begin; one more for the end.
    first: Vec<u32>,
    inputs: Vec<(u16, f32)>,
    shares: Vec<f32>,
}

impl Choice {
    fn inputs_of(&self, place: usize) -> &[(u16, f32)] {
        &self.inputs[self.first[place] as usize..self.first[place + 1] as usize]
    }

    /// What the weights say: the softmax of the sums.
    fn told(&self, weights: &[f32]) -> Vec<f32> {
        let sums = (0..self.shares.len()).map(|place| {
            let terms = self.inputs_of(place).iter();
            terms.map(|&(input, value)| weights[usize::from(input)] * value).sum()
        });
        let sums: Vec<f32> = sums.collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let mut told: Vec<f32> = sums.iter().map(|sum| (sum - most).exp()).collect();
        let total: f32 = told.iter().sum();
        for share in &mut told {
            *share /= total;
        }
        told
    }
}

/// Reads games, learns, and writes the weights.
pub(crate) fn fit(from: &[PathBuf], passes: usize, seed: u64, out: &Path) -> Result<()> {
    let (mut learnt, mut held_out) = (Vec::new(), Vec::new());
    let mut number: usize = 0;
    for path in from {
        for line in json_lines(path)? {
            let (place, record): (String, Record) = line?;
            let to = if number.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut learnt };
            add(&record, to).with_context(|| place)?;
            number += 1;
        }
    }
    let tell_to = &mut io::stdout().lock();
    writeln!(tell_to, "{number} games, {} positions, {} held out", learnt.len(), held_out.len())?;
    let (mut weights, mut means, mut squares) =
        (vec![0.0; INPUTS], vec![0.0; INPUTS], vec![0.0; INPUTS]);
    tell(&held_out, &weights, 0, tell_to)?;
    let mut rng = stream(seed, 0);
    let mut gradient = vec![0.0; INPUTS];
    let n_steps = passes * learnt.len().div_ceil(BATCH);
    let mut step = 0_u32;
    for pass in 1..=passes {
        learnt.shuffle(&mut rng);
        for batch in learnt.chunks(BATCH) {
            gradient.fill(0.0);
            for choice in batch {
                let told = choice.told(&weights);
                for (place, (told, share)) in told.iter().zip(&choice.shares).enumerate() {
                    let error = (told - share) / batch.len() as f32;
                    for &(input, value) in choice.inputs_of(place) {
                        gradient[usize::from(input)] += error * value;
                    }
                }
            }
            step += 1;
            let rate = RATE.0 * (RATE.1 / RATE.0).powf(step as f32 / n_steps as f32);
            let slopes = gradient.iter().copied();
            Adam::step(rate, step).descend(&mut weights, slopes, &mut means, &mut squares);
        }
        tell(&held_out, &weights, pass, tell_to)?;
    }
    let bytes: Vec<u8> = weights.iter().flat_map(|weight: &f32| weight.to_le_bytes()).collect();
    std::fs::write(out, bytes).with_context(|| out.display().to_string())
}

/// The positions of a game in which there was a choice.
fn add(record: &Record, to: &mut Vec<Choice>) -> Result<()> {
    let mut options = Options::for_players(record.players);
    options.teams = record.teams;
    for (colour, letter) in options.colours.iter_mut().zip(record.colours.chars()) {
        *colour = Colour::of_letter(letter).context("a letter of a colour")?;
    }
    let game = Tantrix::with_options(options);
    let (mut pos, mut moves) = (game.start(), MoveList::new());
    for step in &record.steps {
        match (step, game.turn(&pos)) {
            (Told::Tile(number), Turn::Chance) => {
                let tile = Tile::of_number(*number).context("the number of a tile")?;
                game.apply_chance(&mut pos, tile);
            }
            (Told::Move(chosen, visits), Turn::Player(_)) => {
                moves.clear();
                game.legal_moves(&pos, &mut moves);
                if moves.len() > 1 && pos.board().n_tiles() > 0 {
                    let outlook = Outlook::of(&game, &pos);
                    let mut choice = Choice {
                        first: vec![0],
                        inputs: Vec::new(),
                        shares: vec![0.0; moves.len()],
                    };
                    for &mv in &moves {
                        outlook.see(mv, |input, value| choice.inputs.push((input as u16, value)));
                        choice.first.push(choice.inputs.len() as u32);
                    }
                    let all: u64 = visits.iter().map(|&(_, visits)| visits).sum();
                    for &(place, visits) in visits {
                        choice.shares[place] = visits as f32 / all as f32;
                    }
                    to.push(choice);
                }
                game.play(&mut pos, *moves.get(*chosen).context("a place in the list")?);
            }
            _ => bail!("a tile where a placement is due, or the other way round"),
        }
    }
    Ok(())
}

/// Cross entropy less the entropy of the shares, and how often the best is the one with the most visits, and among three.
fn tell(choices: &[Choice], weights: &[f32], pass: usize, out: &mut impl Write) -> io::Result<()> {
    let (mut divergence, mut first, mut third) = (0.0, 0, 0);
    for choice in choices {
        let told = choice.told(weights);
        for (told, &share) in told.iter().zip(&choice.shares) {
            if share > 0.0 {
                divergence += f64::from(share * (share / told.max(1e-9)).ln());
            }
        }
        let best = (0..told.len()).max_by(|&a, &b| choice.shares[a].total_cmp(&choice.shares[b]));
        let best = best.expect("there is a choice");
        let before = told.iter().filter(|&&other| other > told[best]).count();
        first += usize::from(before == 0);
        third += usize::from(before < 3);
    }
    let n = choices.len().max(1) as f64;
    writeln!(
        out,
        "pass {pass}: divergence {:.4}, best {:.3}, among three {:.3}",
        divergence / n,
        first as f64 / n,
        third as f64 / n
    )
}
