//! Which steps of the tree are the best, and the line of play that they make.

use super::tree::{Edge, Node, Tree};
use crate::interface::game::{Game, Player, Step, Turn};
use crate::interface::report::ProofResult;

impl<G: Game> Tree<G> {
    /// The edges of a node, the best for `mover` first: certain wins (quick ones before slow ones), then by visits, then
    /// certain losses (slow ones first). Where everything is known, its value comes first, and visits mean nothing.
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

    /// The play that was looked at most from a node on, up to a chance event or an untried move; of what is certain the play
    /// that makes it so, as long as the proof says.
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

/// Class, preference in the class, mean value.
type Rank = (i8, i64, f32);

/// The places of edges in a list, the best first; of equal ones the earlier comes first. For all games the same code.
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
