//! Conformance tests for games: random games in which every position is checked against the requirements of the rules, evaluators, tactics
//! and policies. A violation is reported in one sentence that names the method, says what to do, and gives the position.
//!
//! **Invariant:** Every check has a game with a deliberate fault that it must find (`search/tests/it/conformance`; for texts and records
//! `games/tests/it/faults.rs`).

mod check;
mod evaluator;
mod kin;
mod policy;
mod repetition;
mod rules;
mod symmetries;
mod tactics;

use std::collections::HashSet;
use std::fmt::Debug;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::interface::game::{Game, Step, Turn};

/// Formats a position for messages.
type WriteText<'a, G> = Box<dyn Fn(&<G as Game>::Position) -> String + 'a>;
/// Converts a position.
type MapPosition<'a, G> = Box<dyn Fn(&<G as Game>::Position) -> <G as Game>::Position + 'a>;
/// A move or an event of a game.
type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// Random games in which every position is checked.
///
/// [`check`](Self::check) checks the rules: moves exist, each is listed once, and their number and legality are consistent; turns alternate
/// if the game says so; `undo` and `undo_chance` restore the position; positions with equal hashes play alike; no position recurs after an
/// irreversible move; weights add up; images under symmetries play alike; returns are in range; all kinds of perft agree.
/// [`check_evaluator`](Self::check_evaluator), [`check_tactics`](Self::check_tactics) and [`check_policy`](Self::check_policy) check the
/// knowledge beyond the rules.
pub struct Conformance<'a, G: Game> {
    game: &'a G,
    text: WriteText<'a, G>,
    /// Whether positions with the same text are equal.
    is_exact: bool,
    games: u64,
    longest: usize,
    swapped: Option<MapPosition<'a, G>>,
    images_within: i32,
    kept_within: i32,
}

impl<'a, G: Game> Conformance<'a, G> {
    /// Positions are compared by their `Debug` text: those with the same text must have the same hash, however they were reached.
    pub fn new(game: &'a G) -> Self
    where
        G::Position: Debug,
    {
        Self { is_exact: true, ..Self::with_text(game, |pos| format!("{pos:?}")) }
    }

    /// Positions are compared by a text that may omit something, such as the game's notation.
    pub fn with_text(game: &'a G, text: impl Fn(&G::Position) -> String + 'a) -> Self {
        Self {
            game,
            text: Box::new(text),
            is_exact: false,
            games: 6,
            longest: 5_000,
            swapped: None,
            images_within: 0,
            kept_within: 0,
        }
    }

    /// Sets the number of games; default 6.
    #[must_use]
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// Sets the number of steps after which a game counts as endless; default 5,000.
    #[must_use]
    pub fn longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// Sets the function that exchanges the two players of a position, if the game has one. An evaluator must give the result the same
    /// score.
    #[must_use]
    pub fn swapped(self, swapped: impl Fn(&G::Position) -> G::Position + 'a) -> Self {
        Self { swapped: Some(Box::new(swapped)), ..self }
    }

    /// Sets the tolerance for scores of images under a symmetry, for an evaluator whose weights were fitted without symmetries; default 0.
    #[must_use]
    pub fn images_within(self, images_within: i32) -> Self {
        Self { images_within, ..self }
    }

    /// Sets the tolerance between updated and new states, for an incremental evaluator that omits something on purpose; default 0.
    #[must_use]
    pub fn kept_within(self, kept_within: i32) -> Self {
        Self { kept_within, ..self }
    }

    /// Plays a random game, visits each of its positions, and then takes back all steps.
    fn walk(&self, seed: u64, visit: &mut dyn FnMut(&Walked<'_, G>)) {
        let (game, rng) = (self.game, &mut Pcg64Mcg::seed_from_u64(seed));
        let mut pos = game.start();
        let mut line = Vec::new();
        visit(&Walked { pos: &pos, last: None });
        while let Some(step) = random_step(game, &pos, rng) {
            assert!(
                line.len() < self.longest,
                "a random game has not ended after {} steps; let the rules end every game, or allow more steps with `longest`. \
                 Position: {}",
                self.longest,
                (self.text)(&pos)
            );
            let before = pos.clone();
            let undo = play(game, &mut pos, step);
            line.push((step, undo.clone(), game.hash(&before)));
            visit(&Walked { pos: &pos, last: Some(Last { before, step, undo }) });
        }
        self.take_back(pos, line);
    }

    /// Takes back a whole game, as when a record is viewed backwards.
    fn take_back(&self, mut pos: G::Position, line: Vec<(StepOf<G>, G::Undo, u64)>) {
        let game = self.game;
        for (step, undo, hash) in line.into_iter().rev() {
            let after = (self.text)(&pos);
            let method = match step {
                Step::Move(mv) => {
                    game.undo(&mut pos, mv, undo);
                    "undo"
                }
                Step::Event(event) => {
                    game.undo_chance(&mut pos, event, undo);
                    "undo_chance"
                }
            };
            let found = game.hash(&pos);
            assert!(
                found == hash,
                "`{method}` does not restore the position before {} when a whole game is taken back: its hash was {hash:#x} \
                 and is now {found:#x}; store everything that is needed in `Undo`. Position: {after}",
                describe(step)
            );
        }
    }
}

/// A position of a random game.
struct Walked<'w, G: Game> {
    pos: &'w G::Position,
    /// The step that led to it; `None` for the first position.
    last: Option<Last<G>>,
}

/// A step of a random game.
struct Last<G: Game> {
    before: G::Position,
    step: StepOf<G>,
    undo: G::Undo,
}

/// A step in words.
fn describe<M: Debug, E: Debug>(step: Step<M, E>) -> String {
    match step {
        Step::Move(mv) => format!("{mv:?}"),
        Step::Event(event) => format!("{event:?}"),
    }
}

/// A random next step; `None` if the game is over.
fn random_step<G: Game>(game: &G, pos: &G::Position, rng: &mut impl Rng) -> Option<StepOf<G>> {
    match game.turn(pos) {
        Turn::Over => None,
        Turn::Chance => Some(Step::Event(game.sample(pos, rng))),
        Turn::Player(_) => {
            let moves = moves_of(game, pos);
            (!moves.is_empty()).then(|| Step::Move(moves[rng.random_range(0..moves.len())]))
        }
    }
}

/// Plays a step.
fn play<G: Game>(game: &G, pos: &mut G::Position, step: StepOf<G>) -> G::Undo {
    match step {
        Step::Move(mv) => game.play(pos, mv),
        Step::Event(event) => game.apply_chance(pos, event),
    }
}

fn moves_of<G: Game>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(pos, &mut moves);
    moves
}

/// The possible events with their weights.
fn events_of<G: Game>(game: &G, pos: &G::Position) -> Vec<(G::Event, u32)> {
    let mut events = Vec::new();
    game.events(pos, &mut events);
    events
}

/// The first item that occurs twice.
fn repeated<T: Copy + Eq + std::hash::Hash>(items: &[T]) -> Option<T> {
    let mut seen = HashSet::new();
    items.iter().copied().find(|&item| !seen.insert(item))
}
