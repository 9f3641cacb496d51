//! The end of a line that is proven: what the tables of a search have lost of it is found again.

use std::collections::HashMap;

use crate::interface::game::{Game, MoveList, Player, Turn};
use crate::interface::report::{Line, Proof, ProofResult};
use crate::interface::searcher::Root;
use crate::support::certain::DrawsDue;
use crate::support::occurrences::{Occurrences, end_at_a_draw};

/// The most moves that a search tries for the lines of one report: some milliseconds.
const EFFORT: u32 = 20_000;

/// Completes the lines of one report. Nothing is done where none is proven.
pub(crate) fn finish_lines<G: Game>(game: &G, root: &Root<G>, lines: &mut [Line<G::Move>]) {
    if lines.iter().all(|line| line.proof.is_none()) {
        return;
    }
    let mut finisher = LineFinisher::new(game, root, EFFORT);
    for line in lines {
        finisher.finish(&mut line.pv, line.proof);
    }
}

/// Completes lines in games of two players: a proven win or loss is shown up to the end of the game, with the longest resistance.
pub(crate) struct LineFinisher<'a, G: Game> {
    game: &'a G,
    root: &'a Root<G>,
    draws_due: DrawsDue,
    /// What is known of a position and of this many plies: whether the winner has won by then.
    known: HashMap<(u64, u32), bool>,
    /// Moves that may still be tried.
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

    /// Lets a line end where its proof says: its last moves are added, or all are found anew after the first if it led elsewhere.
    /// Where that takes too long it stays as it is, but for what leads to a draw.
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
        // The whole line is tried first, then its first move alone.
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

    /// Whether a move is seen to win within this many plies after it.
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

    /// What follows after these moves if the winner wins just `plies` after the root.
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

    /// A move after which the winner needs just `left` plies more.
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
            // The winner need not be shown that there is nothing quicker.
            let serves = (mover == winner || is_quicker(self, pos) == Some(false))
                && self.wins_within(pos, winner, left) == Some(true);
            self.game.undo(pos, mv, undo);
            serves
        })
    }

    /// Whether a player has won after at most this many plies, whatever the other does; nothing if that takes too long.
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
