//! Who sits at a table, and the secrets by which the server knows him again.

use ludex_games::interface::record::shown;
use ludex_games::{InputError, Level};
use serde::{Deserialize, Serialize};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "lowercase")]
pub(super) enum Who {
    /// Somebody with the secret of the seat.
    Person,
    /// The program.
    Engine {
        /// How strong.
        #[serde(default)]
        level: Level,
    },
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seat {
    #[serde(flatten)]
    pub(super) who: Who,
    pub(super) name: String,
    /// The secret of a person.
    pub(super) key: Option<Secret>,
}

impl Seat {
    /// The seat of a player, counted from 1, with the name that he has or the usual one.
    pub(super) fn new(who: Who, name: Option<&str>, number: usize) -> Self {
        let usual = match who {
            Who::Person => format!("player {number}"),
            Who::Engine { .. } => "ludex".to_owned(),
        };
        let name = name.map(cut).filter(|name| !name.is_empty());
        let key = matches!(who, Who::Person).then(Secret::draw);
        Self {
            who,
            name: name.unwrap_or(usual),
            key,
        }
    }

    /// Who sits here is called otherwise.
    pub(super) fn rename(&mut self, name: &str) -> Result<(), InputError> {
        let name = cut(name);
        if name.is_empty() {
            return Err(InputError::new("name", "nothing", "a name"));
        }
        self.name = name;
        Ok(())
    }

    pub(super) fn is_person(&self) -> bool {
        self.who == Who::Person
    }

    /// How strong an engine is that sits here.
    pub(super) fn level(&self) -> Option<Level> {
        match self.who {
            Who::Person => None,
            Who::Engine { level } => Some(level),
        }
    }
}

/// The most letters of a name.
const LONGEST_NAME: usize = 40;

/// A name as it is shown: without what is no letter, and not too long.
fn cut(name: &str) -> String {
    shown(name).trim().chars().take(LONGEST_NAME).collect()
}

/// 128 bits that nobody can guess.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Secret(String);

impl Secret {
    /// A new one, from the randomness of the system.
    pub(super) fn draw() -> Self {
        let text = |half: u64| format!("{half:016x}");
        Self(text(random()) + &text(random()))
    }

    /// Whether a text is it. How long the comparison takes tells nothing about where they differ.
    pub(super) fn is(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        self.0.len() == text.len() && pairs.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }

    /// As it is given to its owner.
    pub(super) fn tell(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// 64 bits of the system's randomness.
pub(super) fn random() -> u64 {
    getrandom::u64().expect("every system that this runs on has randomness")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_known_again() {
        let (one, two) = (Secret::draw(), Secret::draw());
        assert_eq!(one.tell().len(), 32);
        assert!(one.is(one.tell()) && !one.is(two.tell()) && !one.is(""));
        assert!(!format!("{one:?}").contains(one.tell()));
    }

    #[test]
    fn names_are_cut() {
        assert_eq!(cut("  Ann\u{7}\n "), shown("Ann\u{7}\n").trim());
        assert_eq!(cut(&"x".repeat(100)).len(), LONGEST_NAME);
    }
}
