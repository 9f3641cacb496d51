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
    AllMoves, Bound, Budget, Evaluator, Game, Limits, Line, Policy, Proof, ProofResult, Report,
    Root, SearchOptions, Searcher, Step, StopFlag, Turn,
};
use tree::{Edge, Tree};
use walk::Walk;

/// How a move is chosen in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Selection {
    /// Upper confidence bounds: every move is tried once before any is tried again.
    #[default]
    Uct,
    /// Upper confidence bounds weighed by the policy's priors: unlikely moves may never be tried.
    /// CITE: Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and AI 61, 2011; Silver et al.,
    /// "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016.
    Puct,
}

/// Parameters of the tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsOptions {
    /// The options of every search. It runs on one thread; `hash_mib` bounds the tree.
    pub search: SearchOptions,
    /// The weight of what was tried seldom, for results between −1 and 1.
    pub exploration: f32,
    /// How moves are chosen in the tree.
    pub selection: Selection,
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
            selection: Selection::Uct,
            playout_plies: None,
            best_return: 1.0,
        }
    }
}

/// Monte-Carlo tree search of one game.
pub struct Mcts<G: Game, E, P = AllMoves> {
    game: G,
    evaluator: E,
    policy: P,
    options: MctsOptions,
    /// The tree of the last search, for the next one.
    last: Option<(G::Position, Tree<G>)>,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A search of `game`; the evaluator judges playouts that are cut off, and gives results a meaning.
    pub fn new(game: G, evaluator: E, options: MctsOptions) -> Self {
        Self {
            game,
            evaluator,
            policy: AllMoves,
            options,
            last: None,
        }
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Mcts<G, E, P> {
    /// The same search with the moves and priors of a policy in the tree, and its playouts.
    pub fn with_policy<Q: Policy<G>>(self, policy: Q) -> Mcts<G, E, Q> {
        Mcts {
            game: self.game,
            evaluator: self.evaluator,
            policy,
            options: self.options,
            last: None,
        }
    }

    /// The tree below `root`, if the last search has seen that position, else a new one.
    fn tree_for(&mut self, root: &Root<G>) -> Tree<G> {
        let most_bytes = self.options.search.hash_mib << 20;
        // A deterministic search must not depend on what was searched before.
        let last = self
            .last
            .take()
            .filter(|_| !self.options.search.deterministic);
        let seen = last.and_then(|(pos, tree)| {
            let hash = self.game.hash(&root.position);
            let id = tree.find(&self.game, &pos, hash, self.game.players() as u32)?;
            // A proof may rest on the play before it, and what is nearly full leaves no room.
            (tree.node(id).proven.is_none()).then(|| tree.below(id))
        });
        seen.filter(Tree::has_room)
            .unwrap_or_else(|| Tree::new(most_bytes))
    }
}

/// The first report comes after so many iterations, the next each time their number has doubled.
const FIRST_REPORT: u64 = 1024;

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Searcher<G> for Mcts<G, E, P> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut tree = self.tree_for(root);
        let search = &self.options.search;
        let mut budget = Budget::new(limits, stop, search.deterministic);
        let rng = stream(search.seed, 0);
        let mut walk = Walk::new(
            &self.game,
            &self.evaluator,
            &self.policy,
            &self.options,
            rng,
        );
        if tree.node(Tree::<G>::ROOT).edges.is_empty() {
            walk.expand(&mut tree, Tree::<G>::ROOT, &root.position);
        }
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
        let deepest = walk.deepest;
        let report = self.report(&tree, root, &budget, deepest);
        self.last = Some((root.position.clone(), tree));
        report
    }

    fn new_game(&mut self) {
        self.last = None;
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Mcts<G, E, P> {
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
