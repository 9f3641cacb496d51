//! Tournaments of Quoridor for three and four: each search against greedy walkers, and the searches against each other.
//!
//! `cargo run --release -p ludex-bench --bin quoridor_crowd -- --games 200 --time-ms 50`

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Parser;
use ludex_games::quoridor::crowd::greedy_step;
use ludex_games::quoridor::{Move, Options, Position, Quoridor};
use ludex_games::{Playable, SearchSetup};
use ludex_search::{Game, Limits, Root, SearchOptions, Searcher, StopFlag, Turn};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Plays tournaments for more than two players.
#[derive(Parser, Debug)]
struct Arguments {
    /// Games of each pairing.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Players, 3 or 4.
    #[arg(long, default_value_t = 4)]
    players: u8,
    /// Milliseconds for each move.
    #[arg(long, default_value_t = 50)]
    time_ms: u64,
    /// Games at once.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Write the games to standard error.
    #[arg(long)]
    show: bool,
    /// Only against the greedy walkers.
    #[arg(long)]
    greedy_only: bool,
    /// The searches, each with parameters as in `mcts:exploration=100:priors=0`.
    #[arg(
        long,
        default_value = "mcts,maxn,paranoid,reply",
        value_delimiter = ','
    )]
    searches: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "a program for the command line")]
fn main() {
    let arguments = Arguments::parse();
    for name in &arguments.searches {
        let share = tournament(&arguments, name, "greedy");
        println!("{name} against greedy walkers: wins {:.1} %", 100.0 * share);
    }
    if arguments.greedy_only {
        return;
    }
    for name in &arguments.searches {
        for other in arguments.searches.iter().filter(|&other| other != name) {
            let share = tournament(&arguments, name, other);
            println!(
                "one {name}, the others {other}: wins {:.1} %",
                100.0 * share
            );
        }
    }
}

/// The share of games that one `name` wins against `other` on all the other seats; he takes every seat in turn.
fn tournament(arguments: &Arguments, name: &str, other: &str) -> f64 {
    let next = AtomicUsize::new(0);
    let points = Mutex::new(0.0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        return;
                    }
                    let point = play(arguments, number, name, other);
                    *points.lock().expect("no game has panicked") += point;
                }
            });
        }
    });
    points.into_inner().expect("no game has panicked") / arguments.games as f64
}

fn searcher(game: &Quoridor, name: &str) -> Option<Box<dyn Searcher<Quoridor>>> {
    let mut parts = name.split(':');
    let name = parts.next()?;
    let parameters = parts.filter_map(|part| part.split_once('='));
    let kind = Quoridor::searches().iter().find(|kind| kind.name == name)?;
    let setup = SearchSetup {
        options: SearchOptions {
            hash_mib: 64,
            ..SearchOptions::default()
        },
        parameters: parameters
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        ..SearchSetup::default()
    };
    Some((kind.build)(game, &setup).expect("the defaults are right"))
}

#[expect(clippy::print_stderr, reason = "a program for the command line")]
/// The point of `name`, who has the seat `number`: 1 for a win, a share of it for a draw.
fn play(arguments: &Arguments, number: usize, name: &str, other: &str) -> f64 {
    let game = Quoridor::new(Options::for_players(arguments.players));
    let players = usize::from(arguments.players);
    let seat = number % players;
    let mut rng = Pcg64Mcg::seed_from_u64((number / players) as u64);
    let mut root = Root::<Quoridor>::new(game.start());
    let mut seats: Vec<_> = (0..players)
        .map(|player| searcher(&game, if player == seat { name } else { other }))
        .collect();
    let limits = Limits::time(Duration::from_millis(arguments.time_ms));
    let mut record = Vec::new();
    for ply in 0..400 {
        if game.turn(&root.position) == Turn::Over {
            let winner = root.position.winner();
            if arguments.show {
                eprintln!("seat {} {winner:?}: {}", seat + 1, record.join(" "));
            }
            return f64::from(u8::from(
                winner.is_some_and(|winner| winner.index() == seat),
            ));
        }
        let mover = root.position.to_move().index();
        let mv = match &mut seats[mover] {
            // Games between searches begin with steps, of which some are random, so that no two are the same.
            Some(_) if other != "greedy" && ply < 2 * players => {
                random_step(&game, &root.position, &mut rng)
            }
            Some(search) => search
                .search(&root, &limits, &StopFlag::default(), &mut |_| {})
                .best_move()
                .expect("a position that is not over has a move"),
            None => greedy_step(&game, &root.position, &mut rng),
        };
        if arguments.show {
            record.push(mv.to_string());
        }
        game.play(&mut root.position, mv);
    }
    1.0 / players as f64
}

/// A step forward, or one time in four a step anywhere.
fn random_step(game: &Quoridor, pos: &Position, rng: &mut Pcg64Mcg) -> Move {
    if rng.random_range(0..4) > 0 {
        return greedy_step(game, pos, rng);
    }
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves.retain(|mv| matches!(mv, Move::Pawn(_)));
    moves[rng.random_range(0..moves.len())]
}
