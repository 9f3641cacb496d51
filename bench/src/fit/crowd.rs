//! Fits the networks of Quoridor for three and four to the winners of games that a tournament has kept.
//!
//! ```text
//! ludex tournament quoridor --variant players=4 --player "a: nodes=3000 search=reply" … --random-plies 6 --pairs 800 --out four
//! cargo run --release -p ludex-bench -- fit crowd --out games/quoridor/data/crowd.bin four three
//! ```
//!
//! A game belongs to the network for its number of players. Games of one opening in twelve are kept out of the fit; the network of
//! the pass with the least loss on them is written. The loss is the cross-entropy of the chances with the winner, in nats.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use ludex_games::quoridor::evaluation::chances::empty_network;
use ludex_games::quoridor::evaluation::crowd_inputs::CrowdInputs;
use ludex_games::quoridor::evaluation::multiplayer::RaceEvaluator;
use ludex_games::quoridor::{Options, Position, Quoridor};
use ludex_kit::Notation;
use ludex_learn::{Example, MAX_OUTPUTS, Network, NetworkTrainer, Outputs, share_entropy};
use ludex_search::support::random::stream;
use ludex_search::{Game, MAX_PLAYERS, Turn};
use rand::seq::SliceRandom;

use crate::shared::json_lines;

/// One opening in so many is kept out of the fit.
const HELD_OUT: u64 = 12;
/// Positions of one step.
const BATCH: usize = 256;

/// Fit the networks of Quoridor for three and four.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders of tournaments.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Passes over all positions.
    #[arg(long, default_value_t = 6)]
    epochs: u32,
    /// The learning rate at the start; it falls to a fiftieth.
    #[arg(long, default_value_t = 1e-3)]
    rate: f32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write the networks, for three and for four.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut bytes = Vec::new();
    for players in [3, 4] {
        let game = Quoridor::new(Options::for_players(players));
        fit(arguments, &game)?.write(&mut bytes);
    }
    Ok(std::fs::write(&arguments.out, bytes)?)
}

/// The positions of one number of players.
#[derive(Default)]
struct Positions {
    games: u32,
    examples: Vec<Example>,
    /// What the race says of those that are kept out.
    race: f64,
}

fn fit(arguments: &Arguments, game: &Quoridor) -> Result<Network> {
    let [mut learnt, held_out] = read(arguments, game)?;
    let players = game.players();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{players} players: {} positions of {} games, {} of {} held out; the race: {:.4}",
        learnt.examples.len(),
        learnt.games,
        held_out.examples.len(),
        held_out.games,
        held_out.race / held_out.examples.len().max(1) as f64,
    )?;
    let network = empty_network(players);
    let mut rng = stream(arguments.seed, players as u64);
    let (inputs, hidden) = (network.inputs(), network.hidden());
    let mut trainer =
        NetworkTrainer::random(inputs, hidden, players, &mut rng).with_outputs(Outputs::Shares);
    let mut best = (f64::INFINITY, trainer.network().clone());
    for epoch in 0..arguments.epochs {
        learnt.examples.shuffle(&mut rng);
        let mut sum = 0.0;
        let steps = (arguments.epochs as usize * learnt.examples.len()).max(1) as f32;
        for (number, batch) in learnt.examples.chunks(BATCH).enumerate() {
            let done = epoch as usize * learnt.examples.len() + number * BATCH;
            let rate = arguments.rate * 0.02_f32.powf(done as f32 / steps);
            sum += trainer.step(batch, rate);
        }
        let loss = loss(trainer.network(), &held_out.examples);
        let mean = sum / learnt.examples.len().max(1) as f64;
        writeln!(out, "pass {}: loss {mean:.4}, held out {loss:.4}", epoch + 1)?;
        if loss < best.0 {
            best = (loss, trainer.network().clone());
        }
    }
    Ok(best.1)
}

fn loss(network: &Network, examples: &[Example]) -> f64 {
    let losses = examples.iter().map(|example| {
        let mut out = [0.0; MAX_OUTPUTS];
        let out = &mut out[..network.outputs()];
        network.shares(&example.active, out);
        let parts = out.iter().zip(example.targets);
        parts.map(|(&said, target)| share_entropy(target, said)).sum::<f64>()
    });
    losses.sum::<f64>() / examples.len().max(1) as f64
}

/// The positions to learn from, and those that are kept out.
fn read(arguments: &Arguments, game: &Quoridor) -> Result<[Positions; 2]> {
    let mut positions = [Positions::default(), Positions::default()];
    for (number, folder) in arguments.folders.iter().enumerate() {
        for line in json_lines(&folder.join("results.jsonl"))? {
            let (_, record): (_, serde_json::Value) = line?;
            let seats = record["seats"].as_array().context("a game has seats")?;
            if seats.len() != game.players() {
                continue;
            }
            let pair = record["pair"].as_u64().context("a game has a pair")?;
            let held_out = (pair + number as u64).is_multiple_of(HELD_OUT);
            add_game(game, &record, &mut positions[usize::from(held_out)])?;
        }
    }
    if positions[0].games == 0 {
        bail!("no games of {} players", game.players());
    }
    Ok(positions)
}

/// Adds the positions of a game behind its opening.
fn add_game(game: &Quoridor, record: &serde_json::Value, to: &mut Positions) -> Result<()> {
    let opening = record["opening"].as_u64().unwrap_or(0) as usize;
    let mut pos = game.start();
    let mut seen = Vec::new();
    let moves = record["moves"].as_array().context("a game has moves")?;
    for (ply, word) in moves.iter().enumerate() {
        if ply >= opening {
            seen.push(pos);
        }
        let mv = game.parse_move(&pos, word.as_str().context("a move is a word")?);
        let mv = mv.map_err(|error| anyhow::anyhow!("{error}"))?;
        game.play(&mut pos, mv);
    }
    if game.turn(&pos) != Turn::Over {
        return Ok(());
    }
    to.games += 1;
    let returns = game.returns(&pos);
    for pos in seen {
        to.add(game, &pos, returns.map(|value| f32::midpoint(value, 1.0)));
    }
    Ok(())
}

impl Positions {
    /// Adds a position of a game in which everybody got these shares.
    fn add(&mut self, game: &Quoridor, pos: &Position, shares: [f32; MAX_PLAYERS]) {
        let players = game.players();
        let mut targets = [0.0; MAX_OUTPUTS];
        let race = RaceEvaluator::default().chances(game, pos);
        for (turn, target) in targets.iter_mut().enumerate().take(players) {
            let seat = (pos.to_move().index() + turn) % players;
            *target = shares[seat];
            self.race += share_entropy(*target, race[seat]);
        }
        let active = CrowdInputs::new(game, pos).active().to_vec();
        self.examples.push(Example { active, targets });
    }
}
