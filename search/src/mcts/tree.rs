//! The tree that the search grows.

use crate::{Game, MAX_PLAYERS, Player, Returns, Step, Turn};

/// An index of a node.
pub(super) type NodeId = u32;

/// What is known of a position that was reached.
pub(super) struct Node<G: Game> {
    /// The steps from here; empty until the node is expanded, and at chance nodes only those that came up.
    pub(super) edges: Vec<Edge<G>>,
    pub(super) visits: u32,
    totals: [f64; MAX_PLAYERS],
    pub(super) proven: Option<Proven>,
}

/// A step and where it leads, if it was tried.
pub(super) struct Edge<G: Game> {
    pub(super) step: Step<G::Move, G::Event>,
    pub(super) child: Option<NodeId>,
}

/// A certain result, and the length of the play that was seen to lead to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proven {
    pub(super) returns: Returns,
    pub(super) plies: u32,
}

/// All nodes; the first is the root.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
    n_edges: usize,
    most_bytes: usize,
}

impl<G: Game> Node<G> {
    const EMPTY: Self = Self {
        edges: Vec::new(),
        visits: 0,
        totals: [0.0; MAX_PLAYERS],
        proven: None,
    };

    /// The result that every player may expect.
    pub(super) fn mean(&self) -> Returns {
        if let Some(proven) = self.proven {
            return proven.returns;
        }
        self.totals
            .map(|total| (total / f64::from(self.visits.max(1))) as f32)
    }

    /// Counts a result.
    pub(super) fn count(&mut self, returns: &Returns) {
        self.visits += 1;
        for (total, &value) in self.totals.iter_mut().zip(returns) {
            *total += f64::from(value);
        }
    }
}

impl<G: Game> Tree<G> {
    pub(super) const ROOT: NodeId = 0;

    /// A tree of a root alone, to grow to so many bytes.
    pub(super) fn new(most_bytes: usize) -> Self {
        Self {
            nodes: vec![Node::EMPTY],
            n_edges: 0,
            most_bytes,
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node<G> {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<G> {
        &mut self.nodes[id as usize]
    }

    /// Whether there is room for more.
    pub(super) fn has_room(&self) -> bool {
        self.bytes() < self.most_bytes
    }

    /// How full it is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.bytes() as u64 * 1000 / self.most_bytes.max(1) as u64).min(1000) as u32
    }

    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G>>() + self.n_edges * size_of::<Edge<G>>()
    }

    /// Adds a step that was not tried yet to a node.
    pub(super) fn add_edge(&mut self, id: NodeId, step: Step<G::Move, G::Event>) {
        self.n_edges += 1;
        self.node_mut(id).edges.push(Edge { step, child: None });
    }

    /// The node behind an edge, which is made if it is not there yet.
    pub(super) fn child(&mut self, id: NodeId, edge: usize) -> NodeId {
        if let Some(child) = self.node(id).edges[edge].child {
            return child;
        }
        let child = self.nodes.len() as NodeId;
        self.nodes.push(Node::EMPTY);
        self.node_mut(id).edges[edge].child = Some(child);
        child
    }

    /// The edges of a node, the best for `mover` first: certain wins (quick ones before slow ones), then by visits, then
    /// certain losses (slow ones first).
    pub(super) fn ranked(&self, id: NodeId, mover: Player) -> Vec<&Edge<G>> {
        let mut edges: Vec<&Edge<G>> = self.node(id).edges.iter().collect();
        edges.sort_by(|a, b| {
            let (a, b) = (self.rank(a, mover), self.rank(b, mover));
            let by_value = || b.2.total_cmp(&a.2);
            b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then_with(by_value)
        });
        edges
    }

    /// Class, preference in the class, mean value.
    fn rank(&self, edge: &Edge<G>, mover: Player) -> (i8, i64, f32) {
        let Some(child) = edge.child.map(|child| self.node(child)) else {
            return (0, -1, f32::NEG_INFINITY);
        };
        let value = child.mean()[mover.index()];
        match child.proven {
            Some(proven) if value > 0.0 => (1, -i64::from(proven.plies), value),
            Some(proven) if value < 0.0 => (-1, i64::from(proven.plies), value),
            _ => (0, i64::from(child.visits), value),
        }
    }

    /// The play that was looked at most from a node on, up to a chance event or an untried move.
    pub(super) fn principal(&self, id: NodeId, game: &G, pos: &G::Position) -> Vec<G::Move> {
        let (mut id, mut pos) = (id, pos.clone());
        let mut line = Vec::new();
        while let Turn::Player(mover) = game.turn(&pos) {
            let ranked = self.ranked(id, mover);
            let Some(&&Edge {
                step: Step::Move(mv),
                child: Some(child),
            }) = ranked.first()
            else {
                break;
            };
            game.play(&mut pos, mv);
            line.push(mv);
            id = child;
        }
        line
    }
}
