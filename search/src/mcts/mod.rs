//! Monte-Carlo tree search: UCT for any number of players, with chance nodes and a solver.
//!
//! Every iteration walks down the tree, adds one node, plays on at random, and carries the result of every player back up;
//! each player's choices go by his own results (max^n). At chance nodes the event is drawn by its weight. Positions whose
//! result is certain are marked, and the mark moves up: they are not played out again.
//!
//! CITE: Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006 (UCT).
//! CITE: Sturtevant, "An analysis of UCT in multi-player games", Computers and Games 2008 (max^n backup).
//! CITE: Winands, Björnsson, Saito, "Monte-Carlo tree search solver", Computers and Games 2008.

mod playout;
mod solver;
mod tree;
mod walk;

use crate::random::stream;
use crate::{
    Bound, Budget, Evaluator, Game, Limits, Line, Proof, ProofResult, Report, Root, SearchOptions,
    Searcher, Step, StopFlag, Turn,
};
use tree::{Edge, Tree};
use walk::Walk;

/// Parameters of the tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// The options of every search. It runs on one thread; `hash_mib` bounds the tree.
    pub search: SearchOptions,
    /// The weight of what was tried seldom, for results between −1 and 1.
    pub exploration: f32,
    /// Moves of a playout before the evaluator judges the position; none plays to the end.
    pub playout_plies: Option<u32>,
    /// The best result there is; a player who is sure of it looks no further.
    pub best_return: f32,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            search: SearchOptions::default(),
            exploration: 1.0,
            playout_plies: None,
            best_return: 1.0,
        }
    }
}

/// Monte-Carlo tree search of one game.
pub struct Mcts<G, E> {
    game: G,
    evaluator: E,
    options: MctsOptions,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A search of `game`; the evaluator judges playouts that are cut off, and gives results a meaning.
    pub fn new(game: G, evaluator: E, options: MctsOptions) -> Self {
        Self {
            game,
            evaluator,
            options,
        }
    }
}

/// The first report comes after so many iterations, the next each time their number has doubled.
const FIRST_REPORT: u64 = 1024;

impl<G: Game, E: Evaluator<G>> Searcher<G> for Mcts<G, E> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let search = &self.options.search;
        let mut budget = Budget::new(limits, stop, search.deterministic);
        let rng = stream(search.seed, 0);
        let mut walk = Walk::new(&self.game, &self.evaluator, &self.options, rng);
        let mut tree = Tree::new(search.hash_mib << 20);
        walk.expand(&mut tree, Tree::<G>::ROOT, &root.position);
        for iteration in 1_u64.. {
            walk.iterate(&mut tree, &root.position, &mut budget);
            if budget.is_spent() || tree.node(Tree::<G>::ROOT).proven.is_some() {
                break;
            }
            if iteration >= FIRST_REPORT && iteration.is_power_of_two() {
                if budget.is_late() {
                    break;
                }
                observer(&self.report(&tree, root, &budget, walk.deepest));
            }
        }
        self.report(&tree, root, &budget, walk.deepest)
    }

    fn new_game(&mut self) {}
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    fn report(
        &self,
        tree: &Tree<G>,
        root: &Root<G>,
        budget: &Budget<'_>,
        deepest: u32,
    ) -> Report<G::Move> {
        let Turn::Player(mover) = self.game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        let node = tree.node(Tree::<G>::ROOT);
        let edges = tree.ranked(Tree::<G>::ROOT, mover);
        let lines = edges.iter().take(self.options.search.multipv.max(1));
        let proof = node.proven.map(|proven| Proof {
            result: match proven.returns[mover.index()] {
                value if value > 0.0 => ProofResult::Win,
                value if value < 0.0 => ProofResult::Loss,
                _ => ProofResult::Draw,
            },
            plies: proven.plies,
        });
        Report {
            lines: lines.map(|edge| self.line(tree, root, edge)).collect(),
            depth: tree
                .principal(Tree::<G>::ROOT, &self.game, &root.position)
                .len() as u32,
            seldepth: deepest,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            threads: 1,
            hashfull: tree.fullness(),
            proof,
        }
    }

    fn line(&self, tree: &Tree<G>, root: &Root<G>, edge: &Edge<G>) -> Line<G::Move> {
        let Turn::Player(mover) = self.game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        let Step::Move(mv) = edge.step else {
            unreachable!("the root is a player's choice")
        };
        let mut pos = root.position.clone();
        self.game.play(&mut pos, mv);
        let mut pv = vec![mv];
        let mut returns = [0.0; crate::MAX_PLAYERS];
        let mut nodes = 0;
        if let Some(child) = edge.child {
            pv.extend(tree.principal(child, &self.game, &pos));
            returns = tree.node(child).mean();
            nodes = u64::from(tree.node(child).visits);
        }
        let score = self.evaluator.score_of(returns[mover.index()]);
        Line {
            pv,
            score,
            bound: Bound::Exact,
            outlook: self.evaluator.outlook(score),
            returns: Some(returns),
            nodes,
        }
    }
}
