//! The searches that Takt supports.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{ParameterSet, Score, SearchOptions, Searcher};

use super::proof::{EveryMove, RoadThreats};
use super::tactics::RoadTactics;
use crate::takt::Takt;
use crate::takt::any_size::{AnyPosition, AnyTakt, Holds, OfSize, with_game, with_position};
use crate::takt::evaluation::features::HandCrafted;
use crate::takt::evaluation::weights::{NamedWeights, Weights};
use crate::takt::rules::pile::{Board, Size};
use crate::{Chosen, SearchKind, SolverKind};

/// What Takt changes of the parameters of alpha-beta. Alone they scored +31 −27 =2 and +31 −25 =4 against the values before,
/// on 6×6 at 1+0.02, 2026-11-21.
fn parameters() -> Parameters {
    Parameters {
        danger_extension: 0,
        reduction_base: 100,
        ..Parameters::default()
    }
}

/// Alpha-beta as Takt plays it.
pub fn alpha_beta<const N: usize>(
    game: &Takt<N>,
    options: SearchOptions,
) -> AlphaBeta<Takt<N>, HandCrafted, RoadTactics>
where
    Size<N>: Board,
{
    AlphaBeta::new(game.clone(), HandCrafted::for_size(N), RoadTactics, options)
        .with_parameters(parameters())
}

/// What can be set for a board of this side: the parameters of the search, and the weights of the evaluation.
fn settings(side: usize) -> (Parameters, NamedWeights) {
    let weights = NamedWeights::new(&Weights::for_size(side));
    (parameters(), weights)
}

/// Every search; the first is the default.
pub(crate) static ALL: &[SearchKind<AnyTakt>] = &[SearchKind {
    name: "alphabeta",
    about: "a short search for a tinuë, then alpha-beta with a hand-crafted evaluation",
    evaluators: |_| &["handmade"],
    parameters: |game| settings(game.size()).list(),
    instead: |_| None,
    builder: |game, chosen| with_game!(game, game => default_search(game, chosen)),
}];

fn default_search<const N: usize>(game: &Takt<N>, chosen: &Chosen<'_>) -> Box<dyn Searcher<AnyTakt>>
where
    Size<N>: Board,
    AnyPosition: Holds<N>,
{
    let (parameters, named) = chosen.set(settings(N));
    let evaluator = HandCrafted::new(named.write(Weights::for_size(N)));
    let options = chosen.options.clone();
    let search = AlphaBeta::new(game.clone(), evaluator, RoadTactics, options);
    let options = ProofOptions {
        hash_mib: 16,
        ..chosen.proof_options()
    };
    Box::new(OfSize(ProofFirst::around(
        search.with_parameters(parameters),
        game.clone(),
        RoadThreats,
        options,
        chosen.options.multipv,
    )))
}

/// Every search for proofs; the first is the default.
pub(crate) static SOLVERS: &[SolverKind<AnyTakt>] = &[
    SolverKind {
        name: "tinue",
        about: "sequences of road threats by df-pn; proves wins only",
        solver: |game, chosen, root, limits, stop, observer| {
            Ok(with_position!(game, &root.position, game, pos => {
                Solver::new(game.clone(), RoadThreats, chosen.proof_options())
                    .solve(&root.in_form_of(*pos), limits, stop, observer)
            }))
        },
    },
    SolverKind {
        name: "whole",
        about: "every move of both sides by df-pn; proves losses and draws too, on small boards and in endgames",
        solver: |game, chosen, root, limits, stop, observer| {
            Ok(with_position!(game, &root.position, game, pos => {
                Solver::new(game.clone(), EveryMove, chosen.proof_options())
                    .solve(&root.in_form_of(*pos), limits, stop, observer)
            }))
        },
    },
];

/// A score in flats.
pub(crate) fn flats(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
