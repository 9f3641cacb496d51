//! Alpha-beta compared with plain definitions.

mod deterministic;
mod equality;
mod limits;
mod negamax;
mod play;
mod repetition;

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::{
    Evaluator, Game, Limits, Report, Root, SearchOptions, Searcher, Stateless, StopFlag, Tactics,
    Turn,
};

pub(crate) fn options() -> SearchOptions {
    SearchOptions { hash_mib: 4, ..SearchOptions::default() }
}

/// Runs a search and checks what must hold for every report.
pub(crate) fn search<G, E, T>(
    mut search: AlphaBeta<G, Stateless<E>, T>,
    pos: &G::Position,
    limits: Limits,
) -> Report<G::Move>
where
    G: Game,
    E: Evaluator<G>,
    T: Tactics<G>,
{
    let mut reports = Vec::new();
    let root = Root::new(pos.clone());
    let last = search.search(&root, &limits, &StopFlag::default(), &mut |report| {
        reports.push(report.clone());
    });
    for report in reports.iter().chain([&last]) {
        check_lines(search.game(), pos, report);
    }
    last
}

/// Every line is legal, and a proven line continues to the end of the game.
pub(crate) fn check_lines<G: Game>(game: &G, pos: &G::Position, report: &Report<G::Move>) {
    assert!(!report.lines.is_empty());
    for line in &report.lines {
        let mut pos = pos.clone();
        for &mv in &line.pv {
            assert!(matches!(game.turn(&pos), Turn::Player(_)), "{line:?}");
            assert!(game.is_legal(&pos, mv), "{mv:?} in {line:?}");
            game.play(&mut pos, mv);
        }
        if let Some(plies) = line.score.plies() {
            assert!(line.pv.len() <= plies as usize, "{line:?}");
            if line.pv.len() == plies as usize {
                assert_eq!(game.turn(&pos), Turn::Over, "{line:?}");
            }
        }
    }
}

pub(crate) fn sound<G, E, T>(
    game: G,
    evaluator: E,
    tactics: T,
    options: SearchOptions,
) -> AlphaBeta<G, Stateless<E>, T>
where
    G: Game,
    E: Evaluator<G>,
    T: Tactics<G>,
{
    AlphaBeta::new(game, Stateless(evaluator), tactics, options)
        .with_parameters(Parameters::sound())
}
