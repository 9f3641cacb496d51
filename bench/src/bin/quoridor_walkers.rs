//! Quoridor for three and four: each search against greedy walkers, who take a shortest way.
//!
//! `cargo run --release -p ludex-bench --bin quoridor_walkers -- --games 200 --time-ms 50`
//!
//! Beside the points it counts the games in which a search announced that it wins for certain, and those that it did not win.
//! Searches meet each other in `ludex tournament quoridor --variant players=4`.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Parser;
use ludex_games::quoridor::evaluation::multiplayer::greedy_step;
use ludex_games::quoridor::{Move, Options, Quoridor};
use ludex_kit::{Playable, SearchSetup};
use ludex_search::{
    Game, Limits, Player, ProofResult, Report, Root, SearchOptions, Searcher, StopFlag, Turn,
};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Plays tournaments for more than two players.
#[derive(Parser, Debug)]
struct Arguments {
    /// Games of each search.
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
        println!(
            "{name} against greedy walkers: {}",
            series(&arguments, name)
        );
    }
}

/// What became of the games of a search.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: usize,
    points: f64,
    /// Games in which it announced a certain win.
    announced: usize,
    /// Those that it did not win.
    broken: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = 100.0 * self.points / self.games as f64;
        let Self {
            games,
            announced,
            broken,
            ..
        } = self;
        write!(
            f,
            "wins {share:.1} % of {games}, announced {announced}, of these not won {broken}"
        )
    }
}

/// The games of a search, which takes every seat in turn.
fn series(arguments: &Arguments, name: &str) -> Tally {
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    let players = usize::from(arguments.players);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        return;
                    }
                    let seat = (players - number % players) % players;
                    let played = play(arguments, number / players, name, seat);
                    tally.lock().expect("no game has panicked").add(&played);
                }
            });
        }
    });
    tally.into_inner().expect("no game has panicked")
}

impl Tally {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.points += played.points;
        self.announced += usize::from(played.announced);
        self.broken += usize::from(played.announced && played.points < 1.0);
    }
}

/// A game that was played: what the search made of it, and whether it said that it would win for certain.
struct Played {
    points: f64,
    announced: bool,
}

/// The search of this name; none if there is no such search.
fn searcher(game: &Quoridor, name: &str) -> Option<Box<dyn Searcher<Quoridor>>> {
    let mut parts = name.split(':');
    let name = parts.next()?;
    let parameters = parts.filter_map(|part| part.split_once('='));
    let kind = Quoridor::SEARCHES.iter().find(|kind| kind.name == name)?;
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
    Some(kind.build(game, &setup).expect("the defaults are right"))
}

/// Whether a report says that the player to move wins for certain.
fn announces_win(report: &Report<Move>) -> bool {
    let is_proven = report.proof.map(|proof| proof.result) == Some(ProofResult::Win);
    let best = report.lines.first();
    is_proven || best.is_some_and(|line| line.wdl.win >= 0.9999)
}

/// One game of a search on this seat; the number of the opening decides about everything that is random.
#[expect(clippy::print_stderr, reason = "a program for the command line")]
fn play(arguments: &Arguments, opening: usize, name: &str, seat: usize) -> Played {
    let game = Quoridor::new(Options::for_players(arguments.players));
    let mut rng = Pcg64Mcg::seed_from_u64(opening as u64);
    let mut root = Root::<Quoridor>::new(game.start());
    let mut search = searcher(&game, name).expect("the name of a search");
    let limits = Limits::time(Duration::from_millis(arguments.time_ms));
    let mut announced = false;
    let mut record = Vec::new();
    for _ in 0..400 {
        if game.turn(&root.position) == Turn::Over {
            break;
        }
        let mv = if root.position.to_move().index() == seat {
            let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
            announced |= announces_win(&report);
            let best = report.best_move();
            best.expect("a position that is not over has a move")
        } else {
            greedy_step(&game, &root.position, &mut rng)
        };
        record.push(mv.to_string());
        game.play(&mut root.position, mv);
    }
    let winner = root.position.winner().map(Player::index);
    if arguments.show {
        eprintln!(
            "{name} on {seat} {winner:?} {announced}: {}",
            record.join(" ")
        );
    }
    let points = match winner {
        Some(winner) => f64::from(u8::from(winner == seat)),
        None => 1.0 / f64::from(arguments.players),
    };
    Played { points, announced }
}
