//! What many callers need of a game whose type they do not know.
//!
//! **Invariant:** The text of a position is parsed once: a session stays where it was opened, and `extend` goes on from there. A result is
//! a `GameResult`, and the report of a search becomes text only when it is asked for.

use std::any::Any;

use ludex_search::{Limits, StopFlag};

use super::{
    Annotate, Books, ChanceEvents, Describe, DistinctMoves, DrawPicture, EndRecord, Findings,
    GameStatus, GeneratePuzzles, LimitMoves, Perft, Prove, RandomOpenings, Resign, RollOut,
    SearchForAll, SessionError, SetUp, SoFar, SolveByTables, TakeSample, TellFeats, TellGame,
    TellGestures, TellLuck, Token,
};
use crate::interface::catalogue::GameInfo;
use crate::interface::input_error::InputError;
use crate::interface::learner::Learner;
use crate::interface::search_kinds::{SearchInfo, SearchSetup};
use crate::interface::variant::Variant;

/// A game under way, with a search for it. What only a command or two need are traits of their own, each in its own file; a
/// session offers them all.
pub trait Session:
    Annotate
    + Books
    + ChanceEvents
    + Describe
    + DistinctMoves
    + DrawPicture
    + EndRecord
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
    + TakeSample
    + TellFeats
    + TellGame
    + TellGestures
    + TellLuck
    + Any
    + Send
{
    /// What there is to know about the game.
    fn info(&self) -> &'static GameInfo;
    /// The variant in force.
    fn variant(&self) -> Variant;
    /// The number of players.
    fn players(&self) -> usize;

    /// Plays moves and events. All or nothing.
    fn extend(&mut self, steps: &[Token]) -> Result<(), InputError>;
    /// Goes back to the first position of the game so far.
    fn restart(&mut self);
    /// Begins another game of this variant at a position (the start of a game if none).
    fn start_at(&mut self, position: Option<&str>) -> Result<(), InputError>;
    /// Takes over the game so far of another session, and keeps what the search of this one has learnt. False, and nothing is
    /// changed, if that is another game or variant.
    fn go_to(&mut self, other: &dyn Session) -> bool;
    /// The same game so far in a session of its own, nothing chosen about its search.
    fn fork(&self) -> Box<dyn Session>;
    /// Plays a move or an event, and returns it as the game writes it.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Plays one move, and nothing else that a record may hold.
    fn play_move(&mut self, text: &str) -> Result<String, InputError>;
    /// Takes the last step back; false if there is none.
    fn undo(&mut self) -> bool;

    /// The position, canonical.
    fn position(&self) -> String;
    /// Where the game stands.
    fn status(&self) -> GameStatus;
    /// The legal moves; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// The searches, the default first.
    fn searches(&self) -> Vec<SearchInfo>;
    /// Chooses a search and checks every choice about it; it is built when it is used first. The places of errors are
    /// `search`, `evaluator` and `set.NAME`.
    fn configure(&mut self, search: Option<&str>, setup: SearchSetup) -> Result<(), InputError>;
    /// The names of the chosen search and of its evaluator, or the path of the networks in the place of that.
    fn chosen(&self) -> (Option<&'static str>, Option<String>);
    /// What the network of the chosen search has not learnt of the variant, as `KEY=VALUE`.
    fn unlearnt(&self) -> Option<&'static str>;
    /// Builds the chosen search.
    fn build(&mut self) -> Result<(), InputError>;
    /// Builds the chosen search, with the tables that its first search would else make: before a clock starts, and after
    /// [`new_game`](Self::new_game).
    fn prepare(&mut self) -> Result<(), InputError>;
    /// Who plays the variant against itself so that its network learns, where one does.
    fn learner(&self) -> Option<Box<dyn Learner>>;
    /// Forgets what was learnt from earlier searches.
    fn new_game(&mut self);
    /// Searches the position.
    fn search(
        &mut self,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn FnMut(&SoFar<'_, Findings>),
    ) -> Result<Findings, SessionError>;
}
