//! The searches that support Trax.

use std::sync::LazyLock;

use ludex_learn::nnue::Nnue;
use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{ParameterSet, Score, SearchOptions, Searcher, Stateless};

use super::levels::LEVELS;
use super::proof::{AttacksOnly, EveryTurn};
use super::tactics::AttackTactics;
use crate::evaluation::features::LineEndsEvaluator;
use crate::evaluation::inputs::LineInputs;
use crate::evaluation::weights::LOGIT;
use crate::rules::game::Trax;
use ludex_kit::interface::learner::{HANDMADE, Learner, NETWORK};
use ludex_kit::message;
use ludex_kit::support::learned::LearnedAnew;
use ludex_kit::support::self_play::SelfPlay;
use ludex_kit::{Chosen, Levels, SearchKind, SolverKind};

/// Names of the evaluations: those of alpha-beta, and that of the other searches, which cannot use a network.
const LEARNED: &[&str] = &[NETWORK, HANDMADE];
const BY_HAND: &[&str] = &[HANDMADE];
/// All evaluations.
pub(crate) const EVALUATORS: &[&str] = LEARNED;

/// Every search; the first is the default.
pub(crate) static ALL: [SearchKind<Trax>; 4] = [
    SearchKind {
        name: "auto",
        about: message!("alphabeta; in the variant with luck, expectimax"),
        nodes: message!("depends on the search that it chooses"),
        evaluators: |game| {
            if game.options().luck { BY_HAND } else { LEARNED }
        },
        parameters: |game| {
            if game.options().luck { Vec::new() } else { parameters().list() }
        },
        instead: |_| None,
        levels: |game| {
            if game.options().luck { Levels::USUAL } else { &LEVELS }
        },
        builder: |game, chosen| {
            if game.options().luck { expectimax(game, chosen) } else { alphabeta(game, chosen) }
        },
    },
    SearchKind {
        name: "alphabeta",
        about: message!(
            "a short search for a winning sequence of attacks, then alpha-beta; the evaluation of lines and their ends is corrected by a network"
        ),
        nodes: ludex_search::alphabeta::NODES,
        evaluators: |_| LEARNED,
        parameters: |_| parameters().list(),
        instead: |game| {
            let instead = message!("expectimax or mcts, because faces are drawn");
            game.options().luck.then_some(instead)
        },
        levels: |_| &LEVELS,
        builder: alphabeta,
    },
    SearchKind {
        name: "expectimax",
        about: message!("expectiminimax over all faces that can be drawn"),
        nodes: ludex_search::expectimax::NODES,
        evaluators: |_| BY_HAND,
        parameters: |_| Vec::new(),
        instead: |_| None,
        levels: |_| Levels::USUAL,
        builder: expectimax,
    },
    SearchKind {
        name: "mcts",
        about: message!("Monte-Carlo tree search that evaluates new positions without playouts"),
        nodes: ludex_search::mcts::NODES,
        evaluators: |_| BY_HAND,
        parameters: |_| Vec::new(),
        instead: |_| None,
        levels: |_| Levels::USUAL,
        builder: |game, chosen| {
            let options = MctsOptions {
                search: chosen.options.clone(),
                playout_plies: Some(0),
                ..MctsOptions::default()
            };
            Box::new(Mcts::new(game.clone(), LineEndsEvaluator::default(), options))
        },
    },
];

/// The default parameters of alpha-beta in Trax. Quiescence search, which extends the search until the position is quiet, answers attacks
/// during its first six plies.
pub fn parameters() -> Parameters {
    Parameters { quiescence_parries: 6, ..Parameters::default() }
}

/// The evaluation of alpha-beta: hand-made, corrected by a network if there is one.
pub(crate) type TraxEvaluator = LearnedAnew<LineInputs, Stateless<LineEndsEvaluator>>;

/// Alpha-beta with this network, if any.
fn with_network(
    game: &Trax,
    network: Option<Nnue>,
    options: SearchOptions,
) -> AlphaBeta<Trax, TraxEvaluator, AttackTactics> {
    let base = Stateless(LineEndsEvaluator::default());
    let evaluator = LearnedAnew::new(game, LineInputs, base, network);
    AlphaBeta::new(game.clone(), evaluator, AttackTactics, options).with_parameters(parameters())
}

/// The shipped network, if it was trained on this variant.
pub(crate) fn shipped(game: &Trax) -> Option<Nnue> {
    static SHIPPED: LazyLock<Nnue> = LazyLock::new(|| {
        let bytes = include_bytes!("../../data/network.bin");
        Nnue::read(bytes).expect("the shipped file is whole; a test reads it")
    });
    let options = game.options();
    let is_usual = !(options.luck || options.loops || options.eight);
    is_usual.then(|| SHIPPED.clone())
}

/// Alpha-beta with the usual settings of Trax, without the attack search that the default search runs first.
pub fn alpha_beta(
    game: &Trax,
    options: SearchOptions,
) -> AlphaBeta<Trax, TraxEvaluator, AttackTactics> {
    with_network(game, shipped(game), options)
}

/// Self-play for training, for variants without luck: alpha-beta without the attack search, which would decide many of the positions
/// that the network should learn to evaluate.
pub(crate) fn learner(game: &Trax) -> Box<dyn Learner> {
    Box::new(SelfPlay {
        game: game.clone(),
        inputs: LineInputs,
        unit: LOGIT as i32,
        draw_margin: 0.0,
        base: Stateless(LineEndsEvaluator::default()),
        tactics: AttackTactics,
        search: |game, network, options| Box::new(with_network(game, network, options)),
        value: logits,
    })
}

fn alphabeta(game: &Trax, chosen: &Chosen<'_>) -> Box<dyn Searcher<Trax>> {
    let search = with_network(game, chosen.network(|| shipped(game)), chosen.options.clone());
    let options = ProofOptions { hash_mib: 16, ..chosen.proof_options() };
    Box::new(ProofFirst::around(
        search.with_parameters(chosen.set(parameters())),
        game.clone(),
        AttacksOnly,
        options,
        chosen.options.multipv,
    ))
}

fn expectimax(game: &Trax, chosen: &Chosen<'_>) -> Box<dyn Searcher<Trax>> {
    let options =
        ExpectimaxOptions { search: chosen.options.clone(), ..ExpectimaxOptions::default() };
    Box::new(Expectimax::new(game.clone(), ByEvaluator::new(LineEndsEvaluator::default()), options))
}

/// Every proof search; the first is the default.
pub(crate) static SOLVERS: [SolverKind<Trax>; 2] = [
    SolverKind {
        name: "turns",
        about: message!(
            "every turn of the attacker and every reply; proves only wins and finds all winning first turns"
        ),
        nodes: ludex_search::proof::NODES,
        looks_at: message!("every turn of the attacker and every reply"),
        wider: None,
        solver: |game, chosen, root, limits, stop, observer| {
            let options = chosen.proof_options();
            Ok(Solver::new(game.clone(), EveryTurn, options).solve(root, limits, stop, observer))
        },
    },
    SolverKind {
        name: "attacks",
        about: message!(
            "sequences of attacks, found by proof-number search; it searches deeper but misses wins that begin with a quiet turn"
        ),
        nodes: ludex_search::proof::NODES,
        looks_at: message!("sequences of attacks"),
        wider: Some("turns"),
        solver: |game, chosen, root, limits, stop, observer| {
            let options = chosen.proof_options();
            Ok(Solver::new(game.clone(), AttacksOnly, options).solve(root, limits, stop, observer))
        },
    },
];

/// Converts a score to log-odds of winning.
pub(crate) fn logits(score: Score) -> f64 {
    f64::from(score.value()) / f64::from(LOGIT)
}
