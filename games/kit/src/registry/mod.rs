//! Games by name: text in, text out.
//!
//! A [`Catalogue`] finds a game's type by its name and converts it to `dyn` [`Session`]. This is type erasure, and it happens only
//! in this folder. Code below it, such as rules and searches, is compiled for each game's type. Code above it (command line,
//! protocols, analysis, tournaments, tuning) handles text and is compiled once; compiling it for every game would make builds slow.
//! The binary contains one `Erased<G>` for each game of its catalogue (all board sizes of Takt are one game, `AnyTakt`), and can play
//! any game named at run time. The price is a virtual call and some text per move or per search, never per node of a search.
//!
//! [`Session`] has the methods that many callers need. Methods for one or two commands are in separate traits, each in its own
//! file with its types; every session implements all of them. Functions that do not depend on the game's type must not be generic
//! over it, or they would be compiled once per game.
//!
//! Real-time games are played through a different trait, [`RealTime`](crate::RealTime).
//!
//! **Invariant:** Code for a game is compiled in the crate of that game, where its `ENTRY` makes a session. A generic function called from
//! another crate would be compiled there a second time.

mod actions;
mod annotate;
mod before_chance;
mod books;
mod catalogue;
mod chance;
mod compulsion;
mod core;
mod describe;
mod distinct;
mod erased;
mod error;
mod feats;
mod findings;
mod for_all;
mod game_so_far;
mod gestures;
mod lanes;
mod limit;
mod losses;
mod luck;
mod observe;
mod open_book;
mod opening;
mod perft;
mod pictures;
mod position_value;
mod proof;
mod puzzles;
mod records;
mod replay;
mod resign;
mod rollout;
mod sample;
mod session;
mod setting_up;
mod so_far;
mod speak;
mod status;
mod tables;
mod token;

pub use actions::NumberActions;
pub use annotate::{Annotate, JudgedStep};
pub use books::Books;
pub use catalogue::{Catalogue, Entry, Erase, OpenSession};
pub use chance::{ChanceEvents, MissingEvent};
pub use compulsion::{Compulsion, ExplainChoice};
pub use describe::Describe;
pub use distinct::DistinctMoves;
pub use error::{CouldNot, SessionError};
pub use feats::FindFeats;
pub use findings::{Findings, FoundLine};
pub use for_all::SearchForAll;
pub use game_so_far::{GameHistory, GameSoFar};
pub use gestures::ListGestures;
pub use lanes::{CHANCE, LaneOptions, Lanes, OVER, OpenLanes};
pub use limit::LimitMoves;
pub use losses::{Loss, losses, losses_in_moves};
pub use luck::MeasureLuck;
pub use observe::{Observation, Observe};
pub use opening::{RandomOpening, RandomOpenings};
pub use perft::{Counted, Perft, PerftOptions, PerftWatch};
pub use pictures::{BOARD, DrawPicture, LastMark, PictureRequest, PlayerBeside, Seat};
pub use position_value::{PositionValue, PositionValues};
pub use proof::{Prove, SolvedText, TILES};
pub use puzzles::{GeneratePuzzles, PuzzleRequest, PuzzleText};
pub use records::EndRecord;
pub use replay::{Replayed, ReplayedStep, replay};
pub use resign::{Resign, Resignation};
pub use rollout::RollOut;
pub use sample::{Sample, SampleRequest, SampledGame, TakeSample};
pub use session::{Session, Values};
pub use setting_up::{SetUp, SetupChange, SetupTray};
pub use so_far::SoFar;
pub use speak::Speak;
pub use status::GameStatus;
pub use tables::SolveByTables;
pub use token::Token;
