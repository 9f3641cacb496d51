//! Checks of moves, events and results.

use std::collections::HashSet;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{Conformance, events_of, moves_of, repeated};
use crate::interface::game::{Game, MAX_PLAYERS, Player, Turn};
use crate::support::perft::{perft, perft_parallel, perft_played};
use crate::testing::NO_MOVES;

/// The greatest number of moves from earlier positions for which [`Game::is_legal`] is checked.
const STRANGERS: usize = 300;

/// The number of events sampled in each position.
const SAMPLES: usize = 4;

/// The properties that taking a step back must restore.
#[derive(Clone, PartialEq, Eq)]
struct Snapshot {
    hash: u64,
    text: String,
}

impl<G: Game> Conformance<'_, G> {
    /// Checks what holds for the game in every position.
    pub(super) fn check_constants(&self) {
        let players = self.game.players();
        assert!(
            (1..=MAX_PLAYERS).contains(&players),
            "`players` is {players}; return a number from 1 to {MAX_PLAYERS}."
        );
    }

    /// Checks the turn.
    pub(super) fn check_turn(&self, pos: &G::Position) {
        let players = self.game.players();
        match self.game.turn(pos) {
            Turn::Player(player) => assert!(
                player.index() < players,
                "`turn` is player {} in a game for {players}, where players are counted from 0; return one of them. Position: {}",
                player.0,
                (self.text)(pos)
            ),
            Turn::Chance => assert!(
                G::CHANCE,
                "`turn` is `Turn::Chance`, but `CHANCE` is false; set `const CHANCE: bool = true`. Position: {}",
                (self.text)(pos)
            ),
            Turn::Over => {}
        }
    }

    /// Checks a position by itself, after this number of steps.
    pub(super) fn check_position(
        &self,
        pos: &G::Position,
        n_steps: usize,
        strangers: &mut Vec<G::Move>,
    ) {
        match self.game.turn(pos) {
            Turn::Over => self.check_end(pos),
            Turn::Chance => self.check_events(&mut pos.clone()),
            Turn::Player(player) => {
                let moves = self.check_moves(pos, strangers);
                self.check_undo(&mut pos.clone(), player, &moves);
                if n_steps % 16 == 3 && moves.len() < 400 {
                    self.check_perfts(pos);
                }
                strangers.extend(moves.iter().skip(n_steps % 7).step_by(7));
                strangers.drain(..strangers.len().saturating_sub(STRANGERS));
            }
        }
        self.check_symmetries(pos, n_steps);
    }

    /// At least one move, each listed once, with the right count; `is_legal` distinguishes them from moves of other positions.
    fn check_moves(&self, pos: &G::Position, strangers: &[G::Move]) -> Vec<G::Move> {
        let (game, text) = (self.game, (self.text)(pos));
        let moves = moves_of(game, pos);
        assert!(!moves.is_empty(), "{NO_MOVES}. Position: {text}");
        if let Some(mv) = repeated(&moves) {
            panic!("`legal_moves` lists {mv:?} twice; append each move once. Position: {text}");
        }
        let (n_moves, counted) = (moves.len(), game.count_moves(pos));
        assert!(
            counted == n_moves as u64,
            "`count_moves` counts {counted} moves, but `legal_moves` lists {n_moves}; return the number of listed moves. Position: {text}"
        );
        let known: HashSet<_> = moves.iter().copied().collect();
        for &mv in moves.iter().chain(strangers) {
            let (found, is_listed) = (game.is_legal(pos, mv), known.contains(&mv));
            let (says, lists) = if is_listed { ("not ", "lists") } else { ("", "does not list") };
            assert!(
                found == is_listed,
                "`is_legal` says that {mv:?} is {says}legal, but `legal_moves` {lists} it; let both agree about every move, including \
                moves from other positions. Position: {text}"
            );
        }
        let mut appended = moves.clone();
        game.legal_moves(pos, &mut appended);
        assert!(
            appended == [&moves[..], &moves].concat(),
            "`legal_moves` does not append the same moves in the same order when it is called again with a list that is not \
             empty; keep the entries of the list, and append the moves in a fixed order. Position: {text}"
        );
        moves
    }

    /// Every move changes the hash, passes the turn as the game says, and can be taken back.
    fn check_undo(&self, pos: &mut G::Position, player: Player, moves: &[G::Move]) {
        let (game, before) = (self.game, self.snapshot(pos));
        for &mv in moves {
            let undo = game.play(pos, mv);
            self.check_change(pos, &before, "play", &format!("{mv:?}"));
            assert!(
                !G::ALTERNATES || game.turn(pos) != Turn::Player(player),
                "`ALTERNATES` is true, but player {} moves again after {mv:?}; set it to false, or let every move pass the turn. \
                 Position: {}",
                player.0,
                before.text
            );
            game.undo(pos, mv, undo);
            self.check_restored(pos, &before, ["undo", "play"], &format!("{mv:?}"));
        }
        assert!(
            moves_of(game, pos) == moves,
            "`undo` does not restore the position: after all moves were played and taken back, `legal_moves` lists other moves, or the \
            same in another order; restore everything that `play` changes. Position: {}",
            before.text
        );
    }

    /// Weights are above zero and add up; events can be taken back.
    fn check_events(&self, pos: &mut G::Position) {
        let (game, before) = (self.game, self.snapshot(pos));
        let text = &before.text;
        let mut events = Vec::new();
        let total = u64::from(game.events(pos, &mut events));
        let sum: u64 = events.iter().map(|&(_, weight)| u64::from(weight)).sum();
        assert!(
            !events.is_empty(),
            "`events` lists no event at a chance node; append every event that is possible. Position: {text}"
        );
        for (index, &(event, weight)) in events.iter().enumerate() {
            assert!(
                weight > 0,
                "`events` gives {event:?} the weight 0; omit impossible events. Position: {text}"
            );
            assert!(
                events[..index].iter().all(|&(other, _)| other != event),
                "`events` lists {event:?} twice; append each event once, with its whole weight. Position: {text}"
            );
        }
        assert!(
            total == sum,
            "`events` returns {total}, but its weights add up to {sum}; return the sum of the weights. Position: {text}"
        );
        assert!(
            events_of(game, pos) == events,
            "`events` lists other events, or another order, when it is called again; list the same events in a fixed order. \
             Position: {text}"
        );
        let rng = &mut Pcg64Mcg::seed_from_u64(before.hash);
        for _ in 0..SAMPLES {
            let event = game.sample(pos, rng);
            assert!(
                events.iter().any(|&(other, _)| other == event),
                "`sample` draws {event:?}, which `events` does not list; draw one of the listed events, by their weights. Position: {text}"
            );
        }
        for (event, _) in events {
            let undo = game.apply_chance(pos, event);
            self.check_change(pos, &before, "apply_chance", &format!("{event:?}"));
            game.undo_chance(pos, event, undo);
            let methods = ["undo_chance", "apply_chance"];
            self.check_restored(pos, &before, methods, &format!("{event:?}"));
        }
    }

    fn snapshot(&self, pos: &G::Position) -> Snapshot {
        Snapshot { hash: self.game.hash(pos), text: (self.text)(pos) }
    }

    /// A step changes the hash.
    fn check_change(&self, pos: &G::Position, before: &Snapshot, method: &str, step: &str) {
        assert!(
            self.game.hash(pos) != before.hash,
            "`hash` is the same before and after `{method}` of {step}; include the player to move and everything that the step changes. \
            Position: {}",
            before.text
        );
    }

    /// Taking a step back restores the hash and the text of the position.
    fn check_restored(&self, pos: &G::Position, before: &Snapshot, methods: [&str; 2], step: &str) {
        let now = self.snapshot(pos);
        let ([undo, method], Snapshot { hash, text }) = (methods, before);
        assert!(
            now.hash == *hash,
            "`{undo}` does not restore the position after `{method}` of {step}: its hash was {hash:#x} and is now {:#x}; restore \
             everything that `{method}` changes. Position: {text}",
            now.hash
        );
        assert!(
            now.text == *text,
            "`{undo}` does not restore the position after `{method}` of {step}: it is now {}; restore everything that `{method}` \
             changes. Position: {text}",
            now.text
        );
    }

    /// Every way to count leaves gives the same number, also for every image of the position.
    fn check_perfts(&self, pos: &G::Position) {
        let (game, text) = (self.game, (self.text)(pos));
        let leaves = perft(game, pos, 2);
        let [played, parallel] = [perft_played(game, pos, 2), perft_parallel(game, pos, 2)];
        assert!(
            played == leaves && parallel == leaves,
            "`count_moves` counts {leaves} leaves after two plies, but playing them gives {played}, and several threads give {parallel}; \
            let `play`, `undo` and `count_moves` agree. Position: {text}"
        );
        for symmetry in 0..game.symmetries() {
            let found = perft(game, &game.transform(pos, symmetry), 2);
            assert!(
                found == leaves,
                "`transform` with symmetry {symmetry} makes a position with {found} leaves after two plies instead of {leaves}; transform \
                everything that the rules depend on. Position: {text}"
            );
        }
    }

    /// Every player has a result, and the unused entries are zero.
    fn check_end(&self, pos: &G::Position) {
        let (returns, most) = (self.game.returns(pos), self.game.greatest_return());
        for (player, &value) in returns.iter().enumerate() {
            let text = (self.text)(pos);
            if player < self.game.players() {
                assert!(
                    (-most..=most).contains(&value),
                    "`returns` gives player {player} the result {value}; return results from -{most} to {most}, or increase \
                    `greatest_return`. Position: {text}"
                );
            } else {
                assert!(
                    value == 0.0,
                    "`returns` gives {value} to player {player}, who is not in the game; leave the entries after the last player \
                     at 0. Position: {text}"
                );
            }
        }
    }
}
