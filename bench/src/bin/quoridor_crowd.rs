//! Tournaments of Quoridor for three and four: each search against greedy walkers, and the searches against each other.
//!
//! `cargo run --release -p ludex-bench --bin quoridor_crowd -- --games 200 --time-ms 50`
//!
//! Beside the points it counts the games in which a search announced that it wins for certain, and those that it did not win.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Parser;
use ludex_games::quoridor::crowd::greedy_step;
use ludex_games::quoridor::{Move, Options, Position, Quoridor};
use ludex_games::{Playable, SearchSetup};
use ludex_search::{
    Game, Limits, Player, ProofResult, Report, Root, SearchOptions, Searcher, StopFlag, Turn,
};
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
    /// All searches at one table, as many as there are players, in every order in turn.
    #[arg(long)]
    table: bool,
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
    let players = usize::from(arguments.players);
    let names: Vec<&str> = arguments.searches.iter().map(String::as_str).collect();
    if arguments.table {
        assert_eq!(names.len(), players, "as many searches as players");
        let tallies = tournament(&arguments, &names, |number| order(number, players));
        for (name, tally) in names.iter().zip(tallies) {
            println!("{name} at one table: {tally}");
        }
        return;
    }
    // One against others of a kind, who takes every seat in turn.
    let against = |name: &str, other: &str| {
        let mut seats = vec![other; players];
        seats[0] = name;
        let turned = |number| (0..players).map(|seat| (seat + number) % players).collect();
        tournament(&arguments, &seats, turned).swap_remove(0)
    };
    for &name in &names {
        println!("{name} against greedy walkers: {}", against(name, "greedy"));
    }
    if arguments.greedy_only {
        return;
    }
    for &name in &names {
        for &other in names.iter().filter(|&&other| other != name) {
            println!("one {name}, the others {other}: {}", against(name, other));
        }
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

/// The seats of the players in the game with this number: every order comes up before any comes again.
fn order(number: usize, players: usize) -> Vec<usize> {
    let (mut rest, mut number) = ((0..players).collect::<Vec<_>>(), number);
    let mut seats = Vec::new();
    while !rest.is_empty() {
        seats.push(rest.remove(number % rest.len()));
        number /= rest.len() + 1;
    }
    seats
}

/// The games between some players; `seat` says who sits where in a game.
fn tournament(
    arguments: &Arguments,
    names: &[&str],
    seats: impl Fn(usize) -> Vec<usize> + Sync,
) -> Vec<Tally> {
    let next = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); names.len()]);
    let orders: usize = (1..=names.len()).product();
    let openings = if arguments.table { orders } else { names.len() };
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= arguments.games {
                        return;
                    }
                    let seats = seats(number);
                    let seated: Vec<_> = seats.iter().map(|&name| names[name]).collect();
                    let played = play(arguments, number / openings, &seated);
                    let mut tallies = tallies.lock().expect("no game has panicked");
                    for (seat, &name) in seats.iter().enumerate() {
                        tallies[name].add(&played, seat, seats.len());
                    }
                }
            });
        }
    });
    tallies.into_inner().expect("no game has panicked")
}

impl Tally {
    fn add(&mut self, played: &Played, seat: usize, players: usize) {
        let point = match played.winner {
            Some(winner) => f64::from(u8::from(winner == seat)),
            None => 1.0 / players as f64,
        };
        self.games += 1;
        self.points += point;
        self.announced += usize::from(played.announced[seat]);
        self.broken += usize::from(played.announced[seat] && played.winner != Some(seat));
    }
}

/// A game that was played: who won, and who said that he would for certain.
struct Played {
    winner: Option<usize>,
    announced: Vec<bool>,
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
    Some(kind.build(game, &setup).expect("the defaults are right"))
}

/// Whether a report says that the player to move wins for certain.
fn announces_win(report: &Report<Move>) -> bool {
    let is_proven = report.proof.map(|proof| proof.result) == Some(ProofResult::Win);
    let best = report.lines.first();
    is_proven || best.is_some_and(|line| line.outlook.win >= 0.9999)
}

/// One game; the number of the opening decides about everything that is random.
#[expect(clippy::print_stderr, reason = "a program for the command line")]
fn play(arguments: &Arguments, opening: usize, names: &[&str]) -> Played {
    let game = Quoridor::new(Options::for_players(arguments.players));
    let mut rng = Pcg64Mcg::seed_from_u64(opening as u64);
    let mut root = Root::<Quoridor>::new(game.start());
    let mut seats: Vec<_> = names.iter().map(|name| searcher(&game, name)).collect();
    let limits = Limits::time(Duration::from_millis(arguments.time_ms));
    let mut announced = vec![false; names.len()];
    let mut record = Vec::new();
    // Games between searches begin with steps, of which some are random, so that no two are the same.
    let random_plies = if names.contains(&"greedy") {
        0
    } else {
        2 * names.len()
    };
    for ply in 0..400 {
        if game.turn(&root.position) == Turn::Over {
            break;
        }
        let mover = root.position.to_move().index();
        let mv = match &mut seats[mover] {
            Some(_) if ply < random_plies => random_step(&game, &root.position, &mut rng),
            Some(search) => {
                let report = search.search(&root, &limits, &StopFlag::default(), &mut |_| {});
                announced[mover] |= announces_win(&report);
                report
                    .best_move()
                    .expect("a position that is not over has a move")
            }
            None => greedy_step(&game, &root.position, &mut rng),
        };
        record.push(mv.to_string());
        game.play(&mut root.position, mv);
    }
    let winner = root.position.winner().map(Player::index);
    if arguments.show {
        eprintln!("{names:?} {winner:?} {announced:?}: {}", record.join(" "));
    }
    Played { winner, announced }
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
