//! Checks that images under symmetries play like the original positions.

use std::collections::HashSet;

use super::{Conformance, moves_of};
use crate::interface::game::{Game, MAX_PLAYERS, Returns, Turn};

impl<G: Game> Conformance<'_, G> {
    /// Transforming before or after a move gives the same position; a finished game is finished in every image.
    pub(super) fn check_symmetries(&self, pos: &G::Position, n_steps: usize) {
        let (game, text) = (self.game, (self.text)(pos));
        let n_symmetries = game.symmetries();
        assert!(
            n_symmetries > 0 && game.hash(&game.transform(pos, 0)) == game.hash(pos),
            "`transform` with symmetry 0 changes the position; let number 0 be the identity, and count it in `symmetries`. \
             Position: {text}"
        );
        for symmetry in 0..n_symmetries {
            let image = game.transform(pos, symmetry);
            let [turn, there] = [pos, &image].map(|pos| game.turn(pos));
            assert!(
                std::mem::discriminant(&turn) == std::mem::discriminant(&there),
                "`transform` with symmetry {symmetry} turns {turn:?} into {there:?}; do not change the phase of the game. \
                 Position: {text}"
            );
            match turn {
                Turn::Player(_) => self.check_image(pos, &image, symmetry),
                Turn::Over => assert!(
                    sorted(game.returns(pos)) == sorted(game.returns(&image)),
                    "`returns` gives other results for the image under symmetry {symmetry}; do not change the winner in `transform`. \
                     Position: {text}"
                ),
                Turn::Chance => {}
            }
        }
        // `symmetric_hash` computes every image, which takes long, so each position is checked with one symmetry.
        let symmetry = n_steps % n_symmetries;
        let image = game.transform(pos, symmetry);
        assert!(
            game.symmetric_hash(&image) == game.symmetric_hash(pos),
            "`symmetric_hash` gives another hash for the image under symmetry {symmetry}; include the inverse of every symmetry, and \
            every symmetry that two others make together. Position: {text}"
        );
    }

    /// The image has the images of the moves, and they lead to images.
    fn check_image(&self, pos: &G::Position, image: &G::Position, symmetry: usize) {
        let (game, text) = (self.game, (self.text)(pos));
        let moves = moves_of(game, pos);
        let found: HashSet<_> = moves_of(game, image).into_iter().collect();
        let turned = |&mv: &G::Move| game.transform_move(mv, symmetry);
        let expected: HashSet<_> = moves.iter().map(turned).collect();
        if let Some(mv) = expected.symmetric_difference(&found).next() {
            panic!(
                "`transform_move` with symmetry {symmetry} does not give the moves of the image that `transform` makes: {mv:?} is in one \
                list only; let both apply the same symmetry. Position: {text}"
            );
        }
        for mv in moves.iter().step_by(5) {
            let (mut after, mut before) = (pos.clone(), image.clone());
            game.play(&mut after, *mv);
            game.play(&mut before, turned(mv));
            let after = game.transform(&after, symmetry);
            let texts = [&after, &before].map(|pos| (self.text)(pos));
            assert!(
                texts[0] == texts[1],
                "`transform` with symmetry {symmetry} after {mv:?} gives {}, but the same steps in the other order give {}; transform \
                everything that `play` uses. \
                 Position: {text}",
                texts[0],
                texts[1]
            );
            assert!(
                game.hash(&after) == game.hash(&before),
                "`hash` differs between {mv:?} followed by `transform` with symmetry {symmetry} and `transform` followed by the move, \
                although both give {}; transform everything that `hash` depends on. Position: {text}",
                texts[0]
            );
        }
    }
}

/// Results in ascending order, because a symmetry may exchange the players.
fn sorted(mut returns: Returns) -> [u32; MAX_PLAYERS] {
    returns.sort_by(f32::total_cmp);
    // Zeros of both signs are equal.
    returns.map(|value| (value + 0.0).to_bits())
}
