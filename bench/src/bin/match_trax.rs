//! A match of Trax against an engine that speaks the protocol of the contests (`-T`, `-W`, `-B`, then one turn a line).
//!
//! ```text
//! cargo run --release -p ludex-bench --bin match_trax -- --pairs 20 --time 100 -- ./kizuna_engine -np -th 1
//! ```
//!
//! Openings are random turns after which nobody can win at once; each is played twice with sides swapped. The opponent is
//! told the opening by its record command, `-R turns -F`, and its time is its own business. Without a command the
//! opponent is this engine with other weights (`--weights`), or with luck the default search one ply deep; there the draws
//! take the place of the opening, and both games of a pair begin with the same seed of them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use ludex_games::trax::eval::LineEnds;
use ludex_games::trax::params::Weights;
use ludex_games::trax::tactics::AttackTactics;
use ludex_games::trax::{Move, Options, Position, Trax, searches, threats};
use ludex_games::{Notation, Playable, SearchSetup};
use ludex_search::alphabeta::AlphaBeta;
use ludex_search::random::stream;
use ludex_search::{Game, Limits, Root, SearchOptions, Searcher, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Play a match of Trax against an engine of the contests.
#[derive(Parser)]
struct Arguments {
    /// Pairs of games.
    #[arg(long, default_value_t = 10)]
    pairs: u64,
    /// Milliseconds a turn, for us.
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Nodes a turn instead of a time.
    #[arg(long)]
    nodes: Option<u64>,
    /// Random turns at the start of every pair.
    #[arg(long, default_value_t = 4)]
    opening: u32,
    /// The opponent knows no record command: games begin at the start, and our own first turns are random instead, half as
    /// many as the opening has.
    #[arg(long)]
    plain: bool,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play on 8x8 (against ourselves only).
    #[arg(long)]
    eight: bool,
    /// Play with luck (against ourselves only).
    #[arg(long, conflicts_with = "weights")]
    luck: bool,
    /// The opponent's weights, if it is this engine.
    #[arg(long)]
    weights: Option<std::path::PathBuf>,
    /// Parameters of our search, NAME=VALUE.
    #[arg(long)]
    set: Vec<String>,
    /// The opponent's command; this engine without a search for proofs if none.
    command: Vec<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let game = Trax::with_options(Options {
        eight: arguments.eight,
        luck: arguments.luck,
        ..Options::default()
    });
    let mut rng = Pcg64Mcg::seed_from_u64(arguments.seed);
    let mut points = Vec::new();
    for pair in 0..arguments.pairs {
        let opening = if arguments.luck || arguments.plain {
            Vec::new()
        } else {
            opening(&game, arguments.opening, &mut rng)
        };
        let mut score = 0.0;
        for ours in 0..2 {
            let (result, turns) = play(&game, &arguments, &opening, (pair, ours))?;
            score += result;
            let mut out = std::io::stdout().lock();
            writeln!(
                out,
                "pair {pair} we play {ours}: {result} {}",
                turns.join(" ")
            )?;
        }
        points.push(score / 2.0);
        let (mean, error) = summary(&points);
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "after {} games: {:.1} % ± {:.1}",
            2 * points.len(),
            100.0 * mean,
            196.0 * error
        )?;
    }
    Ok(())
}

/// The mean of the pairs and its standard error.
fn summary(points: &[f64]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = points.iter().sum::<f64>() / n;
    let square = points
        .iter()
        .map(|point| (point - mean).powi(2))
        .sum::<f64>();
    (mean, (square / (n - 1.0).max(1.0) / n).sqrt())
}

fn opening(game: &Trax, length: u32, rng: &mut Pcg64Mcg) -> Vec<Move> {
    loop {
        let (mut pos, mut turns, mut moves) = (game.start(), Vec::new(), Vec::new());
        while pos.ply() < length && pos.ending().is_none() {
            moves.clear();
            game.legal_moves(&pos, &mut moves);
            let mv = moves[rng.random_range(0..moves.len())];
            game.play(&mut pos, mv);
            turns.push(mv);
        }
        let attacks = threats::attacks(game, &pos);
        if pos.ending().is_none() && attacks.win.is_none() && attacks.dangers.is_empty() {
            return turns;
        }
    }
}

/// A random turn after which the opponent cannot win at once.
fn harmless(game: &Trax, pos: &Position, rng: &mut impl rand::Rng) -> Option<Move> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    let mut child = pos.clone();
    moves.retain(|&mv| {
        let undo = game.play(&mut child, mv);
        let quiet = child.ending().is_none() && threats::attacks(game, &child).win.is_none();
        game.undo(&mut child, mv, undo);
        quiet
    });
    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
}

/// One game: our result, and its turns.
fn play(
    game: &Trax,
    arguments: &Arguments,
    opening: &[Move],
    (pair, ours): (u64, usize),
) -> Result<(f64, Vec<String>)> {
    let mut draws = stream(arguments.seed, pair);
    let mut pos = game.start();
    let mut turns = Vec::new();
    for &mv in opening {
        turns.push(game.write_move(&pos, mv));
        game.play(&mut pos, mv);
    }
    let mut search = engine(game, arguments)?;
    let mut opponent = Opponent::start(game, arguments, &turns, ours)?;
    let limits = match arguments.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(Duration::from_millis(arguments.time)),
    };
    loop {
        let mover = match game.turn(&pos) {
            Turn::Player(mover) => mover,
            Turn::Chance => {
                let face = game.sample(&pos, &mut draws);
                turns.push(game.write_event(&pos, face));
                game.reveal(&mut pos, face);
                continue;
            }
            Turn::Over => break,
        };
        let mv = if mover.index() == ours {
            let early = arguments.plain && turns.len() < arguments.opening as usize;
            let random = early.then(|| harmless(game, &pos, &mut draws));
            let mv = random.flatten().unwrap_or_else(|| {
                let root = Root::new(pos.clone());
                let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| ());
                report.lines[0].pv[0]
            });
            opponent.tell(&game.write_move(&pos, mv))?;
            mv
        } else {
            opponent.think(game, &pos, &limits)?
        };
        turns.push(game.write_move(&pos, mv));
        game.play(&mut pos, mv);
        if turns.len() > 600 {
            return Ok((0.5, turns));
        }
    }
    Ok((f64::from(game.returns(&pos)[ours]) / 2.0 + 0.5, turns))
}

fn engine(game: &Trax, arguments: &Arguments) -> Result<Box<dyn Searcher<Trax>>> {
    let mut setup = SearchSetup::default();
    for pair in &arguments.set {
        let (name, value) = pair.split_once('=').context("--set NAME=VALUE")?;
        setup.parameters.push((name.into(), value.into()));
    }
    Ok(Trax::searches()[0].build(game, &setup)?)
}

enum Opponent {
    Ourselves(Box<dyn Searcher<Trax>>, Option<Limits>),
    Program {
        child: Child,
        lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    },
}

impl Opponent {
    fn start(game: &Trax, arguments: &Arguments, turns: &[String], ours: usize) -> Result<Self> {
        let Some((program, rest)) = arguments.command.split_first() else {
            if arguments.luck {
                let search = Trax::searches()[0].build(game, &SearchSetup::default())?;
                return Ok(Self::Ourselves(search, Some(Limits::depth(1))));
            }
            let weights = match &arguments.weights {
                Some(path) => Weights::read(&std::fs::read_to_string(path)?),
                None => Weights::default(),
            };
            let search = AlphaBeta::new(
                game.clone(),
                LineEnds::new(&weights),
                AttackTactics,
                SearchOptions::default(),
            );
            let parameters = searches::parameters();
            let search = Box::new(search.with_parameters(parameters));
            return Ok(Self::Ourselves(search, None));
        };
        let mut child = Command::new(program)
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let lines = BufReader::new(child.stdout.take().context("a pipe")?).lines();
        let mut opponent = Self::Program { child, lines };
        if !arguments.plain {
            opponent.tell(&format!("-R {} -F", turns.join(" ")))?;
        }
        opponent.tell(if ours == 0 { "-B" } else { "-W" })?;
        Ok(opponent)
    }

    fn tell(&mut self, line: &str) -> Result<()> {
        if let Self::Program { child, .. } = self {
            let input = child.stdin.as_mut().context("a pipe")?;
            writeln!(input, "{line}")?;
            input.flush()?;
        }
        Ok(())
    }

    fn think(&mut self, game: &Trax, pos: &Position, limits: &Limits) -> Result<Move> {
        match self {
            Self::Ourselves(search, own) => {
                let root = Root::new(pos.clone());
                let limits = own.as_ref().unwrap_or(limits);
                let report = search.search(&root, limits, &StopFlag::default(), &mut |_| ());
                Ok(report.lines[0].pv[0])
            }
            Self::Program { lines, .. } => {
                let Some(line) = lines.next() else {
                    bail!("the opponent left in {}", game.write_position(pos));
                };
                Ok(game.parse_move(pos, line?.trim())?)
            }
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        if let Self::Program { child, .. } = self {
            // It is over either way: a program that has left cannot be killed.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
