//! The searches that support Takt.

use std::sync::LazyLock;

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::proof::{ProofFirst, ProofOptions, Solver};
use ludex_search::{ParameterSet, SearchOptions, Searcher, Stateless};

use super::levels::LEVELS;
use super::proof::{EveryMove, RoadThreats};
use super::tactics::RoadTactics;
use crate::any_size::{AnyPosition, AnyTakt, Holds, OfSize, with_game, with_position};
use crate::evaluation::features::{HandCrafted, flats};
use crate::evaluation::inputs::TaktInputs;
use crate::evaluation::weights::{NamedWeights, Weights};
use crate::rules::game::Takt;
use crate::rules::opening::Opening;
use crate::rules::pile::{Board, Size};
use ludex_kit::interface::learner::{HANDMADE, Learner, NETWORK};
use ludex_kit::message;
use ludex_kit::support::learned::{Inputs, Learned};
use ludex_kit::support::self_play::SelfPlay;
use ludex_kit::{Chosen, SearchKind, SolverKind};
use ludex_learn::nnue::Nnue;

/// Alpha-beta parameters for Takt. `danger_extension` was tested alone on 6×6, with 1 second per game and 0.02 seconds per move: +31 −27 =2
/// (2026-11-21). The others were tuned together (`bench/records/2026-11-29-takt-tuning`).
fn parameters() -> Parameters {
    Parameters {
        danger_extension: 0,
        aspiration: 36,
        null_margin: 174,
        reverse_futility_margin: 63,
        razor_margin: 240,
        futility_base: 119,
        futility_margin: 92,
        late_base: 7,
        late_growth: 3,
        reduction_base: 101,
        reduction_divisor: 213,
        reduction_history: 10635,
        ..Parameters::default()
    }
}

/// The evaluation of Takt: hand-crafted, corrected by a network if there is one.
pub(crate) type TaktEvaluator = Learned<TaktInputs, Stateless<HandCrafted>>;

/// Alpha-beta with these weights and this network, if any.
fn with_network<const N: usize>(
    game: &Takt<N>,
    weights: Weights,
    network: Option<Nnue>,
    options: SearchOptions,
) -> AlphaBeta<Takt<N>, TaktEvaluator, RoadTactics>
where
    Size<N>: Board,
{
    let base = Stateless(HandCrafted::new(weights));
    let evaluator = Learned::new(game, TaktInputs, base, network);
    AlphaBeta::new(game.clone(), evaluator, RoadTactics, options).with_parameters(parameters())
}

/// The network shipped for this board size. `None` if there is none, or if the number of pieces is not the default: another number needs a
/// network of another shape.
pub(crate) fn shipped<const N: usize>(game: &Takt<N>) -> Option<Nnue>
where
    Size<N>: Board,
{
    type Shipped = LazyLock<Nnue>;
    static FIVE: Shipped = LazyLock::new(|| read(include_bytes!("../../data/network-5.bin")));
    static SIX: Shipped = LazyLock::new(|| read(include_bytes!("../../data/network-6.bin")));
    let network = match N {
        5 => &FIVE,
        6 => &SIX,
        _ => return None,
    };
    (network.shape() == TaktInputs.shape(game)).then(|| Nnue::clone(network))
}

/// The opening rule of this game if its network was not trained with that rule; otherwise `None`.
pub(crate) fn unlearnt<const N: usize>(game: &Takt<N>) -> Option<&'static str>
where
    Size<N>: Board,
{
    let is_unseen = game.options().opening == Opening::DoubleBlackStack;
    (is_unseen && shipped(game).is_some()).then_some("opening=double-black-stack")
}

fn read(bytes: &[u8]) -> Nnue {
    Nnue::read(bytes).expect("a shipped file is valid; a test reads it")
}

/// Alpha-beta with the usual settings of Takt.
pub fn alpha_beta<const N: usize>(
    game: &Takt<N>,
    options: SearchOptions,
) -> AlphaBeta<Takt<N>, TaktEvaluator, RoadTactics>
where
    Size<N>: Board,
{
    with_network(game, Weights::for_size(N), shipped(game), options)
}

/// Self-play for training: alpha-beta without the tinuë search, which would decide many of the positions that the network should
/// learn to evaluate.
pub(crate) fn learner<const N: usize>(game: &Takt<N>) -> Box<dyn Learner>
where
    Size<N>: Board,
{
    let weights = Weights::for_size(N);
    Box::new(SelfPlay {
        game: game.clone(),
        inputs: TaktInputs,
        unit: weights.win_scale.round() as i32,
        draw_margin: weights.draw_margin / 100.0,
        base: Stateless(HandCrafted::new(weights)),
        tactics: RoadTactics,
        search: |game, network, options| {
            Box::new(with_network(game, Weights::for_size(N), network, options))
        },
        value: flats,
    })
}

/// Everything that can be set for this board size: search parameters and evaluation weights.
fn settings(side: usize) -> (Parameters, NamedWeights) {
    let weights = NamedWeights::new(&Weights::for_size(side));
    (parameters(), weights)
}

/// The evaluations. The first is available only on sizes with a network.
pub(crate) const EVALUATORS: &[&str] = &[NETWORK, HANDMADE];

/// Every search; the first is the default.
pub(crate) static ALL: &[SearchKind<AnyTakt>] = &[SearchKind {
    name: "alphabeta",
    about: message!(
        "a short search for a tinuë, then alpha-beta; the handmade evaluation is corrected by a network"
    ),
    nodes: ludex_search::alphabeta::NODES,
    evaluators: |_| EVALUATORS,
    parameters: |game| settings(game.size()).list(),
    instead: |_| None,
    levels: |_| &LEVELS,
    builder: |game, chosen| with_game!(game, game => default_search(game, chosen)),
}];

fn default_search<const N: usize>(game: &Takt<N>, chosen: &Chosen<'_>) -> Box<dyn Searcher<AnyTakt>>
where
    Size<N>: Board,
    AnyPosition: Holds<N>,
{
    let (parameters, named) = chosen.set(settings(N));
    let weights = named.write(Weights::for_size(N));
    let network = chosen.network(|| shipped(game));
    let search = with_network(game, weights, network, chosen.options.clone());
    let options = ProofOptions { hash_mib: 16, ..chosen.proof_options() };
    Box::new(OfSize(ProofFirst::around(
        search.with_parameters(parameters),
        game.clone(),
        RoadThreats,
        options,
        chosen.options.multipv,
    )))
}

/// Every proof search; the first is the default.
pub(crate) static SOLVERS: &[SolverKind<AnyTakt>] = &[
    SolverKind {
        name: "tinue",
        about: message!("df-pn over sequences of road threats; proves only wins"),
        nodes: ludex_search::proof::NODES,
        looks_at: message!("sequences of road threats"),
        wider: Some("whole"),
        solver: |game, chosen, root, limits, stop, observer| {
            Ok(with_position!(game, &root.position, game, pos => {
                Solver::new(game.clone(), RoadThreats, chosen.proof_options())
                    .solve(&root.in_form_of(*pos), limits, stop, observer)
            }))
        },
    },
    SolverKind {
        name: "whole",
        about: message!(
            "df-pn over every move of both sides; also proves losses and draws on small boards and in endgames"
        ),
        nodes: ludex_search::proof::NODES,
        looks_at: message!("every move of both sides"),
        wider: None,
        solver: |game, chosen, root, limits, stop, observer| {
            Ok(with_position!(game, &root.position, game, pos => {
                Solver::new(game.clone(), EveryMove, chosen.proof_options())
                    .solve(&root.in_form_of(*pos), limits, stop, observer)
            }))
        },
    },
];
