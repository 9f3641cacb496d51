//! Checks moves made by pointing: every move can be made, no two moves are confused, and every target is in the picture.

use std::collections::{HashMap, HashSet};

use ludex_search::Turn;
use rand::{Rng, RngExt};

use super::{GameCheck, moves_of};
use crate::interface::catalogue::Playable;
use crate::interface::gestures::{Touch, Way};
use crate::interface::pictures::{Pictures, Shown};

/// Maximum number of steps of a random game. Every one of the first steps is checked, and some of the later steps.
const LONGEST: usize = 150;
const FIRST: usize = 10;
const EVERY: usize = 5;
/// Number of partial moves drawn in each position.
const DRAWN: usize = 12;

/// The ways found so far, each with its move as text.
type Owners<'a> = HashMap<Vec<Vec<Touch>>, &'a str>;

impl<G: Playable> GameCheck<'_, G> {
    /// Checks in random games how moves are made by pointing, if the game supports it: every move has a way, no two moves share a way,
    /// every touched target is in the picture, and a way that continues after the end of another way continues with a choice.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_gestures(&self, games: u64) {
        let offers = self.game.offers();
        let (Some(gestures), Some(pictures)) = (offers.gestures, offers.pictures) else {
            return;
        };
        for seed in 0..games {
            self.visit_game(seed, LONGEST, &mut |n_steps, pos, rng| {
                let is_used = n_steps < FIRST || n_steps % EVERY == 0;
                if is_used && matches!(self.game.turn(pos), Turn::Player(_)) {
                    let moves = moves_of(self.game, pos);
                    let ways = gestures.ways(pos, &moves);
                    self.check_ways(pos, &moves, &ways);
                    self.check_targets(pos, pictures, &ways);
                    self.draw_beginnings(pos, pictures, &ways, rng);
                }
            });
        }
    }

    /// Every move has ways that no other move has.
    fn check_ways(&self, pos: &G::Position, moves: &[G::Move], ways: &[Vec<Way>]) {
        let text = self.game.write_position(pos);
        assert!(
            ways.len() == moves.len(),
            "`ways` returns {} lists for {} moves; return one list for each move, in the order of the moves. Position: {text}",
            ways.len(),
            moves.len()
        );
        let words: Vec<String> = moves.iter().map(|&mv| self.game.write_move(pos, mv)).collect();
        let mut owners = Owners::new();
        for (word, ways) in words.iter().zip(ways) {
            assert!(
                !ways.is_empty(),
                "`ways` returns no way to make {word}; return at least one way for every move. Position: {text}"
            );
            for way in ways {
                assert!(
                    !way.hops.is_empty() && way.hops.iter().all(|hop| !hop.is_empty()),
                    "`ways` returns a hop without touches for {word}; every hop needs at least one touch. Position: {text}"
                );
                if let Some(other) = owners.insert(key(way), word) {
                    panic!(
                        "`ways` returns the same way for {other} and {word}, {}; distinguish them by a touch or a choice. Position: {text}",
                        touches_in_words(&way.hops.concat())
                    );
                }
            }
        }
        for (word, ways) in words.iter().zip(ways) {
            for way in ways {
                check_beginnings(way, word, &owners, &text);
            }
        }
    }

    fn check_targets(&self, pos: &G::Position, pictures: &dyn Pictures<G>, ways: &[Vec<Way>]) {
        let scene = pictures.draw(&Shown::new(pos));
        let targets: HashSet<(&str, &str)> = scene.targets().collect();
        for touch in ways.iter().flatten().flat_map(|way| way.hops.iter().flatten()) {
            assert!(
                touch.word().is_some()
                    || touch.target().is_some_and(|target| targets.contains(&target)),
                "`ways` touches {touch}, which is not in the picture; `draw` must open a target of that class and name. Position: {}",
                self.game.write_position(pos)
            );
        }
    }

    /// Checks that partial moves can be drawn: the beginnings of some ways, with free hops shuffled.
    fn draw_beginnings(
        &self,
        pos: &G::Position,
        pictures: &dyn Pictures<G>,
        ways: &[Vec<Way>],
        rng: &mut impl Rng,
    ) {
        let all: Vec<&Way> = ways.iter().flatten().collect();
        for _ in 0..all.len().min(DRAWN) {
            let way = all[rng.random_range(0..all.len())];
            let touches = in_some_order(way, rng);
            for length in 1..=touches.len() {
                let partial = touches[..length].to_vec();
                assert!(
                    way.begins_with(&partial),
                    "a way does not begin with its own touches, {}; list a hop that brings a piece before the hop that picks it up. \
                     Position: {}",
                    touches_in_words(&partial),
                    self.game.write_position(pos)
                );
                pictures.draw(&Shown { partial, ..Shown::new(pos) });
            }
        }
    }
}

fn touches_in_words(touches: &[Touch]) -> String {
    let words: Vec<String> = touches.iter().map(ToString::to_string).collect();
    words.join(", ")
}

/// A key that is equal for equal ways: the hops, sorted if they may be made in any order.
fn key(way: &Way) -> Vec<Vec<Touch>> {
    if !way.free {
        return vec![way.hops.concat()];
    }
    let mut hops = way.hops.clone();
    hops.sort();
    hops
}

/// A complete way is not the beginning of another, unless the next touch is a choice.
fn check_beginnings(way: &Way, word: &str, owners: &Owners<'_>, text: &str) {
    let fail = |other: &str| -> ! {
        panic!(
            "`ways` returns a way for {word} that begins with a complete way for {other}; add a choice after it, or begin with \
             another touch. Position: {text}"
        )
    };
    let hops = key(way);
    if let [touches] = &hops[..] {
        for length in 1..touches.len() {
            let is_choice = touches[length].word().is_some();
            if let (Some(other), false) = (owners.get(&vec![touches[..length].to_vec()]), is_choice)
            {
                fail(other);
            }
        }
        return;
    }
    for some in 1..(1 << hops.len()) - 1 {
        let chosen = (0..hops.len()).filter(|hop| some >> hop & 1 != 0);
        let chosen: Vec<Vec<Touch>> = chosen.map(|hop| hops[hop].clone()).collect();
        if let Some(other) = owners.get(&chosen) {
            fail(other);
        }
    }
}

/// The touches of a way. Hops that may be made in any order are shuffled, but a hop still comes after those that it waits for.
fn in_some_order(way: &Way, rng: &mut impl Rng) -> Vec<Touch> {
    if !way.free {
        return way.hops.concat();
    }
    let mut made = vec![false; way.hops.len()];
    let mut touches = Vec::new();
    for _ in 0..way.hops.len() {
        let is_ready = |&hop: &usize| !made[hop] && !way.waits(hop, &made);
        let ready: Vec<usize> = (0..way.hops.len()).filter(is_ready).collect();
        assert!(!ready.is_empty(), "the hops of a way wait for each other: {way:?}");
        let hop = ready[rng.random_range(0..ready.len())];
        made[hop] = true;
        touches.extend_from_slice(&way.hops[hop]);
    }
    touches
}
