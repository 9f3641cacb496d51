//! Checks of the tactics for alpha-beta.

use std::collections::HashMap;

use super::{Conformance, Walked, moves_of};
use crate::interface::game::{Game, Player, Turn};
use crate::interface::history::History;
use crate::interface::report::{Proof, ProofResult};
use crate::interface::score::Score;
use crate::interface::tactics::{Defences, Tactics};
use crate::support::ordering::ORDER_MAX;
use crate::testing::verify::Claims;

/// The greatest number of moves after which the node information is compared.
const SAMPLE: usize = 8;
/// The greatest number of known scores that are compared with a search, and the number of positions for each search.
const KNOWN: usize = 20;
const EFFORT: usize = 20_000;
/// The depth passed to games that look up scores only for deep searches.
const DEEP: i32 = 100;

impl<G: Game> Conformance<'_, G> {
    /// Checks tactics: the node information after a move is that of the position; packed moves are distinct nonzero numbers; a winning move wins immediately; candidates are legal, and complete if
    /// the list says so; a move that the evasions omit loses immediately; a known score equals the result of an exhaustive search; a null
    /// move can be taken back.
    ///
    /// # Panics
    /// If the tactics break a rule; the message says which.
    pub fn check_tactics<T: Tactics<G>>(&self, tactics: &T) {
        let mut known_left = KNOWN;
        for seed in 0..self.games {
            self.walk(seed, &mut |Walked { pos, .. }| {
                let Turn::Player(player) = self.game.turn(pos) else {
                    return;
                };
                let info = tactics.node_info(self.game, pos);
                self.check_info_after(pos, tactics, &info);
                self.check_packing(pos, tactics);
                self.check_order(pos, tactics, &info);
                self.check_winning_move(pos, tactics, player, &info);
                self.check_lists(pos, tactics, player, &info);
                self.check_null_move(pos, tactics, player, &info);
                if known_left > 0
                    && let Some(score) = tactics.known_score(self.game, pos, DEEP)
                {
                    known_left -= 1;
                    self.check_known(pos, tactics, score);
                }
            });
        }
    }

    fn check_packing<T: Tactics<G>>(&self, pos: &G::Position, tactics: &T) {
        let (game, text) = (self.game, (self.text)(pos));
        let (mut packed, moves) = (HashMap::new(), moves_of(game, pos));
        for &mv in &moves {
            let number = tactics.pack(mv);
            assert!(
                number != 0,
                "`pack` of {mv:?} is 0, which stands for no move; count from 1. Position: {text}"
            );
            if let Some(other) = packed.insert(number, mv) {
                panic!(
                    "`pack` is {number} for both {other:?} and {mv:?}; give each move its own number. Position: {text}"
                );
            }
        }
        assert!(
            tactics.unpack(game, pos, 0).is_none(),
            "`unpack` turns 0 into a move, but 0 stands for no move; return `None`. Position: {text}"
        );
        for mv in moves {
            let unpacked = tactics.unpack(game, pos, tactics.pack(mv));
            assert!(
                unpacked == Some(mv),
                "`unpack` returns {unpacked:?} for the number that `pack` gives {mv:?}; return that move. Position: {text}"
            );
            let (slot, slots) = (tactics.history_slot(pos, mv), tactics.history_slots());
            assert!(
                slot < slots,
                "`history_slot` of {mv:?} is {slot}, but `history_slots` is {slots}; count slots from 0. Position: {text}"
            );
        }
    }

    /// The node information after some of the moves, and after a null move, is that of the position.
    fn check_info_after<T: Tactics<G>>(
        &self,
        pos: &G::Position,
        tactics: &T,
        before: &T::NodeInfo,
    ) {
        let game = self.game;
        let mut child = pos.clone();
        let moves = moves_of(game, pos);
        for &mv in moves.iter().step_by(moves.len().div_ceil(SAMPLE).max(1)) {
            let undo = game.play(&mut child, mv);
            self.compare_info(&child, tactics, before, Some(mv));
            game.undo(&mut child, mv, undo);
        }
        if let Some(undo) = tactics.null_move(game, &mut child, before) {
            self.compare_info(&child, tactics, before, None);
            tactics.undo_null(game, &mut child, undo);
        }
    }

    fn compare_info<T: Tactics<G>>(
        &self,
        pos: &G::Position,
        tactics: &T,
        before: &T::NodeInfo,
        mv: Option<G::Move>,
    ) {
        let game = self.game;
        if !matches!(game.turn(pos), Turn::Player(_)) {
            return;
        }
        let moves = moves_of(game, pos);
        let seen = |info: &T::NodeInfo| {
            let of_moves = moves.iter().map(|&mv| {
                let order = tactics.order(game, pos, info, mv);
                (order, tactics.is_quiet(game, pos, info, mv))
            });
            let win = tactics.winning_move(game, pos, info);
            // A search asks a position with a winning move nothing else.
            match win {
                Some(_) => (win, false, Vec::new()),
                None => (None, tactics.in_danger(info), of_moves.collect()),
            }
        };
        let (fresh, after) = (
            seen(&tactics.node_info(game, pos)),
            seen(&tactics.node_info_after(game, pos, before, mv)),
        );
        assert!(
            fresh == after,
            "`node_info_after` of {mv:?} differs from `node_info`: winning move, danger, and order and quietness of each move are {after:?} \
             instead of {fresh:?}. Position: {}",
            (self.text)(pos)
        );
    }

    /// The ordering scores leave room for the histories.
    fn check_order<T: Tactics<G>>(&self, pos: &G::Position, tactics: &T, info: &T::NodeInfo) {
        for mv in moves_of(self.game, pos) {
            let score = tactics.order(self.game, pos, info, mv);
            assert!(
                score.unsigned_abs() <= ORDER_MAX.unsigned_abs(),
                "`order` gives {mv:?} the score {score}; return a score from -{ORDER_MAX} to {ORDER_MAX}. Position: {}",
                (self.text)(pos)
            );
        }
    }

    fn check_winning_move<T: Tactics<G>>(
        &self,
        pos: &G::Position,
        tactics: &T,
        player: Player,
        info: &T::NodeInfo,
    ) {
        if let Some(mv) = tactics.winning_move(self.game, pos, info) {
            assert!(
                self.game.is_legal(pos, mv) && self.wins_at_once(pos, mv, player),
                "`winning_move` gives {mv:?}, which does not win at once; return only a legal move after which the game is over and \
                 won. Position: {}",
                (self.text)(pos)
            );
        }
    }

    /// Checks candidates, tactical moves and evasions.
    fn check_lists<T: Tactics<G>>(
        &self,
        pos: &G::Position,
        tactics: &T,
        player: Player,
        info: &T::NodeInfo,
    ) {
        let mut moves = Vec::new();
        let listed = tactics.candidates(self.game, pos, info, &mut moves);
        self.check_listed(pos, "candidates", &moves, Some(listed));
        moves.clear();
        tactics.tactical_moves(self.game, pos, info, &mut moves);
        self.check_listed(pos, "tactical_moves", &moves, None);
        moves.clear();
        // If there is an immediate win, no defence is needed.
        if !tactics.in_danger(info) || tactics.winning_move(self.game, pos, info).is_some() {
            return;
        }
        let defences = tactics.evasions(self.game, pos, info, &mut moves);
        self.check_listed(pos, "evasions", &moves, None);
        let Some(defences) = defences else {
            assert!(
                moves.is_empty(),
                "`evasions` appends moves and returns `None`; return which moves the list may omit, or append nothing. \
                 Position: {}",
                (self.text)(pos)
            );
            return;
        };
        for mv in moves_of(self.game, pos) {
            let is_lost =
                || defences == Defences::AllButLost && self.loses_at_once(pos, mv, player);
            assert!(
                moves.contains(&mv) || is_lost(),
                "`evasions` returns `Defences::{defences:?}` but omits {mv:?}{}; list it. Position: {}",
                match defences {
                    Defences::All => "",
                    Defences::AllButLost => ", after which the other player does not win at once",
                },
                (self.text)(pos)
            );
        }
    }

    fn wins_at_once(&self, pos: &G::Position, mv: G::Move, player: Player) -> bool {
        self.end_after(pos, mv).is_some_and(|returns| returns[player.index()] > 0.0)
    }

    fn end_after(&self, pos: &G::Position, mv: G::Move) -> Option<crate::interface::game::Returns> {
        let mut after = pos.clone();
        self.game.play(&mut after, mv);
        (self.game.turn(&after) == Turn::Over).then(|| self.game.returns(&after))
    }

    /// Whether a move ends the game as a loss, or lets another player win with the next move.
    fn loses_at_once(&self, pos: &G::Position, mv: G::Move, player: Player) -> bool {
        if let Some(returns) = self.end_after(pos, mv) {
            return returns[player.index()] < 0.0;
        }
        let mut after = pos.clone();
        self.game.play(&mut after, mv);
        let Turn::Player(other) = self.game.turn(&after) else {
            return false;
        };
        let replies = moves_of(self.game, &after);
        other != player && replies.into_iter().any(|reply| self.wins_at_once(&after, reply, other))
    }

    fn check_null_move<T: Tactics<G>>(
        &self,
        pos: &G::Position,
        tactics: &T,
        player: Player,
        info: &T::NodeInfo,
    ) {
        let (game, text) = (self.game, (self.text)(pos));
        let mut passed = pos.clone();
        let Some(undo) = tactics.null_move(game, &mut passed, info) else {
            return;
        };
        assert!(
            !G::ALTERNATES || game.turn(&passed) != Turn::Player(player),
            "`null_move` leaves the turn with {:?}; pass it to the other player, or return `None`. Position: {text}",
            game.turn(&passed)
        );
        tactics.undo_null(game, &mut passed, undo);
        assert!(
            game.hash(&passed) == game.hash(pos) && (self.text)(&passed) == text,
            "`undo_null` does not restore the position after `null_move`: it is now {}; restore everything that `null_move` changes. \
             Position: {text}",
            (self.text)(&passed)
        );
    }

    /// Compares a known score with an exhaustive search by the rules, as far as the limits allow.
    fn check_known<T: Tactics<G>>(&self, pos: &G::Position, tactics: &T, score: Score) {
        let (game, text) = (self.game, (self.text)(pos));
        let (result, plies) = match score.plies() {
            Some(plies) if score.is_win() => (ProofResult::Win, plies),
            Some(plies) => (ProofResult::Loss, plies),
            None => (ProofResult::Draw, u32::MAX),
        };
        assert!(
            score.is_proven() || score == Score::DRAW,
            "`known_score` gives {score}, which is an estimate; return a win or a loss with its distance, a draw, or `None`. \
             Position: {text}"
        );
        let history = History::new(game, pos.clone());
        let mut claims = Claims::new(game, super::super::Rules::of(game), history, EFFORT);
        let mut line = Vec::new();
        tactics.known_line(game, pos, &mut line);
        if let Err(wrong) = claims.check_known(Proof { result, plies }, &line) {
            panic!(
                "`known_score` gives {score} and `known_line` {line:?}, but a search of all moves contradicts this: {wrong}; return only \
                exact scores and lines. Position: {text}"
            );
        }
    }
}
