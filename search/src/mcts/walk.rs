//! One iteration: descent through the tree, playout, and backup.

use std::collections::HashMap;

use rand::RngExt;
use rand_pcg::Pcg64;

use super::options::{Chance, MctsOptions, Selection};
use super::solver::ResultBounds;
use super::tree::{Edge, Edges, Node, Tree, Weighted};
use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, MoveList, Player, Returns, Step, Turn};
use crate::interface::policy::{Listed, Policy};
use crate::interface::searcher::Root;
use crate::support::budget::Budget;

/// First-play urgency: a move that was not tried is assumed to be worse than its parent by this much.
const UNTRIED: f32 = 0.1;

/// The greatest number of moves and events in a descent. Without this limit, a descent could follow endless play through all existing
/// nodes.
const LONGEST_DESCENT: usize = 1_000;

/// The greatest number of unreachable nodes that an iteration frees. An iteration adds fewer nodes than this, so the unreachable ones run
/// out.
const SWEPT: usize = 4;

/// One thread of the tree search, with its buffers.
pub(super) struct MctsWorker<'a, G: Game, E, P> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) policy: &'a P,
    pub(super) options: &'a MctsOptions,
    root: &'a Root<G>,
    stakes: &'a ResultBounds,
    /// The player to move at the root.
    root_player: Player,
    pub(super) rng: Pcg64,
    pub(super) moves: MoveList<G::Move>,
    tree: &'a Tree<G>,
    /// Whether other threads should be sent to other branches (virtual loss).
    uses_virtual_loss: bool,
    priors: Vec<(G::Move, f32)>,
    events: Vec<(G::Event, u32)>,
    offers: HashMap<G::Move, f32>,
    choices: Vec<SelectableEdge<'a, G>>,
    /// The buffer for the position of an iteration.
    pos: Option<G::Position>,
    /// The length of the longest path so far.
    pub(super) deepest: u32,
    /// The nodes of this iteration, each with the player who chose there.
    path: Vec<(&'a Node<G>, Option<Player>)>,
}

/// A move that may be selected: its edge, its prior, and how often it was available.
type SelectableEdge<'a, G> = (&'a Edge<G>, f32, u32);

impl<'a, G: Game, E: Evaluator<G>, P: Policy<G>> MctsWorker<'a, G, E, P> {
    pub(super) fn new(
        (game, evaluator, policy, options): (&'a G, &'a E, &'a P, &'a MctsOptions),
        (root, root_player): (&'a Root<G>, Player),
        stakes: &'a ResultBounds,
        tree: &'a Tree<G>,
        rng: Pcg64,
        uses_virtual_loss: bool,
    ) -> Self {
        Self {
            game,
            evaluator,
            policy,
            options,
            root,
            stakes,
            root_player,
            rng,
            tree,
            uses_virtual_loss: uses_virtual_loss && options.virtual_loss,
            moves: MoveList::new(),
            priors: Vec::new(),
            events: Vec::new(),
            offers: HashMap::new(),
            choices: Vec::new(),
            pos: None,
            deepest: 0,
            path: Vec::new(),
        }
    }

    /// One iteration from the root.
    pub(super) fn iterate(&mut self, budget: &mut Budget<'_>) {
        let root = &self.root.position;
        let mut pos = self.pos.take().unwrap_or_else(|| root.clone());
        pos.clone_from(root);
        self.path.clear();
        self.tree.sweep(SWEPT);
        let leaf = self.descend(&mut pos, budget);
        let proven = leaf.proven();
        let returns = match proven {
            Some(proven) => proven.returns,
            None if self.is_drawn(&pos) => self.stakes.drawn().returns,
            None => self.playout(&mut pos, budget),
        };
        self.deepest = self.deepest.max(self.path.len() as u32);
        leaf.count(&returns);
        if self.uses_virtual_loss {
            leaf.leave();
        }
        self.back_up(&returns, proven.is_some());
        self.pos = Some(pos);
    }

    /// Descends to a node that is new, proven, or cannot be extended; at most as far as the budget and [`LONGEST_DESCENT`] allow.
    fn descend(&mut self, pos: &mut G::Position, budget: &mut Budget<'_>) -> &'a Node<G> {
        let is_open = self.options.chance == Chance::OpenLoop;
        let mut node = self.tree.root();
        if self.uses_virtual_loss {
            node.enter();
        }
        for _ in 0..LONGEST_DESCENT {
            let turn = self.game.turn(pos);
            let is_drawn = self.is_drawn(pos);
            if is_drawn && !is_open {
                node.set_proven(self.stakes.drawn());
            } else if turn == Turn::Over && !is_open {
                let returns = self.evaluator.result(self.game, pos);
                node.set_proven(self.stakes.over(returns));
            }
            let is_root = self.path.is_empty();
            // The root never counts as a leaf: the search continues there even if it is proven.
            let is_leaf = node.visits() == 0 || node.proven().is_some();
            let is_known = !is_root && is_leaf || is_drawn;
            if turn == Turn::Over || is_known {
                return node;
            }
            // The root is expanded regardless of budget and memory, because its moves are the answer.
            let may_grow = is_root || self.tree.has_room();
            if !is_root && (budget.is_spent() || !may_grow && !node.is_expanded()) {
                return node;
            }
            let (edge, mover) = match turn {
                Turn::Player(mover) if is_open => {
                    (self.select_offered(node, mover, pos, may_grow), Some(mover))
                }
                Turn::Player(mover) => (self.select(node, mover, pos, may_grow), Some(mover)),
                _ if is_open => {
                    let event = self.game.sample(pos, &mut self.rng);
                    self.game.apply_chance(pos, event);
                    continue;
                }
                _ => (self.sample_event(node, pos, may_grow), None),
            };
            let Some(edge) = edge else {
                return node;
            };
            if mover.is_some() {
                budget.count();
            }
            node = self.step(node, edge, mover, pos);
        }
        node
    }

    /// Whether the path has reached a draw by repetition that was due before the search.
    fn is_drawn(&self, pos: &G::Position) -> bool {
        !self.path.is_empty() && self.stakes.draws_due.holds(self.game, pos)
    }

    /// Follows an edge.
    fn step(
        &mut self,
        node: &'a Node<G>,
        edge: &'a Edge<G>,
        mover: Option<Player>,
        pos: &mut G::Position,
    ) -> &'a Node<G> {
        match edge.step {
            Step::Move(mv) => self.game.play(pos, mv),
            Step::Event(event) => self.game.apply_chance(pos, event),
        };
        self.path.push((node, mover));
        // A node of an open loop stands for several positions, so it has no hash.
        let hash = (self.options.chance != Chance::OpenLoop).then(|| self.game.node_hash(pos));
        let child = self.tree.child(node, edge, hash);
        if self.uses_virtual_loss {
            child.enter();
        }
        child
    }

    /// The moves of a position in random order, which is the order in which they are tried.
    fn list(&mut self, pos: &G::Position) -> (Vec<Weighted<G>>, Listed) {
        self.priors.clear();
        let listed = self.policy.priors(self.game, pos, self.root_player, &mut self.priors);
        let listed = if self.path.is_empty() && self.root.is_limited() {
            self.list_admitted()
        } else {
            listed
        };
        for place in (1..self.priors.len()).rev() {
            self.priors.swap(place, self.rng.random_range(0..=place));
        }
        let steps = self.priors.iter().map(|&(mv, prior)| (Step::Move(mv), prior));
        (steps.collect(), listed)
    }

    /// Replaces the moves of the policy by all the moves that may be chosen at a limited root.
    fn list_admitted(&mut self) -> Listed {
        let (root, priors) = (self.root, &mut self.priors);
        priors.retain(|&(mv, _)| root.admits(mv));
        let least = priors.iter().map(|&(_, prior)| prior).reduce(f32::min);
        root.moves(self.game, &mut self.moves);
        for &mv in &self.moves {
            if priors.iter().all(|&(listed, _)| listed != mv) {
                priors.push((mv, least.unwrap_or(1.0)));
            }
        }
        Listed::All
    }

    /// The edge to follow. If all listed moves are proven, the moves that the policy omitted are added. If `may_grow` is false, only edges
    /// with a child are considered; `None` if there are none.
    fn select(
        &mut self,
        node: &'a Node<G>,
        mover: Player,
        pos: &G::Position,
        may_grow: bool,
    ) -> Option<&'a Edge<G>> {
        let tree = self.tree;
        let edges = tree.expand(node, || self.list(pos));
        if may_grow && edges.is_exhausted() {
            tree.extend(edges, &self.left_out(edges, pos), Listed::All);
        }
        let visits = node.visits();
        let choices = edges.all().map(|edge| (edge, edge.prior, visits));
        self.choose(node, mover, choices, may_grow)
    }

    /// The legal moves that are not in `edges`, in random order.
    fn left_out(&mut self, edges: &Edges<G>, pos: &G::Position) -> Vec<Weighted<G>> {
        self.moves.clear();
        self.game.legal_moves(pos, &mut self.moves);
        let is_listed = |mv| edges.own().iter().any(|edge| edge.step == Step::Move(mv));
        self.moves.retain(|&mv| !is_listed(mv));
        for place in (1..self.moves.len()).rev() {
            self.moves.swap(place, self.rng.random_range(0..=place));
        }
        let moves = self.moves.iter();
        moves.map(|&mv| (Step::Move(mv), 1.0)).collect()
    }

    /// The edge to follow among those whose moves are legal now; other edges of the node belong to other chance events.
    fn select_offered(
        &mut self,
        node: &'a Node<G>,
        mover: Player,
        pos: &G::Position,
        may_grow: bool,
    ) -> Option<&'a Edge<G>> {
        let (steps, listed) = self.list(pos);
        let total: f32 = self.priors.iter().map(|(_, weight)| weight).sum();
        self.offers.clear();
        let shares = self.priors.iter().map(|&(mv, weight)| (mv, weight / total));
        self.offers.extend(shares);
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        let mut edges = self.tree.expand(node, || (steps.clone(), listed));
        loop {
            self.offered_by(edges, &mut choices);
            if self.offers.is_empty() {
                break;
            }
            edges = match edges.next() {
                Some(next) => next,
                None if may_grow => self.tree.extend(edges, &self.missing(&steps), listed),
                None => break,
            };
        }
        let chosen = self.choose(node, mover, choices.iter().copied(), may_grow);
        self.choices = choices;
        chosen
    }

    /// The available moves that have no edge yet.
    fn missing(&self, steps: &[Weighted<G>]) -> Vec<Weighted<G>> {
        let is_missing = |step| matches!(step, Step::Move(mv) if self.offers.contains_key(&mv));
        let missing = steps.iter().filter(|&&(step, _)| is_missing(step));
        missing.copied().collect()
    }

    /// Collects the edges whose moves are available, and removes these moves from the list of offers.
    fn offered_by(&mut self, edges: &'a Edges<G>, choices: &mut Vec<SelectableEdge<'a, G>>) {
        for edge in edges.own() {
            let Step::Move(mv) = edge.step else {
                continue;
            };
            if let Some(prior) = self.offers.remove(&mv) {
                choices.push((edge, prior, edge.offered()));
            }
        }
    }

    fn choose(
        &self,
        node: &'a Node<G>,
        mover: Player,
        choices: impl Iterator<Item = SelectableEdge<'a, G>>,
        may_grow: bool,
    ) -> Option<&'a Edge<G>> {
        let untried = node.mean_of(mover) - UNTRIED;
        let mut best: Option<(&Edge<G>, f32)> = None;
        for (edge, prior, offers) in choices.filter(|(edge, ..)| may_grow || edge.child().is_some())
        {
            let urgency = match self.options.selection {
                Selection::Uct => self.uct_bound(edge.child(), mover, offers),
                Selection::Puct => self.puct_bound(edge.child(), mover, prior, offers, untried),
            };
            if best.is_none_or(|(_, most)| urgency > most) {
                best = Some((edge, urgency));
            }
        }
        best.map(|(edge, _)| edge)
    }

    /// The UCT bound; infinite for a move that was never tried.
    fn uct_bound(&self, child: Option<&Node<G>>, mover: Player, offers: u32) -> f32 {
        let Some((child, visits, value)) = child.and_then(|child| self.statistics(child, mover))
        else {
            return f32::INFINITY;
        };
        if child.proven().is_some() {
            // A proven result needs no exploration.
            return value;
        }
        value + self.options.exploration * ((offers.max(1) as f32).ln() / visits).sqrt()
    }

    /// The PUCT bound; a move that was never tried has a value a little below that of the node.
    fn puct_bound(
        &self,
        child: Option<&Node<G>>,
        mover: Player,
        prior: f32,
        offers: u32,
        untried: f32,
    ) -> f32 {
        let (value, visits) = match child.and_then(|child| self.statistics(child, mover)) {
            Some((child, _, value)) if child.proven().is_some() => (value, f32::INFINITY),
            Some((_, visits, value)) => (value, visits),
            None => (untried, 0.0),
        };
        let spread = self.options.exploration * (offers.max(1) as f32).sqrt();
        value + spread * prior / (1.0 + visits)
    }

    /// The child with its visits and mean, if it was tried. With virtual loss, threads that are currently below it count as lost visits.
    fn statistics(&self, child: &'a Node<G>, mover: Player) -> Option<(&'a Node<G>, f32, f32)> {
        let visits = child.visits() as f32;
        let mean = child.mean_of(mover);
        if child.proven().is_some() {
            return Some((child, visits, mean));
        }
        let pending = if self.uses_virtual_loss { child.pending() as f32 } else { 0.0 };
        let all = visits + pending;
        (all > 0.0).then(|| (child, all, (mean * visits - pending) / all))
    }

    /// Samples an event by its weight: among all events, or among those seen before if there are enough of them. `None` if the event was
    /// not seen before and `may_grow` is false.
    fn sample_event(
        &mut self,
        node: &'a Node<G>,
        pos: &G::Position,
        may_grow: bool,
    ) -> Option<&'a Edge<G>> {
        let (game, events) = (self.game, &mut self.events);
        let edges = self.tree.expand(node, || {
            events.clear();
            game.events(pos, events);
            let weighted =
                events.iter().map(|&(event, weight)| (Step::Event(event), weight as f32));
            (weighted.collect(), Listed::All)
        });
        let edge = pick(edges.own().iter(), 1.0, &mut self.rng);
        if edge.child().is_some() {
            return Some(edge);
        }
        let Chance::Nodes(Some(widening)) = self.options.chance else {
            return Some(edge).filter(|_| may_grow);
        };
        let drawn = || edges.own().iter().filter(|edge| edge.child().is_some());
        let allowed = widening.factor * (node.visits() as f32).powf(widening.exponent);
        if drawn().count() < (allowed.ceil() as usize).max(1) {
            return Some(edge).filter(|_| may_grow);
        }
        let total = drawn().map(|edge| edge.prior).sum();
        Some(pick(drawn(), total, &mut self.rng))
    }

    /// Adds the result to every node of the path, from the last to the first. If the last node is proven, the node above it may now be
    /// proven by its children, and so on upwards; this ends at the first node without a proof.
    fn back_up(&mut self, returns: &Returns, certain: bool) {
        let mut below_is_certain = certain;
        while let Some((node, mover)) = self.path.pop() {
            node.count(returns);
            if self.uses_virtual_loss {
                node.leave();
            }
            if below_is_certain {
                let proven = node.prove(mover, self.path.is_empty(), self.stakes);
                below_is_certain = proven.is_some();
                if let Some(proven) = proven {
                    node.set_proven(proven);
                }
            }
        }
    }
}

/// Draws an edge according to the priors, which add up to `total`.
fn pick<'a, G: Game + 'a>(
    edges: impl Iterator<Item = &'a Edge<G>>,
    total: f32,
    rng: &mut Pcg64,
) -> &'a Edge<G> {
    let mut ticket = rng.random::<f32>() * total;
    let mut last = None;
    for edge in edges {
        last = Some(edge);
        ticket -= edge.prior;
        if ticket < 0.0 {
            break;
        }
    }
    last.expect("there is an event at every chance node")
}
