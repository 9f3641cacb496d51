//! Monte-Carlo tree search: UCT and PUCT for any number of players, with chance nodes and proven results.
//!
//! An iteration has four steps. *Selection* descends from the root; at each node the player to move chooses the move with the highest upper
//! confidence bound, which adds a bonus for rarely tried moves to the mean result. *Expansion* adds one node at the end of the path. A
//! *playout* continues from there with random moves to the end of the game, or to an evaluation. The *backup* adds the result to every node
//! of the path. The result is a vector with one value for each player; each player's choices depend only on their own component (max^n).
//!
//! Positions with a proven result are marked and not played out again; the backup also derives marks for the nodes above.
//! `search/src/support/certain.rs` explains what is proven with more than two players. If all moves that the policy lists are proven, the
//! remaining legal moves are added. Equal positions at equal depth share a node.
//!
//! Chance is handled in one of two ways. With *chance nodes*, each event has a node; if there are many events, their number grows with the
//! visits (progressive widening). With an *open loop*, events have no nodes: each iteration draws new events, a node stands for all
//! positions that its moves may lead to, and the moves that are legal after the current draw are available.
//!
//! All threads share one tree. Each has its own random numbers, and *virtual losses* (visits in progress count as losses) send the threads
//! to different branches. The deterministic search builds one tree for each logical worker and merges the trees at the end.
//!
//! CITE: Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006 (UCT).
//!
//! CITE: Sturtevant, "An analysis of UCT in multi-player games", Computers and Games 2008 (max^n backup).
//!
//! CITE: Chaslot, Winands, van den Herik, "Parallel Monte-Carlo tree search", Computers and Games 2008 (one tree, virtual loss).
//!
//! CITE: Couëtoux et al., "Continuous upper confidence trees", LION 5, 2011 (widening of chance nodes).
//!
//! CITE: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4, 2012 (available moves in an open loop).
//!
//! **Invariant:** Nodes never move and have no locks: edges and children are set once, counts are atomic. Equal positions at equal depth
//! share a node only if the same moves have the same numbers in both ([`node_hash`](crate::Game::node_hash)). Every byte counts towards the
//! memory limit; later searches free an abandoned tree in small steps.

mod options;
mod playout;
mod ranking;
mod solver;
mod store;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

pub use options::{Chance, MctsOptions, Selection, Widening};

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, Player, Step, Turn};
use crate::interface::limits::{Limits, StopFlag};
use crate::interface::policy::{AllMoves, Policy};
use crate::interface::report::{Line, Proof, Report};
use crate::interface::score::Score;
use crate::interface::searcher::prepare_evaluation;
use crate::interface::searcher::{Root, Searcher};
use crate::support::budget::Budget;
use crate::support::certain::{Bounds, Certain};
use crate::support::finish::finish_lines;
use crate::support::occurrences::end_at_a_draw;
use crate::support::parallel::ThreadPool;
use crate::support::random::stream;
use solver::ResultBounds;
use tree::{Edge, Tree};
use walk::MctsWorker;

/// The definition of a node in this search, for users: the unit of [`Limits::nodes`](crate::Limits::nodes) and of reports.
pub const NODES: &str = "a move made on the way down the tree or in a playout, so an iteration takes several; chance events do not count";

/// Monte-Carlo tree search for one game.
pub struct Mcts<G: Game, E, P = AllMoves> {
    game: G,
    evaluator: E,
    policy: P,
    options: MctsOptions,
    pool: ThreadPool,
    /// The player to move at the root.
    root_player: Player,
    /// The tree of the last search; the next search continues with it.
    last: Option<Tree<G>>,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A search of `game`. The evaluator evaluates playouts that are cut off, and the results of finished games.
    pub fn new(game: G, evaluator: E, options: MctsOptions) -> Self {
        Self {
            game,
            evaluator,
            policy: AllMoves,
            pool: ThreadPool::new(options.search.threads),
            root_player: Player(0),
            options,
            last: None,
        }
    }
}

/// The number of iterations before the first report; further reports follow each time the number has doubled.
const FIRST_REPORT: u64 = 1024;

/// If the move of a line has fewer visits, the line is reported with depth 0, because its mean is not reliable. This does not apply to the
/// best line.
const SETTLED: u64 = 100;

/// How many plies below the old root the tree is searched for the position of the next search.
const LONGEST_GAP: u32 = 64;

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Mcts<G, E, P> {
    /// The same search with the moves and priors of a policy in the tree, and with its playouts.
    pub fn with_policy<Q: Policy<G>>(self, policy: Q) -> Mcts<G, E, Q> {
        Mcts {
            game: self.game,
            evaluator: self.evaluator,
            policy,
            options: self.options,
            pool: self.pool,
            root_player: self.root_player,
            last: None,
        }
    }

    /// The subtree of `root` if the last search contains that position, otherwise a new tree.
    fn tree_for(&mut self, root: &Root<G>, stakes: &ResultBounds) -> Tree<G> {
        let hash = self.game.node_hash(&root.position);
        // The nodes of an open loop cannot be identified by a position.
        let is_kept = self.options.chance != Chance::OpenLoop && is_of_position(root, stakes);
        let last = self.last.take().filter(|_| is_kept);
        last.and_then(|tree| tree.below(hash, LONGEST_GAP))
            .unwrap_or_else(|| Tree::new(self.options.search.hash_mib << 20, hash))
    }

    fn stakes(&self, root: &Root<G>) -> ResultBounds {
        ResultBounds::new(&self.game, &self.evaluator, self.options.best_return, root)
    }

    fn walk<'a>(
        &'a self,
        tree: &'a Tree<G>,
        (root, stakes): (&'a Root<G>, &'a ResultBounds),
        index: usize,
        uses_virtual_loss: bool,
    ) -> MctsWorker<'a, G, E, P> {
        let rng = stream(self.options.search.seed, index as u64);
        let players = (&self.game, &self.evaluator, &self.policy, &self.options);
        MctsWorker::new(players, (root, self.root_player), stakes, tree, rng, uses_virtual_loss)
    }

    /// All threads work on one tree.
    fn grow_together(
        &self,
        tree: &Tree<G>,
        root: &Root<G>,
        stakes: &ResultBounds,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let (end, nodes) = (StopFlag::default(), AtomicU64::new(0));
        let uses_virtual_loss = self.pool.threads() > 1;
        let most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut budget = Budget::new(limits, stop, false);
        // Returns whether the root is decided; other threads may add moves to it later.
        let iterate = |walk: &mut MctsWorker<'_, G, E, P>, budget: &mut Budget<'_>| {
            let before = budget.nodes();
            walk.iterate(budget);
            let here = budget.nodes() - before;
            let all = nodes.fetch_add(here, Relaxed) + here;
            let is_decided = self.is_decided(tree);
            (is_decided || budget.is_spent() || all >= most_nodes).then_some(is_decided)
        };
        let mut is_decided = false;
        let main = || {
            let mut walk = self.walk(tree, (root, stakes), 0, uses_virtual_loss);
            for iteration in 1_u64.. {
                if let Some(decided) = iterate(&mut walk, &mut budget) {
                    is_decided = decided;
                    break;
                }
                if !iteration.is_power_of_two() {
                    continue;
                }
                if iteration >= FIRST_REPORT && budget.is_late() || is_deep(tree, limits) {
                    break;
                }
                if iteration >= FIRST_REPORT {
                    observer(&self.report(tree, root, &budget, nodes.load(Relaxed), walk.deepest));
                }
            }
            walk.deepest
        };
        let help = |index: usize| {
            let mut budget = Budget::new(&Limits::default(), stop, true).until(&end);
            let mut walk = self.walk(tree, (root, stakes), index + 1, uses_virtual_loss);
            while iterate(&mut walk, &mut budget).is_none() {}
            walk.deepest
        };
        let (deepest, others) = self.pool.run(end.flag(), main, help);
        let deepest = others.into_iter().fold(deepest, u32::max);
        let report = self.report(tree, root, &budget, nodes.load(Relaxed), deepest);
        Report { is_complete: is_decided, ..report }
    }

    /// Each logical worker builds its own tree; the trees are merged in the order of the workers. With a depth limit the workers start
    /// again, each time with twice as many iterations, until the merged tree is deep enough.
    fn grow_apart(
        &self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> (Tree<G>, Report<G::Move>) {
        let mut iterations = limits.depth.map_or(u64::MAX, |_| 1);
        loop {
            let (tree, report, is_over) = self.grow_apart_for(iterations, root, limits, stop);
            if is_over || is_deep(&tree, limits) {
                return (tree, report);
            }
            iterations *= 2;
        }
    }

    /// Builds and merges the trees with at most `iterations` for each worker. Also returns whether more iterations are useless, because
    /// every worker has reached a limit or a proven result.
    fn grow_apart_for(
        &self,
        iterations: u64,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
    ) -> (Tree<G>, Report<G::Move>, bool) {
        let workers = self.options.search.workers.max(1);
        let hash = self.game.node_hash(&root.position);
        let most_bytes = (self.options.search.hash_mib << 20) / workers;
        let share = |index: usize| Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_add(index as u64) / workers as u64),
            ..*limits
        };
        let stakes = &self.stakes(root);
        let work = |index: usize| {
            let tree = Tree::new(most_bytes, hash);
            let mut budget = Budget::new(&share(index), stop, true);
            let mut walk = self.walk(&tree, (root, stakes), index, false);
            let is_over = (0..iterations).any(|_| {
                walk.iterate(&mut budget);
                budget.is_spent() || self.is_decided(&tree)
            });
            let deepest = walk.deepest;
            (tree, budget.nodes(), deepest, is_over)
        };
        let done: Vec<_> = (0..workers).map(|_| OnceLock::new()).collect();
        self.pool.for_each(workers, |index| {
            let _ = done[index].set(work(index));
        });
        let mut done =
            done.into_iter().map(|done| done.into_inner().expect("every worker has worked"));
        let (tree, mut nodes, mut deepest, mut is_over) = done.next().expect("there is a worker");
        for (other, other_nodes, other_deepest, other_is_over) in done {
            tree.absorb(&other);
            nodes += other_nodes;
            deepest = deepest.max(other_deepest);
            is_over &= other_is_over;
        }
        let budget = Budget::new(limits, stop, true);
        let report = self.report(&tree, root, &budget, nodes, deepest);
        (tree, report, is_over)
    }
}

/// Whether the values in a tree depend on the position of the root alone, so that the tree can be used again: no draw by repetition is due,
/// and the choice of moves is not restricted.
fn is_of_position<G: Game>(root: &Root<G>, stakes: &ResultBounds) -> bool {
    stakes.draws_due.is_empty() && !root.is_limited()
}

/// Whether the most visited line has the requested depth, or ends the game (with enough visits to rely on it).
fn is_deep<G: Game>(tree: &Tree<G>, limits: &Limits) -> bool {
    limits.depth.is_some_and(|most| {
        let (depth, is_whole) = tree.most_visited_line();
        depth >= most || is_whole && u64::from(tree.root().visits()) >= FIRST_REPORT
    })
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Searcher<G> for Mcts<G, E, P> {
    fn search(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let root_player = self.mover(root);
        if P::KNOWS_ROOT_PLAYER && root_player != self.root_player {
            self.last = None;
        }
        self.root_player = root_player;
        if self.options.search.deterministic {
            return self.grow_apart(root, limits, stop).1;
        }
        let stakes = self.stakes(root);
        let tree = self.tree_for(root, &stakes);
        let report = self.grow_together(&tree, root, &stakes, limits, stop, observer);
        self.last = Some(tree).filter(|_| is_of_position(root, &stakes));
        report
    }

    fn evaluate(&self, pos: &G::Position) -> Option<Score> {
        Some(self.evaluator.evaluate(&self.game, pos))
    }

    fn new_game(&mut self) {
        self.last = None;
    }

    fn prepare(&mut self) {
        prepare_evaluation(&self.game, self);
    }
}

impl<G: Game, E: Evaluator<G>, P: Policy<G>> Mcts<G, E, P> {
    fn report(
        &self,
        tree: &Tree<G>,
        root: &Root<G>,
        budget: &Budget<'_>,
        nodes: u64,
        deepest: u32,
    ) -> Report<G::Move> {
        let edges = Tree::ranked(tree.root(), self.mover(root));
        let lines = edges.iter().take(self.options.search.multipv.max(1));
        let (depth, _) = tree.most_visited_line();
        let mut lines: Vec<_> = lines.map(|edge| self.line(root, edge, depth)).collect();
        finish_lines(&self.game, root, &mut lines);
        for line in lines.iter_mut().skip(1) {
            line.depth = if line.nodes < SETTLED { 0 } else { depth };
        }
        let proven = tree.root().proven();
        let mover = self.mover(root);
        let report = Report::new(lines, depth);
        let proof = proven.and_then(|proven| proven.certain(mover, 0).proof());
        // The best line may have a shorter proof of the same result, found after that of the root.
        let first = report.lines.first().and_then(|line| line.proof);
        let same = |first: &Proof| proof.is_some_and(|proof| proof.result == first.result);
        let proof = first.filter(same).or(proof).or(report.proof);
        Report {
            seldepth: deepest,
            nodes,
            elapsed: budget.elapsed(),
            threads: self.pool.threads(),
            hashfull: tree.fullness(),
            proof,
            is_complete: self.is_decided(tree),
            ..report
        }
    }

    /// Whether the results of the root and of every requested line are proven.
    fn is_decided(&self, tree: &Tree<G>) -> bool {
        let root = tree.root();
        let is_certain =
            |edge: &&Edge<G>| edge.child().is_some_and(|child| child.proven().is_some());
        let lines = self.options.search.multipv.max(1);
        root.proven().is_some()
            && (lines == 1
                || root.edges().filter(is_certain).count() >= lines.min(root.edges().count()))
    }

    fn mover(&self, root: &Root<G>) -> Player {
        let Turn::Player(mover) = self.game.turn(&root.position) else {
            unreachable!("a search starts where a player moves")
        };
        mover
    }

    fn line(&self, root: &Root<G>, edge: &Edge<G>, depth: u32) -> Line<G::Move> {
        let mover = self.mover(root);
        let Step::Move(mv) = edge.step else { unreachable!("the root is a player's choice") };
        let mut pos = root.position.clone();
        self.game.play(&mut pos, mv);
        let mut pv = vec![mv];
        let mut returns = [0.0; crate::interface::game::MAX_PLAYERS];
        let mut nodes = 0;
        let best = self.options.best_return;
        let mut certain = Certain::nothing(best);
        if let Some(child) = edge.child() {
            pv.extend(Tree::principal(child, &self.game, &pos));
            end_at_a_draw(&self.game, root, &mut pv);
            let known = child.proven();
            let bounds = known.map_or(Bounds::unknown(best), |proven| proven.bounds);
            returns = bounds.show(child.mean(), self.game.players(), best);
            certain = known.map_or(certain, |proven| proven.certain(mover, 1));
            nodes = u64::from(child.visits());
        }
        let score = self.evaluator.score_of(returns[mover.index()]);
        let line = Line {
            returns: Some(returns),
            depth,
            nodes,
            ..Line::new(pv, score, self.evaluator.wdl(score))
        };
        line.with_certain(certain)
    }
}
