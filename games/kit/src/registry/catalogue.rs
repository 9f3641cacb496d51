//! The list of games in a program, which opens games by name.

use ludex_search::History;

use super::Session;
use super::books::link;
use super::erased::Erased;
use crate::interface::catalogue::{GameInfo, Playable, Visitor};
use crate::interface::input_error::InputError;
use crate::interface::learner::Learner;
use crate::interface::real_time::RealTimeKind;
use crate::interface::variant::Variant;
use crate::say;
use crate::support::book::{Book, BookText};

/// Opens a game with a variant at a position (`None`: the start position). The variant may omit keys that follow from the position
/// text.
pub type OpenSession = fn(&Variant, Option<&str>) -> Result<Box<dyn Session>, InputError>;

/// A game of a [`Catalogue`]. It is defined in the game's own crate, so that all generic code for the game is compiled once, there.
#[derive(Debug)]
pub struct Entry {
    /// Constant facts about the game.
    pub info: &'static GameInfo,
    /// Opens the game.
    pub session: OpenSession,
}

/// The games of a program. [`catalogue!`](crate::catalogue!) makes one from a list of games.
#[derive(Debug)]
pub struct Catalogue {
    entries: &'static [&'static Entry],
}

impl Catalogue {
    /// A catalogue of these games, in this order.
    pub const fn new(entries: &'static [&'static Entry]) -> Self {
        Self { entries }
    }

    /// The facts about each game.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &'static GameInfo> + Clone + use<> {
        self.entries.iter().map(|entry| entry.info)
    }

    /// The facts about a game, found by any of its names.
    pub fn info(&self, name: &str) -> Result<&'static GameInfo, InputError> {
        self.entry(name).map(|entry| entry.info)
    }

    /// Opens a game, found by any of its names, at a position (`None`: the start position). The variant may omit keys that follow from
    /// the position text.
    pub fn session(
        &self,
        name: &str,
        variant: &Variant,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, InputError> {
        if let Some(kind) = self.real_time(name, variant)? {
            let (key, value) = kind.word;
            let problem = say!("is played in real time, but this command needs a game with turns");
            return Err(InputError::problem(format!("variant, {key}"), value, problem)
                .with_hint(say!("{value} works with play, show and tournament", value)));
        }
        (self.entry(name)?.session)(variant, position)
    }

    /// Reads a book and checks every move of it. The caller must check that no text follows its end.
    pub fn book(&self, text: &BookText) -> Result<Book, InputError> {
        let header = &text.header;
        let session = self.session(&header.game, &header.variant.parse()?, None);
        let session = session.map_err(|error| error.within("line 1"))?;
        link(&*session, text)
    }

    /// The games and variants that have balanced openings.
    pub fn openings(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.games().flat_map(|info| {
            let texts = info.openings.iter();
            texts.map(|text| (info.name, text.variant))
        })
    }

    /// The real-time game that a variant selects, if it selects one.
    pub fn real_time(
        &self,
        name: &str,
        variant: &Variant,
    ) -> Result<Option<&'static RealTimeKind>, InputError> {
        let kind = self.info(name)?.real_time;
        Ok(kind.filter(|kind| kind.is_meant(variant)))
    }

    /// Error for a feature that a game does not have; it names the games that have it.
    pub fn not_offered(
        &self,
        place: &str,
        game: &GameInfo,
        expected: &str,
        has: impl Fn(&GameInfo) -> bool,
    ) -> InputError {
        let games = self.games().filter(|info| has(info));
        let names: Vec<_> = games.map(|info| info.name).collect();
        let expected = match names[..] {
            [] => say!("{expected} (this program has no such game)", expected),
            _ => format!("{expected} ({})", names.join(", ")),
        };
        InputError::new(place, game.name, expected)
    }

    /// Opens a game for training. Also returns the full variant.
    pub fn learner(
        &self,
        name: &str,
        variant: &Variant,
    ) -> Result<(Variant, Box<dyn Learner>), InputError> {
        let info = self.info(name)?;
        let session = self.session(name, variant, None)?;
        if let Some(learner) = session.learner() {
            return Ok((session.variant(), learner));
        }
        let learns = |info: &GameInfo| info.training.is_some();
        if learns(info) {
            let problem = say!("is a variant of {game} that has no network", game = info.name);
            return Err(InputError::problem("variant", variant.to_string(), problem));
        }
        Err(self.not_offered("game", info, &say!("a game with networks"), learns))
    }

    fn entry(&self, name: &str) -> Result<&'static Entry, InputError> {
        let mut entries = self.entries.iter().copied();
        let found = entries.find(|entry| entry.info.answers_to(name));
        found.ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> InputError {
        let names: Vec<_> = self.games().map(|info| info.name).collect();
        let error = InputError::unknown("game", name, &say!("a game"), &names);
        let all = self.games();
        let all = all.flat_map(|info| info.aliases.iter().copied().chain([info.name]));
        let error = error.with_hint(say!("`ludex games` lists the games"));
        error.with_nearest(name, all)
    }
}

/// A visitor that turns a game of any type into a [`Session`] object (type erasure).
#[derive(Clone, Copy, Debug)]
pub struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn Session>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let line = History::new(&game, start);
        Box::new(Erased::new(game, line))
    }
}

/// Lists games. Each is a module or crate with a `static ENTRY: Entry` and a function `open<V: Visitor>(&Variant, Option<&str>, V) ->
/// Result<V::Output, InputError>`.
#[macro_export]
macro_rules! catalogue {
    ($($game:ident),* $(,)?) => {
        /// Every game.
        pub static CATALOGUE: $crate::registry::Catalogue = $crate::registry::Catalogue::new(&[
            $(&$game::ENTRY),*
        ]);

        /// Opens a game, found by any of its names, at a position, and passes both to the visitor. The variant may omit keys that follow
        /// from `position`, the text of a position.
        pub fn visit<V: $crate::Visitor>(
            name: &str,
            variant: &$crate::Variant,
            position: Option<&str>,
            visitor: V,
        ) -> Result<V::Output, $crate::InputError> {
            let name = CATALOGUE.info(name)?.name;
            $(if $game::ENTRY.info.name == name {
                return $game::open(variant, position, visitor);
            })*
            unreachable!("every game of the catalogue is handled above")
        }
    };
}
