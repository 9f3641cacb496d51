//! Five board games for the searches of [`ludex_search`]: rules, notation, evaluation, game files and pictures.
//!
//! [Takt](takt) (Tak), [Tryktrak](tryktrak) (backgammon), [Quoridor](quoridor), [Trax](trax) and [Tantrix](tantrix), each with
//! its variants. A game is a type that carries its options; positions are small and know nothing of each other.
//!
//! # A best move
//!
//! Who knows the game at compile time uses its type: [`Game`](ludex_search::Game) plays, and [`Notation`] reads and
//! writes; a [`Playable`] game lists the searches that suit it.
//!
//! ```
//! use ludex_games::{InputError, Notation, takt};
//! use ludex_search::{Limits, SearchOptions, Searcher};
//!
//! let game = takt::Takt::<5>::default();
//! let pos = game.parse_position("2,x3,1/x2,2,x,1/x2,2C,x,1/x3,21C,21/x3,2S,2 1 8")?;
//! let mut search = takt::alpha_beta(&game, SearchOptions::default());
//! let best = search.best(&pos, Limits::nodes(10_000)).expect("the game goes on");
//! assert_eq!(game.write_move(&pos, best), "d2>");
//! # Ok::<(), InputError>(())
//! ```
//!
//! # A game whose name is known at run time
//!
//! [`open`] hands the game of a name and a [`Variant`] to a [`Visitor`], which works with any of them:
//!
//! ```
//! use ludex_games::{InputError, Playable, Shown, Visitor, open};
//!
//! struct Picture;
//!
//! impl Visitor for Picture {
//!     type Output = String;
//!     fn visit<G: Playable>(self, game: G) -> String {
//!         game.render(&Shown::new(&game.start())).to_string()
//!     }
//! }
//!
//! let picture = open("quoridor", &"board=3x3,walls=1".parse()?, None, Picture)?;
//! assert!(picture.contains("Player 1 to move"));
//! # Ok::<(), InputError>(())
//! ```
//!
//! # Where to look next
//!
//! - [`GAMES`] says what there is to know about each game before one is opened: [`GameInfo`], its variants and file formats.
//! - [`Offers`]: what else a game has, each a small trait of its own: [`Commentary`], [`Roller`], [`Annotator`] and others.
//! - [`SearchKind`] and [`SolverKind`]: what may be chosen about a search is data, checked before anything is built.
//! - [`registry`]: games as text, behind `dyn Session`, for programs that are compiled once for all games.
//! - [`Record`] and [`RecordFormat`]: games as files; [`interface::tagged`] serves games that have no format of their own, [`interface::sgf`] all that have variations.
//! - [`interface::training`]: what a game says so that its networks (crate `ludex-learn`) can be trained.
//! - [`catalogue!`] lists games of one's own; the page "Add a game" of ARCHITECTURE.md goes through a whole one.
//!
//! A folder is a game, a file is shared; the list at the end of this file is the only place that names all games. There are no
//! cargo features.

pub mod interface;
pub mod quoridor;
pub mod registry;
pub mod support;
pub mod takt;
pub mod tantrix;
pub mod trax;
pub mod tryktrak;

pub use interface::branches::Branch;
pub use interface::catalogue::{GameInfo, Playable, VariantKey, Visitor, WireOption};
pub use interface::chance::ChanceNodes;
pub use interface::endings::{Endings, GivenUp};
pub use interface::explanation::{Commentary, Description, Explanation, Facts};
pub use interface::feats::{Feats, SureMove};
pub use interface::gestures::{Gestures, Touch, Way};
pub use interface::input_error::InputError;
pub use interface::judging::{
    Annotator, Judge, JudgedCandidate, JudgingSummary, JudgingTally, StepVerdict,
};
pub use interface::level::{Level, Levels, ParseLevelError};
pub use interface::move_list::{ListStyle, read_moves};
pub use interface::notation::Notation;
pub use interface::offers::Offers;
pub use interface::pictures::{LastMove, Pictures, Shown};
pub use interface::puzzle_lists::{ExactLimit, Puzzle, PuzzleJudge, PuzzleList};
pub use interface::puzzles::PuzzleKind;
pub use interface::real_time::{RealTime, RealTimeKind};
pub use interface::record::{
    After, Aside, MAX_PLIES, RETURNS, Record, RecordFormat, RecordedPly, plain_result,
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

crate::catalogue!(takt, tryktrak, quoridor, trax, tantrix);
