//! Search algorithms for board games, and the traits of a game that they need.
//!
//! The crate names no game. A game implements [`Game`]; a search takes it together with an [`Evaluator`] and, for
//! alpha-beta, [`Tactics`]; [`NoEvaluator`] and [`NoTactics`] serve a game that has nothing to say. Everything is static
//! inside a search: a program that wants to choose a game at run time erases the type outside, once, behind [`Searcher`].

pub mod alphabeta;
pub mod budget;
mod certain;
pub mod clock;
mod deepening;
pub mod evaluator;
pub mod expectimax;
pub mod game;
pub mod history;
pub mod limits;
pub mod many;
pub mod mcts;
pub mod ordering;
pub mod parallel;
pub mod parameters;
pub mod perft;
pub mod policy;
mod prefetch;
pub mod proof;
pub mod pv;
pub mod random;
pub mod report;
pub mod rollout;
pub mod score;
pub mod searcher;
pub mod table;
pub mod tactics;
pub mod testing;
pub mod valuer;
pub mod window;

pub use alphabeta::AlphaBeta;
pub use budget::Budget;
pub use certain::DrawsDue;
pub use clock::{Clock, Plan};
pub use evaluator::{Evaluator, IncrementalEvaluator, NoEvaluator};
pub use game::{Game, MAX_PLAYERS, MoveList, Never, Player, Returns, Step, Turn, hash_of, won_by};
pub use history::History;
pub use limits::{Limits, StopFlag, TimeControl};
pub use parameters::{Parameter, ParameterSet, SetParameterError};
pub use perft::{perft, perft_parallel, perft_played};
pub use policy::{AllMoves, Listed, Policy, SitOut};
pub use report::{Line, Outlook, Proof, ProofResult, Report};
pub use score::Score;
pub use searcher::{Root, SearchOptions, Searcher, Wrapped, Wrapper};
pub use tactics::{NoTactics, Tactics};
pub use valuer::{Candidate, Candidates, Decisions, Value, Valuer, Values};
pub use window::{Bound, Window};
