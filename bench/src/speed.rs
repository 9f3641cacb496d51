//! The speed of a search of any game, and the benefit of a second thread.
//!
//! ```text
//! cargo run --release -p ludex-bench -- speed takt --variant size=6,komi=2
//! cargo run --release -p ludex-bench -- speed trax --nodes 0 --seconds 1
//! ```
//!
//! The positions are middle games of the engine against itself, after four random moves. The first part searches each position with one
//! thread and a fixed number of nodes, so the depths and moves that it prints change exactly when the search or the evaluation changes. In
//! the second part, one thread searches for a fixed time, and then two threads search to the depth that the one thread has reached. This is
//! repeated for several rounds. For each position, the median of the ratios counts; the program prints the geometric mean over all
//! positions. Positions that are solved before the time is used do not count.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use ludex_kit::registry::{Findings, Session, Token};
use ludex_kit::{SearchSetup, Variant};
use ludex_search::support::random::stream;
use ludex_search::{Limits, SearchOptions, StopFlag};
use rand::RngExt;

use crate::shared::{median, processor_time};

/// Measure the speed of a search, and the benefit of a second thread.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game.
    game: String,
    /// Variant of the game, as KEY=VALUE,…
    #[arg(long, default_value = "")]
    variant: Variant,
    /// Name of the search; without it, the default search of the game
    #[arg(long)]
    search: Option<String>,
    /// Number of middle games
    #[arg(long, default_value_t = 16)]
    positions: usize,
    /// Nodes for each position of the first part; 0 skips it
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
    /// Seconds for each search of the second part; 0 skips it
    #[arg(long, default_value_t = 0.0)]
    seconds: f64,
    /// Rounds of the second part; the median of the ratios counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// Number of random moves at the start of a game.
const RANDOM_MOVES: u32 = 4;
/// The greatest number of games played for each position.
const GAMES: u64 = 100;
/// Nodes for each move of the games, and for the check that a position is not decided soon.
const GAME_NODES: u64 = 3_000;
const QUIET_NODES: u64 = 30_000;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut session = ludex_games::CATALOGUE.session(&arguments.game, &arguments.variant, None)?;
    configure(arguments, &mut *session, 1)?;
    let positions = middle_games(&mut *session, arguments.positions)?;
    if arguments.nodes > 0 {
        fixed_nodes(&mut *session, &positions, arguments.nodes)?;
    }
    if arguments.seconds > 0.0 {
        two_threads(arguments, &mut *session, &positions)?;
    }
    Ok(())
}

fn configure(arguments: &Arguments, session: &mut dyn Session, threads: usize) -> Result<()> {
    let options = SearchOptions { threads, ..SearchOptions::default() };
    let setup = SearchSetup { options, ..SearchSetup::default() };
    Ok(session.configure(arguments.search.as_deref(), setup)?)
}

/// A position, as the steps that lead to it.
type Steps = Vec<Token>;

/// Middle games, the same on every machine for the same search; fewer if most games are decided soon.
fn middle_games(session: &mut dyn Session, count: usize) -> Result<Vec<Steps>> {
    let mut found = Vec::new();
    for seed in 0..GAMES * count as u64 {
        found.extend(middle_game(session, seed)?);
        if found.len() == count {
            break;
        }
    }
    Ok(found)
}

/// A middle game; `None` if the game is over or decided too soon to measure anything.
fn middle_game(session: &mut dyn Session, seed: u64) -> Result<Option<Steps>> {
    let mut rng = stream(seed, 0);
    let target = rng.random_range(8..36);
    let mut words = Vec::new();
    session.restart();
    session.new_game();
    loop {
        let status = session.status();
        if status.over {
            return Ok(None);
        }
        if status.to_move.is_some() && status.ply >= target {
            break;
        }
        if let Some(event) = session.sample_event_by(&mut rng)? {
            words.push(event);
            continue;
        }
        let mv = if status.ply < RANDOM_MOVES {
            session.random_move(&mut rng)
        } else {
            let found = search(session, &Limits::nodes(GAME_NODES))?;
            found.best_move().map(str::to_owned)
        };
        words.push(session.play(&mv.context("there is no move")?)?);
    }
    let is_quiet = search(session, &Limits::nodes(QUIET_NODES))?.proof.is_none();
    Ok(is_quiet.then(|| Token::split(&words.join(" "), "game")))
}

fn search(session: &mut dyn Session, limits: &Limits) -> Result<Findings> {
    Ok(session.search(limits, &StopFlag::default(), &mut |_| ())?)
}

fn fixed_nodes(session: &mut dyn Session, positions: &[Steps], nodes: u64) -> Result<()> {
    let (mut total, mut depths, mut moves) = (0, 0, Vec::new());
    let (start, before) = (Instant::now(), processor_time());
    for steps in positions {
        session.restart();
        session.extend(steps)?;
        session.new_game();
        let found = search(session, &Limits::nodes(nodes))?;
        total += found.nodes;
        depths += found.depth;
        moves.push(found.best_move().unwrap_or_default().to_owned());
    }
    let (by_clock, spent) = (start.elapsed().as_secs_f64(), processor_time() - before);
    println!("depths {depths}, moves {}", moves.join(" "));
    let speed = |seconds: f64| total as f64 / seconds / 1e6;
    println!("{total} nodes, {:.3} M/s by the clock", speed(by_clock));
    if spent > 0.0 {
        println!("{:.3} M/s of processor time", speed(spent));
    }
    Ok(())
}

fn two_threads(
    arguments: &Arguments,
    session: &mut dyn Session,
    positions: &[Steps],
) -> Result<()> {
    let time = Duration::from_secs_f64(arguments.seconds);
    let (mut speeds, mut times, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    for steps in positions {
        let (mut speed, mut to_depth) = (Vec::new(), Vec::new());
        for _ in 0..arguments.rounds {
            let (reached, one) = timed(arguments, session, steps, 1, &Limits::time(time))?;
            let limits = Limits { depth: Some(one.depth), ..Limits::time(time * 3) };
            let (arrived, two) = timed(arguments, session, steps, 2, &limits)?;
            // If the search ended early, or completed its last depth early, its time would measure only the start of a search.
            if one.elapsed >= time.mul_f64(0.9) && reached >= time.mul_f64(0.1) {
                speed.push(two.nps as f64 / one.nps as f64);
                to_depth.push(arrived.as_secs_f64() / reached.as_secs_f64());
            }
            nodes.push(one.nps as f64);
        }
        if !speed.is_empty() {
            speeds.push(median(speed));
            times.push(median(to_depth));
        }
    }
    println!("one thread: {:.2} M nodes/s (geometric mean)", geometric_mean(&nodes) / 1e6);
    println!(
        "two threads: {:.2} times the nodes/s, {:.2} of the time to the same depth ({} positions, median of {})",
        geometric_mean(&speeds),
        geometric_mean(&times),
        speeds.len(),
        arguments.rounds
    );
    Ok(())
}

/// Searches with an empty table; returns the time at which the last depth was completed, and the report.
fn timed(
    arguments: &Arguments,
    session: &mut dyn Session,
    steps: &[Token],
    threads: usize,
    limits: &Limits,
) -> Result<(Duration, Findings)> {
    configure(arguments, session, threads)?;
    session.restart();
    session.extend(steps)?;
    session.prepare()?;
    let mut finished = (0, Duration::ZERO);
    let found = session.search(limits, &StopFlag::default(), &mut |found| {
        if found.depth > finished.0 {
            finished = (found.depth, found.elapsed);
        }
    })?;
    Ok((finished.1, found))
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}
