//! What a game provides to the engine, and what games share.
//!
//! A game implements [`Playable`] in addition to [`Game`](ludex_search::Game): its notation, its pictures, and the searches that suit it.
//! This crate contains no particular game. The five games of Ludex are separate crates, and your own game can be one more.
//!
//! # A game whose name is known only at run time
//!
//! [`catalogue!`] lists games. It makes a [`Catalogue`](registry::Catalogue), which opens games by name as `dyn Session`.
//! `ludex::run` takes a catalogue and is the whole program for its games.
//!
//! # Where to look next
//!
//! - [`GameInfo`]: constant facts about a game, such as its variants, file formats and books.
//! - [`Offers`]: the optional features of a game, each a small trait: [`Commentary`], [`Roller`], [`Annotator`] and others.
//! - [`SearchKind`] and [`SolverKind`]: a game's searches, and what can be chosen for them. Choices are data, checked before anything
//!   is built.
//! - [`registry`]: games as text, through `dyn Session`, for programs that are compiled once for all games.
//! - [`Record`] and [`RecordFormat`]: games as files. [`interface::tagged`] serves games that define no format, [`sgf`]
//!   serves all games whose files have variations.
//! - [`words`](mod@words): texts for people in their language.
//! - [`interface::training`]: what a game provides so that the crate `ludex-learn` can train its networks.
//! - [`testing`]: checks that every game's tests share. A failure names the rule that the game breaks.
//! - The page `docs/src/contributing/add-a-game.md` shows a whole game.

pub mod interface;
pub mod registry;
pub mod sgf;
pub mod support;
pub mod testing;
pub mod words;

words!(words::tests::texts_of_searches);

pub use interface::actions::Actions;
pub use interface::branches::Branch;
pub use interface::catalogue::{GameInfo, Playable, Visitor};
pub use interface::chance::{ChanceEvent, ChanceKind, ChanceNodes};
pub use interface::endings::{Endings, GivenUp};
pub use interface::explanation::{AppliedRule, Commentary, Description, Explanation, Facts};
pub use interface::feats::{Feats, SureMove};
pub use interface::game_result::{GameResult, result_word};
pub use interface::gestures::{Gestures, Touch, Way};
pub use interface::input_error::{InputError, Reason};
pub use interface::judging::{
    Annotator, Judge, JudgedCandidate, JudgingSummary, JudgingTally, StepVerdict,
};
pub use interface::level::{Level, Levels, ParseLevelError};
pub use interface::list_style::ListStyle;
pub use interface::move_list::read_moves;
pub use interface::notation::Notation;
pub use interface::observations::Observations;
pub use interface::offers::Offers;
pub use interface::options::{
    OptionDefault, OptionKind, OptionValue, StatedOption, VariantKey, WireOption,
};
pub use interface::pictures::{LastMove, Pictures, Shown};
pub use interface::puzzle_lists::{ExactLimit, Puzzle, PuzzleJudge, PuzzleList};
pub use interface::puzzles::PuzzleKind;
pub use interface::real_time::{RealTime, RealTimeKind};
pub use interface::record::{
    After, Aside, ENDING, MARGINS, MAX_PLIES, RETURNS, Record, RecordFormat, RecordedPly,
    plain_result,
};
pub use interface::rollouts::{
    RolledLine, RolledOut, Roller, RolloutJudge, RolloutObserver, RolloutRequest,
};
pub use interface::search_kinds::{Chosen, SearchInfo, SearchKind, SearchSetup, SolverKind};
pub use interface::setting_up::{SettingUp, SetupField, TrayPiece};
pub use interface::speech::{PlaceWords, Speech};
pub use interface::table_talk::TableTalk;
pub use interface::tables::{EndgameTables, Solved, TableRequest, TableStore};
pub use interface::training::{Trained, TrainingKind};
pub use interface::variant::Variant;
pub use interface::views::Views;
pub use words::Language;
