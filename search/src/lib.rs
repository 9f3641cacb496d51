//! Search algorithms for board games: alpha-beta, expectiminimax, Monte-Carlo tree search, searches for more than two
//! players, and proof search. All of them work with one small trait for a game.
//!
//! The crate contains no game. A game implements [`Game`], which describes its rules and nothing else. Knowledge beyond the rules has
//! separate traits, each with an implementation for games without such knowledge: [`Evaluator`] ([`NoEvaluator`]), [`Tactics`] for
//! alpha-beta ([`NoTactics`]), [`Policy`] for the tree search ([`AllMoves`]), [`ProofMoves`] for proofs ([`WholeGame`]). The searches are
//! generic over these traits, so nothing is dispatched at run time inside a search. A program that chooses a search at run time uses a
//! [`Box<dyn Searcher<G>>`](Searcher).
//!
//! # A first game
//!
//! A game needs seven methods; then one call finds the best move:
//!
//! ```
#![doc = include_str!("../examples/tic_tac_toe.rs")]
//! ```
//!
//! # Searches
//!
//! | search | players | chance | uses | good for |
//! |---|---|---|---|---|
//! | [`AlphaBeta`] | 2 | no | [`Evaluator`], [`Tactics`] | games with tactics; positions that can be evaluated quickly |
//! | [`Expectimax`] | 2 | yes | [`ValueModel`], or [`ByEvaluator`] | dice |
//! | [`Mcts`] | 1 to 4 | yes | [`Evaluator`], [`Policy`] | many moves, many players, hidden draws |
//! | [`MaxN`], [`Paranoid`], [`BestReply`] | 3 or 4 | yes | [`Evaluator`] | several players, few moves |
//! | [`Solver`], [`Prover`](proof::Prover) | any | no | [`ProofMoves`] | whether a position is won, how soon, by which moves |
//! | [`rollout`] | 2 | yes | [`ValueModel`] | the values of a few moves, by playing games to the end |
//!
//! Each search takes [`Limits`] (time, nodes, depth, a clock), can be stopped from outside by a [`StopFlag`], and reports its
//! results while it runs ([`Report`]). [`SearchOptions`] sets the number of threads; with
//! [`deterministic`](SearchOptions::deterministic) the output does not depend on it.
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
//! - [`Game`] documents the requirements of each method. [`testing`] checks them in random games, and contains a game that is a
//!   literal tree, for tests of searches.
//! - [`support::perft`](mod@support::perft) counts the leaves of a game tree, which verifies a move generator.
//! - [`arena`] plays matches between two searches of any game, with Elo, its error, and sequential tests.
//! - [`History`] stores the game so far, for games in which positions may repeat.
//! - [`interface::parameters`](mod@interface::parameters) lets users set the parameters of a search by name.
//! - `ludex-games` has five games with evaluations, notations and networks; its front page shows how to use them.
//!
//! There are no cargo features; the parts that a program does not use are not compiled into it.

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
pub use interface::tactics::{Alarms, Defences, NoTactics, Tactics};
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
