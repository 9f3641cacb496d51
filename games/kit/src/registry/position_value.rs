//! Positions as immutable values whose type is unknown to the caller, for languages in which a position is an object (Python).
//!
//! A value stores the position, the steps that led there from the first position, and, once they are needed, its legal moves. The steps
//! are a list that values share: playing a move adds one entry and copies the position, whatever the length of the game.
//!
//! **Invariant:** A value and a session at the same position give the same answers (`games/tests/it/position_values.rs`). No position
//! passes through text on its way from a value to a search.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use ludex_search::{Game, History, MoveList, Step, Turn};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::actions::NumberActions;
use super::erased::{Erased, MAX_STEPS, status_at, too_long};
use super::error::unless_over;
use super::observe::Observe;
use super::session::Session;
use super::status::GameStatus;
use crate::interface::catalogue::{GameInfo, Playable};
use crate::interface::game_result::{GameResult, result_word};
use crate::interface::input_error::InputError;
use crate::interface::variant::Variant;
use crate::say;

/// A position of a game, with the game so far. It never changes; playing a step makes another value.
pub trait PositionValue: NumberActions + Observe + Any + Send + Sync {
    /// Constant facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// The variant.
    fn variant(&self) -> Variant;
    /// Whether the other value belongs to the same game and variant.
    fn has_same_rules(&self, other: &dyn PositionValue) -> bool;
    /// Number of players.
    fn players(&self) -> usize;
    /// The player to move, chance, or the end of the game; draws by repetition are included.
    fn turn(&self) -> Turn;
    /// Number of moves played since the start of the game, as the position states it.
    fn ply(&self) -> u32;
    /// The state of the game.
    fn status(&self) -> GameStatus;
    /// How the game ended, if it is over.
    fn result(&self) -> Option<GameResult>;
    /// Hash of the position; equal positions have equal hashes.
    fn hash(&self) -> u64;
    /// The position in the game's notation.
    fn text(&self) -> String;

    /// Number of legal moves; 0 if the game is over or chance decides.
    fn n_moves(&self) -> usize;
    /// The legal move with this index, which is less than [`n_moves`](Self::n_moves), as text.
    fn move_text(&self, index: usize) -> Option<String>;
    /// The chance events with their weights, as text; empty if a player is to move.
    fn events(&self) -> Vec<(String, u32)>;

    /// The position after the legal move with this index, or after the chance event with this index. `None` if there is no such step.
    fn after_index(&self, index: usize) -> Option<Result<Arc<dyn PositionValue>, InputError>>;
    /// The position after the steps of a word.
    fn after_text(&self, word: &str) -> Result<Arc<dyn PositionValue>, InputError>;
    /// The position after a random step: a legal move, all with equal probability, or a chance event by its probability. `None` if the game
    /// is over.
    fn after_random(&self, rng: &mut Pcg64) -> Option<Result<Arc<dyn PositionValue>, InputError>>;

    /// Number of moves and events since the first position of the value.
    fn n_steps(&self) -> usize;
    /// The first position, and the steps from there as text.
    fn steps(&self) -> (Arc<dyn PositionValue>, Vec<String>);
    /// The text of an earlier position (`None`: the start of the game) and the steps from there to this one. They are all that the rest of the game depends on. There are
    /// no steps, unless earlier positions count for a draw by repetition or the text of this position leaves something out.
    fn memo(&self) -> (Option<String>, Vec<String>);
    /// A session with this game so far and default search choices.
    fn session(&self) -> Box<dyn Session>;
}

/// Converts between sessions and values.
pub trait PositionValues {
    /// The current position with the game so far.
    fn position_value(&self) -> Arc<dyn PositionValue>;
    /// Continues from a value, and keeps the search with its hash table. Returns false, without a change, if the game or variant differs.
    fn go_to_value(&mut self, value: &dyn PositionValue) -> bool;
}

/// Room for the moves of most positions, so that listing them allocates once.
const USUAL_MOVES: usize = 64;

/// What all positions of a game share.
struct Origin<G: Game> {
    game: G,
    first: G::Position,
}

/// A step before a position, with the list of the steps before it.
struct Past<G: Game> {
    step: Step<G::Move, G::Event>,
    before: Option<Arc<Self>>,
    /// [`repetition_hash`](Game::repetition_hash) of the position before the step; 0 in a game without repetition.
    hash: u64,
    /// Number of steps up to this one.
    n_steps: usize,
    /// Number of steps before the first position that can equal the one after this step.
    window: usize,
}

impl<G: Game> Drop for Past<G> {
    /// Drops the list in a loop, because recursion could exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut past) = next.and_then(Arc::into_inner) {
            next = past.before.take();
        }
    }
}

/// A position of a game of type `G`.
pub(super) struct Value<G: Playable> {
    origin: Arc<Origin<G>>,
    position: G::Position,
    past: Option<Arc<Past<G>>>,
    is_repeated: bool,
    moves: OnceLock<Vec<G::Move>>,
}

impl<G: Playable> Value<G> {
    fn first(game: G, position: G::Position) -> Self {
        let origin = Origin { game, first: position.clone() };
        let origin = Arc::new(origin);
        Self { origin, position, past: None, is_repeated: false, moves: OnceLock::new() }
    }

    pub(super) fn game(&self) -> &G {
        &self.origin.game
    }

    pub(super) fn position(&self) -> &G::Position {
        &self.position
    }

    fn length(&self) -> usize {
        self.past.as_ref().map_or(0, |past| past.n_steps)
    }

    /// The legal moves; none if the game is over or chance decides.
    pub(super) fn moves(&self) -> &[G::Move] {
        self.moves.get_or_init(|| {
            let mut moves = MoveList::with_capacity(USUAL_MOVES);
            if matches!(self.turn(), Turn::Player(_)) {
                self.game().legal_moves(&self.position, &mut moves);
            }
            moves
        })
    }

    fn weighted_events(&self) -> Vec<(G::Event, u32)> {
        let mut events = Vec::new();
        if self.turn() == Turn::Chance {
            self.game().events(&self.position, &mut events);
        }
        events
    }

    /// The position after a step, which must be possible here.
    fn after(&self, step: Step<G::Move, G::Event>) -> Result<Self, InputError> {
        let (game, n_steps) = (self.game(), self.length() + 1);
        if n_steps > MAX_STEPS {
            return Err(too_long(&self.write(step)));
        }
        let counts = game.repetition().is_some();
        let hash = if counts { game.repetition_hash(&self.position) } else { 0 };
        let window = match step {
            Step::Move(mv) if counts && !game.irreversible(&self.position, mv) => {
                self.past.as_ref().map_or(0, |past| past.window)
            }
            _ => n_steps,
        };
        let mut position = self.position.clone();
        match step {
            Step::Move(mv) => drop(game.play(&mut position, mv)),
            Step::Event(event) => drop(game.apply_chance(&mut position, event)),
        }
        let past = Past { step, before: self.past.clone(), hash, n_steps, window };
        let mut after = Self {
            origin: self.origin.clone(),
            position,
            past: Some(Arc::new(past)),
            is_repeated: false,
            moves: OnceLock::new(),
        };
        let is_over = game.turn(&after.position) == Turn::Over;
        after.is_repeated = counts && !is_over && after.finds_repetition();
        Ok(after)
    }

    /// The steps that led here, the last one first.
    fn back(&self) -> impl Iterator<Item = &Past<G>> {
        std::iter::successors(self.past.as_deref(), |past| past.before.as_deref())
    }

    /// Whether the position has occurred often enough for a draw.
    fn finds_repetition(&self) -> bool {
        let (Some(drawn_at), Some(last)) = (self.game().repetition(), &self.past) else {
            return false;
        };
        let here = self.game().repetition_hash(&self.position);
        let earlier = self.back().take_while(|past| past.n_steps > last.window);
        earlier.filter(|past| past.hash == here).count() + 1 >= drawn_at as usize
    }

    /// The steps after the first `n_before`, in order.
    fn steps_after(&self, n_before: usize) -> Vec<Step<G::Move, G::Event>> {
        let back = self.back().take_while(|past| past.n_steps > n_before);
        let mut steps: Vec<_> = back.map(|past| past.step).collect();
        steps.reverse();
        steps
    }

    /// The game so far.
    fn history(&self) -> History<G> {
        let game = self.game();
        let mut line = History::new(game, self.origin.first.clone());
        for step in self.steps_after(0) {
            match step {
                Step::Move(mv) => line.play(game, mv),
                Step::Event(event) => line.apply_chance(game, event),
            }
        }
        line
    }

    fn write(&self, step: Step<G::Move, G::Event>) -> String {
        write_step(self.game(), &self.position, step)
    }
}

fn write_step<G: Playable>(game: &G, pos: &G::Position, step: Step<G::Move, G::Event>) -> String {
    match step {
        Step::Move(mv) => game.write_move(pos, mv),
        Step::Event(event) => game.write_event(pos, event),
    }
}

/// Plays steps, and writes those after the first `n_before`. Returns the position before them as well.
fn written<G: Playable>(value: &Value<G>, n_before: usize) -> (G::Position, Vec<String>) {
    let (game, mut pos) = (value.game(), value.origin.first.clone());
    let (mut from, mut words) = (pos.clone(), Vec::new());
    for (index, step) in value.steps_after(0).into_iter().enumerate() {
        if index >= n_before {
            words.push(write_step(game, &pos, step));
        }
        match step {
            Step::Move(mv) => drop(game.play(&mut pos, mv)),
            Step::Event(event) => drop(game.apply_chance(&mut pos, event)),
        }
        if index + 1 == n_before {
            from = pos.clone();
        }
    }
    (from, words)
}

impl<G: Playable> PositionValue for Value<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn variant(&self) -> Variant {
        self.game().variant()
    }

    fn has_same_rules(&self, other: &dyn PositionValue) -> bool {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<Self>();
        other.is_some_and(|other| {
            Arc::ptr_eq(&self.origin, &other.origin) || self.variant() == other.variant()
        })
    }

    fn players(&self) -> usize {
        self.game().players()
    }

    fn turn(&self) -> Turn {
        if self.is_repeated { Turn::Over } else { self.game().turn(&self.position) }
    }

    fn ply(&self) -> u32 {
        self.game().ply(&self.position)
    }

    fn status(&self) -> GameStatus {
        status_at(self.game(), &self.position, self.is_repeated)
    }

    fn result(&self) -> Option<GameResult> {
        if self.turn() == Turn::Over { self.status().result } else { None }
    }

    fn hash(&self) -> u64 {
        self.game().hash(&self.position)
    }

    fn text(&self) -> String {
        self.game().write_position(&self.position)
    }

    fn n_moves(&self) -> usize {
        self.moves().len()
    }

    fn move_text(&self, index: usize) -> Option<String> {
        let mv = self.moves().get(index)?;
        Some(self.game().write_move(&self.position, *mv))
    }

    fn events(&self) -> Vec<(String, u32)> {
        let events = self.weighted_events().into_iter();
        events.map(|(event, weight)| (self.write(Step::Event(event)), weight)).collect()
    }

    fn after_index(&self, index: usize) -> Option<Result<Arc<dyn PositionValue>, InputError>> {
        let step = match self.turn() {
            Turn::Over => None,
            Turn::Player(_) => self.moves().get(index).copied().map(Step::Move),
            Turn::Chance => self.weighted_events().get(index).map(|&(event, _)| Step::Event(event)),
        };
        Some(self.after(step?).map(shared))
    }

    fn after_text(&self, word: &str) -> Result<Arc<dyn PositionValue>, InputError> {
        let mut now: Option<Self> = None;
        for text in self.game().split_steps(word) {
            let at = now.as_ref().unwrap_or(self);
            let result = at.result().map(|result| result_word(&result.returns));
            unless_over(result, text)?;
            let step = self.game().parse_step(&at.position, text)?;
            now = Some(at.after(step)?);
        }
        let nothing = || InputError::new("move", word, say!("a move or an event"));
        now.map(shared).ok_or_else(nothing)
    }

    fn after_random(&self, rng: &mut Pcg64) -> Option<Result<Arc<dyn PositionValue>, InputError>> {
        let step = match self.turn() {
            Turn::Over => return None,
            Turn::Chance => Step::Event(self.game().sample(&self.position, rng)),
            Turn::Player(_) => {
                let moves = self.moves();
                Step::Move(moves[rng.random_range(0..moves.len())])
            }
        };
        Some(self.after(step).map(shared))
    }

    fn n_steps(&self) -> usize {
        self.length()
    }

    fn steps(&self) -> (Arc<dyn PositionValue>, Vec<String>) {
        let origin = &self.origin;
        let (_, words) = written(self, 0);
        let first = Self {
            origin: origin.clone(),
            position: origin.first.clone(),
            past: None,
            is_repeated: false,
            moves: OnceLock::new(),
        };
        (Arc::new(first), words)
    }

    fn memo(&self) -> (Option<String>, Vec<String>) {
        let mut n_before = self.past.as_ref().map_or(0, |past| past.window);
        loop {
            let (from, words) = if n_before == self.length() {
                (self.position.clone(), Vec::new())
            } else {
                written(self, n_before)
            };
            let (game, text) = (self.game(), self.game().write_position(&from));
            if is_read_as(game, Some(&text), &from) {
                return (Some(text), words);
            }
            if n_before == 0 {
                let is_start = is_read_as(game, None, &from);
                return ((!is_start).then_some(text), words);
            }
            n_before -= 1;
        }
    }

    fn session(&self) -> Box<dyn Session> {
        Box::new(Erased::new(self.game().clone(), self.history()))
    }
}

/// Whether a text (`None`: the start of the game) is read as this position. The text of a position may leave out what the last step has
/// decided, such as that the player to roll does not double.
fn is_read_as<G: Playable>(game: &G, text: Option<&str>, pos: &G::Position) -> bool {
    let read = game.parse_start(text);
    read.is_ok_and(|read| game.hash(&read) == game.hash(pos) && game.turn(&read) == game.turn(pos))
}

fn shared<G: Playable>(value: Value<G>) -> Arc<dyn PositionValue> {
    Arc::new(value)
}

impl<G: Playable> PositionValues for Erased<G> {
    fn position_value(&self) -> Arc<dyn PositionValue> {
        let mut rewind = self.line.rewind(&self.game);
        let mut steps = Vec::new();
        while let Some(step) = rewind.step() {
            steps.push(step);
            rewind.go_back();
        }
        let mut value = Value::first(self.game.clone(), rewind.position().clone());
        for step in steps.into_iter().rev() {
            match value.after(step) {
                Ok(after) => value = after,
                // A session has no more steps than a value may have.
                Err(_) => break,
            }
        }
        Arc::new(value)
    }

    fn go_to_value(&mut self, value: &dyn PositionValue) -> bool {
        let value: &dyn Any = value;
        let value = value.downcast_ref::<Value<G>>();
        let value = value.filter(|value| value.variant() == self.game.variant());
        if let Some(value) = value {
            self.line = value.history();
        }
        value.is_some()
    }
}
