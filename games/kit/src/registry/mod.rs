//! Games by name: text goes in, text comes out.
//!
//! A [`Catalogue`] finds the type of a game by its name and hides it behind `dyn` [`Session`]. This folder is the one place where
//! the type of a game is erased. Below it everything is compiled for that type, searches too; nothing above it is. So the binary
//! holds one `Erased<G>` for each game of its catalogue (the sizes of Takt are one game, `AnyTakt`), and command line,
//! protocols, analysis, tournaments and tuning stand in it once: compiled for every game they would make building slow. And
//! one binary plays whatever game is named at run time. A call costs a look into a table and some text, once for a move or a
//! search, never at a node.
//!
//! [`Session`] has what many callers need. What a command or two need is a trait of its own, in its own file with its types;
//! every session offers them all. What does not depend on the game's type is not generic over it: that would be compiled once
//! for each game.
//!
//! Games in real time are played through a trait of their own, [`RealTime`](crate::RealTime).
//!
//! **Invariant:** What is compiled for a game is compiled in the crate of that game, where its `ENTRY` makes a session. A generic function
//! that another crate calls would be compiled there once more.

mod annotate;
mod before_chance;
mod books;
mod catalogue;
mod chance;
mod core;
mod describe;
mod distinct;
mod erased;
mod error;
mod feats;
mod findings;
mod for_all;
mod gestures;
mod limit;
mod losses;
mod luck;
mod open_book;
mod opening;
mod perft;
mod pictures;
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
mod status;
mod tables;
mod token;
mod told;

pub use annotate::{Annotate, JudgedStep};
pub use books::Books;
pub use catalogue::{Catalogue, Entry, Erase, OpenSession};
pub use chance::{ChanceEvents, MissingEvent};
pub use describe::Describe;
pub use distinct::DistinctMoves;
pub use error::{CouldNot, SessionError};
pub use feats::TellFeats;
pub use findings::{Findings, FoundLine};
pub use for_all::SearchForAll;
pub use gestures::TellGestures;
pub use limit::LimitMoves;
pub use losses::{Loss, check_told, counted, losses, losses_in_moves};
pub use luck::TellLuck;
pub use opening::{RandomOpening, RandomOpenings};
pub use perft::{Counted, Perft, PerftOptions, PerftWatch};
pub use pictures::{BOARD, DrawPicture, LastMark, PictureRequest, Seat};
pub use proof::{Prove, SolvedText, TILES};
pub use puzzles::{GeneratePuzzles, PuzzleRequest, PuzzleText};
pub use records::EndRecord;
pub use replay::{Replayed, ReplayedStep, replay};
pub use resign::{Resign, Resignation};
pub use rollout::RollOut;
pub use sample::{Sample, SampleRequest, SampledGame, TakeSample};
pub use session::Session;
pub use setting_up::{SetUp, SetupChange, SetupTray};
pub use so_far::SoFar;
pub use status::GameStatus;
pub use tables::SolveByTables;
pub use token::Token;
pub use told::{TellGame, ToldGame};
