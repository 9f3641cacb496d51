//! Positions as pictures.

use ludex_search::{Game, Player};

use crate::interface::gestures::Touch;
use crate::interface::input_error::InputError;
use crate::support::picture::{Role, Scene};

/// Draws the positions of a game.
pub trait Pictures<G: Game> {
    /// The picture of a position.
    fn draw(&self, shown: &Shown<G>) -> Scene;

    /// Reads a move that led to a position by its words alone: where it came from nobody knows, so no rule can be asked.
    /// The default knows none.
    fn read_last(&self, _pos: &G::Position, text: &str) -> Result<G::Move, InputError> {
        let expected = "no last move: this game does not know a move by its words alone";
        Err(InputError::new("move", text, expected))
    }

    /// The colour of each player's things.
    fn colours(&self) -> Vec<Role> {
        vec![Role::First, Role::Second]
    }

    /// Whether a position lies in the same game as a later one: a match goes on with the next game, and there the last move of the
    /// one before is none.
    fn is_same_game(&self, _before: &G::Position, _now: &G::Position) -> bool {
        true
    }

    /// Columns and rows of a board that grows without a bound; none of any other.
    fn size(&self, _pos: &G::Position) -> Option<(usize, usize)> {
        None
    }

    /// Whether pictures can show shortest paths.
    fn has_paths(&self) -> bool {
        false
    }
}

/// What a picture shows.
pub struct Shown<'a, G: Game> {
    /// The position.
    pub position: &'a G::Position,
    /// The moves that led to it, if they are to be marked: the last one first. A picture marks the last, or those of a turn.
    pub last: Vec<LastMove<'a, G>>,
    /// Moves that are legal in the position, each with a word on its value, the best one first.
    pub candidates: Vec<(G::Move, String)>,
    /// Who sits below.
    pub seat: Player,
    /// Whether everybody's shortest path is shown.
    pub paths: bool,
    /// The beginning of a legal move, one [way](crate::Way) to make it: where the game can, the picture shows what is done
    /// so far.
    pub partial: Vec<Touch>,
    /// The position whose picture has the frame that this one has too; its own if none. Where boards grow, two pictures can
    /// then be laid one over the other.
    pub frame: Option<&'a G::Position>,
    /// Whether the position has come up so often that the game is drawn, which it does not tell itself.
    pub is_repeated: bool,
}

/// How a game ended that is drawn by repetition.
pub const REPEATED: &str = "Drawn by repetition (1/2-1/2)";

/// A move that was made.
pub struct LastMove<'a, G: Game> {
    /// The position before it, if it is known.
    pub before: Option<&'a G::Position>,
    /// The move.
    pub mv: G::Move,
}

impl<'a, G: Game> Shown<'a, G> {
    /// The position and nothing else.
    pub fn new(position: &'a G::Position) -> Self {
        Self {
            position,
            last: Vec::new(),
            candidates: Vec::new(),
            seat: Player(0),
            paths: false,
            partial: Vec::new(),
            frame: None,
            is_repeated: false,
        }
    }
}
