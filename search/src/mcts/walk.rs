//! One iteration: down the tree, out to an end, and back.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::MctsOptions;
use super::tree::{Node, NodeId, Proven, Tree};
use crate::{Budget, Evaluator, Game, MoveList, Player, Returns, Step, Turn};

/// What the iterations work with.
pub(super) struct Walk<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) options: &'a MctsOptions,
    pub(super) rng: Pcg64,
    pub(super) moves: MoveList<G::Move>,
    /// The longest way down the tree.
    pub(super) deepest: u32,
    /// The nodes of this iteration, with the player who chose there.
    path: Vec<(NodeId, Option<Player>)>,
}

impl<'a, G: Game, E: Evaluator<G>> Walk<'a, G, E> {
    pub(super) fn new(game: &'a G, evaluator: &'a E, options: &'a MctsOptions, rng: Pcg64) -> Self {
        Self {
            game,
            evaluator,
            options,
            rng,
            moves: MoveList::new(),
            deepest: 0,
            path: Vec::new(),
        }
    }

    /// Lists the moves of a node, in random order: the order in which they are tried.
    pub(super) fn expand(&mut self, tree: &mut Tree<G>, id: NodeId, pos: &G::Position) {
        self.moves.clear();
        self.game.legal_moves(pos, &mut self.moves);
        for place in (1..self.moves.len()).rev() {
            self.moves.swap(place, self.rng.random_range(0..=place));
        }
        for &mv in &self.moves {
            tree.add_edge(id, Step::Move(mv));
        }
    }

    /// One iteration from the root.
    pub(super) fn iterate(
        &mut self,
        tree: &mut Tree<G>,
        root: &G::Position,
        budget: &mut Budget<'_>,
    ) {
        let mut pos = root.clone();
        self.path.clear();
        let leaf = self.descend(tree, &mut pos, budget);
        let returns = match tree.node(leaf).proven {
            Some(proven) => proven.returns,
            None => self.playout(&mut pos, budget),
        };
        self.deepest = self.deepest.max(self.path.len() as u32);
        tree.node_mut(leaf).count(&returns);
        let certain = tree.node(leaf).proven.is_some();
        self.back_up(tree, &returns, certain);
    }

    /// Walks to a node that is new, or certain, or cannot grow.
    fn descend(
        &mut self,
        tree: &mut Tree<G>,
        pos: &mut G::Position,
        budget: &mut Budget<'_>,
    ) -> NodeId {
        let mut id = Tree::<G>::ROOT;
        loop {
            let is_new = tree.node(id).visits == 0 && id != Tree::<G>::ROOT;
            let turn = self.game.turn(pos);
            if turn == Turn::Over {
                let returns = self.game.returns(pos);
                tree.node_mut(id).proven = Some(Proven { returns, plies: 0 });
            }
            if is_new || tree.node(id).proven.is_some() {
                return id;
            }
            let (edge, mover) = match turn {
                Turn::Player(mover) => {
                    if tree.node(id).edges.is_empty() {
                        if !tree.has_room() {
                            return id;
                        }
                        self.expand(tree, id, pos);
                    }
                    (self.select(tree, id, mover), Some(mover))
                }
                _ => (self.draw(tree, id, pos), None),
            };
            match tree.node(id).edges[edge].step {
                Step::Move(mv) => {
                    self.game.play(pos, mv);
                    budget.count();
                }
                Step::Event(event) => {
                    self.game.reveal(pos, event);
                }
            }
            self.path.push((id, mover));
            id = tree.child(id, edge);
        }
    }

    /// The move to look at: untried ones in their order, then by upper confidence.
    fn select(&self, tree: &Tree<G>, id: NodeId, mover: Player) -> usize {
        let node = tree.node(id);
        let log_visits = (node.visits.max(1) as f32).ln();
        let mut best = (0, f32::NEG_INFINITY);
        for (index, edge) in node.edges.iter().enumerate() {
            let Some(child) = edge.child else {
                return index;
            };
            let urgency = self.urgency(tree.node(child), mover, log_visits);
            if urgency > best.1 {
                best = (index, urgency);
            }
        }
        best.0
    }

    fn urgency(&self, child: &Node<G>, mover: Player, log_visits: f32) -> f32 {
        let value = child.mean()[mover.index()];
        if child.proven.is_some() {
            // Nothing is left to be found out there.
            return value;
        }
        value + self.options.exploration * (log_visits / child.visits.max(1) as f32).sqrt()
    }

    /// Draws an event, and finds its edge or makes it.
    fn draw(&mut self, tree: &mut Tree<G>, id: NodeId, pos: &G::Position) -> usize {
        let step = Step::Event(self.game.sample(pos, &mut self.rng));
        let edges = &tree.node(id).edges;
        if let Some(index) = edges.iter().position(|edge| edge.step == step) {
            return index;
        }
        tree.add_edge(id, step);
        tree.node(id).edges.len() - 1
    }

    fn back_up(&mut self, tree: &mut Tree<G>, returns: &Returns, certain: bool) {
        let mut below_is_certain = certain;
        while let Some((id, mover)) = self.path.pop() {
            tree.node_mut(id).count(returns);
            // Certainty stops at chance nodes.
            let best_return = self.options.best_return;
            let proven = mover
                .filter(|_| below_is_certain)
                .and_then(|mover| tree.prove(id, mover, best_return));
            tree.node_mut(id).proven = proven;
            below_is_certain = proven.is_some();
        }
    }
}
