//! The openings of games.

use rand::{Rng, RngExt};

use crate::interface::game::{Game, MoveList, Step, Turn};
use crate::interface::history::History;

/// The opening of a pair: a position and legal steps from it.
#[derive(Debug)]
pub struct Opening<G: Game> {
    /// The initial position.
    pub start: G::Position,
    /// Moves and chance events from there.
    pub steps: Vec<Step<G::Move, G::Event>>,
}

impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Self {
        Self { start: self.start.clone(), steps: self.steps.clone() }
    }
}

impl<G: Game> Opening<G> {
    /// The start of the game.
    pub fn start(game: &G) -> Self {
        Self::position(game.start())
    }

    /// A position, without steps.
    pub fn position(start: G::Position) -> Self {
        let steps = Vec::new();
        Self { start, steps }
    }

    /// Moves from the start of a game without chance.
    pub fn moves(game: &G, moves: impl IntoIterator<Item = G::Move>) -> Self {
        Self { start: game.start(), steps: moves.into_iter().map(Step::Move).collect() }
    }

    /// This number of random legal plies from the start of a game, including chance events. `None` if the game is then over or at a chance
    /// node.
    pub fn random<R: Rng + ?Sized>(game: &G, plies: u32, rng: &mut R) -> Option<Self> {
        let mut opening = Self::start(game);
        let (mut pos, mut moves) = (game.start(), MoveList::new());
        for _ in 0..plies {
            opening.steps.push(match game.turn(&pos) {
                Turn::Over => return None,
                Turn::Chance => {
                    let event = game.sample(&pos, rng);
                    game.apply_chance(&mut pos, event);
                    Step::Event(event)
                }
                Turn::Player(_) => {
                    moves.clear();
                    game.legal_moves(&pos, &mut moves);
                    let mv = moves[rng.random_range(0..moves.len())];
                    game.play(&mut pos, mv);
                    Step::Move(mv)
                }
            });
        }
        matches!(game.turn(&pos), Turn::Player(_)).then_some(opening)
    }

    /// The game after the opening; `None` if a step is illegal or the game is over.
    pub fn history(&self, game: &G) -> Option<History<G>> {
        let mut history = History::new(game, self.start.clone());
        for &step in &self.steps {
            match (game.turn(history.position()), step) {
                (Turn::Player(_), Step::Move(mv)) if game.is_legal(history.position(), mv) => {
                    history.play(game, mv);
                }
                (Turn::Chance, Step::Event(event)) if may_come(game, &history, event) => {
                    history.apply_chance(game, event);
                }
                _ => return None,
            }
        }
        (game.turn(history.position()) != Turn::Over).then_some(history)
    }

    /// Whether the opening decides the game: the player to move can end the game immediately without losing, or the next player can do so
    /// after every move.
    pub fn is_decided(&self, game: &G) -> bool {
        let Some(history) = self.history(game) else {
            return true;
        };
        let mut pos = history.position().clone();
        matches!(game.turn(&pos), Turn::Player(_))
            && (can_end(game, &mut pos)
                || after_all_moves(game, &mut pos, |next| can_end(game, next)))
    }
}

/// Whether the event is possible now.
fn may_come<G: Game>(game: &G, history: &History<G>, event: G::Event) -> bool {
    let mut events = Vec::new();
    game.events(history.position(), &mut events);
    events.iter().any(|&(known, _)| known == event)
}

/// Whether the player to move can end the game without losing it.
fn can_end<G: Game>(game: &G, pos: &mut G::Position) -> bool {
    let Turn::Player(player) = game.turn(pos) else {
        return game.turn(pos) == Turn::Over;
    };
    let ends_well = |next: &mut G::Position| {
        let is_over = game.turn(next) == Turn::Over;
        is_over && game.returns(next)[player.index()] >= 0.0
    };
    !after_all_moves(game, pos, |next| !ends_well(next))
}

/// Whether a condition holds after each move of the player to move.
fn after_all_moves<G: Game>(
    game: &G,
    pos: &mut G::Position,
    holds: impl Fn(&mut G::Position) -> bool,
) -> bool {
    let mut moves = MoveList::new();
    game.legal_moves(pos, &mut moves);
    moves.iter().all(|&mv| {
        let undo = game.play(pos, mv);
        let held = holds(pos);
        game.undo(pos, mv, undo);
        held
    })
}
