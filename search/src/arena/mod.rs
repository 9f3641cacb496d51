//! Matches between two searches of a game, and statistics of their results.
//!
//! A [`Match`] plays pairs of games: both games of a pair start with the same opening and have the same dice, with seats exchanged. With
//! limits of nodes or depth, equal seeds give equal results for any number of threads. An [`Sprt`] ends the match as soon as the test is
//! decided; a [`StopFlag`](crate::StopFlag) ends it with the pairs played so far.
//!
//! ```
//! use ludex_search::arena::{Entrant, Match};
//! use ludex_search::testing::{Node, TreeGame};
//! use ludex_search::{AlphaBeta, Limits, Mcts, MctsOptions, NoEvaluator, NoTactics};
//! use ludex_search::{Player, SearchOptions, Stateless, won_by};
//!
//! // Two players take one to three of 21 stones in turn; the player who takes the last one wins.
//! let node = |stones: u32, mover: u8| match stones {
//!     0 => Node::Leaf(won_by(Player(mover).other())),
//!     _ => Node::Choice {
//!         player: Player(mover),
//!         score: 0,
//!         children: (1..=stones.min(3)).map(|taken| 2 * (stones - taken) + u32::from(mover ^ 1)).collect(),
//!     },
//! };
//! let game = TreeGame::new((0..=21).flat_map(|stones| [node(stones, 0), node(stones, 1)]).collect(), 42);
//!
//! let alpha_beta = || AlphaBeta::new(game.clone(), Stateless(NoEvaluator), NoTactics, SearchOptions::default());
//! let tree_search = || Mcts::new(game.clone(), NoEvaluator, MctsOptions::default());
//! let first = Entrant::new("alpha-beta", Limits::depth(4), alpha_beta);
//! let second = Entrant::new("tree search", Limits::nodes(30), tree_search);
//! let result = Match::new(&game, first, second)
//!     .random_openings(3)
//!     .pairs(50)
//!     .threads(2)
//!     .run(|progress| println!("{progress}"))?;
//! // alpha-beta against tree search: Elo +56.1 ± 36.4, nElo +107.2 ± 68.1, LOS 99.9 %, games 100: +58 =0 -42, pairs [0 0 42 0 8]
//! println!("{result}");
//! assert_eq!(result.pairs.pairs(), 50);
//! assert!(result.elo().is_some_and(|elo| elo.value - elo.error > 0.0));
//! # Ok::<(), ludex_search::arena::MatchError>(())
//! ```
//!
//! The statistics can be used for results from any source: [`Pentanomial`] counts pairs and computes Elo, normalised Elo and the likelihood
//! of superiority, [`SequentialTest`] runs a test, [`ratings`] rates many players. `ludex tournament`, `ludex tune` and `ludex train` use
//! the same code.
//!
//! **Invariant:** No other code computes strength from results.

mod clock;
mod game;
mod opening;
mod outcome;
mod pairs;
mod ratings;
mod sprt;
mod statistics;

use rand_pcg::Pcg64;

use crate::support::random::stream;

pub use clock::{Overstepped, PlayerClock};
pub use game::seat_points;
pub use opening::Opening;
pub use outcome::{EntrantFaults, MatchResult};
pub use pairs::{Entrant, Match, MatchError};
pub use ratings::{Encounter, inverted, ratings};
pub use sprt::{EloModel, Hypothesis, SequentialTest, Sprt, SprtState};
pub use statistics::{
    IntervalEstimate, MOST_ELO, NINETY_FIVE, Pentanomial, bound_of, elo_of, score_of,
};

/// The random numbers for the opening of a pair, in matches and tournaments.
pub fn opening_stream(seed: u64, pair: u32) -> Pcg64 {
    stream(seed, 1 << 32 | u64::from(pair))
}

/// The random numbers for the chance events of a pair; both games have the same events.
pub fn event_stream(seed: u64, pair: u32) -> Pcg64 {
    stream(seed, 2 << 32 | u64::from(pair))
}
