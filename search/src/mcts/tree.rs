//! The tree that the search grows, by any number of threads at once.
//!
//! Nothing in it moves or is locked: a node's edges are set once, statistics are atomic, and a child hangs on its edge for
//! good. Equal positions at equal depth are one node, so turns that end alike share what is known; as the depth counts,
//! there is no way round in a circle.
//!
//! A node lives as long as an edge leads to it. When the game goes on, the tree goes on from a node below its root: what
//! cannot be reached from there any more is freed little by little while the search runs, so that nobody waits for it. What
//! is not freed yet counts as used.

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use super::store::{NodeStore, edges_size};
use crate::interface::game::{Game, MAX_PLAYERS, Player, Returns, Step};
use crate::interface::policy::Listed;
use crate::support::certain::{Bounds, Certain, ResultScale};
use crate::support::parallel::drop_aside;

/// Totals are kept in this fraction: fine enough for any result, coarse enough for as many visits as can be counted.
const UNIT: f64 = (1 << 24) as f64;

/// What is known of a position that was reached.
pub(super) struct Node<G: Game> {
    edges: OnceLock<Edges<G>>,
    visits: AtomicU32,
    /// Threads that are below it just now.
    pending: AtomicU32,
    totals: [AtomicI64; MAX_PLAYERS],
    proven: OnceLock<Proven>,
    key: u64,
    depth: u32,
    /// Where it is known by its key, and its size is counted.
    store: Arc<NodeStore<Self>>,
}

/// A step and where it leads, if it was tried.
pub(super) struct Edge<G: Game> {
    pub(super) step: Step<G::Move, G::Event>,
    /// What the policy thinks of a move, or the chance of an event; they add up to one.
    pub(super) prior: f32,
    child: OnceLock<Arc<Node<G>>>,
    /// How often it could be chosen, where that is not as often as its node was visited.
    offers: AtomicU32,
}

/// The steps from a node. More come later only where a node stands for several positions, which allow different steps.
pub(super) struct Edges<G: Game> {
    own: Box<[Edge<G>]>,
    /// Whether no step is missing, with those before these.
    is_whole: bool,
    more: OnceLock<Box<Edges<G>>>,
}

/// What is certain of a position that need not be looked at again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proven {
    /// Between what the results lie.
    pub(super) bounds: Bounds,
    /// The result of the play that was seen to lead there, and its length. For a player whose result is open, it is only
    /// one of those that may come.
    pub(super) returns: Returns,
    pub(super) plies: u32,
    /// What results mean.
    pub(super) scale: ResultScale,
}

impl Proven {
    /// What is certain for a player who is so many plies before it.
    pub(super) fn certain(&self, player: Player, before: u32) -> Certain {
        self.bounds.of_player(player, self.plies + before, self.scale)
    }
}

/// The root, and what lies below it.
pub(super) struct Tree<G: Game> {
    root: Arc<Node<G>>,
    pub(super) store: Arc<NodeStore<Node<G>>>,
    /// What cannot be reached from the root, but perhaps from other garbage.
    garbage: Mutex<Vec<Arc<Node<G>>>>,
}

/// A tree that is greater is not freed by whoever waits for an answer.
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

    /// Marks a result as certain; the first word stands.
    pub(super) fn set_proven(&self, proven: Proven) {
        let _ = self.proven.set(proven);
    }

    /// The result that a player may expect.
    pub(super) fn mean_of(&self, player: Player) -> f32 {
        if let Some(proven) = self.proven.get() {
            return proven.returns[player.index()];
        }
        let total = self.totals[player.index()].load(Relaxed) as f64 / UNIT;
        (total / f64::from(self.visits().max(1))) as f32
    }

    /// The result that every player may expect.
    pub(super) fn mean(&self) -> Returns {
        std::array::from_fn(|player| self.mean_of(Player(player as u8)))
    }

    /// Counts a result.
    pub(super) fn count(&self, returns: &Returns) {
        for (total, &value) in self.totals.iter().zip(returns) {
            if value != 0.0 {
                total.fetch_add((f64::from(value) * UNIT) as i64, Relaxed);
            }
        }
        self.visits.fetch_add(1, Relaxed);
    }

    /// A thread goes below this node.
    pub(super) fn enter(&self) {
        self.pending.fetch_add(1, Relaxed);
    }

    /// A thread that went below comes back.
    pub(super) fn leave(&self) {
        self.pending.fetch_sub(1, Relaxed);
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.edges.get().is_some()
    }

    /// Every edge that there is by now.
    pub(super) fn edges(&self) -> impl Iterator<Item = &Edge<G>> {
        self.lists().flat_map(|edges| edges.own.iter())
    }

    /// Whether the edges are all that the rules allow.
    pub(super) fn is_whole(&self) -> bool {
        self.lists().last().is_some_and(|edges| edges.is_whole)
    }

    fn lists(&self) -> impl Iterator<Item = &Edges<G>> {
        std::iter::successors(self.edges.get(), |edges| edges.next())
    }

    /// Takes the children off their edges.
    fn orphans(&mut self) -> Vec<Arc<Self>> {
        let mut orphans = Vec::new();
        let mut chain = self.edges.get_mut();
        while let Some(edges) = chain {
            orphans.extend(edges.own.iter_mut().filter_map(|edge| edge.child.take()));
            chain = edges.more.get_mut().map(|more| &mut **more);
        }
        orphans
    }

    /// The bytes that it takes, with its edges.
    fn size(&self) -> usize {
        let chain = std::iter::successors(self.edges.get(), |edges| edges.next());
        let edges = chain.map(|edges| edges_size::<Edge<G>>(edges.own.len()));
        Self::SIZE + edges.sum::<usize>()
    }
}

impl<G: Game> Drop for Node<G> {
    /// A node takes with it whatever nothing else leads to: without recursion, as a line may be long.
    fn drop(&mut self) {
        self.store.forget(self.key, self.size());
        let mut orphans = self.orphans();
        while free_one(&mut orphans) {}
    }
}

/// Frees one of some nodes, if nothing leads to it; its children take its place. False if there is none.
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

    /// Whether what is certain of its node follows from what is after it.
    pub(super) fn leads_to(&self, proven: &Proven) -> bool {
        let behind = self.child().and_then(Node::proven);
        let bits = |proven: &Proven| proven.returns.map(f32::to_bits);
        behind
            .is_some_and(|behind| behind.plies + 1 == proven.plies && bits(&behind) == bits(proven))
    }

    /// Counts that it could be chosen, and says how often.
    pub(super) fn offered(&self) -> u32 {
        self.offers.fetch_add(1, Relaxed) + 1
    }
}

impl<G: Game> Edges<G> {
    pub(super) fn own(&self) -> &[Edge<G>] {
        &self.own
    }

    /// These edges and those that came later.
    pub(super) fn all(&self) -> impl Iterator<Item = &Edge<G>> {
        let later = std::iter::successors(self.next(), |edges| edges.next());
        self.own.iter().chain(later.flat_map(|edges| edges.own.iter()))
    }

    /// Whether steps are missing although nothing is left to be found out behind those that are here.
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
    /// A tree of a root alone, to grow to so many bytes.
    pub(super) fn new(most_bytes: usize, hash: u64) -> Self {
        let store = Arc::new(NodeStore::new(most_bytes));
        let new = |key| Arc::new(Node::new(key, 0, &store));
        let root = store.find_or_insert(key(hash, 0), new);
        Self { root, store, garbage: Mutex::default() }
    }

    pub(super) fn root(&self) -> &Node<G> {
        &self.root
    }

    /// Whether there is room for more.
    pub(super) fn has_room(&self) -> bool {
        self.store.has_room()
    }

    /// How full it is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        self.store.fullness()
    }

    /// Frees so many nodes of what was left behind, unless another thread does.
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

    /// The first edges of a node; `steps` lists them if nobody has done so.
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

    /// What follows a node's edges so far: `steps`, unless somebody was quicker to add his.
    pub(super) fn extend<'t>(
        &self,
        edges: &'t Edges<G>,
        steps: &[Weighted<G>],
        listed: Listed,
    ) -> &'t Edges<G> {
        edges.more.get_or_init(|| Box::new(self.grown(steps, listed)))
    }

    /// The node behind an edge of `parent`. With the hash of its position it is one for all ways that lead there.
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

    /// The part of the tree that lies below the position with this hash, at most `steps` below the root.
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

    /// Adds what another tree found out about the same position: all of its counts, down to where it has hardly been.
    pub(super) fn absorb(&self, other: &Self) {
        self.absorb_node(&self.root, &other.root, &mut HashSet::new());
    }

    fn absorb_node(&self, mine: &Node<G>, theirs: &Node<G>, seen: &mut HashSet<u64>) {
        /// Less often visited children are left out: there are many, and they say little.
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

    /// The moves on the way that was gone most often, draws in between not counted, and whether nothing can follow them:
    /// the end of the game, or of the room.
    pub(super) fn main_way(&self) -> (u32, bool) {
        /// Threads that come upon a new node at once count their visits there before it has edges.
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
    /// Frees a large tree on a thread of its own.
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

/// Equal positions at different depths are different nodes.
fn key(hash: u64, depth: u32) -> u64 {
    hash ^ u64::from(depth + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
