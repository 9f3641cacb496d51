//! Checks of policies.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{Conformance, Walked, moves_of, repeated};
use crate::interface::game::{Game, Player, Turn};
use crate::interface::policy::{Listed, Policy};

impl<G: Game> Conformance<'_, G> {
    /// Checks a policy: it lists legal moves, at least one and each once, with weights above zero; it lists all of them if it says so; its
    /// moves for playouts are legal.
    ///
    /// # Panics
    /// If the policy breaks a rule; the message says which.
    pub fn check_policy<P: Policy<G>>(&self, policy: &P) {
        for seed in 0..self.games {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            self.walk(seed, &mut |Walked { pos, .. }| {
                let Turn::Player(mover) = self.game.turn(pos) else {
                    return;
                };
                if P::KNOWS_ROOT_PLAYER {
                    let players = 0..self.game.players() as u8;
                    players.for_each(|player| self.check_priors(pos, policy, Player(player)));
                } else {
                    self.check_priors(pos, policy, mover);
                }
                let mv = policy.playout_move(self.game, pos, &mut Vec::new(), &mut rng);
                assert!(
                    self.game.is_legal(pos, mv),
                    "`playout_move` plays {mv:?}, which is illegal; choose among the legal moves. Position: {}",
                    (self.text)(pos)
                );
            });
        }
    }

    fn check_priors(&self, pos: &G::Position, policy: &impl Policy<G>, root_player: Player) {
        let (game, text) = (self.game, (self.text)(pos));
        let mut priors = Vec::new();
        let listed = policy.priors(game, pos, root_player, &mut priors);
        for &(mv, weight) in &priors {
            assert!(
                weight.is_finite() && weight > 0.0,
                "`priors` gives {mv:?} the weight {weight}; give every move a finite weight above 0. Position: {text}"
            );
        }
        let moves: Vec<_> = priors.iter().map(|&(mv, _)| mv).collect();
        self.check_listed(pos, "priors", &moves, Some(listed));
    }

    /// Checks a list of moves: legal, each once, at least one, and all of them if the list says so.
    pub(super) fn check_listed(
        &self,
        pos: &G::Position,
        method: &str,
        moves: &[G::Move],
        listed: Option<Listed>,
    ) {
        let (game, text) = (self.game, (self.text)(pos));
        if let Some(mv) = moves.iter().find(|&&mv| !game.is_legal(pos, mv)) {
            panic!(
                "`{method}` lists {mv:?}, which is illegal; list legal moves only. Position: {text}"
            );
        }
        if let Some(mv) = repeated(moves) {
            panic!("`{method}` lists {mv:?} twice; append each move once. Position: {text}");
        }
        assert!(
            listed.is_none() || !moves.is_empty(),
            "`{method}` lists no move; append at least one. Position: {text}"
        );
        if listed == Some(Listed::All)
            && let Some(mv) = moves_of(game, pos).iter().find(|mv| !moves.contains(mv))
        {
            panic!(
                "`{method}` returns `Listed::All` but omits {mv:?}; list every legal move, or return `Listed::Some`. Position: {text}"
            );
        }
    }
}
