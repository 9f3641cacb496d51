//! The [numbered actions](crate::Actions) of the current position.

use super::erased::Erased;
use super::position_value::Value;
use crate::interface::actions::Actions;
use crate::interface::catalogue::Playable;
use crate::interface::input_error::InputError;
use crate::say;

/// Moves as numbers, for programs that learn.
pub trait NumberActions {
    /// The number of actions of the variant. `None` if the game does not number its moves.
    fn n_actions(&self) -> Option<usize>;
    /// The numbers of the legal moves, in the order of [`legal_moves`](super::Session::legal_moves).
    fn legal_actions(&self) -> Vec<u32>;
    /// The move that an action means in this position, legal or not, as text.
    fn action_text(&self, action: u32) -> Result<String, InputError>;
    /// The number of a legal move that is given as text.
    fn action_of(&self, text: &str) -> Result<u32, InputError>;
}

impl<G: Playable> NumberActions for Erased<G> {
    fn n_actions(&self) -> Option<usize> {
        count(&self.game)
    }

    fn legal_actions(&self) -> Vec<u32> {
        numbers(&self.game, self.now(), &self.moves())
    }

    fn action_text(&self, action: u32) -> Result<String, InputError> {
        text(&self.game, self.now(), action)
    }

    fn action_of(&self, text: &str) -> Result<u32, InputError> {
        number_of(&self.game, self.now(), &self.moves(), text)
    }
}

impl<G: Playable> NumberActions for Value<G> {
    fn n_actions(&self) -> Option<usize> {
        count(self.game())
    }

    fn legal_actions(&self) -> Vec<u32> {
        numbers(self.game(), self.position(), self.moves())
    }

    fn action_text(&self, action: u32) -> Result<String, InputError> {
        text(self.game(), self.position(), action)
    }

    fn action_of(&self, text: &str) -> Result<u32, InputError> {
        number_of(self.game(), self.position(), self.moves(), text)
    }
}

fn count<G: Playable>(game: &G) -> Option<usize> {
    game.offers().actions.map(Actions::count)
}

/// The numbers of moves.
fn numbers<G: Playable>(game: &G, pos: &G::Position, moves: &[G::Move]) -> Vec<u32> {
    let mut numbers = Vec::new();
    if let (Some(actions), false) = (game.offers().actions, moves.is_empty()) {
        actions.encode(pos, moves, &mut numbers);
    }
    numbers
}

/// The text of the move that an action means.
fn text<G: Playable>(game: &G, pos: &G::Position, action: u32) -> Result<String, InputError> {
    let actions = actions_of(game)?;
    let mv = actions.decode(pos, action);
    let mv = mv.ok_or_else(|| means_nothing(action, actions.count()))?;
    Ok(game.write_move(pos, mv))
}

/// The number of a move of the list that is given as text.
fn number_of<G: Playable>(
    game: &G,
    pos: &G::Position,
    moves: &[G::Move],
    text: &str,
) -> Result<u32, InputError> {
    actions_of(game)?;
    let parsed = game.parse_move(pos, text)?;
    let place = moves.iter().position(|&mv| mv == parsed);
    let number = place.and_then(|place| numbers(game, pos, moves).get(place).copied());
    number.ok_or_else(|| InputError::problem("move", text, say!("is not legal now")))
}

/// The actions of a game; an error if it has none.
pub(super) fn actions_of<G: Playable>(game: &G) -> Result<&dyn Actions<G>, InputError> {
    let actions = game.offers().actions;
    actions.ok_or_else(|| {
        InputError::problem("game", G::INFO.name, say!("does not number its moves as actions"))
    })
}

/// Error for a number that means no move.
pub(super) fn means_nothing(action: u32, count: usize) -> InputError {
    let problem = if (action as usize) < count {
        say!("means no move in this position")
    } else {
        say!("is not an action: the actions are 0 to {last}", last = count - 1)
    };
    InputError::problem("action", action.to_string(), problem)
}
