//! The searches that Quoridor supports.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::{ParameterSet, Score};

use super::eval::Ways;
use super::rules::Quoridor;
use super::solve;
use super::tactics::WallTactics;
use crate::{InputError, SearchKind, SolverKind};

/// Every search; the first is the default.
pub(super) static ALL: &[SearchKind<Quoridor>] = &[SearchKind {
    name: "alphabeta",
    about: "two players: alpha-beta with shortest ways and walls evaluated",
    parameters: Parameters::list,
    build: |game, setup| {
        setup.evaluator_among(&["ways"])?;
        if game.options().players > 2 {
            let players = game.options().players.to_string();
            return Err(InputError::new("players", players, "2 for alphabeta"));
        }
        let mut parameters = Parameters::default();
        setup.apply(&mut parameters)?;
        let search = AlphaBeta::new(
            game.clone(),
            Ways::default(),
            WallTactics,
            setup.options.clone(),
        );
        Ok(Box::new(search.with_parameters(parameters)))
    },
}];

/// Every search for proofs; the first is the default.
pub(super) static SOLVERS: &[SolverKind<Quoridor>] = &[
    SolverKind {
        name: "complete",
        about: "every position of small boards and late endgames decided; where that is too much, like `proof`",
        solve: solve::solve,
    },
    SolverKind {
        name: "proof",
        about: "every move of both sides by df-pn, depth by depth: the shortest win",
        solve: solve::prove,
    },
];

/// A score in steps.
pub(super) fn steps(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
