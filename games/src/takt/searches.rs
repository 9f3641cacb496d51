//! The searches that Takt supports.

use std::sync::LazyLock;

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{Parameter, ParameterSet, Score, SearchOptions, Searcher};

use super::Takt;
use super::any_size::{AnyPosition, AnyTakt, Holds, OfSize, with_game, with_position};
use super::eval::HandMade;
use super::params::{NamedWeights, Weights};
use super::pile::{Board, Size};
use super::tactics::RoadTactics;
use super::tinue::{EveryMove, RoadThreats};
use crate::{SearchKind, SearchSetup, SolverKind};

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
) -> AlphaBeta<Takt<N>, HandMade, RoadTactics>
where
    Size<N>: Board,
{
    AlphaBeta::new(game.clone(), HandMade::for_size(N), RoadTactics, options)
        .with_parameters(parameters())
}

/// What can be set for a board of this side: the parameters of the search, and the weights of the evaluation.
fn settings_of(side: usize) -> &'static [Parameter] {
    fn list(side: usize) -> Vec<Parameter> {
        let weights = NamedWeights::new(&Weights::for_size(side));
        [parameters().described(), weights.described()].concat()
    }
    static SMALL: LazyLock<Vec<Parameter>> = LazyLock::new(|| list(5));
    static LARGE: LazyLock<Vec<Parameter>> = LazyLock::new(|| list(6));
    if side <= 5 { &SMALL } else { &LARGE }
}

/// Every search; the first is the default.
pub(super) static ALL: &[SearchKind<AnyTakt>] = &[SearchKind {
    name: "alphabeta",
    about: "a short search for a tinuë, then alpha-beta with a hand-made evaluation",
    evaluators: |_| &["handmade"],
    parameters: |game| settings_of(game.size()),
    instead: |_| None,
    builder: |game, setup| Ok(with_game!(game, game => default_search(game, setup))),
}];

fn default_search<const N: usize>(game: &Takt<N>, setup: &SearchSetup) -> Box<dyn Searcher<AnyTakt>>
where
    Size<N>: Board,
    AnyPosition: Holds<N>,
{
    let (mut parameters, mut weights) = (parameters(), Weights::for_size(N));
    let mut named = NamedWeights::new(&weights);
    setup.apply(&mut parameters);
    setup.apply(&mut named);
    named.write(&mut weights);
    let evaluator = HandMade::new(weights);
    let options = setup.options.clone();
    let search = AlphaBeta::new(game.clone(), evaluator, RoadTactics, options);
    let options = ProofOptions {
        hash_mib: 16,
        ..setup.proof_options()
    };
    Box::new(OfSize(ProofFirst::around(
        search.with_parameters(parameters),
        game.clone(),
        RoadThreats,
        options,
        setup.options.multipv,
    )))
}

/// Every search for proofs; the first is the default.
pub(super) static SOLVERS: &[SolverKind<AnyTakt>] = &[
    SolverKind {
        name: "tinue",
        about: "sequences of road threats by df-pn; proves wins only",
        parameters: &[],
        solver: |game, setup, root, limits, stop, observer| {
            Ok(with_position!(game, &root.position, game, pos => {
                Solver::new(game.clone(), RoadThreats, setup.proof_options())
                    .solve(&root.in_form_of(*pos), limits, stop, observer)
            }))
        },
    },
    SolverKind {
        name: "whole",
        about: "every move of both sides by df-pn; proves losses and draws too, on small boards and in endgames",
        parameters: &[],
        solver: |game, setup, root, limits, stop, observer| {
            Ok(with_position!(game, &root.position, game, pos => {
                Solver::new(game.clone(), EveryMove, setup.proof_options())
                    .solve(&root.in_form_of(*pos), limits, stop, observer)
            }))
        },
    },
];

/// A score in flats.
pub(super) fn flats(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
