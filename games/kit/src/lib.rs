//! What every game brings to the engine, and what games share.
//!
//! A game implements [`Playable`] beside [`Game`](ludex_search::Game): its texts, its pictures, the searches that suit it. This
//! crate names no game; five of them are crates beside it, and a game of your own is one more.
//!
//! # A game whose name is known at run time
//!
//! [`catalogue!`] lists games. It makes a [`Catalogue`](registry::Catalogue), a value that opens games by name, behind
//! `dyn Session`; `ludex::run` takes one and is the whole program for these games.
//!
//! # Where to look next
//!
//! - [`GameInfo`] says what there is to know about a game before it is opened: its variants, its file formats, its books.
//! - [`Offers`]: what else a game has, each a small trait of its own: [`Commentary`], [`Roller`], [`Annotator`] and others.
//! - [`SearchKind`] and [`SolverKind`]: what may be chosen about a search is data, checked before anything is built.
//! - [`registry`]: games as text, behind `dyn Session`, for programs that are compiled once for all games.
//! - [`Record`] and [`RecordFormat`]: games as files; [`interface::tagged`] serves games that have no format of their own, [`sgf`] all that have variations.
//! - [`interface::training`]: what a game says so that its networks (crate `ludex-learn`) can be trained.
//! - [`testing`]: what tests of a game share, so that one sentence says what a game breaks.
//! - The page `docs/src/contributing/add-a-game.md` leads through a whole game.

pub mod interface;
pub mod registry;
pub mod sgf;
pub mod support;
pub mod testing;

pub use interface::branches::Branch;
pub use interface::catalogue::{GameInfo, Playable, Visitor};
pub use interface::chance::{ChanceEvent, ChanceKind, ChanceNodes};
pub use interface::endings::{Endings, GivenUp};
pub use interface::explanation::{Commentary, Description, Explanation, Facts};
pub use interface::feats::{Feats, SureMove};
pub use interface::game_result::{GameResult, result_word};
pub use interface::gestures::{Gestures, Touch, Way};
pub use interface::input_error::InputError;
pub use interface::judging::{
    Annotator, Judge, JudgedCandidate, JudgingSummary, JudgingTally, StepVerdict,
};
pub use interface::level::{Level, Levels, ParseLevelError};
pub use interface::list_style::ListStyle;
pub use interface::move_list::read_moves;
pub use interface::notation::Notation;
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
pub use interface::table_talk::TableTalk;
pub use interface::tables::{EndgameTables, Solved, TableRequest, TableStore};
pub use interface::training::{Trained, TrainingKind};
pub use interface::variant::Variant;
pub use interface::views::Views;
