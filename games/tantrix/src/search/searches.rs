//! The searches that support Tantrix.

use ludex_search::Game;
use ludex_search::expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
use ludex_search::mcts::{Chance, Mcts, MctsOptions, Selection, Widening};
use ludex_search::{
    Limits, ParameterSet, Player, Proof, ProofResult, Report, Returns, Root, Score, SearchOptions,
    Searcher, StopFlag, Turn, Wdl, Wrapped, Wrapper,
};

use super::baselines::{FlatMonteCarlo, FlatParameters};
use super::endgame::{Endgame, MOST_SHOWN, most_known, result_of};
use super::levels::LEVELS;
use super::policy::GreedyPolicy;
use crate::evaluation::features::{Aside, Prospects, UNITS};
use crate::evaluation::weights::{PolicyWeights, TreeParameters, Weights};
use crate::rules::game::Tantrix;
use crate::rules::moves::Placement;
use crate::rules::position::Position;
use ludex_kit::{Chosen, SearchKind, Trained, message};

/// Names of the evaluations: `prospects` expects future draws, `points` counts the current points.
pub(super) const PROSPECTS: &[&str] = &["prospects"];
const POINTS: &[&str] = &["points"];
/// All evaluations.
pub(super) const EVALUATORS: &[&str] = &["prospects", "points"];

/// Every search; the first is the default.
pub(crate) static ALL: &[SearchKind<Tantrix>] = &[
    SearchKind {
        name: "mcts",
        about: message!("Monte-Carlo tree search with chance nodes for the draws"),
        nodes: ludex_search::mcts::NODES,
        evaluators: |_| PROSPECTS,
        parameters: |game| usual_settings(game).list(),
        instead: |_| None,
        levels: |_| &LEVELS,
        builder: |game, chosen| {
            let settings = chosen.set(usual_settings(game));
            tree_search(game, chosen.options, settings, chosen.trained)
        },
    },
    SearchKind {
        name: "greedy",
        about: message!(
            "looks one placement ahead and maximises the player's points minus those of the best other player"
        ),
        nodes: message!("a placement tried"),
        evaluators: |_| POINTS,
        parameters: |_| Vec::new(),
        instead: |_| None,
        levels: |_| &LEVELS,
        builder: |game, chosen| {
            without_bag_order(FlatMonteCarlo::greedy(game.clone(), chosen.options))
        },
    },
    SearchKind {
        name: "expectimax",
        about: message!(
            "two players only: expectimax over every placement and every draw; evaluates the positions at the end of each line"
        ),
        nodes: ludex_search::expectimax::NODES,
        evaluators: |_| PROSPECTS,
        parameters: |_| Weights::default().list(),
        instead: |game| (game.players() != 2).then_some(message!("mcts, greedy or flat")),
        levels: |_| &LEVELS,
        builder: build_expectimax,
    },
    SearchKind {
        name: "flat",
        about: message!(
            "the same number of random games after every placement, scored by the margin"
        ),
        nodes: message!("a placement, either tried or played in a random game"),
        evaluators: |_| POINTS,
        parameters: |_| FlatParameters::default().list(),
        instead: |_| None,
        levels: |_| &LEVELS,
        builder: |game, chosen| {
            let flatness = chosen.set(FlatParameters::default());
            without_bag_order(FlatMonteCarlo::new(game.clone(), chosen.options, flatness))
        },
    },
];

fn build_expectimax(game: &Tantrix, chosen: &Chosen<'_>) -> Box<dyn Searcher<Tantrix>> {
    let weights = chosen.set(Weights::default());
    let options =
        ExpectimaxOptions { search: chosen.options.clone(), ..ExpectimaxOptions::default() };
    without_bag_order(Expectimax::new(
        game.clone(),
        ByEvaluator::new(Prospects::new(weights, chosen.trained)),
        options,
    ))
}

/// All settings of the tree search: its own, those of the policy, and those of the evaluation.
pub(super) type TreeSettings = (TreeParameters, (PolicyWeights, Weights));

/// The best known settings for a game. With several players the margin has no weight, so that the mean result is the probability of
/// winning.
pub(super) fn usual_settings(game: &Tantrix) -> TreeSettings {
    let mut settings = TreeSettings::default();
    if game.players() > 2 {
        (settings.0.exploration, settings.0.exact_tiles) = (120, 4);
        (settings.1.1.margin_share, settings.1.1.trust) = (0, 85);
    }
    settings
}

/// The tree search with these settings, and with the network of `trained` or, if that is `None`, the shipped network. It never sees the
/// order of the bag.
pub(super) fn tree_search(
    game: &Tantrix,
    options: &SearchOptions,
    settings: TreeSettings,
    trained: Option<&Trained>,
) -> Box<dyn Searcher<Tantrix>> {
    without_bag_order(tree_search_with_order(game, options, settings, trained))
}

/// The tree search without [`WithoutBagOrder`]: if the position contains the order of the bag, this search uses it.
fn tree_search_with_order(
    game: &Tantrix,
    options: &SearchOptions,
    settings: TreeSettings,
    trained: Option<&Trained>,
) -> impl Searcher<Tantrix> + use<> {
    let (tree, (policy_weights, weights)) = settings;
    let widening = Widening {
        factor: tree.widening as f32 / 100.0,
        exponent: tree.widening_exponent as f32 / 100.0,
    };
    let mcts = MctsOptions {
        search: options.clone(),
        exploration: tree.exploration as f32 / 100.0,
        selection: match tree.priors {
            0 => Selection::Uct,
            _ => Selection::Puct,
        },
        chance: match (tree.open_loop, tree.widening) {
            (0, 0) => Chance::Nodes(None),
            (0, _) => Chance::Nodes(Some(widening)),
            _ => Chance::OpenLoop,
        },
        playout_plies: Some(tree.playout_plies as u32).filter(|&plies| plies < 1000),
        ..MctsOptions::default()
    };
    let evaluator = Prospects::new(weights, trained);
    let policy = GreedyPolicy { policy_weights };
    let search = Mcts::new(game.clone(), evaluator.clone(), mcts).with_policy(policy.clone());
    let in_points = InPoints { game: game.clone(), evaluator };
    let endgame = Endgame {
        game: game.clone(),
        policy,
        most_tiles: tree.exact_tiles as usize,
        multipv: options.multipv,
        clockless: options.deterministic,
        most_known: most_known(options.hash_mib),
    };
    Wrapped { wrapper: endgame, inside: Wrapped { wrapper: in_points, inside: search } }
}

/// Removes the order of the bag from the position before a search.
struct WithoutBagOrder;

fn without_bag_order(search: impl Searcher<Tantrix> + 'static) -> Box<dyn Searcher<Tantrix>> {
    Box::new(Wrapped { wrapper: WithoutBagOrder, inside: search })
}

impl<S: Searcher<Tantrix>> Wrapper<Tantrix, S> for WithoutBagOrder {
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<Tantrix>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Placement>),
    ) -> Report<Placement> {
        let root = root.with_position(root.position.without_order());
        inside.search(&root, limits, stop, observer)
    }
}

/// Converts the mean results of a tree search to points and probabilities.
struct InPoints {
    game: Tantrix,
    evaluator: Prospects,
}

impl InPoints {
    fn translate(&self, root: &Root<Tantrix>, report: &mut Report<Placement>) {
        let Self { game, evaluator } = self;
        let Turn::Player(mover) = game.turn(&root.position) else {
            return;
        };
        for (index, line) in report.lines.iter_mut().enumerate() {
            let Some(returns) = &mut line.returns else {
                continue;
            };
            let aside = (game.players() == 2).then(|| Aside::from_returns(returns));
            if let Some(aside) = aside {
                *returns = [aside.result, -aside.result, 0.0, 0.0];
            }
            temper(game, returns, mover, &evaluator.weights);
            line.wdl = Wdl::without_draws(returns[mover.index()]);
            let margin = match aside {
                Some(Aside { margin, .. }) => {
                    let promised = if mover.index() == 0 { margin } else { -margin };
                    let Weights { optimism, logit, .. } = evaluator.weights;
                    promised - optimism as f32 * logit as f32 / 1e4
                }
                None => evaluator.margin_of(&root.position, line.wdl),
            };
            line.score = Score::new((margin * UNITS) as i32);
            // The proof belongs to the best line. Other lines are certain only if their first placement ends the game.
            let proof = report.proof.filter(|_| index == 0);
            let is_certain = proof.is_some() || line.pv.len() == 1;
            let end = end_of(game, &root.position, &line.pv).filter(|_| is_certain);
            if let Some(end) = end {
                let margins = Prospects::final_margins(game, &end);
                *returns = game.returns(&end);
                line.score = Score::new((margins[mover.index()] * UNITS) as i32);
                // If several players share the lead, no player has lost.
                let result = result_of(margins[mover.index()]);
                let plies = line.pv.len() as u32;
                let proof = proof.unwrap_or(Proof { result, plies });
                line.proof = Some(proof);
                line.wdl = Wdl::certain(proof.result);
            } else if let Some(proof) = proof {
                let result = match proof.result {
                    ProofResult::Win => 1.0,
                    ProofResult::Loss => -1.0,
                    ProofResult::Draw => 0.0,
                };
                returns[mover.index()] = result;
                line.wdl = Wdl::certain(proof.result);
                if game.players() == 2 {
                    returns[mover.other().index()] = -result;
                }
            }
        }
    }
}

/// The finished game that a line of play leads to.
fn end_of(game: &Tantrix, pos: &Position, line: &[Placement]) -> Option<Position> {
    let mut end = pos.clone();
    for &mv in line {
        game.play(&mut end, mv);
    }
    (game.turn(&end) == Turn::Over).then_some(end)
}

/// Converts mean results to probabilities, with two corrections.
///
/// - The means of a tree with short playouts are too extreme with several players, and slightly too moderate with two. `trust` is the
///   power of the probabilities that corrects this. (2026-11-25: 2,000 two-player games with 8,000 nodes gave 1.1; 277 games of three
///   and four players with 1,500 nodes gave 0.85.)
/// - The tree is too optimistic for the player to move, because it has searched that player's moves more thoroughly than the answers.
///   `optimism`, in log-odds, corrects this. (1,527 two-player games with 8,000 nodes gave 0.14; 750 three-player games with 1,500
///   nodes 0.14 to 0.18; 800 four-player games 0.10 to 0.22, depending on the half of the games that was fitted.)
fn temper(game: &Tantrix, returns: &mut Returns, mover: Player, weights: &Weights) {
    let options = game.options();
    let trust = weights.trust as f32 / 100.0;
    let sober = (-weights.optimism as f32 / 100.0).exp();
    let shown = |chance: f32| chance.clamp(1.0 - MOST_SHOWN, MOST_SHOWN);
    let side = options.side_of(mover.index());
    let chance = |player: usize, value: f32| {
        let promised = if options.side_of(player) == side { sober } else { 1.0 };
        promised * shown(f32::midpoint(1.0, value)).powf(trust)
    };
    // The first players in seat order belong to different sides, one for each side.
    let sides = returns.iter().enumerate().take(options.n_colours());
    let total: f32 = sides.map(|(player, &value)| chance(player, value)).sum();
    let players = returns.iter_mut().enumerate().take(game.players());
    for (player, value) in players {
        *value = Tantrix::share(shown(chance(player, *value) / total));
    }
}

impl<S: Searcher<Tantrix>> Wrapper<Tantrix, S> for InPoints {
    fn search(
        &mut self,
        inside: &mut S,
        root: &Root<Tantrix>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Placement>),
    ) -> Report<Placement> {
        let mut observe = |report: &Report<Placement>| {
            let mut report = report.clone();
            self.translate(root, &mut report);
            observer(&report);
        };
        let mut report = inside.search(root, limits, stop, &mut observe);
        self.translate(root, &mut report);
        report
    }
}
