//! Proof search: is a position won for certain, how soon, by which first moves, and how can it be shown?
//!
//! [`Solver`] answers that for the player to move, depth by depth: first whether he wins within one ply, then three,
//! five, seven, … At each depth it decides *every* first move, so that it lists all that win within the shortest proof. Where
//! a player's own move may lose him the game, a proof may be a ply shorter; that is looked at in the end.
//! Beneath it lies [`Prover`], a depth-first proof-number search (df-pn) with a table of bounded size.
//!
//! # Use
//!
//! A game says through [`ProofMoves`] which moves a proof has to look at. [`WholeGame`] looks at all of them: then a search
//! that fails proves something too, and the solver also finds losses and draws. A game with threats restricts both sides:
//!
//! - [`ProofMoves::immediate_win`]: a move that ends the game with a win for its mover, for either side. This is asked at every
//!   node, so it must be quick, and it must be exact: if it says there is none, the node is decided by that.
//! - [`ProofMoves::MOVER_ALONE_WINS`]: true saves that last look.
//! - [`ProofMoves::or_moves`]: the attacker's moves worth trying, apart from those that win at once: in Takt, the moves that
//!   threaten a road. Fewer moves make a quicker search that proves less.
//! - [`ProofMoves::and_moves`]: the defender's moves that matter. Those that allow a win at once may be left out (an empty list
//!   says that all do), and [`Defences`](crate::Defences) says so; every other legal move must be there, or proofs are wrong. That holds in every position, also
//!   where the attacker threatens nothing: his other first moves are tried once a win is found.
//!
//! Moves are first tried in the order of generation: put the likely ones first, above all among the defences.
//!
//! ```
//! use ludex_search::proof::{ProofOptions, Solver, WholeGame};
//! use ludex_search::{Limits, Root, StopFlag, testing::TreeGame};
//!
//! let tree = TreeGame::parse("a(0 b(1 a(1 0)) 0 b(a(-1 1) 1))").expect("well-formed");
//! let root = Root::new(tree.root());
//! let mut solver = Solver::new(tree, WholeGame, ProofOptions::default());
//! let solution = solver.solve(&root, &Limits::default(), &StopFlag::default(), &mut |_| {});
//! assert_eq!((solution.plies, solution.moves), (Some(3), vec![1, 3]));
//! ```
//!
//! # Why this search
//!
//! df-pn goes where the defender has the fewest answers, which is what decides sequences of threats, and needs no more
//! memory than its table. It is run to a fixed number of plies at a time because users ask for the shortest proof and for
//! all of its first moves. The limit is part of what the table knows: a proof within five plies serves at seven, a
//! refutation within seven at five, and a refutation that never met the limit serves at any. Near the limit, where nearly
//! all nodes are, proof numbers cannot tell much and each return to a node costs generating its moves again: the last plies
//! ([`ProofOptions::outright`]) are searched as a plain AND/OR tree with killer moves and the same table. (Twenty positions
//! of Connect Four after eight plies, whole game to 15 plies, seconds on one core of 2026-11: 3.7 with df-pn alone, 1.2 with
//! the last 3 plies outright, 0.6 with 5, 0.5 with 7, 0.7 without df-pn. Sequences of threats to 9 plies in 36 positions
//! of another game, thousands of nodes: 103 with df-pn alone, 59 with 3, 41 with 5, 39 with 6, 48 with 7.)
//!
//! Repetitions do not matter to a search of limited depth: whoever wins in so many plies from here can do it without
//! seeing a position twice, since every move of the shortest win shortens what remains. Positions that would be drawn by
//! repetition when they come up once more are draws. Without a limit a repetition counts as the attacker's failure, and what
//! rests on one further up the line is not stored.
//!
//! CITE: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", doctoral thesis, Tokyo, 2002.
//! CITE: Seo, Iida, Uiterwijk, "The PN*-search algorithm: application to tsume-shogi", Artificial Intelligence 129, 2001
//! (iterative deepening with proofs of the table serving as first tries).
//! CITE: Kishimoto, Müller, "About the completeness of depth-first proof-number search", Computers and Games 2008
//! (repetitions). CITE: Kishimoto, Müller, "A general solution to the graph history interaction problem", AAAI 2004.

mod first;
mod line;
mod moves;
mod numbers;
mod outright;
mod prover;
mod solver;
mod table;

/// What a node is in this search, as a user reads it: what [`Limits::nodes`](crate::Limits::nodes) limits and reports count.
pub const NODES: &str = "a move made on the board, also to find the line of a proof again";

pub use first::ProofFirst;
pub use moves::{ProofMoves, WholeGame};
pub use prover::{ProofOptions, ProofOutcome, Prover};
pub use solver::{Progress, Solution, Solver};
