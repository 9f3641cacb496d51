//! Certain results, carried up the tree: see [`certain`](crate::support::certain) for what is certain, and why.

use super::tree::{Edge, Node, Proven};
use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, MAX_PLAYERS, Player, Returns};
use crate::interface::searcher::Root;
use crate::support::certain::{Bounds, DrawsDue, ResultScale, drawn};

/// What is known of all results before any is seen.
#[derive(Clone, Debug)]
pub(super) struct ResultBounds {
    /// The best result of anybody; the worst is its negative.
    pub(super) best: f32,
    /// The sum of all players' results, if it never changes.
    total: Option<f32>,
    players: usize,
    /// What results mean.
    scale: ResultScale,
    /// Positions that are draws to this search.
    pub(super) draws_due: DrawsDue,
}

impl ResultBounds {
    pub(super) fn new<G: Game, E: Evaluator<G>>(
        game: &G,
        evaluator: &E,
        best: f32,
        root: &Root<G>,
    ) -> Self {
        Self {
            best,
            total: evaluator.total(game),
            players: game.players(),
            scale: ResultScale::new(game.players(), evaluator.decisive()),
            draws_due: DrawsDue::new(game, root),
        }
    }

    /// A draw by repetition.
    pub(super) fn drawn(&self) -> Proven {
        self.over(drawn(self.total, self.players))
    }

    /// A finished game.
    pub(super) fn over(&self, returns: Returns) -> Proven {
        Proven { bounds: Bounds::exact(returns), returns, plies: 0, scale: self.scale }
    }
}

impl<G: Game> Node<G> {
    /// What is certain at a node, if nothing is left to be found out there: the results of all players are known, or all
    /// that can be done is certain. At the root it is enough that the mover is sure of his.
    pub(super) fn prove(
        &self,
        mover: Option<Player>,
        is_root: bool,
        stakes: &ResultBounds,
    ) -> Option<Proven> {
        let is_open = !self.is_whole() || self.edges().any(|edge| certain(edge).is_none());
        let open = is_open.then(|| Bounds::unknown(stakes.best));
        let known = || self.edges().filter_map(certain);
        let bounds = Bounds::of(mover, known().map(|proven| proven.bounds).chain(open))?;
        let bounds = bounds.within(stakes.total, stakes.players);
        let Some(mover) = mover else {
            return (!is_open).then(|| self.mean_of_events(bounds, stakes.scale));
        };
        let mut concerned = (0..stakes.players).map(|player| Player(player as u8));
        let is_exact = |player| bounds.is_exact(player) || is_root && player != mover;
        if is_open && !concerned.all(is_exact) {
            return None;
        }
        // A player who is sure of something takes what makes him sure.
        let least = if is_open { stakes.best } else { -stakes.best };
        let secure = known().filter(|proven| proven.bounds.low[mover.index()] >= least);
        let best = secure.reduce(|best, other| better(best, other, mover))?;
        Some(Proven { bounds, returns: best.returns, plies: best.plies + 1, scale: stakes.scale })
    }

    /// What is to be expected where all events are certain, each in its way.
    fn mean_of_events(&self, bounds: Bounds, scale: ResultScale) -> Proven {
        let mut returns = [0.0; MAX_PLAYERS];
        let mut plies = 0;
        for (share, proven) in self.edges().filter_map(|edge| Some((edge.prior, certain(edge)?))) {
            plies = plies.max(proven.plies);
            for (mean, value) in returns.iter_mut().zip(proven.returns) {
                *mean += share * value;
            }
        }
        for (player, mean) in returns.iter_mut().enumerate() {
            *mean = mean.clamp(bounds.low[player], bounds.high[player]);
        }
        Proven { bounds, returns, plies, scale }
    }
}

fn certain<G: Game>(edge: &Edge<G>) -> Option<Proven> {
    edge.child()?.proven()
}

/// The certain result that a player prefers: the greater one, then the quick win and the slow loss.
fn better(one: Proven, other: Proven, mover: Player) -> Proven {
    let value = |proven: &Proven| proven.returns[mover.index()];
    let is_quicker = other.plies < one.plies;
    let is_slower = other.plies > one.plies;
    let is_better_timed = (value(&one) > 0.0 && is_quicker) || (value(&one) < 0.0 && is_slower);
    let order = value(&other).total_cmp(&value(&one));
    if order.is_gt() || (order.is_eq() && is_better_timed) { other } else { one }
}
