//! Tests that a search ends as requested and returns legal moves.

use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::interface::game::{Game, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::Report;
use crate::interface::searcher::{Root, Searcher};

/// The time limit, and the delay of a stop from another thread.
const MOMENT: Duration = Duration::from_millis(5);
const NODES: u64 = 400;
/// The number of nodes by which a search on one thread may exceed its limit: it always lists the root moves, and finishes the current
/// random game.
const OVERRUN: u64 = 100;

/// How a search is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By a limit of nodes.
    Nodes,
    /// By a time limit.
    Time,
    /// The flag is raised before the search starts.
    AtOnce,
    /// The flag is raised by another thread.
    Stop,
    /// By the least depth, with a limit of nodes in case that takes too long.
    Depth,
}

impl End {
    /// All ways to end a search.
    pub const ALL: [Self; 5] = [Self::Nodes, Self::Time, Self::AtOnce, Self::Stop, Self::Depth];

    /// The ways that differ with several threads.
    pub const TOGETHER: [Self; 2] = [Self::Nodes, Self::Stop];

    /// Calls a search with limits and a flag, and raises the flag at the right time.
    pub fn run<A>(self, least_depth: u32, search: impl FnOnce(&Limits, &StopFlag) -> A) -> A {
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

    fn limits(self, least_depth: u32) -> Limits {
        match self {
            Self::Nodes => Limits::nodes(NODES),
            Self::Time => Limits::time(MOMENT),
            Self::AtOnce | Self::Stop => Limits::default(),
            Self::Depth => Limits { nodes: Some(2 * NODES), ..Limits::depth(least_depth) },
        }
    }
}

/// Runs a search in three [decisions](decisions) of a random game, ending it in every possible way; `notify` receives a description of each
/// step. The search has one thread, or several; with several, the number of nodes is not checked. The least depth is 1, or 0 if depth 0
/// evaluates the moves.
///
/// # Panics
/// If the search returns no move or an illegal one, or takes too many nodes. The caller must notice a search that does not end.
pub fn check_search<G: Game>(
    game: &G,
    search: &mut dyn Searcher<G>,
    (threads, least_depth): (usize, u32),
    notify: &mut dyn FnMut(&str),
) {
    let ends = if threads == 1 { &End::ALL[..] } else { &End::TOGETHER };
    search.prepare();
    for (place, pos) in decisions(game) {
        let root = Root::new(pos.clone());
        for &end in ends {
            notify(&format!("{place}, {threads} threads, {end:?}"));
            let report = end
                .run(least_depth, |limits, stop| search.search(&root, limits, stop, &mut |_| {}));
            check_report(game, &pos, &report);
            if threads == 1 && end == End::Nodes {
                let most = NODES + game.count_moves(&pos) + OVERRUN;
                assert!(report.nodes <= most, "{} of {most} nodes", report.nodes);
            }
        }
    }
    search.new_game();
}

/// Plays the lines of a report: each must have a legal move, followed by legal moves until a chance event.
///
/// # Panics
/// If a line is invalid.
pub fn check_report<G: Game>(game: &G, pos: &G::Position, report: &Report<G::Move>) {
    assert!(report.best_move().is_some(), "no move");
    for line in &report.lines {
        let mut after = pos.clone();
        for &mv in &line.pv {
            if game.turn(&after) == Turn::Chance {
                break;
            }
            assert!(game.is_legal(&after, mv), "{mv:?} in {:?}", line.pv);
            game.play(&mut after, mv);
        }
    }
}

/// The first decision of a random game, one after some moves, and one near the end.
pub fn decisions<G: Game>(game: &G) -> [(&'static str, G::Position); 3] {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let (mut pos, mut decisions) = (game.start(), Vec::new());
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let event = game.sample(&pos, &mut rng);
                game.apply_chance(&mut pos, event);
            }
            Turn::Player(_) => {
                decisions.push(pos.clone());
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                game.play(&mut pos, moves[rng.random_range(0..moves.len())]);
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
