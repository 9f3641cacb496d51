//! Restores the end of proven lines: moves that the tables of a search have lost are searched again.

use std::collections::HashMap;

use crate::interface::game::{Game, MoveList, Player, Turn};
use crate::interface::report::{Line, Proof, ProofResult};
use crate::interface::searcher::Root;
use crate::support::certain::DrawsDue;
use crate::support::occurrences::{Occurrences, end_at_a_draw};

/// The greatest number of moves to try for the lines of one report; trying them all takes a few milliseconds.
const EFFORT: u32 = 20_000;

/// Completes the lines of one report. Lines without a proof are not changed.
pub(crate) fn finish_lines<G: Game>(game: &G, root: &Root<G>, lines: &mut [Line<G::Move>]) {
    if lines.iter().all(|line| line.proof.is_none()) {
        return;
    }
    let mut finisher = LineFinisher::new(game, root, EFFORT);
    for line in lines {
        finisher.finish(&mut line.pv, line.proof);
    }
}

/// Completes lines in two-player games: a proven win or loss is shown to the end of the game, with the longest resistance.
pub(crate) struct LineFinisher<'a, G: Game> {
    game: &'a G,
    root: &'a Root<G>,
    draws_due: DrawsDue,
    /// Whether the winner can force a win, by position and number of plies.
    known: HashMap<(u64, u32), bool>,
    /// The number of moves that may still be tried.
    left: u32,
}

impl<'a, G: Game> LineFinisher<'a, G> {
    /// Tries at most `effort` moves.
    pub(crate) fn new(game: &'a G, root: &'a Root<G>, effort: u32) -> Self {
        Self {
            game,
            root,
            draws_due: DrawsDue::new(game, root),
            known: HashMap::new(),
            left: effort,
        }
    }

    /// Makes a line end with the proven result, after the proven number of plies. Missing moves are added at its end; if the line leads to
    /// another result, all moves after the first are replaced. If this takes too long, the line is not changed, except that a line to a
    /// draw by repetition is cut to its first move.
    pub(crate) fn finish(&mut self, line: &mut Vec<G::Move>, proof: Option<Proof>) {
        let Some(proof) = proof else { return };
        let Turn::Player(mover) = self.game.turn(&self.root.position) else {
            return;
        };
        let winner = match proof.result {
            _ if self.game.players() != 2 => return,
            ProofResult::Win => mover,
            ProofResult::Loss => mover.other(),
            ProofResult::Draw => return,
        };
        // Tries to keep the whole line, then only its first move.
        let found = [line.len(), 1].into_iter().take(line.len()).find_map(|kept| {
            let rest = self.rest(&line[..kept], winner, proof.plies)?;
            Some((kept, rest))
        });
        if let Some((kept, rest)) = found {
            line.truncate(kept);
            line.extend(rest);
        } else if end_at_a_draw(self.game, self.root, line) {
            line.truncate(1);
        }
    }

    /// Whether `mv` wins within `plies` plies after it; false if it takes too long to find out.
    pub(crate) fn wins_after(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        winner: Player,
        plies: u32,
    ) -> bool {
        let undo = self.game.play(pos, mv);
        let wins = self.wins_within(pos, winner, plies) == Some(true);
        self.game.undo(pos, mv, undo);
        wins
    }

    /// The moves that continue `before` so that the winner wins exactly `plies` plies after the root; `None` if they are not found.
    fn rest(&mut self, before: &[G::Move], winner: Player, plies: u32) -> Option<Vec<G::Move>> {
        let mut left = plies.checked_sub(before.len() as u32)?;
        let mut pos = self.root.position.clone();
        let mut occurrences = Occurrences::until(self.game, self.root);
        let (mut before, mut rest) = (before.iter(), Vec::new());
        while let Turn::Player(mover) = self.game.turn(&pos) {
            if occurrences.is_drawn() {
                return None;
            }
            let mv = if let Some(&mv) = before.next() {
                mv
            } else {
                left = left.checked_sub(1)?;
                let mv = self.next(&mut pos, mover, winner, left)?;
                rest.push(mv);
                mv
            };
            self.game.play(&mut pos, mv);
            occurrences.count(self.game, &pos);
        }
        let is_won = self.game.turn(&pos) == Turn::Over && self.is_won(&pos, winner);
        (is_won && left == 0).then_some(rest)
    }

    /// A move after which the winner needs exactly `left` plies.
    fn next(
        &mut self,
        pos: &mut G::Position,
        mover: Player,
        winner: Player,
        left: u32,
    ) -> Option<G::Move> {
        let mut moves = MoveList::new();
        self.game.legal_moves(pos, &mut moves);
        moves.into_iter().find(|&mv| {
            let undo = self.game.play(pos, mv);
            let is_quicker = |finisher: &mut Self, pos: &mut _| match left.checked_sub(1) {
                Some(less) => finisher.wins_within(pos, winner, less),
                None => Some(false),
            };
            // A move of the loser must resist this long, so the winner must not win earlier. A move of the winner needs no such check.
            let serves = (mover == winner || is_quicker(self, pos) == Some(false))
                && self.wins_within(pos, winner, left) == Some(true);
            self.game.undo(pos, mv, undo);
            serves
        })
    }

    /// Whether a player wins within this many plies, whatever the other does; `None` if that takes too long.
    fn wins_within(&mut self, pos: &mut G::Position, winner: Player, plies: u32) -> Option<bool> {
        if self.draws_due.holds(self.game, pos) {
            return Some(false);
        }
        let mover = match self.game.turn(pos) {
            Turn::Over => return Some(self.is_won(pos, winner)),
            Turn::Player(_) if plies == 0 => return Some(false),
            Turn::Player(mover) => mover,
            Turn::Chance => return None,
        };
        let key = (self.game.hash(pos), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let mut moves = MoveList::new();
        self.game.legal_moves(pos, &mut moves);
        let own = mover == winner;
        let mut wins = !own;
        for mv in moves {
            self.left = self.left.checked_sub(1)?;
            let undo = self.game.play(pos, mv);
            let answer = self.wins_within(pos, winner, plies - 1);
            self.game.undo(pos, mv, undo);
            if answer? == own {
                wins = own;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    fn is_won(&self, pos: &G::Position, winner: Player) -> bool {
        self.game.returns(pos)[winner.index()] > 0.0
    }
}
