//! The searches that support Quoridor.

use std::sync::LazyLock;

use ludex_search::alphabeta::{AlphaBeta, Parameters};
use ludex_search::mcts::{Mcts, MctsOptions, Selection};
use ludex_search::multiplayer::{BestReply, MaxN, Paranoid};
use ludex_search::{ParameterSet, SearchOptions, Searcher};

use super::levels::LEVELS;
use super::multiplayer_tree::RootPlayerPolicy;
use super::solver;
use super::tactics::WallTactics;
use crate::evaluation::chances::{ChancesEvaluator, CrowdEvaluator};
use crate::evaluation::features::WaysEvaluator;
use crate::evaluation::inputs::WallInputs;
use crate::evaluation::multiplayer::{MultiplayerPolicy, RaceEvaluator};
use crate::evaluation::unit::steps;
use crate::evaluation::weights::Weights;
use crate::rules::game::Quoridor;
use ludex_kit::interface::learner::{HANDMADE, Learner, NETWORK};
use ludex_kit::message;
use ludex_kit::support::learned::{Inputs, Learned};
use ludex_kit::support::self_play::SelfPlay;
use ludex_kit::{Chosen, Levels, SearchKind, SolverKind};
use ludex_learn::nnue::Nnue;

ludex_search::parameters! {
    /// Parameters of Quoridor's tree search.
    pub struct TreeParameters {
        exploration: 150, 1..=1000, "Hundredths: weight of moves that were rarely tried (exploration).";
        priors: 1, 0..=1, "1: choose moves by their priors (PUCT); 0: try all moves first (UCT).";
        sharpness: 100, 1..=1000, "Hundredths: the odds of winning are multiplied by e to this power for each step closer to the goal.";
        wall_worth: 100, 0..=500, "Value of a wall in stock, in hundredths of a step.";
        temperature: 50, 1..=10_000, "Thousandths: relative loss of win probability, against the best move, that divides a prior by e.";
        plans: 200, 0..=1000, "Hundredths: total prior of all walls that do not lengthen a path yet; the other moves together have 100.";
        playout_walls: 20, 0..=1000, "Thousandths: probability that a move in a playout is a wall.";
        playout_plies: 1000, 0..=1000, "Moves in a playout before the position is evaluated; with 1000, playouts last to the end.";
    }
}

/// Names of the evaluations, the default first. `LEARNED` is for two players; only the default board and number of walls have a network.
/// `CROWD` is for three and four players on the default board, in the tree search. `RACE_FIRST` is for the same games in searches that gain
/// nothing from the slower evaluation `chances`. `RACE` is for any number of players.
const LEARNED: &[&str] = &[NETWORK, HANDMADE];
const CROWD: &[&str] = &["chances", "race"];
const RACE_FIRST: &[&str] = &["race", "chances"];
const RACE: &[&str] = &["race"];
/// All evaluations.
pub(crate) const EVALUATORS: &[&str] = &[NETWORK, HANDMADE, "chances", "race"];

/// Every search. The first is the default, and selects one by the number of players.
pub(crate) static ALL: &[SearchKind<Quoridor>] = &[
    SearchKind {
        name: "default",
        about: message!(
            "two players: alphabeta; more players: mcts on the usual board, reply on others (each won the most games there)"
        ),
        nodes: message!("depends on the search that it chooses"),
        evaluators: |game| {
            if is_duel(game) { LEARNED } else { for_many(game, CROWD) }
        },
        parameters: |game| {
            if is_duel(game) {
                settings().list()
            } else if ChancesEvaluator::is_for(game) {
                tree_parameters(&evaluator_for_many(game, None, CROWD)).list()
            } else {
                Vec::new()
            }
        },
        instead: |_| None,
        levels: |game| {
            if is_duel(game) { &LEVELS } else { Levels::USUAL }
        },
        builder: |game, chosen| {
            if is_duel(game) {
                build_alphabeta(game, chosen)
            } else if ChancesEvaluator::is_for(game) {
                build_mcts(game, chosen)
            } else {
                build_reply(game, chosen)
            }
        },
    },
    SearchKind {
        name: "alphabeta",
        about: message!(
            "two players: alpha-beta; the evaluation of shortest paths and walls is corrected by a network"
        ),
        nodes: ludex_search::alphabeta::NODES,
        evaluators: |_| LEARNED,
        parameters: |_| settings().list(),
        instead: |game| (!is_duel(game)).then_some(message!("mcts, maxn, paranoid or reply")),
        levels: |_| &LEVELS,
        builder: build_alphabeta,
    },
    SearchKind {
        name: "mcts",
        about: message!(
            "any number of players: Monte-Carlo tree search with priors for steps forward and walls that lengthen a path; leaves are evaluated by a network if there is one"
        ),
        nodes: ludex_search::mcts::NODES,
        evaluators: |game| for_many(game, CROWD),
        parameters: |game| tree_parameters(&evaluator_for_many(game, None, CROWD)).list(),
        instead: |_| None,
        levels: |_| Levels::USUAL,
        builder: build_mcts,
    },
    SearchKind {
        name: "maxn",
        about: message!(
            "any number of players: max^n, where each player maximises their own result"
        ),
        nodes: ludex_search::multiplayer::NODES,
        evaluators: |game| for_many(game, RACE_FIRST),
        parameters: |_| Vec::new(),
        instead: |_| None,
        levels: |_| Levels::USUAL,
        builder: |game, chosen| {
            let evaluator = evaluator_for_many(game, chosen.evaluator, RACE_FIRST);
            let search = MaxN::new(game.clone(), evaluator, chosen.options.clone());
            Box::new(search.with_policy(NO_PLANS))
        },
    },
    SearchKind {
        name: "paranoid",
        about: message!(
            "any number of players: paranoid search, where all others play against the player to move"
        ),
        nodes: ludex_search::multiplayer::NODES,
        evaluators: |game| for_many(game, RACE_FIRST),
        parameters: |_| Vec::new(),
        instead: |_| None,
        levels: |_| Levels::USUAL,
        builder: |game, chosen| {
            let options = chosen.options.clone();
            let evaluator = evaluator_for_many(game, chosen.evaluator, RACE_FIRST);
            Box::new(Paranoid::new(game.clone(), evaluator, NO_PLANS, options))
        },
    },
    SearchKind {
        name: "reply",
        about: message!(
            "any number of players: best-reply search, where only the strongest reply of the others counts"
        ),
        nodes: ludex_search::multiplayer::NODES,
        evaluators: |game| for_many(game, RACE_FIRST),
        parameters: |_| Vec::new(),
        instead: |_| None,
        levels: |_| Levels::USUAL,
        builder: build_reply,
    },
];

/// Full-width searches consider only walls that lengthen a path.
const NO_PLANS: MultiplayerPolicy = MultiplayerPolicy { plans: 0.0, ..MultiplayerPolicy::DEFAULT };

/// Everything that can be set: the parameters of alpha-beta, and the weights of the evaluation.
fn settings() -> (Parameters, Weights) {
    (parameters(), Weights::default())
}

pub(crate) fn is_duel(game: &Quoridor) -> bool {
    game.options().players == 2
}

/// The evaluation for two players: hand-crafted, corrected by a network if there is one.
pub(crate) type DuelEvaluator = Learned<WallInputs, WaysEvaluator>;

/// Alpha-beta parameters for Quoridor. They were tuned by SPSA at 8,000 nodes (500 steps of 8 games). At 20,000 nodes they won 55.4 % of 716
/// games against the defaults: +37.5 ± 23.9 Elo (2026-11-29).
fn parameters() -> Parameters {
    Parameters {
        aspiration: 31,
        null_margin: 199,
        reverse_futility_margin: 80,
        razor_margin: 241,
        futility_base: 95,
        futility_margin: 82,
        late_growth: 1,
        reduction_base: 57,
        reduction_divisor: 187,
        reduction_history: 12339,
        ..Parameters::default()
    }
}

/// Alpha-beta with these weights and this network, if any.
fn with_network(
    game: &Quoridor,
    weights: Weights,
    network: Option<Nnue>,
    options: SearchOptions,
) -> AlphaBeta<Quoridor, DuelEvaluator, WallTactics> {
    let evaluator = Learned::new(game, WallInputs, WaysEvaluator::new(weights), network);
    AlphaBeta::new(game.clone(), evaluator, WallTactics::default(), options)
        .with_parameters(parameters())
}

/// The shipped network, if this is the default game. Other boards and numbers of walls would need other inputs.
pub(crate) fn shipped(game: &Quoridor) -> Option<Nnue> {
    static SHIPPED: LazyLock<Nnue> = LazyLock::new(|| {
        let bytes = include_bytes!("../../data/network.bin");
        Nnue::read(bytes).expect("the shipped file is whole; a test reads it")
    });
    let is_usual = game.options().edge_diagonal && SHIPPED.shape() == WallInputs.shape(game);
    is_usual.then(|| SHIPPED.clone())
}

/// Alpha-beta with the usual settings for two players.
pub fn alpha_beta(
    game: &Quoridor,
    options: SearchOptions,
) -> AlphaBeta<Quoridor, DuelEvaluator, WallTactics> {
    with_network(game, Weights::default(), shipped(game), options)
}

fn build_alphabeta(game: &Quoridor, chosen: &Chosen<'_>) -> Box<dyn Searcher<Quoridor>> {
    let (parameters, weights) = chosen.set(settings());
    let network = chosen.network(|| shipped(game));
    let search = with_network(game, weights, network, chosen.options.clone());
    Box::new(search.with_parameters(parameters))
}

/// Self-play for training, for two players.
pub(crate) fn learner(game: &Quoridor) -> Box<dyn Learner> {
    let weights = Weights::default();
    Box::new(SelfPlay {
        game: game.clone(),
        inputs: WallInputs,
        unit: weights.win_scale.round() as i32,
        draw_margin: 0.0,
        base: WaysEvaluator::new(weights),
        tactics: WallTactics::default(),
        search: |game, network, options| {
            Box::new(with_network(game, Weights::default(), network, options))
        },
        value: steps,
    })
}

fn build_reply(game: &Quoridor, chosen: &Chosen<'_>) -> Box<dyn Searcher<Quoridor>> {
    let options = chosen.options.clone();
    let evaluator = evaluator_for_many(game, chosen.evaluator, RACE_FIRST);
    Box::new(BestReply::new(game.clone(), evaluator, NO_PLANS, options))
}

/// Of `names`, the evaluations that this game for more than two players has. Only `race` if no network fits the game.
fn for_many(game: &Quoridor, names: &'static [&'static str]) -> &'static [&'static str] {
    if ChancesEvaluator::is_for(game) { names } else { RACE }
}

/// The chosen evaluation, or the first of the list.
fn evaluator_for_many(
    game: &Quoridor,
    chosen: Option<&str>,
    names: &'static [&'static str],
) -> CrowdEvaluator {
    let name = chosen.unwrap_or(for_many(game, names)[0]);
    let shipped = ChancesEvaluator::shipped(game).filter(|_| name == CROWD[0]);
    shipped.map_or_else(|| CrowdEvaluator::Race(RaceEvaluator::default()), CrowdEvaluator::Chances)
}

/// Default parameters of the tree search with this evaluation. With a network, positions are evaluated without playouts.
fn tree_parameters(evaluator: &CrowdEvaluator) -> TreeParameters {
    let usual = TreeParameters::default();
    match evaluator {
        CrowdEvaluator::Race(_) => usual,
        CrowdEvaluator::Chances(_) => {
            TreeParameters { playout_plies: 0, temperature: 300, plans: 0, ..usual }
        }
    }
}

fn build_mcts(game: &Quoridor, chosen: &Chosen<'_>) -> Box<dyn Searcher<Quoridor>> {
    let mut evaluator = evaluator_for_many(game, chosen.evaluator, CROWD);
    let parameters = chosen.set(tree_parameters(&evaluator));
    let options = MctsOptions {
        search: chosen.options.clone(),
        exploration: parameters.exploration as f32 / 100.0,
        selection: if parameters.priors != 0 { Selection::Puct } else { Selection::Uct },
        playout_plies: Some(parameters.playout_plies as u32).filter(|&plies| plies < 1000),
        ..MctsOptions::default()
    };
    if let CrowdEvaluator::Race(race) = &mut evaluator {
        race.sharpness = parameters.sharpness as f32 / 100.0;
        race.wall_worth = parameters.wall_worth as f32 / 100.0;
    }
    let policy = MultiplayerPolicy {
        temperature: parameters.temperature as f32 / 1000.0,
        plans: parameters.plans as f32 / 100.0,
        playout_walls: parameters.playout_walls as f32 / 1000.0,
        ..MultiplayerPolicy::default()
    };
    Box::new(Mcts::new(game.clone(), evaluator, options).with_policy(RootPlayerPolicy(policy)))
}

/// Every proof search; the first is the default.
pub(crate) static SOLVERS: &[SolverKind<Quoridor>] = &[
    SolverKind {
        name: "complete",
        about: message!(
            "solves small boards and late endgames completely; in other positions it works like `proof`"
        ),
        nodes: message!(
            "a solved position; a move made on the board if the solver works like `proof`"
        ),
        looks_at: message!("every move of both sides"),
        wider: None,
        solver: |game, chosen, root, limits, stop, observer| {
            solver::solve(game, chosen.options, root, limits, stop, observer)
        },
    },
    SolverKind {
        name: "proof",
        about: message!(
            "df-pn over every move of both sides, depth by depth, so that it finds the shortest win"
        ),
        nodes: ludex_search::proof::NODES,
        looks_at: message!("every move of both sides"),
        wider: None,
        solver: |game, chosen, root, limits, stop, observer| {
            solver::prove(game, chosen.options, root, limits, stop, observer)
        },
    },
];
