//! Positions and moves as sentences, for people who cannot see the board.
//!
//! **Invariant:** A sentence is true and complete by itself: it names the place, and it does not depend on colours that a page may change
//! (`games/tests/it/speech`).

use crate::say;
use crate::words::Language;
use ludex_search::{Game, Player};

/// Describes a game in words. All methods have defaults, so a game can begin with some of them.
pub trait Speech<G: Game> {
    /// The name of a player, such as `White`. The default counts the players: `Player 1`.
    fn player(&self, player: Player) -> String {
        numbered(player)
    }

    /// Returns the function that describes the places of a position. `seat` is the player at the bottom of the picture: in some games, the
    /// names of places depend on the view. The default has no words.
    fn places<'a>(&'a self, _pos: &'a G::Position, _seat: Player) -> PlaceWords<'a> {
        Box::new(|_, _| None)
    }

    /// What a player does in a move, as a sentence in which [`PLAYER`] takes the place of the player's name: `{player} places a flat at
    /// c3.` `None` if the game has no words for it.
    fn sentence(&self, _pos: &G::Position, _mv: G::Move) -> Option<String> {
        None
    }

    /// What the player to move must do, if the rules of this turn differ from those of other turns: `Place one of Black's stones.`
    fn task(&self, _pos: &G::Position) -> Option<String> {
        None
    }

    /// The label of a choice whose word is only a sign: `Crossing (+)` for `+`. `None` if the word itself is the label.
    fn choice(&self, _word: &str) -> Option<String> {
        None
    }
}

/// What is at a target of a picture, given by class and name: `square`, `c3` gives `c3: white flat on two black`. `None` if the game has no
/// words for it.
pub type PlaceWords<'a> = Box<dyn Fn(&str, &str) -> Option<String> + 'a>;

/// A player without a name: `Player 1`.
pub fn numbered(player: Player) -> String {
    say!("Player {number}", number = player.index() + 1)
}

/// The part of a sentence that is replaced by the name of the player.
pub const PLAYER: &str = "{player}";

/// Words joined as a list: `a`, `a and b`, `a, b and c`.
pub fn list_words(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => say!("{words} and {last}", words = first.join(", "), last),
    }
}

/// A number as a word, up to twelve: `no`, `one`, `two`, `13`. Languages other than English use digits.
pub fn number_word(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let word = WORDS.get(count).filter(|_| Language::current() == Language::English);
    word.map_or_else(|| count.to_string(), |&word| word.to_owned())
}
