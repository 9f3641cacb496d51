//! The searches that Takt supports.

use ludex_search::Score;
use ludex_search::proof::{ProofOptions, Solver, WholeGame};

use super::Takt;
use super::pile::{Board, Size};
use super::tinue::RoadThreats;
use crate::{SearchKind, SolverKind};

/// Every search; the first is the default.
pub(super) fn all<const N: usize>() -> &'static [SearchKind<Takt<N>>]
where
    Size<N>: Board,
{
    &[]
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
                let options = ProofOptions {
                    hash_mib: setup.options.hash_mib,
                    ..ProofOptions::default()
                };
                Ok(Solver::new(game.clone(), RoadThreats, options)
                    .solve(root, limits, stop, observer))
            },
        },
        SolverKind {
            name: "whole",
            about: "every move of both sides by df-pn; proves losses and draws too, on small boards and in endgames",
            solve: |game, setup, root, limits, stop, observer| {
                let options = ProofOptions {
                    hash_mib: setup.options.hash_mib,
                    ..ProofOptions::default()
                };
                Ok(Solver::new(game.clone(), WholeGame, options)
                    .solve(root, limits, stop, observer))
            },
        },
    ]
}

/// A score in flats.
pub(super) fn flats(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
