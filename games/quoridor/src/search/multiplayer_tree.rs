//! The policy of the tree search for three and four players: the player to move at the root also considers plans (walls that lengthen no
//! path yet), and the other players consider only moves that gain something at once.

use ludex_search::{Listed, MoveList, Player, Policy};
use rand::Rng;

use crate::evaluation::multiplayer::MultiplayerPolicy;
use crate::rules::game::Quoridor;
use crate::rules::moves::Move;
use crate::rules::position::Position;

/// Other players consider only moves with at least this fraction of their best move's weight.
const LEAST_SHARE: f32 = 0.3;

/// A policy that depends on which player is to move at the root. A wall that hurts one of three opponents helps the other two, so players
/// place few walls. If the others considered every wall, every plan would look hopeless, and the search would not reach the depth at which
/// plans pay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootPlayerPolicy(pub MultiplayerPolicy);

impl Policy<Quoridor> for RootPlayerPolicy {
    const KNOWS_ROOT_PLAYER: bool = true;

    fn priors(
        &self,
        game: &Quoridor,
        pos: &Position,
        root_player: Player,
        out: &mut Vec<(Move, f32)>,
    ) -> Listed {
        if pos.to_move() == root_player {
            return self.0.priors(game, pos, root_player, out);
        }
        let before = out.len();
        let steps_and_cuts = MultiplayerPolicy { plans: 0.0, ..self.0 };
        let listed = steps_and_cuts.priors(game, pos, root_player, out);
        let n_listed = out.len();
        let best = out[before..].iter().map(|(_, weight)| *weight);
        let least = LEAST_SHARE * best.fold(0.0, f32::max);
        let mut number = 0;
        out.retain(|(_, weight)| {
            number += 1;
            number <= before || *weight >= least
        });
        if out.len() < n_listed { Listed::Some } else { listed }
    }

    fn playout_move<R: Rng + ?Sized>(
        &self,
        game: &Quoridor,
        pos: &Position,
        moves: &mut MoveList<Move>,
        rng: &mut R,
    ) -> Move {
        self.0.playout_move(game, pos, moves, rng)
    }
}
