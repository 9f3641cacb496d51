//! Tests that a search ends as requested and returns legal moves.

use std::thread;
use std::time::Duration;

use super::{NO_MOVES, guarded};
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
/// If the search panics, returns no move or an illegal one, or takes too many nodes. The caller must notice a search that does not end.
pub fn check_search<G: Game>(
    game: &G,
    search: &mut dyn Searcher<G>,
    (threads, least_depth): (usize, u32),
    notify: &mut dyn FnMut(&str),
) {
    let ends = if threads == 1 { &End::ALL[..] } else { &End::TOGETHER };
    search.prepare();
    for Decision { place, steps, position } in decisions(game) {
        let root = Root::new(position.clone());
        for &end in ends {
            notify(&format!("{place}, {threads} threads, {end:?}"));
            let remedy = "check the parts of the game with `Conformance` first; if they pass, the search is at fault";
            let report = guarded("search", remedy, &steps, || {
                end.run(least_depth, |limits, stop| search.search(&root, limits, stop, &mut |_| {}))
            });
            check_report(game, &position, &steps, &report);
            if threads == 1 && end == End::Nodes {
                let most = NODES + game.count_moves(&position) + OVERRUN;
                assert!(
                    report.nodes <= most,
                    "`search` with a limit of {NODES} nodes took {}; stop when the limit is reached, after at most {most} nodes here. \
                     Position: {steps}",
                    report.nodes
                );
            }
        }
    }
    search.new_game();
}

/// Plays the lines of a report: each must have a legal move, followed by legal moves until a chance event. `place` describes the position
/// in the message.
///
/// # Panics
/// If a line is invalid.
pub fn check_report<G: Game>(game: &G, pos: &G::Position, place: &str, report: &Report<G::Move>) {
    assert!(
        report.best_move().is_some(),
        "`search` returns no move; report a line with a legal move whenever a player has to move. Position: {place}"
    );
    for line in &report.lines {
        let mut after = pos.clone();
        for &mv in &line.pv {
            if game.turn(&after) == Turn::Chance {
                break;
            }
            assert!(
                game.is_legal(&after, mv),
                "`search` returns the line {:?}, in which {mv:?} is illegal; list only legal moves in `candidates`, `tactical_moves`, \
                 `evasions` and `priors` (`check_tactics` and `check_policy` find the fault). Position: {place}",
                line.pv
            );
            game.play(&mut after, mv);
        }
    }
}

/// A position of a random game in which a player has to move.
#[derive(Clone, Debug)]
pub struct Decision<P> {
    /// The part of the game, such as "start".
    pub place: &'static str,
    /// The steps from the start of the game to the position, for messages.
    pub steps: String,
    /// The position.
    pub position: P,
}

/// The first decision of a random game, one after some moves, and one near the end.
///
/// # Panics
/// If the player to move has no legal move.
pub fn decisions<G: Game>(game: &G) -> [Decision<G::Position>; 3] {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let (mut pos, mut steps, mut decisions) = (game.start(), Vec::new(), Vec::new());
    loop {
        match game.turn(&pos) {
            Turn::Over => break,
            Turn::Chance => {
                let event = game.sample(&pos, &mut rng);
                steps.push(format!("{event:?}"));
                game.apply_chance(&mut pos, event);
            }
            Turn::Player(_) => {
                decisions.push((steps.len(), pos.clone()));
                let mut moves = Vec::new();
                game.legal_moves(&pos, &mut moves);
                assert!(!moves.is_empty(), "{NO_MOVES}. Position: {}", after(&steps));
                let mv = moves[rng.random_range(0..moves.len())];
                steps.push(format!("{mv:?}"));
                game.play(&mut pos, mv);
            }
        }
    }
    assert!(
        !decisions.is_empty(),
        "`turn` gives no player a move in a whole game; return `Turn::Player` where a player has to move. Position: {}",
        after(&steps)
    );
    let at = |place, index: usize| {
        let (n_steps, position) = &decisions[index.min(decisions.len() - 1)];
        Decision { place, steps: after(&steps[..*n_steps]), position: position.clone() }
    };
    [
        at("start", 0),
        at("after some moves", 7),
        at("near the end", decisions.len().saturating_sub(4)),
    ]
}

/// A position, described by the steps that lead to it.
fn after(steps: &[String]) -> String {
    match steps {
        [] => "the start of the game".into(),
        _ => format!("after the steps {}", steps.join(", ")),
    }
}
