//! Proof search: is a position won, in how many plies, by which first moves, and how?
//!
//! [`Solver`] answers these questions for the player to move, one depth after the other: it looks for a win in one ply, then in three,
//! five, seven, … At each depth it decides *every* first move, so it lists all moves that win within the length of the shortest proof. If a
//! player's own move can lose the game, a proof may be one ply shorter; this is checked at the end. The solver is based on [`Prover`], a
//! depth-first proof-number search (df-pn) with a table of limited size.
//!
//! # Use
//!
//! A game implements [`ProofMoves`] to say which moves a proof must consider. [`WholeGame`] considers all of them; then a failed search is
//! a proof, too, and the solver also finds losses and draws. A game with threats can restrict both sides:
//!
//! - [`ProofMoves::immediate_win`]: a move of either side that ends the game with a win for the player who makes it. It is called at every
//!   node, so it must be fast. It must also be exact: if it returns `None`, the search relies on there being no such move.
//! - [`ProofMoves::MOVER_ALONE_WINS`]: if true, the check for a proof that is one ply shorter is skipped.
//! - [`ProofMoves::or_moves`]: the attacker's moves to try, apart from immediate wins: in Takt, the moves that threaten a road. With fewer
//!   moves the search is faster, but proves less.
//! - [`ProofMoves::and_moves`]: the defender's moves that matter. Moves that allow an immediate win may be omitted if the returned
//!   [`Defences`](crate::Defences) says so (an empty list then means that every move allows one). Every other legal move must be listed, or
//!   proofs are wrong. This holds in every position, even without a threat, because after a win is found the attacker's other first moves
//!   are tried.
//!
//! Moves are tried in the order of generation, so list the most promising first, above all for the defender.
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
//! df-pn expands the nodes at which the defender has the fewest answers. That suits sequences of threats, and its memory is limited to the
//! table. It runs with a limit of plies because users ask for the shortest proof and for all first moves of that length. The limit is part
//! of a table entry: a proof within five plies is also valid for seven, a refutation within seven plies is also valid for five, and a
//! refutation that never reached the limit is valid for any. Near the limit, where most nodes are, proof numbers give little guidance, and
//! each return to a node generates its moves again. So the last plies ([`ProofOptions::outright`]) are searched as a plain AND/OR tree with
//! killer moves and the same table. Measured in 2026-11 on one core: twenty positions of Connect Four after eight plies, searched to 15
//! plies with all moves, took 3.7 s with df-pn alone, 1.2 s with the last 3 plies outright, 0.6 s with 5, 0.5 s with 7, and 0.7 s without
//! df-pn. Sequences of threats of up to 9 plies in 36 positions of another game took 103,000 nodes with df-pn alone, 59,000 with the last 3
//! plies outright, 41,000 with 5, 39,000 with 6, and 48,000 with 7.
//!
//! Repetitions do not matter in a search with a limited number of plies: a player who can win within that number can do so without
//! repeating a position, because every move of the shortest win reduces the number. Positions that would be drawn by repetition at their
//! next occurrence are treated as draws. Without a limit, a repetition counts as a failure of the attacker. A result that depends on a
//! repetition above the node is not stored.
//!
//! CITE: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", doctoral thesis, Tokyo, 2002.
//!
//! CITE: Seo, Iida, Uiterwijk, "The PN*-search algorithm: application to tsume-shogi", Artificial Intelligence 129, 2001 (iterative
//! deepening in which proofs in the table are tried first).
//!
//! CITE: Kishimoto, Müller, "About the completeness of depth-first proof-number search", Computers and Games 2008 (repetitions).
//!
//! CITE: Kishimoto, Müller, "A general solution to the graph history interaction problem", AAAI 2004.
//!
//! **Invariant:** A proof comes with the line with which it was found. The line is as long as the proof, or it stops before the end of the
//! game ([`Claims`](crate::testing::Claims) checks it).

mod first;
mod line;
mod moves;
mod numbers;
mod outright;
mod prover;
mod solver;
mod table;

/// The definition of a node in this search, for users: the unit of [`Limits::nodes`](crate::Limits::nodes) and of reports.
pub const NODES: &str = "a move made on the board, also to find the line of a proof again";

pub use first::ProofFirst;
pub use moves::{ProofMoves, WholeGame};
pub use prover::{ProofOptions, ProofOutcome, Prover};
pub use solver::{Progress, Solution, Solver};
