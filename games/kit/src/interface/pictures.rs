//! Positions as pictures.

use ludex_search::{Game, Player};

use crate::interface::gestures::Touch;
use crate::interface::input_error::InputError;
use crate::say;
use crate::support::picture::{Role, Scene};

/// Draws the positions of a game.
pub trait Pictures<G: Game> {
    /// The picture of a position.
    fn draw(&self, shown: &Shown<G>) -> Scene;

    /// Reads the move that led to a position from its text alone. The position before it is unknown, so the rules cannot check the move.
    /// The default accepts no move.
    fn read_last(&self, _pos: &G::Position, text: &str) -> Result<G::Move, InputError> {
        let problem = say!(
            "cannot be marked as the last move: in this game a move cannot be read without the position before it"
        );
        Err(InputError::problem("move", text, problem))
    }

    /// The colour of each player's pieces.
    fn colours(&self) -> Vec<Role> {
        vec![Role::First, Role::Second]
    }

    /// Whether two positions belong to the same game. A match continues with its next game, where the last move of the previous game must
    /// not be marked.
    fn is_same_game(&self, _before: &G::Position, _now: &G::Position) -> bool {
        true
    }

    /// Columns and rows of a board that grows without bound; `None` for other boards.
    fn size(&self, _pos: &G::Position) -> Option<(usize, usize)> {
        None
    }

    /// What is known about a player apart from the board, in short phrases such as `10 walls` and `8 to goal`. The web page writes them
    /// beside a [bare](Shown::bare) picture.
    fn player_facts(&self, _pos: &G::Position, _player: Player) -> Vec<String> {
        Vec::new()
    }

    /// The pieces that a player holds outside the board, with the same targets as in the whole picture; `None` if there are none.
    fn held(&self, _pos: &G::Position, _player: Player) -> Option<Scene> {
        None
    }

    /// Whether pictures need all moves of the game ([`Shown::past`]).
    fn needs_past(&self) -> bool {
        false
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
    /// The moves that led to it, latest first, if they should be marked. A picture marks the latest move, or all moves of a turn.
    pub last: Vec<LastMove<'a, G>>,
    /// The moves of the game so far, latest first, if the game [needs](Pictures::needs_past) them. Empty if they are unknown.
    pub past: Vec<LastMove<'a, G>>,
    /// Legal moves of the position, best first, each with a short text about its value.
    pub candidates: Vec<(G::Move, String)>,
    /// The player at the bottom of the picture.
    pub seat: Player,
    /// Whether each player's shortest path is shown.
    pub paths: bool,
    /// The beginning of a legal move, as one [way](crate::Way) to make it. If the game supports it, the picture shows the partial move.
    pub partial: Vec<Touch>,
    /// A position whose picture should have the same frame as this one; `None` for the position's own frame. On boards that grow, the two
    /// pictures can then be overlaid.
    pub frame: Option<&'a G::Position>,
    /// Whether the picture shows the board alone, without the lines about the players. A board that grows keeps a minimum size, and a faint
    /// grid shows its empty part.
    pub bare: bool,
    /// Whether the game is drawn because this position was repeated. The position itself does not contain this information.
    pub is_repeated: bool,
}

/// The text for a game drawn by repetition.
pub fn repeated() -> String {
    say!("Drawn by repetition (1/2-1/2)")
}

/// A move that was made.
pub struct LastMove<'a, G: Game> {
    /// The position before it, if known.
    pub before: Option<&'a G::Position>,
    /// The move.
    pub mv: G::Move,
}

impl<'a, G: Game> Shown<'a, G> {
    /// Shows only the position.
    pub fn new(position: &'a G::Position) -> Self {
        Self {
            position,
            last: Vec::new(),
            past: Vec::new(),
            candidates: Vec::new(),
            seat: Player(0),
            paths: false,
            partial: Vec::new(),
            frame: None,
            bare: false,
            is_repeated: false,
        }
    }
}
