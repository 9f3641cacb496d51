//! Search algorithms for board games: alpha-beta, expectiminimax, Monte-Carlo tree search, searches for more than two
//! players, and searches for proofs, all over one small trait of a game.
//!
//! The crate names no game. A game implements [`Game`]: its rules, and nothing else. What it is to a search beyond its rules
//! are traits of their own, each with a value that knows nothing: [`Evaluator`] ([`NoEvaluator`]), [`Tactics`] for alpha-beta
//! ([`NoTactics`]), [`Policy`] for the tree search ([`AllMoves`]), [`ProofMoves`] for proofs ([`WholeGame`]).
//! Everything is static inside a search; a program that chooses one at run time holds a [`Box<dyn Searcher<G>>`](Searcher).
//!
//! # A first game
//!
//! Seven methods are a game, and one line is its best move:
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe.rs")]
//! ```
//!
//! # Searches
//!
//! | search | players | chance | wants to know | good for |
//! |---|---|---|---|---|
//! | [`AlphaBeta`] | 2 | no | [`Evaluator`], [`Tactics`] | tactics; whatever can be evaluated quickly |
//! | [`Expectimax`] | 2 | yes | [`ValueModel`], or [`ByEvaluator`] | dice |
//! | [`Mcts`] | 1 to 4 | yes | [`Evaluator`], [`Policy`] | many moves, many players, hidden draws |
//! | [`MaxN`], [`Paranoid`], [`BestReply`] | 3 or 4 | yes | [`Evaluator`] | several players, few moves |
//! | [`Solver`], [`Prover`](proof::Prover) | any | no | [`ProofMoves`] | is it won, how soon, by which moves |
//! | [`rollout`] | 2 | yes | [`ValueModel`] | the value of a few plays, by playing on |
//!
//! Each takes [`Limits`] (time, nodes, depth, a clock), can be ended from outside by a [`StopFlag`], reports what it finds
//! while it runs ([`Report`]), and searches on as many threads as [`SearchOptions`] says; with
//! [`deterministic`](SearchOptions::deterministic) its output does not depend on their number.
//!
//! # Two players: alpha-beta, tree search and proof
//!
//! ```
#![doc = include_str!("../examples/hexapawn.rs")]
//! ```
//!
//! # Dice: expectiminimax
//!
//! ```
#![doc = include_str!("../examples/pig.rs")]
//! ```
//!
//! # Where to look next
//!
//! - [`Game`] says what each method must keep to; [`testing`] checks it along random games, and holds a game that is a
//!   literal tree, for tests of searches.
//! - [`support::perft`](mod@support::perft) counts the leaves of a game tree: the proof of a move generator.
//! - [`arena`] plays matches between two searches of any game, with Elo, its error, and sequential tests.
//! - [`History`] keeps the game so far, where positions may come up again.
//! - [`interface::parameters`](mod@interface::parameters) lets users set the numbers of a search by name.
//! - `ludex-games` has five games with evaluations, notations and networks; its front page shows how they are opened.
//!
//! There are no cargo features: what is not used is not compiled into a program.

pub mod alphabeta;
pub mod arena;
pub mod expectimax;
pub mod interface;
pub mod mcts;
pub mod multiplayer;
pub mod proof;
pub mod rollout;
pub mod support;
pub mod testing;

pub use alphabeta::AlphaBeta;
pub use expectimax::{ByEvaluator, Expectimax, ExpectimaxOptions};
pub use interface::evaluator::{Evaluator, IncrementalEvaluator, NoEvaluator, Stateless};
pub use interface::game::{
    Game, MAX_PLAYERS, MoveList, Never, Player, Returns, Step, Turn, hash_of, won_by,
};
pub use interface::history::{History, Rewind};
pub use interface::limits::{Limits, StopFlag, TimeControl};
pub use interface::parameters::{Parameter, ParameterSet, SetParameterError};
pub use interface::policy::{AllMoves, Listed, Policy, SkipTurn};
pub use interface::report::{Line, Proof, ProofResult, Report, Wdl};
pub use interface::score::Score;
pub use interface::searcher::{Root, SearchOptions, Searcher, Wrapped, Wrapper};
pub use interface::tactics::{Defences, NoTactics, Tactics};
pub use interface::value_model::{Candidate, Candidates, Decisions, Value, ValueModel, Values};
pub use interface::window::{Bound, Window};
pub use mcts::{Mcts, MctsOptions};
pub use multiplayer::{BestReply, MaxN, Paranoid};
pub use proof::{ProofMoves, ProofOptions, Solver, WholeGame};
pub use support::budget::Budget;
pub use support::certain::DrawsDue;
pub use support::clock::{Clock, TimePlan};
pub use support::perft::{perft, perft_parallel, perft_played};
pub use support::weaker::{Handicap, Weaker, Worth};
