//! Checks positions, moves and events as text: reading back what was written gives the same.

use std::fmt::Debug;

use ludex_search::testing::guarded;
use ludex_search::{Step, Turn};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::{GameCheck, moves_of, play, random_step};
use crate::interface::catalogue::Playable;
use crate::interface::pictures::Shown;

impl<G: Playable> GameCheck<'_, G> {
    /// Checks the texts of a position: the position, its moves and its events survive writing and reading, and the position can be
    /// rendered.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_texts(&self, pos: &G::Position) {
        let (game, text) = (self.game, self.game.write_position(pos));
        for mv in moves_of(game, pos) {
            let written = game.write_move(pos, mv);
            let read = game.parse_move(pos, &written).map_err(|error| error.to_string());
            check_word("write_move", "parse_move", &written, (&read, &Ok(mv)), &text);
        }
        for (event, _) in self.events_of(pos) {
            let written = game.write_event(pos, event);
            let read = game.parse_event(pos, &written).map_err(|error| error.to_string());
            check_word("write_event", "parse_event", &written, (&read, &Ok(event)), &text);
        }
        if game.turn(pos) == Turn::Over {
            let read = game.parse_move(pos, "a1").map_err(|error| error.to_string());
            assert!(
                read.as_ref().is_err_and(|error| error.contains("over")),
                "`parse_move` returns {read:?} although the game is over; return an error that says so for every move. Position: {text}"
            );
        }
        let picture = guarded("render", "render every legal position", &text, || {
            game.render(&Shown::new(pos)).to_string()
        });
        assert!(
            picture.ends_with('\n'),
            "`render` writes {picture:?}; end the text with a line feed. Position: {text}"
        );
        self.check_position(pos, &text);
    }

    /// Checks in a random game that `ply` is 0 at the start, that every move increases it by one, and that no event changes it. If turns do
    /// not alternate, a move that is only part of a turn may leave it unchanged.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_plies(&self) {
        let (game, rng) = (self.game, &mut Pcg64Mcg::seed_from_u64(6));
        let mut pos = game.start();
        let counts = |pos: &G::Position, before: u32, may_add: &[u32], what: &str| {
            let found = game.ply(pos);
            assert!(
                may_add.iter().any(|added| found == before + added),
                "`ply` is {found} {what}; count the moves since the start of the game. Position: {}",
                game.write_position(pos)
            );
        };
        counts(&pos, 0, &[0], "at the start");
        let mut n_moves = 0;
        while let Some(step) = random_step(game, &pos, rng) {
            let before = game.ply(&pos);
            play(game, &mut pos, step);
            let (kind, may_add): (_, &[u32]) = match step {
                Step::Move(_) if G::ALTERNATES => ("a move", &[1]),
                Step::Move(_) => ("a move", &[0, 1]),
                Step::Event(_) => ("an event", &[0]),
            };
            counts(&pos, before, may_add, &format!("after {kind}, and was {before} before it"));
            n_moves += u32::from(matches!(step, Step::Move(_)));
        }
        assert!(
            game.ply(&pos) > 0 || n_moves == 0,
            "`ply` is 0 after {n_moves} moves; count the moves since the start of the game. Position: {}",
            game.write_position(&pos)
        );
    }

    /// Reading the written position gives the same position.
    fn check_position(&self, pos: &G::Position, text: &str) {
        let game = self.game;
        let read = game.parse_position(text).unwrap_or_else(|error| {
            panic!(
                "`parse_position` rejects what `write_position` wrote ({error}); it must read every such text. \
                 Position: {text}"
            )
        });
        let same = |what: &str, [found, expected]: [String; 2]| {
            assert!(
                found == expected,
                "`parse_position` returns a position with another {what}, {found} instead of {expected}; what `write_position` writes \
                 must contain everything in a position. Position: {text}"
            );
        };
        let both = [&read, pos];
        same("text", both.map(|pos| game.write_position(pos)));
        let nobody_moves = !matches!(game.turn(pos), Turn::Player(_));
        // If the text omits the number of plies, it cannot show that the game is drawn by the ply limit.
        let is_late = self.contracts.without_ply
            && game.turn(pos) == Turn::Over
            && game.returns(pos).iter().all(|&value| value == 0.0);
        if is_late || nobody_moves && self.contracts.without_phase {
            return;
        }
        same("hash", both.map(|pos| format!("{:#x}", game.hash(pos))));
        same("turn", both.map(|pos| format!("{:?}", game.turn(pos))));
        if !self.contracts.without_ply {
            same("number of moves", both.map(|pos| game.ply(pos).to_string()));
        }
        // The moves of the two positions may differ internally, for example in the origin of their coordinates. But their texts and their
        // order must be equal.
        let words = |pos: &G::Position| {
            let moves = moves_of(game, pos).into_iter();
            moves.map(|mv| game.write_move(pos, mv)).collect::<Vec<_>>()
        };
        same("list of moves", both.map(|pos| format!("{:?}", words(pos))));
        let events = |pos: &G::Position| {
            let events = self.events_of(pos).into_iter();
            events.map(|(event, weight)| (game.write_event(pos, event), weight)).collect::<Vec<_>>()
        };
        same("list of events", both.map(|pos| format!("{:?}", events(pos))));
        if game.turn(pos) == Turn::Over {
            // Converts −0 to 0, so that both zeros count as the same result.
            let returns = |pos: &G::Position| game.returns(pos).map(|value| value + 0.0);
            same("result", both.map(|pos| format!("{:?}", returns(pos))));
        }
    }

    pub(super) fn events_of(&self, pos: &G::Position) -> Vec<(G::Event, u32)> {
        let mut events = Vec::new();
        if self.game.turn(pos) == Turn::Chance {
            self.game.events(pos, &mut events);
        }
        events
    }
}

/// A text without blanks that reads back as the original.
fn check_word<T: PartialEq + Debug>(
    write: &str,
    parse: &str,
    word: &str,
    (read, expected): (&Result<T, String>, &Result<T, String>),
    text: &str,
) {
    assert!(
        !word.is_empty() && !word.contains(char::is_whitespace),
        "`{write}` writes {word:?}; write one word without blanks. Position: {text}"
    );
    assert!(
        read == expected,
        "`{parse}` returns {read:?} for {word}, which `{write}` wrote for {expected:?}; it must read every word that is written, and \
         different steps need different words. Position: {text}"
    );
}
