//! The games of a program, as a value that opens them by name.

use ludex_search::History;

use super::Session;
use super::books::link;
use super::erased::Erased;
use crate::interface::catalogue::{GameInfo, Playable, Visitor};
use crate::interface::input_error::InputError;
use crate::interface::learner::Learner;
use crate::interface::real_time::RealTimeKind;
use crate::interface::variant::Variant;
use crate::support::book::{Book, BookText};

/// Opens a game as a variant asks for it, at a position (the start of a game if none). The variant may leave keys open that follow
/// from the text of the position.
pub type OpenSession = fn(&Variant, Option<&str>) -> Result<Box<dyn Session>, InputError>;

/// A game of a [`Catalogue`]. It stands in the crate of its game, so that what is compiled for the game is compiled there, once.
#[derive(Debug)]
pub struct Entry {
    /// What there is to know about the game.
    pub info: &'static GameInfo,
    /// Opens it.
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

    /// What there is to know about each game.
    pub fn games(&self) -> impl DoubleEndedIterator<Item = &'static GameInfo> + Clone + use<> {
        self.entries.iter().map(|entry| entry.info)
    }

    /// What there is to know about a game, by any of its names.
    pub fn info(&self, name: &str) -> Result<&'static GameInfo, InputError> {
        self.entry(name).map(|entry| entry.info)
    }

    /// Opens a game by any of its names, at a position (the start of a game if none). Keys that `variant` leaves open may follow
    /// from the text of the position.
    pub fn session(
        &self,
        name: &str,
        variant: &Variant,
        position: Option<&str>,
    ) -> Result<Box<dyn Session>, InputError> {
        if let Some(kind) = self.real_time(name, variant)? {
            let (key, value) = kind.word;
            let expected = "a game that is played in turns";
            return Err(InputError::new(format!("variant, {key}"), value, expected)
                .with_hint(format!("{value} knows play, show and tournament")));
        }
        (self.entry(name)?.session)(variant, position)
    }

    /// Reads a book, and plays every move of it. Whether something stands behind its end is the caller's business.
    pub fn book(&self, text: &BookText) -> Result<Book, InputError> {
        let header = &text.header;
        let session = self.session(&header.game, &header.variant.parse()?, None);
        let session = session.map_err(|error| error.within("line 1"))?;
        link(&*session, text)
    }

    /// The games and variants for which there are balanced openings.
    pub fn openings(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.games().flat_map(|info| {
            let texts = info.openings.iter();
            texts.map(|text| (info.name, text.variant))
        })
    }

    /// The game in real time that a variant asks for, if it does.
    pub fn real_time(
        &self,
        name: &str,
        variant: &Variant,
    ) -> Result<Option<&'static RealTimeKind>, InputError> {
        let kind = self.info(name)?.real_time;
        Ok(kind.filter(|kind| kind.is_meant(variant)))
    }

    /// The error about a game that does not have what is asked for: it names the games that do.
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
            [] => format!("{expected}; this program has no such game"),
            _ => format!("{expected}: {}", names.join(", ")),
        };
        InputError::new(place, game.name, expected)
    }

    /// Who plays a variant against itself so that its network learns, with the variant in full.
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
            let expected = format!("a variant of {} that a network plays", info.name);
            return Err(InputError::new("variant", variant.to_string(), expected));
        }
        Err(self.not_offered("game", info, "one with networks", learns))
    }

    fn entry(&self, name: &str) -> Result<&'static Entry, InputError> {
        let mut entries = self.entries.iter().copied();
        let found = entries.find(|entry| entry.info.answers_to(name));
        found.ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> InputError {
        let names: Vec<_> = self.games().map(|info| info.name).collect();
        let error = InputError::new("game", name, format!("one of {}", names.join(", ")));
        let all = self.games();
        let all = all.flat_map(|info| info.aliases.iter().copied().chain([info.name]));
        let error = error.with_hint("ludex games lists them");
        error.with_nearest(name, all)
    }
}

/// Hides the type of a game behind [`Session`].
#[derive(Clone, Copy, Debug)]
pub struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn Session>;

    fn visit<G: Playable>(self, game: G, start: G::Position) -> Self::Output {
        let line = History::new(&game, start);
        Box::new(Erased::new(game, line))
    }
}

/// Lists games. Each is a module or a crate with a `static ENTRY: Entry` and a function
/// `open<V: Visitor>(&Variant, Option<&str>, V) -> Result<V::Output, InputError>`.
#[macro_export]
macro_rules! catalogue {
    ($($game:ident),* $(,)?) => {
        /// Every game.
        pub static CATALOGUE: $crate::registry::Catalogue = $crate::registry::Catalogue::new(&[
            $(&$game::ENTRY),*
        ]);

        /// Opens a game by any of its names at a position and hands both to the visitor. The variant may leave keys open that
        /// follow from `position`, the text of a position.
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
            unreachable!("the catalogue lists the games above")
        }
    };
}
