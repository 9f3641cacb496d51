//! The ranking of moves in the tree, and the principal variation.

use super::tree::{Edge, Node, Tree};
use crate::interface::game::{Game, Player, Step, Turn};
use crate::interface::report::ProofResult;

impl<G: Game> Tree<G> {
    /// The edges of a node, the best for `mover` first: proven wins (the quickest first), then by visits, then proven losses (the slowest
    /// first). If all results are proven, the value comes first, because visits then have no meaning.
    pub(super) fn ranked(node: &Node<G>, mover: Player) -> Vec<&Edge<G>> {
        let edges: Vec<_> = node.edges().collect();
        let is_known = |edge: &&Edge<G>| edge.child().is_some_and(|child| child.proven().is_some());
        let all_known = node.proven().is_some() && edges.iter().all(is_known);
        let ranks: Vec<Rank> = edges.iter().map(|edge| Self::rank(edge, mover)).collect();
        let order = by_rank(&ranks, all_known);
        order.into_iter().map(|place| edges[place]).collect()
    }

    fn rank(edge: &Edge<G>, mover: Player) -> Rank {
        let Some(child) = edge.child() else {
            return (0, -1, f32::NEG_INFINITY);
        };
        let value = child.mean_of(mover);
        let known = child.proven();
        match known.and_then(|proven| Some((proven.certain(mover, 0).result()?, proven.plies))) {
            Some((ProofResult::Win, plies)) => (1, -i64::from(plies), value),
            Some((ProofResult::Loss, plies)) => (-1, i64::from(plies), value),
            _ => (0, i64::from(child.visits()), value),
        }
    }

    /// The principal variation from a node: the most visited moves, up to a chance event or an untried move. At a proven node, the moves
    /// that prove it.
    pub(super) fn principal(node: &Node<G>, game: &G, pos: &G::Position) -> Vec<G::Move> {
        let (mut node, mut pos) = (node, pos.clone());
        let mut line = Vec::new();
        while let Turn::Player(mover) = game.turn(&pos) {
            let edge = match node.proven() {
                Some(proven) => node.edges().find(|edge| edge.leads_to(&proven)),
                None => Self::ranked(node, mover).first().copied(),
            };
            let Some((Step::Move(mv), child)) =
                edge.and_then(|edge| Some((edge.step, edge.child()?)))
            else {
                break;
            };
            game.play(&mut pos, mv);
            line.push(mv);
            node = child;
        }
        line
    }
}

/// Class (win, open, loss), preference within the class, mean value.
type Rank = (i8, i64, f32);

/// The indices of edges, the best first; equal ones keep their order. Compiled once for all games.
fn by_rank(ranks: &[Rank], all_known: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&ranks[a], &ranks[b]);
        let by_value = b.2.total_cmp(&a.2);
        let by_kind = b.0.cmp(&a.0).then(b.1.cmp(&a.1));
        if all_known { by_value.then(by_kind) } else { by_kind.then(by_value) }
    });
    order
}
