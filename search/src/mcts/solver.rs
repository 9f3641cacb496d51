//! Certain results, carried up the tree.

use super::tree::{Node, Proven};
use crate::{Game, Player};

impl<G: Game> Node<G> {
    /// What is certain at `mover`'s node: his best result if he can reach it, or the best of all moves if all are certain.
    pub(super) fn prove(&self, mover: Player, best_return: f32) -> Option<Proven> {
        let own = mover.index();
        let mut best: Option<Proven> = None;
        let mut all_certain = true;
        for edge in self.edges() {
            let Some(proven) = edge.child().and_then(Self::proven) else {
                all_certain = false;
                continue;
            };
            if best.is_none_or(|best| is_better(&proven, &best, own)) {
                best = Some(proven);
            }
        }
        let best = best.filter(|best| all_certain || best.returns[own] >= best_return)?;
        Some(Proven {
            plies: best.plies + 1,
            ..best
        })
    }
}

/// Whether a player prefers one certain result to another: the greater one, then the quick win and the slow loss.
fn is_better(one: &Proven, other: &Proven, own: usize) -> bool {
    let (value, compared) = (one.returns[own], other.returns[own]);
    let quicker = one.plies < other.plies;
    let slower = one.plies > other.plies;
    value > compared || (value >= compared && ((value > 0.0 && quicker) || (value < 0.0 && slower)))
}
