//! A match of Tantrix between two players of ours, both seats with the same bags.
//!
//! ```text
//! cargo run --release -p ludex-bench --bin match_tantrix -- --one mcts --two flat --time 1000 --deals 200
//! ```
//!
//! A player is a search and its settings, `mcts:tries=5,exploration=80`. `seeing` is the tree search that looks into the
//! bag. With more than two players the first is alone, and sits in every seat once with each bag.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use ludex_games::tantrix::searches::{TreeSettings, seeing_search};
use ludex_games::tantrix::{Options, Position, Setup, Tantrix};
use ludex_games::{Notation, Playable, SearchSetup, Variant};
use ludex_search::{Game, Limits, Root, SearchOptions, Searcher, StopFlag, Turn};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Play a match of Tantrix.
#[derive(Parser)]
struct Arguments {
    /// The player who is measured.
    #[arg(long, default_value = "mcts")]
    one: String,
    /// All the others.
    #[arg(long, default_value = "greedy")]
    two: String,
    /// Bags; each is played from every seat.
    #[arg(long, default_value_t = 20)]
    deals: u64,
    /// Milliseconds a turn: what is left of it serves its later placements.
    #[arg(long)]
    time: Option<u64>,
    /// Placements a placement, for both.
    #[arg(long)]
    nodes: Option<u64>,
    /// Nodes of the second player, if they differ.
    #[arg(long)]
    nodes_two: Option<u64>,
    /// Players in all.
    #[arg(long, default_value_t = 2)]
    players: u8,
    /// Seed of the bags.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads of a search.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Writes what the first player thought before each free placement, and how the game ended.
    #[arg(long)]
    log: Option<std::path::PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let game = Tantrix::with_options(Options::for_players(arguments.players));
    let seats = usize::from(arguments.players);
    let mut results = Vec::new();
    let (mut wins, mut draws) = (0, 0);
    let mut margins = 0.0;
    for deal in 0..arguments.deals {
        let mut score = 0.0;
        for seat in 0..seats {
            let pos = dealt(&game, arguments.seed + deal)?;
            let (share, margin) = play(&game, &arguments, pos, seat, deal)?;
            wins += usize::from(share > 0.99);
            draws += usize::from(share > 0.01 && share < 0.99);
            margins += margin;
            score += share / seats as f64;
        }
        results.push(score);
        let (mean, error) = summary(&results);
        let games = seats * results.len();
        writeln!(
            std::io::stdout().lock(),
            "{games} games: {wins} won, {draws} shared, {:.2} % ± {:.2}, margin {:+.2}",
            100.0 * mean,
            196.0 * error,
            margins / games as f64,
        )?;
    }
    Ok(())
}

/// The mean of the bags and its standard error.
fn summary(points: &[f64]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = points.iter().sum::<f64>() / n;
    let square: f64 = points.iter().map(|point| (point - mean).powi(2)).sum();
    (mean, (square / (n - 1.0).max(1.0) / n).sqrt())
}

/// The start of a game with the bag of this seed.
fn dealt(game: &Tantrix, seed: u64) -> Result<Position> {
    let mut tiles: Vec<u32> = (1..=56).collect();
    tiles.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
    let bag: Vec<String> = tiles.iter().map(u32::to_string).collect();
    let hands = vec!["-"; game.players()].join("|");
    let letters = game.options().letters();
    let text = format!("- {hands} {} {letters} 0 0", bag.join(","));
    let setup = Setup::read(&text)?;
    setup.options(&Variant::new())?;
    Ok(game.parse_position(&text)?)
}

fn player(
    game: &Tantrix,
    text: &str,
    arguments: &Arguments,
    seed: u64,
) -> Result<Box<dyn Searcher<Tantrix>>> {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let mut setup = SearchSetup {
        options: SearchOptions {
            threads: arguments.threads,
            seed,
            ..SearchOptions::default()
        },
        ..SearchSetup::default()
    };
    for pair in settings.split(',').filter(|pair| !pair.is_empty()) {
        let Some((key, value)) = pair.split_once('=') else {
            bail!("{pair}: a setting is NAME=VALUE");
        };
        setup.parameters.push((key.into(), value.into()));
    }
    if name == "seeing" {
        let mut settings = TreeSettings::default();
        for (key, value) in &setup.parameters {
            settings.set(key, value.parse()?)?;
        }
        return Ok(Box::new(seeing_search(game, &setup, &settings)));
    }
    let Some(kind) = Tantrix::searches().iter().find(|kind| kind.name == name) else {
        bail!("{name}: no such search");
    };
    Ok(kind.build(game, &setup)?)
}

/// One game: the first player's share of it, and his margin.
fn play(
    game: &Tantrix,
    arguments: &Arguments,
    mut pos: Position,
    seat: usize,
    deal: u64,
) -> Result<(f64, f64)> {
    let mut one = player(game, &arguments.one, arguments, deal)?;
    let mut two = player(game, &arguments.two, arguments, deal + 1000)?;
    let mut left = Duration::ZERO;
    let mut whose = None;
    let mut thoughts = Vec::new();
    while let Turn::Player(mover) = game.turn(&pos) {
        if whose != Some((mover, pos.phase() < ludex_games::tantrix::Phase::After)) {
            // A new turn begins where another player moves, or the same one again after his last phase.
            if whose.is_none_or(|(last, before)| last != mover || !before) {
                left = Duration::from_millis(arguments.time.unwrap_or(0));
            }
            whose = Some((mover, pos.phase() < ludex_games::tantrix::Phase::After));
        }
        let is_first = mover.index() == seat;
        let search = if is_first { &mut one } else { &mut two };
        let nodes = arguments
            .nodes_two
            .filter(|_| !is_first)
            .or(arguments.nodes);
        let limits = match (nodes, arguments.time) {
            (Some(nodes), _) => Limits::nodes(nodes),
            // Half of what is left for each placement: later ones have the tree of the earlier.
            (None, Some(_)) => Limits::time(left / 2),
            (None, None) => Limits::nodes(20_000),
        };
        let report = search.search(
            &Root::new(pos.clone()),
            &limits,
            &StopFlag::default(),
            &mut |_| (),
        );
        left = left.saturating_sub(report.elapsed);
        let line = &report.lines[0];
        if is_first && arguments.log.is_some() {
            let value = game.score_value(line.score);
            let won = line.returns.map_or(0.0, |returns| returns[seat]);
            thoughts.push((pos.board().n_tiles(), value, line.outlook.win, won));
        }
        game.play(&mut pos, line.pv[0]);
    }
    let points = game.points(&pos);
    let best = (0..game.players())
        .filter(|&other| other != seat)
        .map(|other| points[other])
        .max();
    let margin = f64::from(points[seat]) - f64::from(best.unwrap_or_default());
    let share = f64::midpoint(1.0, game.returns(&pos)[seat].into());
    if let Some(path) = &arguments.log {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)?;
        for (tiles, value, win, mean) in thoughts {
            writeln!(
                file,
                "{tiles}\t{value:.2}\t{win:.4}\t{mean:.4}\t{share}\t{margin}"
            )?;
        }
    }
    Ok((share, margin))
}
