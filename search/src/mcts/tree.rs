//! The search tree, which any number of threads extend at the same time without locks.
//!
//! Nothing in the tree moves: the edges of a node are set once, statistics are atomic, and a child stays with its edge. Equal positions at
//! equal depth share a node, so different orders of the same moves share their statistics. Because the depth counts, the graph has no
//! cycles.
//!
//! A node exists as long as an edge leads to it. When the game continues, a node below the root becomes the new root. Nodes that are then
//! unreachable are freed gradually during the search, so that no caller waits until all of them are freed. Until a node is freed, it counts
//! as memory in use.

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use super::store::{NodeStore, edges_size};
use crate::interface::game::{Game, MAX_PLAYERS, Player, Returns, Step};
use crate::interface::policy::Listed;
use crate::support::certain::{Bounds, Certain, ResultScale};
use crate::support::parallel::drop_aside;

/// Totals are stored in multiples of this fraction: fine enough for every result, and coarse enough not to overflow with the greatest count
/// of visits.
const UNIT: f64 = (1 << 24) as f64;

/// The statistics of a position.
pub(super) struct Node<G: Game> {
    edges: OnceLock<Edges<G>>,
    visits: AtomicU32,
    /// The number of threads that are currently below this node.
    pending: AtomicU32,
    totals: [AtomicI64; MAX_PLAYERS],
    proven: OnceLock<Proven>,
    key: u64,
    depth: u32,
    /// The index that contains the node and counts its memory.
    store: Arc<NodeStore<Self>>,
}

/// A step and its child, once the step was tried.
pub(super) struct Edge<G: Game> {
    pub(super) step: Step<G::Move, G::Event>,
    /// The policy's prior of a move, or the probability of an event; they add up to 1 within a node.
    pub(super) prior: f32,
    child: OnceLock<Arc<Node<G>>>,
    /// How often the step was available, if that differs from the visits of its node (open loop).
    offers: AtomicU32,
}

/// The steps from a node. Steps are added later if the policy omitted some, or if the node stands for several positions with different
/// legal moves.
pub(super) struct Edges<G: Game> {
    own: Box<[Edge<G>]>,
    /// Whether these steps and those listed before them are all the legal steps.
    is_whole: bool,
    more: OnceLock<Box<Edges<G>>>,
}

/// A proven result; the position needs no further search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proven {
    /// The bounds of each player's result.
    pub(super) bounds: Bounds,
    /// The result of the line that was found, and its length. For a player whose result is open, it is only one of the possible results.
    pub(super) returns: Returns,
    pub(super) plies: u32,
    /// The meaning of results.
    pub(super) scale: ResultScale,
}

impl Proven {
    /// What is proven about the result of `player`, with the plies counted from `before` plies above this node.
    pub(super) fn certain(&self, player: Player, before: u32) -> Certain {
        self.bounds.of_player(player, self.plies + before, self.scale)
    }
}

/// A root and the tree below it.
pub(super) struct Tree<G: Game> {
    root: Arc<Node<G>>,
    pub(super) store: Arc<NodeStore<Node<G>>>,
    /// Nodes that cannot be reached from the root (but perhaps from each other).
    garbage: Mutex<Vec<Arc<Node<G>>>>,
}

/// A tree with at least this many bytes is freed on a separate thread.
const LARGE: usize = 4 << 20;

impl<G: Game> Node<G> {
    fn new(key: u64, depth: u32, store: &Arc<NodeStore<Self>>) -> Self {
        store.take(Self::SIZE);
        Self {
            edges: OnceLock::new(),
            visits: AtomicU32::new(0),
            pending: AtomicU32::new(0),
            totals: Default::default(),
            proven: OnceLock::new(),
            key,
            depth,
            store: store.clone(),
        }
    }

    /// The bytes of a node without its edges.
    const SIZE: usize = NodeStore::<Self>::NODE;

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub(super) fn pending(&self) -> u32 {
        self.pending.load(Relaxed)
    }

    pub(super) fn proven(&self) -> Option<Proven> {
        self.proven.get().copied()
    }

    /// Marks a result as proven; only the first call has an effect.
    pub(super) fn set_proven(&self, proven: Proven) {
        let _ = self.proven.set(proven);
    }

    /// The expected result of a player.
    pub(super) fn mean_of(&self, player: Player) -> f32 {
        if let Some(proven) = self.proven.get() {
            return proven.returns[player.index()];
        }
        let total = self.totals[player.index()].load(Relaxed) as f64 / UNIT;
        (total / f64::from(self.visits().max(1))) as f32
    }

    /// The expected result of every player.
    pub(super) fn mean(&self) -> Returns {
        std::array::from_fn(|player| self.mean_of(Player(player as u8)))
    }

    /// Adds a result.
    pub(super) fn count(&self, returns: &Returns) {
        for (total, &value) in self.totals.iter().zip(returns) {
            if value != 0.0 {
                total.fetch_add((f64::from(value) * UNIT) as i64, Relaxed);
            }
        }
        self.visits.fetch_add(1, Relaxed);
    }

    /// Registers a thread that descends below this node.
    pub(super) fn enter(&self) {
        self.pending.fetch_add(1, Relaxed);
    }

    /// Registers that the thread has returned.
    pub(super) fn leave(&self) {
        self.pending.fetch_sub(1, Relaxed);
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.edges.get().is_some()
    }

    /// All edges so far.
    pub(super) fn edges(&self) -> impl Iterator<Item = &Edge<G>> {
        self.lists().flat_map(|edges| edges.own.iter())
    }

    /// Whether the edges are all the legal steps.
    pub(super) fn is_whole(&self) -> bool {
        self.lists().last().is_some_and(|edges| edges.is_whole)
    }

    fn lists(&self) -> impl Iterator<Item = &Edges<G>> {
        std::iter::successors(self.edges.get(), |edges| edges.next())
    }

    /// Removes and returns the children.
    fn orphans(&mut self) -> Vec<Arc<Self>> {
        let mut orphans = Vec::new();
        let mut chain = self.edges.get_mut();
        while let Some(edges) = chain {
            orphans.extend(edges.own.iter_mut().filter_map(|edge| edge.child.take()));
            chain = edges.more.get_mut().map(|more| &mut **more);
        }
        orphans
    }

    /// The bytes of the node and its edges.
    fn size(&self) -> usize {
        let chain = std::iter::successors(self.edges.get(), |edges| edges.next());
        let edges = chain.map(|edges| edges_size::<Edge<G>>(edges.own.len()));
        Self::SIZE + edges.sum::<usize>()
    }
}

impl<G: Game> Drop for Node<G> {
    /// Frees the nodes that only this node leads to, without recursion, because a line may be long.
    fn drop(&mut self) {
        self.store.forget(self.key, self.size());
        let mut orphans = self.orphans();
        while free_one(&mut orphans) {}
    }
}

/// Removes the last node of the list. If nothing else refers to that node, frees it and adds its children to the list. Returns false if the
/// list is empty.
fn free_one<G: Game>(nodes: &mut Vec<Arc<Node<G>>>) -> bool {
    let Some(node) = nodes.pop() else {
        return false;
    };
    if let Some(mut node) = Arc::into_inner(node) {
        nodes.append(&mut node.orphans());
    }
    true
}

impl<G: Game> Edge<G> {
    fn new(step: Step<G::Move, G::Event>, prior: f32) -> Self {
        Self { step, prior, child: OnceLock::new(), offers: AtomicU32::new(0) }
    }

    pub(super) fn child(&self) -> Option<&Node<G>> {
        self.child.get().map(|child| &**child)
    }

    /// Whether the proof of the edge's node follows from the child of this edge.
    pub(super) fn leads_to(&self, proven: &Proven) -> bool {
        let below = self.child().and_then(Node::proven);
        let bits = |proven: &Proven| proven.returns.map(f32::to_bits);
        below.is_some_and(|below| below.plies + 1 == proven.plies && bits(&below) == bits(proven))
    }

    /// Counts that the step was available; returns the count.
    pub(super) fn offered(&self) -> u32 {
        self.offers.fetch_add(1, Relaxed) + 1
    }
}

impl<G: Game> Edges<G> {
    pub(super) fn own(&self) -> &[Edge<G>] {
        &self.own
    }

    /// These edges and those that were added later.
    pub(super) fn all(&self) -> impl Iterator<Item = &Edge<G>> {
        let later = std::iter::successors(self.next(), |edges| edges.next());
        self.own.iter().chain(later.flat_map(|edges| edges.own.iter()))
    }

    /// Whether all of these edges are proven, but legal steps are missing.
    pub(super) fn is_exhausted(&self) -> bool {
        let is_certain =
            |edge: &Edge<G>| edge.child().is_some_and(|child| child.proven().is_some());
        !self.is_whole && self.next().is_none() && self.own.iter().all(is_certain)
    }

    pub(super) fn next(&self) -> Option<&Self> {
        self.more.get().map(|more| &**more)
    }
}

/// Steps with their weights, which become priors.
pub(super) type Weighted<G> = (Step<<G as Game>::Move, <G as Game>::Event>, f32);

impl<G: Game> Tree<G> {
    /// A tree that consists of a root, limited to `most_bytes` bytes.
    pub(super) fn new(most_bytes: usize, hash: u64) -> Self {
        let store = Arc::new(NodeStore::new(most_bytes));
        let new = |key| Arc::new(Node::new(key, 0, &store));
        let root = store.find_or_insert(key(hash, 0), new);
        Self { root, store, garbage: Mutex::default() }
    }

    pub(super) fn root(&self) -> &Node<G> {
        &self.root
    }

    /// Whether the memory limit allows more nodes.
    pub(super) fn has_room(&self) -> bool {
        self.store.has_room()
    }

    /// The share of the memory limit in use, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        self.store.fullness()
    }

    /// Frees up to `nodes` unreachable nodes, unless another thread is doing so.
    pub(super) fn sweep(&self, nodes: usize) {
        if let Ok(mut garbage) = self.garbage.try_lock() {
            (0..nodes).all(|_| free_one(&mut garbage));
        }
    }

    fn grown(&self, steps: &[Weighted<G>], listed: Listed) -> Edges<G> {
        self.store.take(edges_size::<Edge<G>>(steps.len()));
        let total: f32 = steps.iter().map(|(_, weight)| weight).sum();
        let own = steps.iter().map(|&(step, weight)| Edge::new(step, weight / total));
        Edges { own: own.collect(), is_whole: listed == Listed::All, more: OnceLock::new() }
    }

    /// The first edges of a node. If the node has no edges yet, they are made from `steps`.
    pub(super) fn expand<'t>(
        &self,
        node: &'t Node<G>,
        steps: impl FnOnce() -> (Vec<Weighted<G>>, Listed),
    ) -> &'t Edges<G> {
        node.edges.get_or_init(|| {
            let (steps, listed) = steps();
            self.grown(&steps, listed)
        })
    }

    /// Adds `steps` after these edges, unless another thread has already added edges. Returns the added edges.
    pub(super) fn extend<'t>(
        &self,
        edges: &'t Edges<G>,
        steps: &[Weighted<G>],
        listed: Listed,
    ) -> &'t Edges<G> {
        edges.more.get_or_init(|| Box::new(self.grown(steps, listed)))
    }

    /// The child of an edge of `parent`. With a hash, all paths to the same position at this depth share the child.
    pub(super) fn child<'t>(
        &self,
        parent: &Node<G>,
        edge: &'t Edge<G>,
        hash: Option<u64>,
    ) -> &'t Node<G> {
        edge.child.get_or_init(|| {
            let new = |key| Arc::new(Node::new(key, parent.depth + 1, &self.store));
            match hash.map(|hash| key(hash, parent.depth + 1)) {
                Some(key) => self.store.find_or_insert(key, new),
                None => new(0),
            }
        })
    }

    /// The subtree of the position with this hash, if it is at most `steps` plies below the root, was visited, and is not proven.
    pub(super) fn below(mut self, hash: u64, steps: u32) -> Option<Self> {
        let mut depths = self.root.depth..=self.root.depth + steps;
        let root = depths.find_map(|depth| self.store.find(key(hash, depth)))?;
        if root.proven().is_some() || root.visits() == 0 {
            return None;
        }
        let before = std::mem::replace(&mut self.root, root);
        self.garbage.get_mut().ok()?.push(before);
        Some(self)
    }

    /// Adds the statistics of another tree with the same root position.
    pub(super) fn absorb(&self, other: &Self) {
        self.absorb_node(&self.root, &other.root, &mut HashSet::new());
    }

    fn absorb_node(&self, mine: &Node<G>, theirs: &Node<G>, seen: &mut HashSet<u64>) {
        /// Children with fewer visits are not merged: there are many, and they contribute little.
        const LEAST_VISITS: u32 = 64;
        if !seen.insert(theirs.key) {
            return;
        }
        mine.visits.fetch_add(theirs.visits(), Relaxed);
        for (total, theirs) in mine.totals.iter().zip(&theirs.totals) {
            total.fetch_add(theirs.load(Relaxed), Relaxed);
        }
        if let Some(proven) = theirs.proven() {
            mine.set_proven(proven);
        }
        let is_root = std::ptr::eq(mine, &raw const *self.root);
        for edge in theirs.edges() {
            let Some(child) =
                edge.child().filter(|child| is_root || child.visits() >= LEAST_VISITS)
            else {
                continue;
            };
            if let Some(own) = mine.edges().find(|own| own.step == edge.step) {
                let own = own.child.get_or_init(|| {
                    let new = |key| Arc::new(Node::new(key, child.depth, &self.store));
                    self.store.find_or_insert(child.key, new)
                });
                self.absorb_node(own, child, seen);
            }
        }
    }

    /// The number of moves in the most visited line (chance events do not count), and whether nothing can follow it: the game is over, or
    /// the memory is full.
    pub(super) fn most_visited_line(&self) -> (u32, bool) {
        /// A node with at most this number of visits may be new: threads that reach it at the same time count their visits before it has
        /// edges.
        const NEW: u32 = 256;
        let (mut node, mut depth) = (self.root(), 0);
        loop {
            let next = node
                .edges()
                .filter_map(|edge| Some((edge, edge.child()?)))
                .max_by_key(|(_, child)| child.visits());
            let Some((edge, child)) = next else {
                return (depth, node.proven().is_some() || node.visits() > NEW);
            };
            depth += u32::from(matches!(edge.step, Step::Move(_)));
            node = child;
        }
    }
}

impl<G: Game> Drop for Tree<G> {
    /// Frees a large tree on a separate thread.
    fn drop(&mut self) {
        let garbage = self.garbage.get_mut();
        let mut rest = garbage.map(std::mem::take).unwrap_or_default();
        let root = Node::new(0, 0, &self.store);
        rest.push(std::mem::replace(&mut self.root, Arc::new(root)));
        if self.store.bytes() > LARGE {
            drop_aside(Box::new(rest));
        }
    }
}

/// The key of a position at a depth; equal positions at different depths are different nodes.
fn key(hash: u64, depth: u32) -> u64 {
    hash ^ u64::from(depth + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
