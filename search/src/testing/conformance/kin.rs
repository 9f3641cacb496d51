//! Checks of positions with equal hashes, which a search treats as one: whatever can happen in one can happen in the other.

use std::collections::{HashMap, HashSet};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Conformance, StepOf, events_of, moves_of, play, random_step};
use crate::interface::game::{Game, Step, Turn};

/// The greatest number of positions stored for comparison.
const MOST_KEPT: usize = 20_000;
/// The number of random openings that are also played in another order.
const OPENINGS: u64 = 100;
/// The number of steps available for comparing positions with equal hashes.
const EFFORT: usize = 20_000;
/// The number of random games that two positions with equal hashes play together.
const TOGETHER: usize = 8;

/// The positions so far, by hash.
pub(super) struct Kin<'c, 'a, G: Game> {
    conformance: &'c Conformance<'a, G>,
    positions: HashMap<u64, G::Position>,
    nodes: HashMap<u64, G::Position>,
    repetitions: HashMap<u64, G::Position>,
    /// The hash and the repetition hash, by the text of a position.
    texts: HashMap<String, [u64; 2]>,
    /// The number of steps left.
    left: usize,
    rng: Pcg64Mcg,
}

impl<'c, 'a, G: Game> Kin<'c, 'a, G> {
    pub(super) fn new(conformance: &'c Conformance<'a, G>) -> Self {
        Self {
            conformance,
            positions: HashMap::new(),
            nodes: HashMap::new(),
            repetitions: HashMap::new(),
            texts: HashMap::new(),
            left: EFFORT,
            rng: Pcg64Mcg::seed_from_u64(1),
        }
    }

    /// Plays random openings, each also with two steps exchanged, so that the same position is often reached in two ways.
    pub(super) fn check_openings(&mut self) {
        let game = self.conformance.game;
        for number in 0..OPENINGS {
            let (mut pos, mut steps) = (game.start(), Vec::new());
            while (steps.len() as u64) < 2 + number % 7
                && let Some(step) = random_step(game, &pos, &mut self.rng)
            {
                play(game, &mut pos, step);
                steps.push(step);
            }
            self.check(&pos);
            for _ in 0..4.min(steps.len()) {
                let [one, other] = [0, 0].map(|_| self.rng.random_range(0..steps.len()));
                let mut exchanged = steps.clone();
                exchanged.swap(one, other);
                if let Some(pos) = self.replayed(&exchanged) {
                    self.check(&pos);
                }
            }
        }
    }

    /// The position after the steps, if each is possible after those before it.
    fn replayed(&self, steps: &[StepOf<G>]) -> Option<G::Position> {
        let game = self.conformance.game;
        let mut pos = game.start();
        for &step in steps {
            let may_come = match (step, game.turn(&pos)) {
                (Step::Move(mv), Turn::Player(_)) => game.is_legal(&pos, mv),
                (Step::Event(event), Turn::Chance) => {
                    events_of(game, &pos).iter().any(|&(other, _)| other == event)
                }
                _ => false,
            };
            if !may_come {
                return None;
            }
            play(game, &mut pos, step);
        }
        Some(pos)
    }

    /// Compares a position with those that have the same hashes or the same text.
    pub(super) fn check(&mut self, pos: &G::Position) {
        let Conformance { game, text, is_exact, .. } = self.conformance;
        let words = text(pos);
        let [hash, node, repetition] =
            [game.hash(pos), game.node_hash(pos), game.repetition_hash(pos)];
        if self.texts.len() < MOST_KEPT {
            let known = *self.texts.entry(words.clone()).or_insert([hash, repetition]);
            assert!(
                known[0] == hash || !is_exact,
                "`hash` is {:#x} and {hash:#x} for the same position, reached in two ways; let it depend on the position alone. Position: \
                {words}",
                known[0]
            );
            assert!(
                known[1] == repetition || game.repetition().is_none(),
                "`repetition_hash` is {:#x} and {repetition:#x} for the same position, which occurred twice; omit everything that differs \
                when a position repeats, such as the number of moves. Position: {words}",
                known[1]
            );
        }
        let room = self.positions.len() < MOST_KEPT;
        if let Some(other) = known(&mut self.positions, hash, pos, room) {
            self.compare(&other, pos, "hash");
            if game.node_hash(&other) == node && text(&other) != words {
                self.play_together(&other, pos);
            }
        }
        if let Some(other) = known(&mut self.nodes, node, pos, room) {
            self.compare_moves(&other, pos, "node_hash");
        }
        // Finished games are not compared: a counter that the repetition hash omits may have ended only one of the two games.
        if let Some(other) = known(&mut self.repetitions, repetition, pos, room)
            && [&other, pos].iter().all(|pos| game.turn(pos) != Turn::Over)
        {
            self.compare(&other, pos, "repetition_hash");
        }
    }

    /// Positions with equal hashes have the same turn, the same number of moves and the same returns.
    fn compare(&self, one: &G::Position, other: &G::Position, method: &str) {
        let &Conformance { game, ref text, .. } = self.conformance;
        let differ = |what: &str, found: [String; 2]| {
            let [first, second] = found;
            assert!(
                first == second,
                "`{method}` is the same for two positions whose {what} differ, {first} and {second}; include everything that the rest of \
                the game depends on, such as the player to move and the colour and place of each stone. \
                 Position: {}, and the other one: {}",
                text(one),
                text(other)
            );
        };
        let both = [one, other];
        differ("turns", both.map(|pos| format!("{:?}", game.turn(pos))));
        match game.turn(one) {
            Turn::Over => differ("`returns`", both.map(|pos| format!("{:?}", game.returns(pos)))),
            Turn::Player(_) => {
                differ("numbers of moves", both.map(|pos| game.count_moves(pos).to_string()));
            }
            Turn::Chance => differ("events", both.map(|pos| format!("{:?}", events_of(game, pos)))),
        }
    }

    /// Positions of the same node have the same moves.
    fn compare_moves(&self, one: &G::Position, other: &G::Position, method: &str) {
        let &Conformance { game, ref text, .. } = self.conformance;
        if !matches!(game.turn(one), Turn::Player(_))
            || !matches!(game.turn(other), Turn::Player(_))
        {
            return;
        }
        let [first, second] =
            [one, other].map(|pos| moves_of(game, pos).into_iter().collect::<HashSet<_>>());
        if let Some(mv) = first.symmetric_difference(&second).next() {
            panic!(
                "`{method}` is the same for two positions of which only one has the move {mv:?}; let it differ if the legal moves differ. \
                Position: {}, and the other one: {}",
                text(one),
                text(other)
            );
        }
    }

    /// Two positions with equal hashes play the same random games, which must end with the same result.
    fn play_together(&mut self, one: &G::Position, other: &G::Position) {
        let game = self.conformance.game;
        for _ in 0..TOGETHER {
            let [mut one, mut other] = [one, other].map(Clone::clone);
            while let Some(step) = random_step(game, &one, &mut self.rng) {
                if self.left == 0 {
                    return;
                }
                self.left -= 1;
                play(game, &mut one, step);
                play(game, &mut other, step);
                // A hash may omit a property until it matters. If the hashes differ now, the positions can no longer be compared.
                if game.hash(&one) != game.hash(&other)
                    || game.node_hash(&one) != game.node_hash(&other)
                {
                    break;
                }
                self.compare(&one, &other, "hash");
                self.compare_moves(&one, &other, "hash");
            }
        }
    }
}

/// The position stored under a hash; stores this one if there is none and there is room.
fn known<P: Clone>(kept: &mut HashMap<u64, P>, hash: u64, pos: &P, room: bool) -> Option<P> {
    let other = kept.get(&hash).cloned();
    if other.is_none() && room {
        kept.insert(hash, pos.clone());
    }
    other
}
