//! Checks numbered actions: every legal move has its own number, and the number leads back to the move.

use std::collections::HashMap;

use ludex_search::Turn;
use rand::{Rng, RngExt};

use super::{GameCheck, moves_of};
use crate::interface::actions::Actions;
use crate::interface::catalogue::Playable;

/// Maximum number of steps of a random game.
const LONGEST: usize = 300;
/// Number of random actions that are tried in each position.
const TRIED: usize = 8;

impl<G: Playable> GameCheck<'_, G> {
    /// Checks in random games the numbers of moves, if the game has them: every legal move has its own number below the number of actions,
    /// and the number leads back to the move. Any other number means an illegal move or none.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_actions(&self, games: u64) {
        let Some(actions) = self.game.offers().actions else {
            return;
        };
        for seed in 0..games {
            self.visit_game(seed, LONGEST, &mut |_, pos, rng| {
                if matches!(self.game.turn(pos), Turn::Player(_)) {
                    self.check_numbers(pos, actions, rng);
                }
            });
        }
    }

    fn check_numbers(&self, pos: &G::Position, actions: &dyn Actions<G>, rng: &mut impl Rng) {
        let moves = moves_of(self.game, pos);
        let mut numbers = Vec::new();
        actions.encode(pos, &moves, &mut numbers);
        let text = || self.game.write_position(pos);
        assert!(
            numbers.len() == moves.len(),
            "`encode` appends {} numbers for {} moves; append one number for each move. Position: {}",
            numbers.len(),
            moves.len(),
            text()
        );
        let mut owners = HashMap::new();
        for (&mv, &action) in moves.iter().zip(&numbers) {
            let word = || self.game.write_move(pos, mv);
            assert!(
                (action as usize) < actions.count(),
                "`encode` returns {action} for {}, but `count` is {}; numbers must be below `count`. Position: {}",
                word(),
                actions.count(),
                text()
            );
            if let Some(other) = owners.insert(action, mv) {
                panic!(
                    "`encode` returns {action} for both {} and {}; every legal move needs its own number. Position: {}",
                    self.game.write_move(pos, other),
                    word(),
                    text()
                );
            }
            let decoded = actions.decode(pos, action);
            assert!(
                decoded == Some(mv),
                "`decode` returns {decoded:?} for {action}, which `encode` returns for {}; it must return that move. Position: {}",
                word(),
                text()
            );
        }
        self.check_read(pos, actions, &numbers);
        self.check_others(pos, actions, &moves, &numbers, rng);
    }

    /// A position that is read from its text has the same legal actions.
    fn check_read(&self, pos: &G::Position, actions: &dyn Actions<G>, numbers: &[u32]) {
        let text = self.game.write_position(pos);
        let Ok(read) = self.game.parse_position(&text) else {
            return;
        };
        let mut again = Vec::new();
        actions.encode(&read, &moves_of(self.game, &read), &mut again);
        again.sort_unstable();
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        assert!(
            numbers == again,
            "`encode` returns other numbers after the position was read from its text; equal positions need equal numbers. Position: {text}"
        );
    }

    /// Tries random numbers: a legal move has no second number, and every move can be written.
    fn check_others(
        &self,
        pos: &G::Position,
        actions: &dyn Actions<G>,
        moves: &[G::Move],
        numbers: &[u32],
        rng: &mut impl Rng,
    ) {
        let text = || self.game.write_position(pos);
        for _ in 0..TRIED {
            let action = rng.random_range(0..actions.count() as u32);
            let Some(mv) = actions.decode(pos, action) else {
                continue;
            };
            let word = self.game.write_move(pos, mv);
            assert!(
                !moves.contains(&mv) || numbers.contains(&action),
                "`decode` returns {word} for {action}, which is not the number of that move; return `None` or another move. Position: {}",
                text()
            );
        }
        let none = actions.decode(pos, actions.count() as u32);
        assert!(
            none.is_none(),
            "`decode` returns {none:?} for {}, which is not below `count`; it must return `None`. Position: {}",
            actions.count(),
            text()
        );
    }
}
