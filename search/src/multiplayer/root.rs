//! The root of searches for several players: the value of a move, and iterative deepening.

use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, Returns};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::report::{Line, Report};
use crate::interface::searcher::{Root, SearchOptions};
use crate::support::budget::Budget;
use crate::support::certain::{BEST, Bounds, shown};
use crate::support::deepening::{Deepening, Ranked, Ranking, RootMoveEvaluator, unevaluated};
use crate::support::finish::finish_lines;

/// The value of a root move.
#[derive(Clone, Copy)]
pub(super) struct Values {
    /// The values of all players, if they are known.
    pub(super) returns: Option<Returns>,
    /// The proven bounds of each player's result.
    pub(super) bounds: Bounds,
}

impl Default for Values {
    fn default() -> Self {
        Self { returns: None, bounds: Bounds::unknown(BEST) }
    }
}

/// Iterative deepening at the root.
pub(super) fn deepen<G: Game, E: Evaluator<G>>(
    (game, evaluator, options): (&G, &E, &SearchOptions),
    root: &Root<G>,
    move_evaluator: &mut dyn RootMoveEvaluator<G::Move, Values>,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let lines = options.multipv.max(1);
    let deepening =
        Deepening { lines, first_depth: 1, is_evaluated: false, only_choose: false, threads: 1 };
    let line = |play: &Ranked<G::Move, Values>| {
        let value = shown(play.utility, BEST, play.certain.is_exact());
        let score = evaluator.score_of(value);
        let Values { returns, bounds } = play.value;
        let line = Line {
            returns: returns.map(|all| bounds.show(all, game.players(), BEST)),
            ..play.line(score, evaluator.wdl(score))
        };
        line.with_certain(play.certain)
    };
    let report = |ranking: &Ranking<G::Move, Values>| {
        let mut lines: Vec<_> = ranking.shown(lines).map(line).collect();
        finish_lines(game, root, &mut lines);
        ranking.report_lines(lines, true)
    };
    let mut budget = Budget::new(limits, stop, options.deterministic);
    let mut notify = |ranking: &Ranking<_, _>| observer(&report(ranking));
    let moves = unevaluated(game, root);
    report(&deepening.run(moves, move_evaluator, limits, &mut budget, &mut notify))
}
