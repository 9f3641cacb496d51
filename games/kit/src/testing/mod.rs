//! Checks that tests of all games share. The module adds nothing to programs that do not use it.
//!
//! [`GameCheck`] checks what this crate requires of a game besides the rules: texts (also malformed ones), records, moves made by pointing,
//! numbers of moves, and what networks see; [`check_variants`] checks the options. A failure is one sentence that names the method, says
//! what to do, and shows the position. `GameCheck::new(&game).check()` is all that a test of a game needs.

mod actions;
mod gestures;
mod malformed;
mod observations;
pub mod perft;
mod records;
mod texts;
mod variants;
mod words;

use ludex_search::testing::Conformance;
use ludex_search::{Step, Turn};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::interface::catalogue::{GameInfo, Playable, Visitor};
use crate::interface::record::RecordFormat;
use crate::interface::variant::Variant;

pub use variants::check_variants;
pub use words::check_words;

/// A visitor that checks everything about a game in its variant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contracts {
    /// Whether position texts omit the number of moves played.
    pub without_ply: bool,
    /// Whether position texts cannot express some phases in which no player moves.
    pub without_phase: bool,
}

impl Visitor for Contracts {
    type Output = ();

    fn visit<G: Playable>(self, game: G, _start: G::Position) {
        let (info, offers) = (G::INFO, game.offers());
        let fields = [
            ("rollouts", info.rollouts, offers.rollouts.is_some()),
            ("annotates", info.annotates, offers.annotator.is_some()),
        ];
        for (field, listed, offered) in fields {
            assert_eq!(
                listed, offered,
                "`INFO.{field}` is {listed}, but `offers` says {offered}; make them agree. Game: {}",
                info.name
            );
        }
        GameCheck { game: &game, contracts: self }.check();
    }
}

/// The default variant of a game, and the variants with different rules that its `INFO` lists.
pub fn variants(info: &GameInfo) -> impl Iterator<Item = Variant> {
    let others =
        info.variants.iter().map(|text| text.parse().expect("`INFO` lists legal variants"));
    [Variant::new()].into_iter().chain(others)
}

/// Checks texts, records and pointing in random games.
#[derive(Clone, Copy, Debug)]
pub struct GameCheck<'a, G: Playable> {
    game: &'a G,
    contracts: Contracts,
}

/// A move or an event of a game.
type StepOf<G> = Step<<G as ludex_search::Game>::Move, <G as ludex_search::Game>::Event>;

impl<'a, G: Playable> GameCheck<'a, G> {
    /// For games whose position texts are complete. For others, use [`Contracts`].
    pub fn new(game: &'a G) -> Self {
        Self { game, contracts: Contracts::default() }
    }

    /// Checks everything: the rules as [`Conformance`] does, texts, records, moves made by pointing, numbers of moves,
    /// and what networks see.
    ///
    /// # Panics
    /// If the game breaks a contract; the message says which.
    pub fn check(&self) {
        let random_games = Conformance::with_text(self.game, |pos| self.game.write_position(pos));
        random_games.check_and(&mut |pos| self.check_texts(pos));
        self.check_plies();
        self.check_malformed();
        self.check_records();
        self.check_gestures(1);
        self.check_actions(3);
        self.check_observations(1);
    }
}

impl<G: Playable> GameCheck<'_, G> {
    /// Plays a random game of at most `longest` steps. The visitor receives each position, the number of steps before it, and the random
    /// numbers of the game.
    fn visit_game(&self, seed: u64, longest: usize, visit: &mut Visit<'_, G>) {
        let rng = &mut Pcg64Mcg::seed_from_u64(seed);
        let mut pos = self.game.start();
        for n_steps in 0..longest {
            visit(n_steps, &pos, rng);
            let Some(step) = random_step(self.game, &pos, rng) else {
                return;
            };
            play(self.game, &mut pos, step);
        }
    }
}

/// A visitor of a random game.
type Visit<'v, G> = dyn FnMut(usize, &<G as ludex_search::Game>::Position, &mut Pcg64Mcg) + 'v;

/// A random next step; `None` if the game is over.
fn random_step<G: Playable>(game: &G, pos: &G::Position, rng: &mut impl Rng) -> Option<StepOf<G>> {
    match game.turn(pos) {
        Turn::Over => None,
        Turn::Chance => Some(Step::Event(game.sample(pos, rng))),
        Turn::Player(_) => {
            let moves = moves_of(game, pos);
            Some(Step::Move(moves[rng.random_range(0..moves.len())]))
        }
    }
}

/// Plays a step.
fn play<G: Playable>(game: &G, pos: &mut G::Position, step: StepOf<G>) {
    match step {
        Step::Move(mv) => drop(game.play(pos, mv)),
        Step::Event(event) => drop(game.apply_chance(pos, event)),
    }
}

fn moves_of<G: Playable>(game: &G, pos: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if let Turn::Player(_) = game.turn(pos) {
        game.legal_moves(pos, &mut moves);
    }
    moves
}

/// The error about a text that must be wrong: the whole text is rejected, or one of its games is damaged.
///
/// # Panics
/// If the text is accepted.
pub fn wrong(format: &RecordFormat, text: &str) -> String {
    let damage = match (format.read)(text) {
        Ok(records) => records.into_iter().find_map(|record| record.damage),
        Err(error) => Some(error),
    };
    damage.unwrap_or_else(|| panic!("this text was accepted without an error: {text}")).to_string()
}
