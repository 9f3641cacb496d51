//! Matches between two searches of a game, and what their results say about strength.
//!
//! A [`Match`] plays pairs of games: both begin with the same opening and have the same dice, with seats exchanged. With limits of
//! nodes or depth the same seed gives the same result, whatever the number of threads. An [`Sprt`] ends it as soon as it is
//! decided; a [`StopFlag`](crate::StopFlag) ends it with what it has.
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
//! The statistics serve any results of pairs: [`Pentanomial`] counts them and gives Elo, normalised Elo and the likelihood of
//! superiority, [`SequentialTest`] decides a test, [`ratings`] rates many players. `ludex tournament`, `ludex tune` and `ludex
//! train` use the same code.

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

/// The random numbers of a pair's opening, of matches and tournaments alike.
pub fn opening_stream(seed: u64, pair: u32) -> Pcg64 {
    stream(seed, 1 << 32 | u64::from(pair))
}

/// The random numbers of a pair's chance events: both of its games have the same.
pub fn event_stream(seed: u64, pair: u32) -> Pcg64 {
    stream(seed, 2 << 32 | u64::from(pair))
}
