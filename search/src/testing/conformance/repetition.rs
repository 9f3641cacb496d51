//! Checks of repetitions and of alternating turns along a random game.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Conformance, Walked, moves_of};
use crate::interface::game::{Game, Player, Step, Turn};

/// The greatest number of positions searched for a repetition.
const TRIED: usize = 1_500;
/// The number of plies searched: enough for both players to move away and back.
const ROUND: u32 = 4;

/// The greatest number of moves played in search of a round that repeats a position.
const ROUNDS: usize = 200_000;

/// A random game so far.
pub(super) struct Line<'c, 'a, G: Game> {
    conformance: &'c Conformance<'a, G>,
    /// The index at which each [`repetition_hash`](Game::repetition_hash) last occurred.
    places: HashMap<u64, usize>,
    n_positions: usize,
    /// The last irreversible move, with the index and the position before it.
    irreversible: Option<(usize, G::Move, G::Position)>,
    /// The player who moved last.
    mover: Option<Player>,
}

impl<'c, 'a, G: Game> Line<'c, 'a, G> {
    pub(super) fn new(conformance: &'c Conformance<'a, G>) -> Self {
        Self {
            conformance,
            places: HashMap::new(),
            n_positions: 0,
            irreversible: None,
            mover: None,
        }
    }

    /// Adds a position. No position may recur after an irreversible move, and turns alternate if the game says so.
    pub(super) fn follow(&mut self, walked: &Walked<'_, G>) {
        let Conformance { game, text, .. } = self.conformance;
        match walked.last.as_ref().map(|last| (&last.before, last.step)) {
            Some((before, Step::Move(mv))) if game.irreversible(before, mv) => {
                self.irreversible = Some((self.n_positions - 1, mv, before.clone()));
            }
            // Positions before an event are not searched for repetitions.
            Some((_, Step::Event(_))) => self.places.clear(),
            _ => {}
        }
        let place = self.places.insert(game.repetition_hash(walked.pos), self.n_positions);
        if let (Some(place), Some((at, mv, before))) = (place, &self.irreversible)
            && place <= *at
        {
            fail(&text(before), *mv, &text(walked.pos));
        }
        self.n_positions += 1;
        if let Turn::Player(player) = game.turn(walked.pos) {
            assert!(
                !G::ALTERNATES || self.mover != Some(player),
                "`ALTERNATES` is true, but player {} moves twice in a row; set it to false, or let every move pass the turn. \
                 Position: {}",
                player.0,
                text(walked.pos)
            );
            self.mover = Some(player);
            if self.n_positions % 16 == 1 {
                self.search_for_return(walked.pos);
            }
        }
    }

    /// Searches for a way back to a position within a few plies.
    fn search_for_return(&self, pos: &G::Position) {
        let mut around = Around {
            game: self.conformance.game,
            hash: self.conformance.game.repetition_hash(pos),
            left: TRIED,
            irreversible: Vec::new(),
        };
        if let Some((before, mv)) = around.comes_back(&mut pos.clone(), ROUND) {
            let text = &self.conformance.text;
            fail(&text(&before), mv, &text(pos));
        }
    }
}

impl<G: Game> Conformance<'_, G> {
    /// If the game has a rule about repetition, some position can occur twice: each player makes a move, and then takes it back with the
    /// next one.
    pub(super) fn check_recurrence(&self) {
        let Some(repetition) = self.game.repetition() else {
            return;
        };
        let mut round = Round { game: self.game, rng: Pcg64Mcg::seed_from_u64(5), left: ROUNDS };
        let (mut example, mut recurs) = (None, false);
        for seed in 0..self.games {
            self.walk(seed, &mut |Walked { pos, .. }| {
                let can_return = !recurs && round.can_return(pos);
                if can_return {
                    recurs = round.returns(pos);
                    example.get_or_insert_with(|| (self.text)(pos));
                }
            });
        }
        if let (Some(text), false) = (example, recurs) {
            panic!(
                "`repetition` is Some({repetition}), but no position occurred twice when all players made a move and then another one; \
                leave counters such as the number of moves out of `repetition_hash`, or return `None`. Position: {text}"
            );
        }
    }
}

/// A search for a round in which every player makes a reversible move and then takes it back.
struct Round<'a, G: Game> {
    game: &'a G,
    rng: Pcg64Mcg,
    /// The number of moves that may still be played.
    left: usize,
}

impl<G: Game> Round<'_, G> {
    /// The moves of a player that can be taken back according to [`Game::irreversible`].
    fn reversible(&self, pos: &G::Position) -> Vec<G::Move> {
        if !matches!(self.game.turn(pos), Turn::Player(_)) {
            return Vec::new();
        }
        let mut moves = moves_of(self.game, pos);
        moves.retain(|&mv| !self.game.irreversible(pos, mv));
        moves
    }

    fn can_return(&self, pos: &G::Position) -> bool {
        !self.reversible(pos).is_empty()
    }

    /// Whether the position occurs again after a random reversible move of each player and some further move of each.
    fn returns(&mut self, pos: &G::Position) -> bool {
        let mut after = pos.clone();
        for _ in 0..self.game.players() {
            let moves = self.reversible(&after);
            if moves.is_empty() {
                return false;
            }
            self.game.play(&mut after, moves[self.rng.random_range(0..moves.len())]);
        }
        let wanted = self.game.repetition_hash(pos);
        self.comes_back(&mut after, wanted, self.game.players())
    }

    fn comes_back(&mut self, pos: &mut G::Position, wanted: u64, plies: usize) -> bool {
        if plies == 0 {
            return self.game.repetition_hash(pos) == wanted;
        }
        for mv in self.reversible(pos) {
            let Some(left) = self.left.checked_sub(1) else {
                return false;
            };
            self.left = left;
            let undo = self.game.play(pos, mv);
            let found = self.comes_back(pos, wanted, plies - 1);
            self.game.undo(pos, mv, undo);
            if found {
                return true;
            }
        }
        false
    }
}

fn fail(before: &str, mv: impl std::fmt::Debug, again: &str) -> ! {
    panic!(
        "`irreversible` is true for {mv:?}, but an earlier position occurs again after it: {again}; return false for every move after \
        which an earlier position can occur again, or omit the method. Position: {before}"
    )
}

/// A search in the neighbourhood of a position.
struct Around<'a, G: Game> {
    game: &'a G,
    /// The hash to find.
    hash: u64,
    left: usize,
    /// Irreversible moves on the path, each with the position before it.
    irreversible: Vec<(G::Position, G::Move)>,
}

impl<G: Game> Around<'_, G> {
    /// An irreversible move on a path to a position with the wanted hash, and the position before the move. `None` if no such path is
    /// found.
    fn comes_back(&mut self, pos: &mut G::Position, plies: u32) -> Option<(G::Position, G::Move)> {
        if plies == 0 || !matches!(self.game.turn(pos), Turn::Player(_)) {
            return None;
        }
        for mv in moves_of(self.game, pos) {
            self.left = self.left.checked_sub(1)?;
            let is_irreversible = self.game.irreversible(pos, mv);
            if is_irreversible {
                self.irreversible.push((pos.clone(), mv));
            }
            let undo = self.game.play(pos, mv);
            let found = if self.game.repetition_hash(pos) == self.hash {
                self.irreversible.first().cloned()
            } else {
                self.comes_back(pos, plies - 1)
            };
            self.game.undo(pos, mv, undo);
            if found.is_some() {
                return found;
            }
            if is_irreversible {
                self.irreversible.pop();
            }
        }
        None
    }
}
