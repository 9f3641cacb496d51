//! Playing strength: ten levels for every search.

use std::fmt;
use std::str::FromStr;

use crate::{message, say};
use ludex_search::{Handicap, Worth};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// Playing strength, 1 to 10. Level 10 is the search at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "LevelWord")]
pub struct Level(u8);

/// The names, weakest first.
const NAMES: [&str; 10] = [
    message!("beginner"),
    message!("novice"),
    message!("learner"),
    message!("casual"),
    message!("regular"),
    message!("club"),
    message!("skilled"),
    message!("strong"),
    message!("advanced"),
    message!("expert"),
];

impl Level {
    /// The highest level: the search at full strength.
    pub const FULL: Self = Self(NAMES.len() as u8);

    /// The level with this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::FULL.0).contains(&number).then_some(Self(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its name, in English: [`GameInfo::translate`](crate::GameInfo::translate) translates it.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Its index, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0 - 1)
    }

    /// Whether this is full strength.
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        let text = text.trim();
        let by_name = Self::all().find(|level| level.name().eq_ignore_ascii_case(text));
        let by_number = || text.parse().ok().and_then(Self::new);
        by_name.or_else(by_number).ok_or(ParseLevelError)
    }
}

/// Error for a text that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLevelError;

impl ParseLevelError {
    /// What was expected, such as "1 to 10 or a name".
    #[must_use]
    pub fn expected(self) -> String {
        say!("1 to 10 or a name ({names})", names = NAMES.join(", "))
    }
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!("expected {expected}", expected = self.expected()))
    }
}

impl std::error::Error for ParseLevelError {}

/// A level in a file: its number or its name.
#[derive(Deserialize)]
#[serde(untagged)]
enum LevelWord {
    Number(i64),
    Name(String),
    Other(IgnoredAny),
}

impl TryFrom<LevelWord> for Level {
    type Error = ParseLevelError;

    fn try_from(word: LevelWord) -> Result<Self, ParseLevelError> {
        match word {
            LevelWord::Number(number) => {
                let number = u8::try_from(number).ok();
                number.and_then(Self::new).ok_or(ParseLevelError)
            }
            LevelWord::Name(name) => name.parse(),
            LevelWord::Other(_) => Err(ParseLevelError),
        }
    }
}

/// How a search plays at the levels below the highest.
#[derive(Debug)]
pub struct Levels {
    /// The measure by which candidate moves are compared.
    pub worth: Worth,
    /// Handicap of each level, weakest first.
    pub handicaps: [Handicap; 9],
}

impl Levels {
    /// The usual levels, for any search that respects limits and reports several lines.
    pub const USUAL: &'static Self = &Self {
        worth: Worth::Chances,
        handicaps: [
            Handicap::nodes(200).with_errors(32, 0.4, 2.0),
            Handicap::nodes(200).with_errors(24, 0.3, 1.4),
            Handicap::nodes(200).with_errors(16, 0.2, 1.0).with_sight(1),
            Handicap::nodes(300).with_errors(12, 0.15, 0.7).with_sight(2),
            Handicap::nodes(500).with_errors(8, 0.1, 0.5).with_sight(2),
            Handicap::nodes(1_000).with_errors(6, 0.05, 0.35).with_sight(2),
            Handicap::nodes(2_000).with_errors(4, 0.03, 0.25).with_sight(2),
            Handicap::nodes(4_000).with_errors(4, 0.0, 0.15).with_sight(3),
            Handicap::nodes(10_000).with_errors(3, 0.0, 0.1).with_sight(4),
        ],
    };

    /// The handicap of a level; `None` for the highest.
    pub fn handicap(&self, level: Level) -> Option<(Handicap, Worth)> {
        let handicap = self.handicaps.get(level.index())?;
        Some((*handicap, self.worth))
    }
}
