//! The searches that Takt supports.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{ParameterSet, Score};

use super::Takt;
use super::eval::HandMade;
use super::pile::{Board, Size};
use super::tactics::RoadTactics;
use super::tinue::{EveryMove, RoadThreats};
use crate::{SearchKind, SolverKind};

/// Every search; the first is the default.
pub(super) fn all<const N: usize>() -> &'static [SearchKind<Takt<N>>]
where
    Size<N>: Board,
{
    &[SearchKind {
        name: "alphabeta",
        about: "a short search for a tinuë, then alpha-beta with a hand-made evaluation",
        parameters: Parameters::list,
        build: |game, setup| {
            setup.evaluator_among(&["handmade"])?;
            let mut parameters = Parameters::default();
            setup.apply(&mut parameters)?;
            let search = AlphaBeta::new(
                game.clone(),
                HandMade::for_size(N),
                RoadTactics,
                setup.options.clone(),
            );
            let options = ProofOptions {
                hash_mib: 16,
                ..setup.proof_options()
            };
            Ok(Box::new(ProofFirst::new(
                game.clone(),
                RoadThreats,
                options,
                setup.options.multipv,
                search.with_parameters(parameters),
            )))
        },
    }]
}

/// Every search for proofs; the first is the default.
pub(super) fn solvers<const N: usize>() -> &'static [SolverKind<Takt<N>>]
where
    Size<N>: Board,
{
    &[
        SolverKind {
            name: "tinue",
            about: "sequences of road threats by df-pn; proves wins only",
            solve: |game, setup, root, limits, stop, observer| {
                Ok(
                    Solver::new(game.clone(), RoadThreats, setup.proof_options())
                        .solve(root, limits, stop, observer),
                )
            },
        },
        SolverKind {
            name: "whole",
            about: "every move of both sides by df-pn; proves losses and draws too, on small boards and in endgames",
            solve: |game, setup, root, limits, stop, observer| {
                Ok(Solver::new(game.clone(), EveryMove, setup.proof_options())
                    .solve(root, limits, stop, observer))
            },
        },
    ]
}

/// A score in flats.
pub(super) fn flats(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
