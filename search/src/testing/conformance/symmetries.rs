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
            "`transform` by symmetry 0 changes the position; let number 0 be the identity, and `symmetries` count it. \
             Position: {text}"
        );
        for symmetry in 0..n_symmetries {
            let image = game.transform(pos, symmetry);
            let [turn, there] = [pos, &image].map(|pos| game.turn(pos));
            assert!(
                std::mem::discriminant(&turn) == std::mem::discriminant(&there),
                "`transform` by symmetry {symmetry} turns {turn:?} into {there:?}; let the image keep the phase of the game. \
                 Position: {text}"
            );
            match turn {
                Turn::Player(_) => self.check_image(pos, &image, symmetry),
                Turn::Over => assert!(
                    sorted(game.returns(pos)) == sorted(game.returns(&image)),
                    "`returns` of the image by symmetry {symmetry} has other results; let `transform` keep who has won. \
                     Position: {text}"
                ),
                Turn::Chance => {}
            }
        }
        // There are many images of images, so each position tries one.
        let symmetry = n_steps % n_symmetries;
        let image = game.transform(pos, symmetry);
        assert!(
            game.symmetric_hash(&image) == game.symmetric_hash(pos),
            "`symmetric_hash` of the image by symmetry {symmetry} is another; let `transform` know every symmetry that two of them \
             make together, and take each back. Position: {text}"
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
                "`transform_move` by symmetry {symmetry} does not give the moves of the image that `transform` makes: {mv:?} is in \
                 one list only; let both turn the board alike. Position: {text}"
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
                "`transform` by symmetry {symmetry} after {mv:?} gives {}, and before it {}; let it turn all that `play` looks at. \
                 Position: {text}",
                texts[0],
                texts[1]
            );
            assert!(
                game.hash(&after) == game.hash(&before),
                "`hash` differs between {mv:?} followed by `transform` by symmetry {symmetry} and `transform` followed by the move; \
                 both give {}: let `transform` turn all that `hash` reads. Position: {text}",
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
