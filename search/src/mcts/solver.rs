//! Proven results in the tree (MCTS solver). [`certain`](crate::support::certain) explains the rules.

use super::tree::{Edge, Node, Proven};
use crate::interface::evaluator::Evaluator;
use crate::interface::game::{Game, MAX_PLAYERS, Player, Returns};
use crate::interface::searcher::Root;
use crate::support::certain::{Bounds, DrawsDue, ResultScale, drawn};

/// What is known about results before the search.
#[derive(Clone, Debug)]
pub(super) struct ResultBounds {
    /// The best result of any player; the worst is its negative.
    pub(super) best: f32,
    /// The sum of all players' results, if it is constant.
    total: Option<f32>,
    players: usize,
    /// The meaning of results.
    scale: ResultScale,
    /// Positions that are draws by repetition in this search.
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
    /// The proof of a node, if it needs no further search: the results of all players are known exactly, or every move is proven. At the
    /// root, only the result of the player to move must be known exactly.
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
        // A player who can force a result plays the move that forces it.
        let least = if is_open { stakes.best } else { -stakes.best };
        let secure = known().filter(|proven| proven.bounds.low[mover.index()] >= least);
        let best = secure.reduce(|best, other| better(best, other, mover))?;
        Some(Proven { bounds, returns: best.returns, plies: best.plies + 1, scale: stakes.scale })
    }

    /// The mean over events that are all proven, each with its own result.
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

/// The proven result that a player prefers: the greater result, or, between equal results, the quicker win or the slower loss.
fn better(one: Proven, other: Proven, mover: Player) -> Proven {
    let value = |proven: &Proven| proven.returns[mover.index()];
    let is_quicker = other.plies < one.plies;
    let is_slower = other.plies > one.plies;
    let is_better_timed = (value(&one) > 0.0 && is_quicker) || (value(&one) < 0.0 && is_slower);
    let order = value(&other).total_cmp(&value(&one));
    if order.is_gt() || (order.is_eq() && is_better_timed) { other } else { one }
}
