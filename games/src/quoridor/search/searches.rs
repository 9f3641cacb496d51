//! The searches that Quoridor supports.

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::mcts::{Mcts, MctsOptions, Selection};
use ludex_search::multiplayer::{BestReply, MaxN, Paranoid};
use ludex_search::{ParameterSet, Score, Searcher};

use super::multiplayer_tree::RootPlayerPolicy;
use super::solver;
use super::tactics::WallTactics;
use crate::quoridor::evaluation::features::WaysEvaluator;
use crate::quoridor::evaluation::multiplayer::{MultiplayerPolicy, RaceEvaluator};
use crate::quoridor::evaluation::weights::Weights;
use crate::quoridor::rules::game::Quoridor;
use crate::{Chosen, SearchKind, SolverKind};

ludex_search::parameters! {
    /// What the tree search of Quoridor can be set to.
    pub struct TreeParameters {
        exploration: 150, 1..=1000, "Hundredths: the weight of what was tried seldom.";
        priors: 1, 0..=1, "Whether moves are weighed by their priors (PUCT) or all tried first (UCT).";
        sharpness: 100, 1..=1000, "Hundredths: how much a step less is worth in the evaluation.";
        wall_worth: 100, 0..=500, "Hundredths of a step that a wall in stock is worth.";
        temperature: 50, 1..=10_000, "Thousandths: how much worse than the best a move may be before its prior falls.";
        plans: 200, 0..=1000, "Hundredths: the prior of all walls that make no way longer yet; the rest has 100.";
        playout_walls: 20, 0..=1000, "Thousandths: the share of walls in playouts.";
        playout_plies: 1000, 0..=1000, "Moves of a playout before the position is judged; 1000 plays to the end.";
    }
}

/// The names of the evaluations: for two players, and for any number.
const WAYS: &[&str] = &["ways"];
const RACE: &[&str] = &["race"];

/// Every search; the first is the default, and chooses by the number of players.
pub(crate) static ALL: &[SearchKind<Quoridor>] = &[
    SearchKind {
        name: "default",
        about: "two players: alphabeta; more: reply, which won the most games at tables of all searches",
        evaluators: |game| if is_duel(game) { WAYS } else { RACE },
        parameters: |game| {
            if is_duel(game) {
                Settings::default().list()
            } else {
                Vec::new()
            }
        },
        instead: |_| None,
        builder: |game, chosen| {
            if is_duel(game) {
                build_alphabeta(game, chosen)
            } else {
                build_reply(game, chosen)
            }
        },
    },
    SearchKind {
        name: "alphabeta",
        about: "two players: alpha-beta with shortest ways and walls evaluated",
        evaluators: |_| WAYS,
        parameters: |_| Settings::default().list(),
        instead: |game| (!is_duel(game)).then_some("mcts, maxn, paranoid or reply"),
        builder: build_alphabeta,
    },
    SearchKind {
        name: "mcts",
        about: "any number of players: Monte-Carlo tree search with priors for steps forward and walls that cut",
        evaluators: |_| RACE,
        parameters: |_| TreeParameters::default().list(),
        instead: |_| None,
        builder: build_mcts,
    },
    SearchKind {
        name: "maxn",
        about: "any number of players: everybody for himself",
        evaluators: |_| RACE,
        parameters: |_| Vec::new(),
        instead: |_| None,
        builder: |game, chosen| {
            let search = MaxN::new(
                game.clone(),
                RaceEvaluator::default(),
                chosen.options.clone(),
            );
            Box::new(search.with_policy(NO_PLANS))
        },
    },
    SearchKind {
        name: "paranoid",
        about: "any number of players: all the others against the one to move",
        evaluators: |_| RACE,
        parameters: |_| Vec::new(),
        instead: |_| None,
        builder: |game, chosen| {
            let options = chosen.options.clone();
            let race = RaceEvaluator::default();
            Box::new(Paranoid::new(game.clone(), race, NO_PLANS, options))
        },
    },
    SearchKind {
        name: "reply",
        about: "any number of players: only the worst answer of the others counts (best-reply search)",
        evaluators: |_| RACE,
        parameters: |_| Vec::new(),
        instead: |_| None,
        builder: build_reply,
    },
];

/// The searches of full width look only at walls that make a way longer.
const NO_PLANS: MultiplayerPolicy = MultiplayerPolicy {
    plans: 0.0,
    ..MultiplayerPolicy::DEFAULT
};

/// What can be set: the parameters of alpha-beta, and the weights of the evaluation.
type Settings = (Parameters, Weights);

fn is_duel(game: &Quoridor) -> bool {
    game.options().players == 2
}

fn build_alphabeta(game: &Quoridor, chosen: &Chosen<'_>) -> Box<dyn Searcher<Quoridor>> {
    let (parameters, weights) = chosen.set(Settings::default());
    let search = AlphaBeta::new(
        game.clone(),
        WaysEvaluator::new(weights),
        WallTactics::default(),
        chosen.options.clone(),
    );
    Box::new(search.with_parameters(parameters))
}

fn build_reply(game: &Quoridor, chosen: &Chosen<'_>) -> Box<dyn Searcher<Quoridor>> {
    let options = chosen.options.clone();
    let race = RaceEvaluator::default();
    Box::new(BestReply::new(game.clone(), race, NO_PLANS, options))
}

fn build_mcts(game: &Quoridor, chosen: &Chosen<'_>) -> Box<dyn Searcher<Quoridor>> {
    let parameters = chosen.set(TreeParameters::default());
    let options = MctsOptions {
        search: chosen.options.clone(),
        exploration: parameters.exploration as f32 / 100.0,
        selection: if parameters.priors != 0 {
            Selection::Puct
        } else {
            Selection::Uct
        },
        playout_plies: Some(parameters.playout_plies as u32).filter(|&plies| plies < 1000),
        ..MctsOptions::default()
    };
    let race = RaceEvaluator {
        sharpness: parameters.sharpness as f32 / 100.0,
        wall_worth: parameters.wall_worth as f32 / 100.0,
    };
    let policy = MultiplayerPolicy {
        temperature: parameters.temperature as f32 / 1000.0,
        plans: parameters.plans as f32 / 100.0,
        playout_walls: parameters.playout_walls as f32 / 1000.0,
        ..MultiplayerPolicy::default()
    };
    Box::new(Mcts::new(game.clone(), race, options).with_policy(RootPlayerPolicy(policy)))
}

/// Every search for proofs; the first is the default.
pub(crate) static SOLVERS: &[SolverKind<Quoridor>] = &[
    SolverKind {
        name: "complete",
        about: "every position of small boards and late endgames decided, and counted as a node; where that is too much, like `proof`",
        solver: |game, chosen, root, limits, stop, observer| {
            solver::solve(game, chosen.options, root, limits, stop, observer)
        },
    },
    SolverKind {
        name: "proof",
        about: "every move of both sides by df-pn, depth by depth: the shortest win",
        solver: |game, chosen, root, limits, stop, observer| {
            solver::prove(game, chosen.options, root, limits, stop, observer)
        },
    },
];

/// A score in steps.
pub(crate) fn steps(score: Score) -> f64 {
    f64::from(score.value()) / 100.0
}
