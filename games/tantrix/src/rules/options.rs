//! The options of a game, as a variant and as words after a position.

use super::tile::Colour;
use crate::WORDS;
use ludex_kit::interface::options::NUMBER_OF_PLAYERS;
use ludex_kit::{InputError, OptionValue, Variant, VariantKey, message, say, say_count};

/// Everything that can be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of players: 2, 3 or 4.
    pub players: u8,
    /// The colour of each player. Entries beyond the number of players have no meaning.
    pub colours: [Colour; 4],
    /// Whether players 1 and 3 play against 2 and 4.
    pub teams: bool,
    /// Whether the tiles drawn to find the starting player go back into the bag.
    pub return_start_tile: bool,
    /// Whether cells with more than three tiles around them are not forced in the endgame.
    pub exactly_three: bool,
}

/// The keys of a variant.
pub static KEYS: [VariantKey; 5] = VariantKey::in_words(
    &WORDS,
    [
        VariantKey::choice("players", &["2", "3", "4"], message!("number of players"))
            .titled(message!("players")),
        // Before the colours, whose number depends on it: engines receive the keys in this order.
        VariantKey::choice(
            "teams",
            &["no", "yes"],
            message!("doubles for four players: 1 and 3 against 2 and 4"),
        )
        .titled(message!("teams")),
        VariantKey::text(
            "colours",
            message!("a letter of RYBG for each player or team"),
            "",
            message!("colours of the players, in turn order"),
        )
        .titled(message!("colours"))
        .by(&["RY", "RYB", "RYBG"], NUMBER_OF_PLAYERS),
        VariantKey::choice(
            "start-tile",
            &["keep", "return"],
            message!("what happens to the tiles drawn to find the starting player"),
        )
        .titled(message!("start tiles"))
        .with_titles(&[message!("kept by the players"), message!("returned to the bag")]),
        VariantKey::choice(
            "endgame-forced",
            &["three-or-more", "exactly3"],
            message!(
                "number of neighbouring tiles that make a cell a forced space once the bag is empty"
            ),
        )
        .titled(message!("forced spaces in the endgame"))
        .with_titles(&[message!("three or more neighbours"), message!("exactly three neighbours")]),
    ],
);

impl Default for Options {
    fn default() -> Self {
        Self::for_players(2)
    }
}

impl Options {
    /// The default options for a number of players.
    pub const fn for_players(players: u8) -> Self {
        Self {
            players,
            colours: Colour::ALL,
            teams: false,
            return_start_tile: false,
            exactly_three: false,
        }
    }

    /// Number of colours in play.
    pub fn n_colours(&self) -> usize {
        if self.teams { 2 } else { self.players.into() }
    }

    /// The colour of a player.
    #[inline(always)]
    pub fn colour_of(&self, player: usize) -> Colour {
        self.colours[self.side_of(player)]
    }

    /// The side of a player: the player, or their team.
    #[inline(always)]
    pub fn side_of(&self, player: usize) -> usize {
        if self.teams { player & 1 } else { player }
    }

    /// The letters of the colours.
    pub fn letters(&self) -> String {
        let colours = &self.colours[..self.n_colours()];
        colours.iter().map(|colour| colour.letter()).collect()
    }

    /// Parses a variant. Missing keys get their defaults, or follow from a position: the number of hands, the colours.
    pub fn parse(
        variant: &Variant,
        hands: Option<u8>,
        colours: Option<&str>,
    ) -> Result<Self, InputError> {
        let mut options = Self::default();
        let (mut players, mut letters) = (None, None);
        // Four hands and two colours mean teams.
        options.teams = hands == Some(4) && colours.is_some_and(|letters| letters.len() == 2);
        for (key, value) in variant.read(&KEYS)? {
            match (key, value) {
                ("players", _) => players = Some(value.index() as u8 + 2),
                ("colours", OptionValue::Text(text)) => letters = Some(text),
                ("teams", _) => options.teams = value.is_second(),
                ("start-tile", _) => options.return_start_tile = value.is_second(),
                _ => options.exactly_three = value.is_second(),
            }
        }
        if let (Some(expected), Some(hands)) = (players, hands)
            && expected != hands
        {
            return Err(wrong_number_of_hands(hands, expected));
        }
        if let (Some(expected), Some(read)) = (letters, colours)
            && !expected.eq_ignore_ascii_case(read)
        {
            return Err(InputError::new(
                format!("position, {}", say!("colours")),
                read,
                say!("{expected}, as in the variant", expected),
            ));
        }
        let by_colours = letters.or(colours).map(str::len);
        options.players = match players.or(hands) {
            Some(players) => players,
            None if options.teams => 4,
            None => match by_colours {
                Some(3) => 3,
                Some(4) => 4,
                _ => 2,
            },
        };
        if options.teams && options.players != 4 {
            let found = format!("players={}", options.players);
            return Err(InputError::problem(
                "variant",
                found,
                say!("does not fit teams=yes, which needs players=4"),
            ));
        }
        if let Some(text) = letters.or(colours) {
            options.read_colours(text)?;
        }
        Ok(options)
    }

    fn read_colours(&mut self, text: &str) -> Result<(), InputError> {
        let expected = || say!("{number} different letters from RYBG", number = self.n_colours());
        let error = || InputError::new(say!("colours"), text, expected());
        if text.chars().count() != self.n_colours() {
            return Err(error());
        }
        let mut colours: Vec<Colour> = Vec::new();
        for letter in text.chars() {
            let colour = Colour::of_letter(letter).ok_or_else(error)?;
            if colours.contains(&colour) {
                return Err(error());
            }
            colours.push(colour);
        }
        // The unused colours follow in their usual order.
        let rest = Colour::ALL.into_iter().filter(|c| !colours.contains(c));
        let all: Vec<_> = colours.iter().copied().chain(rest).collect();
        self.colours.copy_from_slice(&all);
        Ok(())
    }

    /// The variant. It always states players and colours, and other keys only if they differ from their defaults.
    pub fn variant(&self) -> Variant {
        let mut variant = Variant::new()
            .with("players", self.players.to_string())
            .with("colours", self.letters());
        if self.teams {
            variant.set("teams", "yes");
        }
        for (key, value) in self.words() {
            variant.set(key, value);
        }
        variant
    }

    /// The options written after a position text: those that affect the rest of the game and are not visible in the position.
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        let mut words = Vec::new();
        if self.return_start_tile {
            words.push(("start-tile", "return"));
        }
        if self.exactly_three {
            words.push(("endgame-forced", "exactly3"));
        }
        words
    }
}

/// Error for a position with another number of hands than the game has players.
pub(crate) fn wrong_number_of_hands(hands: u8, players: u8) -> InputError {
    let sentence = say_count!(
        hands.into(),
        "there is {count} hand instead of {players}, one for each player",
        "there are {count} hands instead of {players}, one for each player",
        players
    );
    InputError::sentence(format!("position, {}", say!("hands")), sentence)
}
