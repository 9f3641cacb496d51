//! The interface of a game in progress whose type is unknown to the caller.
//!
//! **Invariant:** The text of a position is parsed once: a session keeps the position it was opened at, and `extend` continues from there.
//! A result is a `GameResult`, and a search report becomes text only on request.

use std::any::Any;

use ludex_search::{Limits, StopFlag};

use super::{
    Annotate, Books, ChanceEvents, Describe, DistinctMoves, DrawPicture, EndRecord, ExplainChoice,
    FindFeats, Findings, GameHistory, GameStatus, GeneratePuzzles, LimitMoves, ListGestures,
    MeasureLuck, Perft, Prove, RandomOpenings, Resign, RollOut, SearchForAll, SessionError, SetUp,
    SoFar, SolveByTables, Speak, TakeSample, Token,
};
use crate::interface::catalogue::GameInfo;
use crate::interface::input_error::InputError;
use crate::interface::learner::Learner;
use crate::interface::search_kinds::{SearchInfo, SearchSetup};
use crate::interface::variant::Variant;

/// Games for other languages and for programs that learn: positions as values, numbered actions, observations and batches. The feature
/// `values` adds these traits to every session. The program `ludex` does not need them, and is smaller without them.
#[cfg(feature = "values")]
pub trait Values:
    super::NumberActions + super::Observe + super::OpenLanes + super::PositionValues
{
}

#[cfg(feature = "values")]
impl<S> Values for S where
    S: super::NumberActions + super::Observe + super::OpenLanes + super::PositionValues
{
}

/// Nothing: without the feature `values`, sessions have no traits for other languages.
#[cfg(not(feature = "values"))]
pub trait Values {}

#[cfg(not(feature = "values"))]
impl<S> Values for S {}

/// A game in progress, with a search for it. Methods needed by only a few commands are in separate traits, one file each; every
/// session implements all of them.
pub trait Session:
    Annotate
    + Books
    + ChanceEvents
    + Describe
    + DistinctMoves
    + DrawPicture
    + EndRecord
    + ExplainChoice
    + GeneratePuzzles
    + LimitMoves
    + Perft
    + Prove
    + RandomOpenings
    + Resign
    + RollOut
    + SearchForAll
    + SetUp
    + SolveByTables
    + Speak
    + TakeSample
    + FindFeats
    + GameHistory
    + ListGestures
    + MeasureLuck
    + Values
    + Any
    + Send
{
    /// Constant facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// The current variant.
    fn variant(&self) -> Variant;
    /// Number of players.
    fn players(&self) -> usize;

    /// Plays moves and events: all of them or none.
    fn extend(&mut self, steps: &[Token]) -> Result<(), InputError>;
    /// Returns to the first position of the game.
    fn restart(&mut self);
    /// Starts another game of this variant at a position (`None`: the start position).
    fn start_at(&mut self, position: Option<&str>) -> Result<(), InputError>;
    /// Takes over the game of another session, but keeps this session's search with its hash table. Returns false, without a change, if
    /// the game or variant differs.
    fn go_to(&mut self, other: &dyn Session) -> bool;
    /// A copy of the game so far as a new session with default search choices.
    fn fork(&self) -> Box<dyn Session>;
    /// Plays a move or an event, and returns it as the game writes it.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Plays a move. Chance events and other steps of records are errors.
    fn play_move(&mut self, text: &str) -> Result<String, InputError>;
    /// Undoes the last step. False if there is none.
    fn undo(&mut self) -> bool;

    /// The position in canonical notation.
    fn position(&self) -> String;
    /// The state of the game.
    fn status(&self) -> GameStatus;
    /// The legal moves. Empty if the game is over or chance decides.
    fn legal_moves(&self) -> Vec<String>;

    /// The searches, the default first.
    fn searches(&self) -> Vec<SearchInfo>;
    /// Chooses a search and checks every choice for it. The search is built on first use. Places in errors are `search`, `evaluator` and
    /// `set.NAME`.
    fn configure(&mut self, search: Option<&str>, setup: SearchSetup) -> Result<(), InputError>;
    /// Name of the chosen search; name of its evaluator, or path of the networks file that replaces the evaluator.
    fn chosen(&self) -> (Option<&'static str>, Option<String>);
    /// The option of the variant, as `KEY=VALUE`, for which the chosen search's network was not trained. `None` if there is no such option.
    fn unlearnt(&self) -> Option<&'static str>;
    /// Builds the chosen search.
    fn build(&mut self) -> Result<(), InputError>;
    /// Builds the chosen search and the tables that its first search would need. Call it before a clock starts and after
    /// [`new_game`](Self::new_game).
    fn prepare(&mut self) -> Result<(), InputError>;
    /// A learner, which plays the variant against itself for training. `None` if the variant has no network.
    fn learner(&self) -> Option<Box<dyn Learner>>;
    /// Clears everything that the search has stored from earlier searches.
    fn new_game(&mut self);
    /// Searches the position.
    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SoFar<'_, Findings>),
    ) -> Result<Findings, SessionError>;
}
