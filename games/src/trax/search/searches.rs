//! The searches that Trax supports.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{ParameterSet, Score, Searcher, Stateless};

use super::proof::{AttacksOnly, EveryTurn};
use super::tactics::AttackTactics;
use crate::trax::Trax;
use crate::trax::evaluation::features::LineEndsEvaluator;
use crate::trax::evaluation::weights::LOGIT;
use crate::{Chosen, SearchKind, SolverKind};

/// The names of the evaluations.
const EVALUATORS: &[&str] = &["lines"];

/// Every search; the first is the default.
pub(crate) static ALL: [SearchKind<Trax>; 4] = [
    SearchKind {
        name: "auto",
        about: "alphabeta, or expectimax where faces are drawn",
        evaluators: |_| EVALUATORS,
        parameters: |game| {
            if game.options().luck {
                Vec::new()
            } else {
                parameters().list()
            }
        },
        instead: |_| None,
        builder: |game, chosen| {
            if game.options().luck {
                expectimax(game, chosen)
            } else {
                alphabeta(game, chosen)
            }
        },
    },
    SearchKind {
        name: "alphabeta",
        about: "a short search for a winning sequence of attacks, then alpha-beta over lines and their ends",
        evaluators: |_| EVALUATORS,
        parameters: |_| parameters().list(),
        instead: |game| {
            let instead = "expectimax or mcts, because faces are drawn";
            game.options().luck.then_some(instead)
        },
        builder: alphabeta,
    },
    SearchKind {
        name: "expectimax",
        about: "expectiminimax over the faces that may be drawn",
        evaluators: |_| EVALUATORS,
        parameters: |_| Vec::new(),
        instead: |_| None,
        builder: expectimax,
    },
    SearchKind {
        name: "mcts",
        about: "Monte-Carlo tree search with playouts cut short by the evaluation",
        evaluators: |_| EVALUATORS,
        parameters: |_| Vec::new(),
        instead: |_| None,
        builder: |game, chosen| {
            let options = MctsOptions {
                search: chosen.options.clone(),
                playout_plies: Some(0),
                ..MctsOptions::default()
            };
            Box::new(Mcts::new(
                game.clone(),
                LineEndsEvaluator::default(),
                options,
            ))
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

fn alphabeta(game: &Trax, chosen: &Chosen<'_>) -> Box<dyn Searcher<Trax>> {
    let search = AlphaBeta::new(
        game.clone(),
        Stateless(LineEndsEvaluator::default()),
        AttackTactics,
        chosen.options.clone(),
    );
    let options = ProofOptions {
        hash_mib: 16,
        ..chosen.proof_options()
    };
    Box::new(ProofFirst::around(
        search.with_parameters(chosen.set(parameters())),
        game.clone(),
        AttacksOnly,
        options,
        chosen.options.multipv,
    ))
}

fn expectimax(game: &Trax, chosen: &Chosen<'_>) -> Box<dyn Searcher<Trax>> {
    let options = ExpectimaxOptions {
        search: chosen.options.clone(),
        ..ExpectimaxOptions::default()
    };
    Box::new(Expectimax::new(
        game.clone(),
        ByEvaluator::new(LineEndsEvaluator::default()),
        options,
    ))
}

/// Every search for proofs; the first is the default.
pub(crate) static SOLVERS: [SolverKind<Trax>; 2] = [
    SolverKind {
        name: "turns",
        about: "every turn of the attacker, every answer; proves wins only, with all first turns",
        solver: |game, chosen, root, limits, stop, observer| {
            let options = chosen.proof_options();
            Ok(Solver::new(game.clone(), EveryTurn, options).solve(root, limits, stop, observer))
        },
    },
    SolverKind {
        name: "attacks",
        about: "sequences of attacks by df-pn; sees farther, but misses wins that begin quietly",
        solver: |game, chosen, root, limits, stop, observer| {
            let options = chosen.proof_options();
            Ok(Solver::new(game.clone(), AttacksOnly, options).solve(root, limits, stop, observer))
        },
    },
];

/// A score in logits of the chance to win.
pub(crate) fn logits(score: Score) -> f64 {
    f64::from(score.value()) / f64::from(LOGIT)
}
