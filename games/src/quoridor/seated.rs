//! The tree search for three and four: the player at the root looks at plans, the others only at what pays at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::{Limits, Listed, MoveList, Policy, Report, Root, Score, Searcher, StopFlag};
use rand::Rng;

use super::crowd::{Crowd, Race};
use super::moves::Move;
use super::position::Position;
use super::rules::Quoridor;

/// What the others look at has at least this share of the weight of their best move.
const WORTH_A_LOOK: f32 = 0.3;

/// A policy that knows who thinks. A wall that hurts one of three opponents helps the other two, so players place few of
/// them; letting the others look at every wall makes every plan look hopeless, and costs the depth at which plans pay.
#[derive(Clone, Debug)]
pub struct Seated {
    crowd: Crowd,
    viewer: Arc<AtomicUsize>,
}

impl Policy<Quoridor> for Seated {
    fn priors(&self, game: &Quoridor, pos: &Position, out: &mut Vec<(Move, f32)>) -> Listed {
        if pos.to_move().index() == self.viewer.load(Ordering::Relaxed) {
            return self.crowd.priors(game, pos, out);
        }
        let before = out.len();
        let steps_and_cuts = Crowd {
            plans: 0.0,
            ..self.crowd
        };
        let listed = steps_and_cuts.priors(game, pos, out);
        let n_listed = out.len();
        let best = out[before..].iter().map(|(_, weight)| *weight);
        let least = WORTH_A_LOOK * best.fold(0.0, f32::max);
        let mut number = 0;
        out.retain(|(_, weight)| {
            number += 1;
            number <= before || *weight >= least
        });
        if out.len() < n_listed {
            Listed::Some
        } else {
            listed
        }
    }

    fn playout_move<R: Rng + ?Sized>(
        &self,
        game: &Quoridor,
        pos: &Position,
        moves: &mut MoveList<Move>,
        rng: &mut R,
    ) -> Move {
        self.crowd.playout_move(game, pos, moves, rng)
    }
}

/// Tree search with [`Seated`] players.
pub struct SeatedTree {
    tree: Mcts<Quoridor, Race, Seated>,
    viewer: Arc<AtomicUsize>,
}

impl SeatedTree {
    /// A search of `game`.
    pub fn new(game: Quoridor, race: Race, crowd: Crowd, options: MctsOptions) -> Self {
        let viewer = Arc::new(AtomicUsize::new(0));
        let policy = Seated {
            crowd,
            viewer: Arc::clone(&viewer),
        };
        Self {
            tree: Mcts::new(game, race, options).with_policy(policy),
            viewer,
        }
    }
}

impl Searcher<Quoridor> for SeatedTree {
    fn search(
        &mut self,
        root: &Root<Quoridor>,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let viewer = root.position.to_move().index();
        if self.viewer.swap(viewer, Ordering::Relaxed) != viewer {
            // The last tree is seen from another seat.
            self.tree.new_game();
        }
        self.tree.search(root, limits, stop, observer)
    }

    fn evaluate(&self, pos: &Position) -> Option<Score> {
        self.tree.evaluate(pos)
    }

    fn new_game(&mut self) {
        self.tree.new_game();
    }
}
