//! Seats of a table, and the secrets that identify their players.

use ludex_kit::interface::record::shown;
use ludex_kit::{InputError, Level, say};
use serde::{Deserialize, Serialize};

/// The player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "lowercase")]
pub(super) enum Participant {
    /// A person with the secret of the seat.
    Person,
    /// The program.
    Engine {
        /// The playing strength.
        #[serde(default)]
        level: Level,
    },
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seat {
    #[serde(flatten)]
    pub(super) who: Participant,
    pub(super) name: String,
    /// The secret of a person's seat.
    pub(super) key: Option<Secret>,
}

impl Seat {
    /// The seat of player `number`, counted from 1, with the given or the default name.
    pub(super) fn new(who: Participant, name: Option<&str>, number: usize) -> Self {
        let usual = match who {
            // The page shows it in the language of each user.
            Participant::Person => format!("Player {number}"),
            Participant::Engine { .. } => "Ludex".to_owned(),
        };
        let name = name.map(display_name).filter(|name| !name.is_empty());
        let key = matches!(who, Participant::Person).then(Secret::generate);
        Self { who, name: name.unwrap_or(usual), key }
    }

    pub(super) fn is_person(&self) -> bool {
        self.who == Participant::Person
    }

    /// The level of an engine on this seat.
    pub(super) fn level(&self) -> Option<Level> {
        match self.who {
            Participant::Person => None,
            Participant::Engine { level } => Some(level),
        }
    }
}

/// Renames a player, counted from 1.
pub(super) fn rename(seats: &mut [Seat], player: usize, name: &str) -> Result<(), InputError> {
    let name = display_name(name);
    if name.is_empty() {
        return Err(InputError::sentence("name", say!("the name is empty")));
    }
    let others = seats.iter().enumerate();
    let others = others.filter(|(index, _)| index + 1 != player);
    let others: Vec<&str> = others.map(|(_, seat)| &*seat.name).collect();
    let name = unused_name(&name, &others);
    seats[player - 1].name = name;
    Ok(())
}

/// Makes the names of people unique: a number is appended to a repeated name.
pub(super) fn make_names_unique(seats: &mut [Seat]) {
    for index in 1..seats.len() {
        let (before, rest) = seats.split_at_mut(index);
        if rest[0].is_person() {
            let before: Vec<&str> = before.iter().map(|seat| &*seat.name).collect();
            rest[0].name = unused_name(&rest[0].name, &before);
        }
    }
}

/// The name, with a number appended if another player has it.
fn unused_name(name: &str, others: &[&str]) -> String {
    let numbered = (2_u32..).map(|number| format!("{name} ({number})"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !others.contains(&&**name));
    free.expect("one of the numbers is unused")
}

/// Maximum characters of a name.
const LONGEST_NAME: usize = 40;

/// A name without control characters, cut to the maximum length.
fn display_name(name: &str) -> String {
    shown(name).trim().chars().take(LONGEST_NAME).collect()
}

/// 128 random bits in hexadecimal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Secret(String);

impl Secret {
    /// A new secret, from the system's randomness.
    pub(super) fn generate() -> Self {
        let text = |half: u64| format!("{half:016x}");
        Self(text(random_u64()) + &text(random_u64()))
    }

    /// Compares in constant time, so that the time reveals nothing about the secret.
    pub(super) fn matches(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        self.0.len() == text.len() && pairs.fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }

    /// The secret in plain text, for its owner.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// 64 bits of the system's randomness.
pub(super) fn random_u64() -> u64 {
    getrandom::u64().expect("the system provides random numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_known_again() {
        let (one, two) = (Secret::generate(), Secret::generate());
        assert_eq!(one.expose().len(), 32);
        assert!(one.matches(one.expose()) && !one.matches(two.expose()) && !one.matches(""));
        assert!(!format!("{one:?}").contains(one.expose()));
    }

    #[test]
    fn names_are_cut() {
        assert_eq!(display_name("  Ann\u{7}\n "), shown("Ann\u{7}\n").trim());
        assert_eq!(display_name(&"x".repeat(100)).len(), LONGEST_NAME);
        assert_eq!(display_name("\u{202e}Bo\u{0}b\u{2066}"), "Bo b");
    }

    #[test]
    fn no_two_persons_have_one_name() {
        let seat = |number| Seat::new(Participant::Person, Some("Ann"), number);
        let mut seats = [1, 2, 3].map(seat);
        make_names_unique(&mut seats);
        let names = |seats: &[Seat]| seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&seats), ["Ann", "Ann (2)", "Ann (3)"]);
        rename(&mut seats, 2, "Ann").expect("a name");
        rename(&mut seats, 1, "\u{202e} Ann (3)").expect("a name");
        assert_eq!(names(&seats), ["Ann (3) (2)", "Ann (2)", "Ann (3)"]);
        rename(&mut seats, 2, "Ann").expect("a name");
        assert_eq!(seats[1].name, "Ann", "the name is free again");
        assert!(rename(&mut seats, 2, " \u{202e}").is_err());
    }
}
