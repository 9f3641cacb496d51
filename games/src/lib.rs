//! Five board games for the searches of `ludex-search`: rules, notation, evaluation and pictures.
//!
//! A folder is a game, a file is shared. A game appears to the rest of the world through [`Playable`] and its
//! [`GameInfo`]; the list at the end of this file is the only place that names all games.

pub mod bitboard;
pub mod catalogue;
pub mod explanation;
pub mod figures;
pub mod input_error;
pub mod judging;
pub mod nearest;
pub mod net;
pub mod notation;
pub mod puzzles;
pub mod quoridor;
pub mod real_time;
pub mod record;
pub mod rollouts;
pub mod tables;
pub mod tagged;
pub mod takt;
pub mod tantrix;
pub mod training;
pub mod trax;
pub mod tryktrak;
pub mod variant;
pub mod zobrist;

pub use catalogue::{
    Facts, GameInfo, Playable, SearchInfo, SearchKind, SearchSetup, SolverKind, VariantKey,
    Visitor, WireOption,
};
pub use explanation::{ExplainedLine, Explanation};
pub use input_error::InputError;
pub use judging::{Judge, Summary, Tally, Verdict};
pub use notation::Notation;
pub use puzzles::PuzzleKind;
pub use real_time::{RealTime, RealTimeKind};
pub use record::{Format, RETURNS, Record, RecordedPly};
pub use rollouts::{RolledLine, RolledOut, RolloutObserver, RolloutRequest};
pub use tables::{Solved, TableRequest, TableStore};
pub use training::TrainingKind;
pub use variant::Variant;

catalogue::catalogue!(takt, tryktrak, quoridor, trax, tantrix);

/// The games that have puzzles beside their positions.
pub static PUZZLES: &[&PuzzleKind] = &[&tantrix::puzzle::PUZZLES];

/// The games whose records are judged in a manner of their own.
pub static JUDGES: &[&str] = &[tryktrak::INFO.name];

/// The games whose positions can be rolled out.
pub static ROLLOUTS: &[&str] = &[tryktrak::INFO.name];

/// The games that are played in real time.
pub static REAL_TIME: &[&RealTimeKind] = &[&tantrix::gobble::REAL_TIME];

/// The games whose networks can be trained.
pub static TRAINING: &[&TrainingKind] = &[&tryktrak::self_play::TRAINING];
