//! Makes the puzzles with loops of Tantrix, `games/tantrix/data/puzzles-loop.txt`.
//!
//! ```text
//! cargo run --release -p ludex-bench -- fit loops --each 16 > games/tantrix/data/puzzles-loop.txt
//! ```
//!
//! The engine plays itself. A position makes a puzzle where the player to move has no loop, is sure to close one before his turn
//! ends, whatever is drawn, and few of his moves do it. Those with more tiles to lay are harder, and of those with equally many
//! those with longer loops and fewer solutions among more moves.

use clap::Args;
use ludex_games::tantrix::{Position, Tantrix};
use ludex_kit::{Feats, Notation, Playable, SearchSetup, SureMove};
use ludex_search::support::random::stream;
use ludex_search::{Game, Limits, Root, Searcher, StopFlag, Turn};
use rand_pcg::Pcg64;

/// Make puzzles with loops.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Puzzles with one tile to lay, with two, and with three; at the most a quarter of them have loops of the same length.
    #[arg(long, default_value_t = 16)]
    each: usize,
    /// Nodes for a move of self-play.
    #[arg(long, default_value_t = 40)]
    nodes: u64,
    /// Games of self-play at the most.
    #[arg(long, default_value_t = 5_000)]
    games: u64,
}

/// The most tiles to lay.
const MOST_TILES: u32 = 3;
/// The most first moves that are right, and how many times as many there must be at the least.
const MOST_RIGHT: usize = 3;
const MOVES_FOR_ONE: usize = 5;
/// The fewest moves where one tile does it: else all could be tried.
const FEWEST_MOVES: usize = 20;

/// A puzzle, ordered by how hard it is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Puzzle {
    tiles: u32,
    length: u32,
    n_moves: usize,
    position: String,
    origin: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let game = Tantrix::new();
    let mut search = Tantrix::SEARCHES[0].build(&game, &SearchSetup::default())?;
    let mut found: Vec<Puzzle> = Vec::new();
    for seed in 1..=arguments.games {
        for puzzle in puzzles_of(&game, &mut *search, seed, arguments.nodes) {
            let of_tiles = || found.iter().filter(|other| other.tiles == puzzle.tiles);
            let as_long = of_tiles().filter(|other| other.length == puzzle.length);
            if of_tiles().count() < arguments.each && as_long.count() < arguments.each / 4 {
                found.push(puzzle);
            }
        }
        if found.len() == arguments.each * MOST_TILES as usize {
            break;
        }
    }
    found.sort();
    println!(
        "# Loops of Tantrix, made by cargo run --release -p ludex-bench -- fit loops --each {}",
        arguments.each
    );
    println!(
        "# from games of the engine against itself: whoever is to move is sure to close a loop of his colour before his turn ends,"
    );
    println!("# whatever is drawn; the number of turns is that of the tiles he lays.");
    println!("# variant, start, moves, turns, origin");
    for Puzzle { tiles, position, origin, .. } in found {
        println!("-\t{position}\t-\t{tiles}\t{origin}");
    }
    Ok(())
}

/// The puzzles of one game, one for each number of tiles.
fn puzzles_of(
    game: &Tantrix,
    search: &mut dyn Searcher<Tantrix>,
    seed: u64,
    nodes: u64,
) -> Vec<Puzzle> {
    let mut rng: Pcg64 = stream(seed, 0);
    let (mut pos, mut puzzles) = (game.start(), Vec::new());
    search.new_game();
    loop {
        match game.turn(&pos) {
            Turn::Over => return puzzles,
            Turn::Chance => {
                let event = game.sample(&pos, &mut rng);
                game.apply_chance(&mut pos, event);
            }
            Turn::Player(_) => {
                let puzzle = puzzle_at(game, &pos, seed, nodes);
                let is_new = |puzzle: &Puzzle| {
                    puzzles.iter().all(|other: &Puzzle| other.tiles != puzzle.tiles)
                };
                puzzles.extend(puzzle.filter(is_new));
                let root = Root::new(pos.clone());
                let report =
                    search.search(&root, &Limits::nodes(nodes), &StopFlag::default(), &mut |_| ());
                let best = report.best_move().expect("there is a move");
                game.play(&mut pos, best);
            }
        }
    }
}

/// The puzzle that this position is, if it is one.
fn puzzle_at(game: &Tantrix, pos: &Position, seed: u64, nodes: u64) -> Option<Puzzle> {
    let n_moves = game.count_moves(pos) as usize;
    let sure = |tiles| (tiles, game.sure_moves(pos, tiles));
    let (tiles, right) = (1..=MOST_TILES).map(sure).find(|(_, right)| !right.is_empty())?;
    let is_hard = right.len() <= MOST_RIGHT
        && n_moves >= MOVES_FOR_ONE * right.len()
        && (tiles > 1 || n_moves >= FEWEST_MOVES);
    let length = right.iter().map(|sure: &SureMove<_>| sure.worth).max()?;
    is_hard.then(|| Puzzle {
        tiles,
        length,
        n_moves,
        position: game.write_position(pos),
        origin: format!(
            "self-play with {nodes} nodes, seed {seed}, ply {}: {} of {n_moves} moves, a loop of {length}",
            game.ply(pos),
            right.len(),
        ),
    })
}
