//! Rolls of two dice.

use std::fmt;

use rand::{Rng, RngExt};

/// Two dice as rolled. In the opening the first is player 1's and the second player 2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll(pub u8, pub u8);

/// The rolls of a turn with their weights, higher die first. The weights add up to [`ROLL_WEIGHT`].
pub const ROLLS: [(Roll, u32); 21] = rolls();
/// The sum of the weights of [`ROLLS`].
pub const ROLL_WEIGHT: u32 = 36;
/// The opening rolls, one die per player, all with equal weight.
pub const OPENING_ROLLS: [Roll; 30] = opening_rolls();

impl Roll {
    /// The roll with the higher die first.
    #[must_use]
    pub fn ordered(self) -> Self {
        Self(self.0.max(self.1), self.0.min(self.1))
    }

    /// Whether both dice show the same number.
    pub fn is_double(self) -> bool {
        self.0 == self.1
    }

    /// A random roll.
    pub fn random(rng: &mut impl Rng) -> Self {
        Self(rng.random_range(1..=6), rng.random_range(1..=6))
    }

    /// A random opening roll: two different dice.
    pub fn random_opening(rng: &mut impl Rng) -> Self {
        loop {
            let roll = Self::random(rng);
            if !roll.is_double() {
                return roll;
            }
        }
    }

    /// The dice as a pair.
    pub fn pair(self) -> (u8, u8) {
        (self.0, self.1)
    }

    /// Parses two digits from 1 to 6.
    pub fn read(text: &str) -> Option<Self> {
        let [first, second] = text.as_bytes() else {
            return None;
        };
        let die = |digit: &u8| (b'1'..=b'6').contains(digit).then(|| digit - b'0');
        Some(Self(die(first)?, die(second)?))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

const fn rolls() -> [(Roll, u32); 21] {
    let mut rolls = [(Roll(1, 1), 1); 21];
    let (mut at, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[at] = (Roll(high, low), if low == high { 1 } else { 2 });
            at += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
}

const fn opening_rolls() -> [Roll; 30] {
    let mut rolls = [Roll(1, 2); 30];
    let (mut at, mut first) = (0, 1);
    while first <= 6 {
        let mut second = 1;
        while second <= 6 {
            if first != second {
                rolls[at] = Roll(first, second);
                at += 1;
            }
            second += 1;
        }
        first += 1;
    }
    rolls
}
