//! Static values of Tryktrak compared with rollouts, by kind of position.
//!
//! ```text
//! cargo run --release -p ludex-bench -- rolled-out --positions 200 --seed 1 --out rolled.jsonl
//! cargo run --release -p ludex-bench -- rolled-out --networks new.bin rolled.jsonl
//! ```
//!
//! Each line of a file is a JSON object. `board` has 26 numbers from the view of the player who has just moved: the opponent's bar, the
//! points 1 to 24, the player's own bar; the opponent's checkers are negative. `equity` is that player's cubeless equity from a rollout.
//! With `--positions`, the program adds positions to the file `--out`: one from each of its self-play games, which start with a containment
//! position or a crashed board. It rolls each position out to the end with static play and variance reduction.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use ludex_games::tryktrak::evaluation::inputs::Class;
use ludex_games::tryktrak::evaluation::model::EquityModel;
use ludex_games::tryktrak::evaluation::networks::{Buffers, Networks, finished};
use ludex_games::tryktrak::rules::board::{BAR, Board, Side};
use ludex_games::tryktrak::search::self_play;
use ludex_games::tryktrak::{Options, Phase, Position, Status, Tryktrak, shipped_networks};
use ludex_search::expectimax::{ExpectimaxOptions, Filter};
use ludex_search::rollout::{RolloutOptions, RolloutTask, Rollouts};
use ludex_search::{Player, SearchOptions, StopFlag};
use serde::{Deserialize, Serialize};

use crate::shared::{json_lines, load_networks};

/// Compare static values with rollouts.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// Files of positions with their rollouts
    files: Vec<PathBuf>,
    /// Files of networks to compare, besides the shipped ones
    #[arg(long)]
    networks: Vec<PathBuf>,
    /// Number of positions to roll out and add to --out
    #[arg(long, default_value_t = 0, requires = "out")]
    positions: u64,
    /// Rollout games for each position
    #[arg(long, default_value_t = 324)]
    trials: u64,
    /// Seed of the games and of all dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads for rollouts
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// File to which the positions are added
    #[arg(long)]
    out: Option<PathBuf>,
}

/// A line of a file with rolled-out positions.
#[derive(Serialize, Deserialize)]
struct Line {
    board: [i8; BAR + 1],
    equity: f64,
    #[serde(default)]
    se: f64,
}

/// A position from the view of the player who rolls next, and the equity of that player.
struct Rolled {
    board: Board,
    equity: f64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if let Some(out) = &arguments.out {
        roll_out(arguments, out)?;
    }
    let mut networks = vec![("shipped".to_owned(), shipped_networks())];
    networks.extend(load_networks(&arguments.networks)?);
    for path in &arguments.files {
        let rolled = read(path)?;
        writeln!(std::io::stdout(), "{}", path.display())?;
        for (name, networks) in &networks {
            report(name, networks, &rolled)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<Rolled>> {
    json_lines(path)?
        .map(|line| {
            let (place, line): (String, Line) = line?;
            let place = || place.clone();
            let side = |counts: [u8; BAR]| Side::from_counts(&counts).with_context(place);
            let mine = side(std::array::from_fn(|place| line.board[place + 1].max(0) as u8))?;
            // Some programs write the opponent's bar as a positive number.
            let theirs = side(std::array::from_fn(|place| match BAR - 1 - place {
                0 => line.board[0].unsigned_abs(),
                place => (-line.board[place]).max(0) as u8,
            }))?;
            let board = Board { mine: theirs, theirs: mine };
            ensure!(board.is_sound(), "{}: both players have checkers on one point", place());
            Ok(Rolled { board, equity: -line.equity })
        })
        .collect()
}

/// The kinds of a position, from the view of the player who has just moved and of the opponent.
fn kinds(board: Board) -> Vec<&'static str> {
    let mut kinds = vec!["all", Class::classify(board).name()];
    if board.is_race() {
        return kinds;
    }
    let buried = |side: Side| side.off() == 0 && side.count(1) + side.count(2) >= 7;
    let back = |side: Side| (7..=BAR).map(|place| side.count(place)).sum::<u8>();
    let contained = |side: Side| (1..=4).contains(&side.off()) && (2..=3).contains(&back(side));
    let found = [
        ("crashed mover", buried(board.theirs)),
        ("crashed next", buried(board.mine)),
        ("containing mover", contained(board.mine)),
        ("containing next", contained(board.theirs)),
    ];
    kinds.extend(found.iter().filter(|kind| kind.1).map(|kind| kind.0));
    if kinds.len() == 2 {
        kinds.push("others");
    }
    kinds
}

fn report(name: &str, networks: &Networks, rolled: &[Rolled]) -> Result<()> {
    writeln!(std::io::stdout(), "  {name}")?;
    let mut buffers = Buffers::default();
    let mut errors: Vec<(&str, Vec<f64>)> = Vec::new();
    for position in rolled {
        let equity = networks.evaluate(position.board, &mut buffers).money_equity();
        // The error from the view of the player who has just moved.
        let error = position.equity - f64::from(equity);
        for kind in kinds(position.board) {
            match errors.iter_mut().find(|of_kind| of_kind.0 == kind) {
                Some(of_kind) => of_kind.1.push(error),
                None => errors.push((kind, vec![error])),
            }
        }
    }
    for (kind, errors) in errors {
        let n = errors.len() as f64;
        let square = errors.iter().map(|error| error * error).sum::<f64>() / n;
        let bias = errors.iter().sum::<f64>() / n;
        let rmse = square.sqrt();
        writeln!(std::io::stdout(), "    {kind:<18} {n:>6}  RMSE {rmse:.4}  bias {bias:+.4}")?;
    }
    Ok(())
}

/// Rollouts that choose all moves by static values: to the end of the game, with variance reduction.
fn by_static_values(arguments: &Arguments) -> RolloutOptions {
    let search = SearchOptions {
        threads: arguments.threads,
        seed: arguments.seed,
        ..SearchOptions::default()
    };
    let best_alone = Filter { always: 1, keep: 1, within: 0.0 };
    RolloutOptions {
        search: ExpectimaxOptions::selective(search, vec![best_alone]),
        trials: arguments.trials,
        ..RolloutOptions::default()
    }
}

fn roll_out(arguments: &Arguments, out: &Path) -> Result<()> {
    let mut file = (std::fs::OpenOptions::new().create(true).append(true)).open(out)?;
    let options = by_static_values(arguments);
    let game = Tryktrak::with_options(Options { cube: false, ..Options::default() });
    let model = EquityModel::new(shipped_networks(), game.options());
    let rollouts = Rollouts::new(game.single_game(), model, options);
    for index in 0..arguments.positions {
        let Some(board) = self_play::unusual_position(&shipped_networks(), arguments.seed, index)
        else {
            continue;
        };
        if finished(board).is_some() || board.is_race() {
            continue;
        }
        let status = Status { phase: Phase::Rolling, ..Status::START };
        let position = Position::new(board.sides(Player(0)), status);
        let task = RolloutTask::new(&position, std::slice::from_ref(&position));
        let rolled = rollouts.run(&task, &StopFlag::default(), &mut |_| {});
        let estimate = &rolled.estimates[0];
        let line = Line {
            board: numbers(board),
            equity: -f64::from(estimate.utility),
            se: f64::from(estimate.utility_error),
        };
        writeln!(file, "{}", serde_json::to_string(&line)?)?;
    }
    Ok(())
}

/// The board in the format of the files.
fn numbers(board: Board) -> [i8; BAR + 1] {
    std::array::from_fn(|place| {
        let own = if place == 0 { 0 } else { board.theirs.count(place) };
        let others = if place == BAR { 0 } else { board.mine.count(BAR - place) };
        own as i8 - others as i8
    })
}
