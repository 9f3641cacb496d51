//! Games of the tree search against itself, with the visits of every placement.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, Result};
use ludex_games::tantrix::search::searches::{TreeSettings, tree_search};
use ludex_games::tantrix::{Options, Placement, Position, Tantrix};
use ludex_search::support::random::stream;
use ludex_search::{Game, Limits, MoveList, Root, SearchOptions, Searcher, StopFlag, Turn};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

/// The chance that a placement is drawn by its visits instead of the one with the most.
const STRAY: f64 = 0.1;

/// A game: its colours by their numbers, and its steps.
#[derive(Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) players: u8,
    pub(crate) teams: bool,
    pub(crate) colours: String,
    pub(crate) steps: Vec<Told>,
}

/// What happened.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Told {
    /// A tile was drawn: its number.
    Tile(u32),
    /// A placement by its place in the list of the legal ones, and the visits of those that were looked at, by their places.
    Move(usize, Vec<(usize, u64)>),
}

/// Plays games and appends them to a file.
pub(crate) fn play(games: u64, nodes: u64, seed: u64, by_learnt: bool, out: &Path) -> Result<()> {
    let done = whole_games(out)?;
    let mut file = OpenOptions::new().create(true).append(true).open(out)?;
    for number in done..games {
        let record = record(number, nodes, seed, by_learnt);
        let mut line = serde_json::to_string(&record)?;
        line.push('\n');
        file.write_all(line.as_bytes())
            .with_context(|| format!("{}: cannot be written", out.display()))?;
    }
    Ok(())
}

/// The games that a file has; what follows the last whole one is cut off.
fn whole_games(path: &Path) -> Result<u64> {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else {
        return Ok(0);
    };
    let mut reader = BufReader::new(&file);
    let (mut games, mut bytes, mut line) = (0, 0, Vec::new());
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        (games, bytes) = (games + 1, bytes + line.len() as u64);
        line.clear();
    }
    file.set_len(bytes)?;
    Ok(games)
}

/// Three games of four are for two, the others for three, four, and teams.
pub(crate) fn options(number: u64, rng: &mut Pcg64) -> Options {
    let mut options = Options::for_players(match number % 12 {
        3 | 7 => 4,
        11 => 3,
        _ => 2,
    });
    options.teams = number % 24 == 7;
    options.colours.shuffle(rng);
    options
}

fn record(number: u64, nodes: u64, seed: u64, by_learnt: bool) -> Record {
    let mut rng = stream(seed, number);
    let options = options(number, &mut rng);
    let game = Tantrix::with_options(options);
    let mut settings = TreeSettings::default();
    settings.1.0.learnt = i32::from(by_learnt);
    let search_options =
        SearchOptions { seed: number, threads: 1, multipv: 1000, ..SearchOptions::default() };
    let mut search = tree_search(&game, &search_options, settings);
    let (mut pos, mut steps, mut moves) = (game.start(), Vec::new(), MoveList::new());
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let tile = game.sample(&pos, &mut rng);
                game.apply_chance(&mut pos, tile);
                steps.push(Told::Tile(tile.number()));
            }
            Turn::Player(_) => {
                moves.clear();
                game.legal_moves(&pos, &mut moves);
                let visits = visits(&mut *search, &pos, &moves, nodes);
                let chosen = choose(&visits, &mut rng);
                game.play(&mut pos, moves[chosen]);
                steps.push(Told::Move(chosen, visits));
            }
        }
    }
    Record { players: options.players, teams: options.teams, colours: options.letters(), steps }
}

/// How often each placement was looked at.
fn visits(
    search: &mut dyn Searcher<Tantrix>,
    pos: &Position,
    moves: &[Placement],
    nodes: u64,
) -> Vec<(usize, u64)> {
    if moves.len() == 1 {
        return vec![(0, 1)];
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = Root::new(pos.clone());
    let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
    let lines = report.lines.iter().filter_map(|line| {
        let place = moves.iter().position(|mv| line.pv.first() == Some(mv))?;
        Some((place, line.nodes))
    });
    lines.filter(|&(_, visits)| visits > 0).collect()
}

fn choose(visits: &[(usize, u64)], rng: &mut Pcg64) -> usize {
    if rng.random_bool(1.0 - STRAY) {
        return visits[0].0;
    }
    let all: u64 = visits.iter().map(|&(_, visits)| visits).sum();
    let mut ticket = rng.random_range(0..all);
    for &(place, visits) in visits {
        if ticket < visits {
            return place;
        }
        ticket -= visits;
    }
    visits[0].0
}
