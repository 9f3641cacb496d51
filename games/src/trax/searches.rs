//! The searches that Trax supports.

use std::sync::LazyLock;

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{Parameter, ParameterSet, Score, Searcher};

use super::Trax;
use super::eval::LineEnds;
use super::params::LOGIT;
use super::proof::{AttacksOnly, EveryTurn};
use super::tactics::AttackTactics;
use crate::{SearchKind, SearchSetup, SolverKind};

/// The names of the evaluations.
const EVALUATORS: &[&str] = &["lines"];

/// Every search; the first is the default.
pub(super) static ALL: [SearchKind<Trax>; 4] = [
    SearchKind {
        name: "auto",
        about: "alphabeta, or expectimax where faces are drawn",
        evaluators: |_| EVALUATORS,
        parameters: |game| {
            if game.options().luck { &[] } else { settings() }
        },
        instead: |_| None,
        builder: |game, setup| {
            Ok(if game.options().luck {
                expectimax(game, setup)
            } else {
                alphabeta(game, setup)
            })
        },
    },
    SearchKind {
        name: "alphabeta",
        about: "a short search for a winning sequence of attacks, then alpha-beta over lines and their ends",
        evaluators: |_| EVALUATORS,
        parameters: |_| settings(),
        instead: |game| {
            let instead = "expectimax or mcts, because faces are drawn";
            game.options().luck.then_some(instead)
        },
        builder: |game, setup| Ok(alphabeta(game, setup)),
    },
    SearchKind {
        name: "expectimax",
        about: "expectiminimax over the faces that may be drawn",
        evaluators: |_| EVALUATORS,
        parameters: |_| &[],
        instead: |_| None,
        builder: |game, setup| Ok(expectimax(game, setup)),
    },
    SearchKind {
        name: "mcts",
        about: "Monte-Carlo tree search with playouts cut short by the evaluation",
        evaluators: |_| EVALUATORS,
        parameters: |_| &[],
        instead: |_| None,
        builder: |game, setup| {
            let options = MctsOptions {
                search: setup.options.clone(),
                playout_plies: Some(0),
                ..MctsOptions::default()
            };
            Ok(Box::new(Mcts::new(
                game.clone(),
                LineEnds::default(),
                options,
            )))
        },
    },
];

/// What alpha-beta begins with in Trax: attacks are answered in quiescence too.
pub fn parameters() -> Parameters {
    Parameters {
        quiescence_parries: 6,
        ..Parameters::default()
    }
}

/// The parameters with the values that Trax starts from.
fn settings() -> &'static [Parameter] {
    static LIST: LazyLock<Vec<Parameter>> = LazyLock::new(|| parameters().described());
    &LIST
}

fn alphabeta(game: &Trax, setup: &SearchSetup) -> Box<dyn Searcher<Trax>> {
    let mut parameters = parameters();
    setup.apply(&mut parameters);
    let search = AlphaBeta::new(
        game.clone(),
        LineEnds::default(),
        AttackTactics,
        setup.options.clone(),
    );
    let options = ProofOptions {
        hash_mib: 16,
        clockless: setup.options.deterministic,
        ..ProofOptions::default()
    };
    Box::new(ProofFirst::around(
        search.with_parameters(parameters),
        game.clone(),
        AttacksOnly,
        options,
        setup.options.multipv,
    ))
}

fn expectimax(game: &Trax, setup: &SearchSetup) -> Box<dyn Searcher<Trax>> {
    let options = ExpectimaxOptions {
        search: setup.options.clone(),
        ..ExpectimaxOptions::default()
    };
    Box::new(Expectimax::new(
        game.clone(),
        ByEvaluator::new(LineEnds::default()),
        options,
    ))
}

/// Every search for proofs; the first is the default.
pub(super) static SOLVERS: [SolverKind<Trax>; 2] = [
    SolverKind {
        name: "turns",
        about: "every turn of the attacker, every answer; proves wins only, with all first turns",
        parameters: &[],
        solver: |game, setup, root, limits, stop, observer| {
            let options = setup.proof_options();
            Ok(Solver::new(game.clone(), EveryTurn, options).solve(root, limits, stop, observer))
        },
    },
    SolverKind {
        name: "attacks",
        about: "sequences of attacks by df-pn; sees farther, but misses wins that begin quietly",
        parameters: &[],
        solver: |game, setup, root, limits, stop, observer| {
            let options = setup.proof_options();
            Ok(Solver::new(game.clone(), AttacksOnly, options).solve(root, limits, stop, observer))
        },
    },
];

/// A score in logits of the chance to win.
pub(super) fn logits(score: Score) -> f64 {
    f64::from(score.value()) / f64::from(LOGIT)
}
