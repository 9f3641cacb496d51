//! Checks that malformed texts are rejected, and that no text makes a parser panic.

use ludex_search::Turn;
use ludex_search::testing::guarded;
use rand::{Rng, RngExt};

use super::{GameCheck, moves_of};
use crate::interface::catalogue::Playable;

/// Every position up to this number of steps is used, and then one of `EVERY`.
const FIRST: usize = 4;
const EVERY: usize = 9;
/// Maximum number of steps of the random game.
const LONGEST: usize = 75;
/// The number of changes made to each text.
const CHANGES: usize = 24;
/// Texts that are malformed in every game.
const NEVER: [&str; 4] = ["", "?", "no-such-thing", "\u{1F3B2}"];
/// Characters that are written into valid texts.
const STRANGE: [char; 10] = ['0', '9', '-', '/', 'x', 'Z', '?', ' ', '\t', 'é'];
/// What to do about a panic.
const REMEDY: &str = "return an error for every malformed text";

impl<G: Playable> GameCheck<'_, G> {
    /// Checks with changed texts of a random game that the parsers reject malformed texts without a panic, and that they accept only legal
    /// positions, moves and events.
    ///
    /// # Panics
    /// If the game breaks the contract; the message says how.
    pub fn check_malformed(&self) {
        self.visit_game(4, LONGEST, &mut |n_steps, pos, rng| {
            if n_steps < FIRST || n_steps % EVERY == 0 {
                self.check_malformed_positions(pos, rng);
                self.check_malformed_steps(pos, rng);
            }
        });
    }

    fn check_malformed_positions(&self, pos: &G::Position, rng: &mut impl Rng) {
        let (game, text) = (self.game, self.game.write_position(pos));
        let read = |word: &str| {
            guarded("parse_position", REMEDY, &format!("{word:?}"), || game.parse_position(word))
        };
        for word in NEVER {
            assert!(
                read(word).is_err(),
                "`parse_position` accepts {word:?}; {REMEDY}. Position: {text}"
            );
        }
        for word in changed(&text, rng) {
            let Ok(found) = read(&word) else {
                continue;
            };
            let place = format!("{word:?}");
            let written = guarded(
                "write_position",
                "accept only legal positions in `parse_position`",
                &place,
                || game.write_position(&found),
            );
            let again = read(&written).map(|pos| game.write_position(&pos));
            assert!(
                again.as_ref() == Ok(&written),
                "`parse_position` reads a position that `write_position` writes as {written}, but then returns {again:?} for that text; \
                 accept only legal positions. Position: {place}"
            );
            let is_stuck =
                matches!(game.turn(&found), Turn::Player(_)) && moves_of(game, &found).is_empty();
            assert!(
                !is_stuck,
                "`parse_position` accepts a position in which the player to move has no legal move; return an error. Position: {place}"
            );
        }
    }

    fn check_malformed_steps(&self, pos: &G::Position, rng: &mut impl Rng) {
        let (game, text) = (self.game, self.game.write_position(pos));
        let moves = moves_of(game, pos);
        let words: Vec<String> = moves.iter().map(|&mv| game.write_move(pos, mv)).collect();
        let mut tried: Vec<String> = NEVER.map(String::from).into();
        if !words.is_empty() {
            tried.extend(changed(&words[rng.random_range(0..words.len())], rng));
        }
        for word in tried {
            let read = guarded("parse_move", REMEDY, &text, || game.parse_move(pos, &word));
            assert!(
                read.as_ref().is_err() || !NEVER.contains(&word.as_str()),
                "`parse_move` accepts {word:?}; {REMEDY}. Position: {text}"
            );
            if let Ok(mv) = read {
                assert!(
                    moves.contains(&mv),
                    "`parse_move` reads {word:?} as {mv:?}, which is illegal; return an error. Position: {text}"
                );
            }
            let read = guarded("parse_event", REMEDY, &text, || game.parse_event(pos, &word));
            let events = self.events_of(pos);
            assert!(
                read.as_ref().is_ok_and(|&event| events.iter().any(|&(other, _)| other == event))
                    || read.is_err(),
                "`parse_event` reads {word:?} as {read:?}, which is not possible; return an error. Position: {text}"
            );
        }
    }
}

/// The text with random changes: cut, and with characters removed, doubled or replaced.
fn changed(text: &str, rng: &mut impl Rng) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let change = |kind: usize, rng: &mut dyn Rng| {
        let mut characters = characters.clone();
        if characters.is_empty() {
            return String::new();
        }
        let place = rng.random_range(0..characters.len());
        match kind % 4 {
            0 => characters.truncate(place),
            1 => drop(characters.remove(place)),
            2 => characters.insert(place, characters[place]),
            _ => characters[place] = STRANGE[rng.random_range(0..STRANGE.len())],
        }
        characters.into_iter().collect()
    };
    (0..CHANGES).map(|kind| change(kind, rng)).collect()
}
