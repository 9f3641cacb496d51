//! Every listed search and solver of every game and variant ends where it is told to, with a legal move.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use ludex_games::{GAMES, Playable, SearchSetup, Variant, Visitor};
use ludex_search::{Limits, Report, Root, SearchOptions, StopFlag, Turn};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::conformance::VARIANTS;

/// A search that has not ended by then never will: every limit is a hundred times less.
const PATIENCE: Duration = Duration::from_mins(1);

/// The limit of time, and when a stop comes from another thread.
const MOMENT: Duration = Duration::from_millis(5);
const NODES: u64 = 400;
/// A search on one thread keeps a limit of nodes but for the moves of the root, which are listed whatever they cost, and the
/// random game that is under way.
const OVERRUN: u64 = 100;

#[test]
fn every_search_of_every_game_ends() {
    for info in GAMES {
        check(info.name, "");
    }
}

#[test]
fn every_search_of_every_variant_ends() {
    for (game, variant) in VARIANTS {
        check(game, variant);
    }
}

/// Runs all searches on a thread of their own, and watches it.
fn check(name: &'static str, variant: &'static str) {
    let (sender, told) = mpsc::channel();
    let runs = thread::spawn(move || {
        let variant: Variant = variant.parse().expect("a variant");
        ludex_games::open(name, &variant, None, Runs(sender))
            .unwrap_or_else(|error| panic!("{name} {variant}: {error}"));
    });
    let mut under_way = String::new();
    loop {
        match told.recv_timeout(PATIENCE) {
            Ok(run) => under_way = run,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                panic!("{name} {variant}: {under_way} does not end")
            }
        }
    }
    assert!(runs.join().is_ok(), "{name} {variant}: {under_way}");
}

/// How a search is told to end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Nodes,
    Time,
    /// The flag is raised before the search begins.
    AtOnce,
    /// The flag is raised by another thread.
    Stop,
    /// The least depth that there is, and a limit of nodes for those that it takes too far.
    Depth,
}

const ENDS: [End; 5] = [End::Nodes, End::Time, End::AtOnce, End::Stop, End::Depth];
/// What is different with several threads.
const ENDS_TOGETHER: [End; 2] = [End::Nodes, End::Stop];

impl End {
    fn limits(self, least_depth: u32) -> Limits {
        match self {
            Self::Nodes => Limits::nodes(NODES),
            Self::Time => Limits::time(MOMENT),
            Self::AtOnce | Self::Stop => Limits::default(),
            Self::Depth => Limits {
                nodes: Some(2 * NODES),
                ..Limits::depth(least_depth)
            },
        }
    }

    /// Searches, and raises the flag when it is time.
    fn run<A>(self, least_depth: u32, search: impl FnOnce(&Limits, &StopFlag) -> A) -> A {
        let stop = StopFlag::default();
        if self == Self::AtOnce {
            stop.stop();
        }
        thread::scope(|scope| {
            if self == Self::Stop {
                let stop = stop.clone();
                scope.spawn(move || {
                    thread::sleep(MOMENT);
                    stop.stop();
                });
            }
            search(&self.limits(least_depth), &stop)
        })
    }
}

/// Tells which run is under way.
struct Runs(Sender<String>);

impl Visitor for Runs {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let positions = positions(&game);
        for kind in G::searches() {
            for (threads, ends) in [(1, &ENDS[..]), (2, &ENDS_TOGETHER[..])] {
                let setup = setup(threads);
                // A search may say that it is not for this variant.
                let Ok(mut search) = kind.build(&game, &setup) else {
                    continue;
                };
                for (place, pos) in &positions {
                    for &end in ends {
                        self.tell(&format!(
                            "{}, {place}, {threads} threads, {end:?}",
                            kind.name
                        ));
                        let root = Root::new(pos.clone());
                        let report = end.run(G::info().least_depth, |limits, stop| {
                            search.search(&root, limits, stop, &mut |_| {})
                        });
                        answers(&game, pos, &report);
                        if threads == 1 && end == End::Nodes {
                            keeps_nodes(&game, pos, &report);
                        }
                    }
                }
                search.new_game();
            }
        }
        self.solvers(&game, &positions);
    }
}

impl Runs {
    fn solvers<G: Playable>(&self, game: &G, positions: &[(&str, G::Position)]) {
        for kind in G::solvers() {
            for (place, pos) in positions {
                for end in ENDS {
                    self.tell(&format!("solver {}, {place}, {end:?}", kind.name));
                    let root = Root::new(pos.clone());
                    let solution = end.run(1, |limits, stop| {
                        kind.solve(game, &setup(1), &root, limits, stop, &mut |_| {})
                    });
                    let moves = solution.map(|solution| solution.moves).unwrap_or_default();
                    assert!(moves.iter().all(|&mv| game.is_legal(pos, mv)));
                }
            }
        }
    }

    fn tell(&self, run: &str) {
        // Nobody listens any more if another run was too long.
        let _ = self.0.send(run.to_owned());
    }
}

/// A search in the least table.
fn setup(threads: usize) -> SearchSetup {
    SearchSetup {
        options: SearchOptions {
            threads,
            hash_mib: 1,
            ..SearchOptions::default()
        },
        ..SearchSetup::default()
    }
}

/// A legal move, and a line of legal moves behind it.
fn answers<G: Playable>(game: &G, pos: &G::Position, report: &Report<G::Move>) {
    assert!(report.best_move().is_some(), "no move");
    for line in &report.lines {
        let mut after = pos.clone();
        for &mv in &line.pv {
            if game.turn(&after) == Turn::Chance {
                break;
            }
            let text = game.write_position(&after);
            assert!(game.is_legal(&after, mv), "{mv:?} in {text}");
            game.play(&mut after, mv);
        }
    }
}

fn keeps_nodes<G: Playable>(game: &G, pos: &G::Position, report: &Report<G::Move>) {
    let most = NODES + game.count_moves(pos) + OVERRUN;
    assert!(report.nodes <= most, "{} of {most} nodes", report.nodes);
}

/// The first decision of a game, one after some random moves, and one near its end.
fn positions<G: Playable>(game: &G) -> [(&'static str, G::Position); 3] {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let (mut pos, mut decisions) = (game.start(), Vec::new());
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let event = game.sample(&pos, &mut rng);
                game.reveal(&mut pos, event);
            }
            Turn::Player(_) => {
                decisions.push(pos.clone());
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                game.play(&mut pos, moves[rng.next_u32() as usize % moves.len()]);
            }
        }
    }
    let at = |index: usize| decisions[index.min(decisions.len() - 1)].clone();
    [
        ("start", at(0)),
        ("after some moves", at(7)),
        ("near the end", at(decisions.len().saturating_sub(4))),
    ]
}
